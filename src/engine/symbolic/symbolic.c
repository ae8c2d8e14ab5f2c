/* symbolic: see symbolic.h. */
#include "engine/symbolic/symbolic.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/engine.h"
#include "engine/flips/claimed.h"
#include "engine/flips/mark_of.h"
#include "engine/symbolic/attempts.h"
#include "engine/symbolic/directed.h"
#include "engine/symbolic/seeds.h"
#include "engine/flips/solving.h"
#include "engine/flips/traces.h"

#define MAX_UNDER_WAY 8u
#define MAX_RAN (1u << 20)       /* hashes that are kept */
#define QUERIES_PER_PROPOSAL 32u /* useless queries before something else runs in between */
#define SEED_EVERY 4u            /* proposals, when no candidate wins by itself */
#define SEED_AT_LEAST_EVERY 12u  /* proposals */
#define PATIENCE 64u             /* runs without a win of a goal, before that comes last */
#define DIRECTED_EVERY 4u        /* proposals, while there are witnesses */

enum purpose_kind { PURPOSE_SEED, PURPOSE_AGAIN, PURPOSE_FLIP, PURPOSE_DIRECTED };

/* A proposal without a result, and its purpose. */
struct purpose {
	enum purpose_kind kind;
	struct candidate candidate;   /* PURPOSE_AGAIN: to be solved with the trace; PURPOSE_FLIP: solved */
	enum liberty liberty;
	uint32_t edge;                /* PURPOSE_DIRECTED: the edge to take */
	struct arena *arena;          /* of the sequence */
};

/* Counts of the work so far. */
struct tally {
	uint64_t n_traced, n_seeds;
	uint64_t since_seed, since_directed; /* proposals since a seed, and since a directed test */
	uint64_t again, flips, repeated, diverged[N_LIBERTIES], unstable;
};

/* Proposals without results: a ring, because results come in order. */
struct under_way {
	struct purpose at[MAX_UNDER_WAY];
	uint64_t first, next;
};

struct engine {
	struct engine_world world;
	struct symbolic_options options;
	struct rng rng, seed_rng;     /* separate, so that strategies are compared with the same seeds */
	struct structure *structure;
	struct candidates pool;
	struct claimed claimed;
	struct traces traces;
	struct seeds *seeds;
	struct solving solving;
	struct attempts *attempts;
	struct directed *directed;
	struct map ran;               /* hashes of proposed tests */
	void *memory;                 /* of the strategy */
	uint32_t *mark_of;            /* per function of the model */
	struct under_way under_way;
	bool has_chosen;
	struct candidate chosen;      /* its test runs again for the trace */
	size_t n_started;             /* of options.starts */
	struct tally tally;
};

/* ---- life ---- */

static struct engine *create(const struct engine_world *world, uint64_t seed, const void *options)
{
	struct engine *engine = xcalloc(1, sizeof *engine);
	engine->world = *world;
	if (options)
		engine->options = *(const struct symbolic_options *)options;
	if (!engine->options.strategy)
		engine->options.strategy = strategy_by_name(NULL);
	struct solver_options solver = { .z3_seconds = engine->options.solver_seconds, .seed = seed };
	rng_init(&engine->rng, seed + 2);
	rng_init(&engine->seed_rng, seed + 3);
	engine->mark_of = mark_of_functions(world->model, world->marks);
	engine->structure = structure_new(world->marks, world->flow, world->n_flow, world->criterion);
	if (world->aim)
		structure_aim(engine->structure, world->aim);
	if (world->first)
		structure_prefer(engine->structure, world->first);
	candidates_init(&engine->pool, world->marks, engine->structure);
	engine->pool.no_filter = engine->options.no_filter;
	engine->claimed.claims = world->claims;
	if (!engine->options.no_filter)
		structure_set_patience(engine->structure,
		                       engine->options.patience ? engine->options.patience : PATIENCE);
	engine->seeds = seeds_new(&engine->world, engine->structure, engine->mark_of, &engine->seed_rng);
	engine->solving = (struct solving){ .solver = solver_new(&solver),
		                            .model = world->model,
		                            .marks = world->marks };
	engine->attempts = attempts_new(world->marks);
	engine->directed = directed_new(world->model, world->marks, engine->structure);
	if (engine->options.strategy->create)
		engine->memory = engine->options.strategy->create();
	for (unsigned i = 0; i < MAX_UNDER_WAY; i++)
		engine->under_way.at[i].arena = arena_new();
	return engine;
}

