/* variables: the unit's variables as inputs of tests.
 *
 * What a function does often hangs on variables that other parts of its program set.
 * Where the user asks for it (source_list.variables), every variable at file scope
 * that can change becomes an operation: a function of the model, called
 * skep_set_NAME, whose one parameter is the new value. The unit has no such function;
 * instr/driver.c writes an assignment for it. So a test sets a variable as it calls a
 * function, and nothing else has to know about it.
 *
 * Each function also learns which variables it uses: those that its body names, then
 * those that the functions it calls name, and so on. */
#include <stdlib.h>

#include "base/str.h"
#include "front/modeller.h"

#define MAX_USES 64u          /* of one function: the nearest */
#define MAX_ELEMENTS 64u      /* of an array that are set */
#define MAX_BYTES 1024u       /* of a struct */

/* What a body names, by keys that are the same in all sources. */
struct names {
	VEC(const char *) at;
};

struct variable {
	const char *key;
	struct function setter;
};

struct variables {
	VEC(struct variable) at;
	VEC(struct names) bodies;       /* one per function of the model */
	VEC(const char *) keys;         /* of the functions */
	struct strmap index;            /* key -> variable */
};

void variables_want(struct modeller *m)
{
	m->variables = xcalloc(1, sizeof *m->variables);
}

void variables_free(struct variables *variables)
{
	if (!variables)
		return;
	for (size_t i = 0; i < variables->bodies.n; i++)
		vec_release(&variables->bodies.at[i].at);
	vec_release(&variables->at);
	vec_release(&variables->bodies);
	vec_release(&variables->keys);
	strmap_release(&variables->index);
	free(variables);
}

static const char *key_of(struct modeller *m, CXCursor cursor)
{
	return take_text(m->model->arena, clang_getCursorUSR(cursor));
}

/* ---- what can be set ---- */

static bool is_number(CXType type)
{
	CXType canonical = clang_getCanonicalType(type);
	return canonical.kind == CXType_Enum || (canonical.kind >= CXType_Bool && canonical.kind <= CXType_LongDouble);
}

static bool is_settable(CXCursor cursor)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(cursor)), element = clang_getArrayElementType(type);
	if (clang_isConstQualifiedType(type))
		return false;
	if (type.kind == CXType_ConstantArray)
		return is_number(element) && !clang_isConstQualifiedType(element);
	if (type.kind == CXType_Record)
		return clang_Type_getSizeOf(type) > 0 && clang_Type_getSizeOf(type) <= MAX_BYTES;
	return type.kind == CXType_Pointer || is_number(type);
}

/* Declared here or defined: one that is `extern` and nothing else is neither. */
static bool is_here(CXCursor cursor)
{
	return clang_Cursor_getStorageClass(cursor) != CX_SC_Extern ||
	       !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(cursor));
}

static void note_start(struct function *setter, CXCursor cursor)
{
	CXCursor initializer = clang_Cursor_getVarDeclInitializer(cursor);
	CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
	if (type.kind != CXType_Pointer && !is_number(type))
		return;
	setter->starts_known = clang_Cursor_isNull(initializer);
	setter->starts_as = 0;
	if (setter->starts_known || !is_number(type))
		return;
	CXEvalResult result = clang_Cursor_Evaluate(initializer);
	setter->starts_known = result && clang_EvalResult_getKind(result) == CXEval_Int;
	if (setter->starts_known)
		setter->starts_as = clang_EvalResult_getAsLongLong(result);
	if (result)
		clang_EvalResult_dispose(result);
}

static struct param new_value(struct modeller *m, CXCursor cursor, struct function *setter)
{
	CXType type = clang_getCursorType(cursor);
	struct param value = { .name = take_text(m->model->arena, clang_getCursorSpelling(cursor)),
		               .type = type_of_param(m, cursor, type),
		               .partner = NONE,
		               .null = NULL_ALLOWED };
	long long count = clang_getArraySize(clang_getCanonicalType(type));
	if (count > 0) {
		value.count = count < MAX_ELEMENTS ? (uint32_t)count : MAX_ELEMENTS;
		setter->sets_bytes = value.count * (uint32_t)(clang_Type_getSizeOf(type) / count);
	}
	return value;
}

