/* over_targets: one command for every unit of a project, each in a folder of its own.
 *
 * A unit that fails does not stop the others. The budget is shared by the number of goals; what a
 * unit does not need goes to those after it. */
#ifndef SKEP_CLI_OVER_TARGETS_H
#define SKEP_CLI_OVER_TARGETS_H

#include "cli/unit_input.h"
#include "emit/report/project_index.h"

/* The share of one unit: its limits, and its expenses. */
struct share {
	double seconds, spent_seconds;
	uint64_t executions, spent_executions; /* 0: the budget is in seconds */
	bool interrupted;                      /* by the user: the next ones are not begun */
};

/* Makes one unit, whose results go to the folder `out`; row and share get what came of it. */
typedef status run_target(void *context, struct project_unit *unit, const char *out, struct share *share,
                          struct target_row *row);

/* Tells of a unit before the first is made. */
typedef status announce_target(void *context, const struct project_unit *unit, const struct share *share);

struct over_targets {
	struct project *project;
	const struct unit_input *input;
	const char *out, *command;
	double seconds;        /* of all together; 0: no limit */
	uint64_t executions;   /* the same; 0: seconds count */
	run_target *run;
	announce_target *announce; /* NULL: nobody wants to know */
	void *context;         /* for run() and announce() */
};

/* Says what of the project is taken, and what is left out and why. */
void project_announce(const struct project *project);

/* The failure is the worst of all. */
MUST_USE status run_over_targets(const struct over_targets *over);

#endif
