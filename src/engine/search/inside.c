/* inside: see inside.h. */
#include "engine/search/inside.h"

#include <stdlib.h>

#include "base/status.h"
#include "base/log.h"

#define LEAST_PROBABILITY 0.01
#define BATCH 64.0           /* tests of a generation that run together, roughly */
#define LONGER 2.0           /* factor of the wait after a useless application */
#define MAX_TRIES 8u         /* flips to one edge without a result */
#define QUERIES_PER_TEST 8u  /* that an application may ask for each test that it may run */
#define MAX_REPORTED 512u    /* applications */

/* ---- life ---- */

void inside_init(struct inside *inside, struct craft *craft, uint64_t seed)
{
	struct solver_options solver = { .z3_seconds = craft->options.inside.solver_seconds, .seed = seed };
	*inside = (struct inside){ .craft = craft,
		                   .probability = craft->options.inside.probability,
		                   .arena = arena_new() };
	candidates_init(&inside->pool, craft->world.marks, craft->structure);
	inside->solving = (struct solving){ .solver = solver_new(&solver),
		                            .model = craft->world.model,
		                            .marks = craft->world.marks };
}

static void forget_suite(struct inside *inside)
{
	for (size_t i = 0; i < inside->suite.n; i++)
		tested_drop(inside->suite.at[i]);
	vec_clear(&inside->suite);
}

void inside_release(struct inside *inside)
{
	if (inside->is_flip)
		traced_drop(inside->candidate.test);
	forget_suite(inside);
	vec_release(&inside->suite);
	candidates_release(&inside->pool);
	traces_release(&inside->traces);
	solver_free(inside->solving.solver);
	solving_release(&inside->solving);
	map_release(&inside->traced);
	vec_release(&inside->applications);
	arena_free(inside->arena);
}

/* ---- when ---- */

void inside_note(struct inside *inside, const struct run *run)
{
	work_add(&inside->generations, run, NULL);
	inside->generations.groups += 1 / BATCH;
}

bool inside_wants(struct inside *inside, const struct best *best)
{
	bool is_overdue = work_nanoseconds(&inside->generations) >= inside->wait;
	if (best->n + best->n_winners == 0 || !((best->has_changed && best->by_literals) || is_overdue))
		return false;
	bool wanted = rng_chance(&inside->craft->rng, inside->probability);
	inside->applied.declined += !wanted;
	return wanted;
}

static double fitness_of_suite(struct inside *inside)
{
	return fitness_of(&inside->craft->fitness, inside->suite.at, inside->suite.n);
}

void inside_begin(struct inside *inside, const struct best *best, uint64_t generation)
{
	forget_suite(inside);
	for (size_t i = 0; i < best->n; i++)
		vec_push(&inside->suite, tested_hold(best->tests[i]));
	for (size_t i = 0; i < best->n_winners; i++)
		vec_push(&inside->suite, tested_hold(best->winners[i]));
	inside->next = 0;
	inside->effort.runs = inside->effort.queries = 0;
	inside->generations = inside->application = (struct work){ 0 };
	inside->solver_steps = solver_stats(inside->solving.solver).steps;
	inside->effort.start = now_seconds();
	vec_push(&inside->applications, (struct application){ .generation = generation,
	                                                      .tests = (uint32_t)inside->suite.n,
	                                                      .before = fitness_of_suite(inside) });
}

/* Sets the wait: generations may cost as much as the application did. */
static void choose_wait(struct inside *inside, bool gave_something)
{
	inside->application.solver_steps = solver_stats(inside->solving.solver).steps - inside->solver_steps;
	double cost = work_nanoseconds(&inside->application);
	if (gave_something || LONGER * inside->wait < cost)
		inside->wait = cost;
	else
		inside->wait *= LONGER;
}

void inside_end(struct inside *inside)
{
	const struct inside_options *options = &inside->craft->options.inside;
	struct application *now = &vec_last(&inside->applications);
	double changed = now->kept ? inside->probability * options->rate : inside->probability / options->rate;
	choose_wait(inside, now->kept > 0);
	traces_forget_unused(&inside->traces);
	if (!inside->effort.runs && !now->conditions) { /* there was nothing to try */
		inside->applications.n--;
		return;
	}
	inside->probability = changed > 1 ? 1 : changed < LEAST_PROBABILITY ? LEAST_PROBABILITY : changed;
	now->after = fitness_of_suite(inside);
	inside->applied.n++;
	inside->applied.useful += now->kept > 0;
	inside->applied.kept += now->kept;
	if (inside->applications.n > MAX_REPORTED)
		inside->applications.n--;
}

static bool is_spent(const struct inside *inside)
{
	const struct inside_options *options = &inside->craft->options.inside;
	return inside->effort.runs >= options->max_tests ||
	       inside->effort.queries >= QUERIES_PER_TEST * options->max_tests ||
	       (options->max_seconds > 0 && now_seconds() - inside->effort.start > options->max_seconds);
}

/* ---- tests of the individual ---- */

/* Returns a test of the individual that was not traced; NULL: all were. */
static const struct seq *next_of_suite(struct inside *inside)
{
	while (inside->next < inside->suite.n) {
		bool added;
		const struct seq *seq = inside->suite.at[inside->next++]->seq;
		map_put(&inside->traced, seq->hash, &added);
		if (added)
			return inputs_expand(inside->arena, inside->craft->world.model, seq);
	}
	return NULL;
}

/* ---- flips ---- */

