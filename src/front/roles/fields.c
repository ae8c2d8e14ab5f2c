/* fields: the roles of fields of structs, concluded from code and names.
 *
 * The best evidence is code: a loop to x->n over x->p[i], memcpy(..., x->p, x->n), a function of
 * the unit that takes both as a buffer and its length. Next are names: buflen goes with buf. A
 * field that is dereferenced and nowhere compared with null must not be null. */
#include "front/roles/fields.h"

#include <stdlib.h>

#include "front/roles/roles.h"

static const char *const capacity_words[] = { "cap", "capacity", "alloc", "allocated", "max", "room", "avail", NULL };

static bool is_counter(const struct model *model, type_id record, uint32_t field)
{
	const struct field *f = &model->types.at[record].fields[field];
	const struct type *type = model_canonical(model, f->type);
	return !f->bit_width && type->kind == TYPE_INT && type->size >= 2;
}

/* The field points to a type that can have several elements. */
static bool is_row(const struct model *model, type_id record, uint32_t field)
{
	const struct type *type = model_canonical(model, model->types.at[record].fields[field].type);
	if (type->kind != TYPE_POINTER)
		return false;
	const struct type *target = model_canonical(model, type->target);
	return target->kind == TYPE_VOID || (target->size && target->kind != TYPE_FUNCTION);
}

static bool has_use(const struct model *model, type_id record, uint32_t field)
{
	const struct field_role *role = model_field_role(model, record, field);
	return role && role->use != FIELD_ANY;
}

/* ---- lengths ---- */

static void give_length(struct model *model, const struct field_pair *pair, enum belief belief)
{
	type_id record = model_type(model, pair->record)->canonical;
	if (!is_row(model, record, pair->first) || !is_counter(model, record, pair->second))
		return;
	const struct field_role *known = model_field_role(model, record, pair->first);
	if (known && known->use == FIELD_BUFFER && known->partner == pair->second && pair->kind == PAIR_LENGTH_END) {
		model_set_field_role(model, record, pair->first)->has_end = true;
		return;
	}
	if (has_use(model, record, pair->first) || has_use(model, record, pair->second))
		return;
	struct field_role *buffer = model_set_field_role(model, record, pair->first);
	buffer->use = FIELD_BUFFER;
	buffer->partner = pair->second;
	buffer->belief = belief;
	buffer->length_in_bytes = pair->kind == PAIR_BYTES;
	buffer->has_end = pair->kind == PAIR_LENGTH_END;
	struct field_role *length = model_set_field_role(model, record, pair->second);
	length->use = FIELD_LENGTH;
	length->partner = pair->first;
	length->belief = belief;
	length->length_in_bytes = pair->kind == PAIR_BYTES;
}

static void give_capacity(struct model *model, type_id record, uint32_t length, uint32_t capacity, enum belief belief)
{
	const struct field_role *known = model_field_role(model, record, length);
	if (!known || known->use != FIELD_LENGTH || has_use(model, record, capacity) ||
	    !is_counter(model, record, capacity))
		return;
	uint32_t buffer = known->partner;
	bool in_bytes = known->length_in_bytes;
	struct field_role *role = model_set_field_role(model, record, capacity);
	role->use = FIELD_CAPACITY;
	role->partner = buffer;
	role->length_in_bytes = in_bytes;
	role->belief = belief;
}

/* Pairs fields that were passed to a function that takes them as a buffer and its length. */
static void pair_by_calls(struct model *model, const struct fields *fields)
{
	for (size_t i = 0; i < fields->passes.n; i++)
		for (size_t k = i + 1; k < fields->passes.n && fields->passes.at[k].call == fields->passes.at[i].call;
		     k++) {
			const struct field_pass *a = &fields->passes.at[i], *b = &fields->passes.at[k];
			const struct library_call *known = library_call_find(a->callee);
			bool in_library = known && (int)b->arg == known->length &&
			                  ((int)a->arg == known->memory || (int)a->arg == known->memory2);
			uint32_t f = model_find_function(model, a->callee);
			const struct function *callee = f != NONE ? &model->functions.at[f] : NULL;
			bool in_unit = callee && a->arg < callee->n_params && b->arg < callee->n_params &&
			               callee->params[a->arg].role == ROLE_BUFFER &&
			               callee->params[a->arg].partner == b->arg;
			struct field_pair pair = { PAIR_BYTES, a->at.record, a->at.field, b->at.field };
			if (in_unit && !callee->params[a->arg].length_in_bytes)
				pair.kind = PAIR_LENGTH;
			if ((in_library || in_unit) && a->at.record == b->at.record &&
			    str_equal(a->at.base, b->at.base))
				give_length(model, &pair, BELIEF_CODE);
		}
}

