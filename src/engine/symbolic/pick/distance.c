/* distance: prefers candidates near an uncovered goal, measured in stretches of code. A candidate at distance d
 * weighs 1/d^2, so that the nearest is likely and none is hopeless. */
#include "engine/symbolic/strategy.h"

static double weight(const struct candidate *candidate, void *context)
{
	double distance = candidate->distance == NONE ? 1e6 : 1.0 + candidate->distance;
	(void)context;
	return 1 / (distance * distance);
}

static size_t pick(void *memory, const struct search *search)
{
	(void)memory;
	return pick_weighted(search, weight, NULL);
}

const struct strategy strategy_distance = { .name = "distance", .pick = pick };
