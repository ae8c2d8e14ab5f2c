/* over_targets: one command for every unit of a project, each in a folder of its own.
 *
 * A unit that fails does not stop the others. The budget is shared by the number of goals; the rest of a unit's
 * budget goes to later units. */
#ifndef SKEP_CLI_OVER_TARGETS_H
#define SKEP_CLI_OVER_TARGETS_H

#include "cli/unit_input.h"
#include "emit/report/project_index.h"

/* The share of one unit: its limits, and the time and tests it spent. */
struct share {
	double seconds, spent_seconds;
	uint64_t executions, spent_executions; /* 0: the budget is in seconds */
	bool interrupted;                      /* by the user: no further unit is begun */
};

/* Makes one unit, whose results go to the folder `out`; fills in row and share. */
typedef status run_target(void *context, struct project_unit *unit, const char *out, struct share *share,
                          struct target_row *row);

/* Tells the user about a unit before the first unit is made. */
typedef status announce_target(void *context, const struct project_unit *unit, const struct share *share);

struct over_targets {
	struct project *project;
	const struct unit_input *input;
	const char *out, *command;
	double seconds;        /* for all units together; 0: no limit */
	uint64_t executions;   /* for all units together; 0: seconds count */
	run_target *run;
	announce_target *announce; /* NULL: nothing is told */
	void *context;         /* for run() and announce() */
};

/* Tells which units of the project are taken, and which files are left out and why. */
void project_announce(const struct project *project);

/* Runs the command for all units. The failure is the worst of all. */
MUST_USE status run_over_targets(const struct over_targets *over);

#endif
