/* random-state: picks any candidate, each with the same chance. */
#include "engine/symbolic/strategy.h"

static size_t pick(void *memory, const struct search *search)
{
	(void)memory;
	return rng_below(search->rng, search->n);
}

const struct strategy strategy_random_state = { .name = "random-state", .pick = pick };
