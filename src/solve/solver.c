/* solver: the ladder. Slices and compiles the wishes, and climbs rung by rung until one answers. */
#include "solve/solve.h"

#include <string.h>

#include "base/log.h"
#include "base/status.h"
#include "solve/cache.h"
#include "solve/program.h"
#include "solve/rungs.h"
#include "solve/slice.h"

#define N_RECENT_TRIED 8u
#define MAX_RESTORED 256u /* bytes of an answer for which the value of the run is tried */
/* The cost of a query to Z3, which has a process of its own and uses up its budget if it finds no answer. */
#define Z3_STEPS UINT64_C(5000000)
#define Z3_STEPS_IN_VAIN UINT64_C(100000000)

struct solver {
	struct solver_options options;
	struct solver_stats stats;
	struct expressions expressions;
	struct arena *arena; /* for one query */
	struct rng rng;
	struct cache *cache;
	struct smt *smt;
	VEC(struct input_byte) changes;
	VEC(bool) fixed;     /* per input: fixed where high bytes must stay the same */
};

const char *rung_name(enum rung rung)
{
	static const char *const names[N_RUNGS] = { "cache", "bounds", "enumerate", "invert", "search", "z3" };
	return rung < N_RUNGS ? names[rung] : "none";
}

struct solver *solver_new(const struct solver_options *options)
{
	struct solver *solver = xcalloc(1, sizeof *solver);
	solver->options = *options;
	solver->arena = arena_new();
	solver->cache = cache_new();
	solver->smt = smt_new(options->z3_seconds);
	rng_init(&solver->rng, options->seed);
	return solver;
}

void solver_free(struct solver *solver)
{
	if (!solver)
		return;
	expressions_release(&solver->expressions);
	arena_free(solver->arena);
	cache_free(solver->cache);
	smt_free(solver->smt);
	vec_release(&solver->changes);
	vec_release(&solver->fixed);
	free(solver);
}

struct solver_stats solver_stats(const struct solver *solver)
{
	return solver->stats;
}

/* ---- rungs ---- */

static enum finding ask_cache(struct solver *solver, struct query *query)
{
	uint32_t n = query->program->n_inputs;
	for (unsigned i = 0; i < N_RECENT_TRIED; i++) {
		const uint8_t *recent = cache_recent(solver->cache, n, i);
		if (!recent)
			break;
		if (machine_try(&query->machine, recent)) {
			memcpy(query->answer, recent, n);
			return FOUND;
		}
	}
	return OPEN;
}

static enum finding climb_rung(struct solver *solver, enum rung rung, struct query *query)
{
	switch (rung) {
	case RUNG_CACHE:
		return ask_cache(solver, query);
	case RUNG_BOUNDS:
		return refute(query);
	case RUNG_ENUMERATE:
		return enumerate(query);
	case RUNG_INVERT:
		return invert(query);
	case RUNG_SEARCH:
		return search(query);
	case RUNG_Z3:
		return smt_solve(solver->smt, query);
	case N_RUNGS:
		break;
	}
	return OPEN;
}

/* Tries one rung, and counts its time and its result. Each answer is evaluated. */
static enum finding try_rung(struct solver *solver, enum rung rung, struct query *query)
{
	struct rung_stats *stats = &solver->stats.rungs[rung];
	double start = now_seconds();
	enum finding finding = climb_rung(solver, rung, query);
	if (finding == FOUND && !machine_try(&query->machine, query->answer)) {
		solver->stats.wrong++;
		finding = OPEN;
	}
	stats->tried++;
	stats->found += finding == FOUND;
	stats->refuted += finding == REFUTED;
	stats->seconds += now_seconds() - start;
	if (rung == RUNG_Z3)
		solver->stats.steps += finding == OPEN ? Z3_STEPS_IN_VAIN : Z3_STEPS;
	return finding;
}

/* Looks the program up in the cache; OPEN: it has no result. */
static bool look_up(struct solver *solver, const struct program_name *name, struct query *query, enum finding *finding)
{
	const uint8_t *answer;
	if (solver->options.rungs_off[RUNG_CACHE])
		return false;
	double start = now_seconds();
	enum known known = cache_get(solver->cache, name, &answer);
	if (known == KNOWN_ANSWER) {
		memcpy(query->answer, answer, query->program->n_inputs);
		if (!machine_try(&query->machine, query->answer))
			known = NOT_KNOWN;
	}
	if (known == NOT_KNOWN)
		return false;
	*finding = known == KNOWN_ANSWER ? FOUND : known == KNOWN_REFUTED ? REFUTED : OPEN;
	struct rung_stats *stats = &solver->stats.rungs[RUNG_CACHE];
	stats->tried++;
	stats->found += *finding == FOUND;
	stats->refuted += *finding == REFUTED;
	stats->seconds += now_seconds() - start;
	return true;
}

