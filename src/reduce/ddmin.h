/* ddmin: makes invocations of programs smaller while they keep what matters.
 *
 * Delta debugging over components: first whole arguments and files, then the contents of each, the
 * shortest first: lines, then characters and bytes. The caller's predicate decides what matters:
 * the same coverage, the same failure, or the result of a user's command. When the budget is spent,
 * the result is the smallest invocation so far. */
#ifndef SKEP_REDUCE_DDMIN_H
#define SKEP_REDUCE_DDMIN_H

#include "base/status.h"
#include "engine/program/shape.h"
#include "seq/invocation.h"

/* *keeps: the candidate still has what matters. */
typedef status ddmin_test(void *context, const struct invocation *candidate, bool *keeps);

struct ddmin_options {
	const struct shape *shape;   /* words that are no inputs stay */
	uint64_t max_tries;          /* 0: 2000 */
	bool (*is_over)(void *context); /* true when the budget is spent; NULL: never */
};

/* Makes an invocation smaller. `from` must have what matters; *result starts as its copy, and the caller releases
 * it. Texts are in arena. *tries is how often the test was asked. */
MUST_USE status ddmin_invocation(const struct invocation *from, ddmin_test *test, void *context,
                                 const struct ddmin_options *options, struct arena *arena, struct invocation *result,
                                 uint64_t *tries);

#endif
