/* random: see random.h. */
#include "engine/random/random.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "engine/engine.h"
#include "engine/assemble.h"
#include "engine/random/mutate.h"
#include "engine/pool.h"
#include "engine/values.h"
#include "seq/value.h"

#define SEEN_SLOTS (UINT32_C(1) << 20)    /* hashes of sequences proposed; lossy */
#define MAX_COMPARED 64u                  /* pairs kept with an elite */
#define MAX_ELITES 8192u
#define MAX_CALLS 6u                      /* appended to one sequence */
#define MAX_COMPONENT 48u                 /* steps of a sequence worth building upon */

/* A sequence that covered something new, and how often it was changed since. */
struct elite {
	const struct seq *seq;
	uint32_t picks;
	uint32_t n_compared;
	const struct sk_compared *compared;
};

struct tally {
	uint64_t proposed, normal;            /* of one function */
};

/* Proposals under way: they live until the last of them has its result. */
struct batch {
	struct arena *arena;
	VEC(bool) mutated;                    /* per proposal: how it was made */
	size_t told;
};

#define MAX_BATCHES 16u

struct engine {
	struct engine_world world;
	struct random_options options;
	struct rng rng;
	struct values *values;
	struct pool *pool;
	struct makers makers;
	struct batch batches[MAX_BATCHES];    /* a ring: results come in order */
	uint64_t first_batch, next_batch;
	struct arena *arena;                  /* of the batch being made */
	struct arena *kept;                   /* of elites' compared pairs */
	VEC(uint32_t) callable;
	struct tally *tallies;                /* per function */
	VEC(struct elite) elites;
	uint64_t *seen;
	struct map known_values;
	uint64_t proposals, repeats_avoided, values_pruned;
	uint64_t won_by_mutation, won_by_extension, mutations, extensions;
};

static struct engine *create(const struct engine_world *world, uint64_t seed, const void *options)
{
	struct engine *engine = xcalloc(1, sizeof *engine);
	engine->world = *world;
	if (options)
		engine->options = *(const struct random_options *)options;
	if (!engine->options.repeat_chance)
		engine->options.repeat_chance = 0.1;
	if (!engine->options.repeat_max)
		engine->options.repeat_max = 100;
	if (!engine->options.large_number)
		engine->options.large_number = 100000;
	rng_init(&engine->rng, seed);
	engine->values = values_new(world->model);
	engine->pool = pool_new(world->model);
	makers_init(&engine->makers, world->model, world->callable);
	for (size_t i = 0; i < MAX_BATCHES; i++)
		engine->batches[i].arena = arena_new();
	engine->kept = arena_new();
	engine->tallies = xcalloc(world->model->functions.n, sizeof *engine->tallies);
	engine->seen = xcalloc(SEEN_SLOTS, sizeof *engine->seen);
	for (uint32_t f = 0; f < world->model->functions.n; f++)
		if (world->callable[f])
			vec_push(&engine->callable, f);
	return engine;
}

static void destroy(struct engine *engine)
{
	values_free(engine->values);
	pool_free(engine->pool);
	makers_release(&engine->makers);
	for (size_t i = 0; i < MAX_BATCHES; i++) {
		arena_free(engine->batches[i].arena);
		vec_release(&engine->batches[i].mutated);
	}
	arena_free(engine->kept);
	free(engine->tallies);
	free(engine->seen);
	vec_release(&engine->callable);
	vec_release(&engine->elites);
	map_release(&engine->known_values);
	free(engine);
}

/* Two at random, the one that worked less often: functions that are hard to
 * call get their share, without a scan over all of them. */
static uint32_t pick_function(struct engine *engine)
{
	uint32_t a = engine->callable.at[rng_below(&engine->rng, engine->callable.n)];
	uint32_t b = engine->callable.at[rng_below(&engine->rng, engine->callable.n)];
	if (rng_chance(&engine->rng, 0.3))
		return a;
	return engine->tallies[b].normal < engine->tallies[a].normal ? b : a;
}

static struct assembly begin_assembly(struct engine *engine)
{
	struct assembly assembly = { .model = engine->world.model,
		                     .callable = engine->world.callable,
		                     .makers = &engine->makers,
		                     .values = engine->values,
		                     .rng = &engine->rng,
		                     .pool = engine->options.no_components ? NULL : engine->pool };
	assembly_begin(&assembly, engine->arena);
	return assembly;
}

static void repeat(struct engine *engine, struct assembly *assembly)
{
	uint64_t times = rng_below(&engine->rng, engine->options.repeat_max + 1);
	bool fresh = rng_chance(&engine->rng, 0.5);
	while (times-- && assembly_repeat(assembly, fresh))
		;
}

