/* modeller: the declarations of each source -> model.
 *
 * modeller_add_source() takes one parsed source: types, functions with bodies, constants, literals,
 * and the uses of parameters in bodies. Conclusions need all sources, so modeller_finish() draws
 * them at the end: who makes and destroys objects, the role of each parameter, what can be called. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "front/api/modeller.h"
#include "front/roles/roles.h"
#include "front/read/walk.h"

struct modeller *modeller_new(struct model *model)
{
	struct modeller *m = xcalloc(1, sizeof *m);
	m->model = model;
	*strmap_put(&m->types, "void", NULL) = 0;
	return m;
}

void modeller_free(struct modeller *m)
{
	if (!m)
		return;
	strmap_release(&m->types);
	strmap_release(&m->functions);
	strmap_release(&m->headers);
	strmap_release(&m->in_headers);
	strmap_release(&m->declared);
	strmap_release(&m->constants);
	strmap_release(&m->macro_index);
	strmap_release(&m->call_macros);
	vec_release(&m->header_names);
	vec_release(&m->macros);
	vec_release(&m->bodies);
	vec_release(&m->directives);
	variables_free(m->variables);
	fields_free(m->fields);
	hidden_free(m->hidden);
	usages_free(m->usages);
	dots_free(m->dots);
	namings_free(m->namings);
	free(m);
}

/* --- functions --- */

/* The path as the user would write it: of a source as given, of a header as the compiler found it. */
static const char *user_path(struct modeller *m, CXSourceLocation location)
{
	if (clang_Location_isFromMainFile(location))
		return arena_strdup(m->model->arena, m->parsed->source->path);
	const char *path = take_text(m->model->arena, clang_getFileName(spot_of(location).file));
	return str_starts(path, "./") ? path + 2 : path;
}

void modeller_note_header(struct modeller *m, CXCursor declaration)
{
	CXSourceLocation location = clang_getCursorLocation(declaration);
	if (clang_Location_isFromMainFile(location))
		return;
	const char *name = take_text(m->model->arena, clang_getCursorSpelling(declaration));
	bool added;
	hidden_note_function(m, name, declaration);
	uint64_t *index = strmap_put(&m->headers, name, &added);
	if (!added)
		return;
	const char *written = include_for(m, spot_of(location).file);
	if (written) {
		vec_push(&m->header_names, written);
		*index = m->header_names.n;
	}
}

/* The attribute is part of the function's type, which alone has it if there is no body. */
static bool has_noreturn_type(CXCursor cursor)
{
	CXString spelled = clang_getTypeSpelling(clang_getCanonicalType(clang_getCursorType(cursor)));
	const char *text = clang_getCString(spelled);
	bool has = text && str_ends(text, "((noreturn))");
	clang_disposeString(spelled);
	return has;
}

static bool never_returns(CXCursor cursor)
{
	if (has_noreturn_type(cursor))
		return true;
	CXPrintingPolicy policy = clang_getCursorPrintingPolicy(cursor);
	clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
	CXString printed = clang_getCursorPrettyPrinted(cursor, policy);
	const char *text = clang_getCString(printed);
	bool never = text &&
	             (strstr(text, "((noreturn))") || strstr(text, "_Noreturn ") || strstr(text, "[[noreturn]]"));
	clang_disposeString(printed);
	clang_PrintingPolicy_dispose(policy);
	return never;
}

/* Notes the first declaration of a function. If nobody defines the function, its stub gets the type
 * of this declaration. */
void modeller_note_declared(struct modeller *m, CXCursor declaration)
{
	const char *name = take_text(m->model->arena, clang_getCursorSpelling(declaration));
	bool added;
	strmap_put(&m->declared, name, &added);
	if (added && clang_getCursorLinkage(declaration) == CXLinkage_External)
		vec_push(&m->model->declared, ((struct missing){ .name = name,
		                                                 .type = type_of(m, clang_getCursorType(declaration)),
		                                                 .noreturn = never_returns(declaration) }));
}

const char *modeller_static_key(struct modeller *m, CXCursor definition)
{
	struct spot spot = spot_of(clang_getCursorLocation(definition));
	const char *name = take_text(m->model->arena, clang_getCursorSpelling(definition));
	const char *path = take_text(m->model->arena, clang_File_tryGetRealPathName(spot.file));
	return arena_printf(m->model->arena, "%s@%s:%u", name, path, spot.line);
}

/* The key of a function. Static functions of one name may differ between sources, and so may
 * main(); an inline function of a header is one function, even if two sources see it. */
static const char *function_key(struct modeller *m, const struct function *f, CXCursor cursor)
{
	return f->is_static || f->is_main ? modeller_static_key(m, cursor) : f->name;
}

