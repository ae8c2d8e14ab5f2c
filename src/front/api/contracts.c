/* contracts: the user's file of contracts -> entries of the model.
 *
 * A contract is a plain C function that is found by its name: skep_requires_F, skep_ensures_F,
 * skep_invariant_T, skep_equal_T, skep_make_T. Tests pass it the values of the function or type
 * that it is about, so its parameters must have the same types. This is checked here, where both
 * are known; an error names file and line, and shows the declaration that would fit. See
 * docs/contracts.md. */
#include <string.h>

#include "base/str.h"
#include "front/api/modeller.h"

static const char *const prefixes[N_CONTRACT_KINDS] = {
	[CONTRACT_REQUIRES] = "skep_requires_",   [CONTRACT_ENSURES] = "skep_ensures_",
	[CONTRACT_INVARIANT] = "skep_invariant_", [CONTRACT_EQUAL] = "skep_equal_",
	[CONTRACT_MAKE] = "skep_make_",
};

/* A function of the file while it is read. */
struct reading {
	struct modeller *m;
	size_t n_types, n_functions;  /* numbers of entries that belong to the unit itself */
	struct contract contract;
	const char *about;            /* F or T in the name of the contract */
	CXCursor cursor;
	type_id result;
	const type_id *params;
	uint32_t n_params;
	status st;
};

PRINTF_LIKE(2, 3)
static status refuse(const struct reading *reading, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *why = xvprintf(format, args);
	va_end(args);
	status st = fail(TROUBLE_INPUT, "%s:%u: %s %s", reading->m->model->contract_file, reading->contract.line,
	                 reading->contract.name, why);
	free(why);
	return st;
}

/* ---- types ---- */

static bool is_record(const struct type *type)
{
	return type->kind == TYPE_STRUCT || type->kind == TYPE_UNION;
}

/* Both types are one. If the unit hides a struct's definition and the file defines the struct
 * again, that is the unit's struct of this name. */
static bool is_same(const struct model *model, type_id a, type_id b)
{
	const struct type *x = model_canonical(model, a), *y = model_canonical(model, b);
	if (x == y)
		return true;
	if (x->kind != y->kind)
		return false;
	return x->kind == TYPE_POINTER ? is_same(model, x->target, y->target)
	                               : is_record(x) && str_equal(x->spelling, y->spelling);
}

/* The unit's own entry for a type of the file; NONE: there is none. */
static type_id unit_type(const struct reading *reading, type_id id)
{
	const struct model *model = reading->m->model;
	type_id canonical = model_type(model, id)->canonical;
	if (canonical < reading->n_types)
		return canonical;
	for (type_id known = 0; known < reading->n_types; known++)
		if (model_type(model, known)->canonical == known && is_same(model, known, id))
			return known;
	return NONE;
}

/* "ring" of "const struct ring". */
static const char *bare_name(const char *spelling)
{
	static const char *const words[] = { "const ", "volatile ", "struct ", "union ", "enum " };
	for (size_t i = 0; i < sizeof words / sizeof *words;)
		if (str_starts(spelling, words[i])) {
			spelling += strlen(words[i]);
			i = 0;
		} else {
			i++;
		}
	return spelling;
}

static bool is_called(const struct model *model, type_id id, const char *name)
{
	return str_equal(bare_name(model_type(model, id)->spelling), name) ||
	       str_equal(bare_name(model_canonical(model, id)->spelling), name);
}

static bool is_truth(const struct model *model, type_id id)
{
	enum type_kind kind = model_canonical(model, id)->kind;
	return kind == TYPE_BOOL || kind == TYPE_INT || kind == TYPE_ENUM;
}

static bool is_nothing(const struct model *model, type_id id)
{
	return model_canonical(model, id)->kind == TYPE_VOID;
}

/* ---- about functions ---- */

/* The declaration that a contract about the function should have, in the model's arena. */
static char *right_declaration(const struct reading *reading, const struct function *function, const char *truth)
{
	const struct model *model = reading->m->model;
	struct sb text = { 0 };
	sb_addf(&text, "%s %s(", truth, reading->contract.name);
	bool first = true;
	if (reading->contract.kind == CONTRACT_ENSURES && !is_nothing(model, function->result)) {
		sb_add(&text, type_declare(model, function->result, "result", model->arena));
		first = false;
	}
	for (uint32_t i = 0; i < function->n_params; i++, first = false)
		sb_addf(&text, "%s%s", first ? "" : ", ",
		        type_declare(model, function->params[i].type, function->params[i].name, model->arena));
	sb_add(&text, first ? "void)" : ")");
	return sb_take(&text);
}

