/* distinct: numbers and texts of a test that can be told apart.
 *
 * The plainest number is zero, the plainest text is empty, and a test in which everything is
 * so shows little: whether a value was stored, moved or returned, it is the same before and after. So,
 * once a sequence is short and plain, numbers that are zero or equal to an earlier
 * one become the smallest that is not taken yet, and texts that are empty or equal to an earlier one
 * become "ab", "cd" and so on, where that changes nothing that matters. */
#ifndef SKEP_REDUCE_DISTINCT_H
#define SKEP_REDUCE_DISTINCT_H

#include "reduce/reduce.h"

/* Numbers as arguments and as elements of arrays, and strings; not lengths, flags, characters,
 * enums or what is passed by address. Deterministic; the result lives in arena. */
MUST_USE status distinct_literals(struct arena *arena, const struct model *model, const struct seq *seq,
                                  reduce_test *test, void *context, const struct seq **result);

#endif
