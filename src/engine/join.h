/* join: the beginning of one sequence and the end of another as one: crossover. */
#ifndef SKEP_ENGINE_JOIN_H
#define SKEP_ENGINE_JOIN_H

#include "seq/seq.h"

/* The first n steps of a, then the steps of b from `from` on. A step of b that refers to a step
 * which is left out refers to the newest of its type and kind instead. NULL: there is none for
 * some step, or the result is no test. In arena. */
const struct seq *join_sequences(struct arena *arena, const struct model *model, const struct seq *a, uint32_t n,
                                 const struct seq *b, uint32_t from);

/* Valid, uses nothing that was destroyed, and not longer than a sequence may be: worth running. */
bool seq_is_sound(const struct model *model, const struct seq *seq);

/* The sequence without literals that no step uses; the same one if all are used. */
const struct seq *seq_tidied(struct arena *arena, const struct model *model, const struct seq *seq);

/* The steps that act (calls, answers of stand-ins, frees), n of them from number `from` (modulo
 * how many there are) on, with everything they use. NULL: they are no test by themselves. In arena. */
const struct seq *seq_part(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t from,
                           uint32_t n);

#endif
