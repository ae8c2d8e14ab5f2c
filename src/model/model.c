/* model: see model.h. This file makes models and answers questions; valid.c checks, text.c prints. */
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
	vec_release(&model->field_roles);
	vec_release(&model->tag_cases);
	vec_release(&model->sources);
	vec_release(&model->prologues);
	vec_release(&model->contracts);
	arena_free(model->arena);
}

static const char *const role_names[N_ROLES] = {
	[ROLE_VALUE] = "any value",
	[ROLE_HANDLE] = "handle",
	[ROLE_OBJECT] = "object",
	[ROLE_STRING] = "string",
	[ROLE_BUFFER] = "buffer",
	[ROLE_LENGTH] = "length",
	[ROLE_OUT] = "out-parameter",
	[ROLE_FILE_NAME] = "file name",
	[ROLE_FILE] = "file",
	[ROLE_CALLBACK] = "callback",
	[ROLE_USER_DATA] = "user pointer",
	[ROLE_FORMAT] = "format",
	[ROLE_ARGV] = "array of strings",
	[ROLE_DESCRIPTOR] = "descriptor",
	[ROLE_ARRAY] = "array",
	[ROLE_END] = "end",
};

const char *role_name(enum role role)
{
	return role_names[role];
}

char *model_main_name(struct arena *arena, uint32_t number)
{
	return number == 1 ? arena_strdup(arena, "unit_main") : arena_printf(arena, "unit_main_%u", number);
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
	while (low < high) { /* finds the first naming of the function */
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

/* Index of the first role that does not come before this field. */
static size_t field_role_place(const struct model *model, type_id record, uint32_t field)
{
	size_t low = 0, high = model->field_roles.n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct field_role *role = &model->field_roles.at[middle];
		if (role->record < record || (role->record == record && role->field < field))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct field_role *model_field_role(const struct model *model, type_id record, uint32_t field)
{
	size_t i = field_role_place(model, record, field);
	if (i == model->field_roles.n || model->field_roles.at[i].record != record ||
	    model->field_roles.at[i].field != field)
		return NULL;
	return &model->field_roles.at[i];
}

const struct field_role *model_field_roles_of(const struct model *model, type_id record, size_t *n)
{
	size_t first = field_role_place(model, record, 0), last = field_role_place(model, record, NONE);
	*n = last - first;
	return *n ? &model->field_roles.at[first] : NULL;
}

struct field_role *model_set_field_role(struct model *model, type_id record, uint32_t field)
{
	struct field_role fresh = { .record = record, .field = field, .partner = NONE };
	size_t i = field_role_place(model, record, field);
	if (!model_field_role(model, record, field)) {
		vec_push(&model->field_roles, fresh);
		memmove(&model->field_roles.at[i + 1], &model->field_roles.at[i],
		        (model->field_roles.n - 1 - i) * sizeof fresh);
		model->field_roles.at[i] = fresh;
	}
	return &model->field_roles.at[i];
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

/* Some function for users takes such an object. */
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

/* An internal maker makes objects that only internal functions take. */
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
			return 0; /* like printf, whose calls compilers check */
	return function->variadic && function->n_params && !function->n_cases ? 3 : 0;
}

bool model_can_be_descriptor(const struct model *model, type_id type)
{
	const struct type *t = model_canonical(model, type);
	return t->kind == TYPE_INT && t->is_signed && t->size == sizeof(int) && str_equal(t->spelling, "int");
}

bool model_is_end(const struct function *function, uint32_t param)
{
	const struct param *p = &function->params[param];
	return p->role == ROLE_END && function->params[p->partner].partner == param;
}

bool model_can_be_end(const struct model *model, type_id begin, type_id end)
{
	const struct type *a = model_canonical(model, begin), *b = model_canonical(model, end);
	if (a->kind != TYPE_POINTER || b->kind != TYPE_POINTER || !model_same_type(model, a->target, b->target))
		return false;
	const struct type *element = model_canonical(model, a->target);
	return element->kind == TYPE_VOID || (element->kind != TYPE_FUNCTION && element->size);
}

bool model_can_be_cursor(const struct model *model, type_id cursor, type_id end)
{
	const struct type *pointer = model_canonical(model, cursor);
	return pointer->kind == TYPE_POINTER && model_can_be_end(model, pointer->target, end);
}

bool model_ending_fits(const struct model *model, type_id pointer, const struct array_end *ending)
{
	const struct type *at = model_canonical(model, pointer);
	const struct type *element = at->kind == TYPE_POINTER ? model_canonical(model, at->target) : NULL;
	if (!ending->known || !element || !element->size || element->opaque)
		return false;
	bool is_record = element->kind == TYPE_STRUCT, has_field = ending->field != NONE;
	if (has_field && (!is_record || ending->field >= element->n_fields || element->fields[ending->field].bit_width))
		return false;
	if (is_record && !has_field)
		return ending->value == 0;
	const struct type *told = has_field ? model_canonical(model, element->fields[ending->field].type) : element;
	if (told->kind == TYPE_POINTER)
		return ending->value == 0;
	return told->size <= sizeof ending->value &&
	       (told->kind == TYPE_INT || told->kind == TYPE_ENUM || told->kind == TYPE_BOOL);
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

/* ---- stand-ins ---- */

/* A "const char *" before "..." is a message; the other parameters say where it goes. */
static bool is_message(const struct model *model, const struct type *function)
{
	if (!function->variadic || !function->n_params)
		return false;
	const struct type *last = model_type(model, function->params[function->n_params - 1]);
	const struct type *text = last->kind == TYPE_POINTER ? model_type(model, last->target) : NULL;
	return text && text->is_const && text->size == 1;
}

bool model_stand_in_matters(const struct model *model, const struct missing *missing)
{
	const struct type *function = model_type(model, missing->type);
	if (missing->known_as || missing->noreturn)
		return missing->in_context;
	if (function->kind != TYPE_FUNCTION || model_canonical(model, function->target)->kind != TYPE_VOID)
		return true;
	for (uint32_t p = 0; p < function->n_params && !is_message(model, function); p++) {
		const struct type *pointer = model_type(model, function->params[p]);
		if (pointer->kind == TYPE_POINTER && !model_type(model, pointer->target)->is_const &&
		    model_canonical(model, pointer->target)->kind != TYPE_FUNCTION)
			return true;
	}
	return false;
}

static bool leads_to_bytes(const struct model *model, type_id id)
{
	const struct type *type = model_canonical(model, id);
	if (type->kind != TYPE_POINTER)
		return false;
	const struct type *target = model_canonical(model, type->target);
	return target->kind == TYPE_VOID || (target->kind == TYPE_INT && target->size == 1);
}

uint32_t model_bounding_param(const struct model *model, const struct type *function)
{
	const struct type *result = model_canonical(model, function->target);
	if (function->kind != TYPE_FUNCTION || result->kind != TYPE_INT || result->size < 4)
		return NONE;
	for (uint32_t i = 0; i + 1 < function->n_params; i++) {
		const struct type *size = model_canonical(model, function->params[i + 1]);
		if (leads_to_bytes(model, function->params[i]) && size->kind == TYPE_INT && size->size == 8 &&
		    !size->is_signed)
			return i + 1;
	}
	return NONE;
}

type_id model_add_text_type(struct model *model)
{
	type_id text = (type_id)model->types.n;
	vec_push(&model->types, (struct type){ .kind = TYPE_INT,
	                                       .spelling = "char",
	                                       .tag = "",
	                                       .canonical = text,
	                                       .size = 1,
	                                       .align = 1,
	                                       .is_signed = true,
	                                       .complete = true,
	                                       .spellable = true });
	vec_push(&model->types, (struct type){ .kind = TYPE_POINTER,
	                                       .spelling = "char *",
	                                       .tag = "",
	                                       .canonical = text + 1,
	                                       .size = sizeof(void *),
	                                       .align = sizeof(void *),
	                                       .complete = true,
	                                       .spellable = true,
	                                       .target = text });
	return text + 1;
}
