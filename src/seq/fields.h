/* fields: keeps the fields of a test's objects consistent, where the model knows their roles
 * (model.h: field_role). */
#ifndef SKEP_SEQ_FIELDS_H
#define SKEP_SEQ_FIELDS_H

#include "seq/seq.h"

/* Calls `each` for every struct in the memory of a step that has fields with roles: elements of a
 * block, structs inside of structs, elements of arrays. */
void step_each_record(const struct model *model, const struct step *step,
                      void (*each)(void *context, type_id record, uint64_t offset), void *context);

/* The sequence in which no field claims more than its buffer has: lengths and capacities are made
 * smaller where necessary. Returns `seq` itself if no field does. */
const struct seq *seq_settle_fields(struct arena *arena, const struct model *model, const struct seq *seq);

/* The byte belongs to a tag. Only code that also fills the union of this tag may choose it. */
bool step_byte_is_tag(const struct model *model, const struct step *step, uint64_t at);

#endif
