/* seed_runs: runs seeds in the fast build: what each covers, how long its way is, and a shorter one
 * that does the same. */
#ifndef SKEP_REDUCE_SEED_RUNS_H
#define SKEP_REDUCE_SEED_RUNS_H

#include "exec/exec.h"
#include "model/marks.h"
#include "reduce/ddmin.h"

enum seed_keep {
	KEEP_BRANCHES,
	KEEP_STATEMENTS,
	KEEP_FAILURE,        /* ends in the same kind of fault at the same place, or hangs */
	N_KEEPS
};
/* N_KEEPS: there is no such name. Names: branch, statement, failure. */
enum seed_keep seed_keep_by_name(const char *name);

/* The run of a seed. */
struct seed_run {
	uint64_t *probes;            /* in arena */
	uint64_t path_length;        /* decisions of the unit's own conditions and switches */
	uint64_t fuel;               /* all work, including that of neighbours */
	enum sk_outcome outcome;
	uint64_t failure;            /* kind and place of the fault; 0: none */
};

struct seed_runs {
	struct executor *executor;
	const struct unit *unit;
	const struct shape *shape;
	size_t n_words;
	uint64_t *counted[2];        /* probes that are branches, and probes that stand for statements */
};

/* Starts an executor. `shape` is NULL for tests that are sequences of calls. */
MUST_USE status seed_runs_new(const struct target *fast, const struct unit *unit, const struct shape *shape,
                              const struct exec_options *exec, struct seed_runs *runs);
void seed_runs_release(struct seed_runs *runs);
MUST_USE status seed_run(struct seed_runs *runs, const struct invocation *seed, struct arena *arena,
                         struct seed_run *run);
/* Like seed_run(), for a sequence of any kind. */
MUST_USE status seed_run_seq(struct seed_runs *runs, const struct seq *seq, struct arena *arena, struct seed_run *run);

/* The limits of reducing. */
struct seed_budget {
	uint64_t tries;              /* per seed; 0: 2000 */
	double until;                /* now_seconds(); 0: no limit */
};
/* Finds a shorter seed that keeps what it must keep. The caller releases *result; its texts are in
 * arena. */
MUST_USE status seed_reduce(struct seed_runs *runs, const struct invocation *seed, enum seed_keep keep,
                            const struct seed_budget *budget, struct arena *arena, struct invocation *result,
                            uint64_t *tries);
/* Like seed_reduce(), for a sequence of calls; the result is in arena. */
MUST_USE status seed_reduce_calls(struct seed_runs *runs, const struct seq *seed, enum seed_keep keep,
                                  const struct seed_budget *budget, struct arena *arena, const struct seq **result,
                                  uint64_t *tries);

#endif
