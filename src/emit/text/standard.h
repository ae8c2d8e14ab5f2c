/* standard: names of the C library that written code uses, where a unit gives them another meaning. Private to
 * emit/. */
#ifndef SKEP_EMIT_STANDARD_H
#define SKEP_EMIT_STANDARD_H

#include "base/str.h"
#include "front/read/visible.h"

/* Undefines the unit's macros that have such names, or names of C itself, for the text that follows. */
void standard_undefine(const struct visible *visible, struct sb *out);
/* Renames static functions and variables of a source that have names of the C library, because the linker would
 * take them for the library's. The text stands before the source. */
void standard_rename(const struct visible *visible, struct sb *out);
/* True if the name is nothing but a macro that standard_undefine() takes away, or has its meaning in C. */
bool standard_frees(const struct visible *visible, const char *name);
/* Declares names that the text uses and `visible` does not have. */
void standard_declare(const struct visible *visible, const char *text, struct sb *out);

#endif
