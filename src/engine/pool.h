/* pool: the component set: sequences that ran well, by the type of what they give.
 *
 * Kept sequences share their steps: a step is stored once, however many
 * sequences contain it. Choosing by type takes constant time. */
#ifndef SKEP_ENGINE_POOL_H
#define SKEP_ENGINE_POOL_H

#include "base/rng.h"
#include "engine/configuration.h"
#include "seq/seq.h"

struct component {
	const struct seq *seq;
	uint32_t variable;       /* the one worth reusing */
	uint32_t cost;           /* fuel that the sequence took, in units of 1024; 0: not known */
};

struct pool;

struct pool *pool_new(const struct model *model);
void pool_free(struct pool *pool);

/* A copy that lives as long as the pool; steps the pool has are shared. */
const struct seq *pool_keep(struct pool *pool, const struct seq *seq);
/* Offers a variable of a kept sequence for its type. */
void pool_add(struct pool *pool, struct component component);
/* A random component, rather a short and cheap one, that gives a value of the (canonical) type and that the
 * configuration allows; NULL: none was found in a few tries. */
const struct component *pool_pick(const struct pool *pool, struct rng *rng, type_id type,
                                  const struct configuration *configuration);
size_t pool_size(const struct pool *pool);

#endif
