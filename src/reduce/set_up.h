/* set_up: objects are set up before they are used, as a person would do it.
 *
 * A shorter test often does without: a context of zeroes goes where one from
 * context_init() should. Where a function sets up objects of a type, its call is put in
 * again, if the test keeps what matters with it. */
#ifndef SKEP_REDUCE_SET_UP_H
#define SKEP_REDUCE_SET_UP_H

#include "reduce/reduce.h"

/* Of several functions the one is taken whose name has most in common with the first that
 * uses the object. The result lives in arena. */
MUST_USE status set_up_objects(struct arena *arena, const struct model *model, const struct seq *seq, reduce_test *test,
                               void *context, const struct seq **result);

#endif
