/* losses: see losses.h. */
#include "emit/suite/losses.h"

#include <stdlib.h>

#include "emit/results.h"
#include "emit/suite/suite_parts.h"

static const struct {
	const char *word, *sentence;
} causes[N_LOSSES] = {
	[LOSS_NONE] = { "none", "it is there" },
	[LOSS_NO_DRAFT] = { "not stable", "it behaves differently when it runs again" },
	[LOSS_NOT_IN_C] = { "not in C", "no test file knows all its names" },
	[LOSS_COMPILERS] = { "does not compile", "a compiler objects to it" },
	[LOSS_LINKERS] = { "does not link", "it calls a function that cannot be linked" },
	[LOSS_SANITIZERS] = { "not clean",
	                      "it is not clean under the sanitizers, or it needs the network or other rights" },
	[LOSS_GCC] = { "fails with gcc", "it does not pass when compiled with gcc" },
	[LOSS_CLANG] = { "fails with clang", "it does not pass when compiled with clang" },
	[LOSS_UNSTABLE] = { "fails at times", "it does not pass every time" },
	[LOSS_ENDLESS] = { "does not end", "it does not end" },
	[LOSS_TOO_MANY] = { "--max-tests", "--max-tests allows no more tests" },
	[LOSS_MEMORY] = { "much memory",
	                  "it asks for more memory than a test may have, which other machines may grant" },
	[LOSS_SLOW] = { "waits", "it waits, and all tests that wait take too long together" },
};

const char *loss_word(enum loss loss)
{
	return causes[loss].word;
}

const char *loss_sentence(enum loss loss)
{
	return causes[loss].sentence;
}

static bool has(const uint64_t *probes, uint32_t probe)
{
	return probes[probe / 64] >> (probe % 64) & 1;
}

/* Returns why the first test that reached the goal was dropped. */
static enum loss cause_of(const struct suite *suite, uint32_t probe)
{
	for (size_t i = 0; i < suite->drafts.n; i++) {
		const struct draft *draft = &suite->drafts.at[i];
		if (draft->loss.why != LOSS_NONE && draft->probes && has(draft->probes, probe))
			return draft->loss.why;
	}
	return LOSS_NO_DRAFT;
}

/* Returns the cause for which the suite lost the goal, or LOSS_NONE. */
static enum loss loss_of(const struct suite *suite, const struct cover *cover, uint32_t probe)
{
	if (!suite_is_goal(suite->unit->marks, suite->options.criterion, probe) ||
	    !has(campaign_cover(suite->campaign)->probes, probe) || has(cover->probes, probe))
		return LOSS_NONE;
	return cause_of(suite, probe);
}

static const char *why_not(enum loss loss, struct arena *arena)
{
	return arena_printf(arena, "the search covered it, but its test is not in the suite: %s", loss_sentence(loss));
}

static const char **copy_reasons(const struct results *results, uint32_t n, struct arena *arena)
{
	const char **reasons = ARENA_ARRAY(arena, const char *, n + 1);
	for (uint32_t i = 0; i < n && results->search.why_not; i++)
		reasons[i] = results->search.why_not[i];
	return reasons;
}

static uint32_t count_found(const struct suite *suite)
{
	const struct marks *marks = suite->unit->marks;
	uint32_t n = 0;
	for (uint32_t p = 0; p < marks->n_probes; p++)
		n += suite_is_goal(marks, suite->options.criterion, p) &&
		     has(campaign_cover(suite->campaign)->probes, p);
	return n;
}

void losses_find(const struct suite *suite, struct arena *arena, struct results *results)
{
	uint32_t n_probes = suite->unit->marks->n_probes;
	const char **reasons = copy_reasons(results, n_probes, arena);
	results->suite.losses = ARENA_ARRAY(arena, struct suite_loss, N_LOSSES);
	results->suite.n_losses = results->suite.n_lost = 0;
	results->suite.n_found = count_found(suite);
	for (enum loss loss = LOSS_NONE + 1; loss < N_LOSSES; loss++) {
		uint32_t *probes = ARENA_ARRAY(arena, uint32_t, n_probes + 1), n = 0;
		for (uint32_t p = 0; p < n_probes; p++)
			if (loss_of(suite, results->suite.cover, p) == loss) {
				probes[n++] = p;
				reasons[p] = why_not(loss, arena);
			}
		results->suite.n_lost += n;
		if (n)
			results->suite.losses[results->suite.n_losses++] = (struct suite_loss){ loss_word(loss),
				                                                                loss_sentence(loss),
				                                                                probes, n };
	}
	results->search.why_not = reasons;
}
