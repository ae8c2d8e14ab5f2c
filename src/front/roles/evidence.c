/* evidence: reads from a function's syntax tree what the function does with its parameters.
 *
 * The walk keeps the path from the body down to the current expression. At each mention of a
 * parameter it looks back up the path, past casts and parentheses, for the use of the value:
 * followed, tested, compared, passed, stored. The walk goes in source order, so "tested before use"
 * means that the test was seen first. Copies in other variables are not followed; they count as
 * `given_away`. */
#include "front/roles/evidence.h"
#include "front/roles/syntax.h"

#include <string.h>

#include "base/str.h"
#include "front/api/modeller.h"

/* A bound of an index, as in for (...; i < n; ...), or its use, as in p[i]; both are joined at the
 * end of the body. */
struct bound {
	CXCursor variable;  /* the index */
	uint32_t param;     /* n, or p */
	bool in_sum;        /* the bound is n plus or minus something */
};

/* Argument `arg` of a call is n * sizeof something, where n is a parameter. */
struct scaled {
	uint32_t call, arg, param;
};

struct walk {
	struct modeller *modeller;
	struct arena *arena;
	struct body *body;
	CXCursor function;
	struct path_level path[SYNTAX_DEPTH];
	unsigned depth;
	VEC(struct pass) passes;
	VEC(struct keeping) keepings;
	VEC(const char *) callees;
	VEC(struct bound) bounds, indexings;
	VEC(struct scaled) scaled;
	VEC(struct bound) copies;   /* local variables that start as a copy of a parameter */
	VEC(struct bound) starts;   /* variables that are given a parameter's value at any time */
	VEC(uint32_t) counted_down; /* parameters n of loops while (n--) */
	bool *touched;              /* per parameter: there was a use other than a test */
	uint32_t n_calls;
};

/* --- small questions about the tree --- */

static uint32_t param_index(const struct walk *w, CXCursor reference)
{
	if (clang_getCursorKind(reference) != CXCursor_DeclRefExpr)
		return NONE;
	CXCursor target = clang_getCursorReferenced(reference);
	if (clang_getCursorKind(target) != CXCursor_ParmDecl)
		return NONE;
	for (uint32_t i = 0; i < w->body->n_params; i++)
		if (clang_equalCursors(target, clang_Cursor_getArgument(w->function, i)))
			return i;
	return NONE;
}

static bool is_null(CXCursor cursor)
{
	CXCursor inner = syntax_unwrapped(cursor);
	if (clang_getCursorKind(inner) != CXCursor_IntegerLiteral && clang_getCursorKind(inner) != CXCursor_GNUNullExpr)
		return false;
	CXEvalResult value = clang_Cursor_Evaluate(inner);
	bool zero = value && clang_EvalResult_getKind(value) == CXEval_Int &&
	            clang_EvalResult_getAsLongLong(value) == 0;
	if (value)
		clang_EvalResult_dispose(value);
	return zero;
}

/* --- branches that end the program --- */

static bool ends_program(CXCursor call)
{
	static const char *const enders[] = {
		"__assert_fail",         "__assert",       "__assert_rtn",        "abort", "exit", "_exit",
		"__builtin_unreachable", "__builtin_trap", "__assert_perror_fail"
	};
	if (clang_getCursorKind(call) != CXCursor_CallExpr)
		return false;
	CXString name = clang_getCursorSpelling(call);
	bool ends = false;
	for (size_t i = 0; i < sizeof enders / sizeof *enders; i++)
		ends |= str_equal(clang_getCString(name), enders[i]);
	clang_disposeString(name);
	return ends;
}

static enum CXChildVisitResult find_ender(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	bool *found = data;
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	if (ends_program(cursor)) {
		*found = true;
		return CXChildVisit_Break;
	}
	bool look_inside = syntax_is_wrapping(kind) || kind == CXCursor_CompoundStmt || kind == CXCursor_BinaryOperator;
	return look_inside ? CXChildVisit_Recurse : CXChildVisit_Continue;
}

