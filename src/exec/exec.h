/* exec: runs sequences in a target.
 *
 * An executor owns one target process (zygote and worker), its shared memory and its scratch
 * folder. Whatever the unit does, an executor stays usable: a dead worker is a run with outcome
 * SK_FAULT, SK_HANG or SK_EXIT, and the next test goes to a fresh worker. Everything read from
 * shared memory is checked before it is used. */
#ifndef SKEP_EXEC_EXEC_H
#define SKEP_EXEC_EXEC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "instr/instr.h"
#include "protocol.h"
#include "seq/seq.h"

struct exec_options {
	uint64_t fuel;             /* conditions and calls of a test; 0: 2,000,000 */
	uint32_t milliseconds;     /* limit of wall-clock time, in case the fuel does not end a test; 0: 2000 */
	uint32_t busy_milliseconds; /* such a limit of processor time; 0: 100, in slower builds 300 */
	uint64_t heap_limit;       /* bytes of heap of a test; 0: 64 MB */
	bool fork_per_test;
	bool pretend;              /* changes of modes, owners and times of open files seem to succeed
	                              (proc/sandbox.h) */
	bool refuse_threads;       /* tests of a unit that starts threads share a process, in which no thread
	                              can be started */
};

/* The result of one step. */
struct step_result {
	enum sk_outcome outcome;
	uint8_t size;               /* valid bytes of the variable's value */
	uint8_t bytes[SK_VALUE_BYTES];
	uint64_t shape;                    /* pointers: a hash of everything behind them after the test; structs
	                                      that a contract compares: a hash of the struct; 0: none */
	const uint8_t *peek;               /* STEP_PEEK */
	uint32_t peek_size;
};

/* The result of one run of a sequence; it is valid until the executor's next collect. */
struct run {
	enum sk_outcome outcome;
	uint32_t steps_done;
	const struct step_result *steps;   /* one for each step; NULL unless values were wanted */
	uint32_t n_steps;
	const uint64_t *probes;            /* bit set of n_probes */
	/* NULL unless wanted. Condition c false at [2c], true at [2c + 1], then the
	 * cases; negative: not reached. */
	const double *distances;
	const uint8_t *times;              /* for each distance, how often its condition or switch decided, up
	                                      to SK_MANY_TIMES; NULL if distances is */
	const struct sk_compared *compared;
	uint32_t n_compared;
	const struct sk_texts *texts;      /* pairs of texts that were compared, like `compared` only if
	                                      distances were wanted */
	uint32_t n_texts;
	const struct sk_fault *fault; /* NULL unless outcome is SK_FAULT or SK_HANG */
	int exit_status;
	bool refused; /* an allocation failed because of the test's limit of memory, and others may grant it */
	uint64_t fuel_used;
	uint64_t n_decisions; /* by conditions and switches of the unit; 0 unless distances were
	                                      wanted */
	/* The first stand-ins that gave, wrote or should have written something: numbers of missing
	 * functions, or SK_STOOD_IN_VARIABLE | number of a missing variable. */
	uint16_t stood_in[SK_MAX_STOOD_IN];
	uint16_t n_stood_in;
	struct sk_idle idle; /* outside of a target the unit does sleep and wait */
	uint32_t failed_step; /* the step during which the last call failed because the test wanted
	                                      it; NONE */
};

/* The name of an entry of run.stood_in. */
const char *stand_in_name(const struct model *model, uint16_t stood_in);

/* The kind of a fault for people: "bad address", "failed assertion", ... */
const char *fault_kind_word(uint32_t kind);

struct executor;

MUST_USE status executor_new(const struct target *target, const struct unit *unit, const struct exec_options *options,
                             struct executor **executor);
/* Ends the target's processes and removes the scratch folder. */
void executor_free(struct executor *executor);

/* Limits the fuel of tests from the next batch on; the limit in the executor's options holds, too.
 * 0: only that one does. */
void executor_limit_fuel(struct executor *executor, uint64_t fuel);
/* Runs every test with these flags (enum want), too, from the next batch on. */
void executor_want_always(struct executor *executor, unsigned want);

enum want {
	WANT_NOTHING = 0,
	WANT_DISTANCES = SK_WANT_DISTANCES,
	WANT_VALUES = SK_WANT_VALUES,
	WANT_SHAPES = SK_WANT_SHAPES, /* with values: see step_result.shape */
	WANT_LEAKS = SK_WANT_LEAKS, /* checked build: a leak is a fault after the last step */
	WANT_TRACE = SK_WANT_TRACE, /* symbolic build: for executor_trace(); batches of one test */
	WANT_SHIFTS = SK_WANT_SHIFTS /* checked build: a shift of bits into the sign is a fault */
};
/* Memory of the heap that nobody set has this in each byte. */
#define FRESH_BYTE SK_FILL_FRESH
/* Checked build: the value of memory that nobody set: with these bits of each byte inverted, or
 * this number (1 to 255) in each word. */
#define WANT_OTHER_FILL(bits) ((unsigned)(bits) << SK_FILL_SHIFT)
#define WANT_WORD_FILL(number) ((unsigned)(number) << SK_FILL_WORD_SHIFT)
/* Checked build: blocks of the heap get other addresses, different for each number up to 255. All
 * builds: an odd number reverses the order in memory of everything that the test makes. */
#define WANT_LAYOUT(number) ((unsigned)(number) << SK_LAYOUT_SHIFT)

/* Starts a batch of at least one and at most SK_MAX_BATCH sequences. Returns how many fit, at least
 * one; a sequence that is too large for any batch gives a run with outcome SK_NOT_RUN. The
 * sequences are not needed afterwards. Each batch must be collected before the next one is
 * submitted. */
size_t executor_submit(struct executor *executor, const struct seq *const *seqs, size_t n, unsigned want);
/* Waits for the batch (crashes and hangs are handled) and gives a run for each submitted sequence,
 * in order. A failure means that the target cannot be run at all, or that the user pressed ctrl-C;
 * the runs are lost then. */
MUST_USE status executor_collect(struct executor *executor, const struct run **runs, size_t *n);
/* Submits and collects a single sequence, which must fit; gives its run, or fails if the target
 * takes no tests. */
MUST_USE status executor_one(struct executor *executor, const struct seq *seq, unsigned want, const struct run **run);
/* Submits and collects all sequences, in several batches if needed; calls `each` in their order. */
MUST_USE status executor_run(struct executor *executor, const struct seq *const *seqs, size_t n, unsigned want,
                             void (*each)(void *context, size_t i, const struct run *run), void *context);

struct trace; /* exec/trace.h */
/* The trace of the last run, which must have been submitted with WANT_TRACE to a symbolic target;
 * the trace is valid as long as the run. False if it makes no sense, because the unit overwrote it. */
bool executor_trace(struct executor *executor, struct trace *out);

struct exec_stats {
	uint64_t tests, workers_started, faults, hangs, exits;
};
struct exec_stats executor_stats(const struct executor *executor);

/* A frame of a fault's stack, as a place in the user's source. */
struct frame {
	const char *function, *file;
	uint32_t line, column;
};

/* Reads the debug information of one target; keep it while faults are to be explained. */
struct symbolizer;
MUST_USE status symbolizer_new(const struct target *target, struct symbolizer **symbolizer);
void symbolizer_free(struct symbolizer *symbolizer);
/* The frames at the addresses of a fault (as in struct sk_fault), innermost first, without frames
 * of the driver, the runtime and the sanitizers. In arena. */
void fault_frames(struct symbolizer *symbolizer, const uint64_t *pcs, uint32_t n, struct arena *arena,
                  struct frame **frames, uint32_t *n_frames);

#endif
