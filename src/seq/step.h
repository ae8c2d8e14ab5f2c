/* step: shared by the files of seq/. Private to seq/. */
#ifndef SKEP_SEQ_STEP_H
#define SKEP_SEQ_STEP_H

#include "seq/seq.h"

/* The step has bytes. The `size` of a peek is a request, not a number of bytes that it has. */
static inline bool step_has_bytes(const struct step *step)
{
	return step->kind != STEP_PEEK && step->size > 0;
}

/* A copy of the step with everything it points to, and with its hash. */
struct step *step_copy(struct arena *arena, const struct step *old);

/* A sequence of steps that have their hashes. The array is borrowed, not copied. */
const struct seq *seq_of_steps(struct arena *arena, const struct step *const *steps, uint32_t n);

#endif
