/* variables: the unit's variables as inputs of tests.
 *
 * The behaviour of a function often depends on variables that other parts of its program set. If
 * the user asks for it (source_list.variables), every variable at file scope that can change and
 * that some function reads becomes an operation: a function of the model, called skep_set_NAME,
 * whose one parameter is the new value. The unit has no such function; instr/driver.c writes an
 * assignment for it. So a test sets a variable as it calls a function, and other code need not know
 * the difference. A variable that is declared and nowhere defined is included: the target provides
 * its storage.
 *
 * Each function also gets a list of the variables that it uses: first those that its body reads,
 * then those that the functions it calls read, and so on. reach.c decides which variables tests
 * should leave alone. */
#include <stdlib.h>

#include "base/str.h"
#include "front/roles/reach.h"

#define MAX_USES 64u          /* of one function: the nearest variables */
#define MAX_ELEMENTS 64u      /* most elements of an array that are set */
#define MAX_BYTES 1024u       /* largest struct that is set */

void variables_want(struct modeller *m)
{
	m->variables = xcalloc(1, sizeof *m->variables);
	m->variables->standard_input = clang_getNullCursor();
}

void variables_free(struct variables *variables)
{
	if (!variables)
		return;
	for (size_t i = 0; i < variables->bodies.n; i++)
		vec_release(&variables->bodies.at[i]);
	for (size_t i = 0; i < variables->tables.n; i++)
		vec_release(&variables->tables.at[i]);
	vec_release(&variables->at);
	vec_release(&variables->bodies);
	vec_release(&variables->keys);
	vec_release(&variables->tables);
	vec_release(&variables->texts);
	strmap_release(&variables->index);
	strmap_release(&variables->table_index);
	strmap_release(&variables->functions);
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

static enum CXVisitorResult find_const_field(CXCursor field, CXClientData data)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(field));
	while (type.kind == CXType_ConstantArray)
		type = clang_getCanonicalType(clang_getArrayElementType(type));
	bool *found = data;
	*found |= clang_isConstQualifiedType(type);
	if (type.kind == CXType_Record)
		clang_Type_visitFields(type, find_const_field, found);
	return *found ? CXVisit_Break : CXVisit_Continue;
}

/* A struct with a constant member cannot be assigned. */
static bool is_assignable_record(CXType type)
{
	bool has_const = false;
	clang_Type_visitFields(type, find_const_field, &has_const);
	return !has_const && clang_Type_getSizeOf(type) > 0 && clang_Type_getSizeOf(type) <= MAX_BYTES;
}

static bool is_settable(CXCursor cursor)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(cursor)), element = clang_getArrayElementType(type);
	if (clang_isConstQualifiedType(type))
		return false;
	if (type.kind == CXType_ConstantArray)
		return is_number(element) && !clang_isConstQualifiedType(element);
	if (type.kind == CXType_Record)
		return is_assignable_record(type);
	return type.kind == CXType_Pointer || is_number(type);
}

/* The cursor is a definition, tentative or not; a declaration that is only `extern` is not. */
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
		               .partner = NONE };
	if (clang_getCanonicalType(type).kind == CXType_Pointer)
		value.null = NULL_ALLOWED;
	long long count = clang_getArraySize(clang_getCanonicalType(type));
	if (count > 0) {
		value.count = count < MAX_ELEMENTS ? (uint32_t)count : MAX_ELEMENTS;
		value.null = NULL_FORBIDDEN;
		setter->sets_bytes = value.count * (uint32_t)(clang_Type_getSizeOf(type) / count);
	}
	return value;
}

static bool is_initialized(CXCursor cursor)
{
	return !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(cursor));
}

/* Takes over a definition that follows a declaration or a tentative definition. */
static void note_definition(struct variable *variable, CXCursor cursor)
{
	if (is_here(cursor))
		variable->setter.is_elsewhere = false;
	if (!is_initialized(cursor))
		return;
	variable->is_initialized = true;
	note_start(&variable->setter, cursor);
}

