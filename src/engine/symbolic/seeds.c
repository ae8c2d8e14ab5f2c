/* seeds: see seeds.h. */
#include "engine/symbolic/seeds.h"

#include <stdlib.h>

#include "base/map.h"
#include "engine/assemble.h"
#include "seq/literal.h"
#include "seq/value.h"

#define MAX_REPEATS 8u
#define CHANCE_CONTINUE 0.3   /* of a call behind a test of the archive */
#define CHANCE_REPEAT 0.4     /* of repeating a call */
#define CHANCE_BETWEEN 0.4    /* of putting calls into a test that comes near a goal */
#define MAX_BETWEEN 3u        /* different calls */
#define CHANCE_START 0.5      /* of a variable of the unit that keeps its first value */
#define CHANCE_START_NULL 0.1 /* of a pointer that keeps its first value */
#define CHANCE_LEAVE 0.7      /* of leaving a variable to the functions that set it */
#define MAX_TRIES 32

struct seeds {
	struct engine_world world;
	struct structure *structure;
	const uint32_t *mark_of;
	struct rng *rng;
	struct values *values;
	struct makers makers, no_makers;
	struct pool *components;
	struct callees *callees;
	VEC(uint32_t) callable;
	size_t turn;                  /* the next function */
	uint32_t edge;                /* the edge with which seeds_near() goes on */
	struct map given;             /* numbers of archived tests */
	uint32_t next_archived;       /* tests with smaller numbers were given */
	struct arena *arena;          /* of the list below */
	struct archived *archived;    /* the archive as it was last read */
	size_t n_archived;
};

struct seeds *seeds_new(const struct engine_world *world, struct structure *structure, const uint32_t *mark_of,
                        struct rng *rng)
{
	struct seeds *seeds = xcalloc(1, sizeof *seeds);
	seeds->world = *world;
	seeds->structure = structure;
	seeds->mark_of = mark_of;
	seeds->rng = rng;
	seeds->values = values_new(world->model);
	makers_init(&seeds->makers, world->model, world->callable);
	bool *none = xcalloc(world->model->functions.n + 1, sizeof *none);
	makers_init(&seeds->no_makers, world->model, none);
	free(none);
	seeds->components = pool_new(world->model);
	seeds->callees = callees_new(world->model);
	seeds->arena = arena_new();
	for (uint32_t f = 0; f < world->model->functions.n; f++)
		if (world->callable[f] && !world->model->functions.at[f].is_context)
			vec_push(&seeds->callable, f);
	return seeds;
}

void seeds_free(struct seeds *seeds)
{
	values_free(seeds->values);
	makers_release(&seeds->makers);
	makers_release(&seeds->no_makers);
	pool_free(seeds->components);
	callees_free(seeds->callees);
	vec_release(&seeds->callable);
	map_release(&seeds->given);
	arena_free(seeds->arena);
	free(seeds);
}

/* ---- the archive ---- */

static bool is_open(struct seeds *seeds, uint32_t function)
{
	uint32_t mark = seeds->mark_of[function];
	return mark != NONE && structure_is_open(seeds->structure, mark);
}

static bool calls_something_open(struct seeds *seeds, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++)
		if (seq->steps[i]->kind == STEP_RUN ||
		    (step_is_call(seq->steps[i]) && is_open(seeds, seq->steps[i]->index)))
			return true;
	return false;
}

/* Marks the test as given; false if it was given before. */
static bool is_new(struct seeds *seeds, uint32_t number)
{
	bool added;
	map_put(&seeds->given, number, &added);
	return added;
}

