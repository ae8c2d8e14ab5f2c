/* failures: tests that make calls into the C library fail (model/failing.h). */
#ifndef SKEP_SEQ_FAILURES_H
#define SKEP_SEQ_FAILURES_H

#include "seq/seq.h"

/* The functions of the C library that steps make fail, as bits. */
uint32_t seq_fails(const struct model *model, const struct seq *seq);

/* The sequence with the operation, which makes the n-th call fail, inserted before step i. Step i becomes step i +
 * 2. */
const struct seq *seq_with_failure(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                   uint32_t operation, uint32_t n);

/* For a failure that step i asks for: writes up to `max` sequences that ask for it right before a later call, the
 * last call first, so that a reader sees which call fails. Returns how many; 0 if step i asks for no failure. */
size_t seq_later_failures(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                          const struct seq **out, size_t max);

#endif
