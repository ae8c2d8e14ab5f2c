/* join: crossover: the beginning of one sequence and the end of another as one sequence. */
#ifndef SKEP_ENGINE_JOIN_H
#define SKEP_ENGINE_JOIN_H

#include "seq/seq.h"

/* Returns the first n steps of a, followed by the steps of b from `from` on. If a step of b refers to a step
 * that is left out, it refers to the newest step of that type and kind instead. NULL: there is no such step, or
 * the result is no test. In arena. */
const struct seq *join_sequences(struct arena *arena, const struct model *model, const struct seq *a, uint32_t n,
                                 const struct seq *b, uint32_t from);

/* True if the sequence is worth running: valid, within the length limit, and without a use of a destroyed object. */
bool seq_is_sound(const struct model *model, const struct seq *seq);

/* Returns the sequence without unused literals; the given sequence if all are used. */
const struct seq *seq_tidied(struct arena *arena, const struct model *model, const struct seq *seq);

/* Returns n acting steps (calls, answers of stand-ins, frees), from number `from` on (modulo their number),
 * with everything they use. NULL: they are no test by themselves. In arena. */
const struct seq *seq_part(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t from,
                           uint32_t n);

#endif
