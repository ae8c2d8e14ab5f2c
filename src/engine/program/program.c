/* program: see program.h. */
#include "engine/program/program.h"

#include <stdlib.h>
#include <string.h>

#include "engine/program/change.h"
#include "engine/program/change_bytes.h"
#include "engine/program/usual.h"

#define MAX_KEPT 1024u
#define MAX_WAITING 4096u
#define BY_COMPARISONS 96u       /* the most tests from the comparisons of one run */
#define RUNS_PER_OPTION 6u
#define VALUES_PER_OPTION 12u
#define CHANCE_RECENT 0.6        /* of changing one of the tests kept last */
#define RECENT 12u
#define CHANCE_COMPOSED 0.15     /* of a command line that owes nothing to others */
#define SWARM 128u               /* tests with the same choice of options */
#define MAX_UNDER_WAY (2u * SK_MAX_BATCH + 1)

/* A test that is kept or waits for its turn. */
struct held {
	struct arena *arena;
	struct invocation invocation;
};

struct engine {
	struct engine_world world;
	struct program_options options;
	struct rng rng;
	struct dictionary *dictionary;
	VEC(struct held) kept;           /* oldest first */
	VEC(struct held) waiting;        /* these run unchanged */
	size_t next_waiting;
	size_t tried_options;
	struct map ran;                  /* hashes of tests that were proposed */
	struct arena *arenas[MAX_UNDER_WAY]; /* of proposals, a ring */
	uint64_t next_arena;
	uint64_t since_hang;             /* runs */
	uint64_t n_compared, n_changed;
	uint64_t swarm;                  /* chooses the options in play; changes every few tests */
};

/* ---- life ---- */

static void hold(struct held *held, const struct invocation *from)
{
	struct invocation copy;
	struct arena *arena = held->arena = arena_new();
	invocation_copy(&copy, from);
	for (size_t i = 0; i < copy.args.n; i++)
		copy.args.at[i].at = arena_memdup(arena, copy.args.at[i].at, copy.args.at[i].size);
	for (size_t i = 0; i < copy.files.n; i++) {
		struct named_bytes *file = &copy.files.at[i];
		file->name = arena_strdup(arena, file->name);
		file->contents.at = arena_memdup(arena, file->contents.at, file->contents.size);
	}
	for (size_t i = 0; i < copy.variables.n; i++) {
		struct named_bytes *variable = &copy.variables.at[i];
		variable->name = arena_strdup(arena, variable->name);
		variable->contents.at = arena_memdup(arena, variable->contents.at, variable->contents.size);
	}
	copy.input.at = arena_memdup(arena, copy.input.at, copy.input.size);
	copy.program = arena_strdup(arena, copy.program);
	held->invocation = copy;
}

static void held_release(struct held *held)
{
	invocation_release(&held->invocation);
	arena_free(held->arena);
}

static void add_waiting(struct engine *engine, const struct invocation *invocation)
{
	struct held held;
	if (engine->waiting.n - engine->next_waiting >= MAX_WAITING)
		return;
	hold(&held, invocation);
	vec_push(&engine->waiting, held);
}

static struct changer changer_of(struct engine *engine, struct arena *arena)
{
	return (struct changer){ .shape = engine->options.shape,
		                 .dictionary = engine->dictionary,
		                 .rng = &engine->rng,
		                 .arena = arena,
		                 .swarm = engine->swarm };
}

/* Adds the first words that anybody would try. */
static void add_starts(struct engine *engine)
{
	static const char *const words[] = { NULL,          "--help", "--version", "-h", "-x", SHAPE_FILE,
		                             "missing.txt", "a",      "1",         "",   "." };
	const struct shape *shape = engine->options.shape;
	struct arena *arena = arena_new();
	struct changer changer = changer_of(engine, arena);
	struct invocation start;
	shape_start(shape, &start);
	add_waiting(engine, &start);
	for (size_t i = 0; shape->is_free && i < (shape->has_args ? sizeof words / sizeof *words : 1); i++) {
		struct invocation one;
		invocation_copy(&one, &start);
		if (words[i])
			invocation_add_arg(&one, words[i], strlen(words[i]));
		change_supply_files(&changer, &one);
		add_waiting(engine, &one);
		one.has_input = true;
		one.input = (struct bytes){ (const unsigned char *)"one 2\ntwo\n", 10 };
		add_waiting(engine, &one);
		invocation_release(&one);
	}
	invocation_release(&start);
	arena_free(arena);
}