static void pair_by_code(struct model *model, const struct fields *fields)
{
	for (size_t i = 0; i < fields->pairs.n; i++)
		if (fields->pairs.at[i].kind <= PAIR_BYTES)
			give_length(model, &fields->pairs.at[i], BELIEF_CODE);
	pair_by_calls(model, fields);
}

static void pair_by_name(struct model *model, type_id record)
{
	const struct type *type = &model->types.at[record];
	for (uint32_t b = 0; b < type->n_fields; b++)
		for (uint32_t l = 0; l < type->n_fields; l++)
			if (b != l && type->fields[b].name[0] &&
			    length_is_named_after(type->fields[l].name, type->fields[b].name))
				give_length(model, &(struct field_pair){ PAIR_LENGTH, record, b, l }, BELIEF_NAME);
}

/* Finds capacities by x->n < x->cap and by names: the limit of a length is the room there is. */
static void find_capacities(struct model *model, const struct fields *fields)
{
	for (size_t i = 0; i < fields->pairs.n; i++) {
		const struct field_pair *pair = &fields->pairs.at[i];
		type_id record = model_type(model, pair->record)->canonical;
		if (pair->kind == PAIR_LIMIT)
			give_capacity(model, record, pair->first, pair->second, BELIEF_CODE);
	}
	for (size_t i = 0; i < model->field_roles.n; i++) {
		struct field_role length = model->field_roles.at[i];
		const struct type *type = &model->types.at[length.record];
		for (uint32_t f = 0; length.use == FIELD_LENGTH && f < type->n_fields; f++)
			if (name_has_any(type->fields[f].name, capacity_words))
				give_capacity(model, length.record, length.field, f, BELIEF_NAME);
	}
}

/* ---- pointers ---- */

/* Pairs two pointers of one type that are compared: the second is the end of the first. */
static void find_ends(struct model *model, const struct fields *fields)
{
	for (size_t i = 0; i < fields->pairs.n; i++) {
		const struct field_pair *pair = &fields->pairs.at[i];
		type_id record = model_type(model, pair->record)->canonical;
		const struct field *list = model->types.at[record].fields;
		if (pair->kind != PAIR_POINTERS ||
		    !model_same_type(model, list[pair->first].type, list[pair->second].type) ||
		    has_use(model, record, pair->first) || has_use(model, record, pair->second) ||
		    model_object_of(model, list[pair->first].type) == record)
			continue;
		struct field_role *end = model_set_field_role(model, record, pair->second);
		end->use = FIELD_END;
		end->partner = pair->first;
		end->belief = BELIEF_CODE;
	}
}

/* Pointers that link lists may be null, even if no code tests them. */
static void settle_null(struct model *model, const struct field_sight *sight)
{
	type_id record = model_type(model, sight->at.record)->canonical;
	type_id type = model->types.at[record].fields[sight->at.field].type;
	if (model_canonical(model, type)->kind != TYPE_POINTER || !(sight->followed || sight->tested) ||
	    model_object_of(model, type) == record || model->types.at[record].kind != TYPE_STRUCT)
		return;
	struct field_role *role = model_set_field_role(model, record, sight->at.field);
	if (role->null != NULL_UNKNOWN)
		return;
	role->null = sight->tested ? NULL_ALLOWED : NULL_FORBIDDEN;
	if (role->use == FIELD_ANY)
		role->belief = BELIEF_CODE;
}

static void settle_string(struct model *model, const struct field_sight *sight)
{
	type_id record = model_type(model, sight->at.record)->canonical;
	const struct type *type = model_canonical(model, model->types.at[record].fields[sight->at.field].type);
	if (!sight->is_string || type->kind != TYPE_POINTER || has_use(model, record, sight->at.field))
		return;
	struct field_role *role = model_set_field_role(model, record, sight->at.field);
	role->use = FIELD_STRING;
	role->belief = BELIEF_CODE;
}

/* The array behind a field ends with a certain element, if nothing counts its elements. */
static void settle_ending(struct model *model, const struct field_ending *seen)
{
	type_id record = model_type(model, seen->at.record)->canonical;
	type_id type = model->types.at[record].fields[seen->at.field].type;
	if (has_use(model, record, seen->at.field) || model->types.at[record].kind != TYPE_STRUCT ||
	    !model_ending_fits(model, type, &seen->ending) || !is_row(model, record, seen->at.field))
		return;
	struct field_role *role = model_set_field_role(model, record, seen->at.field);
	role->use = FIELD_ARRAY;
	role->ending = seen->ending;
	role->belief = BELIEF_CODE;
}

