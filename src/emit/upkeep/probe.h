/* probe: values that each test of a file sees with the present sources.
 *
 * A copy of the file, in which expectations print the value they see, is built with the suite's own Makefile
 * and run, each test in a process of its own. This works for every test framework. */
#ifndef SKEP_EMIT_UPKEEP_PROBE_H
#define SKEP_EMIT_UPKEEP_PROBE_H

#include "base/status.h"
#include "emit/upkeep/expectations.h"

struct tried_test {
	const char *name;
	bool is_left_out;            /* set by the caller: the test is not tried */
	const char *trouble;         /* why it does not compile, or how it ended; NULL: it ran to its end */
	bool compiles;
	VEC(struct seen) seen;
};

struct probe {
	const char *folder;          /* for the copy, as deep as the folder of the tests */
	const char *program;         /* "test_ini" */
	const char *makefile;        /* its text */
	struct arena *arena;
	VEC(struct tried_test) tests; /* of the file; the caller fills in names and is_left_out */
	const char *trouble;         /* the file cannot be built, whichever tests are left out; NULL: it can */
};

/* Runs the tests of the text. Lines in messages and in `seen` are lines of the text. */
MUST_USE status probe_run(struct probe *probe, const char *text, const item_list *items);
void probe_release(struct probe *probe);

#endif
