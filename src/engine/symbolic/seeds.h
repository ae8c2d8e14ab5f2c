/* seeds: tests to trace when there is no candidate left that wins by itself.
 *
 * Tests of the archive that meet the decision of a goal first: other engines went far
 * with them. Then other tests of the archive, and calls with fresh arguments of
 * functions that have goals left, some of them repeated or put
 * behind a test of the archive, so that states are built that one call cannot. */
#ifndef SKEP_ENGINE_SYMBOLIC_SEEDS_H
#define SKEP_ENGINE_SYMBOLIC_SEEDS_H

#include "base/rng.h"
#include "cover/structure.h"
#include "engine/engine.h"

struct seeds;

/* `mark_of` gives the function mark of each function of the model, or NONE. All
 * borrowed. */
struct seeds *seeds_new(const struct engine_world *world, struct structure *structure, const uint32_t *mark_of,
                        struct rng *rng);
void seeds_free(struct seeds *seeds);

/* The next one, in arena; NULL if no function has goals left, or none can be called. */
const struct seq *seeds_next(struct seeds *seeds, struct arena *arena);
/* A test of the archive that meets the decision of a goal and was not given yet, in
 * arena; NULL: there is none. */
const struct seq *seeds_near(struct seeds *seeds, struct arena *arena);
/* The archive took the test of this result, which needs no second trace. */
void seeds_skip(struct seeds *seeds, const struct engine_result *result);
/* Keeps values that a run gave, to be reused as arguments. */
void seeds_learn(struct seeds *seeds, const struct engine_result *result);

#endif