/* True if the condition was decided one way only. */
static bool is_one_way(const struct inside *inside, const struct candidate *candidate)
{
	return candidate->towards != NONE && !cover_has(inside->craft->world.cover, candidate->towards);
}

/* Returns the class of a candidate, smaller is better; UINT32_MAX: it is not to be flipped. */
static uint32_t class_of(const struct inside *inside, const struct candidate *candidate)
{
	uint32_t filter = inside->craft->options.inside.filter;
	if (candidates_tries(&inside->pool, candidate) >= MAX_TRIES)
		return UINT32_MAX;
	if (filter == FILTER_NONE || is_one_way(inside, candidate))
		return 0;
	return filter == FILTER_ONE_WAY ? UINT32_MAX : 1;
}

static bool comes_before(const struct candidate *a, const struct candidate *b)
{
	return a->depth != b->depth ? a->depth < b->depth : a->number < b->number;
}

/* Picks the candidate with the shortest way of the best class; SIZE_MAX: there is none. */
static size_t pick(const struct inside *inside)
{
	const struct candidate *at = inside->pool.at.at;
	size_t best = SIZE_MAX;
	uint32_t best_class = UINT32_MAX;
	for (size_t i = 0; i < inside->pool.at.n; i++) {
		uint32_t class = class_of(inside, &at[i]);
		if (class < best_class ||
		    (class == best_class && best != SIZE_MAX && comes_before(&at[i], &at[best]))) {
			best = i;
			best_class = class;
		}
	}
	return best;
}

static const struct seq *next_flip(struct inside *inside)
{
	candidates_check(&inside->pool);
	for (size_t i = pick(inside); i != SIZE_MAX && !is_spent(inside); i = pick(inside)) {
		const struct seq *seq = NULL;
		enum liberty liberty;
		struct candidate candidate = candidates_take(&inside->pool, i);
		enum solved solved = SOLVED_GAVE_UP;
		bool added = false;
		if (candidate.test->trace.nodes) /* otherwise its trace was dropped */
			solved = solving_try(&inside->solving, inside->arena, &candidate, &seq, &liberty);
		inside->effort.queries++;
		vec_last(&inside->applications).conditions++;
		if (solved == SOLVED)
			map_put(&inside->traced, seq->hash, &added);
		if (added) {
			inside->candidate = candidate;
			inside->is_flip = true;
			vec_last(&inside->applications).solved++;
			return seq;
		}
		traced_drop(candidate.test);
	}
	return NULL;
}

const struct seq *inside_next(struct inside *inside)
{
	const struct seq *seq = NULL;
	arena_clear(inside->arena);
	inside->is_flip = false;
	if (!is_spent(inside))
		seq = next_of_suite(inside);
	if (!seq && !is_spent(inside))
		seq = next_flip(inside);
	inside->effort.runs += seq != NULL;
	/* The test shares steps with tests that may be forgotten before its result is here. */
	return seq ? seq_copy(inside->arena, seq) : NULL;
}

/* ---- results ---- */

static struct traced *new_traced(struct inside *inside, const struct engine_result *result)
{
	struct traced *test = xcalloc(1, sizeof *test);
	test->arena = arena_new();
	test->number = ++inside->n_traced;
	test->seq = seq_copy(test->arena, result->seq);
	test->calls = ARENA_ARRAY(test->arena, uint32_t, test->seq->n + 1);
	test->refs = 1;
	test->goal = NONE;
	for (uint32_t i = 0; i < test->seq->n; i++)
		test->calls[i] = step_is_call(test->seq->steps[i]) ? inside->craft->mark_of[test->seq->steps[i]->index]
		                                                   : NONE;
	return test;
}

static void keep_trace(struct inside *inside, const struct engine_result *result)
{
	if (!result->trace || result->reception != RECEIVED_NORMAL)
		return;
	struct traced *test = new_traced(inside, result);
	candidates_collect(&inside->pool, test, result->trace);
	if (test->refs > 1)
		traces_keep(&inside->traces, test, result->trace);
	traced_drop(test);
}

/* True if the test improves the individual. The campaign already knows the test's coverage, so wins are counted
 * apart. */
static bool improves(struct inside *inside, struct tested *test, const struct engine_result *result)
{
	if (test->state != TESTED_GOOD)
		return false;
	if (result->new_probes || inside->craft->options.inside.keep_all)
		return true;
	double before = fitness_of_suite(inside);
	vec_push(&inside->suite, test);
	double after = fitness_of_suite(inside);
	inside->suite.n--;
	return after < before;
}

struct tested *inside_take(struct inside *inside, const struct engine_result *result)
{
	struct craft *craft = inside->craft;
	bool is_flip = inside->is_flip;
	inside->is_flip = false;
	work_add(&inside->application, result->run, result->trace);
	inside->application.groups++;
	structure_refresh(craft->structure, craft->world.cover);
	if (!is_flip) {
		keep_trace(inside, result);
		return NULL;
	}
	if (result->new_probes)
		candidates_praise(&inside->pool, &inside->candidate);
	traced_drop(inside->candidate.test);
	struct tested *test = tested_new(result->seq, ++craft->n_tests, true);
	tested_take(test, craft->world.marks, result);
	if (!improves(inside, test, result)) {
		tested_drop(test);
		return NULL;
	}
	struct application *now = &vec_last(&inside->applications);
	now->kept++;
	now->new_probes += result->new_probes;
	keep_trace(inside, result);
	inside->next = inside->suite.n + 1; /* it was traced */
	vec_push(&inside->suite, test);
	return test;
}
