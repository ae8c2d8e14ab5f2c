/* memory: memory that calls only write to is zeroed, and no memory is larger than they need.
 *
 * Searches put texts where a function writes, and make memory as large as some overrun has taught. Neither is needed in a
 * test whose call writes four bytes. */
#ifndef SKEP_REDUCE_MEMORY_H
#define SKEP_REDUCE_MEMORY_H

#include "reduce/reduce.h"

/* A text that only calls which may write to it get becomes as many zeroes; memory whose least size was learned from
 * overruns becomes as small as this test allows; arrays of pointers lose those at the end. All if the test keeps what matters. The result lives in arena. */
MUST_USE status plain_memory(struct arena *arena, const struct model *model, const struct seq *seq, reduce_test *test,
                             void *context, const struct seq **result);

#endif
