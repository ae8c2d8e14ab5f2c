/* craft: how the search makes tests: new ones, changed ones, joined ones, and tests that come near
 * to what is missing. Tests without a result go to `waiting`, and have one when the evolution is
 * asked to go on. */
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
	VEC(uint32_t) open;              /* of these with goals left */
	uint32_t in_vain;                /* turns without news while only targets counted */
	VEC(struct tested *) waiting;    /* held */
	struct arena *arena;             /* of one test that is being made */
	struct tested *adopted[MAX_ADOPTED]; /* of other engines; held */
	uint64_t n_adopted, n_tests;
};

void craft_init(struct craft *craft, const struct engine_world *world, uint64_t seed,
                const struct search_options *options);
void craft_release(struct craft *craft);
/* Goals that the campaign has covered meanwhile count from here on. */
void craft_refresh(struct craft *craft);

/* Each returns a held test that waits for its result, or NULL. */
struct tested *craft_new(struct craft *craft);
struct tested *craft_mutated(struct craft *craft, const struct tested *test);
/* The beginning of a, and the end of b, cut at the same relative position. */
struct tested *craft_joined(struct craft *craft, const struct tested *a, const struct tested *b, double position);
/* The sequence as it is. */
struct tested *craft_of(struct craft *craft, const struct seq *seq);
/* The campaign's test that comes nearest to the outcome, as it is; if it is too long, some part of it. */
struct tested *craft_nearest(struct craft *craft, uint32_t outcome);
/* A test that comes to an outcome which nobody has taken, changed; or of another engine. */
struct tested *craft_seed(struct craft *craft);

/* Proposes tests that wait, from number *given on. The last one settles the batch. */
size_t craft_propose(struct craft *craft, size_t *given, struct proposal *out, size_t n);
/* All have results. */
void craft_forget_waiting(struct craft *craft);

/* Another engine won something with it. */
void craft_adopt(struct craft *craft, const struct engine_result *result);
/* Remembers values that a run showed. */
void craft_learn(struct craft *craft, const struct engine_result *result);

#endif
