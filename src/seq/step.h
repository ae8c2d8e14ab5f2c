/* step: what the files of seq/ share about single steps. Private to seq/. */
#ifndef SKEP_SEQ_STEP_H
#define SKEP_SEQ_STEP_H

#include "seq/seq.h"

/* `size` counts bytes that the step holds; for a peek it is a request. */
static inline bool step_has_bytes(const struct step *step)
{
	return step->kind != STEP_PEEK && step->size > 0;
}

/* A copy with everything it points to, and its hash. */
struct step *step_copy(struct arena *arena, const struct step *old);

/* A sequence of steps that have their hashes; the array is kept, not copied. */
const struct seq *seq_of_steps(struct arena *arena, const struct step *const *steps, uint32_t n);

#endif
