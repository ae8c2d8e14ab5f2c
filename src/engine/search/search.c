/* search: see search.h. */
#include "engine/search/search.h"

#include <stdlib.h>

#include "engine/engine.h"
#include "engine/search/evolution.h"

enum phase {
	PHASE_BREED,         /* the tests of a generation run */
	PHASE_SELECT         /* all of them have results */
};

struct engine {
	struct craft craft;
	const struct evolution_kind *kind;
	struct evolution *evolution;
	enum phase phase;
	size_t given, told;              /* of craft.waiting */
	uint64_t generations, adopted;
};

/* ---- life ---- */

static struct engine *create(const struct engine_world *world, uint64_t seed, const void *options)
{
	struct engine *engine = xcalloc(1, sizeof *engine);
	craft_init(&engine->craft, world, seed + 4, options);
	engine->kind = engine->craft.options.suites ? &evolution_suites : &evolution_goals;
	engine->evolution = engine->kind->create(&engine->craft);
	engine->phase = PHASE_SELECT;
	return engine;
}

static void destroy(struct engine *engine)
{
	engine->kind->destroy(engine->evolution);
	craft_release(&engine->craft);
	free(engine);
}

/* ---- proposals ---- */

static void forget_waiting(struct engine *engine)
{
	for (size_t i = 0; i < engine->craft.waiting.n; i++)
		tested_drop(engine->craft.waiting.at[i]);
	vec_clear(&engine->craft.waiting);
	engine->given = engine->told = 0;
}

static bool is_waiting(const struct engine *engine)
{
	return engine->told < engine->craft.waiting.n;
}

/* Goes from phase to phase until some test waits for its result. */
static void go_on(struct engine *engine)
{
	for (unsigned turns = 0; turns < 8 && !is_waiting(engine); turns++) {
		forget_waiting(engine);
		craft_refresh(&engine->craft);
		if (engine->phase == PHASE_BREED) {
			engine->kind->select(engine->evolution);
			engine->generations++;
			engine->phase = PHASE_SELECT;
		} else {
			engine->kind->breed(engine->evolution);
			engine->phase = PHASE_BREED;
		}
	}
}

static size_t propose(struct engine *engine, struct proposal *out, size_t n)
{
	size_t i = 0;
	if (!engine->craft.callable.n && !engine->craft.reserve.n)
		return 0;
	go_on(engine);
	for (; i < n && engine->given < engine->craft.waiting.n; i++)
		out[i] = (struct proposal){ .seq = engine->craft.waiting.at[engine->given++]->seq,
			                    .want = WANT_DISTANCES };
	if (i && engine->given == engine->craft.waiting.n)
		out[i - 1].settles = true;
	return i;
}

/* ---- results ---- */

static void take_result(struct engine *engine, const struct engine_result *result)
{
	struct tested *test = engine->craft.waiting.at[engine->told++];
	tested_take(test, engine->craft.world.marks, result);
	craft_learn(&engine->craft, result);
}

static void adopt(struct engine *engine, const struct engine_result *result)
{
	engine->adopted++;
	craft_adopt(&engine->craft, result);
}

static void statistics(const struct engine *engine, void (*each)(void *, const char *, double), void *context)
{
	each(context, "generations", (double)engine->generations);
	each(context, "tests of other engines", (double)engine->adopted);
	each(context, "fitness of the best", engine->kind->fitness(engine->evolution));
}

const struct engine_kind engine_search = { .name = "search",
	                                   .create = create,
	                                   .destroy = destroy,
	                                   .propose = propose,
	                                   .result = take_result,
	                                   .statistics = statistics,
	                                   .adopt = adopt };
