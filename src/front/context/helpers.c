/* helpers: which functions of the context tests of the unit may call.
 *
 * Neighbours offer hundreds of functions. Of use are those that make, change or look at
 * objects that the unit's own functions take, and at what it takes to make these. Plain data
 * only: nothing here sees libclang. */
#include <stdlib.h>

#include "base/mem.h"
#include "front/roles/roles.h"

struct wanted {
	struct model *model;
	bool *types;            /* canonical structs and unions that tests need */
	bool grew;
};

static void want(struct wanted *wanted, type_id type)
{
	type_id object = model_object_of(wanted->model, type);
	if (object == NONE || wanted->types[object])
		return;
	wanted->types[object] = true;
	wanted->grew = true;
}

static bool is_wanted(const struct wanted *wanted, type_id type)
{
	type_id object = model_object_of(wanted->model, type);
	return object != NONE && wanted->types[object];
}

/* What a maker of wanted objects takes is wanted, too. */
static void want_for_makers(struct wanted *wanted)
{
	for (size_t i = 0; i < wanted->model->functions.n; i++) {
		const struct function *f = &wanted->model->functions.at[i];
		type_id made = f->is_context && f->is_maker ? model_made_by(wanted->model, f) : NONE;
		for (uint32_t p = 0; made != NONE && wanted->types[made] && p < f->n_params; p++)
			want(wanted, f->params[p].type);
	}
}

static bool is_helper(const struct wanted *wanted, const struct function *f)
{
	if (is_wanted(wanted, f->result))
		return true;
	for (uint32_t p = 0; p < f->n_params; p++)
		if (is_wanted(wanted, f->params[p].type))
			return true;
	return false;
}

void choose_helpers(struct model *model)
{
	struct wanted wanted = { .model = model, .types = xcalloc(model->types.n + 1, sizeof *wanted.types) };
	for (size_t i = 0; i < model->functions.n; i++)
		for (uint32_t p = 0; !model->functions.at[i].is_context && p < model->functions.at[i].n_params; p++)
			want(&wanted, model->functions.at[i].params[p].type);
	while (wanted.grew) {
		wanted.grew = false;
		want_for_makers(&wanted);
	}
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *f = &model->functions.at[i];
		if (!f->is_context || f->why_not)
			continue;
		if (f->is_static)
			f->why_not = "it is static in a source of the context";
		else if (!is_helper(&wanted, f))
			f->why_not = "it is of the context, and no test of the unit has a use for it";
	}
	free(wanted.types);
}
