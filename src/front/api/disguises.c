/* disguises: structs behind pointers of other types.
 *
 * A library may hand out its objects as void *, or as a typedef for void *, and convert them back
 * to structs when it gets them; only function bodies show which struct such a pointer must lead to.
 * So a void * that is converted to a pointer to a struct is a pointer to this struct. If users do
 * not see the struct, it has to come from a function that gives such a pointer.
 *
 * A typedef for a pointer to characters or numbers may hide something, too: memory before the place
 * it points to, which may hold the length of a string. If functions look for that memory, only
 * functions that give such a pointer can make one. */
#include <string.h>

#include "base/str.h"
#include "front/api/modeller.h"

/* A typedef for a pointer to void, to characters or to numbers, which may hide something. */
struct name {
	const char *name;
	type_id pointer;      /* the pointer, as its type says */
	type_id record;       /* the struct that pointers with this name are converted to */
	bool several;         /* they are converted to several structs */
	bool has_prefix, given;
};

struct disguises {
	struct modeller *m;
	struct model *model;
	VEC(struct name) names;
};

static const struct type *target_of(const struct model *model, type_id type)
{
	const struct type *pointer = model_canonical(model, type);
	return pointer->kind == TYPE_POINTER ? model_canonical(model, pointer->target) : NULL;
}

static bool is_void_pointer(const struct model *model, type_id type)
{
	const struct type *target = target_of(model, type);
	return target && target->kind == TYPE_VOID;
}

/* The typedef of a pointer that leads to no struct; NULL: the pointer has none. */
static const char *name_of(const struct model *model, const struct type *type)
{
	const struct type *target = target_of(model, type->canonical);
	if (!target || (target->kind != TYPE_VOID && target->kind != TYPE_INT && target->kind != TYPE_FLOAT))
		return NULL;
	const char *name = str_starts(type->spelling, "const ") ? type->spelling + strlen("const ") : type->spelling;
	return strpbrk(name, "*([ ") ? NULL : name;
}

static struct name *name_find(struct disguises *d, const struct type *type, bool add)
{
	const char *name = name_of(d->model, type);
	for (size_t i = 0; name && i < d->names.n; i++)
		if (str_equal(d->names.at[i].name, name))
			return &d->names.at[i];
	if (!name || !add)
		return NULL;
	vec_push(&d->names, ((struct name){ .name = name, .pointer = type->canonical }));
	return &vec_last(&d->names);
}

/* ---- what the bodies say ---- */

static void note_struct(const struct disguises *d, struct name *name, type_id record, bool several)
{
	if (!is_void_pointer(d->model, name->pointer))
		return;
	name->several |= several;
	sight_note_struct(record, &name->record, &name->several);
}

/* A function that itself takes such a pointer is no source of them, and neither is a static function. */
static bool can_give(const struct disguises *d, const struct function *function, const char *name)
{
	for (uint32_t p = 0; p < function->n_params; p++) {
		const char *own = name_of(d->model, model_type(d->model, function->params[p].type));
		if (own && str_equal(own, name))
			return false;
	}
	return !function->is_static;
}

/* open(counter_t *counter, ...) leaves an object in the variable. */
static void note_variable(struct disguises *d, const struct function *function, const struct type *type)
{
	const struct type *target = type->kind == TYPE_POINTER ? model_type(d->model, type->target) : NULL;
	struct name *name = target && !target->is_const ? name_find(d, target, true) : NULL;
	if (name && can_give(d, function, name->name))
		name->given = true;
}

static void note_param(struct disguises *d, const struct function *function, const struct param *param,
                       const struct sight *sight)
{
	const struct type *type = model_type(d->model, param->type);
	struct name *name = name_find(d, type, true);
	note_variable(d, function, type);
	if (!name)
		return;
	name->has_prefix |= sight->memory.has_prefix;
	note_struct(d, name, sight->meaning.as_struct, sight->meaning.as_several);
}

static void note_result(struct disguises *d, const struct function *function, const struct body *body)
{
	struct name *name = name_find(d, model_type(d->model, function->result), true);
	if (!name)
		return;
	name->given |= can_give(d, function, name->name);
	note_struct(d, name, body->gives_struct, body->gives_several);
}

static void note_all(struct disguises *d)
{
	for (size_t i = 0; i < d->model->functions.n; i++) {
		const struct function *function = &d->model->functions.at[i];
		const struct body *body = d->m->bodies.at[i];
		note_result(d, function, body);
		for (uint32_t p = 0; p < function->n_params; p++)
			note_param(d, function, &function->params[p], &body->params[p]);
	}
}

static bool points_to(const struct model *model, type_id type, type_id record)
{
	const struct type *target = target_of(model, type);
	return target && target->canonical == record;
}

/* Some function gives the struct, as itself or as a void *, or leaves it in a variable of the caller. */
static bool is_given(const struct disguises *d, type_id record)
{
	for (size_t i = 0; i < d->model->functions.n; i++) {
		const struct function *function = &d->model->functions.at[i];
		const struct type *result = target_of(d->model, function->result);
		const struct body *body = d->m->bodies.at[i];
		if (function->is_static)
			continue;
		if (points_to(d->model, function->result, record) ||
		    (result && result->kind == TYPE_VOID && body->gives_struct == record))
			return true;
		for (uint32_t p = 0; p < function->n_params; p++) {
			const struct type *target = target_of(d->model, function->params[p].type);
			if (target && target->kind == TYPE_POINTER && points_to(d->model, target->canonical, record))
				return true;
		}
	}
	return false;
}

