/* depth-first: picks the last decision of the newest run that can still be flipped. */
#include "engine/symbolic/strategy.h"

static size_t pick(void *memory, const struct search *search)
{
	size_t best = 0;
	(void)memory;
	for (size_t i = 1; i < search->n; i++) {
		const struct candidate *a = &search->at[i], *b = &search->at[best];
		if (a->test->number != b->test->number ? a->test->number > b->test->number
		    : a->position != b->position       ? a->position > b->position
		                                       : a->number < b->number)
			best = i;
	}
	return best;
}

const struct strategy strategy_depth_first = { .name = "depth-first", .pick = pick };