/* assert(p) is `if (p) ; else __assert_fail()`, or a similar expression with ?: or ||. */
static bool asserts(const struct path_level *level)
{
	bool decides = level->kind == CXCursor_IfStmt || level->kind == CXCursor_ConditionalOperator ||
	               (level->kind == CXCursor_BinaryOperator &&
	                clang_getCursorBinaryOperatorKind(level->cursor) == CXBinaryOperator_LOr);
	bool found = false;
	if (decides)
		clang_visitChildren(level->cursor, find_ender, &found);
	return found;
}

/* --- the use of a parameter's value --- */

static void saw_test(struct walk *w, struct sight *sight, unsigned at)
{
	for (unsigned i = at; i-- > 0 && i + 6 > at;) {
		if (w->path[i].kind == CXCursor_CompoundStmt)
			break;
		if (asserts(&w->path[i])) {
			sight->null.asserted = true;
			return;
		}
	}
	if (!sight->memory.followed)
		sight->null.tested = true;
}

struct field_place {
	CXCursor sought;
	unsigned index;
};

static enum CXVisitorResult count_field(CXCursor field, CXClientData data)
{
	struct field_place *place = data;
	if (clang_equalCursors(field, place->sought))
		return CXVisit_Break;
	place->index++;
	return CXVisit_Continue;
}

/* One bit for the field that a member expression names; 0: it is none of the first 64. */
static uint64_t field_bit(CXCursor member)
{
	struct field_place place = { clang_getCursorReferenced(member), 0 };
	CXType record = clang_getCursorType(clang_getCursorSemanticParent(place.sought));
	clang_Type_visitFields(record, count_field, &place);
	return place.index < 64 ? UINT64_C(1) << place.index : 0;
}

/* A field of what the parameter points to stands at path[at]: is it set? */
static void saw_field(struct walk *w, struct sight *sight, unsigned at)
{
	CXCursor member = w->path[at].cursor;
	while (at > 0 && syntax_is_wrapping(w->path[at - 1].kind))
		at--;
	if (at > 0 && w->path[at].child == 0 && w->path[at - 1].kind == CXCursor_BinaryOperator &&
	    clang_getCursorBinaryOperatorKind(w->path[at - 1].cursor) == CXBinaryOperator_Assign)
		sight->memory.fields_set |= field_bit(member);
}

/* An lvalue that is reached through the parameter stands at path[at]: notes whether it is read or
 * written. */
static void saw_access(struct walk *w, struct sight *sight, unsigned at, bool whole)
{
	while (at > 0) {
		const struct path_level *up = &w->path[at - 1];
		unsigned side = w->path[at].child;
		enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(up->cursor);
		if (up->kind == CXCursor_ParenExpr || up->kind == CXCursor_UnexposedExpr ||
		    up->kind == CXCursor_CStyleCastExpr) {
			at--;
		} else if (up->kind == CXCursor_MemberRefExpr ||
		           (up->kind == CXCursor_ArraySubscriptExpr && side == 0) ||
		           (up->kind == CXCursor_UnaryOperator && unary == CXUnaryOperator_Deref)) {
			whole = false;
			at--;
		} else if (up->kind == CXCursor_BinaryOperator && side == 0 &&
		           clang_getCursorBinaryOperatorKind(up->cursor) == CXBinaryOperator_Assign) {
			sight->memory.written = true;
			sight->memory.set_whole |= whole;
			return;
		} else if ((up->kind == CXCursor_CompoundAssignOperator && side == 0) ||
		           (up->kind == CXCursor_UnaryOperator && unary <= CXUnaryOperator_AddrOf)) {
			sight->memory.written = sight->memory.read =
			        true; /* ++ and -- write; after & anything may happen */
			return;
		} else {
			break;
		}
	}
	sight->memory.read = true;
	/* If a pointer inside the object is passed on, its target may be written. */
	const struct path_level *here = &w->path[at], *up = at ? &w->path[at - 1] : NULL;
	CXType type = clang_getCanonicalType(clang_getCursorType(here->cursor));
	bool leads_on = up && type.kind == CXType_Pointer && !clang_isConstQualifiedType(clang_getPointeeType(type));
	sight->memory.written |= leads_on && up->kind == CXCursor_CallExpr;
	sight->memory.aliased |= leads_on && (up->kind == CXCursor_VarDecl || up->kind == CXCursor_BinaryOperator);
}

