/* running: see running.h. */
#include "campaign/running.h"

#include <stdlib.h>

#include "base/log.h"

#define FIRST_FUEL 200000u       /* of a test in the fast build */
#define SYMBOLIC_FUEL 20000u     /* conditions and calls: longer traces are not worth their time */

struct runner {
	struct runner_options options;
	const struct target *symbolic;       /* NULL: not built, or not yet */
	struct executor *executors[N_BUILDS];
	struct executor *replayer;           /* for runner_once(); NULL: not started */
	enum build_kind under_way;
	uint64_t fuel;                       /* of a test in the fast build */
	uint64_t processes;                  /* of executors that ended */
};

/* ---- executors ---- */

static status start(struct runner *runner, enum build_kind build, const struct target *target)
{
	struct exec_options exec = runner->options.exec;
	if (build == BUILD_SYMBOLIC && !exec.fuel)
		exec.fuel = SYMBOLIC_FUEL;
	return executor_new(target, runner->options.unit, &exec, &runner->executors[build]);
}

status runner_new(const struct runner_options *options, struct runner **out)
{
	struct runner *runner = xcalloc(1, sizeof *runner);
	*out = runner;
	runner->options = *options;
	runner->fuel = FIRST_FUEL;
	TRY(start(runner, BUILD_FAST, options->fast));
	executor_limit_fuel(runner->executors[BUILD_FAST], runner->fuel);
	return NULL;
}

static uint64_t processes_of(const struct executor *executor)
{
	return executor ? executor_stats(executor).workers_started : 0;
}

static void stop(struct runner *runner, struct executor **executor)
{
	runner->processes += processes_of(*executor);
	executor_free(*executor);
	*executor = NULL;
}

void runner_stop(struct runner *runner)
{
	if (!runner)
		return;
	for (int build = 0; build < N_BUILDS; build++)
		stop(runner, &runner->executors[build]);
	stop(runner, &runner->replayer);
}

void runner_free(struct runner *runner)
{
	runner_stop(runner);
	free(runner);
}

static status start_symbolic(struct runner *runner, bool *ready)
{
	struct runner_options *options = &runner->options;
	if (!runner->symbolic && options->symbolic)
		TRY(options->symbolic(options->symbolic_context, options->wait, &runner->symbolic));
	*ready = runner->symbolic != NULL;
	if (!*ready)
		return NULL;
	status st = start(runner, BUILD_SYMBOLIC, runner->symbolic);
	if (!st || !options->is_dispensable || st->kind == TROUBLE_INTERRUPTED)
		return st;
	log_warn("the symbolic build does not run, going on without: %s", st->message);
	status_free(st);
	runner->symbolic = NULL;
	options->symbolic = NULL;
	*ready = false;
	return NULL;
}

status runner_prepare(struct runner *runner, unsigned builds, bool *ready)
{
	*ready = true;
	if (builds & 1u << BUILD_CHECKED && !runner->executors[BUILD_CHECKED])
		TRY(start(runner, BUILD_CHECKED, runner->options.checked));
	if (builds & 1u << BUILD_SYMBOLIC && !runner->executors[BUILD_SYMBOLIC])
		TRY(start_symbolic(runner, ready));
	return NULL;
}

/* ---- running ---- */

void runner_submit(struct runner *runner, const struct proposal *proposals, size_t n)
{
	const struct seq *seqs[SK_MAX_BATCH];
	size_t group = 0;
	while (group < n && group < SK_MAX_BATCH && proposals[group].build == proposals[0].build &&
	       proposals[group].want == proposals[0].want) {
		seqs[group] = proposals[group].seq;
		group++;
	}
	if (proposals[0].want & WANT_TRACE)
		group = 1;
	runner->under_way = proposals[0].build;
	executor_submit(runner->executors[runner->under_way], seqs, group, proposals[0].want);
}

status runner_collect(struct runner *runner, const struct run **runs, size_t *n)
{
	return executor_collect(runner->executors[runner->under_way], runs, n);
}

bool runner_trace(struct runner *runner, struct trace *trace)
{
	return executor_trace(runner->executors[BUILD_SYMBOLIC], trace);
}

status runner_once(struct runner *runner, const struct seq *seq, unsigned want, const struct run **run)
{
	*run = NULL;
	if (!runner->replayer)
		TRY(executor_new(runner->options.fast, runner->options.unit, &runner->options.exec, &runner->replayer));
	return executor_one(runner->replayer, seq, want, run);
}

void runner_double_fuel(struct runner *runner)
{
	runner->fuel *= 2;
	executor_limit_fuel(runner->executors[BUILD_FAST], runner->fuel);
}

uint64_t runner_processes(const struct runner *runner)
{
	uint64_t sum = runner->processes + processes_of(runner->replayer);
	for (int build = 0; build < N_BUILDS; build++)
		sum += processes_of(runner->executors[build]);
	return sum;
}
