/* search: see search.h. */
#include "engine/search/search.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/engine.h"
#include "engine/search/inside.h"
#include "engine/search/moves.h"

#define MAX_WINNERS 32u
#define LOOK 8u              /* generations between two checks whether everything is covered */

/* The work to go on with when no test waits. */
enum phase {
	PHASE_BREED,
	PHASE_SELECT,
	PHASE_INSIDE,        /* symbolic execution goes on */
	PHASE_CLIMB          /* local search goes on */
};

struct engine {
	struct craft craft;
	const struct evolution_kind *kind;
	struct evolution *evolution;
	enum phase phase;
	struct inside inside;
	struct moves moves;
	VEC(struct tested *) winners;    /* held: covered something since the last application */
	bool won_by_literals;            /* one of them was made by changing literals */
	const struct seq *traced;        /* runs in the symbolic build; NULL: none */
	size_t given, told;              /* of craft.waiting: given, and with results */
	bool all_covered;                /* at the last check: there is nothing to evolve towards */
	uint64_t generations, adopted;
};

/* ---- life ---- */

static struct engine *create(const struct engine_world *world, uint64_t seed, const void *options)
{
	struct engine *engine = xcalloc(1, sizeof *engine);
	craft_init(&engine->craft, world, seed + 4, options);
	engine->kind = engine->craft.options.suites ? &evolution_suites : &evolution_goals;
	engine->evolution = engine->kind->create(&engine->craft);
	engine->phase = PHASE_BREED;
	moves_init(&engine->moves, &engine->craft);
	inside_init(&engine->inside, &engine->craft, seed);
	return engine;
}

/* Creates the search without symbolic execution inside. */
static struct engine *create_alone(const struct engine_world *world, uint64_t seed, const void *options)
{
	struct search_options own = options ? *(const struct search_options *)options : search_defaults();
	own.inside.is_off = true;
	return create(world, seed, &own);
}

static void forget_winners(struct engine *engine)
{
	for (size_t i = 0; i < engine->winners.n; i++)
		tested_drop(engine->winners.at[i]);
	vec_clear(&engine->winners);
	engine->won_by_literals = false;
}

static void destroy(struct engine *engine)
{
	forget_winners(engine);
	vec_release(&engine->winners);
	moves_release(&engine->moves);
	inside_release(&engine->inside);
	engine->kind->destroy(engine->evolution);
	craft_release(&engine->craft);
	free(engine);
}

/* ---- proposals ---- */

static void forget_waiting(struct engine *engine)
{
	craft_forget_waiting(&engine->craft);
	engine->given = engine->told = 0;
}

static bool is_waiting(const struct engine *engine)
{
	return engine->told < engine->craft.waiting.n;
}

/* Begins a climb now and then, before the next generation. */
static void begin_climb(struct engine *engine)
{
	bool is_due = engine->generations % engine->craft.options.climb_every == 0 && !engine->craft.options.no_climb;
	engine->phase = is_due && moves_begin(&engine->moves) ? PHASE_CLIMB : PHASE_BREED;
}

/* Begins an application of symbolic execution. A test's coverage counts as covered for all individuals from
 * then on, so the fitness of the best individual does not show that a change of literals won something.
 * Therefore winners are looked at, too. */
static void begin_inside(struct engine *engine)
{
	struct best best = engine->kind->best(engine->evolution);
	best.has_changed |= engine->won_by_literals;
	best.by_literals |= engine->won_by_literals;
	best.winners = engine->winners.at;
	best.n_winners = engine->winners.n;
	if (engine->craft.options.inside.is_off || !inside_wants(&engine->inside, &best)) {
		begin_climb(engine);
		return;
	}
	inside_begin(&engine->inside, &best, engine->generations);
	forget_winners(engine);
	engine->phase = PHASE_INSIDE;
}

static void go_on_inside(struct engine *engine)
{
	engine->traced = inside_next(&engine->inside);
	if (engine->traced)
		return;
	inside_end(&engine->inside);
	begin_climb(engine);
}

static void change_phase(struct engine *engine)
{
	switch (engine->phase) {
	case PHASE_BREED:
		engine->kind->breed(engine->evolution);
		engine->phase = PHASE_SELECT;
		break;
	case PHASE_SELECT:
		engine->kind->select(engine->evolution);
		engine->generations++;
		begin_inside(engine);
		break;
	case PHASE_INSIDE:
		go_on_inside(engine);
		break;
	case PHASE_CLIMB:
		if (!moves_go_on(&engine->moves))
			engine->phase = PHASE_BREED;
		break;
	}
}