static void saw_index(struct walk *w, struct sight *sight, uint32_t param, CXCursor subscript)
{
	CXCursor index = syntax_unwrapped(syntax_child(subscript, 1));
	if (clang_getCursorKind(index) == CXCursor_IntegerLiteral) {
		CXEvalResult value = clang_Cursor_Evaluate(index);
		long long n = value ? clang_EvalResult_getAsLongLong(value) : 0;
		if (value)
			clang_EvalResult_dispose(value);
		if (n >= 0 && n < 65536 && (uint32_t)n + 1 > sight->memory.elements)
			sight->memory.elements = (uint32_t)n + 1;
		return;
	}
	sight->memory.indexed = true;
	if (clang_getCursorKind(index) == CXCursor_DeclRefExpr) {
		struct bound b = { clang_getCursorReferenced(index), param, false };
		vec_push(&w->indexings, b);
	}
}

static bool points_to_const(CXType type)
{
	CXType canonical = clang_getCanonicalType(type);
	return canonical.kind != CXType_Pointer || clang_isConstQualifiedType(clang_getPointeeType(canonical));
}

/* The call at path[at] is a condition, as in if (f(p)) or f(p) && ... */
static bool is_condition(const struct walk *w, unsigned at)
{
	for (; at > 0; at--) {
		const struct path_level *up = &w->path[at - 1];
		enum CXBinaryOperatorKind binary = clang_getCursorBinaryOperatorKind(up->cursor);
		if (up->kind == CXCursor_IfStmt || up->kind == CXCursor_WhileStmt ||
		    up->kind == CXCursor_ConditionalOperator)
			return w->path[at].child == 0;
		if (binary == CXBinaryOperator_LAnd || binary == CXBinaryOperator_LOr)
			return true;
		if (!clang_isExpression(up->kind) || up->kind == CXCursor_CallExpr)
			return false;
	}
	return false;
}

/* The call is like memset(p, ..., sizeof ...). */
static bool clears(const char *callee, CXCursor call)
{
	bool named = str_equal(callee, "memset") || str_equal(callee, "__builtin_memset");
	unsigned size = str_equal(callee, "bzero") ? 2 : named ? 3 : 0;
	return size && clang_getCursorKind(syntax_unwrapped(syntax_child(call, size))) == CXCursor_UnaryExpr;
}

/* The callee closes the descriptor or stream, or makes a stream of the descriptor that does. */
static bool closes(const char *callee, unsigned arg)
{
	return arg == 0 && (str_equal(callee, "close") || str_equal(callee, "fdopen") || str_equal(callee, "fclose") ||
	                    str_equal(callee, "pclose"));
}

/* Notes the field that an expression names, if it names one. */
static void note_field(struct walk *w, CXCursor expression, uint32_t param)
{
	CXCursor member = syntax_unwrapped(expression);
	if (clang_getCursorKind(member) != CXCursor_MemberRefExpr)
		return;
	struct keeping keeping = { param, take_text(w->arena, clang_getCursorUSR(clang_getCursorReferenced(member))) };
	vec_push(&w->keepings, keeping);
}

/* Notes x->fd = fd, and x->fd = fd < 0 ? open(...) : fd. */
static void saw_keeping(struct walk *w, uint32_t param, unsigned at)
{
	size_t before = w->keepings.n;
	while (at > 0 && (syntax_is_wrapping(w->path[at - 1].kind) ||
	                  (w->path[at - 1].kind == CXCursor_ConditionalOperator && w->path[at].child > 0)))
		at--;
	if (at > 0 && w->path[at].child == 1 &&
	    clang_getCursorBinaryOperatorKind(w->path[at - 1].cursor) == CXBinaryOperator_Assign)
		note_field(w, syntax_child(w->path[at - 1].cursor, 0), param);
	w->body->params[param].fate.goes_elsewhere |= w->keepings.n > before;
}

static void saw_call(struct walk *w, CXCursor call)
{
	const char *name = take_text(w->arena, clang_getCursorSpelling(call));
	if (closes(name, 0))
		note_field(w, syntax_child(call, 1), NONE);
	if (clang_getCursorKind(clang_getCursorReferenced(call)) == CXCursor_FunctionDecl)
		vec_push(&w->callees, name);
	else
		w->body->calls_unknown = true;
}

