/* lane: a place where one test at a time is made and run.
 *
 * A lane has a folder of its own, the only place where the commands may write. With several lanes tests run
 * side by side, each in a copy of this process (proc/beside.h). Results are taken in the order in which tests
 * were started, so they do not depend on the speed of the lanes. */
#ifndef SKEP_OUTSIDE_LANE_H
#define SKEP_OUTSIDE_LANE_H

#include "outside/coverage.h"

enum lane_outcome {
	LANE_RAN,
	LANE_FAILED,                     /* see kind and detail */
	LANE_BARREN                      /* the generator made no test: see detail */
};

#define LANE_TEXT 400u

struct lane_result {
	enum lane_outcome outcome;
	bool covered;                    /* the run left coverage behind */
	char kind[32];                   /* "crash", "hang", "exit code", "different output", "sanitizer" */
	char detail[LANE_TEXT];          /* "SIGSEGV", ...; for LANE_BARREN a part of a sentence */
	uint64_t probes[];               /* a bit set */
};

/* The test that a lane is to make and run. */
struct lane_task {
	const struct configuration *configuration;
	uint64_t seed;                   /* for the generator */
	const void *text;                /* a given test; NULL: the generator makes it */
	size_t size;
};

struct lane;

/* Makes a lane. `coverage` is borrowed. `apart`: tests run in a copy of this process. */
MUST_USE status lane_new(struct coverage *coverage, bool apart, struct lane **lane);
/* Ends its test and frees it; `lane` may be NULL. */
void lane_free(struct lane *lane);

/* Begins a test. The lane must be idle, and the configuration must live until the test's end. */
MUST_USE status lane_start(struct lane *lane, const struct lane_task *task);
/* Waits for the test's end. The result is valid until the next start. */
MUST_USE status lane_finish(struct lane *lane, const struct lane_result **result);
bool lane_is_busy(const struct lane *lane);
/* Returns the path of the file with the last test. */
const char *lane_test(const struct lane *lane);

#endif
