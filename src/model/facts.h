/* facts: words of the model's text form that printing and reading share. Private to model/. */
#ifndef SKEP_MODEL_FACTS_H
#define SKEP_MODEL_FACTS_H

#include "base/str.h"
#include "model/model.h"

#define SWITCHED_OFF "switched off"
#define LAST_RESORT "called as a last resort"
#define SETS_VARIABLE "sets a variable"
#define SETS_FIELD "sets a field"
#define CALLED_AS "called as " /* "called as reader->open" */
#define HAS_CALLS_FAIL "the n-th call into the C library fails"
#define FREED_BY_CALLER "freed by the caller"
#define ARRAY_UNTIL "array until "

/* Prints the elements of a buffer behind this pointer: "ints", "uint16_t elements". */
void elements_print(const struct model *model, type_id pointer, struct sb *out);
/* Prints the role of parameter `index` in words, with the name of its partner. */
void role_print(const struct model *model, const struct function *f, uint32_t index, struct sb *out);
/* Prints what ends an array behind a pointer of this type: "array until name is 0". */
void ending_print(const struct model *model, type_id pointer, const struct array_end *ending, struct sb *out);
/* Prints lines about fields of structs that tests fill; false: there are none. */
bool fields_print(const struct model *model, struct sb *out);
/* The first parameter that leads to this struct (T * or T **), or NONE. */
uint32_t first_param_to(const struct model *model, const struct function *f, type_id object);
/* Prints a call with the names of the parameters: "ring_push(ring, x)". */
void signature_print(const struct function *f, struct sb *out);
/* Another function of the unit has the same name. */
bool name_is_shared(const struct model *model, const struct function *f);

#endif