/* The call is strcpy(x->path, p), or strdup(p), whose result is not followed. */
static bool copies_into_field(const char *callee, CXCursor call)
{
	return str_has_word(callee, "dup") || str_ends(callee, "dup") ||
	       clang_getCursorKind(syntax_unwrapped(syntax_child(call, 1))) == CXCursor_MemberRefExpr;
}

static void saw_pass(struct walk *w, struct sight *sight, uint32_t param, unsigned at, bool moved)
{
	const struct path_level *call = &w->path[at - 1];
	if (w->path[at].child == 0) { /* the parameter itself is the called function */
		sight->memory.followed = true;
		return;
	}
	CXCursor callee = clang_getCursorReferenced(call->cursor);
	const char *name = take_text(w->arena, clang_getCursorSpelling(call->cursor));
	bool by_name = clang_getCursorKind(callee) == CXCursor_FunctionDecl;
	struct pass pass = { .param = param, .arg = w->path[at].child - 1, .callee = by_name ? name : "" };
	pass.call = (uint32_t)clang_hashCursor(call->cursor);
	pass.to_const = points_to_const(clang_getCursorType(w->path[at].cursor));
	pass.guards = !sight->memory.followed && is_condition(w, at - 1);
	pass.moved = moved;
	pass.for_field = copies_into_field(name, call->cursor);
	pass.first = !w->touched[param];
	sight->memory.renewed |= pass.first && pass.arg == 0 && clears(name, call->cursor);
	w->touched[param] = true;
	vec_push(&w->passes, pass);
	/* free() itself, or a hook that frees: ctx->mem.free_fn(p) */
	bool by_hook = !by_name && pass.arg == 0 && (str_has_word(name, "free") || str_has_word(name, "deallocate"));
	bool frees = str_equal(name, "free") || str_equal(name, "realloc") || str_equal(name, "reallocarray");
	if (by_hook || (by_name && frees && pass.arg == 0))
		sight->fate.freed = true;
}

/* Notes memcpy(to, p, n * sizeof *p), where n counts elements. */
static void saw_product(struct walk *w, uint32_t param, unsigned at)
{
	CXCursor other = syntax_unwrapped(syntax_child(w->path[at - 1].cursor, 1 - w->path[at].child));
	at--;
	while (at > 0 && syntax_is_wrapping(w->path[at - 1].kind))
		at--;
	bool is_argument = at > 0 && w->path[at - 1].kind == CXCursor_CallExpr && w->path[at].child > 0;
	if (is_argument && clang_getCursorKind(other) == CXCursor_UnaryExpr) /* sizeof */
		vec_push(&w->scaled, ((struct scaled){ (uint32_t)clang_hashCursor(w->path[at - 1].cursor),
		                                       w->path[at].child - 1, param }));
}

static bool is_sum(const struct path_level *level)
{
	enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(level->cursor);
	return level->kind == CXCursor_BinaryOperator && (kind == CXBinaryOperator_Add || kind == CXBinaryOperator_Sub);
}

/* The parameter's value, which stands at path[at], is assigned. */
static void saw_start(struct walk *w, struct sight *sight, uint32_t param, unsigned at)
{
	CXCursor to = syntax_unwrapped(syntax_child(w->path[at - 1].cursor, 0));
	sight->fate.given_away = true;
	if (clang_getCursorKind(to) == CXCursor_DeclRefExpr && !is_sum(&w->path[at]))
		vec_push(&w->starts, ((struct bound){ clang_getCursorReferenced(to), param, false }));
}

