/* craft: see craft.h. */
#include "engine/search/craft.h"

#include <stdlib.h>
#include <string.h>

#include "engine/join.h"
#include "engine/flips/mark_of.h"

#define CHANCE_OPEN 0.6      /* of calling a function with goals left */
#define CHANCE_HELPER 0.1    /* of calling a function of the context */
#define CHANCE_RESERVE 0.1   /* of calling a static function */
#define MAX_CALLS 8u         /* of a new test */
#define PATIENCE 64u         /* turns without a win, while only targets count */
#define TRIES 4u             /* to make a test */

/* ---- functions ---- */

static uint32_t any_of(struct rng *rng, const uint32_t *functions, size_t n)
{
	return n ? functions[rng_below(rng, n)] : NONE;
}

static uint32_t pick_function(void *context)
{
	struct craft *craft = context;
	struct rng *rng = &craft->rng;
	if (craft->helpers.n && rng_chance(rng, CHANCE_HELPER))
		return any_of(rng, craft->helpers.at, craft->helpers.n);
	if (craft->open.n && rng_chance(rng, CHANCE_OPEN))
		return any_of(rng, craft->open.at, craft->open.n);
	if (craft->reserve.n && (!craft->callable.n || rng_chance(rng, CHANCE_RESERVE)))
		return any_of(rng, craft->reserve.at, craft->reserve.n);
	return any_of(rng, craft->callable.at, craft->callable.n);
}

static void sort_functions(struct craft *craft)
{
	const struct engine_world *world = &craft->world;
	for (uint32_t f = 0; f < world->model->functions.n; f++) {
		const struct function *function = &world->model->functions.at[f];
		if (!world->callable[f] || function->sets)
			continue;
		if (function->is_context)
			vec_push(&craft->helpers, f);
		else if (function->is_reserve)
			vec_push(&craft->reserve, f);
		else
			vec_push(&craft->callable, f);
	}
}

static void find_open(struct craft *craft)
{
	vec_clear(&craft->open);
	for (size_t i = 0; i < craft->callable.n; i++) {
		uint32_t mark = craft->mark_of[craft->callable.at[i]];
		if (mark != NONE && structure_has_hope(craft->structure, mark))
			vec_push(&craft->open, craft->callable.at[i]);
	}
}

/* ---- life ---- */

void craft_init(struct craft *craft, const struct engine_world *world, uint64_t seed,
                const struct search_options *options)
{
	*craft = (struct craft){ .world = *world, .options = options ? *options : search_defaults() };
	rng_init(&craft->rng, seed);
	craft->values = values_new(world->model);
	makers_init(&craft->makers, world->model, world->callable);
	craft->callees = callees_new(world->model);
	craft->mark_of = mark_of_functions(world->model, world->marks);
	craft->structure = structure_new(world->marks, world->flow, world->n_flow, world->criterion);
	if (world->aim)
		structure_aim(craft->structure, world->aim);
	if (world->first)
		structure_prefer(craft->structure, world->first);
	craft->arena = arena_new();
	sort_functions(craft);
	find_open(craft);
	fitness_init(&craft->fitness, &craft->world, craft->structure);
	craft->operators = (struct operators){
		.assembly = { .model = world->model,
		              .callable = world->callable,
		              .makers = &craft->makers,
		              .values = craft->values,
		              .rng = &craft->rng,
		              .callees = craft->callees,
		              .with_reserve = true },
		.mutation = { .model = world->model, .values = craft->values, .rng = &craft->rng, .condition = NONE },
		.pick = pick_function,
		.context = craft,
		.max_steps = craft->options.breeding.max_steps
	};
}

void craft_release(struct craft *craft)
{
	for (size_t i = 0; i < craft->waiting.n; i++)
		tested_drop(craft->waiting.at[i]);
	for (size_t i = 0; i < MAX_ADOPTED; i++)
		tested_drop(craft->adopted[i]);
	vec_release(&craft->waiting);
	values_free(craft->values);
	makers_release(&craft->makers);
	callees_free(craft->callees);
	structure_free(craft->structure);
	fitness_release(&craft->fitness);
	free(craft->mark_of);
	vec_release(&craft->callable);
	vec_release(&craft->helpers);
	vec_release(&craft->reserve);
	vec_release(&craft->open);
	arena_free(craft->arena);
}

