/* dots: the arguments behind "..." in calls.
 *
 * The types of these arguments are known from the code: va_arg(list, T) in the body, case by case of a switch over
 * a parameter, or in a function that gets the list; or a format, which itself says what follows. Each list of types
 * becomes a way to call the function: a function of the model with the same name, with parameters behind those that
 * have names (function.n_named), and with the values that it is meant for (function.cases). */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "front/api/modeller.h"
#include "front/roles/syntax.h"

#define MAX_MORE 4u          /* most parameters behind the dots */
#define MAX_WAYS 8u          /* most ways to call one function */
#define MAX_CASES 64u

/* One use of va_arg. */
struct read_more {
	type_id type;
	uint32_t param;          /* the parameter that the switch around it is over, or NONE */
	int64_t value;           /* the case of that switch */
};

struct dots_of {
	VEC(struct read_more) reads;
};

struct dots {
	VEC(struct dots_of) at;  /* per function of the model */
};

/* ---- reading ---- */

struct level {
	CXCursor cursor;
	enum CXCursorKind kind;
};

#define MAX_DEPTH 256u

struct reading {
	struct modeller *m;
	struct dots_of *dots;
	CXCursor function;
	struct level path[MAX_DEPTH];
	uint32_t depth;
};

static uint32_t param_of(CXCursor function, CXCursor expression)
{
	CXCursor named = clang_getCursorReferenced(syntax_unwrapped(expression));
	for (int i = 0; i < clang_Cursor_getNumArguments(function); i++)
		if (clang_equalCursors(clang_Cursor_getArgument(function, (unsigned)i), named))
			return (uint32_t)i;
	return NONE;
}

/* Looks for the last label before a statement of a switch, which is its case. */
struct case_search {
	CXCursor statement;
	bool known;
	int64_t value;
};

static bool read_number(CXCursor expression, int64_t *number)
{
	CXEvalResult result = clang_Cursor_Evaluate(expression);
	bool is_number = result && clang_EvalResult_getKind(result) == CXEval_Int;
	if (is_number)
		*number = clang_EvalResult_getAsLongLong(result);
	if (result)
		clang_EvalResult_dispose(result);
	return is_number;
}

