/* limits: keeps a suite as small as the user wants, and its waiting bearable. */
#include <stdlib.h>

#include "base/log.h"
#include "emit/suite/suite_parts.h"

#define MOST_WAIT_OF_ALL 3000u  /* milliseconds of all tests together: the gate runs them many times */
#define LEAST_WAIT_OF_ALL 300u  /* however little time is left */
#define RUNS_OF_GATE 20u        /* as often the gate runs a suite, about */

/* ---- no more than the user wants ---- */

static uint32_t count_fresh(const struct suite *suite, const struct draft *draft, const uint64_t *covered)
{
	uint32_t n = 0;
	for (uint32_t w = 0; w < suite->n_words; w++)
		for (uint64_t bits = draft->probes[w] & ~covered[w]; bits; bits &= bits - 1)
			n += suite_is_goal(suite->unit->marks, suite->options.criterion,
			                   64 * w + (uint32_t)__builtin_ctzll(bits));
	return n;
}

/* Returns the draft that reaches most goals which are left, of the drafts that are not chosen; NULL: there is
 * none. */
static struct draft *find_best(struct suite *suite, const bool *chosen, const uint64_t *covered)
{
	struct draft *best = NULL;
	uint32_t most = 0;
	for (size_t i = 0; i < suite->drafts.n; i++) {
		struct draft *draft = &suite->drafts.at[i];
		if (chosen[i] || !draft_is_sure(draft))
			continue;
		uint32_t fresh = count_fresh(suite, draft, covered);
		if (!best || fresh > most) {
			best = draft;
			most = fresh;
		}
	}
	return best;
}

void suite_limit(struct suite *suite)
{
	if (!suite->options.max_tests || suite_count_sure(suite) <= suite->options.max_tests)
		return;
	bool *chosen = xcalloc(suite->drafts.n + 1, sizeof *chosen);
	uint64_t *covered = xcalloc(suite->n_words + 1, sizeof *covered);
	for (uint64_t n = 0; n < suite->options.max_tests; n++) {
		const struct draft *best = find_best(suite, chosen, covered);
		chosen[best - suite->drafts.at] = true;
		for (uint32_t w = 0; w < suite->n_words; w++)
			covered[w] |= best->probes[w];
	}
	for (size_t i = 0; i < suite->drafts.n; i++) {
		struct draft *draft = &suite->drafts.at[i];
		if (chosen[i] || !draft_is_sure(draft))
			continue;
		draft->dropped = true;
		draft->parts = NULL; /* its parts must not come back */
		draft->loss.why = LOSS_TOO_MANY;
	}
	free(covered);
	free(chosen);
}

/* ---- no longer than a person waits ---- */

static struct draft *find_longest_wait(struct suite *suite, uint64_t *all)
{
	struct draft *most = NULL;
	*all = 0;
	for (size_t i = 0; i < suite->drafts.n; i++) {
		struct draft *draft = &suite->drafts.at[i];
		if (draft->dropped)
			continue;
		*all += draft->looks.idle.waited;
		most = !most || draft->looks.idle.waited > most->looks.idle.waited ? draft : most;
	}
	return most;
}

/* Returns how many milliseconds all tests together may wait. */
static uint64_t most_wait(const struct suite *suite)
{
	double left = (suite->options.times->end - now_seconds()) * 1000 / RUNS_OF_GATE;
	if (suite->options.times->end <= 0 || left > MOST_WAIT_OF_ALL)
		return MOST_WAIT_OF_ALL;
	return left > LEAST_WAIT_OF_ALL ? (uint64_t)left : LEAST_WAIT_OF_ALL;
}

void suite_limit_waiting(struct suite *suite)
{
	uint64_t all, limit = most_wait(suite);
	struct draft *most = find_longest_wait(suite, &all);
	while (most && all > limit) {
		log_verbose("a test that waits for %u ms is left out: %s", most->looks.idle.waited,
		            loss_sentence(LOSS_SLOW));
		most->dropped = true;
		most->parts = NULL;
		most->loss.why = LOSS_SLOW;
		most = find_longest_wait(suite, &all);
	}
}
