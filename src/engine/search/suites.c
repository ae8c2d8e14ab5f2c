/* suites: evolution of whole suites.
 *
 * Two parents, chosen by rank, give two children. Crossover cuts both lists of tests at the same relative
 * position. Then each test is mutated with one chance in their number, and new tests come in. The children take
 * the place of their parents if they are better, or as good and not longer: suites do not grow without getting
 * better. The best suite always survives. */
#include <math.h>
#include <stdlib.h>

#include "engine/search/evolution.h"

#define MAX_FIRST_TESTS 10u  /* of a suite in the first generation */

struct suite {
	VEC(struct tested *) tests;  /* held */
	double fitness;
	uint32_t length;             /* steps of all tests */
	bool by_literals;            /* a test was made by changing literals */
	uint64_t number;             /* counts suites */
};

/* Two children and the parents whose place they may take. */
struct brood {
	struct suite children[2];
	uint32_t parents[2];
};

struct evolution {
	struct craft *craft;
	VEC(struct suite) suites;    /* best first */
	VEC(struct brood) broods;
	VEC(struct tested *) improved; /* borrowed: tests of suites that a change of literals improved */
	uint64_t next_number, best_number;
	double best_fitness;         /* of the generation before */
	bool has_changed, has_moved;
};

/* ---- a suite ---- */

static void release_suite(struct suite *suite)
{
	for (size_t i = 0; i < suite->tests.n; i++)
		tested_drop(suite->tests.at[i]);
	vec_release(&suite->tests);
}

static struct suite copy_suite(const struct suite *suite)
{
	struct suite copy = *suite;
	copy.tests = (__typeof__(copy.tests)){ 0 };
	for (size_t i = 0; i < suite->tests.n; i++)
		vec_push(&copy.tests, tested_hold(suite->tests.at[i]));
	return copy;
}

/* Adds a test, and takes over the caller's hold; `test` may be NULL. */
static void add_test(const struct evolution *evolution, struct suite *suite, struct tested *test)
{
	if (test && suite->tests.n < evolution->craft->options.breeding.max_tests)
		vec_push(&suite->tests, test);
	else
		tested_drop(test);
}

/* Removes tests that went wrong. */
static void settle(struct evolution *evolution, struct suite *suite)
{
	size_t kept = 0;
	suite->length = 0;
	for (size_t i = 0; i < suite->tests.n; i++) {
		struct tested *test = suite->tests.at[i];
		if (test->state != TESTED_GOOD) {
			tested_drop(test);
			continue;
		}
		suite->length += test->seq->n;
		suite->tests.at[kept++] = test;
	}
	suite->tests.n = kept;
	suite->fitness = fitness_of(&evolution->craft->fitness, suite->tests.at, suite->tests.n);
}

static struct tested *new_test(struct craft *craft)
{
	return rng_chance(&craft->rng, craft->options.breeding.seeds) ? craft_seed(craft) : craft_new(craft);
}

static void mutate_suite(struct evolution *evolution, struct suite *suite)
{
	struct craft *craft = evolution->craft;
	double sigma = craft->options.breeding.insertion, chance = suite->tests.n ? 1.0 / (double)suite->tests.n : 0;
	for (size_t i = 0; i < suite->tests.n; i++) {
		struct tested *mutated = rng_chance(&craft->rng, chance) ? craft_mutated(craft, suite->tests.at[i])
		                                                         : NULL;
		if (!mutated)
			continue;
		suite->by_literals |= mutated->is_primitive;
		tested_drop(suite->tests.at[i]);
		suite->tests.at[i] = mutated;
	}
	for (double insert = sigma; rng_chance(&craft->rng, insert); insert *= sigma)
		add_test(evolution, suite, new_test(craft));
	if (!suite->tests.n)
		add_test(evolution, suite, new_test(craft));
}

/* ---- life ---- */

static struct evolution *create(struct craft *craft)
{
	struct evolution *evolution = xcalloc(1, sizeof *evolution);
	evolution->craft = craft;
	return evolution;
}

