/* usages: the constants that the unit's own code passes to its functions.
 *
 * A caller like inflateInit_(strm, "1.2.13", 112) knows the arguments that the function needs. A
 * caller may come before the definition of the called function, so constants are kept by name until
 * the last source is read. */
#include <stdlib.h>
#include <string.h>

#include "front/api/modeller.h"

#define MAX_PER_PARAM 8u

struct seen_usage {
	const char *callee;
	struct usage usage;
};

struct usages {
	VEC(struct seen_usage) at;
};

/* The value of an argument that is a constant, which is the same in every call of the function
 * around it. */
static bool read_constant(struct modeller *m, CXCursor argument, struct literal *literal)
{
	CXEvalResult value = clang_Cursor_Evaluate(argument);
	CXEvalResultKind kind = value ? clang_EvalResult_getKind(value) : CXEval_UnExposed;
	*literal = (struct literal){ .function = NONE };
	if (kind == CXEval_Int) {
		literal->number = clang_EvalResult_isUnsignedInt(value) ? (int64_t)clang_EvalResult_getAsUnsigned(value)
		                                                        : clang_EvalResult_getAsLongLong(value);
	} else if (kind == CXEval_StrLiteral) {
		const char *text = clang_EvalResult_getAsStr(value);
		literal->is_string = true;
		literal->length = (uint32_t)strlen(text);
		literal->bytes = arena_strndup(m->model->arena, text, literal->length);
	}
	if (value)
		clang_EvalResult_dispose(value);
	return kind == CXEval_Int || kind == CXEval_StrLiteral;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct modeller *m = data;
	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_CallExpr)
		return CXChildVisit_Recurse;
	CXCursor callee = clang_getCursorReferenced(cursor);
	bool is_own = clang_getCursorKind(callee) == CXCursor_FunctionDecl &&
	              is_users_own(clang_getCursorLocation(callee));
	int n = is_own ? clang_Cursor_getNumArguments(cursor) : 0;
	for (int i = 0; i < n; i++) {
		struct seen_usage seen = { .usage = { .param = (uint32_t)i } };
		if (!read_constant(m, clang_Cursor_getArgument(cursor, (unsigned)i), &seen.usage.value))
			continue;
		seen.callee = take_text(m->model->arena, clang_getCursorSpelling(callee));
		vec_push(&m->usages->at, seen);
	}
	return CXChildVisit_Recurse;
}

void usages_add(struct modeller *m, CXCursor function)
{
	if (!m->usages)
		m->usages = xcalloc(1, sizeof *m->usages);
	clang_visitChildren(function, visit, m);
}

/* Null pointers say nothing, and neither do numbers for pointers. Numbers that are tried all the
 * time would only displace others. */
static bool is_worth_it(const struct model *model, const struct usage *usage)
{
	const struct function *function = &model->functions.at[usage->function];
	bool is_common = !usage->value.is_string && usage->value.number >= -1 && usage->value.number <= 2;
	if (usage->param >= function->n_params || is_common)
		return false;
	enum type_kind kind = model_canonical(model, function->params[usage->param].type)->kind;
	if (usage->value.is_string ? kind != TYPE_POINTER : kind != TYPE_INT && kind != TYPE_ENUM && kind != TYPE_BOOL)
		return false;
	size_t n = 0;
	for (size_t i = 0; i < model->usages.n; i++) {
		const struct usage *other = &model->usages.at[i];
		if (other->function != usage->function || other->param != usage->param)
			continue;
		if (literals_equal(&other->value, &usage->value) || ++n == MAX_PER_PARAM)
			return false;
	}
	return true;
}

void usages_settle(struct modeller *m)
{
	for (size_t i = 0; m->usages && i < m->usages->at.n; i++) {
		struct usage usage = m->usages->at.at[i].usage;
		usage.function = model_find_function(m->model, m->usages->at.at[i].callee);
		if (usage.function != NONE && is_worth_it(m->model, &usage))
			vec_push(&m->model->usages, usage);
	}
}

void usages_free(struct usages *usages)
{
	if (!usages)
		return;
	vec_release(&usages->at);
	free(usages);
}