/* A new sequence: one call, repeated now and then, and often a few more. */
static const struct seq *extend(struct engine *engine)
{
	struct assembly assembly = begin_assembly(engine);
	uint32_t calls = rng_chance(&engine->rng, 0.5) ? 1 : 1 + (uint32_t)rng_below(&engine->rng, MAX_CALLS);
	bool any = false;
	for (uint32_t i = 0; i < calls; i++) {
		uint32_t f = pick_function(engine);
		engine->tallies[f].proposed++;
		if (engine->world.model->missing.n && rng_chance(&engine->rng, 0.5))
			assembly_stub(&assembly);
		if (!assembly_call(&assembly, f))
			continue;
		any = true;
		if (rng_chance(&engine->rng, engine->options.repeat_chance))
			repeat(engine, &assembly);
	}
	const struct seq *seq = assembly_finish(&assembly);
	return any && seq->n ? seq : NULL;
}

/* Young and little-changed elites are more likely. */
static struct elite *pick_elite(struct engine *engine)
{
	size_t n = engine->elites.n, from = rng_chance(&engine->rng, 0.5) ? n - (n + 3) / 4 : 0;
	struct elite *a = &engine->elites.at[from + rng_below(&engine->rng, n - from)];
	struct elite *b = &engine->elites.at[from + rng_below(&engine->rng, n - from)];
	return b->picks < a->picks ? b : a;
}

static const struct seq *mutate(struct engine *engine)
{
	struct elite *elite = pick_elite(engine);
	elite->picks++;
	struct mutation mutation = { .model = engine->world.model,
		                     .values = engine->values,
		                     .rng = &engine->rng,
		                     .arena = engine->arena,
		                     .compared = elite->compared,
		                     .n_compared = elite->n_compared };
	const struct seq *seq = mutate_sequence(&mutation, elite->seq);
	for (uint64_t more = rng_below(&engine->rng, 3); seq && more; more--) {
		const struct seq *next = mutate_sequence(&mutation, seq);
		seq = next ? next : seq;
	}
	return seq;
}

/* Appends calls to an elite as it is. */
static const struct seq *continue_elite(struct engine *engine)
{
	const struct seq *base = pick_elite(engine)->seq;
	struct assembly assembly = begin_assembly(engine);
	seq_add_all(&assembly.builder, base);
	for (uint64_t calls = 1 + rng_below(&engine->rng, 3); calls; calls--)
		assembly_call(&assembly, pick_function(engine));
	return assembly_finish(&assembly);
}

static bool was_seen(struct engine *engine, const struct seq *seq)
{
	uint64_t *slot = &engine->seen[seq->hash & (SEEN_SLOTS - 1)];
	bool seen = *slot == seq->hash;
	*slot = seq->hash;
	return seen && !engine->options.no_equivalence;
}

/* The share of mutations follows what they win, within bounds. */
static double mutation_share(const struct engine *engine)
{
	if (engine->options.no_mutation || !engine->elites.n)
		return 0;
	double by_mutation = (double)(engine->won_by_mutation + 4) / (double)(engine->mutations + 64);
	double by_extension = (double)(engine->won_by_extension + 4) / (double)(engine->extensions + 64);
	double share = by_mutation / (by_mutation + by_extension);
	return share < 0.2 ? 0.2 : share > 0.8 ? 0.8 : share;
}

static const struct seq *propose_one(struct engine *engine, bool *mutated)
{
	*mutated = rng_chance(&engine->rng, mutation_share(engine));
	if (*mutated)
		return rng_chance(&engine->rng, 0.8) ? mutate(engine) : continue_elite(engine);
	return extend(engine);
}

static size_t propose(struct engine *engine, const struct seq **out, size_t n, unsigned *want)
{
	INVARIANT(engine->next_batch - engine->first_batch < MAX_BATCHES);
	struct batch *batch = &engine->batches[engine->next_batch % MAX_BATCHES];
	if (!engine->callable.n)
		return 0;
	engine->arena = batch->arena;
	for (size_t tries = 0; batch->mutated.n < n && tries < 8 * n; tries++) {
		bool mutated;
		const struct seq *seq = propose_one(engine, &mutated);
		if (!seq || seq->n > SEQ_MAX_STEPS)
			continue;
		if (was_seen(engine, seq)) {
			engine->repeats_avoided++;
			continue;
		}
		out[batch->mutated.n] = seq;
		vec_push(&batch->mutated, mutated);
	}
	engine->proposals += batch->mutated.n;
	*want = WANT_VALUES | WANT_SHAPES | (engine->next_batch % 8 == 0 ? WANT_DISTANCES : 0);
	engine->next_batch += batch->mutated.n > 0;
	return batch->mutated.n;
}

static bool is_large(const struct engine *engine, const struct type *type, const struct step_result *result)
{
	if (type->kind != TYPE_INT && type->kind != TYPE_ENUM)
		return false;
	int64_t number = value_int(type, result->bytes);
	uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
	return size > engine->options.large_number;
}

