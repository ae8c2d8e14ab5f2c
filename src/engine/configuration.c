/* configuration: see configuration.h. */
#include "engine/configuration.h"

#include "engine/assemble.h"

struct configuration *configuration_new(uint32_t n, struct arena *arena)
{
	struct configuration *configuration = arena_alloc(arena, sizeof *configuration +
	                                                                 (n / 64 + 1) * sizeof *configuration->in);
	configuration->n = n;
	return configuration;
}

void configuration_add(struct configuration *configuration, uint32_t operation)
{
	configuration->in[operation / 64] |= UINT64_C(1) << (operation % 64);
}

void configuration_remove(struct configuration *configuration, uint32_t operation)
{
	configuration->in[operation / 64] &= ~(UINT64_C(1) << (operation % 64));
}

static bool has_maker(const struct configuration *configuration, const struct makers *makers, type_id type)
{
	for (size_t i = 0; i < makers->by_type[type].n; i++)
		if (configuration_has(configuration, makers->by_type[type].at[i]))
			return true;
	return false;
}

/* Adds makers of the objects that one operation takes; true if there was one to add. */
static bool add_makers(struct configuration *configuration, const struct model *model, const struct makers *makers,
                       uint32_t operation)
{
	const struct function *function = &model->functions.at[operation];
	bool added = false;
	for (uint32_t p = 0; p < function->n_params; p++) {
		type_id type = model_type(model, function->params[p].type)->canonical;
		if (!makers->by_type[type].n || has_maker(configuration, makers, type))
			continue;
		configuration_add(configuration, makers->by_type[type].at[0]);
		added = true;
	}
	return added;
}

void configuration_complete(struct configuration *configuration, const struct model *model, const struct makers *makers)
{
	bool added = true;
	while (added) { /* makers need makers */
		added = false;
		for (uint32_t i = 0; i < configuration->n; i++)
			if (configuration_has(configuration, i))
				added |= add_makers(configuration, model, makers, i);
	}
}

bool configuration_allows(const struct configuration *configuration, const struct seq *seq)
{
	for (uint32_t i = 0; configuration && i < seq->n; i++)
		if (step_is_call(seq->steps[i]) && !configuration_has(configuration, seq->steps[i]->index))
			return false;
	return true;
}