static void saw_comparison(struct walk *w, struct sight *sight, uint32_t param, unsigned at)
{
	const struct path_level *up = &w->path[at - 1];
	enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(up->cursor);
	unsigned side = w->path[at].child;
	CXCursor other = syntax_child(up->cursor, 1 - side);
	switch (kind) {
	case CXBinaryOperator_Mul:
		saw_product(w, param, at);
		break;
	case CXBinaryOperator_EQ:
	case CXBinaryOperator_NE:
		if (is_null(other))
			saw_test(w, sight, at);
		break;
	case CXBinaryOperator_LAnd:
	case CXBinaryOperator_LOr:
		saw_test(w, sight, at);
		break;
	case CXBinaryOperator_Assign:
		if (side == 1)
			saw_start(w, sight, param, at);
		break;
	default:
		break;
	}
	bool bounds = kind == CXBinaryOperator_LT || kind == CXBinaryOperator_GT || kind == CXBinaryOperator_NE;
	CXCursor index = syntax_unwrapped(other);
	if (bounds && clang_getCursorKind(index) == CXCursor_DeclRefExpr) {
		struct bound b = { clang_getCursorReferenced(index), param, is_sum(&w->path[at]) };
		vec_push(&w->bounds, b);
	}
}

static void saw_unary(struct walk *w, struct sight *sight, uint32_t param, unsigned at)
{
	switch (clang_getCursorUnaryOperatorKind(w->path[at - 1].cursor)) {
	case CXUnaryOperator_Deref:
		sight->memory.followed = true;
		saw_access(w, sight, at - 1, true);
		sight->memory.renewed |= sight->memory.set_whole && !w->touched[param];
		w->touched[param] = true;
		break;
	case CXUnaryOperator_LNot:
		saw_test(w, sight, at);
		break;
	case CXUnaryOperator_AddrOf:
		sight->fate.given_away = sight->memory.written = true;
		break;
	case CXUnaryOperator_PostDec:
	case CXUnaryOperator_PreDec:
		vec_push(&w->counted_down, param);
		break;
	default:
		break;
	}
}

static bool is_step(const struct path_level *level)
{
	enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(level->cursor);
	return level->kind == CXCursor_UnaryOperator &&
	       (kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PreInc);
}

static CXType pointee_type(CXCursor cursor)
{
	return clang_getCanonicalType(clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(cursor))));
}

static bool points_to_struct(CXCursor cursor)
{
	return pointee_type(cursor).kind == CXType_Record;
}

/* The named struct of a type; 0: the struct has no name to be known by. */
static type_id struct_named(struct walk *w, CXType type)
{
	CXCursor declaration = clang_getTypeDeclaration(type);
	enum CXCursorKind place = clang_getCursorKind(clang_getCursorSemanticParent(declaration));
	if (place != CXCursor_TranslationUnit || clang_Cursor_isAnonymous(declaration))
		return 0;
	type_id id = type_of(w->modeller, clang_getUnqualifiedType(type));
	return model_type(w->modeller->model, id)->spellable ? id : 0;
}

static type_id struct_at(struct walk *w, CXCursor cursor)
{
	return struct_named(w, pointee_type(cursor));
}

/* The expression is a number, or the size of something. */
static bool is_constant(CXCursor cursor)
{
	enum CXCursorKind kind = clang_getCursorKind(syntax_unwrapped(cursor));
	return kind == CXCursor_IntegerLiteral || kind == CXCursor_UnaryExpr;
}

/* path[at] is p - sizeof ..., and the expression below it is p. */
static bool steps_back(const struct walk *w, unsigned at)
{
	return w->path[at].kind == CXCursor_BinaryOperator && w->path[at + 1].child == 0 &&
	       clang_getCursorBinaryOperatorKind(w->path[at].cursor) == CXBinaryOperator_Sub &&
	       is_constant(syntax_child(w->path[at].cursor, 1));
}

static bool points_elsewhere(const struct walk *w, uint32_t param, CXCursor cursor)
{
	CXType own = pointee_type(clang_Cursor_getArgument(w->function, param)), other = pointee_type(cursor);
	return own.kind != CXType_Invalid && other.kind != CXType_Invalid && other.kind != CXType_Void &&
	       !clang_equalTypes(clang_getUnqualifiedType(own), clang_getUnqualifiedType(other));
}

/* The value stands at path[at] as a pointer to a struct. If the value was moved, or no longer
 * points to the start of the struct, its struct is not known. */
