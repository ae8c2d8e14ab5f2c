/* model: see model.h. Making and asking; valid.c checks, text.c prints. */
#include "model/model.h"

#include <string.h>

#include "base/str.h"

struct model *model_new(void)
{
	struct arena *arena = arena_new();
	struct model *model = ARENA_NEW(arena, struct model);
	model->arena = arena;
	struct type nothing = {
		.kind = TYPE_VOID, .spelling = "void", .tag = "", .complete = false, .spellable = true
	};
	vec_push(&model->types, nothing);
	return model;
}

void model_free(struct model *model)
{
	if (!model)
		return;
	vec_release(&model->types);
	vec_release(&model->functions);
	vec_release(&model->missing);
	vec_release(&model->missing_variables);
	vec_release(&model->declared);
	vec_release(&model->constants);
	vec_release(&model->macros);
	vec_release(&model->literals);
	vec_release(&model->usages);
	vec_release(&model->namings);
	vec_release(&model->field_namings);
	vec_release(&model->sources);
	vec_release(&model->prologues);
	vec_release(&model->contracts);
	arena_free(model->arena);
}

static const char *const role_names[N_ROLES] = {
	[ROLE_VALUE] = "any value",       [ROLE_HANDLE] = "handle",          [ROLE_OBJECT] = "object",
	[ROLE_STRING] = "string",         [ROLE_BUFFER] = "buffer",          [ROLE_LENGTH] = "length",
	[ROLE_OUT] = "out-parameter",     [ROLE_FILE_NAME] = "file name",    [ROLE_FILE] = "file",
	[ROLE_CALLBACK] = "callback",     [ROLE_USER_DATA] = "user pointer", [ROLE_FORMAT] = "format",
	[ROLE_ARGV] = "array of strings", [ROLE_DESCRIPTOR] = "descriptor",
};

const char *role_name(enum role role)
{
	return role_names[role];
}

uint32_t model_find_function(const struct model *model, const char *name)
{
	for (uint32_t i = 0; i < model->functions.n; i++)
		if (str_equal(model->functions.at[i].name, name))
			return i;
	return NONE;
}

const char *model_field_number_name(const struct model *model, type_id record, uint32_t field, int64_t number)
{
	for (size_t i = 0; i < model->field_namings.n; i++) {
		const struct field_naming *naming = &model->field_namings.at[i];
		const struct constant *constant = &model->constants.at[naming->constant];
		if (naming->record == record && naming->field == field && constant->value == number &&
		    !constant->unknown_to_tests)
			return constant->name;
	}
	return NULL;
}

const struct naming *model_namings_of(const struct model *model, uint32_t function, size_t *n)
{
	size_t low = 0, high = model->namings.n;
	while (low < high) { /* the first of this function */
		size_t middle = low + (high - low) / 2;
		if (model->namings.at[middle].function < function)
			low = middle + 1;
		else
			high = middle;
	}
	*n = 0;
	while (low + *n < model->namings.n && model->namings.at[low + *n].function == function)
		++*n;
	return model->namings.at + low;
}

const char *model_number_name(const struct model *model, uint32_t function, uint32_t param, int64_t number)
{
	size_t n;
	const struct naming *namings = model_namings_of(model, function, &n);
	for (size_t i = 0; i < n; i++) {
		const struct constant *constant = &model->constants.at[namings[i].constant];
		if (namings[i].param == param && constant->value == number && !constant->unknown_to_tests)
			return constant->name;
	}
	return NULL;
}

uint32_t model_contract_of_function(const struct model *model, enum contract_kind kind, uint32_t function)
{
	for (uint32_t i = 0; i < model->contracts.n; i++)
		if (model->contracts.at[i].kind == kind && model->contracts.at[i].function == function)
			return i;
	return NONE;
}

uint32_t model_contract_of_type(const struct model *model, enum contract_kind kind, type_id type)
{
	for (uint32_t i = 0; i < model->contracts.n; i++)
		if (model->contracts.at[i].kind == kind && model->contracts.at[i].type == type)
			return i;
	return NONE;
}

type_id model_object_of(const struct model *model, type_id type)
{
	const struct type *t = model_canonical(model, type);
	for (int depth = 0; depth < 2 && t->kind == TYPE_POINTER; depth++)
		t = model_canonical(model, t->target);
	if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION)
		return NONE;
	return t->canonical;
}

type_id model_made_by(const struct model *model, const struct function *function)
{
	if (!function->is_maker)
		return NONE;
	if (function->made_param == NONE)
		return model_object_of(model, function->result);
	return model_object_of(model, function->params[function->made_param].type);
}

