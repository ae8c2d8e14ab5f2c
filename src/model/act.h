/* act: callbacks that work: hooks of an allocator behave as malloc() and its friends do. */
#ifndef SKEP_MODEL_ACT_H
#define SKEP_MODEL_ACT_H

#include "model/model.h"

enum act { ACT_NONE, ACT_MALLOC, ACT_CALLOC, ACT_REALLOC, ACT_FREE, N_ACTS };

/* How a function of this type acts as the function of the C library, an enum act and, in the bytes
 * above it, which arguments are the pointer, the size and the count (struct sk_behaviour); 0: its type does not fit.
 * A pointer before the arguments that count is for the allocator itself. */
uint32_t act_as(const struct model *model, const struct type *function, const char *library);
/* The same, by what a field, a parameter or its type is called. */
uint32_t act_guess(const struct model *model, const struct type *function, const char *name);

/* "malloc", ... */
const char *act_name(uint32_t act);
/* The C that does it, with arguments arg1, arg2, ...: "realloc(arg2, arg3)". In arena. */
const char *act_text(uint32_t act, struct arena *arena);

#endif
