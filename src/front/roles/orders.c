/* orders: which parameters lead into the same memory, and which of two comes first.
 *
 * Evidence is code that compares two pointers by order, takes their difference, or moves one until
 * it equals the other: `p < end`, `end - p`, `p++ ... p != end`. Local variables stand for the
 * parameters that they were copied from. A comparison for equality of two pointers that never move
 * is no evidence, because code finds aliases in this way. */
#include "front/api/modeller.h"

#define MAX_PARAMS 32u /* masks have a bit for each parameter */

/* A variable that has the value of another variable, perhaps with an offset. */
struct alias {
	CXCursor variable, of;
};

struct comparison {
	enum CXBinaryOperatorKind kind;
	CXCursor left, right;
};

struct orders {
	CXCursor function;
	struct body *body;
	VEC(struct alias) aliases;
	VEC(struct comparison) comparisons;
	VEC(CXCursor) forwards, backwards, followed; /* variables in p++, p--, *p */
};

static bool is_pointer(CXCursor cursor)
{
	return clang_getCanonicalType(clang_getCursorType(cursor)).kind == CXType_Pointer;
}

/* ---- small questions about the tree ---- */

struct children {
	CXCursor at[2];
	unsigned n;
};

static enum CXChildVisitResult add_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct children *children = data;
	if (clang_isReference(clang_getCursorKind(cursor)))
		return CXChildVisit_Continue; /* the type of a cast or a declaration */
	if (children->n < 2)
		children->at[children->n++] = cursor;
	return CXChildVisit_Continue;
}

static struct children children_of(CXCursor cursor)
{
	struct children children = { .n = 0 };
	clang_visitChildren(cursor, add_child, &children);
	return children;
}

static CXCursor inside(CXCursor cursor)
{
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	while (kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr || kind == CXCursor_CStyleCastExpr) {
		struct children below = children_of(cursor);
		if (!below.n)
			break;
		cursor = below.at[below.n - 1];
		kind = clang_getCursorKind(cursor);
	}
	return cursor;
}

/* The pointer in a variable, or in the memory of a parameter, as *cursor. */
static CXCursor variable_at(CXCursor cursor)
{
	CXCursor reference = inside(cursor);
	if (clang_getCursorUnaryOperatorKind(reference) == CXUnaryOperator_Deref && is_pointer(reference))
		reference = inside(children_of(reference).at[0]);
	CXCursor variable = clang_getCursorKind(reference) == CXCursor_DeclRefExpr
	                            ? clang_getCursorReferenced(reference)
	                            : clang_getNullCursor();
	enum CXCursorKind kind = clang_getCursorKind(variable);
	bool is_variable = (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) && is_pointer(variable);
	return is_variable ? variable : clang_getNullCursor();
}

static bool is_step(enum CXUnaryOperatorKind kind)
{
	return kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PreInc || kind == CXUnaryOperator_PostDec ||
	       kind == CXUnaryOperator_PreDec;
}

/* skip_blanks(p, end) returns a pointer into its argument: the first argument, if the types are equal. */
static CXCursor first_argument(CXCursor cursor)
{
	CXCursor argument = clang_getCursorKind(cursor) == CXCursor_CallExpr && clang_Cursor_getNumArguments(cursor) > 1
	                            ? clang_Cursor_getArgument(cursor, 0)
	                            : clang_getNullCursor();
	bool is_same = !clang_Cursor_isNull(argument) &&
	               clang_equalTypes(clang_getCanonicalType(clang_getCursorType(cursor)),
	                                clang_getCanonicalType(clang_getCursorType(argument)));
	return is_same ? argument : cursor;
}

/* The variable that a pointer is computed from: p, p++, p + 4, (T *)p - n, x = p, skip(p, end). */
static CXCursor root_of(CXCursor cursor)
{
	for (unsigned depth = 0; depth < 8; depth++) {
		cursor = first_argument(inside(cursor));
		if (clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign) {
			cursor = children_of(cursor).at[1];
			continue;
		}
		enum CXBinaryOperatorKind binary = clang_getCursorBinaryOperatorKind(cursor);
		bool moves = is_step(clang_getCursorUnaryOperatorKind(cursor)) || binary == CXBinaryOperator_Add ||
		             binary == CXBinaryOperator_Sub;
		if (!moves || !is_pointer(cursor))
			break;
		struct children below = children_of(cursor);
		if (!below.n)
			break;
		cursor = below.n > 1 && !is_pointer(below.at[0]) ? below.at[1] : below.at[0];
	}
	return variable_at(cursor);
}