static struct engine *create(const struct engine_world *world, uint64_t seed, const void *options)
{
	struct engine *engine = xcalloc(1, sizeof *engine);
	engine->world = *world;
	engine->options = *(const struct program_options *)options;
	rng_init(&engine->rng, seed + 7);
	engine->dictionary = dictionary_new(world->model);
	for (size_t i = 0; i < MAX_UNDER_WAY; i++)
		engine->arenas[i] = arena_new();
	for (size_t i = 0; i < engine->options.n_seeds; i++)
		add_waiting(engine, &engine->options.seeds[i]);
	add_starts(engine);
	return engine;
}

static void destroy(struct engine *engine)
{
	for (size_t i = 0; i < engine->kept.n; i++)
		held_release(&engine->kept.at[i]);
	for (size_t i = engine->next_waiting; i < engine->waiting.n; i++)
		held_release(&engine->waiting.at[i]);
	for (size_t i = 0; i < MAX_UNDER_WAY; i++)
		arena_free(engine->arenas[i]);
	vec_release(&engine->kept);
	vec_release(&engine->waiting);
	map_release(&engine->ran);
	dictionary_free(engine->dictionary);
	free(engine);
}

/* ---- proposals ---- */

static const struct held *some_kept(struct engine *engine)
{
	size_t n = engine->kept.n;
	if (!n)
		return NULL;
	size_t recent = n < RECENT ? n : RECENT;
	if (rng_chance(&engine->rng, CHANCE_RECENT))
		return &engine->kept.at[n - 1 - rng_below(&engine->rng, recent)];
	return &engine->kept.at[rng_below(&engine->rng, n)];
}

static void try_value(struct engine *engine, struct option_word option, struct bytes value, bool with_file)
{
	struct arena *arena = arena_new();
	struct changer changer = changer_of(engine, arena);
	struct invocation one;
	shape_start(engine->options.shape, &one);
	change_give_option(&changer, &one, option, value);
	if (with_file)
		invocation_add_arg(&one, SHAPE_FILE, strlen(SHAPE_FILE));
	change_supply_files(&changer, &one);
	add_waiting(engine, &one);
	invocation_release(&one);
	arena_free(arena);
}

/* Tries an option that takes something with values of several kinds. These may name a folder: the program then tells
 * what it looks for there. */
static void try_values(struct engine *engine, struct option_word option)
{
	uint64_t first = rng_below(&engine->rng, UINT32_MAX);
	try_value(engine, option, bytes_of("."), false);
	for (unsigned i = 0; i < VALUES_PER_OPTION; i++)
		try_value(engine, option, usual_value_at(first + i), true);
}

/* Tries options that nobody has tried, each by itself and in a kept test. */
static void try_options(struct engine *engine)
{
	const struct shape *shape = engine->options.shape;
	while (shape->is_free && shape->has_args && engine->tried_options < dictionary_options(engine->dictionary)) {
		struct option_word option = dictionary_option(engine->dictionary, engine->tried_options++);
		for (unsigned i = 0; i < RUNS_PER_OPTION; i++) {
			struct arena *arena = arena_new();
			struct changer changer = changer_of(engine, arena);
			const struct held *base = i > 1 ? some_kept(engine) : NULL;
			struct invocation one;
			if (base)
				invocation_copy(&one, &base->invocation);
			else
				shape_start(shape, &one);
			change_add_option(&changer, &one, option);
			if (i % 2)
				invocation_add_arg(&one, SHAPE_FILE, strlen(SHAPE_FILE));
			change_supply_files(&changer, &one);
			add_waiting(engine, &one);
			invocation_release(&one);
			arena_free(arena);
		}
		if (option.takes)
			try_values(engine, option);
	}
}

static const struct seq *next_waiting(struct engine *engine, struct arena *arena)
{
	struct held held = engine->waiting.at[engine->next_waiting++];
	const struct seq *seq = invocation_seq(&held.invocation, engine->world.model, arena);
	held_release(&held);
	if (engine->next_waiting == engine->waiting.n)
		engine->next_waiting = engine->waiting.n = 0;
	return seq;
}

static const struct seq *next_changed(struct engine *engine, struct arena *arena)
{
	const struct held *base = some_kept(engine), *other = some_kept(engine);
	struct changer changer = changer_of(engine, arena);
	struct invocation one;
	bool composed = engine->options.shape->is_free && engine->options.shape->has_args &&
	                rng_chance(&engine->rng, CHANCE_COMPOSED);
	if (base && !composed)
		invocation_copy(&one, &base->invocation);
	else
		shape_start(engine->options.shape, &one);
	if (composed)
		change_compose(&changer, &one);
	else
		change_some(&changer, &one, other ? &other->invocation : NULL);
	const struct seq *seq = invocation_seq(&one, engine->world.model, arena);
	invocation_release(&one);
	if (engine->n_changed++ % SWARM == 0) /* every other time all options are in play */
		engine->swarm = engine->swarm ? 0 : rng_below(&engine->rng, UINT32_MAX) + 1;
	return seq;
}