/* Returns a test that takes another way out of the edge's decision. */
static struct archived test_beside(const struct seeds *seeds, uint32_t edge)
{
	const struct marks *marks = seeds->world.marks;
	struct archived none = { 0 };
	if (edge < marks->first_case_probe)
		return archive_at(seeds->world.archive,
		                  marks->first_condition_probe + ((edge - marks->first_condition_probe) ^ 1));
	const struct switch_mark *mark = &marks->switches.at[marks->cases.at[edge - marks->first_case_probe].of_switch];
	for (uint32_t i = 0; i < mark->n_cases; i++) {
		struct archived beside = archive_at(seeds->world.archive,
		                                    marks_case_probe(marks, mark->first_case + i));
		if (beside.seq)
			return beside;
	}
	return none;
}

const struct seq *seeds_near(struct seeds *seeds, struct arena *arena)
{
	const struct marks *marks = seeds->world.marks;
	uint32_t first = marks->first_condition_probe, n = marks->first_path_probe - first;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t edge = first + (seeds->edge + i) % n;
		if (!structure_wants(seeds->structure, edge))
			continue;
		struct archived beside = test_beside(seeds, edge);
		if (!beside.seq || !is_new(seeds, beside.number))
			continue;
		seeds->edge = (seeds->edge + i + 1) % n;
		return seq_copy(arena, beside.seq);
	}
	return NULL;
}

/* Marks the test as given. Of the tests for the probes of a run that was just archived, its own is the newest. */
void seeds_skip(struct seeds *seeds, const struct engine_result *result)
{
	uint32_t newest = NONE;
	for (uint32_t p = 0; p < seeds->world.marks->n_probes; p++) {
		if (!(result->run->probes[p / 64] >> (p % 64) & 1))
			continue;
		struct archived own = archive_at(seeds->world.archive, p);
		if (own.seq && (newest == NONE || own.number > newest))
			newest = own.number;
	}
	if (newest != NONE)
		is_new(seeds, newest);
}

/* Returns the next of the other tests, the oldest first. The archive's next offer may free its sequences, so
 * the list is read anew each time. */
static const struct seq *next_archived(struct seeds *seeds)
{
	arena_clear(seeds->arena);
	seeds->n_archived = archive_all(seeds->world.archive, seeds->arena, &seeds->archived);
	for (size_t i = 0; i < seeds->n_archived; i++) {
		const struct archived *test = &seeds->archived[i];
		if (test->number < seeds->next_archived || !is_new(seeds, test->number))
			continue;
		seeds->next_archived = test->number + 1;
		if (calls_something_open(seeds, test->seq))
			return test->seq;
	}
	return NULL;
}

/* ---- made up ---- */

static struct assembly begin(struct seeds *seeds, struct arena *arena)
{
	struct assembly assembly = { .model = seeds->world.model,
		                     .callable = seeds->world.callable,
		                     .makers = &seeds->makers,
		                     .values = seeds->values,
		                     .rng = seeds->rng,
		                     .pool = seeds->components,
		                     .callees = seeds->callees };
	assembly_begin(&assembly, arena);
	return assembly;
}

/* Returns a random test of the archive to put calls behind, or NULL. */
static const struct seq *something_archived(struct seeds *seeds)
{
	arena_clear(seeds->arena);
	seeds->n_archived = archive_all(seeds->world.archive, seeds->arena, &seeds->archived);
	return seeds->n_archived ? seeds->archived[rng_below(seeds->rng, seeds->n_archived)].seq : NULL;
}

/* Sets the variable to its first value, as a literal that can be changed. */
static void keep_start(struct seeds *seeds, struct assembly *assembly, uint32_t setter)
{
	const struct function *function = &seeds->world.model->functions.at[setter];
	const struct type *type = model_canonical(seeds->world.model, function->params[0].type);
	unsigned char bytes[16] = { 0 };
	if (!function->starts_known || type->size > sizeof bytes)
		return;
	if (type->kind == TYPE_FLOAT)
		value_set_real(type, bytes, (long double)function->starts_as);
	else
		value_set_int(type, bytes, function->starts_as);
	struct step value = {
		.kind = STEP_VALUE, .type = function->params[0].type, .bytes = bytes, .size = (uint32_t)type->size
	};
	uint32_t v = seq_add(&assembly->builder, &value);
	struct arg arg = seq_arg(&assembly->builder, v, false);
	struct step call = step_call(assembly->model, setter, &arg);
	seq_add(&assembly->builder, &call);
}

