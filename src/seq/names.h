/* names: what the variables of a sequence are called in text and in C.
 *
 * After the parameter they are first passed to (out, data, n), or the struct they
 * point to (ring); numbered when taken (ring2). Never a name that means something
 * else there: a function, a constant, a type, a keyword. */
#ifndef SKEP_SEQ_NAMES_H
#define SKEP_SEQ_NAMES_H

#include "base/map.h"
#include "seq/seq.h"

/* Adds every name that a variable must not have to `taken`. */
void names_reserve(const struct model *model, struct strmap *taken);
/* Adds only names of the unit, without keywords and names of the C library. */
void names_reserve_own(const struct model *model, struct strmap *taken);

/* Names for the steps with wanted[i] (they give variables); other entries become
 * NULL. `names` has seq->n entries; the texts are in arena. `taken` is not changed
 * and must hold at least what names_reserve() adds. */
void names_choose(struct arena *arena, const struct model *model, const struct seq *seq, const bool *wanted,
                  const struct strmap *taken, const char **names);

#endif
