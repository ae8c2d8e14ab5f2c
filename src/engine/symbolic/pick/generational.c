/* generational: picks all candidates of the run that won most, before the candidates of any other run.
 *
 * As in SAGE, the worth of a run is its new coverage. All its decisions are flipped, each giving a child, and
 * the next parent is the best run with candidates left. */
#include "engine/symbolic/strategy.h"

static size_t pick(void *memory, const struct search *search)
{
	size_t best = 0;
	(void)memory;
	for (size_t i = 1; i < search->n; i++) {
		const struct candidate *a = &search->at[i], *b = &search->at[best];
		if (a->test->new_probes != b->test->new_probes ? a->test->new_probes > b->test->new_probes
		    : a->test->number != b->test->number       ? a->test->number < b->test->number
		                                               : a->number < b->number)
			best = i;
	}
	return best;
}

const struct strategy strategy_generational = { .name = "generational", .pick = pick };
