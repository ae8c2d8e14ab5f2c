/* order: the steps of a test in the order in which a person would write them.
 *
 * Searches leave literals wherever they came up. Each moves to the place right before the first step that uses it, in the
 * order of that step's arguments. Two tests that make the same calls then look the same. */
#ifndef SKEP_REDUCE_ORDER_H
#define SKEP_REDUCE_ORDER_H

#include "reduce/reduce.h"

/* The sequence in that order, if the test keeps what matters, else `seq`. In arena. */
MUST_USE status order_literals(struct arena *arena, const struct model *model, const struct seq *seq, reduce_test *test,
                               void *context, const struct seq **result);

#endif
