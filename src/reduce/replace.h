/* replace: a part of a sequence by a smaller one from elsewhere.
 *
 * What no removal can shorten may still be said with less: an object that took six
 * steps may do as well if another sequence makes one in two. The component set of a
 * campaign is a supply of such ways ("replacement-based simplification", chapter 6 of
 * the thesis on directed random testing). */
#ifndef SKEP_REDUCE_REPLACE_H
#define SKEP_REDUCE_REPLACE_H

#include "reduce/reduce.h"

/* A sequence that makes `variable`, and needs all of its steps for it. */
struct component {
	const struct seq *seq;
	uint32_t variable;
};

/* The objects that the sequences make, shortest first, each once. In arena. */
size_t components_of(struct arena *arena, const struct model *model, const struct seq *const *sequences, size_t n,
                     const struct component **out);

/* Sequences that are shorter than seq, with something else in place of variable i.
 * Other calls stay and get what the component made; or those go with it that only prepare the
 * object, that only led to it, or both. Forms that leave out most come first. */
size_t replaced_forms(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                      const struct component *components, size_t n, const struct seq **out, size_t max);

#endif
