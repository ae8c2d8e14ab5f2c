/* effects: see effects.h. */
#include "emit/effects.h"

/* Returns the goal's probe, or the nearest place before it that enough tests hit. */
static uint32_t with_data(const struct results *results, uint32_t probe)
{
	while (probe != NONE && influences_hits(&results->search.influences, probe) < EFFECTS_LEAST_HITS)
		probe = results->search.dominators ? results->search.dominators[probe] : NONE;
	return probe;
}

static double strength(const struct influence_of *is)
{
	return is->kind == TRIGGER ? is->fraction - is->rate : is->rate - is->fraction;
}

/* Keeps the strongest effects, in their order. */
static void insert(struct effect *list, uint32_t *n, struct effect effect)
{
	uint32_t at = *n;
	while (at && strength(&list[at - 1].is) < strength(&effect.is))
		at--;
	if (at == EFFECTS_NAMED)
		return;
	*n += *n < EFFECTS_NAMED;
	for (uint32_t i = *n - 1; i > at; i--)
		list[i] = list[i - 1];
	list[at] = effect;
}

struct effects effects_of(const struct results *results, uint32_t probe)
{
	const struct influences *all = &results->search.influences;
	const struct model *model = results->unit->model;
	struct effects out = { .probe = NONE, .tests = all->n_tests };
	if (!all->n_tests || probe == NONE)
		return out;
	out.hits = influences_hits(all, probe);
	out.probe = with_data(results, probe);
	for (uint32_t f = 0; f < all->size.n_operations && out.probe != NONE; f++) {
		struct effect effect = { model->functions.at[f].name, influences_of(all, f, out.probe) };
		if (effect.is.kind == TRIGGER)
			insert(out.helps, &out.n_helps, effect);
		else if (effect.is.kind == SUPPRESSOR)
			insert(out.hinders, &out.n_hinders, effect);
	}
	return out;
}

static void print_names(const char *head, const struct effect *list, uint32_t n, struct sb *out)
{
	if (n)
		sb_add(out, head);
	for (uint32_t i = 0; i < n; i++)
		sb_addf(out, "%s%s", i ? ", " : "", list[i].operation);
}

void effects_print(const struct effects *effects, struct sb *out)
{
	print_names("helped by: ", effects->helps, effects->n_helps, out);
	if (effects->n_helps && effects->n_hinders)
		sb_add(out, "; ");
	print_names("hindered by: ", effects->hinders, effects->n_hinders, out);
}