/* Index pruning: is variable v worth reusing? */
static bool is_reusable(struct engine *engine, const struct engine_result *result, uint32_t v)
{
	const struct step *step = result->seq->steps[v];
	const struct step_result *value = &result->run->steps[v];
	const struct type *type = model_canonical(engine->world.model, step->type);
	if (value->outcome != SK_NORMAL || !value->size || step->kind == STEP_CALLBACK || step->kind == STEP_FILE ||
	    step->kind == STEP_PATH)
		return false;
	if (type->kind == TYPE_POINTER && bytes_are_zero(value->bytes, value->size) && !engine->options.no_null_filter)
		return false;
	if (is_large(engine, type, value) && !engine->options.no_large_filter)
		return false;
	if (engine->options.no_index_pruning)
		return true;
	uint64_t key = hash_bytes(value->bytes, value->size, type->canonical);
	if (type->kind == TYPE_POINTER || value->shape)
		key = hash_bytes(&value->shape, sizeof value->shape, type->canonical);
	bool added;
	map_put(&engine->known_values, key, &added);
	engine->values_pruned += !added;
	return added;
}

static bool gives_object(const struct model *model, const struct step *step)
{
	enum type_kind kind = model_canonical(model, step->type)->kind;
	return kind == TYPE_POINTER || kind == TYPE_STRUCT || kind == TYPE_UNION;
}

/* Adds what the sequence gives to the component set. Plain literals are left
 * out: they are cheaper to make anew. */
static void add_components(struct engine *engine, const struct engine_result *result)
{
	struct life lives[SEQ_MAX_STEPS];
	const struct seq *kept = NULL;
	seq_lives(engine->world.model, result->seq, lives);
	for (uint32_t v = 0; v < result->seq->n && v < result->run->n_steps; v++) {
		const struct step *step = result->seq->steps[v];
		bool changed = step->kind == STEP_CALL || (step->kind != STEP_CALLBACK && !step->is_string);
		if (!step->type || !lives[v].alive || !changed || !gives_object(engine->world.model, step) ||
		    !is_reusable(engine, result, v))
			continue;
		if (!kept)
			kept = pool_keep(engine->pool, result->seq);
		pool_add(engine->pool, kept, v);
	}
}

static void add_elite(struct engine *engine, const struct engine_result *result)
{
	const struct run *run = result->run;
	struct elite elite = { .seq = pool_keep(engine->pool, result->seq) };
	elite.n_compared = run->n_compared < MAX_COMPARED ? run->n_compared : MAX_COMPARED;
	if (elite.n_compared)
		elite.compared = arena_memdup(engine->kept, run->compared, elite.n_compared * sizeof *run->compared);
	if (engine->elites.n < MAX_ELITES)
		vec_push(&engine->elites, elite);
	else
		engine->elites.at[rng_below(&engine->rng, MAX_ELITES)] = elite;
	for (uint32_t i = 0; i < result->seq->n; i++) {
		const struct step *step = result->seq->steps[i];
		if (step->kind == STEP_BLOCK && step->size && !step->n_fills)
			values_add_text(engine->values, step->bytes, step->size - step->is_string);
	}
}

/* How the proposal whose result is next was made; ends its batch after the last. */
static bool next_was_mutated(struct engine *engine)
{
	struct batch *batch = &engine->batches[engine->first_batch % MAX_BATCHES];
	return batch->mutated.at[batch->told++];
}

static void end_batch(struct engine *engine)
{
	struct batch *batch = &engine->batches[engine->first_batch % MAX_BATCHES];
	if (batch->told < batch->mutated.n)
		return;
	arena_clear(batch->arena);
	vec_clear(&batch->mutated);
	batch->told = 0;
	engine->first_batch++;
}

static void count_win(struct engine *engine, bool mutated, bool won)
{
	engine->mutations += mutated;
	engine->extensions += !mutated;
	engine->won_by_mutation += mutated && won;
	engine->won_by_extension += !mutated && won;
}

static void learn(struct engine *engine, const struct engine_result *result)
{
	for (uint32_t i = 0; i < result->run->n_compared; i++)
		values_add_compared(engine->values, &result->run->compared[i]);
	if (result->reception != RECEIVED_NORMAL || !result->run->steps)
		return;
	for (uint32_t i = 0; i < result->seq->n; i++)
		if (result->seq->steps[i]->kind == STEP_CALL)
			engine->tallies[result->seq->steps[i]->index].normal++;
	if (!engine->options.no_components && (result->seq->n <= MAX_COMPONENT || result->new_probes))
		add_components(engine, result);
	if (result->new_probes)
		add_elite(engine, result);
}

static void take_result(struct engine *engine, const struct engine_result *result)
{
	count_win(engine, next_was_mutated(engine), result->new_probes && result->reception == RECEIVED_NORMAL);
	learn(engine, result);
	end_batch(engine);
}

static void statistics(const struct engine *engine, void (*each)(void *, const char *, double), void *context)
{
	each(context, "component set", (double)pool_size(engine->pool));
	each(context, "elites", (double)engine->elites.n);
	each(context, "sequences proposed", (double)engine->proposals);
	each(context, "equal sequences avoided", (double)engine->repeats_avoided);
	each(context, "values pruned", (double)engine->values_pruned);
}

const struct engine_kind engine_random = { .name = "random",
	                                   .create = create,
	                                   .destroy = destroy,
	                                   .propose = propose,
	                                   .result = take_result,
	                                   .statistics = statistics,
	                                   .adopt = learn };