static enum CXChildVisitResult look_for_case(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct case_search *search = data;
	for (CXCursor label = cursor; clang_getCursorKind(label) == CXCursor_CaseStmt; label = syntax_child(label, 1))
		search->known = read_number(syntax_child(label, 0), &search->value);
	if (clang_getCursorKind(cursor) == CXCursor_DefaultStmt)
		search->known = false;
	return clang_equalCursors(cursor, search->statement) ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* The innermost switch over a parameter around the place, and the case there. */
static void find_case(const struct reading *reading, struct read_more *more)
{
	more->param = NONE;
	for (uint32_t i = reading->depth; i-- > 2;) {
		if (reading->path[i - 2].kind != CXCursor_SwitchStmt ||
		    reading->path[i - 1].kind != CXCursor_CompoundStmt)
			continue;
		uint32_t param = param_of(reading->function, syntax_child(reading->path[i - 2].cursor, 0));
		struct case_search search = { .statement = reading->path[i].cursor };
		clang_visitChildren(reading->path[i - 1].cursor, look_for_case, &search);
		if (param == NONE || !search.known)
			continue;
		more->param = param;
		more->value = search.value;
		return;
	}
}

static bool is_va_arg(CXCursor cursor)
{
	CXTranslationUnit unit = clang_Cursor_getTranslationUnit(cursor);
	CXToken *first = clang_getToken(unit, clang_getCursorLocation(cursor));
	if (!first)
		return false;
	CXString text = clang_getTokenSpelling(unit, *first);
	const char *word = clang_getCString(text);
	bool is = str_equal(word, "va_arg") || str_equal(word, "__builtin_va_arg");
	clang_disposeString(text);
	clang_disposeTokens(unit, first, 1);
	return is;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct reading *reading = data;
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	if (reading->depth == MAX_DEPTH)
		return CXChildVisit_Continue;
	reading->path[reading->depth++] = (struct level){ cursor, kind };
	if (kind == CXCursor_UnexposedExpr && is_va_arg(cursor) && !is_va_arg(syntax_child(cursor, 0))) {
		struct read_more more = { .type = type_of(reading->m, clang_getCursorType(cursor)) };
		find_case(reading, &more);
		vec_push(&reading->dots->reads, more);
	} else {
		clang_visitChildren(cursor, visit, reading);
	}
	reading->depth--;
	return CXChildVisit_Continue;
}

/* ---- attribute format ---- */

/* Reads format(printf, 2, 3), or a macro named after it: the first number is the place of the format among the
 * parameters. */
static uint32_t format_in(CXTranslationUnit unit, const CXToken *tokens, unsigned n)
{
	bool is_format = false;
	for (unsigned i = 0; i < n; i++) {
		CXString text = clang_getTokenSpelling(unit, tokens[i]);
		const char *word = clang_getCString(text);
		uint32_t number = (uint32_t)strtoul(word, NULL, 10);
		is_format |= strcasestr(word, "printf") != NULL;
		clang_disposeString(text);
		if (is_format && number)
			return number - 1;
	}
	return NONE;
}

static enum CXChildVisitResult look_for_format(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	CXTranslationUnit unit = clang_Cursor_getTranslationUnit(cursor);
	CXToken *tokens;
	unsigned n;
	if (!clang_isAttribute(clang_getCursorKind(cursor)))
		return CXChildVisit_Continue;
	clang_tokenize(unit, clang_getCursorExtent(cursor), &tokens, &n);
	*(uint32_t *)data = format_in(unit, tokens, n);
	clang_disposeTokens(unit, tokens, n);
	return *(uint32_t *)data == NONE ? CXChildVisit_Continue : CXChildVisit_Break;
}

uint32_t dots_format(CXCursor function)
{
	uint32_t format = NONE;
	clang_visitChildren(function, look_for_format, &format);
	return format;
}

void dots_note_body(struct modeller *m, CXCursor function)
{
	if (!m->dots)
		m->dots = xcalloc(1, sizeof *m->dots);
	vec_push(&m->dots->at, (struct dots_of){ 0 });
	struct reading *reading = xcalloc(1, sizeof *reading);
	reading->m = m;
	reading->dots = &vec_last(&m->dots->at);
	reading->function = function;
	clang_visitChildren(function, visit, reading);
	free(reading);
}

void dots_free(struct dots *dots)
{
	if (!dots)
		return;
	for (size_t i = 0; i < dots->at.n; i++)
		vec_release(&dots->at.at[i].reads);
	vec_release(&dots->at);
	free(dots);
}

/* ---- ways to call ---- */

struct way {
	type_id more[MAX_MORE];
	uint32_t n_more;
	uint32_t param;              /* the parameter that the cases are about, or NONE */
	int64_t cases[MAX_CASES];
	uint32_t n_cases;
};

struct ways {
	struct way at[MAX_WAYS];
	uint32_t n;
};

static bool is_passable(const struct model *model, type_id type)
{
	enum type_kind kind = model_canonical(model, type)->kind;
	return kind == TYPE_INT || kind == TYPE_ENUM || kind == TYPE_FLOAT || kind == TYPE_POINTER || kind == TYPE_BOOL;
}

static bool has_case(const struct way *way, int64_t value)
{
	for (uint32_t i = 0; i < way->n_cases; i++)
		if (way->cases[i] == value)
			return true;
	return false;
}

/* Adds a way. A way with the same types for other cases of the same parameter gets these cases instead. */
static void add_way(struct ways *ways, const struct way *new)
{
	for (uint32_t i = 0; i < ways->n; i++) {
		struct way *way = &ways->at[i];
		if (way->param != new->param || way->n_more != new->n_more ||
		    memcmp(way->more, new->more, new->n_more * sizeof *new->more) != 0)
			continue;
		if (new->n_cases && !has_case(way, new->cases[0]) && way->n_cases < MAX_CASES)
			way->cases[way->n_cases++] = new->cases[0];
		return;
	}
	if (ways->n < MAX_WAYS && new->n_more)
		ways->at[ways->n++] = *new;
}

/* All arguments that are read in the case of `like`, or outside of any case. */
static struct way way_of(const struct model *model, const struct dots_of *dots, const struct read_more *like)
{
	struct way way = { .param = like->param, .n_cases = like->param != NONE, .cases = { like->value } };
	for (size_t i = 0; i < dots->reads.n && way.n_more < MAX_MORE; i++) {
		const struct read_more *more = &dots->reads.at[i];
		if (more->param == like->param && (more->param == NONE || more->value == like->value) &&
		    is_passable(model, more->type))
			way.more[way.n_more++] = more->type;
	}
	return way;
}

/* The parameter that f passes on as parameter `param` of the callee. */
static uint32_t passed_as(const struct body *body, const char *callee, uint32_t param)
{
	for (uint32_t i = 0; i < body->n_passes; i++)
		if (body->passes[i].arg == param && str_equal(body->passes[i].callee, callee))
			return body->passes[i].param;
	return NONE;
}

static void add_read_ways(const struct modeller *m, const struct dots_of *dots, const struct body *through,
                          const char *callee, struct ways *ways)
{
	for (size_t i = 0; i < dots->reads.n; i++) {
		struct way way = way_of(m->model, dots, &dots->reads.at[i]);
		if (callee && way.param != NONE)
			way.param = passed_as(through, callee, way.param);
		way.n_cases = way.param == NONE ? 0 : way.n_cases;
		add_way(ways, &way);
		if (way.param != NONE || way.n_more != 1)
			continue;
		way.more[way.n_more++] = way.more[0]; /* a list that ends with null mostly has more than one
		                                         element */
		add_way(ways, &way);
	}
}

static bool takes_list(const struct model *model, const struct function *f)
{
	for (uint32_t i = 0; i < f->n_params; i++)
		if (model_canonical(model, f->params[i].type)->kind == TYPE_VA_LIST)
			return true;
	return false;
}

/* Adds what the functions read that f passes its list to. */
static void add_ways_below(const struct modeller *m, uint32_t f, struct ways *ways)
{
	const struct body *body = m->bodies.at[f];
	for (uint32_t i = 0; i < body->n_callees; i++) {
		uint32_t g = model_find_function(m->model, body->callees[i]);
		if (g != NONE && g < m->dots->at.n && g != f && takes_list(m->model, &m->model->functions.at[g]))
			add_read_ways(m, &m->dots->at.at[g], body, body->callees[i], ways);
	}
}

/* ---- formats ---- */

static type_id plain_type(struct model *model, struct type type)
{
	for (size_t i = 0; i < model->types.n; i++) {
		const struct type *known = &model->types.at[i];
		if (known->canonical == i && known->kind == type.kind && known->size == type.size &&
		    str_equal(known->spelling, type.spelling))
			return (type_id)i;
	}
	type.canonical = (type_id)model->types.n;
	type.tag = "";
	type.align = (uint32_t)type.size;
	type.complete = type.spellable = true;
	vec_push(&model->types, type);
	return type.canonical;
}

static type_id number_type(struct model *model, const char *spelling, uint64_t size)
{
	return plain_type(model,
	                  (struct type){ .kind = TYPE_INT, .spelling = spelling, .size = size, .is_signed = true });
}

static type_id text_type(struct model *model)
{
	type_id letter = number_type(model, "char", 1);
	for (size_t i = 0; i < model->types.n; i++)
		if (model->types.at[i].canonical == i && model->types.at[i].kind == TYPE_POINTER &&
		    model->types.at[i].target == letter)
			return (type_id)i;
	return plain_type(model,
	                  (struct type){ .kind = TYPE_POINTER, .spelling = "char *", .size = 8, .target = letter });
}

static void add_format_ways(struct model *model, struct ways *ways)
{
	type_id number = number_type(model, "int", 4), wide = number_type(model, "long", 8), text = text_type(model);
	type_id real = plain_type(model, (struct type){ .kind = TYPE_FLOAT, .spelling = "double", .size = 8 });
	add_way(ways, &(struct way){ { number }, 1, NONE, { 0 }, 0 });
	add_way(ways, &(struct way){ { text }, 1, NONE, { 0 }, 0 });
	add_way(ways, &(struct way){ { text, number }, 2, NONE, { 0 }, 0 });
	add_way(ways, &(struct way){ { real, wide, text }, 3, NONE, { 0 }, 0 });
}

static bool has_format(const struct function *f)
{
	for (uint32_t i = 0; i < f->n_params; i++)
		if (f->params[i].role == ROLE_FORMAT)
			return true;
	return false;
}

/* ---- settling ---- */

static enum role role_of_more(const struct model *model, type_id type)
{
	const struct type *t = model_canonical(model, type);
	const struct type *target = t->kind == TYPE_POINTER ? model_canonical(model, t->target) : NULL;
	if (target && target->kind == TYPE_INT)
		return target->size == 1 ? ROLE_STRING : ROLE_OUT;
	return target && target->kind == TYPE_FLOAT ? ROLE_OUT : model_default_role(model, type);
}

static void add_function(struct model *model, uint32_t f, const struct way *way)
{
	struct function own = model->functions.at[f];
	uint32_t n = own.n_params;
	struct param *params = ARENA_ARRAY(model->arena, struct param, n + way->n_more);
	memcpy(params, own.params, n * sizeof *params);
	for (uint32_t i = 0; i < way->n_more; i++)
		params[n + i] = (struct param){ .name = arena_printf(model->arena, "more%u", i + 1),
			                        .type = way->more[i],
			                        .role = role_of_more(model, way->more[i]),
			                        .belief = BELIEF_CODE,
			                        .partner = NONE };
	own.params = params;
	own.n_named = n;
	own.n_params = n + way->n_more;
	own.case_param = way->param;
	own.cases = arena_memdup(model->arena, way->cases, way->n_cases * sizeof *way->cases);
	own.n_cases = way->n_cases;
	vec_push(&model->functions, own);
}

void dots_settle(struct modeller *m)
{
	struct model *model = m->model;
	uint32_t n = (uint32_t)model->functions.n;
	for (uint32_t f = 0; m->dots && f < n && f < m->dots->at.n; f++) {
		const struct function *function = &model->functions.at[f];
		struct ways *ways = xcalloc(1, sizeof *ways);
		if (function->variadic && !function->why_not && function->n_params) {
			add_read_ways(m, &m->dots->at.at[f], m->bodies.at[f], NULL, ways);
			add_ways_below(m, f, ways);
			if (has_format(function))
				add_format_ways(model, ways);
		}
		for (uint32_t i = 0; i < ways->n; i++)
			add_function(model, f, &ways->at[i]);
		free(ways);
	}
}
