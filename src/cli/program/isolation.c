/* isolation: see isolation.h. */
#include "cli/program/isolation.h"

#include <string.h>

#include "base/log.h"
#include "emit/programs/program_test.h"
#include "exec/exec.h"
#include "exec/program.h"

#define MAX_TRIALS 12u
#define MAX_SEEDS 6u

/* The first command lines, and the first result of each. */
struct trial {
	const struct unit *unit;
	struct arena *arena;
	struct invocation runs[MAX_TRIALS];
	size_t n;
};

struct seen {
	bool is_there;
	struct program_result result;
	const uint64_t *probes;
};

static void add_words(struct trial *trial, const struct shape *shape)
{
	static const char *const words[] = { "a", "--help", "1", "-x" };
	for (size_t i = 0; shape->is_free && shape->has_args && i < sizeof words / sizeof *words; i++) {
		struct invocation *one = &trial->runs[trial->n++];
		shape_start(shape, one);
		invocation_add_arg(one, words[i], strlen(words[i]));
	}
}

static void choose(struct trial *trial, const struct shape *shape, const invocation_list *seeds)
{
	shape_start(shape, &trial->runs[trial->n++]);
	add_words(trial, shape);
	for (size_t i = 0; i < seeds->n && i < MAX_SEEDS; i++)
		invocation_copy(&trial->runs[trial->n++], &seeds->at[i]);
}

static status run_one(const struct trial *trial, struct executor *executor, size_t i, struct seen *seen)
{
	const struct seq *seq = invocation_seq(&trial->runs[i], trial->unit->model, trial->arena);
	size_t n = 0, words = (trial->unit->marks->n_probes + 63) / 64;
	const struct run *run;
	*seen = (struct seen){ 0 };
	if (executor_submit(executor, &seq, 1, WANT_VALUES) != 1)
		return NULL;
	TRY(executor_collect(executor, &run, &n));
	if (!n || run->outcome != SK_NORMAL || !program_result_read(run, trial->arena, &seen->result))
		return NULL;
	seen->probes = arena_memdup(trial->arena, run->probes, words * sizeof *run->probes);
	seen->is_there = true;
	return NULL;
}

static bool differ(const struct trial *trial, const struct seen *a, const struct seen *b)
{
	size_t bytes = (trial->unit->marks->n_probes + 63) / 64 * sizeof *a->probes;
	if (!a->is_there || !b->is_there)
		return false; /* the judge looks into a fault or a hang */
	return !program_result_equal(&a->result, &b->result) || memcmp(a->probes, b->probes, bytes) != 0;
}

/* Runs all command lines, and then all of them again; *odd: the first that differs, or their number. */
static status run_twice(const struct trial *trial, const struct target *fast, bool forks, size_t *odd)
{
	struct executor *executor = NULL;
	struct seen first[MAX_TRIALS], again;
	struct exec_options options = {
		.milliseconds = 500, .fork_per_test = forks, .refuse_threads = !forks, .pretend = true
	};
	status st = executor_new(fast, trial->unit, &options, &executor);
	*odd = trial->n;
	for (size_t i = 0; i < trial->n && !st; i++)
		st = run_one(trial, executor, i, &first[i]);
	for (size_t i = 0; i < trial->n && !st && *odd == trial->n; i++) {
		st = run_one(trial, executor, i, &again);
		if (!st && differ(trial, &first[i], &again))
			*odd = i;
	}
	executor_free(executor);
	return st;
}

static void tell(const struct trial *trial, size_t odd)
{
	struct sb command = { 0 };
	invocation_command(&trial->runs[odd], &command);
	log_note("a process for each run: state outlives a reset, '%.60s' behaves differently the second time",
	         sb_text(&command));
	sb_release(&command);
}

/* Decides whether runs get processes. A program that differs from run to run even then gains nothing by them. */
static status decide(const struct trial *trial, const struct target *fast, bool *forks)
{
	size_t odd, odd_forked = 0;
	*forks = false;
	TRY(run_twice(trial, fast, false, &odd));
	if (odd < trial->n)
		TRY(run_twice(trial, fast, true, &odd_forked));
	*forks = odd < trial->n && odd_forked == trial->n;
	if (*forks)
		tell(trial, odd);
	else
		log_note("runs share a process: main() again and again, after a reset%s",
		         fast->starts_threads ? "; no threads can be started" : "");
	return NULL;
}

status isolation_find(const struct target *fast, const struct unit *unit, const struct shape *shape,
                      const invocation_list *seeds, struct exec_options *exec)
{
	struct trial trial = { .unit = unit, .arena = arena_new() };
	choose(&trial, shape, seeds);
	status st = decide(&trial, fast, &exec->fork_per_test);
	exec->refuse_threads = !exec->fork_per_test;
	exec->pretend = true;
	for (size_t i = 0; i < trial.n; i++)
		invocation_release(&trial.runs[i]);
	arena_free(trial.arena);
	return st;
}
