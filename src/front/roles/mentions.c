/* mentions: see mentions.h.
 *
 * The walk keeps the path from the top down to the current expression. At each name it looks back
 * up the path, through casts, elements and members of the object, until it is clear whether the
 * object is set, read, or its address given away. */
#include "front/roles/mentions.h"

#include "base/str.h"
#include "front/api/modeller.h"

#define MAX_DEPTH 400

struct level {
	CXCursor cursor;
	enum CXCursorKind kind;
	unsigned child;     /* its number among the children of the level above */
};

struct walk {
	struct arena *arena;
	struct level path[MAX_DEPTH];
	unsigned depth;
	mention_list *out;
};

struct siblings {
	struct walk *walk;
	unsigned next;
};

static bool is_wrapping(enum CXCursorKind kind)
{
	return kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr || kind == CXCursor_CStyleCastExpr;
}

static CXType type_at(const struct level *level)
{
	return clang_getCanonicalType(clang_getCursorType(level->cursor));
}

static bool is_array(CXType type)
{
	return type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray;
}

static bool leads_to_const(CXType type)
{
	return type.kind == CXType_Pointer && clang_isConstQualifiedType(clang_getPointeeType(type));
}

/* The operand becomes a part of the object: x.field, x[i], *x of an array. */
static bool is_part(const struct level *up, const struct level *operand, bool is_address)
{
	if (up->kind == CXCursor_MemberRefExpr)
		return !is_address && type_at(operand).kind == CXType_Record;
	if (up->kind == CXCursor_ArraySubscriptExpr)
		return is_address && operand->child == 0;
	return up->kind == CXCursor_UnaryOperator && is_address &&
	       clang_getCursorUnaryOperatorKind(up->cursor) == CXUnaryOperator_Deref;
}

static enum CXChildVisitResult take_last(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	*(CXCursor *)data = cursor;
	return CXChildVisit_Continue;
}

static void note_constant(CXCursor assignment, struct mention *mention)
{
	CXCursor value = assignment, before;
	do {
		before = value;
		clang_visitChildren(before, take_last, &value);
	} while (is_wrapping(clang_getCursorKind(value)) && !clang_equalCursors(value, before));
	CXEvalResult result = clang_Cursor_Evaluate(value);
	mention->to_constant = result && clang_EvalResult_getKind(result) == CXEval_Int;
	if (mention->to_constant)
		mention->constant = clang_EvalResult_getAsLongLong(result);
	if (result)
		clang_EvalResult_dispose(result);
}

/* The expression above the object decides. `is_whole`: the object is the whole variable. */
static void see_above(const struct level *up, const struct level *operand, bool is_whole, struct mention *mention)
{
	enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(up->cursor);
	bool is_left = operand->child == 0;
	if (up->kind == CXCursor_BinaryOperator && is_left &&
	    clang_getCursorBinaryOperatorKind(up->cursor) == CXBinaryOperator_Assign) {
		mention->is_write = true;
		if (is_whole)
			note_constant(up->cursor, mention);
	} else if ((up->kind == CXCursor_CompoundAssignOperator && is_left) ||
	           (up->kind == CXCursor_UnaryOperator && unary <= CXUnaryOperator_PreDec)) {
		mention->is_read = mention->is_write = true;
	} else {
		mention->is_read = true;
	}
}

/* An address stands at path[at]: the receiver may write there, unless it gets a pointer to const. */
static void see_address(const struct walk *w, unsigned at, struct mention *mention)
{
	while (at > 0 && is_wrapping(w->path[at - 1].kind) && !leads_to_const(type_at(&w->path[at])))
		at--;
	const struct level *up = at > 0 ? &w->path[at - 1] : NULL;
	bool is_compared = up && up->kind == CXCursor_BinaryOperator &&
	                   clang_getCursorBinaryOperatorKind(up->cursor) != CXBinaryOperator_Assign;
	mention->is_read = true;
	mention->is_write = !leads_to_const(type_at(&w->path[at])) && !is_compared;
}

