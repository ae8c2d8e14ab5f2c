/* interleaved: predictive and fitness in turn, the default. Predictive covers much at one blow, fitness stays
 * with a goal that is hard to hit. While a candidate wins by itself, fitness is not needed. */
#include <stdlib.h>

#include "engine/symbolic/strategy.h"

struct pair {
	void *fitness;
	unsigned turn;
};

static void *create(void)
{
	struct pair *pair = xcalloc(1, sizeof *pair);
	pair->fitness = strategy_fitness.create();
	return pair;
}

static void destroy(void *memory)
{
	struct pair *pair = memory;
	strategy_fitness.destroy(pair->fitness);
	free(pair);
}

static size_t pick(void *memory, const struct search *search)
{
	struct pair *pair = memory;
	size_t i = strategy_predictive.pick(NULL, search);
	bool wins = search->at[i].relevance == MUST_BE_RELEVANT && candidates_tries(search->pool, &search->at[i]) < 4;
	if (wins || pair->turn++ % 2 == 0)
		return i;
	return strategy_fitness.pick(pair->fitness, search);
}

static void told(void *memory, const struct search *search, const struct tried *tried)
{
	strategy_fitness.told(((struct pair *)memory)->fitness, search, tried);
}

const struct strategy strategy_interleaved = { "default", create, destroy, pick, told };