static void release_broods(struct evolution *evolution)
{
	for (size_t i = 0; i < evolution->broods.n; i++) {
		release_suite(&evolution->broods.at[i].children[0]);
		release_suite(&evolution->broods.at[i].children[1]);
	}
	vec_clear(&evolution->broods);
}

static void destroy(struct evolution *evolution)
{
	release_broods(evolution);
	vec_release(&evolution->broods);
	vec_release(&evolution->improved);
	for (size_t i = 0; i < evolution->suites.n; i++)
		release_suite(&evolution->suites.at[i]);
	vec_release(&evolution->suites);
	free(evolution);
}

/* ---- breeding ---- */

static void begin(struct evolution *evolution)
{
	struct craft *craft = evolution->craft;
	for (uint32_t i = 0; i < craft->options.breeding.population; i++) {
		struct suite suite = { .number = evolution->next_number++ };
		for (uint64_t n = 1 + rng_below(&craft->rng, MAX_FIRST_TESTS); n; n--)
			add_test(evolution, &suite, new_test(craft));
		vec_push(&evolution->suites, suite);
	}
}

/* Picks a parent by rank: linear, the first `bias` times as likely as the middle. */
static uint32_t pick_parent(struct evolution *evolution)
{
	double bias = evolution->craft->options.breeding.rank_bias, u = rng_unit(&evolution->craft->rng);
	double share = (bias - sqrt(bias * bias - 4 * (bias - 1) * u)) / (2 * (bias - 1));
	uint32_t i = (uint32_t)(share * (double)evolution->suites.n);
	return i < evolution->suites.n ? i : (uint32_t)evolution->suites.n - 1;
}

/* Gives the child the first part of a and the rest of b. */
static void cross_into(struct evolution *evolution, struct suite *child, const struct suite *a, const struct suite *b,
                       double position)
{
	size_t n = (size_t)(position * (double)a->tests.n), from = (size_t)(position * (double)b->tests.n);
	for (size_t i = 0; i < n; i++)
		add_test(evolution, child, tested_hold(a->tests.at[i]));
	for (size_t i = from; i < b->tests.n; i++)
		add_test(evolution, child, tested_hold(b->tests.at[i]));
}

static void make_brood(struct evolution *evolution)
{
	struct craft *craft = evolution->craft;
	struct brood brood = { .parents = { pick_parent(evolution), pick_parent(evolution) } };
	const struct suite *a = &evolution->suites.at[brood.parents[0]], *b = &evolution->suites.at[brood.parents[1]];
	if (rng_chance(&craft->rng, craft->options.breeding.crossover)) {
		double position = rng_unit(&craft->rng);
		cross_into(evolution, &brood.children[0], a, b, position);
		cross_into(evolution, &brood.children[1], b, a, position);
	} else {
		brood.children[0] = copy_suite(a);
		brood.children[1] = copy_suite(b);
	}
	for (int i = 0; i < 2; i++) {
		brood.children[i].number = evolution->next_number++;
		brood.children[i].by_literals = false;
		mutate_suite(evolution, &brood.children[i]);
	}
	vec_push(&evolution->broods, brood);
}

static void breed(struct evolution *evolution)
{
	if (!evolution->suites.n) {
		begin(evolution);
		return;
	}
	for (uint32_t i = 0; i < evolution->craft->options.breeding.population / 2; i++)
		make_brood(evolution);
}

/* ---- selecting ---- */

