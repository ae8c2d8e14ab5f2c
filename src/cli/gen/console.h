/* console: the lines that skep gen prints, from the first to the last. */
#ifndef SKEP_CLI_CONSOLE_H
#define SKEP_CLI_CONSOLE_H

#include "campaign/campaign.h"
#include "cli/gen/settings.h"
#include "emit/results.h"

/* Tells about the unit after it was read: its size, its context, and the liberties of tests. */
void console_unit(const struct unit_input *input, const struct unit *unit, const bool *callable);
/* Tells, after the unit was built, which functions it uses and does not define, and how to change that; at most
 * a line. */
void console_stand_ins(const struct unit_input *input, const struct model *model);
/* Shows progress while the campaign runs: `progress` of campaign_options. `context` is its struct timetable. */
void console_progress(void *context, const struct campaign_progress *progress);
/* Tells, after the campaign, its lessons and statistics (-v). */
void console_campaign(struct campaign *campaign);
/* Tells the results, which are in place. */
void console_end(const struct gen_settings *settings, const struct results *results);

#endif
