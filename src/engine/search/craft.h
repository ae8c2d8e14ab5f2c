/* craft: makes the search's tests: new, changed and joined tests, and tests that come near missing goals. Tests
 * without a result go to `waiting`, and have one when the evolution is asked to go on. */
#ifndef SKEP_ENGINE_SEARCH_CRAFT_H
#define SKEP_ENGINE_SEARCH_CRAFT_H

#include "cover/structure.h"
#include "engine/operators.h"
#include "engine/search/fitness.h"
#include "engine/search/search.h"

#define MAX_ADOPTED 64u

struct craft {
	struct engine_world world;
	struct search_options options;
	struct rng rng;
	struct values *values;
	struct makers makers;
	struct callees *callees;
	struct operators operators;
	struct structure *structure;
	struct fitness fitness;
	uint32_t *mark_of;               /* per function of the model */
	VEC(uint32_t) callable, helpers, reserve; /* functions; reserve: static ones */
	VEC(uint32_t) open;              /* of these, functions with goals left */
	uint32_t in_vain;                /* turns without news while only targets counted */
	VEC(struct tested *) waiting;    /* held */
	struct arena *arena;             /* of the test that is being made */
	struct tested *adopted[MAX_ADOPTED]; /* of other engines; held */
	uint64_t n_adopted, n_tests;
};

void craft_init(struct craft *craft, const struct engine_world *world, uint64_t seed,
                const struct search_options *options);
void craft_release(struct craft *craft);
/* Takes over the goals that the campaign has covered meanwhile. */
void craft_refresh(struct craft *craft);

/* Returns a new test. This function and the following, up to craft_seed(), return a held test that waits for
 * its result, or NULL. */
struct tested *craft_new(struct craft *craft);
struct tested *craft_mutated(struct craft *craft, const struct tested *test);
/* Returns the beginning of a and the end of b, cut at the same relative position. */
struct tested *craft_joined(struct craft *craft, const struct tested *a, const struct tested *b, double position);
/* Returns the sequence as it is. */
struct tested *craft_of(struct craft *craft, const struct seq *seq);
/* Returns the campaign's test that comes nearest to the outcome, as it is; of a test that is too long, a part. */
struct tested *craft_nearest(struct craft *craft, uint32_t outcome);
/* Returns a changed form of a test that comes to an outcome which nobody has taken, or of another engine's test. */
struct tested *craft_seed(struct craft *craft);

/* Proposes waiting tests, from number *given on. The last proposal settles the batch. */
size_t craft_propose(struct craft *craft, size_t *given, struct proposal *out, size_t n);
/* Drops the waiting tests, which all have results. */
void craft_forget_waiting(struct craft *craft);

/* Takes a test with which another engine won something. */
void craft_adopt(struct craft *craft, const struct engine_result *result);
/* Remembers values that a run showed. */
void craft_learn(struct craft *craft, const struct engine_result *result);

#endif
