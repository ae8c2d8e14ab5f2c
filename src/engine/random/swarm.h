/* swarm: tests that leave operations out.
 *
 * A swarm test is drawn from a configuration (engine/configuration.h): each callable operation is in with
 * probability one half, and the makers that these operations need are added. Every test has a configuration of
 * its own: tests that share a configuration are a single sample of the effect of leaving operations out, and
 * the intervals of influence.h need many samples. Drawing a configuration costs a few words of random bits.
 *
 * The share of swarm tests follows what they win for their length, compared with tests that may call
 * everything, within bounds. With targets most tests are swarm tests, and most of their configurations are
 * aimed at the targets (pursuit.h). */
#ifndef SKEP_ENGINE_RANDOM_SWARM_H
#define SKEP_ENGINE_RANDOM_SWARM_H

#include "base/rng.h"
#include "base/vec.h"
#include "engine/assemble.h"
#include "engine/engine.h"
#include "engine/random/random.h"

/* The operations that a test may begin with, by the way in which they are drawn. */
struct repertoire {
	VEC(uint32_t) callable;               /* of the unit itself */
	VEC(uint32_t) helpers;                /* of its context */
	VEC(uint32_t) beginnings;             /* of its context, without parameters: for a start */
	VEC(uint32_t) reserve;                /* static functions, for times when the search is stuck */
};

struct swarm;

/* `makers` and everything that the options point to are borrowed. */
struct swarm *swarm_new(const struct engine_world *world, const struct makers *makers,
                        const struct random_options *options);
void swarm_free(struct swarm *swarm);

/* True if there is something to call. */
bool swarm_has_any(const struct swarm *swarm);

/* The way in which the next test is drawn. */
struct drawing {
	const struct configuration *configuration; /* NULL: all operations; in the arena given */
	uint32_t number;                           /* of the configuration; 0: all operations */
	uint32_t way;                              /* pursuit.h; 0: drawn at random */
};

/* Decides which operations the next test may call. */
struct drawing swarm_draw(struct swarm *swarm, struct rng *rng, struct arena *arena);
/* Returns the operations that the test drawn last may call. */
const struct repertoire *swarm_repertoire(const struct swarm *swarm);
/* Notes that no test could be made from the drawing. */
void swarm_is_barren(struct swarm *swarm, const struct drawing *drawing);

/* A drawn test that ran. `fresh`: it was made from nothing, not from an elite. */
struct swarm_run {
	struct drawing drawing;
	const struct run *run;
	uint32_t n_steps;
	bool fresh, won;
};
void swarm_result(struct swarm *swarm, const struct swarm_run *result);
/* Adds the new counts to the world's counts. Except the last time, this happens only if they are as many as all
 * counts added before. So journals get few and large entries, however long the campaign takes. */
void swarm_publish(struct swarm *swarm, bool last);

struct swarm_numbers {
	uint64_t tests, won;                       /* swarm tests; swarm tests that covered something new */
	uint64_t barren;                           /* configurations from which no test could be made */
	double share;
};
struct swarm_numbers swarm_numbers(const struct swarm *swarm);

#endif
