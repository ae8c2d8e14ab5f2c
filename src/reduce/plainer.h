/* plainer: simpler forms of one literal, or callback, of a sequence, plainest first. */
#ifndef SKEP_REDUCE_PLAINER_H
#define SKEP_REDUCE_PLAINER_H

#include "seq/seq.h"

/* Writes up to `max` strictly plainer sequences that differ from seq in literal i (and in the
 * length of the literal) or in the behaviour of callback i; returns how many. 0 if step i is
 * neither, or cannot be plainer. */
size_t plainer_forms(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                     const struct seq **out, size_t max);

/* ---- long literals, range by range ----
 *
 * A long text, buffer or struct has too many forms for a list. The caller asks for one change of
 * one range, and halves the ranges. */

/* The number of units (elements, or bytes of a struct) in literal i, of which ranges consist; *unit
 * is the size of each. 0: it has none. */
uint32_t plainer_units(const struct model *model, const struct seq *seq, uint32_t i, uint32_t *unit);
/* The sequence without these bytes; NULL: they cannot be left out. */
const struct seq *plainer_without(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                  uint32_t at, uint32_t size);
/* The sequence with zeroes in these bytes, or with letters a in a text; NULL: they are such bytes
 * already. */
const struct seq *plainer_filled(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                 uint32_t at, uint32_t size);

#endif