void variables_add(struct modeller *m, CXCursor cursor)
{
	bool added;
	if (!m->variables || !is_here(cursor) || !is_settable(cursor))
		return;
	const char *key = key_of(m, cursor);
	uint64_t *index = strmap_put(&m->variables->index, key, &added);
	if (!added) {
		if (!clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(cursor)))
			note_start(&m->variables->at.at[*index].setter, cursor);
		return;
	}
	*index = m->variables->at.n;
	struct arena *arena = m->model->arena;
	struct function setter = { .source = m->parsed->index, .made_param = NONE, .n_params = 1, .is_static = true };
	setter.params = ARENA_ARRAY(arena, struct param, 1);
	setter.params[0] = new_value(m, cursor, &setter);
	setter.sets = setter.params[0].name;
	setter.name = arena_printf(arena, "skep_set_%s", setter.sets);
	setter.file = m->model->sources.at[m->parsed->index];
	setter.line = spot_of(clang_getCursorLocation(cursor)).line;
	note_start(&setter, cursor);
	vec_push(&m->variables->at, (struct variable){ key, setter });
}

/* ---- what a body names ---- */

struct noting {
	struct modeller *m;
	struct names *names;
};

static enum CXChildVisitResult note_name(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct noting *noting = data;
	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_DeclRefExpr)
		return CXChildVisit_Recurse;
	CXCursor what = clang_getCursorReferenced(cursor);
	enum CXCursorKind kind = clang_getCursorKind(what);
	if (kind == CXCursor_VarDecl || kind == CXCursor_FunctionDecl)
		vec_push(&noting->names->at, key_of(noting->m, what));
	return CXChildVisit_Recurse;
}

void variables_note_body(struct modeller *m, CXCursor function)
{
	struct names names = { 0 };
	if (!m->variables)
		return;
	clang_visitChildren(function, note_name, &(struct noting){ m, &names });
	vec_push(&m->variables->bodies, names);
	vec_push(&m->variables->keys, key_of(m, function));
}

/* ---- who uses what ---- */

/* A walk from one function to those it calls, breadth first. */
struct spread {
	const struct variables *variables;
	const struct strmap *functions;
	uint32_t first_setter;
	uint32_t *found, n_found;
	uint32_t *to_visit, n_to_visit;
	struct map seen;                /* functions, and setters behind them */
};

static void look_at(struct spread *spread, const char *key)
{
	const uint64_t *variable = strmap_get(&spread->variables->index, key);
	const uint64_t *function = strmap_get(spread->functions, key);
	bool added;
	if (variable && spread->n_found < MAX_USES) {
		map_put(&spread->seen, spread->first_setter + *variable, &added);
		if (added)
			spread->found[spread->n_found++] = spread->first_setter + (uint32_t)*variable;
	} else if (function) {
		map_put(&spread->seen, *function, &added);
		if (added)
			spread->to_visit[spread->n_to_visit++] = (uint32_t)*function;
	}
}

static void find_uses(struct modeller *m, const struct strmap *functions, uint32_t f)
{
	uint32_t n = (uint32_t)m->variables->bodies.n, found[MAX_USES];
	struct spread spread = { .variables = m->variables, .functions = functions, .first_setter = n, .found = found };
	struct function *function = &m->model->functions.at[f];
	spread.to_visit = xcalloc(n + 1, sizeof *spread.to_visit);
	look_at(&spread, m->variables->keys.at[f]);
	for (uint32_t i = 0; i < spread.n_to_visit && spread.n_found < MAX_USES; i++) {
		const struct names *names = &m->variables->bodies.at[spread.to_visit[i]];
		for (size_t k = 0; k < names->at.n; k++)
			look_at(&spread, names->at.at[k]);
	}
	function->n_uses = spread.n_found;
	function->uses = arena_memdup(m->model->arena, found, spread.n_found * sizeof *found);
	map_release(&spread.seen);
	free(spread.to_visit);
}

/* ---- what they are for ---- */

static enum role role_of(const struct model *model, const struct function *setter)
{
	const struct param *value = &setter->params[0];
	enum role role = model_default_role(model, value->type);
	const struct type *type = model_canonical(model, value->type);
	if (setter->sets_bytes)
		return ROLE_BUFFER;
	if (role != ROLE_VALUE || type->kind != TYPE_POINTER)
		return role;
	const struct type *target = model_canonical(model, type->target);
	if (target->kind == TYPE_INT && target->size == 1)
		return ROLE_STRING;
	return target->size ? ROLE_BUFFER : ROLE_VALUE;
}

void variables_settle(struct modeller *m)
{
	struct variables *variables = m->variables;
	struct model *model = m->model;
	struct strmap functions = { 0 };
	if (!variables)
		return;
	INVARIANT(variables->bodies.n == model->functions.n);
	for (uint32_t f = 0; f < model->functions.n; f++)
		*strmap_put(&functions, variables->keys.at[f], NULL) = f;
	for (uint32_t f = 0; f < variables->bodies.n; f++)
		find_uses(m, &functions, f);
	for (size_t i = 0; i < variables->at.n; i++) {
		struct function *setter = &variables->at.at[i].setter;
		setter->params[0].role = role_of(model, setter);
		vec_push(&model->functions, *setter);
	}
	strmap_release(&functions);
}
