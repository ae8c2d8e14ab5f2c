/* stages: the division of the budget of skep program.
 *
 * By default there are two stages: cheap tests until they saturate; then their tests are reduced and ranked,
 * and become the start of symbolic execution, with the cheap engine beside it. The other way is one exploration
 * per seed, each with the same budget. */
#ifndef SKEP_CLI_PROGRAM_STAGES_H
#define SKEP_CLI_PROGRAM_STAGES_H

#include "campaign/campaign.h"
#include "cli/engine_setup.h"
#include "engine/program/program.h"
#include "reduce/rank.h"

struct stages {
	struct unit *unit;
	struct target **targets;
	const struct shape *shape;
	struct engine_setup *engines;
	struct program_options *program;     /* its seeds are replaced between stages */
	struct campaign_options *options;
	enum ranking ranking;
	bool no_reduction;
	double per_seed;                     /* seconds for each seed; 0: two stages */
	uint64_t per_seed_executions;
	const char *explored;                /* file for the coverage per seed, in place of a suite; NULL: none */
	uint64_t executions_before;          /* in earlier parts of a continued campaign */
	double spent_seconds;                /* in stages before the last; filled in */
	uint64_t spent_executions;
	struct arena *arena;
};

/* Spends the budget. The last campaign has all tests. With `explored` there is none. */
MUST_USE status stages_run(struct stages *stages, struct campaign **campaign);

#endif