static enum CXChildVisitResult find_must_use(CXCursor cursor, CXCursor parent, CXClientData found)
{
	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_WarnUnusedResultAttr)
		return CXChildVisit_Continue;
	*(bool *)found = true;
	return CXChildVisit_Break;
}

static void add_params(struct modeller *m, struct function *f, CXCursor cursor)
{
	CXType type = clang_getCursorType(cursor);
	int n = clang_Cursor_getNumArguments(cursor);
	f->n_params = n > 0 ? (uint32_t)n : 0;
	f->params = ARENA_ARRAY(m->model->arena, struct param, f->n_params);
	for (uint32_t i = 0; i < f->n_params; i++) {
		CXCursor argument = clang_Cursor_getArgument(cursor, i);
		struct param *p = &f->params[i];
		p->partner = NONE;
		p->name = take_text(m->model->arena, clang_getCursorSpelling(argument));
		if (!p->name[0])
			p->name = arena_printf(m->model->arena, "arg%u", i + 1);
		p->type = type_of_param(m, argument, clang_getArgType(type, i));
		long long count = clang_getArraySize(clang_getCursorType(argument));
		bool is_array = model_canonical(m->model, p->type)->kind == TYPE_POINTER && count > 0;
		p->count = is_array ? (uint32_t)count : 0;
	}
}

static uint32_t count_mains(const struct model *model)
{
	uint32_t n = 0;
	for (size_t i = 0; i < model->functions.n; i++)
		n += model->functions.at[i].is_main;
	return n;
}

static enum CXChildVisitResult keep_last(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	*(enum CXCursorKind *)data = clang_getCursorKind(cursor);
	return CXChildVisit_Continue;
}

/* C gives main() a result of 0 if it has no return. Targets call it by another name, for which C
 * does not do so: then it has no result. */
static type_id result_of_main(CXCursor cursor, type_id result)
{
	enum CXCursorKind last = CXCursor_NullStmt;
	clang_visitChildren(walk_body(cursor), keep_last, &last);
	return last == CXCursor_ReturnStmt ? result : 0; /* type 0 is void */
}

void modeller_add_function(struct modeller *m, CXCursor cursor)
{
	CXType type = clang_getCursorType(cursor);
	CXSourceLocation location = clang_getCursorLocation(cursor);
	struct function f = { .source = m->parsed->index, .made_param = NONE };
	f.name = take_text(m->model->arena, clang_getCursorSpelling(cursor));
	f.is_static = clang_getCursorLinkage(cursor) == CXLinkage_Internal;
	f.is_main = str_equal(f.name, "main") && !f.is_static;
	bool added;
	uint64_t *index = strmap_put(&m->functions, function_key(m, &f, cursor), &added);
	if (!added)
		return;
	if (f.is_main)
		f.name = model_main_name(m->model->arena, count_mains(m->model) + 1);
	*index = m->model->functions.n;
	f.type = type_of(m, type);
	f.result = type_of(m, clang_getUnqualifiedType(clang_getResultType(type)));
	if (f.is_main)
		f.result = result_of_main(cursor, f.result);
	f.variadic = model_type(m->model, f.type)->variadic;
	f.is_context = m->parsed->source->is_context;
	f.noreturn = never_returns(cursor);
	clang_visitChildren(cursor, find_must_use, &f.must_use);
	f.wants_room = comment_asks_for_room(cursor);
	f.file = user_path(m, location);
	/* A source may be included in another one. */
	bool in_header = !f.is_static && !clang_Location_isFromMainFile(location) && !str_ends(f.file, ".c");
	f.is_inline = in_header && clang_Cursor_isFunctionInlined(cursor);
	/* If a header defines a whole library, both the unit and a test that includes it would define this
	 * function. */
	if (in_header && !f.is_inline)
		strmap_put(&m->in_headers, f.name, NULL);
	f.line = spot_of(location).line;
	add_params(m, &f, cursor);
	vec_push(&m->bodies, body_read(m, cursor, f.n_params));
	uint32_t format = dots_format(cursor);
	if (format < f.n_params)
		vec_last(&m->bodies)->params[format].meaning.is_format = true;
	vec_push(&m->model->functions, f);
	variables_note_body(m, cursor);
	fields_note_body(m, cursor);
	arrays_note_body(m, cursor, vec_last(&m->bodies));
	dots_note_body(m, cursor);
	literals_add(m, cursor, (uint32_t)m->model->functions.n - 1);
	usages_add(m, cursor);
	namings_add(m, cursor);
	called_add(m, cursor);
}

static bool has_body(CXCursor cursor)
{
	return clang_isCursorDefinition(cursor);
}

