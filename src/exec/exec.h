/* exec: sequences into a target, runs out.
 *
 * An executor owns one target process (zygote and worker), its shared memory and
 * its scratch folder. Whatever the unit does, an executor stays usable: a dead
 * worker is a run with outcome RUN_FAULT, RUN_HANG or RUN_EXIT, and the next
 * test goes to a fresh one. Nothing read from shared memory is believed. */
#ifndef SKEP_EXEC_EXEC_H
#define SKEP_EXEC_EXEC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "instr/instr.h"
#include "protocol.h"
#include "seq/seq.h"

struct exec_options {
	uint64_t fuel;             /* 0: default 2,000,000 conditions and calls a test */
	uint32_t milliseconds;     /* wall-clock limit behind the fuel; 0: default 2000 */
	uint64_t heap_limit;       /* 0: default 64 MB a test */
	bool fork_per_test;
};

/* What one step gave. */
struct step_result {
	enum sk_outcome outcome;
	uint8_t size;                      /* valid bytes of the variable's value */
	uint8_t bytes[SK_VALUE_BYTES];
	const uint8_t *peek;               /* STEP_PEEK */
	uint32_t peek_size;
};

/* What running one sequence gave; lives until the executor's next collect. */
struct run {
	enum sk_outcome outcome;
	uint32_t steps_done;
	const struct step_result *steps;   /* one per step; NULL unless values were wanted */
	uint32_t n_steps;
	const uint64_t *probes;            /* bit set of n_probes */
	const double *distances;           /* NULL unless wanted: condition c false at [2c], true at [2c+1], then cases; negative: not reached */
	const struct sk_compared *compared;
	uint32_t n_compared;
	const struct sk_fault *fault;      /* NULL unless outcome is SK_FAULT or SK_HANG */
	int exit_status;
	uint64_t fuel_used;
};

struct executor;

MUST_USE status executor_new(const struct target *target, const struct unit *unit, const struct exec_options *options,
                             struct executor **executor);
/* Ends the target's processes and removes the scratch folder. */
void executor_free(struct executor *executor);

enum want { WANT_NOTHING = 0, WANT_DISTANCES = SK_WANT_DISTANCES, WANT_VALUES = SK_WANT_VALUES };

/* Starts a batch; at most SK_MAX_BATCH sequences. Returns how many fitted. */
size_t executor_submit(struct executor *executor, const struct seq *const *seqs, size_t n, unsigned want);
/* Waits for the batch (crashes and hangs handled) and gives one run per
 * submitted sequence, in order. */
MUST_USE status executor_collect(struct executor *executor, const struct run **runs, size_t *n);
/* Both, in as many batches as it takes; `each` is called in order. */
MUST_USE status executor_run(struct executor *executor, const struct seq *const *seqs, size_t n, unsigned want,
                             void (*each)(void *context, size_t i, const struct run *run), void *context);

struct exec_stats {
	uint64_t tests, workers_started, faults, hangs, exits;
};
struct exec_stats executor_stats(const struct executor *executor);

/* The frames of a fault as "function file:line:column", innermost first, driver
 * and runtime frames left out. Lines are in arena. */
struct frame {
	const char *function, *file;
	uint32_t line, column;
};
MUST_USE status fault_frames(const struct target *target, const uint64_t *pcs, uint32_t n, struct arena *arena,
                             struct frame **frames, uint32_t *n_frames);

#endif
