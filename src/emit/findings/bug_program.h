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
	const char *folder, *file;   /* the folder where the program will be, and its name there */
	const struct finding *finding;
	struct c_check expected;     /* expectation at the step that fails; expect NULL: nothing is expected */
	uint32_t kept_size, kept_arg; /* bytes that the step must leave unchanged: see c_note */
	const char *also_in;         /* functions in which the same fault shows as well; NULL: none */
};

/* Writes the text of the program, with a comment that tells what happens and how to see it. `command` gets the
 * command from that comment which compiles the program. */
void bug_program_write(const struct bug_program *program, struct sb *text, struct sb *command);

enum trial {
	TRIAL_FAILS,     /* it ends badly, or not at all */
	TRIAL_ENDS_WELL,
	TRIAL_NOT_BUILT, /* the compiler objects */
};

/* Compiles and runs a written program as its comment says, but in a sandbox, which limits the program's rights. */
MUST_USE status bug_program_try(const struct bug_program *program, const char *command, enum trial *trial);

#endif
