/* namings_read: the places in a function's body that have named numbers; see namings.c. */
#include <ctype.h>

#include "base/str.h"
#include "front/api/namings.h"

#define MAX_RETURNED 16u  /* most variables that one function returns */

struct reading {
	struct modeller *m;
	CXCursor function;
	const char *name;
	CXCursor returned[MAX_RETURNED]; /* the variables that the function returns */
	size_t n_returned;
};

static enum CXChildVisitResult take_child(CXCursor cursor, CXCursor parent, CXClientData child)
{
	(void)parent;
	*(CXCursor *)child = cursor;
	return CXChildVisit_Continue;
}

/* The expression without parentheses, casts and conversions that the compiler adds. */
static CXCursor bare(CXCursor cursor)
{
	for (;;) {
		enum CXCursorKind kind = clang_getCursorKind(cursor);
		CXCursor child = clang_getNullCursor();
		if (kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr || kind == CXCursor_CStyleCastExpr)
			clang_visitChildren(cursor, take_child, &child);
		if (clang_Cursor_isNull(child))
			return cursor;
		cursor = child;
	}
}

/* The word of the source where the expression begins; if a macro gave the expression, the macro's
 * name. NULL: there is none. */
static const char *word_at(struct reading *reading, CXCursor cursor)
{
	struct spot spot = spot_of(clang_getRangeStart(clang_getCursorExtent(cursor)));
	size_t size = 0, end;
	const char *text = spot.file ? clang_getFileContents(reading->m->parsed->original, spot.file, &size) : NULL;
	if (!text || spot.offset >= size || isdigit((unsigned char)text[spot.offset]))
		return NULL;
	for (end = spot.offset; end < size && (isalnum((unsigned char)text[end]) || text[end] == '_'); end++)
		;
	return end > spot.offset ? arena_strndup(reading->m->model->arena, text + spot.offset, end - spot.offset)
	                         : NULL;
}

static bool constant_value(CXCursor cursor, int64_t *value)
{
	CXEvalResult result = clang_Cursor_Evaluate(cursor);
	bool is = result && clang_EvalResult_getKind(result) == CXEval_Int;
	if (is)
		*value = clang_EvalResult_isUnsignedInt(result) ? (int64_t)clang_EvalResult_getAsUnsigned(result)
		                                                : clang_EvalResult_getAsLongLong(result);
	if (result)
		clang_EvalResult_dispose(result);
	return is;
}

/* Notes a named constant; true if the expression is any constant. */
static bool note_mention(struct reading *reading, CXCursor cursor, struct named_place place, bool means_group)
{
	struct mention mention = { .place = place, .means_group = means_group };
	if (!constant_value(cursor, &mention.value))
		return false;
	mention.name = word_at(reading, bare(cursor));
	if (mention.name)
		vec_push(&namings_of(reading->m)->mentions, mention);
	return true;
}

static void note_handing(struct reading *reading, struct named_place place, struct named_place other)
{
	struct handing handing = { place, other };
	vec_push(&namings_of(reading->m)->handings, handing);
}

static bool is_kind(CXCursor cursor, enum CXCursorKind kind)
{
	return clang_getCursorKind(cursor) == kind;
}

/* The variable or parameter that the expression names; else the null cursor. */
static CXCursor variable_of(CXCursor cursor)
{
	CXCursor named = bare(cursor);
	return is_kind(named, CXCursor_DeclRefExpr) ? clang_getCursorReferenced(named) : clang_getNullCursor();
}

static uint32_t own_param(const struct reading *reading, CXCursor cursor)
{
	CXCursor variable = variable_of(cursor);
	int n = is_kind(variable, CXCursor_ParmDecl) ? clang_Cursor_getNumArguments(reading->function) : 0;
	for (int i = 0; i < n; i++)
		if (clang_equalCursors(variable, clang_Cursor_getArgument(reading->function, (unsigned)i)))
			return (uint32_t)i;
	return NONE;
}

struct children {
	CXCursor at[3];
	size_t n;
};

static enum CXChildVisitResult take_children(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct children *children = data;
	(void)parent;
	if (children->n == 3)
		return CXChildVisit_Break;
	children->at[children->n++] = cursor;
	return CXChildVisit_Continue;
}

static struct children children_of(CXCursor cursor)
{
	struct children children = { .n = 0 };
	clang_visitChildren(cursor, take_children, &children);
	return children;
}