static struct function new_setter(struct modeller *m, CXCursor cursor)
{
	struct arena *arena = m->model->arena;
	struct function setter = { .source = m->parsed->index, .made_param = NONE, .n_params = 1, .is_static = true };
	setter.params = ARENA_ARRAY(arena, struct param, 1);
	setter.params[0] = new_value(m, cursor, &setter);
	setter.sets = setter.params[0].name;
	setter.name = arena_printf(arena, "skep_set_%s", setter.sets);
	setter.file = m->model->sources.at[m->parsed->index];
	setter.line = spot_of(clang_getCursorLocation(cursor)).line;
	setter.is_elsewhere = !is_here(cursor);
	note_start(&setter, cursor);
	return setter;
}

/* Notes functions whose addresses are in the variable's initializer, and its strings. */
static void note_table(struct modeller *m, CXCursor cursor, const char *key)
{
	bool added;
	mention_list names = { 0 };
	mentions_read(m->model->arena, clang_Cursor_getVarDeclInitializer(cursor), &names);
	uint64_t *index = strmap_put(&m->variables->table_index, key, &added);
	if (!added) {
		vec_release(&names);
		return;
	}
	*index = m->variables->tables.n;
	vec_push(&m->variables->tables, names);
	uint32_t first = (uint32_t)m->model->literals.n;
	literals_add_table(m, cursor);
	vec_push(&m->variables->texts, ((struct span){ first, (uint32_t)m->model->literals.n - first }));
}

void variables_add(struct modeller *m, CXCursor cursor)
{
	bool added;
	if (!m->variables)
		return;
	const char *key = key_of(m, cursor);
	if (is_initialized(cursor))
		note_table(m, cursor, key);
	if (!is_settable(cursor))
		return;
	uint64_t *known = strmap_get(&m->variables->index, key);
	if (m->parsed->source->is_context && !known)
		return; /* no header of the unit declares it */
	uint64_t *index = strmap_put(&m->variables->index, key, &added);
	if (!added) {
		note_definition(&m->variables->at.at[*index], cursor);
		return;
	}
	*index = m->variables->at.n;
	struct variable variable = { .key = key, .setter = new_setter(m, cursor), .number = NONE };
	variable.is_initialized = is_initialized(cursor);
	variable.is_static = clang_getCursorLinkage(cursor) == CXLinkage_Internal;
	variable.is_number = is_number(clang_getCursorType(cursor));
	vec_push(&m->variables->at, variable);
}

/* ---- the standard input ---- */

#define STANDARD_INPUT "c:@stdin"

void variables_note_library(struct modeller *m, CXCursor cursor)
{
	if (m->variables && str_equal(key_of(m, cursor), STANDARD_INPUT))
		m->variables->standard_input = cursor;
}

/* True for stdin, and for functions of the C library that read from it without its name. */
static bool reads_input(const char *key)
{
	static const char *const readers[] = { STANDARD_INPUT, "c:@F@getchar", "c:@F@getchar_unlocked",
		                               "c:@F@scanf",   "c:@F@vscanf",  NULL };
	for (size_t i = 0; readers[i]; i++)
		if (str_equal(key, readers[i]))
			return true;
	return false;
}

/* Adds stdin as a variable if the body reads the standard input, so that tests can set it to a file. */
static void add_input(struct modeller *m, const mention_list *mentions)
{
	bool added, is_read = false;
	for (size_t i = 0; i < mentions->n; i++)
		is_read |= reads_input(mentions->at[i].key);
	if (!is_read || clang_Cursor_isNull(m->variables->standard_input) || m->parsed->source->is_context)
		return;
	uint64_t *index = strmap_put(&m->variables->index, STANDARD_INPUT, &added);
	if (!added)
		return;
	*index = m->variables->at.n;
	struct variable variable = { .key = STANDARD_INPUT, .number = NONE };
	variable.setter = new_setter(m, m->variables->standard_input);
	variable.setter.is_library = true;
	variable.setter.is_elsewhere = variable.setter.starts_known = false;
	variable.setter.params[0].taken = true; /* the unit may close it */
	variable.is_read = true;
	vec_push(&m->variables->at, variable);
}

