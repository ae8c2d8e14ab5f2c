/* pursuit: directed swarm: configurations that make it more likely to hit targets.
 *
 * Undirected swarm tests come first, and a tenth of the tests stays undirected. Their counts
 * (engine/influence.h) give the triggers and suppressors of each target; a target that too few tests hit takes
 * those of its nearest dominator with data. A way combines a strategy for one target with a way to treat
 * several. All ways start side by side. The budget moves to ways whose tests hit, and to tests that may call
 * everything if these hit as often.
 *
 * Counts are kept under "pursuit ..." in store/counts.h: per way its tests and its hits of each target. Tests
 * made from an earlier test do not count, directed or not. */
#ifndef SKEP_ENGINE_RANDOM_PURSUIT_H
#define SKEP_ENGINE_RANDOM_PURSUIT_H

#include "base/rng.h"
#include "engine/configuration.h"
#include "engine/influence.h"
#include "engine/random/random.h"
#include "store/counts.h"

/* Strategies for one target. */
enum pursuit_strategy {
	HALF_SWARM,              /* a random half, with all triggers and no suppressor */
	TRIGGERS_ONLY,
	NO_SUPPRESSORS,          /* all operations but the suppressors */
	N_PURSUIT_STRATEGIES
};

/* Ways to treat several targets. */
enum pursuit_merging {
	ROUND_ROBIN,             /* one after the other */
	SUBSUMPTION,             /* without needs that another need includes */
	AGGRESSIVE,              /* merged as far as there is no conflict, after subsumption */
	N_PURSUIT_MERGINGS
};

/* Way 0 is undirected. */
#define N_WAYS (1u + N_PURSUIT_STRATEGIES * N_PURSUIT_MERGINGS)

/* The counter behind those of the ways: tests that may call everything, to compare with. */
#define WITHOUT_SWARM N_WAYS
#define N_PURSUIT_ROWS (N_WAYS + 1u)

const char *pursuit_strategy_name(enum pursuit_strategy strategy);
const char *pursuit_merging_name(enum pursuit_merging merging);
static inline enum pursuit_strategy way_strategy(uint32_t way)
{
	return (enum pursuit_strategy)((way - 1) / N_PURSUIT_MERGINGS);
}
static inline enum pursuit_merging way_merging(uint32_t way)
{
	return (enum pursuit_merging)((way - 1) % N_PURSUIT_MERGINGS);
}

/* The names under which counts are kept. */
#define PURSUIT_TESTS "pursuit tests"    /* by way */
#define PURSUIT_HITS "pursuit hits"      /* by way * targets + target */
#define PURSUIT_BARREN "pursuit configurations that made nothing" /* by way */
#define PURSUIT_RUNS "pursuit runs"      /* by way: tests that ran, also those that left no coverage */
#define PURSUIT_FAILED "pursuit failed"  /* by way: tests among those that failed */
#define PURSUIT_NEEDS "pursuit needs"    /* by merging: the largest number of needs that a worker had */

struct pursuit;

/* Everything is borrowed. `callable` is the configuration of all operations that may be drawn. */
struct pursuit *pursuit_new(const struct random_targets *targets, struct influence_size size,
                            const struct configuration *callable);
/* `pursuit` may be NULL. */
void pursuit_free(struct pursuit *pursuit);

/* True if it is time to look at the counts, for the first time or again. */
bool pursuit_is_due(const struct pursuit *pursuit);
/* Finds triggers and suppressors in published counts. */
void pursuit_look(struct pursuit *pursuit, const struct counts *counts, struct rng *rng);

/* Chooses a way for the next test. If it is directed, fills in the configuration, which is empty before and has
 * no makers yet. */
uint32_t pursuit_draw(struct pursuit *pursuit, struct rng *rng, struct configuration *configuration);
/* Notes that no test could be made with a configuration of this way. */
void pursuit_is_barren(struct pursuit *pursuit, uint32_t way);
/* Notes that a test of this way, or a test WITHOUT_SWARM, hit these probes. */
void pursuit_count(struct pursuit *pursuit, uint32_t way, const uint64_t *probes);
/* Notes that a test of this way, or a test WITHOUT_SWARM, ran. `failed`: it crashed, hung or violated a contract. */
void pursuit_ran(struct pursuit *pursuit, uint32_t way, bool failed);
/* Notes that a test ran which may call everything, made from nothing or from an earlier test. */
void pursuit_note_plain(struct pursuit *pursuit, const uint64_t *probes);
/* Returns the share of tests that get a configuration. It shrinks if tests that may call everything hit as often. */
double pursuit_share(const struct pursuit *pursuit);
/* Adds everything counted since the last time. */
void pursuit_publish(struct pursuit *pursuit, struct counts *counts);

#endif