/* The expression names this field, perhaps with some of its bits masked out. */
static bool field_of(struct reading *reading, CXCursor cursor, struct named_place *place)
{
	struct modeller *m = reading->m;
	CXCursor expression = bare(cursor);
	if (clang_getCursorBinaryOperatorKind(expression) == CXBinaryOperator_And)
		expression = bare(children_of(expression).at[0]);
	CXCursor field = clang_getCursorReferenced(expression), record = clang_getCursorSemanticParent(field);
	if (!is_kind(expression, CXCursor_MemberRefExpr) || !is_kind(field, CXCursor_FieldDecl) ||
	    !is_users_own(clang_getCursorLocation(field)))
		return false;
	CXType type = clang_getCanonicalType(clang_getCursorType(record));
	*place = (struct named_place){ .record = take_text(m->model->arena, clang_getTypeSpelling(type)),
		                       .field = take_text(m->model->arena, clang_getCursorSpelling(field)),
		                       .file = hidden_file(m, spot_of(clang_getCursorLocation(field)).file) };
	return true;
}

/* The expression names this parameter or field. */
static bool place_of(struct reading *reading, CXCursor cursor, struct named_place *place)
{
	uint32_t param = own_param(reading, cursor);
	*place = (struct named_place){ .function = reading->name, .param = param };
	return param != NONE || field_of(reading, cursor, place);
}

static bool is_users_function(CXCursor cursor)
{
	return is_kind(cursor, CXCursor_FunctionDecl) && is_users_own(clang_getCursorLocation(cursor));
}

/* The key of a function: its name; for a static function, of which there may be several, with its
 * file. */
static const char *key_of(struct modeller *m, CXCursor function)
{
	const char *name = take_text(m->model->arena, clang_getCursorSpelling(function));
	CXFile file = spot_of(clang_getCursorLocation(function)).file;
	if (!file || clang_getCursorLinkage(function) != CXLinkage_Internal)
		return name;
	return arena_printf(m->model->arena, "%s in %u", name, hidden_file(m, file));
}

/* Notes that the code computes with the number, so that names of its group would mislead. */
static void note_counted(struct reading *reading, CXCursor cursor)
{
	struct named_place place;
	if (place_of(reading, cursor, &place))
		strmap_put(&namings_of(reading->m)->counted, named_place_key(reading->m, &place), NULL);
}

static bool is_returned(const struct reading *reading, CXCursor variable)
{
	for (size_t i = 0; i < reading->n_returned; i++)
		if (clang_equalCursors(variable, reading->returned[i]))
			return true;
	return false;
}

/* The variable is local: other variables can be changed elsewhere. */
static bool is_local_variable(CXCursor expression)
{
	CXCursor variable = clang_getCursorReferenced(expression);
	return is_kind(expression, CXCursor_DeclRefExpr) && is_kind(variable, CXCursor_VarDecl) &&
	       clang_getCursorLinkage(variable) == CXLinkage_NoLinkage &&
	       clang_Cursor_getStorageClass(variable) != CX_SC_Static;
}

/* Notes the result of the function: a named number, the result of another function, or another
 * value. */
static void read_result(struct reading *reading, CXCursor cursor)
{
	struct modeller *m = reading->m;
	CXCursor expression = bare(cursor), callee = clang_getCursorReferenced(expression);
	struct named_place here = { .function = reading->name, .param = NONE };
	if (is_kind(expression, CXCursor_ConditionalOperator)) {
		struct children arms = children_of(expression);
		for (size_t i = 1; i < arms.n; i++)
			read_result(reading, arms.at[i]);
	} else if (note_mention(reading, cursor, here, true)) {
		return;
	} else if (is_kind(expression, CXCursor_CallExpr) && is_users_function(callee)) {
		struct named_place there = { .function = key_of(m, callee), .param = NONE };
		note_handing(reading, here, there);
	} else if (is_local_variable(expression) && is_returned(reading, callee)) {
		return;
	} else if (is_local_variable(expression) && reading->n_returned < MAX_RETURNED) {
		reading->returned[reading->n_returned++] = callee;
	} else {
		strmap_put(&namings_of(m)->counting, reading->name, NULL);
	}
}

static enum CXChildVisitResult visit_returns(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct children children = { .n = 0 };
	if (is_kind(cursor, CXCursor_ReturnStmt))
		children = children_of(cursor);
	if (children.n)
		read_result(data, children.at[0]);
	return is_kind(cursor, CXCursor_ReturnStmt) ? CXChildVisit_Continue : CXChildVisit_Recurse;
}

static void read_comparison(struct reading *reading, CXCursor cursor, bool means_group)
{
	struct children sides = children_of(cursor);
	for (size_t i = 0; i < 2 && sides.n == 2; i++) {
		struct named_place place;
		if (place_of(reading, sides.at[i], &place))
			note_mention(reading, sides.at[1 - i], place, means_group);
	}
}

