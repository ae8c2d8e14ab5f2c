/* avm: the engine that only climbs.
 *
 * New tests bring it to conditions. It climbs (moves.h) from the test that comes nearest to an outcome which
 * nobody has taken, one literal after the other. */
#include <stdlib.h>

#include "engine/engine.h"
#include "engine/search/moves.h"

#define NEW_TESTS 32u        /* between two climbs, and */
#define MANY_NEW_TESTS 256u  /* when there is nothing to climb to */

struct engine {
	struct craft craft;
	struct moves moves;
	size_t given, told;      /* of craft.waiting */
	bool is_climbing;
};

static struct engine *create(const struct engine_world *world, uint64_t seed, const void *options)
{
	struct engine *engine = xcalloc(1, sizeof *engine);
	craft_init(&engine->craft, world, seed + 5, options);
	moves_init(&engine->moves, &engine->craft);
	return engine;
}

static void destroy(struct engine *engine)
{
	moves_release(&engine->moves);
	craft_release(&engine->craft);
	free(engine);
}

static void make_new(struct engine *engine, size_t n)
{
	for (size_t i = 0; i < n; i++)
		tested_drop(i % 2 ? craft_seed(&engine->craft) : craft_new(&engine->craft)); /* what waits is held */
}

static void go_on(struct engine *engine)
{
	bool was_climbing = engine->is_climbing;
	craft_forget_waiting(&engine->craft);
	engine->given = engine->told = 0;
	craft_refresh(&engine->craft);
	if (engine->is_climbing)
		engine->is_climbing = moves_go_on(&engine->moves);
	if (engine->is_climbing)
		return;
	if (was_climbing) {
		make_new(engine, NEW_TESTS);
		return;
	}
	engine->is_climbing = moves_begin(&engine->moves) && moves_go_on(&engine->moves);
	if (!engine->is_climbing)
		make_new(engine, MANY_NEW_TESTS);
}

static size_t propose(struct engine *engine, struct proposal *out, size_t n)
{
	if (!engine->craft.callable.n && !engine->craft.reserve.n)
		return 0;
	if (engine->told == engine->craft.waiting.n)
		go_on(engine);
	return craft_propose(&engine->craft, &engine->given, out, n);
}

static void take_result(struct engine *engine, const struct engine_result *result)
{
	tested_take(engine->craft.waiting.at[engine->told++], engine->craft.world.marks, result);
	craft_learn(&engine->craft, result);
}

static void statistics(const struct engine *engine, void (*each)(void *, const char *, double), void *context)
{
	each(context, "climbs", (double)engine->moves.climbs);
	each(context, "climbs that arrived", (double)engine->moves.reached);
	each(context, "steps to nearer tests", (double)engine->moves.climb.steps);
}

const struct engine_kind engine_avm = { .name = "avm",
	                                .create = create,
	                                .destroy = destroy,
	                                .propose = propose,
	                                .result = take_result,
	                                .statistics = statistics };
