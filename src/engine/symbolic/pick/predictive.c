/* predictive: where many goals lie close behind.
 *
 * Candidates that win a goal by themselves come first. Among equals the one with most
 * goals on its edge and three decisions further, then the shorter prefix. Runs that
 * win much at one blow are cheap ones.
 *
 * Among those that are relevant in the same way, an edge that was tried often in vain makes room for those that were
 * tried less: loops would offer one that cannot be taken for ever. After some patience such an edge
 * does not count as one that must win (cover/structure.h). */
#include "engine/symbolic/strategy.h"

/* 0, then one more each time that the tries double. */
static unsigned weariness(const struct search *search, const struct candidate *candidate)
{
	uint32_t tries = candidates_tries(search->pool, candidate) / FRESH;
	return tries ? 32 - (unsigned)__builtin_clz(tries) : 0;
}

static size_t pick(void *memory, const struct search *search)
{
	size_t best = 0;
	uint64_t equals = 1;
	unsigned least = weariness(search, &search->at[0]);
	(void)memory;
	for (size_t i = 1; i < search->n; i++) {
		const struct candidate *a = &search->at[i], *b = &search->at[best];
		unsigned weary = weariness(search, a);
		int order = a->relevance != b->relevance         ? (a->relevance > b->relevance ? 1 : -1)
		            : weary != least                     ? (weary < least ? 1 : -1)
		            : a->contribution != b->contribution ? (a->contribution > b->contribution ? 1 : -1)
		            : a->depth != b->depth               ? (a->depth < b->depth ? 1 : -1)
		                                                 : 0;
		if (order > 0)
			equals = 1;
		if (order > 0 || (order == 0 && rng_below(search->rng, ++equals) == 0)) {
			best = i;
			least = weary;
		}
	}
	return best;
}

const struct strategy strategy_predictive = { .name = "predictive", .pick = pick };
