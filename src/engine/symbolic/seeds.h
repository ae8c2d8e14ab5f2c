/* seeds: tests to trace when no candidate is left that wins by itself.
 *
 * Tests of the archive that meet the decision of a goal come first: other engines went far with them. Then come
 * other tests of the archive, and calls with fresh arguments of functions that have goals left. Some of these
 * calls are repeated or put behind a test of the archive, to build states that a single call cannot. */
#ifndef SKEP_ENGINE_SYMBOLIC_SEEDS_H
#define SKEP_ENGINE_SYMBOLIC_SEEDS_H

#include "base/rng.h"
#include "cover/structure.h"
#include "engine/engine.h"

struct seeds;

/* `mark_of` has the function mark of each function of the model, or NONE. Everything is borrowed. */
struct seeds *seeds_new(const struct engine_world *world, struct structure *structure, const uint32_t *mark_of,
                        struct rng *rng);
void seeds_free(struct seeds *seeds);

/* Returns the next seed, in arena; NULL: no function has goals left, or none can be called. */
const struct seq *seeds_next(struct seeds *seeds, struct arena *arena);
/* Returns a test of the archive that meets the decision of a goal and was not returned yet, in arena; NULL:
 * there is none. */
const struct seq *seeds_near(struct seeds *seeds, struct arena *arena);
/* Notes that the archive took the test of this result, which needs no second trace. */
void seeds_skip(struct seeds *seeds, const struct engine_result *result);
/* Keeps values that a run gave, to reuse them as arguments. */
void seeds_learn(struct seeds *seeds, const struct engine_result *result);

#endif
