/* random: see random.h. */
#include "engine/random/random.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "engine/engine.h"
#include "engine/assemble.h"
#include "engine/random/classes.h"
#include "engine/elites.h"
#include "engine/mutate.h"
#include "engine/pool.h"
#include "engine/random/edges.h"
#include "engine/random/swarm.h"
#include "engine/random/thrift.h"
#include "engine/values.h"
#include "seq/format.h"
#include "seq/value.h"

#define SEEN_SLOTS (UINT32_C(1) << 20)    /* hashes of proposed sequences; lossy */
#define WATCHED_BATCH 8u                  /* one batch in so many runs with its comparisons watched */
#define CHANCE_STATE 0.3                  /* of setting variables of the unit before a call */
#define MAX_CALLS 6u                      /* appended to one sequence */
#define MAX_SWARM_CALLS 64u               /* with a configuration, whose missing operations are to show */
#define ELITE_TRIES 3u                    /* to find one that the configuration allows */
#define CHANCE_ANSWER 0.3                 /* of other answers of stand-ins that answered */
#define MAX_COMPONENT 48u                 /* a longer sequence is not worth building upon */

struct tally {
	uint64_t proposed, normal;            /* of one function */
};

/* The way in which a proposal was made. */
struct origin {
	bool mutated;
	bool asks;                     /* it is a question of classes.h */
	struct drawing drawing;
	uint32_t watched;                     /* the elite that runs again for its comparisons, or NONE */
};

/* Proposals without results. They live until the last of them has its result. */
struct batch {
	struct arena *arena;
	VEC(struct origin) origins;           /* per proposal */
	size_t told;
};

#define MAX_BATCHES 16u
#define STUCK 2048u           /* proposals that won nothing */
#define CHANCE_RESERVE 0.5    /* of a static function then */
#define HUNT 8u               /* one batch in so many runs in the checked build while stuck, */
#define NO_HUNT 4u            /* and all but one in so many once everything is covered */
#define WIDE_BATCH 4u         /* one batch in so many has large numbers while the search is stuck */
#define FUEL_PER_COST 1024u   /* see struct component */
#define LOOK 1024u            /* proposals between two checks whether everything is covered */
#define CHANCE_EDGE 0.5       /* of a change to an edge, when hunting */
#define CHANCE_BEGIN 0.3      /* of a test that first initialises modules of the context */
#define CHANCE_HELPER 0.15    /* of a call of the context, which may bring objects into other states */

/* The state of the search. */
struct progress {
	uint64_t last_win;                    /* proposals when the last test covered something new */
	uint64_t last_look;                   /* proposals at the last check for that */
	bool all_covered;
	bool hunts;                    /* the present batch is for findings: it runs in the checked build */
};

/* Numbers of proposals, by their results. */
struct yield {
	uint64_t proposals, repeats_avoided, values_pruned, hunted, large, dear;
	uint64_t won_by_mutation, won_by_extension, mutations, extensions;
	uint64_t learned;
	double fuel;
	struct thrift thrift;
};

struct engine {
	struct engine_world world;
	struct random_options options;
	struct rng rng;
	struct values *values;
	struct pool *pool;
	struct makers makers;
	struct batch batches[MAX_BATCHES];    /* a ring: results come in order */
	uint64_t first_batch, next_batch;
	struct arena *arena;                  /* of the present batch */
	struct swarm *swarm;
	struct drawing drawing;               /* of the present test */
	struct progress progress;
	struct tally *tallies;                /* per function */
	struct elites *elites;
	struct classes *classes;
	struct callees *callees;
	uint64_t *seen;
	struct map known_values;
	struct yield yield;
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
	if (!engine->options.max_calls)
		engine->options.max_calls = MAX_CALLS;
	rng_init(&engine->rng, seed);
	engine->values = values_new(world->model);
	engine->pool = pool_new(world->model);
	makers_init(&engine->makers, world->model, world->callable);
	for (size_t i = 0; i < MAX_BATCHES; i++)
		engine->batches[i].arena = arena_new();
	engine->elites = elites_new(world);
	engine->callees = callees_new(world->model);
	engine->classes = classes_new(world->model);
	engine->tallies = xcalloc(world->model->functions.n, sizeof *engine->tallies);
	engine->seen = xcalloc(SEEN_SLOTS, sizeof *engine->seen);
	engine->swarm = swarm_new(world, &engine->makers, &engine->options);
	return engine;
}