void variables_note_body(struct modeller *m, CXCursor function)
{
	mention_list mentions = { 0 };
	if (!m->variables)
		return;
	mentions_read(m->model->arena, function, &mentions);
	add_input(m, &mentions);
	vec_push(&m->variables->bodies, mentions);
	vec_push(&m->variables->keys, key_of(m, function));
}

/* ---- who uses what ---- */

/* Makes functions of the model of the variables that some function reads. */
static void number_variables(struct modeller *m)
{
	struct variables *variables = m->variables;
	uint32_t next = (uint32_t)m->model->functions.n;
	for (size_t f = 0; f < variables->bodies.n; f++)
		for (size_t i = 0; i < variables->bodies.at[f].n; i++) {
			const struct mention *mention = &variables->bodies.at[f].at[i];
			const uint64_t *index = strmap_get(&variables->index, mention->key);
			if (index && mention->is_read)
				variables->at.at[*index].is_read = true;
		}
	for (size_t i = 0; i < variables->at.n; i++)
		if (variables->at.at[i].is_read)
			variables->at.at[i].number = next++;
}

/* A walk from one function to the functions that it calls, breadth first. */
struct spread {
	const struct variables *variables;
	uint32_t *found, n_found;
	uint32_t *to_visit, n_to_visit;
	struct map seen;                /* functions, followed by setters */
	bool writes;                    /* the function writes some variable, or may */
};

static void look_at(struct spread *spread, const struct mention *mention)
{
	const char *key = reads_input(mention->key) ? STANDARD_INPUT : mention->key;
	const uint64_t *variable = strmap_get(&spread->variables->index, key);
	const uint64_t *function = strmap_get(&spread->variables->functions, mention->key);
	bool added;
	spread->writes |= variable && mention->is_write;
	if (variable && (mention->is_read || key != mention->key) && spread->n_found < MAX_USES) {
		uint32_t setter = spread->variables->at.at[*variable].number;
		map_put(&spread->seen, setter, &added);
		if (added)
			spread->found[spread->n_found++] = setter;
	} else if (function) {
		map_put(&spread->seen, *function, &added);
		if (added)
			spread->to_visit[spread->n_to_visit++] = (uint32_t)*function;
	}
}

static void find_uses(struct modeller *m, uint32_t f)
{
	uint32_t n = (uint32_t)m->variables->bodies.n, found[MAX_USES];
	struct spread spread = { .variables = m->variables, .found = found };
	struct function *function = &m->model->functions.at[f];
	spread.to_visit = xcalloc(n + 1, sizeof *spread.to_visit);
	look_at(&spread, &(struct mention){ .key = m->variables->keys.at[f] });
	for (uint32_t i = 0; i < spread.n_to_visit && spread.n_found < MAX_USES; i++) {
		const mention_list *mentions = &m->variables->bodies.at[spread.to_visit[i]];
		for (size_t k = 0; k < mentions->n; k++)
			look_at(&spread, &mentions->at[k]);
	}
	/* A function without parameters can only tell the state of the unit, unless it makes something. */
	if (!function->n_params)
		function->is_observer = function->result && spread.n_found && !spread.writes && !function->is_maker;
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
	if (!variables)
		return;
	INVARIANT(variables->bodies.n == model->functions.n);
	for (uint32_t f = 0; f < model->functions.n; f++)
		*strmap_put(&variables->functions, variables->keys.at[f], NULL) = f;
	number_variables(m);
	for (uint32_t f = 0; f < variables->bodies.n; f++)
		find_uses(m, f);
	for (size_t i = 0; i < variables->at.n; i++) {
		struct function *setter = &variables->at.at[i].setter;
		if (variables->at.at[i].number == NONE)
			continue;
		setter->params[0].role = role_of(model, setter);
		vec_push(&model->functions, *setter);
	}
}
