/* fields: objects of a test agree with themselves where the model knows what their fields
 * are for (model.h: field_role). */
#ifndef SKEP_SEQ_FIELDS_H
#define SKEP_SEQ_FIELDS_H

#include "seq/seq.h"

/* Calls `each` for every struct in the memory of a step that has fields with roles: the
 * element of a block, what is inside of a struct, the elements of arrays. */
void step_each_record(const struct model *model, const struct step *step,
                      void (*each)(void *context, type_id record, uint64_t offset), void *context);

/* The sequence with no field saying that more is there than the buffer has that it is
 * about: lengths and capacities are made smaller. The same sequence if all agree. */
const struct seq *seq_settle_fields(struct arena *arena, const struct model *model, const struct seq *seq);

/* A byte of a literal that only the one who fills the struct may choose: part of a tag, as
 * the union that it is about goes with it. */
bool step_byte_is_tag(const struct model *model, const struct step *step, uint64_t at);

#endif
