/* program: hand-written tests as one C program that needs no skep.
 *
 * The same text as a suite has, without expectations: a function per test, and a
 * main that runs all of them, or the one it is given the name of. */
#ifndef SKEP_EMIT_PROGRAM_H
#define SKEP_EMIT_PROGRAM_H

#include "base/status.h"
#include "cover/cover.h"
#include "front/front.h"
#include "seq/text/text.h"

struct program_options {
	const char *path;            /* of the file to write */
	const char *command;         /* for the comment at its top */
	const struct cover *cover;   /* what the tests cover, for the same comment */
};

/* Every test keeps its name; one that the unit has taken gets a number behind it. */
MUST_USE status program_write(const struct unit *unit, const struct seq_file *tests,
                              const struct program_options *options);

#endif