/* ---- what the body shows ---- */

static void saw_alias(struct orders *o, CXCursor variable, CXCursor value)
{
	CXCursor root = root_of(value);
	if (!clang_Cursor_isNull(variable) && !clang_Cursor_isNull(root) && !clang_equalCursors(variable, root))
		vec_push(&o->aliases, ((struct alias){ variable, root }));
}

static void saw_binary(struct orders *o, CXCursor cursor)
{
	enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(cursor);
	struct children sides = children_of(cursor);
	if (sides.n < 2)
		return;
	if (kind == CXBinaryOperator_Assign)
		saw_alias(o, variable_at(sides.at[0]), sides.at[1]);
	if (kind != CXBinaryOperator_Sub && (kind < CXBinaryOperator_LT || kind > CXBinaryOperator_NE))
		return;
	struct comparison comparison = { kind, root_of(sides.at[0]), root_of(sides.at[1]) };
	if (is_pointer(sides.at[0]) && is_pointer(sides.at[1]) && !clang_Cursor_isNull(comparison.left) &&
	    !clang_Cursor_isNull(comparison.right))
		vec_push(&o->comparisons, comparison);
}

static void saw_move(struct orders *o, CXCursor pointer, bool forwards)
{
	CXCursor variable = variable_at(pointer);
	if (clang_Cursor_isNull(variable))
		return;
	if (forwards)
		vec_push(&o->forwards, variable);
	else
		vec_push(&o->backwards, variable);
}

/* Notes a read or write at the pointer's own place: *p, *p++, p[i], p->x, but not *--p or p[-1]. */
static void saw_following(struct orders *o, CXCursor pointer)
{
	CXCursor inner = inside(pointer);
	enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(inner);
	if (kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec)
		inner = children_of(inner).at[0];
	CXCursor variable = variable_at(inner);
	if (!clang_Cursor_isNull(variable))
		vec_push(&o->followed, variable);
}

static void saw_unary(struct orders *o, CXCursor cursor)
{
	enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(cursor);
	struct children below = children_of(cursor);
	if (!below.n)
		return;
	if (is_step(kind))
		saw_move(o, below.at[0], kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PreInc);
	if (kind == CXUnaryOperator_Deref)
		saw_following(o, below.at[0]);
}

static void saw_subscript(struct orders *o, CXCursor cursor)
{
	struct children below = children_of(cursor);
	if (below.n == 2 && clang_getCursorUnaryOperatorKind(inside(below.at[1])) != CXUnaryOperator_Minus)
		saw_following(o, below.at[0]);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct orders *o = data;
	struct children below;
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_VarDecl:
		below = children_of(cursor);
		if (below.n && is_pointer(cursor))
			saw_alias(o, cursor, below.at[below.n - 1]);
		break;
	case CXCursor_BinaryOperator:
		saw_binary(o, cursor);
		break;
	case CXCursor_CompoundAssignOperator:
		below = children_of(cursor);
		if (below.n)
			saw_move(o, below.at[0],
			         clang_getCursorBinaryOperatorKind(cursor) != CXBinaryOperator_SubAssign);
		break;
	case CXCursor_UnaryOperator:
		saw_unary(o, cursor);
		break;
	case CXCursor_ArraySubscriptExpr:
		saw_subscript(o, cursor);
		break;
	case CXCursor_MemberRefExpr:
		below = children_of(cursor);
		if (below.n && is_pointer(below.at[0]))
			saw_following(o, below.at[0]);
		break;
	default:
		break;
	}
	return CXChildVisit_Recurse;
}

/* ---- what follows from it ---- */

