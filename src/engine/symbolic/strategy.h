/* strategy: which candidate is tried next. One interface, one small file each.
 *
 * A strategy looks at the pool and names a candidate; it is told what came of it.
 * It never sees the criterion: relevance, contribution and distance are the coverage
 * structure's. Ties go to the older candidate, or to the random generator of the
 * search, so that the same seed gives the same choices. */
#ifndef SKEP_ENGINE_SYMBOLIC_STRATEGY_H
#define SKEP_ENGINE_SYMBOLIC_STRATEGY_H

#include "base/rng.h"
#include "engine/flips/candidates.h"

/* The state that a strategy may look at. */
struct search {
	const struct candidate *at;      /* at least one */
	size_t n;
	const struct candidates *pool;   /* they are of */
	struct structure *structure;
	struct rng *rng;
};

/* The fate of a candidate. */
struct tried {
	const struct candidate *candidate;
	const struct traced *from;
	const struct traced *to;         /* the run it led to; NULL: no input was found */
	uint32_t new_probes;
};

struct strategy {
	const char *name;
	void *(*create)(void);           /* NULL: needs no memory */
	void (*destroy)(void *memory);
	size_t (*pick)(void *memory, const struct search *search);
	void (*told)(void *memory, const struct search *search, const struct tried *tried); /* may be NULL */
};

/* In the order they are listed to users; the first is the default. */
extern const struct strategy *const strategies[];
extern const size_t n_strategies;

/* NULL if there is none of that name; a NULL name gives the default. */
const struct strategy *strategy_by_name(const char *name);
/* "default, predictive, ...": for messages. In arena. */
const char *strategy_names(struct arena *arena);

extern const struct strategy strategy_interleaved, strategy_predictive, strategy_fitness, strategy_depth_first,
        strategy_breadth_first, strategy_random_state, strategy_random_path, strategy_distance, strategy_klee,
        strategy_cfg, strategy_generational;

/* The candidate with the smallest value; the older one of equals. */
size_t pick_smallest(const struct search *search, double (*value)(const struct candidate *candidate, void *context),
                     void *context);
/* Draws a number by weights, of which at least one is positive. */
size_t pick_weighted(const struct search *search, double (*weight)(const struct candidate *candidate, void *context),
                     void *context);

#endif
