/* between: prepares tests for exploration: reduces, ranks and lists them. Private to cli/program. */
#ifndef SKEP_CLI_PROGRAM_BETWEEN_H
#define SKEP_CLI_PROGRAM_BETWEEN_H

#include "cli/program/stages.h"
#include "emit/programs/corpus.h"
#include "reduce/seed_runs.h"

#define SHARE_OF_REDUCTION 0.2 /* of the time that is left for exploring */
#define TRIES_PER_SEED 500u

/* One test, before and after it was reduced. */
struct prepared {
	size_t number;               /* among the given tests */
	const struct seq *start;     /* the shorter test */
	struct seed_run before, after;
	uint64_t bytes_before, bytes_after;
	uint64_t tries;              /* runs spent on reducing it */
	double seconds;
};

struct between {
	invocation_list tests;       /* as they were given */
	struct prepared *prepared;   /* the most promising first; in the arena of the stages */
	size_t n_prepared;
	double ranking_seconds;
};

/* Adds the tests of a campaign. */
void between_collect(const struct stages *stages, struct campaign *campaign, invocation_list *out);
/* Reduces and ranks b->tests. The budget is for all of them; per_seed > 0: seconds for each of them instead. */
MUST_USE status between_prepare(struct stages *stages, struct between *b, const struct seed_budget *budget,
                                double per_seed);
void between_tell(const struct stages *stages, const struct between *b);

/* per_seed.c: explores every seed with the same budget, then takes in the tests that were found. */
MUST_USE status per_seed(struct stages *stages, struct campaign **campaign);

#endif
