/* program: hand-written tests as one C program that needs no skep.
 *
 * The text is that of a suite without expectations: a function per test, and a main() that runs all tests, or
 * the test whose name it is given. */
#ifndef SKEP_EMIT_PROGRAM_H
#define SKEP_EMIT_PROGRAM_H

#include "base/status.h"
#include "cover/cover.h"
#include "front/front.h"
#include "seq/text/text.h"

struct program_options {
	const char *path;            /* of the file to write */
	const char *command;         /* for the comment at the head of the file */
	const struct cover *cover;   /* coverage by the tests, for the same comment */
};

/* Writes the program. Every test keeps its name; if the unit uses that name, a number is added. */
MUST_USE status program_write(const struct unit *unit, const struct seq_file *tests,
                              const struct program_options *options);

#endif
