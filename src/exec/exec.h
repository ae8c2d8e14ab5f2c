/* exec: sequences into a target, runs out.
 *
 * An executor owns one target process (zygote and worker), its shared memory and
 * its scratch folder. Whatever the unit does, an executor stays usable: a dead
 * worker is a run with outcome SK_FAULT, SK_HANG or SK_EXIT, and the next
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
	uint32_t busy_milliseconds; /* the same of processor time; 0: default 100, in slower builds 300 */
	uint64_t heap_limit;       /* 0: default 64 MB a test */
	bool fork_per_test;
	bool pretend;              /* modes, owners and times of open files seem to change (proc/sandbox.h) */
	bool refuse_threads;       /* a unit that could start some shares a process nevertheless, and finds that it
	                              cannot */
};

/* The result of one step. */
struct step_result {
	enum sk_outcome outcome;
	uint8_t size;               /* valid bytes of the variable's value */
	uint8_t bytes[SK_VALUE_BYTES];
	uint64_t shape;                    /* pointers: hash of what they lead to after the test; structs that
	                                      a contract compares: of themselves; 0: nothing */
	const uint8_t *peek;               /* STEP_PEEK */
	uint32_t peek_size;
};

/* The result of one run of a sequence; it lives until the executor's next collect. */
struct run {
	enum sk_outcome outcome;
	uint32_t steps_done;
	const struct step_result *steps;   /* one per step; NULL unless values were wanted */
	uint32_t n_steps;
	const uint64_t *probes;            /* bit set of n_probes */
	/* NULL unless wanted. Condition c false at [2c], true at [2c + 1], then the
	 * cases; negative: not reached. */
	const double *distances;
	const uint8_t *times;              /* per distance: how often its condition or switch decided, up to
	                                      SK_MANY_TIMES; NULL as distances */
	const struct sk_compared *compared;
	uint32_t n_compared;
	const struct sk_texts *texts;      /* that were compared; as the pairs only if distances are wanted */
	uint32_t n_texts;
	const struct sk_fault *fault; /* NULL unless outcome is SK_FAULT or SK_HANG */
	int exit_status;
	bool refused;               /* checked build: the limit of its memory has made an allocation fail */
	uint64_t fuel_used;
	uint64_t n_decisions;              /* of conditions and switches of the unit; 0 unless distances are wanted */
	/* The first stand-ins that gave, wrote or should have written something: numbers of missing
	 * functions, or SK_STOOD_IN_VARIABLE | that of a missing variable. */
	uint16_t stood_in[SK_MAX_STOOD_IN];
	uint16_t n_stood_in;
	uint32_t slept;                    /* milliseconds that the unit wanted to sleep; outside it will */
	uint32_t failed_step;              /* during which a call failed last because the test wanted it; NONE */
};

/* The name of an entry of run.stood_in. */
const char *stand_in_name(const struct model *model, uint16_t stood_in);

/* "bad address", "failed assertion", ... */
const char *fault_kind_word(uint32_t kind);

struct executor;

MUST_USE status executor_new(const struct target *target, const struct unit *unit, const struct exec_options *options,
                             struct executor **executor);
/* Ends the target's processes and removes the scratch folder. */
void executor_free(struct executor *executor);

/* From the next batch on, tests get at most so much fuel, and never more than the
 * executor's options say; 0: as these say. */
void executor_limit_fuel(struct executor *executor, uint64_t fuel);
/* From the next batch on, every test is run with these flags (enum want), too. */
void executor_want_always(struct executor *executor, unsigned want);

enum want {
	WANT_NOTHING = 0,
	WANT_DISTANCES = SK_WANT_DISTANCES,
	WANT_VALUES = SK_WANT_VALUES,
	WANT_SHAPES = SK_WANT_SHAPES, /* with values: see step_result.shape */
	WANT_LEAKS = SK_WANT_LEAKS, /* checked build: a leak is a fault after the last step */
	WANT_TRACE = SK_WANT_TRACE, /* symbolic build: executor_trace(); batches of one */
	WANT_SHIFTS = SK_WANT_SHIFTS /* checked build: a shift of bits into the sign is a fault */
};
/* Checked build: memory that nobody set reads differently, by these bits of each byte, or
 * as this number in each word, 1 to 255. */
#define WANT_OTHER_FILL(bits) ((unsigned)(bits) << SK_FILL_SHIFT)
#define WANT_WORD_FILL(number) ((unsigned)(number) << SK_FILL_WORD_SHIFT)
/* Checked build: the heap gives other addresses, and others for each number up to 255. All
 * builds: with an odd number what the test makes lies in memory the other way round. */
#define WANT_LAYOUT(number) ((unsigned)(number) << SK_LAYOUT_SHIFT)

/* Starts a batch of at least one and at most SK_MAX_BATCH sequences. Returns how
 * many fitted: at least one (a sequence too large for any batch gives a run with
 * outcome SK_NOT_RUN). The sequences are not needed afterwards. A batch must be
 * collected before the next is submitted. */
size_t executor_submit(struct executor *executor, const struct seq *const *seqs, size_t n, unsigned want);
/* Waits for the batch (crashes and hangs handled) and gives one run per
 * submitted sequence, in order. A failure means that the target cannot be run at
 * all (or the user pressed ctrl-C); the runs are lost then. */
MUST_USE status executor_collect(struct executor *executor, const struct run **runs, size_t *n);
/* Both for a single sequence, which must fit: its run, or why the target takes no tests. */
MUST_USE status executor_one(struct executor *executor, const struct seq *seq, unsigned want, const struct run **run);
/* Both, in as many batches as it takes; `each` is called in order. */
MUST_USE status executor_run(struct executor *executor, const struct seq *const *seqs, size_t n, unsigned want,
                             void (*each)(void *context, size_t i, const struct run *run), void *context);

struct trace; /* exec/trace.h */
/* The trace of the run that was collected last, which was submitted with WANT_TRACE to
 * a symbolic target; it lives as long as the run. False if there is none that makes
 * sense: the unit wrote over it. */
bool executor_trace(struct executor *executor, struct trace *out);

struct exec_stats {
	uint64_t tests, workers_started, faults, hangs, exits;
};
struct exec_stats executor_stats(const struct executor *executor);

/* A place on the stack of a fault, in the user's source. */
struct frame {
	const char *function, *file;
	uint32_t line, column;
};

/* Reads the debug information of one target; keep it for as long as faults are
 * to be explained. */
struct symbolizer;
MUST_USE status symbolizer_new(const struct target *target, struct symbolizer **symbolizer);
void symbolizer_free(struct symbolizer *symbolizer);
/* The frames at the addresses of a fault (as in struct sk_fault), innermost first,
 * without those of the driver, the runtime and the sanitizers. In arena. */
void fault_frames(struct symbolizer *symbolizer, const uint64_t *pcs, uint32_t n, struct arena *arena,
                  struct frame **frames, uint32_t *n_frames);

#endif