static void saw_struct(struct walk *w, struct sight *sight, CXCursor cursor, bool moved)
{
	type_id record = moved ? 0 : struct_at(w, cursor);
	if (record)
		sight_note_struct(record, &sight->meaning.as_struct, &sight->meaning.as_several);
	else {
		sight->meaning.as_struct = 0;
		sight->meaning.as_several = true;
	}
}

static bool is_before(const struct walk *w, unsigned at)
{
	CXCursor index = at > 0 && w->path[at - 1].kind == CXCursor_ArraySubscriptExpr && w->path[at].child == 0
	                         ? syntax_unwrapped(syntax_child(w->path[at - 1].cursor, 1))
	                         : clang_getNullCursor();
	return clang_getCursorUnaryOperatorKind(index) == CXUnaryOperator_Minus && is_constant(syntax_child(index, 0));
}

/* Notes ((size_t *)p)[-1]. */
static void saw_negative_index(struct walk *w, struct sight *sight, uint32_t param, unsigned at)
{
	sight->memory.has_prefix |= is_before(w, at) && points_elsewhere(w, param, w->path[at].cursor);
}

/* The parameter's value stands at path[at]. */
static void saw_use(struct walk *w, uint32_t param, unsigned at)
{
	struct sight *sight = &w->body->params[param];
	bool moved = false, back = false, is_struct = false;
	while (at > 0 &&
	       (syntax_is_wrapping(w->path[at - 1].kind) || is_sum(&w->path[at - 1]) || is_step(&w->path[at - 1]))) {
		at--;
		moved |= !syntax_is_wrapping(w->path[at].kind);
		back |= steps_back(w, at);
		sight->memory.has_prefix |= back && points_elsewhere(w, param, w->path[at].cursor);
		is_struct |= points_to_struct(w->path[at].cursor);
	}
	sight->memory.indexed |= moved;
	sight->meaning.is_struct |= is_struct;
	if (is_struct)
		saw_struct(w, sight, w->path[at].cursor, moved || is_before(w, at));
	if (at == 0)
		return;
	const struct path_level *up = &w->path[at - 1];
	switch (up->kind) {
	case CXCursor_UnaryOperator:
		saw_unary(w, sight, param, at);
		break;
	case CXCursor_ArraySubscriptExpr:
		if (w->path[at].child != 0)
			break;
		sight->memory.followed = w->touched[param] = true;
		saw_index(w, sight, param, up->cursor);
		saw_negative_index(w, sight, param, at);
		saw_access(w, sight, at - 1, true);
		break;
	case CXCursor_MemberRefExpr:
		sight->memory.followed = w->touched[param] = true;
		saw_access(w, sight, at - 1, false);
		saw_field(w, sight, at - 1);
		break;
	case CXCursor_BinaryOperator:
		saw_comparison(w, sight, param, at);
		break;
	case CXCursor_ConditionalOperator:
		if (w->path[at].child == 0)
			saw_test(w, sight, at);
		else
			sight->fate.given_away = true;
		break;
	case CXCursor_IfStmt:
	case CXCursor_WhileStmt:
	case CXCursor_DoStmt:
	case CXCursor_ForStmt:
		saw_test(w, sight, at);
		break;
	case CXCursor_CallExpr:
		saw_pass(w, sight, param, at, moved);
		break;
	case CXCursor_VarDecl:
		vec_push(&w->copies, ((struct bound){ up->cursor, param, false }));
		vec_push(&w->starts, ((struct bound){ up->cursor, param, is_sum(&w->path[at]) }));
		sight->fate.kept = sight->fate.given_away = w->touched[param] = true;
		break;
	case CXCursor_ReturnStmt:
		sight->fate.kept = sight->fate.given_away = w->touched[param] = true;
		break;
	case CXCursor_InitListExpr:
		sight->fate.given_away = true;
		break;
	default:
		break;
	}
}

/* Notes struct head *h = p; h--: a head lies before the memory of p, and p itself does not point to
 * a head. */
static void saw_step_back(struct walk *w, CXCursor operation)
{
	CXCursor variable = clang_getCursorReferenced(syntax_unwrapped(syntax_child(operation, 0)));
	for (size_t i = 0; i < w->copies.n; i++) {
		struct sight *sight = &w->body->params[w->copies.at[i].param];
		if (!clang_equalCursors(w->copies.at[i].variable, variable))
			continue;
		sight->meaning.as_struct = 0;
		sight->meaning.as_several = true;
	}
}