static bool fits_function(const struct reading *reading, const struct function *function)
{
	const struct model *model = reading->m->model;
	uint32_t at = 0;
	if (reading->contract.kind == CONTRACT_ENSURES && !is_nothing(model, function->result)) {
		if (!reading->n_params || !is_same(model, function->result, reading->params[0]))
			return false;
		at = 1;
	}
	if (reading->n_params != function->n_params + at || !is_truth(model, reading->result))
		return false;
	for (uint32_t i = 0; i < function->n_params; i++)
		if (!is_same(model, function->params[i].type, reading->params[at + i]))
			return false;
	return true;
}

static status read_about_function(struct reading *reading)
{
	const struct model *model = reading->m->model;
	uint32_t index = model_find_function(model, reading->about);
	if (index == NONE || index >= reading->n_functions)
		return refuse(reading, "is about a function that the unit does not have: there is no %s with a body",
		              reading->about);
	const struct function *function = &model->functions.at[index];
	for (uint32_t i = 0; i < function->n_params; i++)
		if (model_canonical(model, function->params[i].type)->kind == TYPE_VA_LIST)
			return refuse(reading, "is about a function that takes a va_list, which can be read only once");
	if (!fits_function(reading, function)) {
		char *right = right_declaration(reading, function, "bool");
		status st = refuse(reading, "does not fit %s; write: %s", reading->about, right);
		free(right);
		return st;
	}
	reading->contract.function = index;
	return NULL;
}

/* ---- about types ---- */

/* The type that parameter i points to, if it is named T; else NONE. */
static type_id named_pointee(const struct reading *reading, uint32_t i)
{
	const struct model *model = reading->m->model;
	const struct type *type = model_type(model, reading->params[i]);
	if (type->kind != TYPE_POINTER || !is_called(model, type->target, reading->about))
		return NONE;
	return model_type(model, type->target)->canonical;
}

static status read_about_type(struct reading *reading)
{
	uint32_t wanted = reading->contract.kind == CONTRACT_EQUAL ? 2 : 1;
	bool fits = reading->n_params == wanted && is_truth(reading->m->model, reading->result);
	for (uint32_t i = 0; i < wanted && fits; i++)
		fits = named_pointee(reading, i) != NONE;
	if (!fits)
		return refuse(reading, "does not fit its name; for a type T write: bool %sT(%s)",
		              prefixes[reading->contract.kind],
		              wanted == 2 ? "const T *a, const T *b" : "const T *value");
	reading->contract.type = unit_type(reading, named_pointee(reading, 0));
	if (reading->contract.type == NONE)
		return refuse(reading, "is about a type that the unit does not use: %s", reading->about);
	return NULL;
}

/* A maker becomes a function of the model that tests call like functions of the unit. */
static status read_maker(struct reading *reading)
{
	struct model *model = reading->m->model;
	const struct type *result = model_type(model, reading->result);
	type_id made = result->kind == TYPE_POINTER ? result->target : reading->result;
	if (!is_called(model, made, reading->about))
		return refuse(reading, "does not give a %s; it should return a %s or a pointer to one", reading->about,
		              reading->about);
	reading->contract.type = unit_type(reading, made);
	if (reading->contract.type == NONE)
		return refuse(reading, "is about a type that the unit does not use: %s", reading->about);
	reading->contract.function = (uint32_t)model->functions.n;
	modeller_add_function(reading->m, reading->cursor);
	return NULL;
}

/* ---- declarations ---- */

/* The result's type, in a word that needs no header. */
static const char *truth_of(const struct reading *reading)
{
	const struct type *type = model_canonical(reading->m->model, reading->result);
	return type->kind == TYPE_BOOL ? "_Bool" : type->spelling;
}

static char *declaration_about_type(const struct reading *reading)
{
	const char *about = model_type(reading->m->model, reading->contract.type)->spelling;
	return reading->n_params == 2
	               ? xprintf("%s %s(const %s *a, const %s *b)", truth_of(reading), reading->contract.name, about,
	                         about)
	               : xprintf("%s %s(const %s *value)", truth_of(reading), reading->contract.name, about);
}