/* Sets the unit's variables that the function uses, which makes them inputs. A variable that is not set keeps
 * its first value, but is concrete. Pointers mostly lead to an object: a condition can then ask for null,
 * whereas nothing can be asked after a crash. The objects are built by hand, since functions that make them
 * need such a state themselves. */
static void set_variables(struct seeds *seeds, struct assembly *assembly, uint32_t function)
{
	const struct model *model = seeds->world.model;
	const struct function *f = &model->functions.at[function];
	assembly->makers = &seeds->no_makers;
	for (uint32_t i = 0; i < f->n_uses && assembly->builder.steps.n < SEQ_MAX_STEPS / 2; i++) {
		const struct function *setter = &model->functions.at[f->uses[i]];
		const struct type *type = model_canonical(model, setter->params[0].type);
		if (!seeds->world.callable[f->uses[i]] || (setter->is_reserve && rng_chance(seeds->rng, CHANCE_LEAVE)))
			continue;
		if (rng_chance(seeds->rng, type->kind == TYPE_POINTER ? CHANCE_START_NULL : CHANCE_START) ||
		    !assembly_call(assembly, f->uses[i]))
			keep_start(seeds, assembly, f->uses[i]);
	}
	assembly->makers = &seeds->makers;
}

static const struct seq *make_up(struct seeds *seeds, struct arena *arena, uint32_t function)
{
	struct assembly assembly = begin(seeds, arena);
	const struct seq *base = rng_chance(seeds->rng, CHANCE_CONTINUE) ? something_archived(seeds) : NULL;
	if (base && base->n < SEQ_MAX_STEPS / 2)
		seq_add_all(&assembly.builder, seq_copy(arena, base));
	if (seeds->world.model->missing.n && rng_chance(seeds->rng, 0.8))
		assembly_stubs(&assembly, function);
	set_variables(seeds, &assembly, function);
	bool made = assembly_call(&assembly, function);
	uint64_t repeats = made && rng_chance(seeds->rng, CHANCE_REPEAT) ? 1 + rng_below(seeds->rng, MAX_REPEATS) : 0;
	while (repeats-- && assembly_repeat(&assembly, true))
		;
	const struct seq *seq = assembly_finish(&assembly);
	return made && seq->n <= SEQ_MAX_STEPS ? seq : NULL;
}

/* Returns a random test that meets the decision of a goal, or NULL. */
static const struct seq *something_near(struct seeds *seeds)
{
	const struct marks *marks = seeds->world.marks;
	const struct seq *found = NULL;
	uint64_t seen = 0;
	for (uint32_t edge = marks->first_condition_probe; edge < marks->first_path_probe; edge++) {
		if (!structure_wants(seeds->structure, edge))
			continue;
		const struct seq *near = test_beside(seeds, edge).seq;
		if (near && rng_below(seeds->rng, ++seen) == 0)
			found = near;
	}
	return found;
}

static uint32_t last_call(const struct seq *seq)
{
	uint32_t last = 0;
	for (uint32_t i = 0; i < seq->n; i++)
		if (step_is_call(seq->steps[i]))
			last = i;
	return last;
}

/* Adds the steps from `from` on, behind the steps that were put in between. */
static void add_rest(struct assembly *assembly, const struct seq *base, uint32_t from, struct arena *arena)
{
	uint32_t more = (uint32_t)assembly->builder.steps.n - from;
	for (uint32_t i = from; i < base->n; i++) {
		struct step step = *base->steps[i];
		struct arg *args = arena_memdup(arena, step.args, step.n_args * sizeof *args);
		struct fill *fills = arena_memdup(arena, step.fills, step.n_fills * sizeof *fills);
		for (uint32_t a = 0; a < step.n_args; a++)
			args[a].back += seq_index(i, args[a]) < from ? more : 0;
		for (uint32_t f = 0; f < step.n_fills; f++)
			fills[f].arg.back += seq_index(i, fills[f].arg) < from ? more : 0;
		step.args = args;
		step.fills = fills;
		seq_add(&assembly->builder, &step);
	}
}