static bool is_fresh(struct engine *engine, const struct seq *seq)
{
	bool added;
	if (engine->ran.n > (1u << 20))
		map_release(&engine->ran);
	map_put(&engine->ran, seq->hash, &added);
	return added;
}

#define MAX_TRIES 4u     /* to find a test that did not run before */
#define FEW 8u           /* proposals at a time, while runs hang */
#define CALM 64u         /* runs without a hang, before there are more proposals */

static size_t propose(struct engine *engine, struct proposal *out, size_t n)
{
	size_t made = 0;
	if (engine->since_hang < CALM && n > FEW)
		n = FEW;
	try_options(engine);
	while (made < n) {
		struct arena *arena = engine->arenas[engine->next_arena % MAX_UNDER_WAY];
		const struct seq *seq = NULL;
		arena_clear(arena);
		for (unsigned i = 0; i < MAX_TRIES && (i == 0 || !is_fresh(engine, seq)); i++)
			seq = engine->next_waiting < engine->waiting.n ? next_waiting(engine, arena)
			                                               : next_changed(engine, arena);
		engine->next_arena++;
		out[made++] = (struct proposal){ .seq = seq, .build = BUILD_FAST, .want = WANT_DISTANCES };
	}
	return made;
}

/* ---- results ---- */

static void keep(struct engine *engine, const struct invocation *invocation)
{
	struct held held;
	if (engine->kept.n >= MAX_KEPT) { /* the oldest except for the first few, which may be seeds */
		size_t gone = 64;
		held_release(&engine->kept.at[gone]);
		memmove(&engine->kept.at[gone], &engine->kept.at[gone + 1],
		        (engine->kept.n - gone - 1) * sizeof *engine->kept.at);
		engine->kept.n--;
	}
	hold(&held, invocation);
	vec_push(&engine->kept, held);
}

static void follow_comparisons(struct engine *engine, const struct invocation *invocation, const struct run *run)
{
	struct arena *arena = arena_new();
	struct changer changer = changer_of(engine, arena);
	struct invocation *made = ARENA_ARRAY(arena, struct invocation, BY_COMPARISONS);
	size_t n = change_by_comparisons(&changer, invocation, run, made, BY_COMPARISONS);
	for (size_t i = 0; i < n; i++) {
		add_waiting(engine, &made[i]);
		invocation_release(&made[i]);
	}
	engine->n_compared += n;
	arena_free(arena);
}

/* Repeats a run with the files that it was the first to look for. */
static void follow_asked_files(struct engine *engine, const struct invocation *invocation, size_t known)
{
	for (size_t i = known; engine->options.shape->is_free && i < dictionary_files(engine->dictionary); i++)
		for (size_t k = 0; k < USUAL_FILES; k++) {
			struct invocation one;
			struct named_bytes file = { dictionary_file(engine->dictionary, i), usual_start(k) };
			invocation_copy(&one, invocation);
			vec_push(&one.files, file);
			add_waiting(engine, &one);
			invocation_release(&one);
		}
}

static void take_result(struct engine *engine, const struct engine_result *result)
{
	struct invocation invocation;
	engine->since_hang = result->run->outcome == SK_HANG ? 0 : engine->since_hang + 1;
	struct arena *arena = arena_new();
	bool has_run = invocation_of(&invocation, result->seq, arena);
	size_t known = dictionary_files(engine->dictionary);
	if (has_run) {
		dictionary_learn(engine->dictionary, &invocation, result->run);
		follow_asked_files(engine, &invocation, known);
	}
	if (has_run && result->reception == RECEIVED_NORMAL && (result->new_probes || result->nearer.n)) {
		keep(engine, &invocation);
		follow_comparisons(engine, &invocation, result->run);
	}
	invocation_release(&invocation);
	arena_free(arena);
}

static void statistics(const struct engine *engine, void (*each)(void *, const char *, double), void *context)
{
	each(context, "inputs kept", (double)engine->kept.n);
	each(context, "words known", (double)dictionary_words(engine->dictionary));
	each(context, "options known", (double)dictionary_options(engine->dictionary));
	each(context, "tests by comparisons", (double)engine->n_compared);
	each(context, "tests by change", (double)engine->n_changed);
}

const struct engine_kind engine_program = { .name = "program",
	                                    .create = create,
	                                    .destroy = destroy,
	                                    .propose = propose,
	                                    .result = take_result,
	                                    .statistics = statistics,
	                                    .adopt = take_result,
	                                    .builds = 1u << BUILD_FAST,
	                                    .is_light = true };
