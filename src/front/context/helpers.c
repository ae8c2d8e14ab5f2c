/* helpers: which functions of the context may be called by tests.
 *
 * Neighbours offer hundreds of functions. Useful are functions that make, change or look at objects
 * that the unit's own functions take, and functions for the arguments of such makers. For objects
 * that only fields of these lead to, only makers and destroyers are useful. Functions that begin a
 * module with state of its own are useful, too. This file uses plain data only, not libclang. */
#include <stdlib.h>

#include "base/mem.h"
#include "base/str.h"
#include "front/roles/roles.h"

#define MAX_FIELD_DEPTH 3u /* fields on the way from an object to another */

struct wanted {
	struct model *model;
	bool *types;            /* per canonical struct or union: tests need it */
	bool *inner;            /* per struct or union: fields of a needed one lead to it */
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

/* Marks the structs that fields of an object lead to. */
static void want_inside(struct wanted *wanted, type_id object, uint32_t depth)
{
	const struct type *type = model_canonical(wanted->model, object);
	for (uint32_t i = 0; i < type->n_fields && depth < MAX_FIELD_DEPTH && !type->opaque; i++) {
		type_id inner = model_object_of(wanted->model, type->fields[i].type);
		if (inner == NONE || wanted->inner[inner])
			continue;
		wanted->inner[inner] = wanted->grew = true;
		want_inside(wanted, inner, depth + 1);
	}
}

static void want_all_inside(struct wanted *wanted)
{
	for (size_t i = 0; i < wanted->model->types.n; i++)
		if (wanted->types[i])
			want_inside(wanted, (type_id)i, 0);
}

static bool makes_inner(const struct wanted *wanted, const struct function *f)
{
	type_id made = f->is_maker ? model_made_by(wanted->model, f) : NONE;
	return made != NONE && wanted->inner[made];
}

static bool ends_inner(const struct wanted *wanted, const struct function *f)
{
	for (uint32_t p = 0; p < f->n_params; p++) {
		type_id object = model_object_of(wanted->model, f->params[p].type);
		if (f->params[p].destroyed && object != NONE && wanted->inner[object])
			return true;
	}
	return false;
}

/* Marks the arguments of makers of wanted objects as wanted. */
static void want_for_makers(struct wanted *wanted)
{
	for (size_t i = 0; i < wanted->model->functions.n; i++) {
		const struct function *f = &wanted->model->functions.at[i];
		type_id made = f->is_context && f->is_maker ? model_made_by(wanted->model, f) : NONE;
		for (uint32_t p = 0; made != NONE && wanted->types[made] && p < f->n_params; p++)
			want(wanted, f->params[p].type);
	}
}

/* The function begins a module, like SCH_Initialise(void), whose state must be set up before other
 * calls. */
static bool begins_module(const struct model *model, const struct function *f)
{
	const struct type *result = model_canonical(model, f->result);
	bool gives_nothing = !f->result || result->kind == TYPE_INT || result->kind == TYPE_BOOL;
	bool ends = str_has_word(f->name, "deinit") || str_has_word(f->name, "uninit");
	return !f->n_params && !f->variadic && !f->is_main && gives_nothing && !ends && name_sets_up(f->name);
}

static bool is_helper(const struct wanted *wanted, const struct function *f)
{
	if (begins_module(wanted->model, f))
		return true;
	if (is_wanted(wanted, f->result) || makes_inner(wanted, f) || ends_inner(wanted, f))
		return true;
	for (uint32_t p = 0; p < f->n_params; p++)
		if (is_wanted(wanted, f->params[p].type))
			return true;
	return false;
}

void choose_helpers(struct model *model)
{
	struct wanted wanted = { .model = model,
		                 .types = xcalloc(model->types.n + 1, sizeof *wanted.types),
		                 .inner = xcalloc(model->types.n + 1, sizeof *wanted.inner) };
	for (size_t i = 0; i < model->functions.n; i++)
		for (uint32_t p = 0; !model->functions.at[i].is_context && p < model->functions.at[i].n_params; p++)
			want(&wanted, model->functions.at[i].params[p].type);
	while (wanted.grew) {
		wanted.grew = false;
		want_for_makers(&wanted);
	}
	want_all_inside(&wanted);
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
	free(wanted.inner);
}