/* Returns a test that comes near a goal, with other calls before one of its own calls, which may build the
 * missing state. */
static const struct seq *put_between(struct seeds *seeds, struct arena *arena)
{
	const struct seq *base = something_near(seeds);
	if (!base || base->n > SEQ_MAX_STEPS / 2)
		return NULL;
	base = seq_copy(arena, base);
	uint32_t at = (uint32_t)rng_below(seeds->rng, last_call(base) + 1);
	struct assembly assembly = begin(seeds, arena);
	for (uint32_t i = 0; i < at; i++)
		seq_add(&assembly.builder, base->steps[i]);
	for (uint64_t n = 1 + rng_below(seeds->rng, MAX_BETWEEN); n; n--) {
		uint32_t f = seeds->callable.at[rng_below(seeds->rng, seeds->callable.n)];
		if (!assembly_call(&assembly, f))
			continue;
		for (uint64_t again = rng_below(seeds->rng, MAX_REPEATS); again; again--)
			if (!assembly_repeat(&assembly, true))
				break;
	}
	if (assembly.builder.steps.n + base->n - at <= SEQ_MAX_STEPS)
		add_rest(&assembly, base, at, arena);
	const struct seq *seq = assembly_finish(&assembly);
	return seq_is_valid(seq, seeds->world.model) && seq_uses_the_living(seeds->world.model, seq) &&
	                       seq_ends_fit(seeds->world.model, seq)
	               ? seq
	               : NULL;
}

/* Returns the next function. Functions with goals left take turns. Now and then another function comes in
 * between, which may build a state for them. */
static uint32_t next_function(struct seeds *seeds)
{
	for (size_t i = 0; i < seeds->callable.n; i++) {
		uint32_t f = seeds->callable.at[seeds->turn++ % seeds->callable.n];
		if (is_open(seeds, f))
			return f;
	}
	return NONE;
}

const struct seq *seeds_next(struct seeds *seeds, struct arena *arena)
{
	const struct seq *archived = next_archived(seeds);
	if (archived)
		return seq_copy(arena, archived);
	for (int tries = 0; tries < MAX_TRIES; tries++) {
		uint32_t f = next_function(seeds);
		if (f == NONE)
			return NULL;
		bool between = rng_chance(seeds->rng, CHANCE_BETWEEN);
		const struct seq *seq = between ? put_between(seeds, arena) : make_up(seeds, arena, f);
		if (seq)
			return seq;
	}
	return NULL;
}

void seeds_learn(struct seeds *seeds, const struct engine_result *result)
{
	struct life lives[SEQ_MAX_STEPS];
	const struct seq *kept = NULL;
	for (uint32_t i = 0; i < result->run->n_compared; i++)
		values_add_compared(seeds->values, &result->run->compared[i]);
	callees_learn(seeds->callees, result->seq, result->run);
	makers_learn(&seeds->makers, seeds->world.model, result->seq, result->run, engine_refused(result));
	if (result->reception != RECEIVED_NORMAL || result->run->outcome != SK_NORMAL || !result->new_probes)
		return;
	seq_lives(seeds->world.model, result->seq, lives);
	for (uint32_t v = 0; v < result->seq->n; v++) {
		const struct step *step = result->seq->steps[v];
		if (!step_is_call(step) || !step->type || !lives[v].alive ||
		    model_canonical(seeds->world.model, step->type)->kind != TYPE_POINTER)
			continue;
		if (!kept)
			kept = pool_keep(seeds->components, result->seq);
		pool_add(seeds->components, (struct component){ kept, v, 0 });
	}
}
