/* noted: arguments of callbacks that tests can compare. */
#ifndef SKEP_MODEL_NOTED_H
#define SKEP_MODEL_NOTED_H

#include "model/model.h"

#define NOTED_CALLS 8u  /* the first calls, whose arguments are noted */
#define NOTED_TEXT 20u  /* most bytes of a text, with its zero */

/* The parameter of a function type is a number of at most 8 bytes. */
bool model_is_noted_number(const struct model *model, const struct type *function, uint32_t param);
/* The parameter is a text that ends with a zero: a pointer to const char, without a length behind it. */
bool model_is_noted_text(const struct model *model, const struct type *function, uint32_t param);

#endif
