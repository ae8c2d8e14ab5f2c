/* executor: what the files of exec/ share. Private to exec/.
 *
 * target.c starts and ends the target's processes, batch.c writes tests into
 * shared memory, collect.c waits and deals with deaths, record.c turns what the
 * target wrote into runs. */
#ifndef SKEP_EXEC_EXECUTOR_H
#define SKEP_EXEC_EXECUTOR_H

#include "base/str.h"
#include "base/vec.h"
#include "exec/exec.h"
#include "exec/trace.h"
#include "proc/sandbox.h"

/* The tests handed to the target and not collected yet. */
struct batch {
	size_t n;                          /* runs to be given */
	size_t n_tests;                    /* of them in shared memory; 0 if the only one is too large */
	size_t next;                       /* the first without a run */
	size_t first, until;               /* those from first to until were handed to the target last */
	bool careful;                      /* one at a time: somebody writes over what is not theirs */
	uint32_t flags;
	uint32_t offsets[SK_MAX_BATCH];    /* into code */
	uint32_t n_steps[SK_MAX_BATCH];
	struct sb code;                    /* ours; the copy in shared memory may be overwritten */
};

/* Reports that came through the pipe about the current worker. */
struct worker {
	pid_t pid;                         /* 0: none is running */
	int status;                        /* of the last one that ended */
	uint32_t test;                     /* the one it was for, with a process per test */
	bool ended;                        /* since the batch was started */
	bool killed;                       /* by us, because it hung */
	bool used;                         /* it has run tests of earlier batches */
	bool refused;                      /* the system does not let one be started */
};

/* The sizes of a record of the unit's runs. */
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
	struct exec_options options;       /* defaults filled in */
	uint64_t fuel;                    /* of a test: the options', or less */
	unsigned always;                   /* flags of all tests */
	struct sk_shared *shared;
	struct sk_symbolic *symbolic;      /* shared too, with a symbolic target; else NULL */
	struct channels fds;
	char *scratch;
	struct sandboxed child;
	bool is_up;
	uint32_t go;                       /* batches given to this target */
	status failure;                    /* to be told by the next collect */
	struct worker worker;
	struct batch batch;
	struct arena *results;             /* of the last collect */
	struct run *runs;
	struct exec_stats stats;
};

/* target.c */

/* Starts the target and waits until it is ready. */
MUST_USE status target_start(struct executor *executor);
/* Ends its processes; the executor can start it again. */
void target_stop(struct executor *executor);
/* The limits of a test, for the target to read. */
void write_limits(struct executor *executor);
/* True if every test gets a process to itself. */
bool forks_per_test(const struct executor *executor);
/* False if a test wrote over what only we write: its target is not to be trusted. */
bool head_is_intact(const struct executor *executor);
/* Reads what the zygote reported; false if the zygote is gone. */
bool target_listen(struct executor *executor);

/* batch.c */

/* Hands the tests from batch.next on to the target, or only that one if care is needed. */
void batch_go(struct executor *executor);
/* False if a test wrote over the tests, or anything else that only we write. */
bool batch_is_intact(const struct executor *executor);

/* record.c */

/* True if the record of test i is what the target wrote for this batch. */
bool record_is_whole(const struct executor *executor, size_t i);
/* The run of test i from its record in shared memory; a record that makes no
 * sense gives a run that was lost. */
void record_read(struct executor *executor, size_t i, struct run *run);
/* The run of test i, of which nothing but its end is known. */
void record_missing(struct executor *executor, size_t i, enum sk_outcome outcome, enum sk_fault_kind kind, int code,
                    struct run *run);

#endif
