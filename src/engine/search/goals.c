/* goals: evolution of tests with one objective per goal (DynaMOSA).
 *
 * An objective is an outcome that no test has taken although a test met its condition or switch: then
 * everything that it depends on is covered. For MC/DC a path through a decision that shows a condition to
 * matter is an objective, too (paths.h). Goals become objectives when their parents are covered, and leave when
 * the campaign's archive has a test for them.
 *
 * For each objective the nearest test, of equal ones the shortest, is preferred to all others. The others are
 * sorted into fronts, in which no test is better than another in every objective. Within a front, tests that
 * come to most objectives are first. */
#include <math.h>
#include <stdlib.h>

#include "base/status.h"
#include "engine/search/evolution.h"

#define MAX_OBJECTIVES 64u   /* in one generation; others have their turn in the next */

struct individual {
	struct tested *test;         /* held */
	uint32_t rank;               /* of its front; 0: preferred */
	uint32_t met;             /* objectives whose condition it meets */
	double at[MAX_OBJECTIVES];   /* INFINITY: it does not come to the condition */
};

struct objective {
	uint32_t outcome;            /* for a path, its first outcome */
	bool is_path;
	struct path_goal path;
};

struct evolution {
	struct craft *craft;
	VEC(struct individual) tests; /* best first */
	VEC(struct tested *) front;   /* borrowed: tests of rank 0 */
	VEC(struct tested *) improved; /* borrowed: the front, and other tests that literals improved enough */
	struct objective objectives[MAX_OBJECTIVES];
	uint32_t n_objectives, turn;
	size_t n_parents; /* the first of `tests`; children follow */
	double fitness;
	uint64_t newest; /* number of the newest test when the generation began */
	bool has_changed, by_literals;
};

static struct evolution *create(struct craft *craft)
{
	struct evolution *evolution = xcalloc(1, sizeof *evolution);
	evolution->craft = craft;
	return evolution;
}

static void destroy(struct evolution *evolution)
{
	for (size_t i = 0; i < evolution->tests.n; i++)
		tested_drop(evolution->tests.at[i].test);
	vec_release(&evolution->tests);
	vec_release(&evolution->front);
	vec_release(&evolution->improved);
	free(evolution);
}

/* ---- objectives ---- */

/* Finds outcomes that nobody took and whose condition was met. If there are more than fit, they take turns. */
static void find_objectives(struct evolution *evolution)
{
	const struct craft *craft = evolution->craft;
	size_t n = craft->fitness.outcomes.n;
	evolution->n_objectives = 0;
	for (size_t k = 0; k < n && evolution->n_objectives < MAX_OBJECTIVES; k++) {
		uint32_t outcome = craft->fitness.outcomes.at[(evolution->turn + k) % n];
		if (outcome_is_met(&craft->world, outcome))
			evolution->objectives[evolution->n_objectives++] = (struct objective){ .outcome = outcome };
	}
	for (size_t k = 0; k < craft->fitness.paths.at.n && evolution->n_objectives < MAX_OBJECTIVES; k++) {
		size_t at = (evolution->turn + k) % craft->fitness.paths.at.n;
		const struct path_goal *path = &craft->fitness.paths.at.at[at];
		if (outcome_is_met(&craft->world, path->entry))
			evolution->objectives[evolution->n_objectives++] = (struct objective){ .outcome = path->entry,
				                                                               .is_path = true,
				                                                               .path = *path };
	}
	if (evolution->n_objectives == MAX_OBJECTIVES)
		evolution->turn += MAX_OBJECTIVES / 4;
}

/* Returns the distance itself, since objectives are not added up: x/(x + 1) would make all distances above 2^53
 * one. */
static double distance_to(const struct evolution *evolution, const struct objective *objective,
                          const struct tested *test)
{
	if (!objective->is_path) {
		double distance = tested_distance(test, objective->outcome);
		return distance < 0 ? INFINITY : distance;
	}
	double share = path_distance(evolution->craft->world.marks, &objective->path, test);
	return share < 1 ? share : INFINITY;
}

static void measure(const struct evolution *evolution, struct individual *individual)
{
	for (uint32_t i = 0; i < evolution->n_objectives; i++)
		individual->at[i] = distance_to(evolution, &evolution->objectives[i], individual->test);
}

/* ---- breeding ---- */

static void add(struct evolution *evolution, struct tested *test)
{
	if (test)
		vec_push(&evolution->tests, (struct individual){ .test = test });
}

static struct tested *new_test(struct craft *craft)
{
	return rng_chance(&craft->rng, craft->options.breeding.seeds) ? craft_seed(craft) : craft_new(craft);
}

