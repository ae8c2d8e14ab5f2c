/* set_up: sets objects up before they are used, as a person would.
 *
 * A shortened test often does without that: it passes a context of zeroes instead of one from
 * context_init(). If a function sets up objects of a type, its call is inserted, provided that the
 * test then keeps what matters. */
#ifndef SKEP_REDUCE_SET_UP_H
#define SKEP_REDUCE_SET_UP_H

#include "reduce/reduce.h"

/* Inserts such calls. Of several functions, the one is taken whose name has most in common with the
 * first function that uses the object. The result is in arena. */
MUST_USE status set_up_objects(struct arena *arena, const struct model *model, const struct seq *seq, reduce_test *test,
                               void *context, const struct seq **result);

#endif
