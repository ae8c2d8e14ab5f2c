/* tested: a test with its result.
 *
 * Individuals share tests, so a test has a count of holders. It runs once: a changed test is a new test. */
#ifndef SKEP_ENGINE_SEARCH_TESTED_H
#define SKEP_ENGINE_SEARCH_TESTED_H

#include "engine/engine.h"

/* A test's distance to an outcome of a condition or a case that it met. */
struct reached {
	uint32_t outcome;            /* as in run.distances */
	uint8_t times;               /* decisions, up to SK_MANY_TIMES */
	double distance;
};

enum tested_state {
	TESTED_UNKNOWN,              /* waits for its result */
	TESTED_GOOD,
	TESTED_BAD            /* misuse, hang, fault: must not be built upon */
};

struct tested {
	uint32_t refs;
	uint64_t number;             /* counts tests: smaller is older */
	enum tested_state state;
	bool is_primitive;           /* made from another test by changes of which some changed a literal */
	struct arena *arena;         /* holds all fields below */
	const struct seq *seq;
	const uint64_t *probes;
	const struct reached *reached; /* by outcome */
	uint32_t n_reached;
	const struct sk_compared *compared;
	uint32_t n_compared;
	const struct sk_texts *texts;
	uint32_t n_texts;
};

/* Returns a test with one holder, the caller. The sequence is copied. */
struct tested *tested_new(const struct seq *seq, uint64_t number, bool is_primitive);
struct tested *tested_hold(struct tested *test);
/* Gives up a hold; `test` may be NULL. */
void tested_drop(struct tested *test);
/* Keeps the results of the run. */
void tested_take(struct tested *test, const struct marks *marks, const struct engine_result *result);

/* Returns the distance; negative: the test did not come to the condition. */
double tested_distance(const struct tested *test, uint32_t outcome);

#endif