static void destroy(struct engine *engine)
{
	values_free(engine->values);
	pool_free(engine->pool);
	swarm_free(engine->swarm);
	makers_release(&engine->makers);
	for (size_t i = 0; i < MAX_BATCHES; i++) {
		arena_free(engine->batches[i].arena);
		vec_release(&engine->batches[i].origins);
	}
	elites_free(engine->elites);
	classes_free(engine->classes);
	callees_free(engine->callees);
	free(engine->tallies);
	free(engine->seen);
	map_release(&engine->known_values);
	free(engine);
}

/* True if the search has won nothing for long. Static functions come in only then: functions for users need no
 * look inside. */
static bool is_stuck(const struct engine *engine)
{
	return engine->yield.proposals - engine->progress.last_win > STUCK;
}

/* True if the next batch is for findings. When goals are covered, or do not come, the work left is to run the
 * tests and their neighbours where faults show. */
static bool is_to_hunt(struct engine *engine)
{
	struct progress *progress = &engine->progress;
	const struct engine_world *world = &engine->world;
	if (engine->options.no_hunt || engine->options.no_components || !elites_count(engine->elites))
		return false;
	if (!progress->all_covered && engine->yield.proposals - progress->last_look >= LOOK) {
		struct count goals = cover_count_aimed(world->cover, world->criterion, world->aim);
		progress->last_look = engine->yield.proposals;
		progress->all_covered = goals.covered == goals.total;
	}
	if (progress->all_covered)
		return engine->next_batch % NO_HUNT != 0;
	return is_stuck(engine) && engine->next_batch % HUNT == 1;
}

/* Picks the less successful of two functions at random, so that functions that are hard to call get their
 * share, without a scan over all of them. */
static uint32_t pick_function(struct engine *engine)
{
	const struct repertoire *own = swarm_repertoire(engine->swarm);
	if (own->helpers.n && rng_chance(&engine->rng, CHANCE_HELPER))
		return own->helpers.at[rng_below(&engine->rng, own->helpers.n)];
	if (!own->callable.n || (own->reserve.n && is_stuck(engine) && rng_chance(&engine->rng, CHANCE_RESERVE)))
		return own->reserve.at[rng_below(&engine->rng, own->reserve.n)];
	uint32_t a = own->callable.at[rng_below(&engine->rng, own->callable.n)];
	uint32_t b = own->callable.at[rng_below(&engine->rng, own->callable.n)];
	if (rng_chance(&engine->rng, 0.3))
		return a;
	return engine->tallies[b].normal < engine->tallies[a].normal ? b : a;
}

