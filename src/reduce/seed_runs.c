/* seed_runs: see seed_runs.h. */
#include "reduce/seed_runs.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/map.h"
#include "reduce/reduce.h"

/* Seeds are known to end, so they may take longer than tests that an engine made. */
#define SEED_FUEL 50000000u
#define SEED_MILLISECONDS 2000u

static const char *const keep_names[N_KEEPS] = { "branch", "statement", "failure" };

enum seed_keep seed_keep_by_name(const char *name)
{
	enum seed_keep keep = KEEP_BRANCHES;
	while (keep < N_KEEPS && !str_equal(name, keep_names[keep]))
		keep++;
	return keep;
}

static void count_probe(uint64_t *counted, uint32_t probe)
{
	counted[probe / 64] |= UINT64_C(1) << probe % 64;
}

status seed_runs_new(const struct target *fast, const struct unit *unit, const struct shape *shape,
                     const struct exec_options *exec, struct seed_runs *runs)
{
	const struct marks *marks = unit->marks;
	*runs = (struct seed_runs){ .unit = unit, .shape = shape, .n_words = (marks->n_probes + 63) / 64 };
	for (int i = 0; i < 2; i++)
		runs->counted[i] = xcalloc(runs->n_words + 1, sizeof **runs->counted);
	for (uint32_t p = marks->first_condition_probe; p < marks->first_path_probe; p++)
		count_probe(runs->counted[0], p);
	for (uint32_t i = 0; i < marks->functions.n; i++)
		count_probe(runs->counted[1], marks_function_probe(marks, i));
	for (uint32_t i = 0; i < marks->statements.n; i++)
		count_probe(runs->counted[1], marks_region_probe(marks, marks->statements.at[i].region));
	struct exec_options patient = *exec;
	patient.fuel = SEED_FUEL;
	patient.busy_milliseconds = SEED_MILLISECONDS;
	return executor_new(fast, unit, &patient, &runs->executor);
}

void seed_runs_release(struct seed_runs *runs)
{
	executor_free(runs->executor);
	free(runs->counted[0]);
	free(runs->counted[1]);
}

status seed_run(struct seed_runs *runs, const struct invocation *seed, struct arena *arena, struct seed_run *out)
{
	return seed_run_seq(runs, invocation_seq(seed, runs->unit->model, arena), arena, out);
}

static status run_seq(struct seed_runs *runs, const struct seq *seq, unsigned want, struct arena *arena,
                      struct seed_run *out)
{
	const struct run *run;
	size_t n = 0;
	*out = (struct seed_run){ .outcome = SK_NOT_RUN, .probes = ARENA_ARRAY(arena, uint64_t, runs->n_words + 1) };
	if (executor_submit(runs->executor, &seq, 1, want) != 1)
		return NULL;
	TRY(executor_collect(runs->executor, &run, &n));
	if (!n)
		return NULL;
	memcpy(out->probes, run->probes, runs->n_words * sizeof *out->probes);
	out->outcome = run->outcome;
	out->path_length = run->n_decisions;
	out->fuel = run->fuel_used;
	if (run->fault)
		out->failure = hash_bytes(run->fault->frames, run->fault->n_frames * sizeof *run->fault->frames,
		                          1 + run->fault->kind);
	return NULL;
}

status seed_run_seq(struct seed_runs *runs, const struct seq *seq, struct arena *arena, struct seed_run *out)
{
	return run_seq(runs, seq, WANT_DISTANCES, arena, out);
}

struct reducing {
	struct seed_runs *runs;
	const struct seed_run *first;
	const struct seed_budget *budget;
	enum seed_keep keep;
	uint64_t tries;
};

static bool covers(const struct reducing *r, const struct seed_run *run)
{
	const uint64_t *counted = r->runs->counted[r->keep == KEEP_STATEMENTS];
	for (size_t i = 0; i < r->runs->n_words; i++)
		if (r->first->probes[i] & counted[i] & ~run->probes[i])
			return false;
	return true;
}

/* A test with less text and a longer way is not the better start of an exploration. */
static bool does_the_same(const struct reducing *r, const struct seed_run *run)
{
	return run->outcome == r->first->outcome &&
	       (r->keep == KEEP_FAILURE ? run->failure == r->first->failure
	                                : run->fuel <= r->first->fuel && covers(r, run));
}

static status keeps(void *context, const struct invocation *candidate, bool *yes)
{
	struct reducing *r = context;
	struct arena *arena = arena_new();
	struct seed_run run;
	const struct seq *seq = invocation_seq(candidate, r->runs->unit->model, arena);
	status st = run_seq(r->runs, seq, WANT_NOTHING, arena, &run);
	*yes = !st && does_the_same(r, &run);
	arena_free(arena);
	return st;
}

static bool is_over(void *context)
{
	const struct reducing *r = context;
	return r->budget->until > 0 && now_seconds() > r->budget->until;
}

/* A candidate that takes more fuel than the seed is of no use, so it need not run to its end. */
static void limit_to(const struct reducing *r)
{
	if (r->keep != KEEP_FAILURE)
		executor_limit_fuel(r->runs->executor, r->first->fuel + 1);
}

status seed_reduce(struct seed_runs *runs, const struct invocation *seed, enum seed_keep keep,
                   const struct seed_budget *budget, struct arena *arena, struct invocation *result, uint64_t *tries)
{
	struct seed_run first;
	struct reducing r = { runs, &first, budget, keep, 0 };
	struct ddmin_options options = { .shape = runs->shape, .max_tries = budget->tries, .is_over = is_over };
	TRY(run_seq(runs, invocation_seq(seed, runs->unit->model, arena), WANT_NOTHING, arena, &first));
	limit_to(&r);
	status st = ddmin_invocation(seed, keeps, &r, &options, arena, result, tries);
	executor_limit_fuel(runs->executor, 0);
	return st;
}

/* When the budget is spent, every candidate is refused, so the smallest so far is the result. */
static status calls_keep(void *context, const struct seq *const *candidates, size_t n, bool *keeps)
{
	struct reducing *r = context;
	for (size_t i = 0; i < n && !is_over(r); i++) {
		struct arena *arena = arena_new();
		struct seed_run run;
		status st = run_seq(r->runs, candidates[i], WANT_NOTHING, arena, &run);
		keeps[i] = !st && does_the_same(r, &run);
		arena_free(arena);
		TRY(st);
		r->tries++;
		if (keeps[i])
			break;
	}
	return NULL;
}

status seed_reduce_calls(struct seed_runs *runs, const struct seq *seed, enum seed_keep keep,
                         const struct seed_budget *budget, struct arena *arena, const struct seq **result,
                         uint64_t *tries)
{
	struct seed_run first;
	struct reducing r = { runs, &first, budget, keep, 0 };
	struct reduce_options options = { .max_runs = (uint32_t)budget->tries, .stops_at_first = true };
	TRY(run_seq(runs, seed, WANT_NOTHING, arena, &first));
	limit_to(&r);
	status st = reduce_sequence(arena, runs->unit->model, seed, calls_keep, &r, &options, result);
	executor_limit_fuel(runs->executor, 0);
	*tries = r.tries;
	return st;
}