static bool sets_up_only(const struct function *function)
{
	return function->made_param != NONE && function->params[function->made_param].role == ROLE_OBJECT;
}

/* Users have to pass one. */
static bool is_asked_for(const struct model *model, type_id object)
{
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *f = &model->functions.at[i];
		for (uint32_t p = 0; p < f->n_params && !f->is_static; p++) {
			const struct type *pointer = model_canonical(model, f->params[p].type);
			if (pointer->kind == TYPE_POINTER &&
			    model_canonical(model, pointer->target)->canonical == object)
				return true;
		}
	}
	return false;
}

/* Makers that are internal make what only internal functions take. */
bool model_has_maker(const struct model *model, type_id object)
{
	bool inside = false;
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *f = &model->functions.at[i];
		if (!f->is_maker || sets_up_only(f) || model_made_by(model, f) != object)
			continue;
		if (!f->is_static)
			return true;
		inside = true;
	}
	return inside && !is_asked_for(model, object);
}

static bool is_stdio_file(const struct model *model, type_id pointee)
{
	const char *tag = model_canonical(model, pointee)->tag;
	return str_equal(tag, "_IO_FILE") || str_equal(tag, "FILE") || str_equal(tag, "__sFILE");
}

uint32_t model_unnamed_arguments(const struct function *function)
{
	for (uint32_t i = 0; i < function->n_params; i++)
		if (function->params[i].role == ROLE_FORMAT && function->params[i].belief != BELIEF_NAME)
			return 0; /* like printf: compilers count */
	return function->variadic && function->n_params ? 3 : 0;
}

bool model_can_be_descriptor(const struct model *model, type_id type)
{
	const struct type *t = model_canonical(model, type);
	return t->kind == TYPE_INT && t->is_signed && t->size == sizeof(int) && str_equal(t->spelling, "int");
}

enum role model_default_role(const struct model *model, type_id type)
{
	const struct type *t = model_canonical(model, type);
	if (t->kind != TYPE_POINTER)
		return ROLE_VALUE;
	const struct type *pointee = model_canonical(model, t->target);
	if (pointee->kind == TYPE_FUNCTION)
		return ROLE_CALLBACK;
	if (pointee->kind != TYPE_STRUCT && pointee->kind != TYPE_UNION)
		return ROLE_VALUE;
	if (is_stdio_file(model, t->target))
		return ROLE_FILE;
	if (!pointee->complete || pointee->opaque || model_has_maker(model, pointee->canonical))
		return ROLE_HANDLE;
	return ROLE_OBJECT;
}

/* --- C declarations --- */

static bool is_plain_spelling(const struct type *t)
{
	bool derived = t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY || t->kind == TYPE_FUNCTION;
	return !derived || t->in_disguise || !strpbrk(t->spelling, "*([");
}

static const char *declare_params(const struct model *model, const struct type *t, struct arena *arena)
{
	const char *list = t->n_params ? "" : "void";
	for (uint32_t i = 0; i < t->n_params; i++)
		list = arena_printf(arena, "%s%s%s", list, i ? ", " : "", type_declare(model, t->params[i], "", arena));
	return t->variadic && t->n_params ? arena_printf(arena, "%s, ...", list) : list;
}

const char *type_declare(const struct model *model, type_id type, const char *name, struct arena *arena)
{
	const struct type *t = model_type(model, type);
	if (is_plain_spelling(t))
		return name[0] ? arena_printf(arena, "%s%s%s", t->spelling, str_ends(t->spelling, "*") ? "" : " ", name)
		               : t->spelling;
	if (t->kind == TYPE_ARRAY && t->count)
		return type_declare(model, t->target,
		                    arena_printf(arena, "%s[%llu]", name, (unsigned long long)t->count), arena);
	if (t->kind == TYPE_ARRAY)
		return type_declare(model, t->target, arena_printf(arena, "%s[]", name), arena);
	if (t->kind == TYPE_FUNCTION)
		return type_declare(model, t->target,
		                    arena_printf(arena, "%s(%s)", name, declare_params(model, t, arena)), arena);
	const struct type *pointee = model_type(model, t->target);
	bool wrap = !is_plain_spelling(pointee) && pointee->kind != TYPE_POINTER;
	const char *space = t->is_const && name[0] ? " " : "";
	const char *inner = arena_printf(arena, "*%s%s%s", t->is_const ? "const" : "", space, name);
	return type_declare(model, t->target, wrap ? arena_printf(arena, "(%s)", inner) : inner, arena);
}