static struct assembly begin_assembly(struct engine *engine)
{
	struct assembly assembly = { .model = engine->world.model,
		                     .callable = engine->world.callable,
		                     .configuration = engine->drawing.configuration,
		                     .makers = &engine->makers,
		                     .values = engine->values,
		                     .rng = &engine->rng,
		                     .pool = engine->options.no_components ? NULL : engine->pool,
		                     .callees = engine->callees,
		                     .with_reserve = is_stuck(engine),
		                     .flows_off = engine->options.no_flows };
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

static uint32_t choose_length(struct engine *engine)
{
	if (engine->drawing.configuration)
		return engine->options.swarm_calls ? engine->options.swarm_calls
		                                   : 1 + (uint32_t)rng_below(&engine->rng, MAX_SWARM_CALLS);
	return rng_chance(&engine->rng, 0.5) ? 1 : 1 + (uint32_t)rng_below(&engine->rng, engine->options.max_calls);
}

/* Calls one or two functions that initialise modules, in any order: the unit does not say which modules need
 * each other. */
static void begin_modules(struct engine *engine, struct assembly *assembly)
{
	const struct repertoire *own = swarm_repertoire(engine->swarm);
	if (!own->beginnings.n || !rng_chance(&engine->rng, CHANCE_BEGIN))
		return;
	for (uint64_t n = 1 + rng_below(&engine->rng, 2); n; n--)
		assembly_call(assembly, own->beginnings.at[rng_below(&engine->rng, own->beginnings.n)]);
}

/* Makes a new sequence: one call, repeated now and then, and often a few more. A swarm test is long and works
 * mostly on one object of a kind, so that operations meet in the same object. It repeats no call, since
 * repetition would hide that effect. It is made from nothing, because a component would count for all
 * operations in it. */
static const struct seq *extend(struct engine *engine)
{
	struct assembly assembly = begin_assembly(engine);
	if (engine->drawing.configuration) {
		assembly.pool = NULL;
		assembly.is_loyal = true;
	}
	begin_modules(engine, &assembly);
	uint32_t calls = choose_length(engine);
	bool any = false;
	for (uint32_t i = 0; i < calls; i++) {
		uint32_t f = pick_function(engine);
		engine->tallies[f].proposed++;
		if (engine->world.model->missing.n && rng_chance(&engine->rng, 0.7))
			assembly_stubs(&assembly, f);
		if (assembly_has_state(&assembly, f) && rng_chance(&engine->rng, CHANCE_STATE))
			assembly_state(&assembly, f);
		if (!assembly_call(&assembly, f))
			continue;
		any = true;
		if (!engine->drawing.configuration && rng_chance(&engine->rng, engine->options.repeat_chance))
			repeat(engine, &assembly);
	}
	const struct seq *seq = assembly_finish(&assembly);
	return any && seq->n ? seq : NULL;
}

static uint32_t last_called(const struct seq *seq)
{
	for (uint32_t i = seq->n; i-- > 0;)
		if (step_is_call(seq->steps[i]))
			return seq->steps[i]->index;
	return NONE;
}

/* Changes the number that a stand-in returns; NULL: it returns none. */
static const struct seq *mutate_answer(struct engine *engine, const struct seq *seq, uint32_t i)
{
	const struct model *model = engine->world.model;
	struct step step = *seq->steps[i];
	const struct type *function = model_type(model, model->missing.at[step.index].type);
	const struct type *result = model_canonical(model, function->target);
	if (!step.behaviour || !step.behaviour->result || !type_is_scalar(result) || result->kind == TYPE_POINTER)
		return NULL;
	struct behaviour behaviour = *step.behaviour;
	unsigned char *bytes = arena_alloc(engine->arena, 16);
	values_answer(engine->values, &engine->rng, function->target, last_called(seq), bytes);
	if (behaviour.later && rng_chance(&engine->rng, 0.5))
		behaviour.later = bytes;
	else
		behaviour.result = bytes;
	step.behaviour = &behaviour;
	return seq_replace(engine->arena, seq, i, &step);
}

/* Repeats an elite with another answer of a stand-in that it used. */
static const struct seq *answer(struct engine *engine, const struct elite *elite)
{
	uint32_t missing = elite->stood_in[rng_below(&engine->rng, elite->n_stood_in)];
	if ((missing & SK_STOOD_IN_VARIABLE) || engine->world.model->missing.at[missing].known_as)
		return NULL;
	for (uint32_t i = 0; i < elite->seq->n; i++)
		if (elite->seq->steps[i]->kind == STEP_STUB && elite->seq->steps[i]->index == missing)
			return mutate_answer(engine, elite->seq, i);
	struct assembly assembly = begin_assembly(engine);
	assembly_stub(&assembly, missing, last_called(elite->seq));
	bool fits = assembly.builder.steps.n + elite->seq->n <= SEQ_MAX_STEPS;
	if (fits)
		seq_add_all(&assembly.builder, elite->seq);
	const struct seq *seq = assembly_finish(&assembly);
	return fits ? seq : NULL;
}

/* Picks an elite that the configuration allows; NULL: a few tries found none. */
static const struct elite *pick_elite(struct engine *engine, uint32_t *condition)
{
	uint32_t tries = engine->drawing.configuration ? ELITE_TRIES : 1;
	while (tries--) {
		const struct elite *elite = elites_pick(engine->elites, &engine->rng, condition);
		if (configuration_allows(engine->drawing.configuration, elite->seq))
			return elite;
	}
	return NULL;
}

static const struct seq *mutate(struct engine *engine)
{
	uint32_t condition;
	const struct elite *elite = pick_elite(engine, &condition);
	if (!elite)
		return NULL;
	if (elite->n_stood_in && rng_chance(&engine->rng, CHANCE_ANSWER))
		return answer(engine, elite);
	struct mutation mutation = { .model = engine->world.model,
		                     .values = engine->values,
		                     .rng = &engine->rng,
		                     .arena = engine->arena,
		                     .compared = elite->compared,
		                     .n_compared = elite->n_compared,
		                     .texts = elite->texts,
		                     .n_texts = elite->n_texts,
		                     .condition = condition };
	bool hunts = engine->progress.hunts;
	const struct seq *seq = hunts ? elite->seq : mutate_sequence(&mutation, elite->seq);
	for (uint64_t more = hunts + rng_below(&engine->rng, 3); seq && more; more--) {
		bool edge = hunts && rng_chance(&engine->rng, CHANCE_EDGE);
		const struct seq *next = (edge ? mutate_to_edge : mutate_sequence)(&mutation, seq);
		seq = next ? next : seq;
	}
	return seq;
}

/* Appends calls to an elite. */
static const struct seq *continue_elite(struct engine *engine)
{
	uint32_t condition;
	const struct elite *elite = pick_elite(engine, &condition);
	if (!elite)
		return NULL;
	struct assembly assembly = begin_assembly(engine);
	seq_add_all(&assembly.builder, elite->seq);
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

/* Returns the share of mutations, which follows their wins, within bounds. */
static double mutation_share(const struct engine *engine)
{
	if (engine->options.no_mutation || !elites_count(engine->elites))
		return 0;
	double by_mutation = (double)(engine->yield.won_by_mutation + 4) / (double)(engine->yield.mutations + 64);
	double by_extension = (double)(engine->yield.won_by_extension + 4) / (double)(engine->yield.extensions + 64);
	double share = by_mutation / (by_mutation + by_extension);
	return share < 0.2 ? 0.2 : share > 0.8 ? 0.8 : share;
}

static const struct seq *propose_one(struct engine *engine, bool *mutated)
{
	engine->drawing = swarm_draw(engine->swarm, &engine->rng, engine->arena);
	*mutated = rng_chance(&engine->rng, mutation_share(engine));
	if (*mutated)
		return rng_chance(&engine->rng, 0.8) ? mutate(engine) : continue_elite(engine);
	const struct seq *seq = extend(engine);
	if (!seq)
		swarm_is_barren(engine->swarm, &engine->drawing);
	return seq;
}

/* Proposes elites once more with their comparisons watched, so that changes can follow these. */
static void propose_watched(struct engine *engine, struct batch *batch, struct proposal *out, size_t n)
{
	while (batch->origins.n < n) {
		uint32_t elite = elites_next_unwatched(engine->elites);
		if (elite == NONE)
			return;
		out[batch->origins.n].seq = elites_seq(engine->elites, elite);
		vec_push(&batch->origins, (struct origin){ .watched = elite });
	}
}

/* Proposes questions, at most a quarter of a batch: objects that may be new come faster than they can be compared. */
static void propose_questions(struct engine *engine, struct batch *batch, struct proposal *out, size_t n)
{
	const struct seq *question;
	while (batch->origins.n < n / 4 && (question = classes_question(engine->classes, batch->arena))) {
		out[batch->origins.n].seq = question;
		vec_push(&batch->origins, (struct origin){ .asks = true, .watched = NONE });
	}
}

/* True if the sequence is to be run. */
static bool is_worthwhile(struct engine *engine, const struct seq *seq)
{
	const struct model *model = engine->world.model;
	if (!seq || seq->n > SEQ_MAX_STEPS || !seq_formats_agree(model, seq))
		return false;
	bool dear = thrift_saves(&engine->yield.thrift) && thrift_looks_dear(model, seq);
	engine->yield.dear += dear;
	if (dear)
		return false;
	bool seen = was_seen(engine, seq);
	engine->yield.repeats_avoided += seen;
	return !seen;
}

static size_t propose(struct engine *engine, struct proposal *out, size_t n)
{
	INVARIANT(engine->next_batch - engine->first_batch < MAX_BATCHES);
	struct batch *batch = &engine->batches[engine->next_batch % MAX_BATCHES];
	if (!swarm_has_any(engine->swarm))
		return 0;
	engine->arena = batch->arena;
	bool watched = engine->next_batch % WATCHED_BATCH == 0;
	engine->progress.hunts = is_to_hunt(engine);
	values_widen(engine->values,
	             is_stuck(engine) && !engine->progress.all_covered && engine->next_batch % WIDE_BATCH == 0);
	if (watched && !engine->options.no_mutation)
		propose_watched(engine, batch, out, n);
	propose_questions(engine, batch, out, n);
	for (size_t tries = 0; batch->origins.n < n && tries < 8 * n; tries++) {
		bool mutated;
		const struct seq *seq = propose_one(engine, &mutated);
		if (!is_worthwhile(engine, seq))
			continue;
		out[batch->origins.n].seq = seq;
		out[batch->origins.n].tag.configuration = engine->drawing.number;
		vec_push(&batch->origins,
		         (struct origin){ .mutated = mutated, .watched = NONE, .drawing = engine->drawing });
	}
	engine->yield.proposals += batch->origins.n;
	for (size_t i = 0; i < batch->origins.n; i++) {
		out[i].want = WANT_VALUES | WANT_SHAPES | (watched ? WANT_DISTANCES : 0);
		out[i].build = engine->progress.hunts ? BUILD_CHECKED : BUILD_FAST;
	}
	engine->yield.hunted += engine->progress.hunts ? batch->origins.n : 0;
	engine->next_batch += batch->origins.n > 0;
	return batch->origins.n;
}

/* True if the call used a number that a call returned: numbers that grow from call to call are nothing new. */
static bool is_grown(const struct seq *seq, uint32_t v)
{
	for (uint32_t a = 0; a < seq->steps[v]->n_args; a++)
		if (step_is_call(seq->steps[seq_index(v, seq->steps[v]->args[a])]))
			return true;
	return false;
}

/* True for a large number. A result computed from it is mostly an overflow. But a number that names something
 * may be large, too, so only numbers that grew from others are left out. */
static bool is_large(const struct engine *engine, const struct type *type, const struct step_result *result)
{
	if (type->kind != TYPE_INT && type->kind != TYPE_ENUM)
		return false;
	int64_t number = value_int(type, result->bytes);
	uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
	return size > engine->options.large_number;
}

/* Index pruning: true if variable v is worth reusing. */
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
	if (is_large(engine, type, value) && is_grown(result->seq, v) && !engine->options.no_large_filter) {
		engine->yield.large++;
		return false;
	}
	if (engine->options.no_index_pruning)
		return true;
	uint64_t key = hash_bytes(value->bytes, value->size, type->canonical);
	if (type->kind == TYPE_POINTER || value->shape)
		key = hash_bytes(&value->shape, sizeof value->shape, type->canonical);
	bool added;
	map_put(&engine->known_values, key, &added);
	engine->yield.values_pruned += !added;
	return added;
}

/* True for objects, and for numbers that a call returned. */
static bool gives_component(const struct engine *engine, const struct step *step)
{
	enum type_kind kind = model_canonical(engine->world.model, step->type)->kind;
	bool is_number = kind == TYPE_INT || kind == TYPE_FLOAT;
	return kind == TYPE_POINTER || kind == TYPE_STRUCT || kind == TYPE_UNION ||
	       (is_number && step_is_call(step) && !engine->options.no_flows);
}

/* Adds the values of the sequence to the component set, except plain literals, which are cheaper to make anew. */
static void add_components(struct engine *engine, const struct engine_result *result)
{
	struct life lives[SEQ_MAX_STEPS];
	const struct seq *kept = NULL;
	uint64_t fuel = result->run->fuel_used / FUEL_PER_COST;
	uint32_t cost = fuel < UINT32_MAX ? (uint32_t)fuel : UINT32_MAX;
	seq_lives(engine->world.model, result->seq, lives);
	for (uint32_t v = 0; v < result->seq->n && v < result->run->n_steps; v++) {
		const struct step *step = result->seq->steps[v];
		bool changed = step_is_call(step) || (step->kind != STEP_CALLBACK && !step->is_string);
		if (!step->type || !lives[v].alive || !changed || !gives_component(engine, step) ||
		    !is_reusable(engine, result, v))
			continue;
		if (!kept)
			kept = pool_keep(engine->pool, result->seq);
		if (classes_has(engine->classes, step->type) && !engine->options.no_index_pruning)
			classes_ask(engine->classes, (struct component){ kept, v, cost });
		else
			pool_add(engine->pool, (struct component){ kept, v, cost });
	}
}

static void add_elite(struct engine *engine, const struct engine_result *result)
{
	elites_add(engine->elites, &engine->rng, pool_keep(engine->pool, result->seq), result->run);
	for (uint32_t i = 0; i < result->seq->n; i++) {
		const struct step *step = result->seq->steps[i];
		if (step->kind == STEP_BLOCK && step->size && !step->n_fills)
			values_add_text(engine->values, step->bytes, step->size - step->is_string);
	}
}

/* Returns how the proposal with the next result was made, and ends its batch after the last. */
static struct origin next_origin(struct engine *engine)
{
	struct batch *batch = &engine->batches[engine->first_batch % MAX_BATCHES];
	return batch->origins.at[batch->told++];
}

static void end_batch(struct engine *engine)
{
	struct batch *batch = &engine->batches[engine->first_batch % MAX_BATCHES];
	if (batch->told < batch->origins.n)
		return;
	arena_clear(batch->arena);
	vec_clear(&batch->origins);
	batch->told = 0;
	engine->first_batch++;
}

static void count_win(struct engine *engine, bool mutated, bool won)
{
	engine->yield.mutations += mutated;
	engine->yield.extensions += !mutated;
	engine->yield.won_by_mutation += mutated && won;
	engine->yield.won_by_extension += !mutated && won;
}

/* True if the test uses static functions. A win of theirs does not mean that the other functions would win again. */
static bool uses_reserve(const struct engine *engine, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++)
		if (step_is_call(seq->steps[i]) && step_function(engine->world.model, seq->steps[i])->is_reserve)
			return true;
	return false;
}

