/* ddmin: invocations of programs made smaller while they keep what matters.
 *
 * Delta debugging over components: whole arguments and files first, then the contents of each, the
 * shortest first: lines, then characters and bytes. What matters is a predicate of the caller: the
 * same coverage, the same failure, or what a command of the user says. The smallest found so far
 * stands when the budget is spent. */
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
	bool (*is_over)(void *context); /* the budget is spent; NULL: never */
};

/* *result starts as a copy of `from`, which has what matters. Texts lie in arena. *tries: how often the test was asked. */
MUST_USE status ddmin_invocation(const struct invocation *from, ddmin_test *test, void *context,
                                 const struct ddmin_options *options, struct arena *arena, struct invocation *result,
                                 uint64_t *tries);

#endif
