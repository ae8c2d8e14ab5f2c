/* predictive: picks candidates with many goals close behind.
 *
 * Candidates that win a goal by themselves come first. Among equals, most goals on the edge and three decisions
 * further count, then the shorter prefix. A run that wins much at one blow is cheap.
 *
 * Among candidates of the same relevance, an edge that was tried often in vain makes room for edges that were
 * tried less: loops would offer an edge that cannot be taken for ever. After some patience such an edge does
 * not count as a sure win any more (cover/structure.h). */
#include "engine/symbolic/strategy.h"

/* Returns 0 for an edge without tries, then one more each time the tries double. */
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
