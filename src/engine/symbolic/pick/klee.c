/* klee: picks by random-path and distance in turn. */
#include <stdlib.h>

#include "engine/symbolic/strategy.h"

static void *create(void)
{
	return xcalloc(1, sizeof(unsigned));
}

static size_t pick(void *memory, const struct search *search)
{
	unsigned *turn = memory;
	const struct strategy *next = (*turn)++ % 2 ? &strategy_distance : &strategy_random_path;
	return next->pick(NULL, search);
}

const struct strategy strategy_klee = { .name = "klee", .create = create, .destroy = free, .pick = pick };
