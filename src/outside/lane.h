/* lane: a place where one test at a time is made and run.
 *
 * A lane has a folder of its own, which is all that the commands may write to. With several lanes
 * tests run side by side, each in a copy of this process (proc/beside.h); results are taken in the
 * order in which tests were started, so they do not depend on who is faster. */
#ifndef SKEP_OUTSIDE_LANE_H
#define SKEP_OUTSIDE_LANE_H

#include "outside/coverage.h"

enum lane_outcome {
	LANE_RAN,
	LANE_FAILED,                     /* kind and detail tell */
	LANE_BARREN                      /* the generator made no test: detail tells */
};

#define LANE_TEXT 400u

struct lane_result {
	enum lane_outcome outcome;
	bool covered;                    /* the run left coverage behind */
	char kind[32];                   /* "crash", "hang", "exit code", "different output", "sanitizer" */
	char detail[LANE_TEXT];          /* "SIGSEGV", ...; a sentence part if it is barren */
	uint64_t probes[];               /* a bit set */
};

/* The test that a lane is to make and run. */
struct lane_task {
	const struct configuration *configuration;
	uint64_t seed;                   /* for the generator */
	const void *text;                /* the test itself, instead of what the generator makes; NULL */
	size_t size;
};

struct lane;

/* `coverage` is borrowed. With `apart` tests run in a copy of this process. */
MUST_USE status lane_new(struct coverage *coverage, bool apart, struct lane **lane);
/* Ends what is under way. NULL is fine. */
void lane_free(struct lane *lane);

/* Begins a test; the lane must be idle, and the configuration live until its end. */
MUST_USE status lane_start(struct lane *lane, const struct lane_task *task);
/* Waits for its end. The result holds until the next start. */
MUST_USE status lane_finish(struct lane *lane, const struct lane_result **result);
bool lane_is_busy(const struct lane *lane);
/* The path of the file that the last test is. */
const char *lane_test(const struct lane *lane);

#endif