/* True if targets were not reached for many generations, so that other goals get their turn. */
static bool is_tired(struct craft *craft)
{
	if (!structure_is_narrow(craft->structure) || ++craft->in_vain < PATIENCE)
		return false;
	structure_prefer(craft->structure, NULL);
	return true;
}

static bool has_news(struct craft *craft)
{
	if (!structure_refresh(craft->structure, craft->world.cover))
		return is_tired(craft);
	if (craft->in_vain >= PATIENCE)
		structure_prefer(craft->structure, craft->world.first);
	craft->in_vain = 0;
	return true;
}

void craft_refresh(struct craft *craft)
{
	if (!has_news(craft))
		return;
	fitness_refresh(&craft->fitness);
	find_open(craft);
}

/* ---- tests ---- */

static struct tested *wait_for(struct craft *craft, const struct seq *seq, bool is_primitive)
{
	if (!seq)
		return NULL;
	struct tested *test = tested_new(seq, ++craft->n_tests, is_primitive);
	vec_push(&craft->waiting, tested_hold(test));
	return test;
}

struct tested *craft_of(struct craft *craft, const struct seq *seq)
{
	return wait_for(craft, seq, false);
}

struct tested *craft_new(struct craft *craft)
{
	const struct seq *seq = NULL;
	arena_clear(craft->arena);
	for (unsigned i = 0; i < TRIES && !seq; i++)
		seq = operators_new_test(&craft->operators, craft->arena,
		                         1 + (uint32_t)rng_below(&craft->rng, MAX_CALLS));
	return wait_for(craft, seq, false);
}

/* Returns a condition that the test met, with an outcome that nobody took; NONE: it met none. */
static uint32_t open_condition(struct craft *craft, const struct tested *test)
{
	const struct marks *marks = craft->world.marks;
	uint32_t found = NONE;
	uint64_t seen = 0;
	for (uint32_t i = 0; i < test->n_reached; i++) {
		uint32_t outcome = test->reached[i].outcome;
		if (outcome < 2 * marks->conditions.n && test->reached[i].distance > 0 &&
		    !cover_has(craft->world.cover, outcome_probe(marks, outcome)) &&
		    rng_below(&craft->rng, ++seen) == 0)
			found = outcome / 2;
	}
	return found;
}

struct tested *craft_mutated(struct craft *craft, const struct tested *test)
{
	struct operators operators = craft->operators;
	operators.mutation.compared = test->compared;
	operators.mutation.n_compared = test->n_compared;
	operators.mutation.texts = test->texts;
	operators.mutation.n_texts = test->n_texts;
	operators.mutation.condition = open_condition(craft, test);
	arena_clear(craft->arena);
	struct mutated mutated = operators_mutate(&operators, craft->arena, test->seq);
	return wait_for(craft, mutated.seq->hash == test->seq->hash ? NULL : mutated.seq, mutated.is_primitive);
}

struct tested *craft_joined(struct craft *craft, const struct tested *a, const struct tested *b, double position)
{
	uint32_t n = (uint32_t)(position * a->seq->n), from = (uint32_t)(position * b->seq->n);
	arena_clear(craft->arena);
	const struct seq *seq = join_sequences(craft->arena, craft->world.model, a->seq, n, b->seq, from);
	return wait_for(craft, seq && seq->n <= craft->options.breeding.max_steps ? seq : NULL, false);
}

static const struct seq *if_short(const struct craft *craft, const struct seq *seq)
{
	return seq && seq->n <= craft->options.breeding.max_steps ? seq : NULL;
}

/* Returns the campaign's test that is nearest to the outcome, or one that meets its condition; NULL: all are
 * too long. */
