/* elites: tests that covered something new, and the choice of the next test to change.
 *
 * Half of the picks go by age: to young tests and tests that were changed seldom. The other half start from an
 * open end: an outcome of a condition, or a case, that no test has taken although a test came to the place. An
 * open end is drawn first, seldom tried ones preferred, and then a test that comes to it. */
#ifndef SKEP_ENGINE_ELITES_H
#define SKEP_ENGINE_ELITES_H

#include "base/rng.h"
#include "engine/engine.h"

struct elite {
	const struct seq *seq;
	uint32_t picks;
	uint64_t cost;                    /* fuel of its run */
	bool compared_known;              /* its comparisons are known */
	uint32_t n_compared;
	const struct sk_compared *compared;
	uint32_t n_texts;
	const struct sk_texts *texts;     /* texts that its run compared */
	const uint64_t *probes;
	uint16_t stood_in[SK_MAX_STOOD_IN]; /* as in struct run */
	uint32_t n_stood_in;
};

struct elites; /* of one campaign; if there are too many, random ones make room */

struct elites *elites_new(const struct engine_world *world);
void elites_free(struct elites *elites);
size_t elites_count(const struct elites *elites);

/* `seq` must live as long as the elites do. */
void elites_add(struct elites *elites, struct rng *rng, const struct seq *seq, const struct run *run);

/* Chooses a test to change. *condition is the condition of the open end for which it was chosen, or NONE. There
 * must be an elite. The result stays valid until the next elite is added. */
struct elite *elites_pick(struct elites *elites, struct rng *rng, uint32_t *condition);

/* Returns an elite whose comparisons were not watched yet, each elite once; NONE: there is none. */
uint32_t elites_next_unwatched(struct elites *elites);
const struct seq *elites_seq(const struct elites *elites, uint32_t number);
void elites_watched(struct elites *elites, uint32_t number, const struct seq *seq, const struct run *run);

#endif
