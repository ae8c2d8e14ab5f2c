/* definitions: which names a C source seems to define, read off its text. Private to front/.
 *
 * To find who defines a name among hundreds of sources, parsing them all would take minutes.
 * Reading their text as it is, without preprocessing, takes milliseconds. What it says is
 * only a hint: macros may hide a definition or make one up, and who trusts the hint parses
 * the source and sees. */
#ifndef SKEP_FRONT_DEFINITIONS_H
#define SKEP_FRONT_DEFINITIONS_H

#include <stdbool.h>
#include <stddef.h>

enum defined {
	DEFINED_VARIABLE,
	DEFINED_FUNCTION,
	DEFINED_PART /* of a name that a macro completes: int TY_(copy)(int x) { */
};

/* Calls `each` with every function and variable at file scope that the text defines and
 * does not call static, in order. A name may come twice. */
void definitions_read(const char *text, size_t length,
                      void (*each)(void *context, const char *name, size_t length, enum defined as), void *context);

#endif