/* A user of the function can have the struct: the user sees its definition, or some function gives
 * it. */
static bool can_be_had(const struct disguises *d, const struct function *function, type_id record)
{
	return record && (hidden_shows(d->m, function->name, record) || is_given(d, record));
}

/* ---- pointers without a name ---- */

static bool goes_plain(const struct disguises *d, type_id type)
{
	return is_void_pointer(d->model, type) && !name_of(d->model, model_type(d->model, type));
}

static void unmask_function(struct disguises *d, struct function *function, const struct body *body)
{
	if (goes_plain(d, function->result) && can_be_had(d, function, body->gives_struct))
		function->result = type_in_disguise(d->m, function->result, body->gives_struct);
	for (uint32_t p = 0; p < function->n_params; p++) {
		struct param *param = &function->params[p];
		const struct sight *sight = &body->params[p];
		bool is_bytes = sight->length != NONE; /* bytes that code looks at through a struct in some
		                                          places */
		if (goes_plain(d, param->type) && !is_bytes && can_be_had(d, function, sight->meaning.as_struct))
			param->type = type_in_disguise(d->m, param->type, sight->meaning.as_struct);
	}
}

static size_t first_word(const char *name)
{
	return strcspn(name, "_");
}

static bool are_kin(const char *a, const char *b)
{
	size_t n = first_word(a);
	return n > 1 && n == first_word(b) && strncmp(a, b, n) == 0;
}

/* The struct that functions of one family convert parameters of this name to; 0: none, or several. */
static type_id known_to_kin(const struct disguises *d, const struct function *function, const struct param *param)
{
	type_id found = 0;
	bool several = false;
	for (size_t i = 0; i < d->model->functions.n; i++) {
		const struct function *other = &d->model->functions.at[i];
		for (uint32_t p = 0; p < other->n_params && are_kin(function->name, other->name); p++)
			if (model_type(d->model, other->params[p].type)->in_disguise &&
			    str_equal(other->params[p].name, param->name))
				sight_note_struct(target_of(d->model, other->params[p].type)->canonical, &found,
				                  &several);
	}
	return found;
}

/* A function may only pass the pointer on, as bag_free(bag) does. Then the functions of its family,
 * as bag_add(bag, ...), tell the struct. */
static void unmask_kin(struct disguises *d, struct function *function, const struct body *body)
{
	for (uint32_t p = 0; p < function->n_params; p++) {
		struct param *param = &function->params[p];
		const struct sight *sight = &body->params[p];
		if (!goes_plain(d, param->type) || sight->meaning.is_struct || sight->meaning.as_several ||
		    sight->length != NONE || sight->fate.given_away)
			continue;
		type_id record = known_to_kin(d, function, param);
		if (can_be_had(d, function, record))
			param->type = type_in_disguise(d->m, param->type, record);
	}
}

/* ---- typedefs ---- */

/* Users of some function with such a parameter can have the struct, or some function gives it. The
 * answer holds for all functions with this typedef, so that they agree. */
static bool some_can_have(const struct disguises *d, const struct name *name)
{
	for (size_t i = 0; i < d->model->functions.n; i++) {
		const struct function *function = &d->model->functions.at[i];
		for (uint32_t p = 0; p < function->n_params; p++) {
			const char *own = name_of(d->model, model_type(d->model, function->params[p].type));
			if (own && str_equal(own, name->name) && can_be_had(d, function, name->record))
				return true;
		}
	}
	return name->given && name->record;
}

/* The struct behind the name; 0: the pointer is what its type says. */
static type_id unmasked(struct disguises *d, const struct name *name)
{
	if (name->record && !name->several && some_can_have(d, name))
		return name->record;
	return name->has_prefix && name->given ? type_hidden_behind(d->m, name->name, name->pointer) : 0;
}

static void unmask_names(struct disguises *d)
{
	for (size_t i = 0; i < d->names.n; i++) {
		struct name *name = &d->names.at[i];
		type_id record = unmasked(d, name);
		size_t n = d->model->types.n;
		for (type_id t = 0; record && t < n; t++) {
			const char *own = name_of(d->model, model_type(d->model, t));
			if (own && str_equal(own, name->name))
				type_unmask(d->m, t, record);
		}
	}
	types_derive_again(d->m);
}

void disguises_settle(struct modeller *m)
{
	struct disguises d = { .m = m, .model = m->model };
	note_all(&d);
	for (size_t i = 0; i < m->model->functions.n; i++)
		unmask_function(&d, &m->model->functions.at[i], m->bodies.at[i]);
	for (size_t i = 0; i < m->model->functions.n; i++)
		unmask_kin(&d, &m->model->functions.at[i], m->bodies.at[i]);
	unmask_names(&d);
	vec_release(&d.names);
}
