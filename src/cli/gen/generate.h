/* generate: one unit from sources to a suite, failing tests and a report.
 *
 * generate() in generate.c names the stages in their order. */
#ifndef SKEP_CLI_GENERATE_H
#define SKEP_CLI_GENERATE_H

#include "cli/gen/settings.h"
#include "cli/over_targets.h"

/* Choices that no unit could make right: formats, criteria, numbers of workers. */
MUST_USE status gen_check_choices(const struct gen_settings *settings);
/* `share` and `row` get the time spent and the results; both may be NULL. */
MUST_USE status gen_unit(struct gen_settings *settings, struct share *share, struct target_row *row);

#endif
