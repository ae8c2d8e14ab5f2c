/* reduce: makes a sequence smaller and plainer while it keeps what matters.
 *
 * Suites (which keep goals) and bugs (which keep a fault) share it. The caller's predicate decides
 * what matters, for many candidates at once, so that they run as one batch. */
#ifndef SKEP_REDUCE_REDUCE_H
#define SKEP_REDUCE_REDUCE_H

#include "base/status.h"
#include "seq/seq.h"

/* Sets keeps[i] if candidate i still has what matters. */
typedef status reduce_test(void *context, const struct seq *const *candidates, size_t n, bool *keeps);

struct component; /* reduce/replace.h */

struct reduce_options {
	uint32_t max_runs;       /* 0: 2000 */
	bool stops_at_first;     /* the test looks at no candidate behind the first that keeps what matters */
	const struct component *components; /* replacements of parts, shortest first */
	size_t n_components;                /* 0: no part is replaced */
};

/* Removes steps (chunks, then one by one, with the steps that depend on them), then replaces parts,
 * then simplifies literals: shorter strings and buffers, smaller and plainer numbers, null fills.
 * The result is deterministic and in arena. */
MUST_USE status reduce_sequence(struct arena *arena, const struct model *model, const struct seq *seq,
                                reduce_test *test, void *context, const struct reduce_options *options,
                                const struct seq **result);

#endif
