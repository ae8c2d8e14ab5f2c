/* field_setters: fields of objects that functions gave, as operations of the model.
 *
 * A neighbour that makes an object leaves it in the few states that its arguments lead to. In a part of a program,
 * tests may give a field of such an object another value: "skep_set_STRUCT_FIELD(object, value)", which is written
 * as an assignment. Only plain numbers are set, because lengths and tags depend on other fields, and a pointer
 * has an owner. */
#include "base/str.h"
#include "front/roles/fields.h"
#include "front/roles/reach.h"

#define MOST_OF_STRUCT 16u
#define MOST 64u

/* Returns a parameter of the unit's functions that takes a pointer to the record, not to const; NULL: there is none. */
static const struct param *way_in(const struct model *model, type_id record)
{
	for (size_t f = 0; f < model->functions.n; f++) {
		const struct function *function = &model->functions.at[f];
		for (uint32_t p = 0; p < function->n_params && !function->is_context && !function->sets; p++) {
			const struct type *type = model_type(model, function->params[p].type);
			bool is_object = function->params[p].role == ROLE_HANDLE ||
			                 function->params[p].role == ROLE_OBJECT;
			if (is_object && type->kind == TYPE_POINTER && !type->in_disguise &&
			    model_type(model, type->target)->canonical == record &&
			    !model_type(model, type->target)->is_const)
				return &function->params[p];
		}
	}
	return NULL;
}

static bool may_be_set(const struct model *model, type_id record, uint32_t field)
{
	const struct field *f = &model->types.at[record].fields[field];
	const struct field_role *role = model_field_role(model, record, field);
	const struct type *type = model_canonical(model, f->type);
	bool is_number = type->kind == TYPE_BOOL || type->kind == TYPE_INT || type->kind == TYPE_FLOAT ||
	                 type->kind == TYPE_ENUM;
	return is_number && !f->bit_width && f->name[0] && !model_type(model, f->type)->is_const &&
	       (!role || role->use == FIELD_ANY);
}

static struct function setter_of(struct model *model, const struct param *object, type_id record, uint32_t field)
{
	const struct type *type = &model->types.at[record];
	struct function setter = {
		.made_param = NONE, .n_params = 2, .is_static = true, .holder = record, .field = field
	};
	setter.sets = type->fields[field].name;
	setter.name = arena_printf(model->arena, "skep_set_%s_%s", type->tag, setter.sets);
	setter.file = model->sources.at[0];
	setter.left_alone = "it is a field of an object that a function gave";
	setter.params = ARENA_ARRAY(model->arena, struct param, 2);
	setter.params[0] = (struct param){ .name = object->name,
		                           .type = object->type,
		                           .role = object->role,
		                           .partner = NONE,
		                           .null = NULL_FORBIDDEN };
	setter.params[1] = (struct param){ .name = setter.sets, .type = type->fields[field].type, .partner = NONE };
	return setter;
}

static bool is_candidate(const struct model *model, type_id record)
{
	const struct type *type = &model->types.at[record];
	return type->canonical == record && type->kind == TYPE_STRUCT && type->complete && !type->opaque &&
	       type->tag[0];
}

void field_setters_settle(struct modeller *m)
{
	struct model *model = m->model;
	uint32_t of_struct = 0, n = 0;
	type_id last = 0;
	if (!m->fields || !model->n_context)
		return;
	for (size_t i = 0; i < m->fields->sights.n && n < MOST; i++) {
		const struct field_sight *sight = &m->fields->sights.at[i];
		type_id record = model_type(model, sight->at.record)->canonical;
		const struct param *object = sight->in_unit && is_candidate(model, record) ? way_in(model, record)
		                                                                           : NULL;
		of_struct = record == last ? of_struct : 0;
		last = record;
		if (!object || !may_be_set(model, record, sight->at.field) || of_struct == MOST_OF_STRUCT)
			continue;
		struct function setter = setter_of(model, object, record, sight->at.field);
		if (model_find_function(model, setter.name) != NONE)
			continue;
		vec_push(&model->functions, setter);
		of_struct++;
		n++;
	}
}
