/* fresh: tests for code that changed since a suite was written, and the changed lines that its tests reach.
 *
 * The command that made the suite is repeated in the way of skep regress, aimed at the changed lines. The kept
 * tests run first: a new test is worth adding only for a goal that none of them covers. */
#ifndef SKEP_CLI_UPDATE_FRESH_H
#define SKEP_CLI_UPDATE_FRESH_H

#include "emit/upkeep/kept.h"
#include "front/changes/changes.h"

struct fresh_options {
	const char *since;           /* a revision; NULL: the last update of the suite */
	double seconds;
	uint64_t executions, seed;
};

struct fresh_test {
	const char *file, *name, *steps;
	const char *place;           /* "ini.c:121": the changed code that it covers */
};

/* A file of the new tests, as text. */
struct fresh_file {
	const char *name, *text;
};

/* Coverage of a kept test, with the present sources. */
struct reached {
	uint64_t *probes;            /* NULL: the test could not be run */
};

struct fresh {
	struct kept_suite *kept;
	const char *out;             /* the folder of the suite */
	struct fresh_options options;
	struct arena *arena;
	/* Filled in by fresh_find(). */
	struct changes changes;
	VEC(struct fresh_test) tests;
	VEC(struct fresh_file) files; /* and the Makefile */
	VEC(const char *) bugs;      /* "heap overflow in replace, ini.c:95" */
	size_t n_causes;
	const char **
	        causes; /* per test that was kept at first: "ini.c:120 now reads ...", the changed code it reaches; NULL: none */
	struct reached *reached; /* per kept test, during the search */
	struct regress *regress;
};

/* Finds new tests. Without a changed line nothing is built. */
MUST_USE status fresh_find(struct fresh *fresh);
void fresh_release(struct fresh *fresh);

#endif
