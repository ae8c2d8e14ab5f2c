/* pursuit: directed swarm: configurations that make targets more likely to be hit.
 *
 * Undirected swarm tests come first, and a tenth of the tests stays undirected. From their counts
 * (engine/influence.h) each target gets its triggers and suppressors; one that too few tests hit
 * takes those of its nearest dominator with data. A way combines a strategy for one target with a
 * way to treat several. All ways start side by side; the budget moves to those whose tests hit, and
 * to tests that may call everything where these hit as often.
 *
 * Counted under "pursuit ..." in store/counts.h: per way its tests and its hits of each target.
 * Tests that were made from an earlier one do not count, directed or not. */
#ifndef SKEP_ENGINE_RANDOM_PURSUIT_H
#define SKEP_ENGINE_RANDOM_PURSUIT_H

#include "base/rng.h"
#include "engine/configuration.h"
#include "engine/influence.h"
#include "engine/random/random.h"
#include "store/counts.h"

/* For one target. */
enum pursuit_strategy {
	HALF_SWARM,              /* a random half, with all triggers and no suppressor */
	TRIGGERS_ONLY,
	NO_SUPPRESSORS,          /* everything else */
	N_PURSUIT_STRATEGIES
};

/* For several targets. */
enum pursuit_merging {
	ROUND_ROBIN,             /* one after the other */
	SUBSUMPTION,             /* without those whose needs another's include */
	AGGRESSIVE,              /* merged as far as there is no conflict, after subsumption */
	N_PURSUIT_MERGINGS
};

/* Way 0 is undirected. */
#define N_WAYS (1u + N_PURSUIT_STRATEGIES * N_PURSUIT_MERGINGS)

/* Tests that may call everything are counted behind the ways, to compare with. */
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
#define PURSUIT_FAILED "pursuit failed"  /* by way: of these, the tests that failed */
#define PURSUIT_NEEDS "pursuit needs"    /* by merging: the largest number of needs it came to, by one worker */

struct pursuit;

/* All borrowed. `callable` is the configuration with all that may be drawn. */
struct pursuit *pursuit_new(const struct random_targets *targets, struct influence_size size,
                            const struct configuration *callable);
/* NULL is fine. */
void pursuit_free(struct pursuit *pursuit);

/* Is it time to look at the counts (anew)? */
bool pursuit_is_due(const struct pursuit *pursuit);
/* Finds triggers and suppressors from published counts. */
void pursuit_look(struct pursuit *pursuit, const struct counts *counts, struct rng *rng);

/* Chooses a way for the next test and, if it is directed, fills in the configuration, which comes
 * empty and still wants its makers. */
uint32_t pursuit_draw(struct pursuit *pursuit, struct rng *rng, struct configuration *configuration);
/* A configuration that came of this way could make nothing. */
void pursuit_is_barren(struct pursuit *pursuit, uint32_t way);
/* A test of this way, or one WITHOUT_SWARM, hit these probes. */
void pursuit_count(struct pursuit *pursuit, uint32_t way, const uint64_t *probes);
/* A test of this way, or one WITHOUT_SWARM, ran; failed: it crashed, hung or told something wrong. */
void pursuit_ran(struct pursuit *pursuit, uint32_t way, bool failed);
/* A test that may call everything ran, made from nothing or from an earlier test. */
void pursuit_note_plain(struct pursuit *pursuit, const uint64_t *probes);
/* The share of tests that have a configuration: less of them where tests that may call everything hit as often. */
double pursuit_share(const struct pursuit *pursuit);
/* Adds what was counted since the last time. */
void pursuit_publish(struct pursuit *pursuit, struct counts *counts);

#endif
