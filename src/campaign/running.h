/* running: proposals into targets, runs out, in the order of the proposals.
 *
 * A runner has an executor per build, started when the build is first needed. One group of
 * proposals is under way at a time: neighbours that want the same build and the same record. The
 * next group may be submitted before the runs of the last one are looked at, so that judging and
 * running go on at the same time. */
#ifndef SKEP_CAMPAIGN_RUNNING_H
#define SKEP_CAMPAIGN_RUNNING_H

#include "engine/engine.h"
#include "exec/exec.h"

struct runner_options {
	struct unit *unit;
	const struct target *fast, *checked;
	/* Gives the symbolic build; see campaign_options. */
	status (*symbolic)(void *context, bool wait, const struct target **target);
	void *symbolic_context;
	bool wait;                   /* for the symbolic build, when it is first needed */
	bool is_dispensable;         /* a symbolic build that does not run is no failure */
	struct exec_options exec;
};

struct runner;

/* Starts the fast target. */
MUST_USE status runner_new(const struct runner_options *options, struct runner **runner);
/* Ends all processes. */
void runner_stop(struct runner *runner);
/* NULL is fine. */
void runner_free(struct runner *runner);

/* Can proposals for all these builds (bits; 0: the fast one) be run now? */
MUST_USE status runner_prepare(struct runner *runner, unsigned builds, bool *ready);

/* Sets the first proposals going: as many as form a group and fit. There must be one, and its build
 * must be ready. */
void runner_submit(struct runner *runner, const struct proposal *proposals, size_t n);
/* Waits for them; one run per proposal that was submitted. Runs hold until the next collect. */
MUST_USE status runner_collect(struct runner *runner, const struct run **runs, size_t *n);
/* The trace of the run that was collected last; see executor_trace(). */
bool runner_trace(struct runner *runner, struct trace *trace);
/* Runs a sequence by itself in the fast build, whatever is under way. */
MUST_USE status runner_once(struct runner *runner, const struct seq *seq, unsigned want, const struct run **run);

/* Nearly all tests that run out of fuel would never end, and each costs as much as thousands of
 * others: they get little in the fast build, until it is seen that the unit needs more. */
void runner_double_fuel(struct runner *runner);
/* Processes that were started so far. */
uint64_t runner_processes(const struct runner *runner);

#endif
