/* mutate: changes one place of a sequence that covered something new. */
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
	const struct sk_texts *texts;        /* texts that the run compared */
	uint32_t n_texts;
	uint32_t condition;                  /* its comparisons are followed first; may be NONE */
};

/* Returns the sequence with one literal changed (a length follows its buffer) or a step dropped; NULL: it has
 * nothing to change. */
const struct seq *mutate_sequence(const struct mutation *mutation, const struct seq *seq);

/* Returns the sequence with literal i changed: a small step, a flipped bit, a number that a condition compared,
 * a special float; texts and buffers in their own ways. NULL: step i may not be changed like that. */
const struct seq *mutate_literal(const struct mutation *mutation, const struct seq *seq, uint32_t i);
/* Returns the sequence with one side of a comparison put in the place of the other side; NULL: no comparison fits. */
const struct seq *mutate_towards(const struct mutation *mutation, const struct seq *seq);

#endif