/* Picks the best of a few tests; the population is sorted. */
static struct tested *pick_parent(struct evolution *evolution)
{
	uint64_t best = evolution->n_parents - 1;
	for (unsigned i = 0; i < evolution->craft->options.breeding.tournament; i++) {
		uint64_t own = rng_below(&evolution->craft->rng, evolution->n_parents);
		best = own < best ? own : best;
	}
	return evolution->tests.at[best].test;
}

static void make_children(struct evolution *evolution)
{
	struct craft *craft = evolution->craft;
	struct tested *parents[2] = { pick_parent(evolution), pick_parent(evolution) };
	bool cross = rng_chance(&craft->rng, craft->options.breeding.crossover) && parents[0] != parents[1];
	double position = rng_unit(&craft->rng);
	for (int i = 0; i < 2; i++) {
		struct tested *joined = cross && rng_chance(&craft->rng, 0.5)
		                                ? craft_joined(craft, parents[i], parents[!i], position)
		                                : NULL;
		add(evolution, joined ? joined : craft_mutated(craft, parents[i]));
	}
}

static bool is_come_to(const struct evolution *evolution, uint32_t outcome)
{
	for (size_t i = 0; i < evolution->n_parents; i++)
		if (tested_distance(evolution->tests.at[i].test, outcome) >= 0)
			return true;
	return false;
}

/* Adds the campaign's nearest test for each objective that no test of the population comes to. */
static void take_nearest(struct evolution *evolution, size_t most)
{
	struct craft *craft = evolution->craft;
	find_objectives(evolution);
	for (uint32_t i = 0; i < evolution->n_objectives && evolution->tests.n < most; i++)
		if (!is_come_to(evolution, evolution->objectives[i].outcome))
			add(evolution, craft_nearest(craft, evolution->objectives[i].outcome));
}

static void breed(struct evolution *evolution)
{
	struct craft *craft = evolution->craft;
	size_t wanted = craft->options.breeding.population, before = evolution->tests.n;
	evolution->n_parents = before;
	evolution->newest = craft->n_tests;
	take_nearest(evolution, before + wanted / 2);
	for (size_t tries = 0; evolution->tests.n < before + wanted && tries < 4 * wanted; tries++) {
		if (!before || rng_chance(&craft->rng, craft->options.breeding.fresh))
			add(evolution, new_test(craft));
		else
			make_children(evolution);
	}
}

/* ---- sorting ---- */

static bool is_shorter(const struct individual *a, const struct individual *b)
{
	if (a->test->seq->n != b->test->seq->n)
		return a->test->seq->n < b->test->seq->n;
	return a->test->number < b->test->number;
}

/* Gives rank 0 to the nearest test for each objective. */
static void prefer(struct evolution *evolution)
{
	for (uint32_t o = 0; o < evolution->n_objectives; o++) {
		struct individual *best = &evolution->tests.at[0];
		for (size_t i = 1; i < evolution->tests.n; i++) {
			struct individual *own = &evolution->tests.at[i];
			if (own->at[o] < best->at[o] || (own->at[o] == best->at[o] && is_shorter(own, best)))
				best = own;
		}
		if (best->at[o] < INFINITY)
			best->rank = 0;
	}
}

static bool dominates(const struct individual *a, const struct individual *b, uint32_t n)
{
	bool better = false;
	for (uint32_t i = 0; i < n; i++) {
		if (a->at[i] > b->at[i])
			return false;
		better |= a->at[i] < b->at[i];
	}
	return better;
}

/* Finds the fronts, from rank 1 on, until the population is full. */
static void find_fronts(struct evolution *evolution)
{
	size_t n = evolution->tests.n, ranked = 0;
	for (size_t i = 0; i < n; i++)
		ranked += evolution->tests.at[i].rank == 0;
	for (uint32_t rank = 1; ranked < n && ranked < evolution->craft->options.breeding.population; rank++) {
		size_t before = ranked;
		for (size_t i = 0; i < n; i++) {
			struct individual *own = &evolution->tests.at[i];
			bool dominated = false;
			if (own->rank < rank)
				continue;
			for (size_t k = 0; k < n && !dominated; k++)
				dominated = k != i && evolution->tests.at[k].rank >= rank &&
				            dominates(&evolution->tests.at[k], own, evolution->n_objectives);
			if (!dominated) {
				own->rank = rank;
				ranked++;
			}
		}
		if (ranked == before)
			break;
	}
}