static const struct seq *test_near(const struct craft *craft, uint32_t outcome)
{
	const struct engine_world *world = &craft->world;
	const struct seq *seq = world->nearest ? if_short(craft, nearest_test(world->nearest, outcome)) : NULL;
	uint32_t n, first = outcome_siblings(world->marks, outcome, &n);
	for (uint32_t i = first; i < first + n && !seq; i++)
		seq = if_short(craft, archive_at(world->archive, outcome_probe(world->marks, i)).seq);
	return seq;
}

/* Returns a short part of a test that comes to the outcome, because all such tests are long. */
static struct tested *part_near(struct craft *craft, uint32_t outcome)
{
	const struct nearest *nearest = craft->world.nearest;
	const struct seq *seq = nearest ? nearest_test(nearest, outcome) : NULL;
	if (!seq)
		return NULL;
	arena_clear(craft->arena);
	const struct seq *part = seq_part(craft->arena, craft->world.model, seq,
	                                  (uint32_t)rng_below(&craft->rng, seq->n), MAX_CALLS);
	return wait_for(craft, if_short(craft, part), false);
}

struct tested *craft_nearest(struct craft *craft, uint32_t outcome)
{
	const struct seq *seq = test_near(craft, outcome);
	return seq ? craft_of(craft, seq) : part_near(craft, outcome);
}

/* Picks an outcome whose condition a test meets, or NONE. */
static uint32_t pick_outcome(struct craft *craft)
{
	uint32_t found = NONE;
	uint64_t seen = 0;
	for (size_t i = 0; i < craft->fitness.outcomes.n; i++) {
		uint32_t outcome = craft->fitness.outcomes.at[i];
		if (outcome_is_met(&craft->world, outcome) && rng_below(&craft->rng, ++seen) == 0)
			found = outcome;
	}
	return found;
}

struct tested *craft_seed(struct craft *craft)
{
	uint64_t n = craft->n_adopted < MAX_ADOPTED ? craft->n_adopted : MAX_ADOPTED;
	if (n && rng_chance(&craft->rng, 0.3))
		return craft_of(craft, craft->adopted[rng_below(&craft->rng, n)]->seq);
	uint32_t outcome = pick_outcome(craft);
	const struct seq *seq = outcome == NONE ? NULL : test_near(craft, outcome);
	struct tested *part = seq || outcome == NONE ? NULL : part_near(craft, outcome);
	if (!seq)
		return part ? part : craft_new(craft);
	arena_clear(craft->arena);
	struct mutated mutated = operators_mutate(&craft->operators, craft->arena, seq);
	return wait_for(craft, mutated.seq, mutated.is_primitive);
}

size_t craft_propose(struct craft *craft, size_t *given, struct proposal *out, size_t n)
{
	size_t i = 0;
	for (; i < n && *given < craft->waiting.n; i++)
		out[i] = (struct proposal){ .seq = craft->waiting.at[(*given)++]->seq, .want = WANT_DISTANCES };
	if (i && *given == craft->waiting.n)
		out[i - 1].settles = true;
	return i;
}

void craft_forget_waiting(struct craft *craft)
{
	for (size_t i = 0; i < craft->waiting.n; i++)
		tested_drop(craft->waiting.at[i]);
	vec_clear(&craft->waiting);
}

void craft_adopt(struct craft *craft, const struct engine_result *result)
{
	if (result->seq->n > craft->options.breeding.max_steps)
		return;
	struct tested **place = &craft->adopted[craft->n_adopted++ % MAX_ADOPTED];
	tested_drop(*place);
	*place = tested_new(result->seq, 0, false);
}

void craft_learn(struct craft *craft, const struct engine_result *result)
{
	const struct run *run = result->run;
	for (uint32_t i = 0; i < run->n_compared; i++)
		values_add_compared(craft->values, &run->compared[i]);
	if (craft->world.model->missing.n)
		callees_learn(craft->callees, result->seq, run);
	makers_learn(&craft->makers, craft->world.model, result->seq, run, engine_refused(result));
	for (uint32_t i = 0; result->new_probes && i < result->seq->n; i++) {
		const struct step *step = result->seq->steps[i];
		if (step->kind == STEP_BLOCK && step->is_string && step->size > 1)
			values_add_text(craft->values, step->bytes, step->size - 1);
	}
}