/* ---- tags ---- */

static bool has_case(const struct model *model, const struct tag_case *tag)
{
	for (size_t i = 0; i < model->tag_cases.n; i++)
		if (model->tag_cases.at[i].record == tag->record && model->tag_cases.at[i].tag == tag->tag &&
		    model->tag_cases.at[i].value == tag->value)
			return true;
	return false;
}

static bool is_tag_type(const struct type *type)
{
	return type->kind == TYPE_INT || type->kind == TYPE_ENUM || type->kind == TYPE_BOOL;
}

/* The tag of a union is the field whose value decides which member code looks at; the first member
 * that it looks at counts. */
static void find_tags(struct model *model, const struct fields *fields)
{
	for (size_t i = 0; i < fields->cases.n; i++) {
		const struct field_case *seen = &fields->cases.at[i];
		type_id record = model_type(model, seen->tag.record)->canonical;
		struct tag_case tag = { record, seen->tag.field, seen->member, seen->value };
		const struct field *field = &model->types.at[record].fields[tag.tag];
		const struct field_role *known = model_field_role(model, record, tag.tag);
		bool is_other = known && known->use != FIELD_ANY &&
		                (known->use != FIELD_TAG || known->partner != seen->union_field);
		if (is_other || field->bit_width || !is_tag_type(model_canonical(model, field->type)) ||
		    model->types.at[record].kind != TYPE_STRUCT)
			continue;
		struct field_role *role = model_set_field_role(model, record, tag.tag);
		role->use = FIELD_TAG;
		role->partner = seen->union_field;
		role->belief = BELIEF_CODE;
		if (!has_case(model, &tag))
			vec_push(&model->tag_cases, tag);
	}
}

static int by_place(const void *a, const void *b)
{
	const struct tag_case *x = a, *y = b;
	if (x->record != y->record)
		return x->record < y->record ? -1 : 1;
	if (x->tag != y->tag)
		return x->tag < y->tag ? -1 : 1;
	return x->value < y->value ? -1 : x->value > y->value;
}

/* A void * that the unit takes for a pointer to one struct is one in disguise. */
static void unmask_field(struct modeller *m, const struct field_sight *sight)
{
	type_id record = model_type(m->model, sight->at.record)->canonical;
	const struct type *meant = model_type(m->model, sight->as_struct);
	if (!sight->as_struct || sight->as_several || !meant->complete || meant->opaque)
		return;
	const struct field *old = m->model->types.at[record].fields;
	struct field *fields = arena_memdup(m->model->arena, old, m->model->types.at[record].n_fields * sizeof *fields);
	fields[sight->at.field].type = type_in_disguise(m, fields[sight->at.field].type, sight->as_struct);
	for (type_id id = 0; id < m->model->types.n; id++)
		if (m->model->types.at[id].fields == old)
			m->model->types.at[id].fields = fields;
}

void fields_settle(struct modeller *m)
{
	struct model *model = m->model;
	const struct fields *fields = m->fields;
	if (!fields)
		return;
	for (size_t i = 0; i < fields->sights.n; i++)
		unmask_field(m, &fields->sights.at[i]);
	find_tags(model, fields);
	pair_by_code(model, fields);
	for (size_t i = 0; i < fields->sights.n; i++)
		settle_string(model, &fields->sights.at[i]);
	for (type_id id = 0; id < model->types.n; id++)
		if (model->types.at[id].canonical == id && model->types.at[id].kind == TYPE_STRUCT)
			pair_by_name(model, id);
	find_capacities(model, fields);
	find_ends(model, fields);
	for (size_t i = 0; i < fields->endings.n; i++)
		settle_ending(model, &fields->endings.at[i]);
	for (size_t i = 0; i < fields->sights.n; i++)
		settle_null(model, &fields->sights.at[i]);
	if (model->tag_cases.n)
		qsort(model->tag_cases.at, model->tag_cases.n, sizeof *model->tag_cases.at, by_place);
}

void fields_free(struct fields *fields)
{
	if (!fields)
		return;
	vec_release(&fields->sights);
	vec_release(&fields->methods);
	map_release(&fields->index);
	vec_release(&fields->pairs);
	vec_release(&fields->passes);
	vec_release(&fields->cases);
	vec_release(&fields->endings);
	vec_release(&fields->keepings);
	free(fields);
}
