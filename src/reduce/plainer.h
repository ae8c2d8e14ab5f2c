/* plainer: simpler forms of one literal, or callback, of a sequence, plainest first. */
#ifndef SKEP_REDUCE_PLAINER_H
#define SKEP_REDUCE_PLAINER_H

#include "seq/seq.h"

/* Writes up to `max` sequences that differ from seq in literal i (and in the
 * length that goes with it), or in what callback i does, and are strictly plainer; 0 if
 * step i is neither, or as plain as can be. */
size_t plainer_forms(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                     const struct seq **out, size_t max);

/* ---- long literals, range by range ----
 *
 * A long text, buffer or struct has too many forms to be listed. The caller asks for one
 * change of one range, and halves the ranges. */

/* How many units (elements, or bytes of a struct) literal i has that ranges are made of, and
 * the bytes of each; 0: it has none. */
uint32_t plainer_units(const struct model *model, const struct seq *seq, uint32_t i, uint32_t *unit);
/* Without these bytes; NULL if they cannot go. */
const struct seq *plainer_without(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                  uint32_t at, uint32_t size);
/* With zeroes in their place, with the letter a in a text; NULL if there is nothing else. */
const struct seq *plainer_filled(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                 uint32_t at, uint32_t size);

#endif