static void learn(struct engine *engine, const struct engine_result *result)
{
	engine->yield.fuel += (double)result->run->fuel_used;
	thrift_learn(&engine->yield.thrift, engine->world.model, result->seq, result->run);
	engine->yield.learned++;
	for (uint32_t i = 0; i < result->run->n_compared; i++)
		values_add_compared(engine->values, &result->run->compared[i]);
	callees_learn(engine->callees, result->seq, result->run);
	makers_learn(&engine->makers, engine->world.model, result->seq, result->run, engine_refused(result));
	if (result->reception == RECEIVED_ENDED && result->new_probes && result->run->steps)
		add_elite(engine, result);
	if (result->reception != RECEIVED_NORMAL || !result->run->steps)
		return;
	for (uint32_t i = 0; i < result->seq->n; i++)
		if (step_is_call(result->seq->steps[i]))
			engine->tallies[result->seq->steps[i]->index].normal++;
	if (!engine->options.no_components && (result->seq->n <= MAX_COMPONENT || result->new_probes))
		add_components(engine, result);
	if (result->new_probes)
		add_elite(engine, result);
	if (result->new_probes && !uses_reserve(engine, result->seq))
		engine->progress.last_win = engine->yield.proposals;
}

static void take_answer(struct engine *engine, const struct run *run)
{
	struct component object;
	enum class_answer answer = classes_answer(engine->classes, run, &object);
	if (answer == CLASS_NEW)
		pool_add(engine->pool, object);
	engine->yield.values_pruned += answer == CLASS_KNOWN;
}

