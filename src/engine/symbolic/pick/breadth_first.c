/* breadth-first: picks the shortest prefix, of equal ones the older. */
#include "engine/symbolic/strategy.h"

static double depth(const struct candidate *candidate, void *context)
{
	(void)context;
	return candidate->depth;
}

static size_t pick(void *memory, const struct search *search)
{
	(void)memory;
	return pick_smallest(search, depth, NULL);
}

const struct strategy strategy_breadth_first = { .name = "breadth-first", .pick = pick };
