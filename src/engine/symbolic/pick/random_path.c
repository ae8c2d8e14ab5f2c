/* random-path: a prefix of length l weighs 2^-l, as if a coin were thrown at every decision on the way down the
 * tree of paths. Long paths, of which loops make many, do not crowd out the short ones. */
#include <math.h>

#include "engine/symbolic/strategy.h"

static double weight(const struct candidate *candidate, void *context)
{
	double least = *(const double *)context;
	return exp2(least - candidate->depth);
}

static size_t pick(void *memory, const struct search *search)
{
	double least = search->at[0].depth;
	(void)memory;
	for (size_t i = 1; i < search->n; i++)
		if (search->at[i].depth < least)
			least = search->at[i].depth;
	return pick_weighted(search, weight, &least);
}

const struct strategy strategy_random_path = { .name = "random-path", .pick = pick };
