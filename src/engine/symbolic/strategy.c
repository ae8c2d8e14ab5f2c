/* strategy: the table of strategies, and two ways of picking that several strategies share. */
#include "engine/symbolic/strategy.h"

const struct strategy *const strategies[] = {
	&strategy_interleaved,   &strategy_predictive,   &strategy_fitness,      &strategy_depth_first,
	&strategy_breadth_first, &strategy_random_state, &strategy_random_path,  &strategy_distance,
	&strategy_klee,          &strategy_cfg,          &strategy_generational,
};
const size_t n_strategies = sizeof strategies / sizeof *strategies;

const struct strategy *strategy_by_name(const char *name)
{
	for (size_t i = 0; i < n_strategies; i++)
		if (!name || str_equal(name, strategies[i]->name))
			return strategies[i];
	return NULL;
}

const char *strategy_names(struct arena *arena)
{
	struct sb text = { 0 };
	for (size_t i = 0; i < n_strategies; i++)
		sb_addf(&text, "%s%s", i ? ", " : "", strategies[i]->name);
	const char *copy = arena_strdup(arena, sb_text(&text));
	sb_release(&text);
	return copy;
}

size_t pick_smallest(const struct search *search, double (*value)(const struct candidate *candidate, void *context),
                     void *context)
{
	size_t best = 0;
	double least = value(&search->at[0], context);
	for (size_t i = 1; i < search->n; i++) {
		double own = value(&search->at[i], context);
		if (own < least || (own <= least && search->at[i].number < search->at[best].number)) {
			best = i;
			least = own;
		}
	}
	return best;
}

size_t pick_weighted(const struct search *search, double (*weight)(const struct candidate *candidate, void *context),
                     void *context)
{
	double total = 0;
	size_t last = 0;
	for (size_t i = 0; i < search->n; i++)
		total += weight(&search->at[i], context);
	double at = rng_unit(search->rng) * total;
	for (size_t i = 0; i < search->n; i++) {
		double own = weight(&search->at[i], context);
		if (own <= 0)
			continue;
		last = i;
		if (at < own)
			break;
		at -= own;
	}
	return last;
}