static void read_binary(struct reading *reading, CXCursor cursor)
{
	struct children sides;
	struct named_place field;
	switch (clang_getCursorBinaryOperatorKind(cursor)) {
	case CXBinaryOperator_LT:
	case CXBinaryOperator_GT:
	case CXBinaryOperator_LE:
	case CXBinaryOperator_GE: /* a comparison with a limit */
		read_comparison(reading, cursor, false);
		break;
	case CXBinaryOperator_EQ:
	case CXBinaryOperator_NE:
	case CXBinaryOperator_And:
		read_comparison(reading, cursor, true);
		break;
	case CXBinaryOperator_Assign:
		sides = children_of(cursor);
		if (sides.n == 2 && is_returned(reading, variable_of(sides.at[0])))
			read_result(reading, sides.at[1]);
		if (sides.n == 2 && field_of(reading, sides.at[0], &field))
			note_mention(reading, sides.at[1], field, true);
		break;
	case CXBinaryOperator_Mul ... CXBinaryOperator_Sub:
		sides = children_of(cursor);
		for (size_t i = 0; i < sides.n; i++)
			note_counted(reading, sides.at[i]);
		break;
	default:
		break;
	}
}

struct cases {
	struct reading *reading;
	struct named_place place;
};

static enum CXChildVisitResult visit_cases(CXCursor cursor, CXCursor parent, CXClientData data)
{
	const struct cases *cases = data;
	struct children children;
	(void)parent;
	if (is_kind(cursor, CXCursor_SwitchStmt))
		return CXChildVisit_Continue;
	if (is_kind(cursor, CXCursor_CaseStmt)) {
		children = children_of(cursor);
		note_mention(cases->reading, children.at[0], cases->place, true);
	}
	return CXChildVisit_Recurse;
}

static void read_switch(struct reading *reading, CXCursor cursor)
{
	struct children children = children_of(cursor);
	struct cases cases = { .reading = reading };
	if (children.n && place_of(reading, children.at[0], &cases.place))
		clang_visitChildren(cursor, visit_cases, &cases);
}

static void read_call(struct reading *reading, CXCursor cursor)
{
	CXCursor callee = clang_getCursorReferenced(cursor);
	int n = is_users_function(callee) ? clang_Cursor_getNumArguments(cursor) : 0;
	const char *name = n > 0 ? key_of(reading->m, callee) : NULL;
	for (int i = 0; i < n; i++) {
		CXCursor argument = clang_Cursor_getArgument(cursor, (unsigned)i);
		struct named_place here = { .function = reading->name, .param = own_param(reading, argument) };
		struct named_place there = { .function = name, .param = (uint32_t)i };
		if (here.param != NONE)
			note_handing(reading, here, there);
		else
			note_mention(reading, argument, there, true);
	}
}

static void note_counting(struct reading *reading, CXCursor changed)
{
	if (is_returned(reading, variable_of(changed)))
		strmap_put(&namings_of(reading->m)->counting, reading->name, NULL);
}

static void read_unary(struct reading *reading, CXCursor cursor)
{
	enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(cursor);
	struct children operand = children_of(cursor);
	if (!operand.n || kind < CXUnaryOperator_PostInc || kind > CXUnaryOperator_AddrOf)
		return;
	note_counting(reading, operand.at[0]); /* counted by the operator, or by a function that gets the
	                                          address */
	if (kind != CXUnaryOperator_AddrOf)
		note_counted(reading, operand.at[0]);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct reading *reading = data;
	struct children children;
	CXCursor start;
	(void)parent;
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_BinaryOperator:
		read_binary(reading, cursor);
		break;
	case CXCursor_CompoundAssignOperator:
		children = children_of(cursor);
		if (!children.n)
			break;
		note_counting(reading, children.at[0]);
		note_counted(reading, children.at[0]);
		break;
	case CXCursor_VarDecl:
		start = clang_Cursor_getVarDeclInitializer(cursor);
		if (!clang_Cursor_isNull(start) && is_returned(reading, cursor))
			read_result(reading, start);
		break;
	case CXCursor_UnaryOperator:
		read_unary(reading, cursor);
		break;
	case CXCursor_SwitchStmt:
		read_switch(reading, cursor);
		break;
	case CXCursor_CallExpr:
		read_call(reading, cursor);
		break;
	default:
		break;
	}
	return CXChildVisit_Recurse;
}

void namings_add(struct modeller *m, CXCursor function)
{
	struct namings *namings = namings_of(m);
	struct reading reading = { .m = m, .function = function, .name = key_of(m, function) };
	CXFile file = spot_of(clang_getCursorLocation(function)).file;
	size_t index = m->model->functions.n - 1, before;
	while (namings->own.n <= index)
		vec_push(&namings->own, (struct own){ .file = NONE });
	namings->own.at[index] = (struct own){ reading.name, file ? hidden_file(m, file) : NONE };
	*strmap_put(&namings->functions, reading.name, NULL) = index;
	clang_visitChildren(function, visit_returns, &reading);
	do { /* the value of a returned variable may be another variable */
		before = reading.n_returned;
		clang_visitChildren(function, visit, &reading);
	} while (reading.n_returned > before);
}