static void count_met(struct evolution *evolution)
{
	for (size_t i = 0; i < evolution->tests.n; i++) {
		struct individual *own = &evolution->tests.at[i];
		for (uint32_t o = 0; o < evolution->n_objectives; o++)
			own->met += own->at[o] < INFINITY;
	}
}

static int by_rank(const void *left, const void *right)
{
	const struct individual *a = left, *b = right;
	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	if (a->met != b->met)
		return a->met > b->met ? -1 : 1;
	if (a->test->seq->n != b->test->seq->n)
		return a->test->seq->n < b->test->seq->n ? -1 : 1;
	return a->test->number > b->test->number ? -1 : a->test->number < b->test->number;
}

static void drop_bad(struct evolution *evolution)
{
	size_t kept = 0;
	for (size_t i = 0; i < evolution->tests.n; i++) {
		if (evolution->tests.at[i].test->state == TESTED_GOOD)
			evolution->tests.at[kept++] = evolution->tests.at[i];
		else
			tested_drop(evolution->tests.at[i].test);
	}
	evolution->tests.n = kept;
}

/* Drops tests that are equal up to names. */
static void drop_twins(struct evolution *evolution)
{
	struct map seen = { 0 };
	size_t kept = 0;
	for (size_t i = 0; i < evolution->tests.n; i++) {
		bool added;
		map_put(&seen, evolution->tests.at[i].test->seq->hash, &added);
		if (added)
			evolution->tests.at[kept++] = evolution->tests.at[i];
		else
			tested_drop(evolution->tests.at[i].test);
	}
	evolution->tests.n = kept;
	map_release(&seen);
}

/* ---- selecting ---- */

static void find_front(struct evolution *evolution)
{
	vec_clear(&evolution->front);
	evolution->has_changed = evolution->by_literals = false;
	for (size_t i = 0; i < evolution->tests.n && evolution->tests.at[i].rank == 0; i++) {
		struct tested *test = evolution->tests.at[i].test;
		bool is_new = test->number > evolution->newest;
		vec_push(&evolution->front, test);
		evolution->has_changed |= is_new;
		evolution->by_literals |= is_new && test->is_primitive;
	}
	evolution->fitness = fitness_of(&evolution->craft->fitness, evolution->front.at, evolution->front.n);
}

static void find_improved(struct evolution *evolution)
{
	vec_clear(&evolution->improved);
	for (size_t i = 0; i < evolution->tests.n; i++) {
		const struct individual *own = &evolution->tests.at[i];
		if (own->rank == 0 || (own->test->number > evolution->newest && own->test->is_primitive))
			vec_push(&evolution->improved, own->test);
	}
}

static void select_next(struct evolution *evolution)
{
	drop_bad(evolution);
	drop_twins(evolution);
	find_objectives(evolution);
	for (size_t i = 0; i < evolution->tests.n; i++) {
		struct individual *own = &evolution->tests.at[i];
		own->rank = UINT32_MAX;
		own->met = 0;
		measure(evolution, own);
	}
	if (evolution->tests.n)
		prefer(evolution);
	find_fronts(evolution);
	count_met(evolution);
	qsort(evolution->tests.at, evolution->tests.n, sizeof *evolution->tests.at, by_rank);
	while (evolution->tests.n > evolution->craft->options.breeding.population)
		tested_drop(evolution->tests.at[--evolution->tests.n].test);
	evolution->n_parents = evolution->tests.n;
	find_front(evolution);
	find_improved(evolution);
}

static struct best best(const struct evolution *evolution)
{
	bool all = evolution->craft->options.inside.all_individuals;
	return (struct best){ .tests = all ? evolution->improved.at : evolution->front.at,
		              .n = all ? evolution->improved.n : evolution->front.n,
		              .has_changed = evolution->has_changed,
		              .by_literals = evolution->by_literals };
}

/* Puts the test at the front until the next generation is selected. */
static void take_in(struct evolution *evolution, struct tested *test)
{
	struct individual individual = { .test = tested_hold(test) };
	vec_push(&evolution->tests, individual);
	struct individual *at = evolution->tests.at;
	at[evolution->tests.n - 1] = at[0];
	at[0] = individual;
	vec_push(&evolution->front, test);
	evolution->n_parents = evolution->tests.n;
	evolution->fitness = fitness_of(&evolution->craft->fitness, evolution->front.at, evolution->front.n);
}

static double fitness(const struct evolution *evolution)
{
	return evolution->fitness;
}

const struct evolution_kind evolution_goals = { "goals", create, destroy, breed, select_next, best, take_in, fitness };
