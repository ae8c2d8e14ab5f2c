/* swarm: tests that leave operations out.
 *
 * A swarm test is drawn from a configuration (engine/configuration.h): each callable operation is
 * in with probability one half, and the makers that the others need. Every test has a
 * configuration of its own: tests that share one are one sample of what leaving out does, and the
 * intervals of influence.h want many. Drawing one costs a few words of random bits.
 *
 * How many tests are swarm tests follows what they win for their length, against tests that may
 * call everything, within bounds. Where there are targets most tests are swarm tests, and most of
 * their configurations are aimed at these (pursuit.h). */
#ifndef SKEP_ENGINE_RANDOM_SWARM_H
#define SKEP_ENGINE_RANDOM_SWARM_H

#include "base/rng.h"
#include "base/vec.h"
#include "engine/assemble.h"
#include "engine/engine.h"
#include "engine/random/random.h"

/* The operations that a test may begin with, by how they are drawn. */
struct repertoire {
	VEC(uint32_t) callable;               /* of the unit itself */
	VEC(uint32_t) helpers;                /* of its context */
	VEC(uint32_t) beginnings;             /* of its context, and without parameters: they begin a module */
	VEC(uint32_t) reserve;                /* static ones, for when the search is stuck */
};

struct swarm;

/* `makers` and what options point to are borrowed. */
struct swarm *swarm_new(const struct engine_world *world, const struct makers *makers,
                        const struct random_options *options);
void swarm_free(struct swarm *swarm);

/* There is something to call. */
bool swarm_has_any(const struct swarm *swarm);

/* How the next test is drawn. */
struct drawing {
	const struct configuration *configuration; /* NULL: all operations; in the arena given */
	uint32_t number;                           /* of the configuration; 0: all operations */
	uint32_t way;                              /* pursuit.h; 0: drawn at random */
};

/* Decides what the next test may call. */
struct drawing swarm_draw(struct swarm *swarm, struct rng *rng, struct arena *arena);
/* The operations that the test drawn last may call. */
const struct repertoire *swarm_repertoire(const struct swarm *swarm);
/* No test came of the drawing. */
void swarm_is_barren(struct swarm *swarm, const struct drawing *drawing);

/* A test that was so drawn ran. `fresh`: it was made from nothing, not from an elite. */
struct swarm_run {
	struct drawing drawing;
	const struct run *run;
	uint32_t n_steps;
	bool fresh, won;
};
void swarm_result(struct swarm *swarm, const struct swarm_run *result);
/* Adds what was counted to the world's counts; unless it is the last time, only if it is as much
 * as all that was added before. So journals get few and large entries, however long it takes. */
void swarm_publish(struct swarm *swarm, bool last);

struct swarm_numbers {
	uint64_t tests, won;                       /* swarm tests, and those that covered something new */
	uint64_t barren;                           /* configurations that could make nothing */
	double share;
};
struct swarm_numbers swarm_numbers(const struct swarm *swarm);

#endif
