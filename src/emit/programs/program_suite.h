/* program_suite: the tests of a program, as folders with a command line each.
 *
 * The suite is a small set of archived tests that covers everything the archive covers. Each test is shortened
 * while it keeps the goals it adds, named after these, and built and run as users will. */
#ifndef SKEP_EMIT_PROGRAMS_PROGRAM_SUITE_H
#define SKEP_EMIT_PROGRAMS_PROGRAM_SUITE_H

#include "emit/results.h"
#include "engine/program/shape.h"
#include "instr/instr.h"

struct program_suite {
	const struct unit *unit;
	const struct target *fast;
	struct exec_options exec;        /* for runs that shorten and observe tests */
	struct campaign *campaign;
	const struct shape *shape;
	const char *out_dir;             /* tests go to OUT/tests, findings to OUT/failing and OUT/unclear */
	const char *command;             /* short, for the head of the runner */
	double until;                    /* now_seconds() when shortening ends; 0: never */
};

/* Fills in tests, cover and losses of the results, which live in arena. */
MUST_USE status program_suite_write(const struct program_suite *suite, struct arena *arena, struct results *results);
/* Fills in failures of the results: for each finding a folder with the shortest command line that shows it. */
MUST_USE status program_findings_write(const struct program_suite *suite, struct arena *arena, struct results *results);

#endif
