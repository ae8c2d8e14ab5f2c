/* generate: one unit from sources to a suite, failing tests and a report.
 *
 * generate() in generate.c names the stages in their order. */
#ifndef SKEP_CLI_GENERATE_H
#define SKEP_CLI_GENERATE_H

#include "cli/gen/settings.h"
#include "cli/over_targets.h"

/* Fails for choices that are wrong for any unit: formats, criteria, numbers of workers. */
MUST_USE status gen_check_choices(const struct gen_settings *settings);
/* Makes the tests of one unit. `share` gets the time spent, `row` the results; both may be NULL. */
MUST_USE status gen_unit(struct gen_settings *settings, struct share *share, struct target_row *row);

#endif