/* The parameter that a variable is a copy of; NONE: there is none, or there may be several. */
static uint32_t param_of(const struct orders *o, CXCursor variable)
{
	for (unsigned depth = 0; depth < 4; depth++) {
		for (uint32_t i = 0; i < o->body->n_params && i < MAX_PARAMS; i++)
			if (clang_equalCursors(variable, clang_Cursor_getArgument(o->function, i)))
				return i;
		CXCursor of = clang_getNullCursor();
		for (size_t i = 0; i < o->aliases.n && clang_Cursor_isNull(of); i++)
			if (clang_equalCursors(o->aliases.at[i].variable, variable))
				of = o->aliases.at[i].of;
		if (clang_Cursor_isNull(of))
			return NONE;
		variable = of;
	}
	return NONE;
}

static bool holds(const CXCursor *list, size_t n, CXCursor variable)
{
	for (size_t i = 0; i < n; i++)
		if (clang_equalCursors(list[i], variable))
			return true;
	return false;
}

/* -1: the left one comes first; 1: the right one; 0: not known. */
static int first_of(const struct orders *o, const struct comparison *c)
{
	switch (c->kind) {
	case CXBinaryOperator_LT:
	case CXBinaryOperator_LE:
		return -1;
	case CXBinaryOperator_GT:
	case CXBinaryOperator_GE:
	case CXBinaryOperator_Sub:
		return 1;
	default:
		break;
	}
	bool left = holds(o->forwards.at, o->forwards.n, c->left),
	     right = holds(o->forwards.at, o->forwards.n, c->right);
	if (left != right)
		return left ? -1 : 1;
	left = holds(o->backwards.at, o->backwards.n, c->left);
	right = holds(o->backwards.at, o->backwards.n, c->right);
	return left == right ? 0 : left ? 1 : -1;
}

/* The sum of all comparisons of two parameters. */
struct votes {
	int first[MAX_PARAMS][MAX_PARAMS];   /* how much more often the row's parameter comes first than the
	                                        column's */
	bool compared[MAX_PARAMS][MAX_PARAMS];
	bool moves[MAX_PARAMS];
};

static void note_moves(const struct orders *o, const CXCursor *variables, size_t n, struct votes *votes)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t p = param_of(o, variables[i]);
		if (p != NONE)
			votes->moves[p] = true;
	}
}

static void count_votes(const struct orders *o, struct votes *votes)
{
	for (size_t i = 0; i < o->comparisons.n; i++) {
		const struct comparison *c = &o->comparisons.at[i];
		uint32_t left = param_of(o, c->left), right = param_of(o, c->right);
		int first = first_of(o, c);
		if (left == NONE || right == NONE || left == right || !first)
			continue;
		votes->first[left][right] -= first;
		votes->first[right][left] += first;
		votes->compared[left][right] = votes->compared[right][left] = true;
	}
	note_moves(o, o->forwards.at, o->forwards.n, votes);
	note_moves(o, o->backwards.at, o->backwards.n, votes);
}

/* p comes before q. If code compares in both directions, as in `if (p > end) fail; while (p < end) p++`, the order
 * of the parameters decides; if neither of them moves, the code sorts things. */
static bool comes_first(const struct votes *votes, uint32_t p, uint32_t q)
{
	if (votes->first[p][q])
		return votes->first[p][q] > 0;
	return votes->compared[p][q] && p < q && (votes->moves[p] || votes->moves[q]);
}

static void join(struct orders *o)
{
	struct votes votes = { .moves = { false } };
	count_votes(o, &votes);
	for (uint32_t p = 0; p < o->body->n_params && p < MAX_PARAMS; p++)
		for (uint32_t q = 0; q < o->body->n_params && q < MAX_PARAMS; q++)
			if (comes_first(&votes, p, q))
				o->body->params[q].behind |= UINT32_C(1) << p;
	for (size_t i = 0; i < o->followed.n; i++) {
		uint32_t p = param_of(o, o->followed.at[i]);
		if (p != NONE)
			o->body->params[p].memory.leads_to_element = true;
	}
}

void orders_read(CXCursor function, struct body *body)
{
	struct orders o = { .function = function, .body = body };
	clang_visitChildren(function, visit, &o);
	join(&o);
	vec_release(&o.aliases);
	vec_release(&o.comparisons);
	vec_release(&o.forwards);
	vec_release(&o.backwards);
	vec_release(&o.followed);
}