static void destroy(struct engine *engine)
{
	for (uint64_t i = engine->under_way.first; i < engine->under_way.next; i++)
		if (engine->under_way.at[i % MAX_UNDER_WAY].kind == PURPOSE_AGAIN ||
		    engine->under_way.at[i % MAX_UNDER_WAY].kind == PURPOSE_FLIP)
			traced_drop(engine->under_way.at[i % MAX_UNDER_WAY].candidate.test);
	if (engine->has_chosen)
		traced_drop(engine->chosen.test);
	for (unsigned i = 0; i < MAX_UNDER_WAY; i++)
		arena_free(engine->under_way.at[i].arena);
	if (engine->options.strategy->destroy)
		engine->options.strategy->destroy(engine->memory);
	claimed_release(&engine->claimed);
	candidates_release(&engine->pool);
	traces_release(&engine->traces);
	seeds_free(engine->seeds);
	solver_free(engine->solving.solver);
	solving_release(&engine->solving);
	attempts_free(engine->attempts);
	directed_free(engine->directed);
	map_release(&engine->ran);
	structure_free(engine->structure);
	free(engine->mark_of);
	free(engine);
}

/* ---- proposals ---- */

/* Returns the candidates to choose from. Waiting candidates have their turn when no others are left. */
static struct search search_of(struct engine *engine)
{
	return (struct search){ engine->pool.at.at, engine->pool.ready ? engine->pool.ready : engine->pool.at.n,
		                &engine->pool, engine->structure, &engine->rng };
}

static void tell(struct engine *engine, const struct candidate *candidate, const struct traced *to, uint32_t new_probes)
{
	struct search search = search_of(engine);
	struct tried tried = { candidate, candidate->test, to, new_probes };
	if (engine->options.strategy->told)
		engine->options.strategy->told(engine->memory, &search, &tried);
}

static size_t pick(void *context)
{
	struct engine *engine = context;
	struct search search = search_of(engine);
	return engine->options.strategy->pick(engine->memory, &search);
}

/* Chooses the candidate to try next. False: there is none. */
static bool choose(struct engine *engine, struct candidate *candidate)
{
	const struct chooser chooser = { pick, engine };
	if (engine->has_chosen) {
		engine->has_chosen = false;
		*candidate = engine->chosen;
		return true;
	}
	if (engine->claimed.claims)
		return claimed_next(&engine->claimed, &engine->pool, &chooser, candidate);
	if (!engine->pool.at.n)
		return false;
	*candidate = candidates_take(&engine->pool, pick(engine));
	return true;
}

/* Returns the number of candidates to choose from before the waiting ones have their turn. */
static size_t n_ready(const struct engine *engine)
{
	return engine->pool.ready + claimed_n(&engine->claimed);
}

static bool pool_has_winner(const struct engine *engine)
{
	for (size_t i = 0; i < engine->pool.ready; i++)
		if (engine->pool.at.at[i].relevance == MUST_BE_RELEVANT &&
		    candidates_tries(&engine->pool, &engine->pool.at.at[i]) < FRESH)
			return true;
	return false;
}

/* True if a seed is due: when there is nothing else, now and then when no candidate wins by itself, and rarely
 * otherwise. If only candidates without hope are left, one of them is tried after each seed; without seeds the
 * search is over. */
static bool seed_is_due(struct engine *engine)
{
	if (engine->has_chosen)
		return false;
	if (!n_ready(engine))
		return !engine->pool.at.n || engine->tally.since_seed > 0;
	return engine->tally.since_seed >= SEED_AT_LEAST_EVERY ||
	       (engine->tally.since_seed >= SEED_EVERY && !pool_has_winner(engine));
}