static bool is_step_back(CXCursor cursor)
{
	enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(cursor);
	return unary == CXUnaryOperator_PreDec || unary == CXUnaryOperator_PostDec ||
	       clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Sub ||
	       clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_SubAssign;
}

/* --- what is returned --- */

static enum CXChildVisitResult find_size_of_struct(CXCursor cursor, CXCursor parent, CXClientData data)
{
	bool in_size = clang_getCursorKind(parent) == CXCursor_UnaryExpr;
	CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
	if (!in_size || type.kind != CXType_Record)
		return CXChildVisit_Recurse;
	*(CXType *)data = type;
	return CXChildVisit_Break;
}

/* The struct that malloc(sizeof(struct x)) has room for. */
static CXType struct_allocated(CXCursor call)
{
	CXType found = { .kind = CXType_Invalid };
	CXString name = clang_getCursorSpelling(call);
	if (str_equal(clang_getCString(name), "malloc") || str_equal(clang_getCString(name), "calloc"))
		clang_visitChildren(call, find_size_of_struct, &found);
	clang_disposeString(name);
	return found;
}

/* Notes a returned struct pointer in a function whose result is void *. */
static void saw_return(struct walk *w, CXCursor statement)
{
	struct body *body = w->body;
	CXCursor value = syntax_child(statement, 0),
	         inner = clang_Cursor_isNull(value) ? value : syntax_unwrapped(value);
	if (clang_Cursor_isNull(value) || clang_getCursorKind(inner) == CXCursor_BinaryOperator)
		return;
	if (points_to_struct(inner)) {
		sight_note_struct(struct_at(w, inner), &body->gives_struct, &body->gives_several);
		return;
	}
	if (clang_getCursorKind(inner) != CXCursor_CallExpr)
		return;
	CXType allocated = struct_allocated(inner);
	if (allocated.kind == CXType_Record)
		sight_note_struct(struct_named(w, allocated), &body->gives_struct, &body->gives_several);
	else
		body->gives_of = take_text(w->arena, clang_getCursorSpelling(inner));
}

/* --- the walk --- */

static void see(void *context, CXCursor cursor)
{
	struct walk *w = context;
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	uint32_t param = param_index(w, cursor);
	if (kind == CXCursor_CallExpr)
		saw_call(w, cursor);
	if (kind == CXCursor_ReturnStmt)
		saw_return(w, cursor);
	if (w->copies.n && is_step_back(cursor))
		saw_step_back(w, cursor);
	if (param != NONE) {
		saw_use(w, param, w->depth);
		saw_keeping(w, param, w->depth);
	}
}

static void set_length(struct body *body, uint32_t buffer, uint32_t length, bool in_bytes)
{
	if (buffer == length || body->params[buffer].length != NONE)
		return;
	body->params[buffer].length = length;
	body->params[buffer].length_in_bytes = in_bytes;
}

/* In for (i = from; i < from + n; i++) neither `from` nor n is the length of what i leads into. */
static bool is_about_start(const struct walk *w, const struct bound *bound)
{
	for (size_t i = 0; i < w->starts.n; i++) {
		const struct bound *start = &w->starts.at[i];
		if (clang_equalCursors(start->variable, bound->variable) &&
		    (bound->in_sum || (start->param == bound->param && !start->in_sum)))
			return true;
	}
	return false;
}

static void join_bounds(struct walk *w)
{
	for (size_t i = 0; i < w->indexings.n; i++)
		for (size_t k = 0; k < w->bounds.n; k++)
			if (clang_equalCursors(w->indexings.at[i].variable, w->bounds.at[k].variable) &&
			    !is_about_start(w, &w->bounds.at[k]))
				set_length(w->body, w->indexings.at[i].param, w->bounds.at[k].param, false);
	/* joins while (n--) *p++ */
	for (size_t i = 0; i < w->counted_down.n && w->counted_down.n < 4; i++) {
		uint32_t found = NONE, n_found = 0;
		for (uint32_t p = 0; p < w->body->n_params; p++)
			if (w->body->params[p].memory.indexed && w->body->params[p].memory.followed) {
				found = p;
				n_found++;
			}
		if (n_found == 1)
			set_length(w->body, found, w->counted_down.at[i], false);
	}
}

