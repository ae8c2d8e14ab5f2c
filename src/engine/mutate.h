/* mutate: a sequence that led somewhere new, changed in one place. */
#ifndef SKEP_ENGINE_MUTATE_H
#define SKEP_ENGINE_MUTATE_H

#include "engine/values.h"
#include "seq/seq.h"

struct mutation {
	const struct model *model;
	struct values *values;
	struct rng *rng;
	struct arena *arena;
	/* Pairs that conditions compared when the sequence ran; may be empty. */
	const struct sk_compared *compared;
	uint32_t n_compared;
	const struct sk_texts *texts;        /* that it compared */
	uint32_t n_texts;
	uint32_t condition;                  /* whose comparisons are followed first, or NONE */
};

/* Changes one literal (a length that goes with it follows), or drops a step;
 * NULL if there is nothing to change. */
const struct seq *mutate_sequence(const struct mutation *mutation, const struct seq *seq);

/* Literal i changed: a small step, a flipped bit, a number that a condition compared, a special
 * float; texts and buffers in their own ways. NULL: step i may not be changed so. */
const struct seq *mutate_literal(const struct mutation *mutation, const struct seq *seq, uint32_t i);
/* A change that puts a value or text that a condition compared where the other one stands; NULL:
 * there is none that fits. */
const struct seq *mutate_towards(const struct mutation *mutation, const struct seq *seq);

#endif