static void declare(struct reading *reading)
{
	struct model *model = reading->m->model;
	if (reading->contract.kind == CONTRACT_MAKE || clang_Cursor_getStorageClass(reading->cursor) == CX_SC_Static)
		return;
	char *text = reading->contract.kind >= CONTRACT_INVARIANT
	                     ? declaration_about_type(reading)
	                     : right_declaration(reading, &model->functions.at[reading->contract.function],
	                                         truth_of(reading));
	reading->contract.declaration = arena_strdup(model->arena, text);
	free(text);
}

/* ---- the file ---- */

static bool read_name(struct reading *reading)
{
	for (enum contract_kind kind = 0; kind < N_CONTRACT_KINDS; kind++)
		if (str_starts(reading->contract.name, prefixes[kind])) {
			reading->contract.kind = kind;
			reading->about = reading->contract.name + strlen(prefixes[kind]);
			return true;
		}
	return false;
}

static void read_types(struct reading *reading)
{
	struct modeller *m = reading->m;
	CXType type = clang_getCursorType(reading->cursor);
	int n = clang_Cursor_getNumArguments(reading->cursor);
	type_id *params = ARENA_ARRAY(m->model->arena, type_id, n > 0 ? (size_t)n : 0);
	for (int i = 0; i < n; i++)
		params[i] = type_of_param(m, clang_Cursor_getArgument(reading->cursor, (unsigned)i),
		                          clang_getArgType(type, (unsigned)i));
	reading->params = params;
	reading->n_params = n > 0 ? (uint32_t)n : 0;
	reading->result = type_of(m, clang_getUnqualifiedType(clang_getResultType(type)));
}

static status read_contract(struct reading *reading, bool in_file)
{
	if (!read_name(reading))
		return in_file ? refuse(reading, "is no contract; names that start with skep_ are those of contracts: "
		                                 "skep_requires_F, skep_ensures_F, skep_invariant_T, skep_equal_T, "
		                                 "skep_make_T")
		               : NULL;
	read_types(reading);
	if (reading->contract.kind == CONTRACT_MAKE)
		TRY(read_maker(reading));
	else if (reading->contract.kind >= CONTRACT_INVARIANT)
		TRY(read_about_type(reading));
	else
		TRY(read_about_function(reading));
	declare(reading);
	vec_push(&reading->m->model->contracts, reading->contract);
	return NULL;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct reading *reading = data;
	CXSourceLocation location = clang_getCursorLocation(cursor);
	if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor) ||
	    !is_users_own(location))
		return CXChildVisit_Continue;
	const char *name = take_text(reading->m->model->arena, clang_getCursorSpelling(cursor));
	if (!str_starts(name, "skep_"))
		return CXChildVisit_Continue;
	reading->cursor = cursor;
	reading->contract = (struct contract){ .name = name, .function = NONE, .line = spot_of(location).line };
	reading->st = read_contract(reading, clang_Location_isFromMainFile(location));
	return reading->st ? CXChildVisit_Break : CXChildVisit_Continue;
}

status modeller_add_contracts(struct modeller *m, const struct parsed *parsed)
{
	struct model *model = m->model;
	struct reading reading = { .m = m, .n_types = model->types.n, .n_functions = model->functions.n };
	m->parsed = parsed;
	model->contract_file = arena_strdup(model->arena, parsed->source->path);
	clang_visitChildren(clang_getTranslationUnitCursor(parsed->original), visit, &reading);
	m->parsed = NULL;
	if (!reading.st && !model->contracts.n)
		return fail(TROUBLE_INPUT,
		            "%s: no contract in it; it should define functions named skep_requires_F, skep_ensures_F, "
		            "skep_invariant_T, skep_equal_T or skep_make_T",
		            parsed->source->path);
	return reading.st;
}

void contracts_settle(struct model *model)
{
	for (size_t i = 0; i < model->contracts.n; i++) {
		const struct contract *contract = &model->contracts.at[i];
		if (contract->kind != CONTRACT_MAKE)
			continue;
		struct function *maker = &model->functions.at[contract->function];
		const struct type *result = model_canonical(model, maker->result);
		maker->header = NULL;
		maker->is_static = false; /* tests that use the maker include the file */
		maker->made_param = NONE;
		maker->is_maker = result->kind == TYPE_POINTER && model_object_of(model, maker->result) != NONE;
	}
}
