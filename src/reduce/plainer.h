/* plainer: simpler forms of one literal of a sequence, plainest first. */
#ifndef SKEP_REDUCE_PLAINER_H
#define SKEP_REDUCE_PLAINER_H

#include "seq/seq.h"

/* Writes up to `max` sequences that differ from seq in literal i (and in the
 * length that goes with it) and are strictly plainer; 0 if step i is no literal
 * or as plain as can be. */
size_t plainer_forms(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                     const struct seq **out, size_t max);

#endif
