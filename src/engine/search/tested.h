/* tested: a test and the result that it is kept with.
 *
 * Individuals share tests, so a test has a count of holders. It runs once: whoever changes it makes
 * a new one. */
#ifndef SKEP_ENGINE_SEARCH_TESTED_H
#define SKEP_ENGINE_SEARCH_TESTED_H

#include "engine/engine.h"

/* How near the test came to an outcome of a condition or a case that it met. */
struct reached {
	uint32_t outcome;            /* as in run.distances */
	uint8_t times;               /* that it decided, up to SK_MANY_TIMES */
	double distance;
};

enum tested_state {
	TESTED_UNKNOWN,              /* waits for its result */
	TESTED_GOOD,
	TESTED_BAD            /* misuse, hang, fault: not to be built upon */
};

struct tested {
	uint32_t refs;
	uint64_t number;             /* counts tests: smaller is older */
	enum tested_state state;
	bool is_primitive;           /* made from another one, and some literal was changed */
	struct arena *arena;         /* holds all below */
	const struct seq *seq;
	const uint64_t *probes;
	const struct reached *reached; /* by outcome */
	uint32_t n_reached;
	const struct sk_compared *compared;
	uint32_t n_compared;
	const struct sk_texts *texts;
	uint32_t n_texts;
};

/* With one holder, the caller. The sequence is copied. */
struct tested *tested_new(const struct seq *seq, uint64_t number, bool is_primitive);
struct tested *tested_hold(struct tested *test);
/* NULL is fine. */
void tested_drop(struct tested *test);
/* Keeps what the run gave. */
void tested_take(struct tested *test, const struct marks *marks, const struct engine_result *result);

/* Negative: the test did not come there. */
double tested_distance(const struct tested *test, uint32_t outcome);

#endif
