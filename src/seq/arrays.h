/* arrays: keeps the end of arrays that nobody counts, where the model knows what ends them (model.h: struct
 * ending). */
#ifndef SKEP_SEQ_ARRAYS_H
#define SKEP_SEQ_ARRAYS_H

#include "seq/seq.h"

/* Makes the element at `at` the end of an array behind a pointer of this type. */
void ending_set(const struct model *model, type_id pointer, const struct array_end *ending, unsigned char *at);
/* The bytes of the element at `at` end the array. A pointer may be null in the bytes because a fill stands
 * there. */
bool ending_is_at(const struct model *model, type_id pointer, const struct array_end *ending, const unsigned char *at);
/* The offset, in the element, of what ends the array, and its type. */
uint64_t ending_place(const struct model *model, type_id pointer, const struct array_end *ending, type_id *type);

/* The sequence in which each block that is passed as such an array, or that a field leads to, has its end.
 * Returns `seq` itself if all have. */
const struct seq *seq_settle_arrays(struct arena *arena, const struct model *model, const struct seq *seq);

#endif
