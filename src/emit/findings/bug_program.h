/* bug_program: a failing test as a program of its own, which anybody can compile and run. */
#ifndef SKEP_EMIT_BUG_PROGRAM_H
#define SKEP_EMIT_BUG_PROGRAM_H

#include "base/status.h"
#include "base/str.h"
#include "emit/compilers.h"
#include "emit/text/c_code.h"
#include "front/front.h"
#include "judge/judge.h"

struct bug_program {
	const struct unit *unit;
	const struct compilers *compilers;
	const char *folder, *file;   /* where it will be, and its name there */
	const struct finding *finding;
	struct c_check expected;     /* at the step that fails; expect NULL: nothing */
	uint32_t kept_size, kept_arg; /* that the step must leave as it is: see c_note */
	const char *also_in;         /* functions in which the same fault shows as well; NULL: none */
};

/* The text, with a comment that tells what happens and how to see it, and the command that
 * compiles it, which the comment gives. */
void bug_program_write(const struct bug_program *program, struct sb *text, struct sb *command);

enum trial {
	TRIAL_FAILS,     /* it ends badly, or not at all */
	TRIAL_ENDS_WELL,
	TRIAL_NOT_BUILT, /* the compiler objects */
};

/* Does what the comment of a written program says, but for what the program may do: it is run in a
 * sandbox. */
MUST_USE status bug_program_try(const struct bug_program *program, const char *command, enum trial *trial);

#endif
