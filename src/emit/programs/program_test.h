/* program_test: one test of a program on its way into the suite. Private to emit/programs. */
#ifndef SKEP_EMIT_PROGRAMS_PROGRAM_TEST_H
#define SKEP_EMIT_PROGRAMS_PROGRAM_TEST_H

#include "base/vec.h"
#include "exec/program.h"

/* The parts of a result that the written test compares. A line of output that differs from run to run is masked. */
struct expectation {
	bool status, out, err, files;
	VEC(uint32_t) out_masked, err_masked; /* numbers of lines, from 1 */
};

struct program_test {
	const char *name;                /* of its folder */
	const char *comment;
	struct invocation invocation;
	struct program_result result;
	struct expectation expect;
	const uint64_t *probes;          /* of its run */
	uint32_t added;                  /* goals that no earlier test has */
	bool dropped;                    /* it cannot be run outside of skep, or its results differ from run to run */
	const char *why_dropped;         /* part of a sentence; NULL: it is not */
	bool is_adopted;                 /* its outputs were taken from a run outside of skep */
	bool is_other;                   /* it behaves differently outside of skep; its coverage does not count */
};

typedef VEC(struct program_test) program_test_list;

/* program_names.c: names each test after the goals it adds. */
void program_tests_name(program_test_list *tests, struct arena *arena);

/* program_files.c: writes the folder of a test, with its command line as a shell reads it. */
MUST_USE status program_test_write(const struct program_test *test, const char *folder);
/* Writes the inputs of the program: cmd, stdin, files. */
MUST_USE status invocation_write(const struct invocation *invocation, const char *folder);
void invocation_command(const struct invocation *invocation, struct sb *out);

/* program_runner.c: texts of the runner and the Makefile. */
struct unit;
struct source_list;
void program_runner_text(const char *command, struct sb *out);
void program_makefile_text(const struct source_list *sources, const char *program, const char *folder, struct sb *out);

/* as_main.c: returns the text with the unit's main() under its own name; in arena. */
const char *as_main(const char *text, struct arena *arena);

/* pretend.c: writes a source to `folder`. *flags, which the caller frees, is the word for make that links the program
 * of the suite with that source. */
MUST_USE status pretend_flags(const char *suite, const char *folder, char **flags);
/* Moves the clock of such a program to the time of this round. Its folder bin must be there. */
MUST_USE status pretend_round(const char *suite, unsigned round);

/* program_gate.c: builds the program from its sources as users do, runs the written tests, and weakens or drops
 * tests that behave differently there. */
MUST_USE status program_gate(program_test_list *tests, const char *folder, const char *program, struct arena *arena);

#endif
