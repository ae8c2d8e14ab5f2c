/* strategy: chooses the candidate that is tried next. One interface, one small file each.
 *
 * A strategy looks at the pool and names a candidate; it is told the candidate's fate. It never sees the
 * criterion: relevance, contribution and distance are the coverage structure's. Ties go to the older candidate,
 * or to the random generator of the search, so that the same seed gives the same choices. */
#ifndef SKEP_ENGINE_SYMBOLIC_STRATEGY_H
#define SKEP_ENGINE_SYMBOLIC_STRATEGY_H

#include "base/rng.h"
#include "engine/flips/candidates.h"

/* The state that a strategy may look at. */
struct search {
	const struct candidate *at;      /* at least one */
	size_t n;
	const struct candidates *pool;   /* their pool */
	struct structure *structure;
	struct rng *rng;
};

/* The fate of a candidate. */
struct tried {
	const struct candidate *candidate;
	const struct traced *from;
	const struct traced *to;         /* the run that the candidate led to; NULL: no input was found */
	uint32_t new_probes;
};

struct strategy {
	const char *name;
	void *(*create)(void);           /* NULL: needs no memory */
	void (*destroy)(void *memory);
	size_t (*pick)(void *memory, const struct search *search);
	void (*told)(void *memory, const struct search *search, const struct tried *tried); /* may be NULL */
};

/* Strategies in the order in which users see them; the first is the default. */
extern const struct strategy *const strategies[];
extern const size_t n_strategies;

/* Returns the strategy of that name, or NULL; a NULL name gives the default. */
const struct strategy *strategy_by_name(const char *name);
/* Returns "default, predictive, ..." for messages. In arena. */
const char *strategy_names(struct arena *arena);

extern const struct strategy strategy_interleaved, strategy_predictive, strategy_fitness, strategy_depth_first,
        strategy_breadth_first, strategy_random_state, strategy_random_path, strategy_distance, strategy_klee,
        strategy_cfg, strategy_generational;

/* Returns the candidate with the smallest value; of equal ones, the older. */
size_t pick_smallest(const struct search *search, double (*value)(const struct candidate *candidate, void *context),
                     void *context);
/* Draws a candidate by weight. At least one weight must be positive. */
size_t pick_weighted(const struct search *search, double (*weight)(const struct candidate *candidate, void *context),
                     void *context);

#endif
