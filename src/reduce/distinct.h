/* distinct: makes numbers and texts of a test distinguishable.
 *
 * The plainest number is zero, the plainest text is empty, and a test with only such values shows little: whether a
 * value was stored, moved or returned, it is the same before and after. So, once a sequence is short and plain,
 * numbers that are zero, equal to an earlier one, or large and equal to a later one become the smallest number not in use, and texts that are empty
 * or equal to an earlier one become "ab", "cd" and so on, if that keeps what matters. */
#ifndef SKEP_REDUCE_DISTINCT_H
#define SKEP_REDUCE_DISTINCT_H

#include "reduce/reduce.h"

/* Numbers as arguments and as elements of arrays, and strings; not lengths, flags, characters,
 * enums or what is passed by address. Deterministic; the result lives in arena. */
MUST_USE status distinct_literals(struct arena *arena, const struct model *model, const struct seq *seq,
                                  reduce_test *test, void *context, const struct seq **result);

#endif
