/* fitness: works towards one goal that runs come near and do not hit.
 *
 * As in Fitnex, the fitness of a run is its branch distance to the goal, and the gain of an edge is the mean
 * improvement by flips to it so far. The next candidate has a run that is near and an edge that gains. Goals
 * take turns: a goal that does not come nearer for a while makes room for the next. */
#include <math.h>
#include <stdlib.h>

#include "base/map.h"
#include "engine/symbolic/strategy.h"

#define PATIENCE 16u

struct gain {
	double sum;
	uint32_t n;
};

struct fitness {
	uint32_t goal;           /* edge, or NONE */
	double best;             /* the nearest that a run came to it */
	unsigned stuck;          /* picks since that improved */
	struct map turns;        /* goal -> its turns */
	VEC(struct gain) gains;  /* by edge; beyond its end they are zero */
};

static void *create(void)
{
	struct fitness *fitness = xcalloc(1, sizeof *fitness);
	fitness->goal = NONE;
	return fitness;
}

static void destroy(void *memory)
{
	struct fitness *fitness = memory;
	map_release(&fitness->turns);
	vec_release(&fitness->gains);
	free(fitness);
}

/* Returns the distance, between 0 (hit) and 1 (not even met). */
static double fitness_of(const struct traced *test, uint32_t goal)
{
	for (size_t i = 0; i < test->nearby.n; i++)
		if (test->nearby.at[i].edge == goal)
			return test->nearby.at[i].distance / (test->nearby.at[i].distance + 1);
	return 1;
}

/* Returns the fitness, which is computed once for all candidates of a test. */
static double known_fitness(struct traced *test, uint32_t goal)
{
	if (test->goal != goal) {
		test->goal = goal;
		test->fitness = fitness_of(test, goal);
	}
	return test->fitness;
}

static uint64_t turns_of(const struct fitness *fitness, uint32_t goal)
{
	const uint64_t *turns = map_get(&fitness->turns, goal);
	return turns ? *turns : 0;
}

/* Chooses the goal with the fewest turns, of equal ones the nearest. */
static void choose_goal(struct fitness *fitness, const struct search *search)
{
	uint64_t least = UINT64_MAX;
	fitness->goal = NONE;
	fitness->best = 1;
	fitness->stuck = 0;
	for (size_t i = 0; i < search->n; i++) {
		const struct traced *test = search->at[i].test;
		for (size_t k = 0; k < test->nearby.n; k++) {
			uint32_t goal = test->nearby.at[k].edge;
			uint64_t turns = turns_of(fitness, goal);
			double own = fitness_of(test, goal);
			if (!structure_wants(search->structure, goal) || turns > least ||
			    (turns == least && own >= fitness->best))
				continue;
			least = turns;
			fitness->goal = goal;
			fitness->best = own;
		}
	}
	if (fitness->goal != NONE)
		++*map_put(&fitness->turns, fitness->goal, NULL);
}

static struct gain *gain_at(struct fitness *fitness, uint32_t edge)
{
	while (fitness->gains.n <= edge)
		vec_push(&fitness->gains, (struct gain){ 0 });
	return &fitness->gains.at[edge];
}

/* Returns the expected gain. An edge without data is expected to gain a little, so that it is tried. */
static double expected_gain(const struct fitness *fitness, uint32_t edge)
{
	if (edge >= fitness->gains.n)
		return 0.05;
	return (fitness->gains.at[edge].sum + 0.05) / (fitness->gains.at[edge].n + 1);
}

static double composite(const struct candidate *candidate, void *context)
{
	const struct fitness *fitness = context;
	if (candidate->towards == fitness->goal) /* a solution would hit the goal */
		return -1;
	return known_fitness(candidate->test, fitness->goal) - expected_gain(fitness, candidate->flip.edge);
}

static size_t pick(void *memory, const struct search *search)
{
	struct fitness *fitness = memory;
	if (fitness->goal == NONE || fitness->stuck++ >= PATIENCE || !structure_wants(search->structure, fitness->goal))
		choose_goal(fitness, search);
	if (fitness->goal == NONE)
		return strategy_predictive.pick(NULL, search);
	return pick_smallest(search, composite, fitness);
}

static void told(void *memory, const struct search *search, const struct tried *tried)
{
	struct fitness *fitness = memory;
	(void)search;
	if (fitness->goal == NONE || !tried->to || tried->candidate->flip.edge == NONE)
		return;
	double before = fitness_of(tried->from, fitness->goal), after = fitness_of(tried->to, fitness->goal);
	struct gain *gain = gain_at(fitness, tried->candidate->flip.edge);
	gain->sum += before - after;
	gain->n++;
	if (after < fitness->best) {
		fitness->best = after;
		fitness->stuck = 0;
	}
}

const struct strategy strategy_fitness = { "fitness", create, destroy, pick, told };