/* Counts a win. Only tests made from nothing teach which way of making tests wins. */
static void take_win(struct engine *engine, const struct origin *origin, const struct engine_result *result)
{
	bool won = result->new_probes && result->reception == RECEIVED_NORMAL;
	count_win(engine, origin->mutated, won);
	swarm_result(engine->swarm, &(struct swarm_run){ .drawing = origin->drawing,
	                                                 .run = result->run,
	                                                 .n_steps = result->seq->n,
	                                                 .fresh = !origin->mutated,
	                                                 .won = won });
}

static void take_result(struct engine *engine, const struct engine_result *result)
{
	struct origin origin = next_origin(engine);
	if (origin.asks) {
		take_answer(engine, result->run);
		end_batch(engine);
		return;
	}
	if (origin.watched != NONE && result->reception == RECEIVED_NORMAL)
		elites_watched(engine->elites, origin.watched, result->seq, result->run);
	if (origin.watched == NONE)
		take_win(engine, &origin, result);
	learn(engine, result);
	end_batch(engine);
}

static void publish(struct engine *engine, bool last)
{
	swarm_publish(engine->swarm, last);
}

static void statistics(const struct engine *engine, void (*each)(void *, const char *, double), void *context)
{
	each(context, "component set", (double)pool_size(engine->pool));
	each(context, "elites", (double)elites_count(engine->elites));
	each(context, "sequences proposed", (double)engine->yield.proposals);
	each(context, "equal sequences avoided", (double)engine->yield.repeats_avoided);
	each(context, "values pruned", (double)engine->yield.values_pruned);
	each(context, "mean fuel of a test",
	     engine->yield.learned ? engine->yield.fuel / (double)engine->yield.learned : 0);
	each(context, "large numbers left out", (double)engine->yield.large);
	each(context, "dear sequences left out", (double)engine->yield.dear);
	each(context, "tests for findings, in the checked build", (double)engine->yield.hunted);
	struct swarm_numbers swarm = swarm_numbers(engine->swarm);
	each(context, "swarm tests", (double)swarm.tests);
	each(context, "swarm tests that won", (double)swarm.won);
	each(context, "swarm configurations that made nothing", (double)swarm.barren);
	each(context, "swarm share", swarm.share);
}

const struct engine_kind engine_random = { .name = "random",
	                                   .create = create,
	                                   .destroy = destroy,
	                                   .propose = propose,
	                                   .result = take_result,
	                                   .statistics = statistics,
	                                   .adopt = learn,
	                                   .publish = publish,
	                                   .builds = 1u << BUILD_CHECKED,
	                                   .is_light = true };
