/* failing: the engine that makes calls of the unit into the C library fail.
 *
 * It takes every test of another engine that covered something new, and runs it again with a failure: of the
 * first allocation of its last call, of the second, and so on until the call makes no more allocations; then of
 * the call before. So each allocation of a test fails once. Branches that only run after a failure are found in
 * as many runs as there are such places.
 *
 * Most functions never make most kinds of calls into the C library. A function whose first attempts showed no
 * call of a kind is tried with that kind only now and then. Expensive tests are tried last. */
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "seq/failures.h"

#define MOST_TRACKS 20000u  /* tracks that wait; later tests are not taken */
#define MOST_IN_CALL 24u    /* failures tried in one call: later ones are mostly in a loop */
#define ATTEMPTS 6u         /* without a failure, then the function seems to make no such calls */
#define NOW_AND_THEN 32u    /* then one attempt of so many is made */
#define DEAR_AT_ONCE 16u
#define DEAR 20000u         /* a test with more fuel comes after all others */

/* A call of a test, and the next failure to try in it. */
struct track {
	const struct seq *seq;
	uint32_t step;              /* the call */
	uint32_t operation;         /* the function of the model that makes it fail */
	uint32_t n;                 /* the number of the failing call into the C library, from 1 on */
};

/* The results of one operation on a function so far. */
struct habit {
	uint32_t attempts, failures;
	uint32_t skipped;
};

struct engine {
	struct engine_world world;
	VEC(uint32_t) operations;   /* functions of the model that make calls fail */
	struct habit *habits;       /* per function of the model and operation */
	VEC(struct track) tracks;
	VEC(struct track) dear;     /* of expensive tests: taken when there are no others */
	size_t given, told;         /* tracks that a batch took; tracks with known results */
	struct arena *tests;        /* of taken tests */
	struct arena *arena;        /* of proposals */
	uint64_t taken, failures;
};

static struct engine *create(const struct engine_world *world, uint64_t seed, const void *options)
{
	(void)seed, (void)options;
	struct engine *engine = xcalloc(1, sizeof *engine);
	engine->world = *world;
	engine->tests = arena_new();
	engine->arena = arena_new();
	for (uint32_t f = 0; f < world->model->functions.n; f++)
		if (world->callable[f] && world->model->functions.at[f].fails)
			vec_push(&engine->operations, f);
	engine->habits = xcalloc(world->model->functions.n * engine->operations.n + 1, sizeof *engine->habits);
	return engine;
}

static void destroy(struct engine *engine)
{
	vec_release(&engine->tracks);
	vec_release(&engine->dear);
	vec_release(&engine->operations);
	free(engine->habits);
	arena_free(engine->tests);
	arena_free(engine->arena);
	free(engine);
}

static struct habit *habit_of(struct engine *engine, const struct function *function, uint32_t operation)
{
	size_t k = 0;
	while (engine->operations.at[k] != operation)
		k++;
	size_t f = (size_t)(function - engine->world.model->functions.at);
	return &engine->habits[f * engine->operations.n + k];
}

static bool is_hopeless(struct habit *habit)
{
	return habit->attempts >= ATTEMPTS && !habit->failures && ++habit->skipped % NOW_AND_THEN;
}

static void add_track(struct engine *engine, const struct engine_result *result, struct track track)
{
	if (result->run->fuel_used > DEAR)
		vec_push(&engine->dear, track);
	else
		vec_push(&engine->tracks, track);
}

static void adopt(struct engine *engine, const struct engine_result *result)
{
	const struct model *model = engine->world.model;
	if (result->reception != RECEIVED_NORMAL || seq_fails(model, result->seq) || !engine->operations.n ||
	    engine->tracks.n + engine->dear.n >= MOST_TRACKS || result->seq->n + 2 > SEQ_MAX_STEPS)
		return;
	const struct seq *seq = seq_copy(engine->tests, result->seq);
	engine->taken++;
	for (uint32_t i = seq->n; i-- > 0;) {
		const struct function *function = step_function(model, seq->steps[i]);
		for (size_t k = 0; function && !function->sets && k < engine->operations.n; k++)
			add_track(engine, result, (struct track){ seq, i, engine->operations.at[k], 1 });
	}
}

/* Forgets the tracks of a batch when all its results are known. */
static void forget_given(struct engine *engine)
{
	size_t left = engine->tracks.n - engine->given;
	memmove(engine->tracks.at, engine->tracks.at + engine->given, left * sizeof *engine->tracks.at);
	engine->tracks.n = left;
	engine->given = engine->told = 0;
	arena_clear(engine->arena);
}

/* Takes a few tracks of expensive tests. */
static void take_dear(struct engine *engine)
{
	while (engine->tracks.n < DEAR_AT_ONCE && engine->dear.n)
		vec_push(&engine->tracks, engine->dear.at[--engine->dear.n]);
}

/* Returns the test of a track, or NULL if the attempt is not worth a run; the track then counts as told. */
static const struct seq *attempt(struct engine *engine, const struct track *track)
{
	const struct model *model = engine->world.model;
	const struct function *function = step_function(model, track->seq->steps[track->step]);
	if (track->n == 1 && is_hopeless(habit_of(engine, function, track->operation)))
		return NULL;
	return seq_with_failure(engine->arena, model, track->seq, track->step, track->operation, track->n);
}

static size_t propose(struct engine *engine, struct proposal *out, size_t n)
{
	size_t proposed = 0;
	forget_given(engine);
	take_dear(engine);
	for (; proposed < n && engine->given < engine->tracks.n; engine->given++) {
		struct track track = engine->tracks.at[engine->given];
		out[proposed].seq = attempt(engine, &track);
		if (out[proposed].seq)
			engine->tracks.at[proposed++] = track; /* they stand together, in order */
	}
	if (proposed)
		out[proposed - 1].settles = true;
	return proposed;
}

static void take_result(struct engine *engine, const struct engine_result *result)
{
	struct track track = engine->tracks.at[engine->told++];
	const struct function *function = step_function(engine->world.model, track.seq->steps[track.step]);
	struct habit *habit = habit_of(engine, function, track.operation);
	habit->attempts++;
	if (result->run->failed_step != track.step + 2)
		return; /* the call makes no more */
	habit->failures++;
	engine->failures++;
	if (track.n++ < MOST_IN_CALL)
		vec_push(&engine->tracks, track);
}

static void statistics(const struct engine *engine, void (*each)(void *, const char *, double), void *context)
{
	each(context, "tests taken", (double)engine->taken);
	each(context, "failures tried", (double)engine->failures);
}

const struct engine_kind engine_failing = { .name = "failing",
	                                    .create = create,
	                                    .destroy = destroy,
	                                    .propose = propose,
	                                    .result = take_result,
	                                    .statistics = statistics,
	                                    .adopt = adopt };
