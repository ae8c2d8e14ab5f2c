/* unmade: structs that are hidden from users, and that no function makes.
 *
 * A hidden struct is a handle: tests get it from a maker. A part of a program often has no maker for the structs it
 * takes: the maker is in another part, or needs such a struct itself. Without the struct, no function that takes it
 * can be called. So tests may fill the struct themselves, if the unit's own source sees its definition. */
#include <stdlib.h>

#include "base/mem.h"
#include "front/api/modeller.h"
#include "front/roles/roles.h"

struct obtaining {
	const struct modeller *m;
	bool *types;                 /* per canonical struct or union: a test can have it */
	bool grew;
};

static bool is_to_be_had(const struct obtaining *obtaining, type_id type)
{
	type_id object = model_object_of(obtaining->m->model, type);
	return object == NONE || obtaining->types[object];
}

/* A test can have all arguments that the maker needs. */
static bool can_make(const struct obtaining *obtaining, size_t index)
{
	const struct function *f = &obtaining->m->model->functions.at[index];
	const struct body *body = obtaining->m->bodies.at[index];
	for (uint32_t p = 0; p < f->n_params; p++)
		if (p != f->made_param && !is_to_be_had(obtaining, f->params[p].type) &&
		    sight_null(&body->params[p]) != NULL_ALLOWED)
			return false;
	return true;
}

static void obtain_from_makers(struct obtaining *obtaining)
{
	const struct model *model = obtaining->m->model;
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *f = &model->functions.at[i];
		type_id made = f->is_maker ? model_made_by(model, f) : NONE;
		if (made == NONE || obtaining->types[made] || !can_make(obtaining, i))
			continue;
		obtaining->types[made] = obtaining->grew = true;
	}
}

static bool is_record(const struct type *type)
{
	return type->kind == TYPE_STRUCT || type->kind == TYPE_UNION;
}

/* Hides structs that only the context sees, because a test file begins like a source of the unit. */
static void hide_what_context_sees(struct modeller *m)
{
	for (size_t i = 0; i < m->model->types.n; i++) {
		struct type *type = &m->model->types.at[i];
		if (is_record(type) && hidden_sight(m, type->canonical) == SEEN_BY_CONTEXT)
			type->opaque = true;
	}
}

void unmade_reveal(struct modeller *m)
{
	struct model *model = m->model;
	struct obtaining obtaining = { .m = m, .types = xcalloc(model->types.n + 1, sizeof(bool)), .grew = true };
	hide_what_context_sees(m);
	find_makers(model, m->bodies.at);
	for (size_t i = 0; i < model->types.n; i++)
		obtaining.types[i] = !is_record(&model->types.at[i]) ||
		                     (model->types.at[i].complete && !model->types.at[i].opaque);
	while (obtaining.grew) {
		obtaining.grew = false;
		obtain_from_makers(&obtaining);
	}
	for (size_t i = 0; i < model->types.n; i++) {
		struct type *type = &model->types.at[i];
		if (is_record(type) && type->opaque && type->complete && !obtaining.types[type->canonical] &&
		    hidden_sight(m, type->canonical) == SEEN_BY_UNIT)
			type->opaque = false;
	}
	free(obtaining.types);
}