/* Goes from phase to phase until a test waits for its result. */
static void go_on(struct engine *engine)
{
	for (unsigned turns = 0; turns < 8 && !is_waiting(engine) && !engine->traced; turns++) {
		forget_waiting(engine);
		craft_refresh(&engine->craft);
		change_phase(engine);
	}
}

static void look_around(struct engine *engine)
{
	const struct engine_world *world = &engine->craft.world;
	if (engine->all_covered || engine->generations % LOOK != LOOK - 1)
		return;
	struct count goals = cover_count_aimed(world->cover, world->criterion, world->aim);
	engine->all_covered = goals.covered == goals.total;
}

static size_t propose(struct engine *engine, struct proposal *out, size_t n)
{
	if (!engine->craft.callable.n && !engine->craft.reserve.n)
		return 0;
	look_around(engine);
	if (engine->all_covered && !is_waiting(engine) && !engine->traced)
		return 0;
	go_on(engine);
	if (engine->traced && n) {
		out[0] = (struct proposal){ .seq = engine->traced,
			                    .build = BUILD_SYMBOLIC,
			                    .want = WANT_DISTANCES | WANT_TRACE };
		return 1;
	}
	return craft_propose(&engine->craft, &engine->given, out, n);
}

/* ---- results ---- */

static void take_traced(struct engine *engine, const struct engine_result *result)
{
	struct tested *kept = inside_take(&engine->inside, result);
	engine->traced = NULL;
	if (kept)
		engine->kind->take_in(engine->evolution, kept);
}

static void take_result(struct engine *engine, const struct engine_result *result)
{
	craft_learn(&engine->craft, result);
	if (engine->traced) {
		take_traced(engine, result);
		return;
	}
	struct tested *test = engine->craft.waiting.at[engine->told++];
	inside_note(&engine->inside, result->run);
	tested_take(test, engine->craft.world.marks, result);
	if (!result->new_probes || test->state != TESTED_GOOD || engine->winners.n == MAX_WINNERS)
		return;
	vec_push(&engine->winners, tested_hold(test));
	engine->won_by_literals |= test->is_primitive;
}

static void adopt(struct engine *engine, const struct engine_result *result)
{
	engine->adopted++;
	craft_adopt(&engine->craft, result);
}

/* ---- what it has to say ---- */

struct speaker {
	void (*each)(void *context, const char *name, double value);
	void *context;
};

static void say_application(const struct speaker *speaker, size_t i, const struct application *application)
{
	const struct {
		const char *what;
		double value;
	} rows[] = { { "generation", (double)application->generation },
		     { "tests", application->tests },
		     { "fitness before", application->before },
		     { "conditions", application->conditions },
		     { "solved", application->solved },
		     { "kept", application->kept },
		     { "probes won", application->new_probes },
		     { "fitness after", application->after } };
	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
		char name[64];
		snprintf(name, sizeof name, "symbolic application %zu, %s", i + 1, rows[r].what);
		speaker->each(speaker->context, name, rows[r].value);
	}
}

static void say_inside(const struct inside *inside, const struct speaker *speaker)
{
	const struct applied *applied = &inside->applied;
	speaker->each(speaker->context, "symbolic applications", (double)applied->n);
	speaker->each(speaker->context, "symbolic applications that gave something", (double)applied->useful);
	speaker->each(speaker->context, "symbolic applications declined", (double)applied->declined);
	speaker->each(speaker->context, "tests kept of symbolic execution", (double)applied->kept);
	speaker->each(speaker->context, "probability of symbolic execution", inside->probability);
	for (size_t i = 0; i < inside->applications.n; i++)
		say_application(speaker, i, &inside->applications.at[i]);
}

static void statistics(const struct engine *engine, void (*each)(void *, const char *, double), void *context)
{
	struct speaker speaker = { each, context };
	each(context, "generations", (double)engine->generations);
	each(context, "tests of other engines", (double)engine->adopted);
	each(context, "climbs", (double)engine->moves.climbs);
	each(context, "climbs that arrived", (double)engine->moves.reached);
	each(context, "fitness of the best", engine->kind->fitness(engine->evolution));
	if (!engine->craft.options.inside.is_off)
		say_inside(&engine->inside, &speaker);
}

static uint64_t steps_of_solver(const struct engine *engine)
{
	return solver_stats(engine->inside.solving.solver).steps;
}

#define ENGINE_SEARCH                                                                                      \
	.name = "search", .destroy = destroy, .propose = propose, .result = take_result, .statistics = statistics, \
	.adopt = adopt

const struct engine_kind engine_search = { ENGINE_SEARCH, .create = create, .solver_steps = steps_of_solver,
	                                   .builds = 1u << BUILD_SYMBOLIC };
const struct engine_kind engine_search_alone = { ENGINE_SEARCH, .create = create_alone };