static const struct seq *propose_seed(struct engine *engine, struct purpose *purpose, const struct seq *seq)
{
	engine->tally.since_seed = 0;
	if (engine->options.max_seeds && engine->tally.n_seeds >= engine->options.max_seeds)
		return NULL;
	if (!seq && engine->n_started < engine->options.n_starts)
		seq = engine->options.starts[engine->n_started++];
	if (!seq)
		seq = seeds_next(engine->seeds, purpose->arena);
	engine->tally.n_seeds += seq != NULL;
	purpose->kind = PURPOSE_SEED;
	return seq ? inputs_expand(purpose->arena, engine->world.model, seq) : NULL;
}

static void note_unsolved(struct engine *engine, const struct candidate *candidate, enum attempt why)
{
	attempts_note(engine->attempts, candidate->flip.edge, why);
	if (candidate->flip.edge != NONE)
		structure_note_try(engine->structure, candidate->flip.edge);
	tell(engine, candidate, NULL, 0);
	traced_drop(candidate->test);
}

/* True if the test ran before: it would go the same way again. Often its prefix contradicts itself: a pointer
 * that was not null there becomes null, as in an earlier test. */
static bool has_run(struct engine *engine, const struct seq *seq)
{
	bool known = map_get(&engine->ran, seq->hash) != NULL;
	engine->tally.repeated += known;
	return known;
}

static enum attempt why_unsolved(enum solved solved, enum liberty liberty)
{
	switch (solved) {
	case SOLVED_REFUTED:
		return ATTEMPT_REFUTED;
	case SOLVED_GAVE_UP:
		return ATTEMPT_GAVE_UP;
	case SOLVED_POINTER:
		return ATTEMPT_POINTER;
	default: /* its test has run */
		return liberty == LIBERTY_POINTER ? ATTEMPT_POINTER
		       : liberty == LIBERTY_ALONE ? ATTEMPT_REFUTED
		                                  : ATTEMPT_DIVERGED;
	}
}

/* Returns the test of the next candidate that has one; NULL after some candidates without a test. */
static const struct seq *propose_flip(struct engine *engine, struct purpose *purpose)
{
	for (unsigned i = 0; i < QUERIES_PER_PROPOSAL; i++) {
		const struct seq *seq;
		candidates_check(&engine->pool);
		if (!choose(engine, &purpose->candidate))
			return NULL;
		if (!purpose->candidate.test->trace.nodes) {
			purpose->kind = PURPOSE_AGAIN;
			engine->tally.again++;
			return purpose->candidate.test->seq;
		}
		enum solved solved = solving_try(&engine->solving, purpose->arena, &purpose->candidate, &seq,
		                                 &purpose->liberty);
		if (solved == SOLVED && !has_run(engine, seq)) {
			purpose->kind = PURPOSE_FLIP;
			engine->tally.flips++;
			return seq;
		}
		note_unsolved(engine, &purpose->candidate, why_unsolved(solved, purpose->liberty));
	}
	return NULL;
}

/* Returns a directed test now and then, while conditions without an expression have witnesses. */
static const struct seq *propose_directed(struct engine *engine, struct purpose *purpose)
{
	if (engine->has_chosen || engine->options.no_directed || ++engine->tally.since_directed < DIRECTED_EVERY)
		return NULL;
	engine->tally.since_directed = 0;
	purpose->kind = PURPOSE_DIRECTED;
	return directed_next(engine->directed, purpose->arena, &purpose->edge);
}

static size_t propose(struct engine *engine, struct proposal *out, size_t n)
{
	INVARIANT(engine->under_way.next - engine->under_way.first < MAX_UNDER_WAY);
	struct purpose *purpose = &engine->under_way.at[engine->under_way.next % MAX_UNDER_WAY];
	const struct seq *seq = NULL, *near = NULL;
	if (!n)
		return 0;
	arena_clear(purpose->arena);
	structure_refresh(engine->structure, engine->world.cover);
	candidates_check(&engine->pool);
	if (!engine->has_chosen)
		near = seeds_near(engine->seeds, purpose->arena);
	if (!near)
		seq = propose_directed(engine, purpose);
	if (!seq && !near && !seed_is_due(engine))
		seq = propose_flip(engine, purpose);
	if (!seq)
		seq = propose_seed(engine, purpose, near);
	while (!seq && n_ready(engine)) /* no seeds left */
		seq = propose_flip(engine, purpose);
	if (!seq)
		return 0;
	engine->tally.since_seed += purpose->kind != PURPOSE_SEED;
	engine->under_way.next++;
	if (engine->ran.n >= MAX_RAN)
		map_release(&engine->ran);
	map_put(&engine->ran, seq->hash, NULL);
	/* The test shares steps with tests that may be forgotten before its result is here. */
	*out = (struct proposal){ .seq = seq_copy(purpose->arena, seq),
		                  .build = BUILD_SYMBOLIC,
		                  .want = WANT_VALUES | WANT_SHAPES | WANT_DISTANCES | WANT_TRACE };
	return 1;
}

