/* replace: replaces a part of a sequence by a smaller one from elsewhere.
 *
 * A sequence that no removal can shorten may still have a shorter form: an object that took six
 * steps can perhaps be replaced by one that another sequence makes in two. The component set of a
 * campaign is a supply of such parts ("replacement-based simplification", chapter 6 of the thesis
 * on directed random testing). */
#ifndef SKEP_REDUCE_REPLACE_H
#define SKEP_REDUCE_REPLACE_H

#include "reduce/reduce.h"

/* A sequence that makes `variable` and needs all its steps for that. */
struct component {
	const struct seq *seq;
	uint32_t variable;
};

/* The objects that the sequences make, shortest first, each once. In arena. */
size_t components_of(struct arena *arena, const struct model *model, const struct seq *const *sequences, size_t n,
                     const struct component **out);

/* Writes up to `max` sequences shorter than seq, with a component in place of variable i; returns
 * how many. Other calls get the object of the component, or are left out with the old object: calls
 * that only prepare it, calls that only led to it, or both. Forms that leave out most come first. */
size_t replaced_forms(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                      const struct component *components, size_t n, const struct seq **out, size_t max);

#endif
