/* definitions: the names that a C source seems to define, read from its text. Private to front/.
 *
 * To find the definition of a name, parsing hundreds of sources would take minutes. Reading their
 * text without preprocessing takes milliseconds, but gives only hints: macros may hide a definition
 * or make one up. The caller parses the source to make sure. */
#ifndef SKEP_FRONT_DEFINITIONS_H
#define SKEP_FRONT_DEFINITIONS_H

#include <stdbool.h>
#include <stddef.h>

enum defined {
	DEFINED_VARIABLE,
	DEFINED_FUNCTION,
	DEFINED_PART /* part of a name that a macro completes, as in int TY_(copy)(int x) { */
};

/* Calls `each` for every function and variable at file scope that the text defines and does not
 * call static, in order of the text. A name may come twice. */
void definitions_read(const char *text, size_t length,
                      void (*each)(void *context, const char *name, size_t length, enum defined as), void *context);

#endif
