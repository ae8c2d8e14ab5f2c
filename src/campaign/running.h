/* running: takes proposals to targets, and returns runs in the order of the proposals.
 *
 * A runner has an executor per build, started when the build is first needed. One group of proposals runs at a
 * time: neighbours that want the same build and the same records. The next group may be submitted before the
 * runs of the last are looked at, so judging and running go on at the same time. */
#ifndef SKEP_CAMPAIGN_RUNNING_H
#define SKEP_CAMPAIGN_RUNNING_H

#include "engine/engine.h"
#include "exec/exec.h"

struct runner_options {
	struct unit *unit;
	const struct target *fast, *checked;
	/* Returns the symbolic build; see campaign_options. */
	status (*symbolic)(void *context, bool wait, const struct target **target);
	void *symbolic_context;
	bool wait;                   /* waits for the symbolic build when it is first needed */
	bool is_dispensable;         /* a symbolic build that does not run is no failure */
	struct exec_options exec;
};

struct runner;

/* Starts the fast target. */
MUST_USE status runner_new(const struct runner_options *options, struct runner **runner);
/* Ends all processes. */
void runner_stop(struct runner *runner);
/* `runner` may be NULL. */
void runner_free(struct runner *runner);

/* *ready: proposals for all these builds (bits; 0: the fast build) can run now. */
MUST_USE status runner_prepare(struct runner *runner, unsigned builds, bool *ready);

/* Starts the first proposals: as many as form a group and fit. n must not be 0, and their build must be ready. */
void runner_submit(struct runner *runner, const struct proposal *proposals, size_t n);
/* Waits for the runs, one per submitted proposal. They are valid until the next collect. */
MUST_USE status runner_collect(struct runner *runner, const struct run **runs, size_t *n);
/* Gives the trace of the run that was collected last; see executor_trace(). */
bool runner_trace(struct runner *runner, struct trace *trace);
/* Runs a sequence by itself in the fast build, whatever else is running. */
MUST_USE status runner_once(struct runner *runner, const struct seq *seq, unsigned want, const struct run **run);

/* Doubles the fuel of the fast build. Tests get little there until the unit proves to need more: nearly all
 * tests that run out of fuel would never end, and each costs as much as thousands of others. */
void runner_double_fuel(struct runner *runner);
/* Returns the number of processes started so far. */
uint64_t runner_processes(const struct runner *runner);

#endif
