/* console: the lines that skep gen prints, from the first to the last. */
#ifndef SKEP_CLI_CONSOLE_H
#define SKEP_CLI_CONSOLE_H

#include "campaign/campaign.h"
#include "cli/gen/settings.h"
#include "emit/results.h"

/* The unit was read: its size, its context, and liberties that tests take. */
void console_unit(const struct unit_input *input, const struct unit *unit, const bool *callable);
/* The unit was built: functions that are used and not defined, and how to change that; a line, or
 * none. */
void console_stand_ins(const struct unit_input *input, const struct model *model);
/* While the campaign runs; a `progress` of campaign_options. `context`: its struct timetable. */
void console_progress(void *context, const struct campaign_progress *progress);
/* The campaign is over: its lessons and statistics, with -v. */
void console_campaign(struct campaign *campaign);
/* The results are in place. */
void console_end(const struct gen_settings *settings, const struct results *results);

#endif