static uint32_t passed_at(const struct body *body, uint32_t call, int arg)
{
	for (uint32_t i = 0; i < body->n_passes; i++)
		if (body->passes[i].call == call && (int)body->passes[i].arg == arg)
			return body->passes[i].param;
	return NONE;
}

/* The parameter that counts the elements of an argument of a call; NONE: there is none. */
static uint32_t scaled_at(const struct walk *w, uint32_t call, int arg)
{
	for (size_t i = 0; i < w->scaled.n; i++)
		if (w->scaled.at[i].call == call && (int)w->scaled.at[i].arg == arg)
			return w->scaled.at[i].param;
	return NONE;
}

/* The elements are larger than a byte; sizes of bytes are not multiplied. */
static bool has_large_elements(const struct walk *w, uint32_t param)
{
	CXCursor cursor = clang_Cursor_getArgument(w->function, param);
	return clang_Type_getSizeOf(clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(cursor)))) > 1;
}

static void ask_library(const struct walk *w, struct body *body)
{
	for (uint32_t i = 0; i < body->n_passes; i++) {
		const struct pass *pass = &body->passes[i];
		const struct library_call *call = library_call_find(pass->callee);
		struct sight *sight = &body->params[pass->param];
		int arg = (int)pass->arg;
		sight->meaning.is_descriptor |= library_call_takes_descriptor(pass->callee, arg);
		sight->fate.is_closed |= closes(pass->callee, pass->arg);
		if (!call)
			continue;
		sight->meaning.is_string |= arg == call->string || arg == call->string2;
		sight->meaning.is_file_name |= arg == call->file_name;
		sight->meaning.is_format |= arg == call->format;
		uint32_t length = call->length >= 0 ? passed_at(body, pass->call, call->length) : NONE;
		uint32_t count = call->length >= 0 ? scaled_at(w, pass->call, call->length) : NONE;
		bool is_memory = !pass->moved && (arg == call->memory || arg == call->memory2);
		if (length != NONE && is_memory)
			set_length(body, pass->param, length, true);
		else if (count != NONE && is_memory && has_large_elements(w, pass->param))
			set_length(body, pass->param, count, false);
		if (sight->meaning.is_string || sight->meaning.is_file_name || sight->meaning.is_format)
			sight->memory.followed = true;
	}
}

struct body *body_read(struct modeller *modeller, CXCursor function, uint32_t n_params)
{
	struct arena *arena = modeller->model->arena;
	struct walk *w = xcalloc(1, sizeof *w);
	struct body *body = ARENA_NEW(arena, struct body);
	body->params = ARENA_ARRAY(arena, struct sight, n_params);
	body->n_params = n_params;
	for (uint32_t i = 0; i < n_params; i++)
		body->params[i].length = NONE;
	w->modeller = modeller;
	w->arena = arena;
	w->body = body;
	w->function = function;
	w->touched = ARENA_ARRAY(arena, bool, n_params + 1);
	syntax_walk(function, w->path, &w->depth, see, w);
	body->n_passes = (uint32_t)w->passes.n;
	body->passes = arena_memdup(arena, w->passes.at, w->passes.n * sizeof *w->passes.at);
	body->n_keepings = (uint32_t)w->keepings.n;
	body->keepings = arena_memdup(arena, w->keepings.at, w->keepings.n * sizeof *w->keepings.at);
	body->n_callees = (uint32_t)w->callees.n;
	body->callees = arena_memdup(arena, w->callees.at, w->callees.n * sizeof *w->callees.at);
	join_bounds(w);
	ask_library(w, body);
	vec_release(&w->scaled);
	orders_read(function, body);
	vec_release(&w->passes);
	vec_release(&w->keepings);
	vec_release(&w->callees);
	vec_release(&w->bounds);
	vec_release(&w->indexings);
	vec_release(&w->copies);
	vec_release(&w->starts);
	vec_release(&w->counted_down);
	free(w);
	return body;
}
