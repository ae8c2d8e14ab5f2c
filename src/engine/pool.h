/* pool: the component set: sequences that ran well, by the type of the value they give.
 *
 * Kept sequences share their steps: a step is stored once, however many sequences contain it. Choosing by type
 * takes constant time. */
#ifndef SKEP_ENGINE_POOL_H
#define SKEP_ENGINE_POOL_H

#include "base/rng.h"
#include "engine/configuration.h"
#include "seq/seq.h"

struct component {
	const struct seq *seq;
	uint32_t variable;       /* the variable that is worth reusing */
	uint32_t cost;           /* fuel of its run, in units of 1024; 0: not known */
};

struct pool;

struct pool *pool_new(const struct model *model);
void pool_free(struct pool *pool);

/* Returns a copy that lives as long as the pool. Steps that the pool has already are shared. */
const struct seq *pool_keep(struct pool *pool, const struct seq *seq);
/* Offers a variable of a kept sequence for its type. */
void pool_add(struct pool *pool, struct component component);
/* Returns a random component, preferably short and cheap, that gives a value of the (canonical) type and that
 * the configuration allows; NULL: a few tries found none. */
const struct component *pool_pick(const struct pool *pool, struct rng *rng, type_id type,
                                  const struct configuration *configuration);
size_t pool_size(const struct pool *pool);

#endif
