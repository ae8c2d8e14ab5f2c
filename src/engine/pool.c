/* pool: see pool.h. Each type has at most MAX_PER_TYPE components. Later components push out older ones in
 * turn, so memory is bounded by the number of types. */
#include "engine/pool.h"

#include <stdlib.h>

#include "base/map.h"

#define MAX_PER_TYPE 2048u
#define TOURNAMENT 3          /* the cheapest of so many is picked, or sequences would only grow */

typedef VEC(struct component) component_list;

struct pool {
	const struct model *model;
	struct arena *arena;
	struct map steps;            /* address of a kept step -> 1 */
	component_list *by_type;     /* by canonical type */
	uint64_t *turn;
	size_t size;
};

struct pool *pool_new(const struct model *model)
{
	struct pool *pool = xcalloc(1, sizeof *pool);
	pool->model = model;
	pool->arena = arena_new();
	pool->by_type = xcalloc(model->types.n, sizeof *pool->by_type);
	pool->turn = xcalloc(model->types.n, sizeof *pool->turn);
	return pool;
}

void pool_free(struct pool *pool)
{
	for (size_t i = 0; i < pool->model->types.n; i++)
		vec_release(&pool->by_type[i]);
	free(pool->by_type);
	free(pool->turn);
	map_release(&pool->steps);
	arena_free(pool->arena);
	free(pool);
}

const struct seq *pool_keep(struct pool *pool, const struct seq *seq)
{
	struct seq_builder builder;
	seq_begin(&builder, pool->arena);
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		if (map_get(&pool->steps, (uintptr_t)step)) {
			vec_push(&builder.steps, step);
			continue;
		}
		seq_add(&builder, step);
		map_put(&pool->steps, (uintptr_t)vec_last(&builder.steps), NULL);
	}
	return seq_finish(&builder);
}

void pool_add(struct pool *pool, struct component component)
{
	type_id type = model_type(pool->model, component.seq->steps[component.variable]->type)->canonical;
	component_list *list = &pool->by_type[type];
	if (list->n < MAX_PER_TYPE) {
		vec_push(list, component);
		pool->size++;
	} else {
		list->at[pool->turn[type]++ % MAX_PER_TYPE] = component;
	}
}

/* Returns the price in steps. A test with much fuel is as expensive as a long test, and so are all tests built
 * upon it. */
static uint64_t price(const struct component *component)
{
	return component->seq->n + component->cost;
}

const struct component *pool_pick(const struct pool *pool, struct rng *rng, type_id type,
                                  const struct configuration *configuration)
{
	const component_list *list = &pool->by_type[model_type(pool->model, type)->canonical];
	const struct component *best = NULL;
	for (int i = 0; list->n && i < TOURNAMENT; i++) {
		const struct component *other = &list->at[rng_below(rng, list->n)];
		if ((!best || price(other) < price(best)) && configuration_allows(configuration, other->seq))
			best = other;
	}
	return best;
}

size_t pool_size(const struct pool *pool)
{
	return pool->size;
}
