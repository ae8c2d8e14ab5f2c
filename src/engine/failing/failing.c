/* failing: the engine that has calls of the unit into the C library fail.
 *
 * Every test of another engine that covered something new is taken, and run again with a failure: of
 * the first allocation of its last call, of the second, and so on until the call makes no more; then
 * of the call before. So each place where a test takes memory fails once. Branches that only run
 * after a failure are found in as many runs as there are such places. */
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "seq/failures.h"

#define MOST_TRACKS 20000u  /* that wait; tests that come later are not taken */
#define MOST_IN_CALL 24u    /* failures tried in one call: what follows is mostly a loop */

/* A call of a test, with the failure that is to be tried next in it. */
struct track {
	const struct seq *seq;
	uint32_t step;              /* the call */
	uint32_t operation;         /* that has it fail: a function of the model */
	uint32_t n;                 /* which of the calls into the C library, from 1 */
};

struct engine {
	struct engine_world world;
	VEC(uint32_t) operations;   /* functions of the model that have calls fail */
	VEC(struct track) tracks;
	size_t given, told;         /* of tracks: proposed, and their results known */
	struct arena *tests;        /* that were taken */
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
	return engine;
}

static void destroy(struct engine *engine)
{
	vec_release(&engine->tracks);
	vec_release(&engine->operations);
	arena_free(engine->tests);
	arena_free(engine->arena);
	free(engine);
}

static void adopt(struct engine *engine, const struct engine_result *result)
{
	const struct model *model = engine->world.model;
	if (result->reception != RECEIVED_NORMAL || seq_fails(model, result->seq) || !engine->operations.n ||
	    engine->tracks.n >= MOST_TRACKS || result->seq->n + 2 > SEQ_MAX_STEPS)
		return;
	const struct seq *seq = seq_copy(engine->tests, result->seq);
	engine->taken++;
	for (uint32_t i = seq->n; i-- > 0;) {
		const struct function *function = step_function(model, seq->steps[i]);
		for (size_t k = 0; function && !function->sets && k < engine->operations.n; k++)
			vec_push(&engine->tracks, (struct track){ seq, i, engine->operations.at[k], 1 });
	}
}

static void forget_told(struct engine *engine)
{
	size_t left = engine->tracks.n - engine->told;
	memmove(engine->tracks.at, engine->tracks.at + engine->told, left * sizeof *engine->tracks.at);
	engine->tracks.n = left;
	engine->given = engine->told = 0;
	arena_clear(engine->arena);
}

static size_t propose(struct engine *engine, struct proposal *out, size_t n)
{
	size_t proposed = 0;
	forget_told(engine);
	while (proposed < n && engine->given < engine->tracks.n) {
		const struct track *track = &engine->tracks.at[engine->given++];
		out[proposed++].seq = seq_with_failure(engine->arena, engine->world.model, track->seq, track->step,
		                                       track->operation, track->n);
	}
	if (proposed)
		out[proposed - 1].settles = true;
	return proposed;
}

static void take_result(struct engine *engine, const struct engine_result *result)
{
	struct track track = engine->tracks.at[engine->told++];
	if (result->run->failed_step != track.step + 2)
		return; /* the call makes no more */
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