/* One byte is enumerated faster than bounds are computed. */
static bool is_worthwhile(const struct solver *solver, enum rung rung, const struct query *query)
{
	return rung != RUNG_BOUNDS || query->program->n_inputs > 1 || solver->options.rungs_off[RUNG_ENUMERATE];
}

static enum finding climb_ladder(struct solver *solver, struct query *query)
{
	struct program_name name = cache_name(query->program);
	enum finding finding = OPEN;
	if (look_up(solver, &name, query, &finding))
		return finding;
	for (unsigned rung = 0; rung < N_RUNGS && finding == OPEN; rung++)
		if (!solver->options.rungs_off[rung] && is_worthwhile(solver, (enum rung)rung, query))
			finding = try_rung(solver, (enum rung)rung, query);
	enum known known = finding == FOUND ? KNOWN_ANSWER : finding == REFUTED ? KNOWN_REFUTED : KNOWN_HARD;
	if (!solver->options.rungs_off[RUNG_CACHE])
		cache_put(solver->cache, &name, known, query->answer, query->program->n_inputs);
	return finding;
}

/* ---- answers ---- */

/* Restores bytes of the run that the answer need not change, because small changes have fewer side
 * effects. */
static void restore_needless(struct query *query)
{
	const struct program *program = query->program;
	unsigned n = 0;
	for (uint32_t i = 0; i < program->n_inputs && n < MAX_RESTORED; i++) {
		uint8_t changed = query->answer[i];
		if (changed == program->run[i])
			continue;
		n++;
		query->answer[i] = program->run[i];
		if (!machine_try(&query->machine, query->answer))
			query->answer[i] = changed;
	}
}