static int by_fitness(const void *left, const void *right)
{
	const struct suite *a = left, *b = right;
	if (a->fitness != b->fitness)
		return a->fitness < b->fitness ? -1 : 1;
	if (a->length != b->length)
		return a->length < b->length ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

static bool is_better(const struct brood *brood, const struct suite *suites)
{
	const struct suite *children = brood->children;
	const struct suite *a = &suites[brood->parents[0]], *b = &suites[brood->parents[1]];
	double born = fmin(children[0].fitness, children[1].fitness), before = fmin(a->fitness, b->fitness);
	uint32_t length = children[0].length + children[1].length;
	return born < before || (born == before && length <= a->length + b->length);
}

/* Returns the best suite. The order of breeding stays, because broods name parents by their place. */
static const struct suite *find_best(const struct evolution *evolution)
{
	const struct suite *found = &evolution->suites.at[0];
	for (size_t i = 1; i < evolution->suites.n; i++)
		if (by_fitness(&evolution->suites.at[i], found) < 0)
			found = &evolution->suites.at[i];
	return found;
}

/* Makes the next generation: the best suite, then of each brood the children or the parents. */
static void replace(struct evolution *evolution)
{
	__typeof__(evolution->suites) next = { 0 };
	vec_push(&next, copy_suite(find_best(evolution)));
	for (size_t i = 0; i < evolution->broods.n; i++) {
		struct brood *brood = &evolution->broods.at[i];
		bool better = is_better(brood, evolution->suites.at);
		for (int k = 0; k < 2 && next.n < evolution->craft->options.breeding.population; k++)
			vec_push(&next,
			         copy_suite(better ? &brood->children[k] : &evolution->suites.at[brood->parents[k]]));
	}
	for (size_t i = 0; i < evolution->suites.n; i++)
		release_suite(&evolution->suites.at[i]);
	vec_release(&evolution->suites);
	evolution->suites.at = next.at;
	evolution->suites.n = next.n;
	evolution->suites.cap = next.cap;
}

/* Lists tests of suites born in this generation: children that took a parent's place. */
static void find_improved(struct evolution *evolution, uint64_t first_born)
{
	vec_clear(&evolution->improved);
	for (size_t i = 0; i < evolution->suites.n; i++) {
		const struct suite *suite = &evolution->suites.at[i];
		bool counts = i == 0 || (suite->number >= first_born && suite->by_literals);
		for (size_t k = 0; counts && k < suite->tests.n; k++)
			vec_push(&evolution->improved, suite->tests.at[k]);
	}
}

/* Selects the next generation. Fitness is computed anew for all, because the campaign may have covered
 * something meanwhile. A suite whose tests all went wrong starts anew with the next mutation. */
static void select_next(struct evolution *evolution)
{
	uint64_t first_born = evolution->broods.n ? evolution->broods.at[0].children[0].number : 0;
	for (size_t i = 0; i < evolution->suites.n; i++)
		settle(evolution, &evolution->suites.at[i]);
	evolution->best_fitness = find_best(evolution)->fitness;
	for (size_t i = 0; i < evolution->broods.n; i++)
		for (int k = 0; k < 2; k++)
			settle(evolution, &evolution->broods.at[i].children[k]);
	if (evolution->broods.n)
		replace(evolution);
	release_broods(evolution);
	qsort(evolution->suites.at, evolution->suites.n, sizeof *evolution->suites.at, by_fitness);
	const struct suite *best = &evolution->suites.at[0];
	evolution->has_changed = best->number != evolution->best_number;
	evolution->has_moved = best->fitness != evolution->best_fitness;
	evolution->best_number = best->number;
	find_improved(evolution, first_born);
}

static struct best best(const struct evolution *evolution)
{
	const struct suite *suite = &evolution->suites.at[0];
	bool all = evolution->craft->options.inside.all_individuals;
	return (struct best){ .tests = all ? evolution->improved.at : suite->tests.at,
		              .n = all ? evolution->improved.n : suite->tests.n,
		              .has_changed = evolution->has_changed,
		              .by_literals = suite->by_literals && evolution->has_moved };
}

static void take_in(struct evolution *evolution, struct tested *test)
{
	struct suite *suite = &evolution->suites.at[0];
	vec_push(&suite->tests, tested_hold(test));
	suite->number = evolution->best_number = evolution->next_number++;
	settle(evolution, suite);
}

static double fitness(const struct evolution *evolution)
{
	return evolution->suites.n ? evolution->suites.at[0].fitness : 0;
}

const struct evolution_kind evolution_suites = { "suite", create, destroy, breed, select_next, best, take_in, fitness };