static bool takes_address(const struct level *level)
{
	return level->kind == CXCursor_UnaryOperator &&
	       clang_getCursorUnaryOperatorKind(level->cursor) == CXUnaryOperator_AddrOf;
}

/* The name of a variable stands at path[at]. */
static void see_variable(const struct walk *w, unsigned at, struct mention *mention)
{
	bool is_whole = true, is_address = false; /* is_address: an array became a pointer */
	for (; at > 0; at--) {
		const struct level *up = &w->path[at - 1], *here = &w->path[at];
		if (is_wrapping(up->kind)) {
			is_address |= is_array(type_at(here)) && type_at(up).kind == CXType_Pointer;
		} else if (is_part(up, here, is_address)) {
			is_whole = is_address = false;
		} else if (is_address) {
			see_address(w, at, mention);
			return;
		} else if (takes_address(up)) {
			see_address(w, at - 1, mention);
			return;
		} else {
			see_above(up, here, is_whole, mention);
			return;
		}
	}
	mention->is_read = true;
}

static bool is_named(CXCursor cursor, const char *const *names)
{
	CXString text = clang_getCursorSpelling(cursor);
	while (*names && !str_equal(clang_getCString(text), *names))
		names++;
	clang_disposeString(text);
	return *names;
}

static enum CXChildVisitResult take_first(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	*(CXCursor *)data = cursor;
	return CXChildVisit_Break;
}

/* The name of a function stands at path[at]. It is a handler if the system calls it, for a signal
 * or at the end of the program; then no call of a test leads to it. */
static bool is_handler(const struct walk *w, unsigned at)
{
	static const char *const takers[] = { "signal", "bsd_signal", "sigset", "atexit", "on_exit", NULL };
	static const char *const fields[] = { "sa_handler", "sa_sigaction", NULL };
	while (at > 0 && (is_wrapping(w->path[at - 1].kind) || takes_address(&w->path[at - 1])))
		at--;
	const struct level *up = at > 0 ? &w->path[at - 1] : NULL;
	if (up && up->kind == CXCursor_CallExpr)
		return w->path[at].child > 0 && is_named(up->cursor, takers);
	if (!up || clang_getCursorBinaryOperatorKind(up->cursor) != CXBinaryOperator_Assign)
		return false;
	CXCursor left = up->cursor;
	clang_visitChildren(up->cursor, take_first, &left);
	return is_named(left, fields);
}

static void see_name(struct walk *w, CXCursor name)
{
	CXCursor what = clang_getCursorReferenced(name);
	enum CXCursorKind kind = clang_getCursorKind(what);
	struct mention mention = { 0 };
	if (kind != CXCursor_VarDecl && kind != CXCursor_FunctionDecl)
		return;
	mention.key = take_text(w->arena, clang_getCursorUSR(what));
	if (kind == CXCursor_VarDecl)
		see_variable(w, w->depth, &mention);
	else
		mention.is_handler = is_handler(w, w->depth);
	mention.is_read |= kind == CXCursor_FunctionDecl;
	vec_push(w->out, mention);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct siblings *siblings = data;
	struct walk *w = siblings->walk;
	unsigned index = siblings->next++;
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	bool unevaluated = kind == CXCursor_UnaryExpr; /* sizeof, _Alignof */
	if (unevaluated || w->depth == MAX_DEPTH || clang_isReference(kind)) {
		siblings->next -= clang_isReference(kind); /* names of types are not operands */
		return CXChildVisit_Continue;
	}
	w->path[w->depth] = (struct level){ cursor, kind, index };
	if (kind == CXCursor_DeclRefExpr)
		see_name(w, cursor);
	w->depth++;
	struct siblings below = { w, 0 };
	clang_visitChildren(cursor, visit, &below);
	w->depth--;
	return CXChildVisit_Continue;
}

void mentions_read(struct arena *arena, CXCursor cursor, mention_list *out)
{
	struct walk *w = xcalloc(1, sizeof *w);
	w->arena = arena;
	w->out = out;
	struct siblings top = { w, 0 };
	clang_visitChildren(cursor, visit, &top);
	free(w);
}