/* ---- results ---- */

static void note_nearby(struct engine *engine, struct traced *test, const struct run *run)
{
	const struct marks *marks = engine->world.marks;
	uint32_t n = 2 * (uint32_t)marks->conditions.n + (uint32_t)marks->cases.n;
	for (uint32_t e = 0; run->distances && e < n; e++)
		if (run->distances[e] > 0 && structure_wants(engine->structure, marks->first_condition_probe + e))
			vec_push(&test->nearby, (struct nearby){ marks->first_condition_probe + e, run->distances[e] });
}

static struct traced *new_traced(struct engine *engine, const struct engine_result *result)
{
	struct traced *test = xcalloc(1, sizeof *test);
	test->arena = arena_new();
	test->number = ++engine->tally.n_traced;
	test->seq = seq_copy(test->arena, result->seq);
	test->calls = ARENA_ARRAY(test->arena, uint32_t, test->seq->n + 1);
	test->new_probes = result->new_probes;
	test->refs = 1;
	test->goal = NONE;
	for (uint32_t i = 0; i < test->seq->n; i++) {
		uint32_t entered = step_enters(test->seq->steps[i]);
		test->calls[i] = entered == NONE ? NONE : engine->mark_of[entered];
	}
	note_nearby(engine, test, result->run);
	return test;
}

/* Notes whether the run of a candidate's test went the predicted way. */
static void note_flip(struct engine *engine, const struct purpose *purpose, const struct engine_result *result,
                      const struct traced *test)
{
	const struct candidate *candidate = &purpose->candidate;
	uint32_t edge = candidate->flip.edge;
	bool taken = edge != NONE && result->run->probes[edge / 64] >> (edge % 64) & 1;
	if (candidate->prefix && result->trace &&
	    !trace_has_prefix(engine->world.marks, test, result->trace, candidate->prefix))
		engine->tally.diverged[purpose->liberty]++;
	attempts_note(engine->attempts, edge,
	              result->reception > RECEIVED_ENDED  ? ATTEMPT_ILLEGAL
	              : taken                             ? ATTEMPT_TAKEN
	              : purpose->liberty == LIBERTY_ALONE ? ATTEMPT_REFUTED
	                                                  : ATTEMPT_DIVERGED);
	if (result->new_probes)
		candidates_praise(&engine->pool, candidate);
	else if (edge != NONE)
		structure_note_try(engine->structure, edge);
	tell(engine, candidate, result->reception <= RECEIVED_ENDED ? test : NULL, result->new_probes);
}

/* Takes the new trace of a test that ran again, which should equal its first trace. */
static void take_again(struct engine *engine, struct purpose *purpose, const struct engine_result *result)
{
	struct candidate *candidate = &purpose->candidate;
	if (!result->trace || candidate->position >= result->trace->n_met ||
	    !result->trace->met[candidate->position].label) {
		engine->tally.unstable++;
		traced_drop(candidate->test);
		return;
	}
	traces_keep(&engine->traces, candidate->test, result->trace);
	engine->chosen = *candidate;
	engine->has_chosen = true;
}

