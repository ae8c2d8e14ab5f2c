/* act: callbacks that work like functions of the C library: hooks of an allocator behave like
 * malloc() and its friends. */
#ifndef SKEP_MODEL_ACT_H
#define SKEP_MODEL_ACT_H

#include "model/model.h"

enum act { ACT_NONE, ACT_MALLOC, ACT_CALLOC, ACT_REALLOC, ACT_FREE, N_ACTS };

/* The way in which a function of this type behaves like the function `library` of the C library: an enum act, and
 * in the bytes above it the places of the pointer, the size and the count among the arguments (struct
 * sk_behaviour). 0: the type does not fit. A pointer before the arguments that count is for the allocator itself. */
uint32_t act_as(const struct model *model, const struct type *function, const char *library);
/* Like act_as(), with the function guessed from the name of a field, a parameter or its type. */
uint32_t act_guess(const struct model *model, const struct type *function, const char *name);

/* The name of the function of the C library: "malloc", ... */
const char *act_name(uint32_t act);
/* C code for the behaviour, with arguments arg1, arg2, ...: "realloc(arg2, arg3)". In arena. */
const char *act_text(uint32_t act, struct arena *arena);

#endif
