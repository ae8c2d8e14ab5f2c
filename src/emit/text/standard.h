/* standard: names of the C library that written code uses, and what to do where a unit uses
 * them for something else. Private to emit/. */
#ifndef SKEP_EMIT_STANDARD_H
#define SKEP_EMIT_STANDARD_H

#include "base/str.h"
#include "front/read/visible.h"

/* Takes the unit's macros with such names, and with names of C itself, out of the way of the
 * text that follows. */
void standard_undefine(const struct visible *visible, struct sb *out);
/* Gives functions and variables that a source has for itself alone under such names others: to
 * the linker they would be one with those of the C library. Stands before the source. */
void standard_rename(const struct visible *visible, struct sb *out);
/* The name is nothing but a macro that this undefines, or what it is in C. */
bool standard_frees(const struct visible *visible, const char *name);
/* Declares what the text uses and `visible` does not have. */
void standard_declare(const struct visible *visible, const char *text, struct sb *out);

#endif