static void take_result(struct engine *engine, const struct engine_result *result)
{
	struct purpose *purpose = &engine->under_way.at[engine->under_way.first++ % MAX_UNDER_WAY];
	structure_refresh(engine->structure, engine->world.cover);
	if (purpose->kind == PURPOSE_AGAIN) {
		take_again(engine, purpose, result);
		return;
	}
	struct traced *test = new_traced(engine, result);
	if (!result->new_probes)
		structure_note_run(engine->structure, &(struct outcome){ .probes = result->run->probes,
		                                                         .nearer = result->nearer,
		                                                         .calls = test->calls,
		                                                         .n_calls = test->seq->n });
	seeds_learn(engine->seeds, result);
	if (result->new_probes)
		seeds_skip(engine->seeds, result);
	if (result->trace) {
		attempts_note_trace(engine->attempts, result->trace);
		if (result->reception <= RECEIVED_ENDED)
			candidates_collect(&engine->pool, test, result->trace);
		if (result->reception <= RECEIVED_ENDED && !engine->options.no_directed)
			directed_look(engine->directed, test->seq, result->trace, result->run->distances);
		if (test->refs > 1)
			traces_keep(&engine->traces, test, result->trace);
	}
	if (purpose->kind == PURPOSE_DIRECTED)
		directed_told(engine->directed,
		              result->reception <= RECEIVED_ENDED &&
		                      result->run->probes[purpose->edge / 64] >> (purpose->edge % 64) & 1);
	if (purpose->kind == PURPOSE_FLIP) {
		note_flip(engine, purpose, result, test);
		traced_drop(purpose->candidate.test);
	}
	traced_drop(test);
	if (engine->tally.n_traced % 64 == 0)
		traces_forget_unused(&engine->traces);
}

/* ---- reports ---- */

static void statistics(const struct engine *engine, void (*each)(void *, const char *, double), void *context)
{
	struct solver_stats solver = solver_stats(engine->solving.solver);
	each(context, "tests traced", (double)engine->tally.n_traced);
	each(context, "traced again", (double)engine->tally.again);
	each(context, "candidates", (double)engine->pool.made);
	each(context, "candidates filtered", (double)engine->pool.filtered);
	each(context, "candidates known", (double)engine->pool.repeated);
	each(context, "candidates left", (double)(engine->pool.at.n + claimed_n(&engine->claimed)));
	if (engine->claimed.claims)
		each(context, "candidates of other workers", (double)engine->claimed.of_others);
	each(context, "candidates run", (double)engine->tally.flips);
	each(context, "candidates whose test ran before", (double)engine->tally.repeated);
	for (int i = 0; i < N_LIBERTIES; i++) {
		char name[64];
		snprintf(name, sizeof name, "diverged, %s", liberty_word(i));
		each(context, name, (double)engine->tally.diverged[i]);
	}
	struct directed_stats directed = directed_stats(engine->directed);
	each(context, "frontiers without an expression", (double)directed.frontiers);
	each(context, "witnesses", (double)directed.witnesses);
	each(context, "modifications run", (double)directed.modifications);
	each(context, "frontiers crossed", (double)directed.crossed);
	each(context, "queries", (double)solver.queries);
	each(context, "queries found", (double)solver.found);
	each(context, "queries refuted", (double)solver.refuted);
	each(context, "queries given up", (double)solver.gave_up);
	each(context, "answers that overflow", (double)solver.overflowed);
	each(context, "answers brought in range", (double)solver.in_range);
	each(context, "answers refused", (double)solver.wrong);
	for (int i = 0; i < N_RUNGS; i++) {
		char name[64];
		snprintf(name, sizeof name, "%s tried", rung_name(i));
		each(context, name, (double)solver.rungs[i].tried);
		snprintf(name, sizeof name, "%s answered", rung_name(i));
		each(context, name, (double)(solver.rungs[i].found + solver.rungs[i].refuted));
		snprintf(name, sizeof name, "%s milliseconds", rung_name(i));
		each(context, name, 1000 * solver.rungs[i].seconds);
	}
}

static void explain(const struct engine *engine, uint32_t probe, struct sb *out)
{
	attempts_explain(engine->attempts, probe, out);
}

static uint64_t steps_of_solver(const struct engine *engine)
{
	return solver_stats(engine->solving.solver).steps;
}

const struct engine_kind engine_symbolic = { .name = "symbolic",
	                                     .create = create,
	                                     .destroy = destroy,
	                                     .propose = propose,
	                                     .result = take_result,
	                                     .statistics = statistics,
	                                     .explain = explain,
	                                     .solver_steps = steps_of_solver,
	                                     .builds = 1u << BUILD_SYMBOLIC };
