/* seeds: tests to trace when there is no candidate left that wins by itself.
 *
 * New tests of the archive first: other engines went far with them. Then calls with
 * fresh arguments of functions that have goals left, some of them repeated or put
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
/* There is a test in the archive that was not given yet. */
bool seeds_has_archived(struct seeds *seeds);
/* What a run gave is worth reusing as an argument. */
void seeds_learn(struct seeds *seeds, const struct engine_result *result);

#endif
