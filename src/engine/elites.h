/* elites: tests that covered something new, and which of them to change next.
 *
 * Half of the picks are by age: young tests and those changed seldom. The other half
 * starts from what is missing: an outcome of a condition, or a case, that no test
 * has taken although one came to the place. Such an open end is drawn first, those
 * tried seldom before the others, and then a test that comes to it. */
#ifndef SKEP_ENGINE_ELITES_H
#define SKEP_ENGINE_ELITES_H

#include "base/rng.h"
#include "engine/engine.h"

struct elite {
	const struct seq *seq;
	uint32_t picks;
	uint64_t cost;                    /* fuel that it took */
	bool compared_known;              /* it ran with its comparisons watched */
	uint32_t n_compared;
	const struct sk_compared *compared;
	uint32_t n_texts;
	const struct sk_texts *texts;     /* that were compared */
	const uint64_t *probes;
	uint16_t stood_in[SK_MAX_STOOD_IN]; /* as in struct run */
	uint32_t n_stood_in;
};

struct elites; /* of one campaign; bounded, random ones make room */

struct elites *elites_new(const struct engine_world *world);
void elites_free(struct elites *elites);
size_t elites_count(const struct elites *elites);

/* `seq` must live as long as the elites do. */
void elites_add(struct elites *elites, struct rng *rng, const struct seq *seq, const struct run *run);

/* Chooses a test to change; `condition` is that of the open end it was chosen for, or NONE. There
 * must be one. It stays valid until the next is added. */
struct elite *elites_pick(struct elites *elites, struct rng *rng, uint32_t *condition);

/* The number of an elite whose comparisons were not watched yet; NONE: there is none.
 * Each is given once. */
uint32_t elites_next_unwatched(struct elites *elites);
const struct seq *elites_seq(const struct elites *elites, uint32_t number);
void elites_watched(struct elites *elites, uint32_t number, const struct seq *seq, const struct run *run);

#endif
