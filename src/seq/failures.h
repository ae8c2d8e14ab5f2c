/* failures: tests that have calls into the C library fail (model/failing.h). */
#ifndef SKEP_SEQ_FAILURES_H
#define SKEP_SEQ_FAILURES_H

#include "seq/seq.h"

/* Functions of the C library that steps can have fail, a bit each. */
uint32_t seq_fails(const struct model *model, const struct seq *seq);

/* The sequence with the operation, which lets the n-th call fail, put in before step i. The step that
 * was i is i + 2 then. */
const struct seq *seq_with_failure(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                   uint32_t operation, uint32_t n);

/* Writes up to `max` sequences in which the failure that step i asks for is asked for before a later
 * call, the last one first; 0 if step i asks for none. A reader sees then which call it is about. */
size_t seq_later_failures(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                          const struct seq **out, size_t max);

#endif
