/* names: the names of a sequence's variables, in text and in C.
 *
 * A variable is named after the parameter for which it is passed first (out, data, n), or the
 * struct it points to (ring), with a number if the name is taken (ring2). It never has a name with
 * another meaning there: of a function, a constant, a type, a keyword. */
#ifndef SKEP_SEQ_NAMES_H
#define SKEP_SEQ_NAMES_H

#include "base/map.h"
#include "seq/seq.h"

/* Adds every name that a variable must not have to `taken`. */
void names_reserve(const struct model *model, struct strmap *taken);
/* Adds only names of the unit, without keywords and names of the C library. */
void names_reserve_own(const struct model *model, struct strmap *taken);

/* True for keywords of C and of the text form, and names of the C library that written tests use themselves. */
bool name_is_reserved(const char *name);

/* Chooses names for the steps with wanted[i], which must give variables; other entries become NULL.
 * `names` has seq->n entries; the texts are in arena. `taken` is not changed, and must have at
 * least the names that names_reserve() adds. */
void names_choose(struct arena *arena, const struct model *model, const struct seq *seq, const bool *wanted,
                  const struct strmap *taken, const char **names);

#endif
