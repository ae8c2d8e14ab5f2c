/* executor: shared by the files of exec/. Private to exec/.
 *
 * target.c starts and ends the target's processes, batch.c writes tests into shared memory,
 * collect.c waits and handles deaths, record.c turns the target's records into runs. */
#ifndef SKEP_EXEC_EXECUTOR_H
#define SKEP_EXEC_EXECUTOR_H

#include "base/str.h"
#include "base/vec.h"
#include "exec/exec.h"
#include "exec/trace.h"
#include "proc/sandbox.h"

/* The submitted tests that are not collected yet. */
struct batch {
	size_t n;                          /* number of runs to give */
	size_t n_tests;                    /* number of tests in shared memory; 0 if the only one is too large */
	size_t next;                       /* the first test without a run */
	size_t first, until;               /* the target was given the tests from `first` to `until` last */
	bool careful;                      /* one test at a time, because some test overwrites memory of others */
	uint32_t flags;
	uint32_t offsets[SK_MAX_BATCH];    /* into code */
	uint32_t n_steps[SK_MAX_BATCH];
	struct sb code;                    /* skep's own; the copy in shared memory may be overwritten */
};

/* The zygote's reports about the current worker. */
struct worker {
	pid_t pid;                         /* 0: no worker is running */
	int status;                        /* wait status of the last worker that ended */
	uint32_t test;                     /* with a process per test, the number of its test */
	bool ended;                        /* it ended since the batch was started */
	bool killed;                       /* skep killed it, because it hung */
	bool used;                         /* it has run tests of earlier batches */
	bool refused;                      /* the system does not allow to start one */
};

/* The sizes in a record of the unit. */
struct record_sizes {
	uint32_t n_probes, n_conditions, n_switches, n_distances;
};

struct channels {
	int shared, symbolic, report;
};

struct executor {
	const struct target *target;
	const struct model *model;
	struct record_sizes sizes;
	struct exec_options options;       /* with defaults filled in */
	uint64_t fuel;                    /* fuel of a test: that of the options, or less */
	unsigned always;                   /* flags of all tests */
	struct sk_shared *shared;
	struct sk_symbolic *symbolic;      /* also shared, with a symbolic target; else NULL */
	struct channels fds;
	char *scratch;
	struct sandboxed child;
	bool is_up;
	uint32_t go;                       /* number of batches given to this target */
	status failure;                    /* a failure that the next collect returns */
	struct worker worker;
	struct batch batch;
	struct arena *results;             /* owns the runs of the last collect */
	struct run *runs;
	struct exec_stats stats;
};

/* target.c */

/* Starts the target and waits until it is ready. */
MUST_USE status target_start(struct executor *executor);
/* Ends the target's processes; the executor can start the target again. */
void target_stop(struct executor *executor);
/* Writes the limits of a test for the target to read. */
void write_limits(struct executor *executor);
/* Every test gets a process of its own. */
bool forks_per_test(const struct executor *executor);
/* False if a test overwrote memory that only skep writes, so the target cannot be trusted. */
bool head_is_intact(const struct executor *executor);
/* Reads the zygote's reports; false if the zygote is gone. */
bool target_listen(struct executor *executor);

/* batch.c */

/* Gives the target the tests from batch.next on, or only that one if care is needed. */
void batch_go(struct executor *executor);
/* False if a test overwrote the tests, or other memory that only skep writes. */
bool batch_is_intact(const struct executor *executor);

/* record.c */

/* The record of test i was written by the target for this batch, and is intact. */
bool record_is_whole(const struct executor *executor, size_t i);
/* Makes the run of test i from its record in shared memory; if the record makes no sense, the run
 * counts as lost. */
void record_read(struct executor *executor, size_t i, struct run *run);
/* Makes the run of test i, of which only its end is known. */
void record_missing(struct executor *executor, size_t i, enum sk_outcome outcome, enum sk_fault_kind kind, int code,
                    struct run *run);

#endif
