/* apart: each argument of a call has a variable of its own.
 *
 * Searches use what is there: the same array as input and output, the same object twice, one number for two limits. A
 * test that shows something else reads better, and notices more, with two of them. */
#ifndef SKEP_REDUCE_APART_H
#define SKEP_REDUCE_APART_H

#include "reduce/reduce.h"

/* Where arguments of one call are one variable, the later ones get copies of it, if the test keeps what matters: of
 * a literal, and of an object of the test, or of a maker, as it is before any other call. The result lives in arena. */
MUST_USE status set_apart(struct arena *arena, const struct model *model, const struct seq *seq, reduce_test *test,
                          void *context, const struct seq **result);

#endif