static int by_place(const void *left, const void *right)
{
	const struct input_byte *a = left, *b = right;
	if (a->step != b->step)
		return a->step < b->step ? -1 : 1;
	return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static void list_changes(struct solver *solver, const struct query *query)
{
	const struct program *program = query->program;
	vec_clear(&solver->changes);
	for (uint32_t i = 0; i < program->n_inputs; i++)
		if (query->answer[i] != program->run[i])
			vec_push(&solver->changes, (struct input_byte){ .step = program->inputs[i].step,
			                                                .offset = program->inputs[i].offset,
			                                                .value = query->answer[i] });
	if (solver->changes.n)
		qsort(solver->changes.at, solver->changes.n, sizeof *solver->changes.at, by_place);
}

/* Drops wishes that by evaluation do not hold in the run: evaluation does not understand them, so
 * it must not insist on them. True if there are any. */
static bool drop_not_understood(struct program *program, struct machine *machine, struct arena *arena)
{
	struct program_wish *kept = ARENA_ARRAY(arena, struct program_wish, program->n_wishes);
	uint32_t n = 0;
	machine_run(machine);
	for (uint32_t i = 0; i < program->n_wishes; i++)
		if (i == 0 || machine_wish_holds(machine, &program->wishes[i]))
			kept[n++] = program->wishes[i];
	bool dropped = n < program->n_wishes;
	program->wishes = kept;
	program->n_wishes = n;
	return dropped;
}

/* Climbs the ladder for these wishes. *is_certain: a refutation holds for all inputs, not only with
 * this run's addresses or with the wishes that evaluation understood. */
static enum finding solve_wishes(struct solver *solver, const struct known_inputs *inputs, const struct wish *wishes,
                                 size_t n, bool in_range, struct query *query, bool *is_certain)
{
	struct program *program = program_compile(&solver->expressions, inputs, wishes, n, in_range, solver->arena);
	*query = (struct query){ .program = program, .arena = solver->arena, .rng = &solver->rng };
	query->answer = ARENA_ARRAY(solver->arena, uint8_t, program->n_inputs + 1);
	machine_init(&query->machine, program, solver->arena);
	bool is_understood = !drop_not_understood(program, &query->machine, solver->arena);
	solver->stats.not_understood += !is_understood;
	*is_certain = is_understood && !program->is_broken && !program->has_pointer;
	if (machine_wish_holds(&query->machine, &program->wishes[0])) {
		memcpy(query->answer, program->run, program->n_inputs);
		return FOUND;
	}
	bool can_change = program->masks[program->wishes[0].slot] != 0;
	enum finding finding = can_change ? climb_ladder(solver, query) : REFUTED;
	solver->stats.steps += query->machine.steps;
	return finding;
}

/* The wishes that do not depend on pointers refute the query already. */
static bool is_refuted_by_bytes(struct solver *solver, const struct known_inputs *inputs, const struct slice *slice)
{
	struct wish *wishes = ARENA_ARRAY(solver->arena, struct wish, slice->n);
	struct query query;
	size_t n = 0;
	bool is_certain;
	for (size_t i = 0; i < slice->n; i++)
		if (!expressions_has_pointer(&solver->expressions, slice->wishes[i].label))
			wishes[n++] = slice->wishes[i];
	return n < slice->n && solve_wishes(solver, inputs, wishes, n, false, &query, &is_certain) == REFUTED &&
	       is_certain;
}

/* ---- answers in range ---- */

#define LOW_BYTES 2u          /* bytes of a number that may change if small numbers are wanted */
#define NUMBER_BYTES 8u
#define EARLY_RANGES 64u      /* number of first questions for answers in range; after them, if fewer */
#define FEW 8u                /* than one in this many was answered, */
#define SELDOM 8u             /* one in this many is asked */

/* Numbers of the unit may be unsigned and meant to overflow; then asking is in vain. */
static bool is_range_asked(struct solver *solver)
{
	struct solver_stats *stats = &solver->stats;
	stats->overflowed++;
	return stats->ranges < EARLY_RANGES || stats->in_range * FEW >= stats->ranges ||
	       stats->overflowed % SELDOM == 0;
}

/* Fixes the upper bytes of numbers, which are small in most tests. */
static struct known_inputs with_small_numbers(struct solver *solver, const struct known_inputs *inputs)
{
	struct known_inputs small = *inputs;
	vec_clear(&solver->fixed);
	for (size_t i = 0, first = 0; i < inputs->n; i++) {
		first = inputs->at[i].step == inputs->at[first].step ? first : i;
		size_t end = i;
		while (end < inputs->n && inputs->at[end].step == inputs->at[i].step && end - first <= NUMBER_BYTES)
			end++;
		bool is_high = inputs->at[i].offset >= LOW_BYTES && end - first <= NUMBER_BYTES;
		vec_push(&solver->fixed, is_high || (inputs->fixed && inputs->fixed[i]));
	}
	small.fixed = solver->fixed.at;
	return small;
}

/* For an answer that makes arithmetic overflow: replaces it by one that does not, with small numbers if possible. */
static void bring_in_range(struct solver *solver, const struct known_inputs *inputs, const struct slice *slice,
                           struct query *query)
{
	struct program *exact = program_compile(&solver->expressions, inputs, slice->wishes, slice->n, true,
	                                        solver->arena);
	struct query other = { 0 };
	struct machine machine;
	bool is_certain;
	machine_init(&machine, exact, solver->arena);
	if (exact->n_inputs != query->program->n_inputs || machine_try(&machine, query->answer) ||
	    !is_range_asked(solver))
		return;
	struct known_inputs small = with_small_numbers(solver, inputs);
	solver->stats.ranges++;
	bool found = solve_wishes(solver, &small, slice->wishes, slice->n, true, &other, &is_certain) == FOUND ||
	             solve_wishes(solver, inputs, slice->wishes, slice->n, true, &other, &is_certain) == FOUND;
	solver->stats.in_range += found;
	if (found)
		*query = other;
}

static enum answer solve_slice(struct solver *solver, const struct known_inputs *inputs, const struct slice *slice)
{
	struct query query;
	bool is_certain;
	enum finding finding = solve_wishes(solver, inputs, slice->wishes, slice->n, false, &query, &is_certain);
	if (finding == FOUND) {
		if (query.program->has_sums)
			bring_in_range(solver, inputs, slice, &query);
		restore_needless(&query);
		list_changes(solver, &query);
		return ANSWER_FOUND;
	}
	if (finding == OPEN)
		return ANSWER_GAVE_UP;
	if (is_certain)
		return ANSWER_REFUTED;
	if (slice->has_pointer)
		return ANSWER_POINTER;
	return is_refuted_by_bytes(solver, inputs, slice) ? ANSWER_REFUTED : ANSWER_GAVE_UP;
}

enum answer solver_solve(struct solver *solver, const struct trace *trace, const struct known_inputs *inputs,
                         const struct wish *wishes, size_t n, const struct input_byte **changes, size_t *n_changes)
{
	INVARIANT(n > 0);
	double start = now_seconds();
	arena_clear(solver->arena);
	vec_clear(&solver->changes);
	expressions_load(&solver->expressions, trace);
	solver->stats.queries++;
	struct slice slice = slice_make(&solver->expressions, inputs, wishes, n, solver->arena);
	enum answer answer;
	if (slice.is_contradictory)
		answer = ANSWER_REFUTED;
	else if (!slice.has_free_input && slice.has_pointer)
		answer = ANSWER_POINTER;
	else
		answer = solve_slice(solver, inputs, &slice);
	solver->stats.at_once += slice.is_contradictory || !slice.has_free_input;
	solver->stats.pointer += answer == ANSWER_POINTER;
	solver->stats.seconds += now_seconds() - start;
	solver->stats.found += answer == ANSWER_FOUND;
	solver->stats.refuted += answer == ANSWER_REFUTED;
	solver->stats.gave_up += answer == ANSWER_GAVE_UP;
	*changes = solver->changes.at;
	*n_changes = solver->changes.n;
	return answer;
}