static enum CXChildVisitResult add_declaration(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct modeller *m = data;
	if (!is_users_own(clang_getCursorLocation(cursor))) {
		if (clang_getCursorKind(cursor) == CXCursor_VarDecl)
			variables_note_library(m, cursor);
		return CXChildVisit_Continue;
	}
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_FunctionDecl:
		modeller_note_header(m, cursor);
		if (has_body(cursor))
			modeller_add_function(m, cursor);
		else
			modeller_note_declared(m, cursor);
		return CXChildVisit_Continue;
	case CXCursor_VarDecl:
		variables_add(m, cursor);
		return CXChildVisit_Continue;
	case CXCursor_EnumDecl:
		constants_add_enum(m, cursor);
		return CXChildVisit_Continue;
	case CXCursor_MacroDefinition:
		macro_add(m, cursor);
		return CXChildVisit_Continue;
	case CXCursor_StructDecl:
	case CXCursor_UnionDecl:
	case CXCursor_TypedefDecl:
		return CXChildVisit_Recurse; /* a body may declare enums */
	default:
		return CXChildVisit_Continue;
	}
}

status modeller_add_source(struct modeller *m, const struct parsed *parsed)
{
	m->parsed = parsed;
	while (m->model->sources.n <= parsed->index)
		vec_push(&m->model->sources, "");
	m->model->sources.at[parsed->index] = arena_strdup(m->model->arena, parsed->source->path);
	m->model->n_context += parsed->source->is_context;
	includes_read(m);
	prologue_read(m);
	clang_visitChildren(clang_getTranslationUnitCursor(parsed->original), add_declaration, m);
	m->parsed = NULL;
	return NULL;
}

/* --- callability --- */

/* The reason why a test cannot make a value of this type; NULL: it can. */
static const char *why_unmakeable(const struct model *model, type_id id)
{
	const struct type *t = model_type(model, id), *c = model_canonical(model, id);
	switch (c->kind) {
	case TYPE_OTHER:
		return "a test cannot make one";
	case TYPE_STRUCT:
	case TYPE_UNION:
		if (!c->complete)
			return "its layout is not known";
		return t->spellable ? NULL : "it has no name";
	default:
		return NULL;
	}
}

static void decide_callable(struct model *model, struct function *f)
{
	for (uint32_t i = 0; i < f->n_params && !f->why_not; i++) {
		const char *why = why_unmakeable(model, f->params[i].type);
		if (why)
			f->why_not = arena_printf(model->arena, "parameter %s has type %s, and %s", f->params[i].name,
			                          model_type(model, f->params[i].type)->spelling, why);
	}
}

/* The parameter is a struct by value whose definition no test file could see. */
static bool is_unseen_struct(const struct modeller *m, type_id type)
{
	const struct type *c = model_canonical(m->model, type);
	return (c->kind == TYPE_STRUCT || c->kind == TYPE_UNION) && hidden_sight(m, c->canonical) == SEEN_BY_CONTEXT;
}

static void leave_out_unseen(struct modeller *m)
{
	for (size_t i = 0; i < m->model->functions.n; i++) {
		struct function *f = &m->model->functions.at[i];
		bool unseen = is_unseen_struct(m, f->result);
		for (uint32_t p = 0; p < f->n_params; p++)
			unseen |= is_unseen_struct(m, f->params[p].type);
		if (f->is_context && !f->why_not && unseen)
			f->why_not = "it takes or gives a struct that only the context sees";
	}
}

static void set_headers(struct modeller *m)
{
	for (size_t i = 0; i < m->model->functions.n; i++) {
		struct function *f = &m->model->functions.at[i];
		f->is_macro = strmap_get(&m->call_macros, f->name);
		uint64_t *index = strmap_get(&m->headers, f->name);
		bool declared = index && *index && !strmap_get(&m->in_headers, f->name);
		f->header = declared ? m->header_names.at[*index - 1] : NULL;
	}
	for (size_t i = 0; i < m->model->declared.n; i++) {
		uint64_t *index = strmap_get(&m->headers, m->model->declared.at[i].name);
		m->model->declared.at[i].header = index && *index ? m->header_names.at[*index - 1] : NULL;
	}
}

status modeller_finish(struct modeller *m)
{
	struct model *model = m->model;
	do
		evidence_spread(model, m->bodies.at);
	while (arrays_join(m));
	disguises_settle(m);
	hidden_settle(m);
	types_settle(model);
	unmade_reveal(m);
	set_headers(m);
	macros_evaluate(m);
	usages_settle(m);
	namings_settle(m);
	methods_settle(m);
	roles_infer(model, m->bodies.at);
	fields_settle(m);
	variables_settle(m);
	failures_settle(m);
	contracts_settle(model);
	for (size_t i = 0; i < model->functions.n; i++)
		decide_callable(model, &model->functions.at[i]);
	leave_out_unseen(m);
	choose_helpers(model);
	reach_settle(m);
	near_texts_settle(m);
	dots_settle(m);
	field_setters_settle(m);
	model_check(model);
	return NULL;
}
