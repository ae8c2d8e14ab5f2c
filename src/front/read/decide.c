/* decide: a controlling expression -> its conditions and their short-circuit order.
 *
 * Parentheses, `!`, && and || are the logic of a decision; its leaves are the conditions, as they
 * are written. A leaf that is a compile-time constant is no condition: evaluation passes through
 * it. A leaf that a constant makes unreachable is a decision of its own, so that the diagram of the
 * other leaves starts with its first condition. llvm-cov counts in the same way. */
#include "base/str.h"
#include "front/read/scan.h"
#include "front/read/walk.h"

#define MAX_LEAVES 4096 /* a larger decision gets no marks */

bool is_logical(CXCursor cursor)
{
	if (clang_getCursorKind(cursor) != CXCursor_BinaryOperator)
		return false;
	enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(cursor);
	return op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr;
}

static bool is_builtin_call(CXCursor call)
{
	CXString name = clang_getCursorSpelling(call);
	bool builtin = str_starts(clang_getCString(name), "__builtin_");
	clang_disposeString(name);
	return builtin;
}

static bool is_variable(CXCursor reference)
{
	enum CXCursorKind kind = clang_getCursorKind(clang_getCursorReferenced(reference));
	return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl;
}

static bool evaluate(CXCursor cursor, int64_t *value)
{
	CXEvalResult result = clang_Cursor_Evaluate(cursor);
	if (!result)
		return false;
	bool is_int = clang_EvalResult_getKind(result) == CXEval_Int;
	if (is_int && clang_EvalResult_isUnsignedInt(result))
		*value = (int64_t)clang_EvalResult_getAsUnsigned(result);
	else if (is_int)
		*value = clang_EvalResult_getAsLongLong(result);
	clang_EvalResult_dispose(result);
	return is_int;
}

/* libclang evaluates `f() && 0` to 0 as well; the call that it ignores must not be ignored here. */
static enum CXChildVisitResult find_effect(CXCursor cursor, CXCursor parent, CXClientData data)
{
	bool *effect = data;
	int64_t value;
	(void)parent;
	switch ((int)clang_getCursorKind(cursor)) {
	case CXCursor_UnaryExpr: /* sizeof and similar operators */
		return CXChildVisit_Continue;
	case CXCursor_CallExpr:
		*effect = !is_builtin_call(cursor);
		break;
	case CXCursor_CompoundAssignOperator:
	case CXCursor_StmtExpr:
		*effect = true;
		break;
	case CXCursor_UnaryOperator:
		*effect = clang_getCursorUnaryOperatorKind(cursor) <= CXUnaryOperator_PreDec;
		break;
	case CXCursor_BinaryOperator:
		*effect = clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign;
		break;
	case CXCursor_DeclRefExpr:
		*effect = is_variable(cursor) && !evaluate(cursor, &value);
		break;
	default:
		break;
	}
	return *effect ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool constant_value(CXCursor cursor, int64_t *value)
{
	bool effect = false;
	if (!evaluate(cursor, value))
		return false;
	clang_visitChildren(cursor, find_effect, &effect);
	return !effect;
}

/* One step through parentheses, implicit casts, __extension__ and `!`. */
static bool strip(struct walk *walk, CXCursor *cursor, bool *negated)
{
	enum CXCursorKind kind = clang_getCursorKind(*cursor);
	bool is_not = false;
	if (kind == CXCursor_UnaryOperator) {
		enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(*cursor);
		is_not = op == CXUnaryOperator_LNot;
		if (!is_not && op != CXUnaryOperator_Extension)
			return false;
	} else if (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr) {
		return false;
	}
	struct span kids = walk_kids(walk, *cursor);
	bool one = kids.n == 1;
	if (one)
		*cursor = walk_kid(walk, kids, 0);
	walk_drop_kids(walk, kids);
	*negated ^= one && is_not;
	return one;
}

static uint32_t add_logic(struct walk *walk, int op, uint32_t a, uint32_t b)
{
	vec_push(&walk->logic, (struct logic){ .op = op, .a = a, .b = b });
	return (uint32_t)(walk->logic.n - 1);
}

static uint32_t add_leaf(struct walk *walk, CXCursor cursor)
{
	int64_t value;
	int constant = LEAF_VARIES;
	if (walk_leads(walk) && constant_value(cursor, &value))
		constant = value != 0;
	constant = walk_hint(walk, constant);
	vec_push(&walk->leaves, (struct leaf){ .cursor = cursor, .constant = constant, .reached = NONE });
	return add_logic(walk, LOGIC_LEAF, (uint32_t)(walk->leaves.n - 1), 0);
}

static uint32_t build(struct walk *walk, CXCursor cursor)
{
	CXCursor inner = cursor;
	bool negated = false;
	while (strip(walk, &inner, &negated))
		;
	if (!is_logical(inner))
		return add_leaf(walk, cursor);
	struct span kids = walk_kids(walk, inner);
	bool is_and = clang_getCursorBinaryOperatorKind(inner) == CXBinaryOperator_LAnd;
	CXCursor left = walk_kid(walk, kids, 0), right = walk_kid(walk, kids, 1);
	walk_drop_kids(walk, kids);
	uint32_t a = build(walk, left), b = build(walk, right);
	uint32_t node = add_logic(walk, is_and ? LOGIC_AND : LOGIC_OR, a, b);
	return negated ? add_logic(walk, LOGIC_NOT, node, 0) : node;
}

/* The leaf that is evaluated first when `node` is entered and its outcome leads to if_true or
 * if_false. The edges hold leaf numbers counted from `first`. */
static uint16_t connect(struct walk *walk, size_t first, uint32_t node, uint16_t if_true, uint16_t if_false)
{
	struct logic logic = walk->logic.at[node];
	if (logic.op == LOGIC_NOT)
		return connect(walk, first, logic.a, if_false, if_true);
	if (logic.op == LOGIC_LEAF) {
		struct leaf *leaf = &walk->leaves.at[logic.a];
		leaf->next[0] = if_false;
		leaf->next[1] = if_true;
		if (leaf->constant != LEAF_VARIES)
			return leaf->next[leaf->constant];
		return (uint16_t)(logic.a - first);
	}
	uint16_t second = connect(walk, first, logic.b, if_true, if_false);
	return logic.op == LOGIC_AND ? connect(walk, first, logic.a, second, if_false)
	                             : connect(walk, first, logic.a, if_true, second);
}

/* Numbers the leaves that evaluation can reach from `entry`. Edges lead to the
 * right only, so one pass is enough. */
static uint32_t number_reached(struct walk *walk, size_t first, size_t n, uint16_t entry)
{
	uint32_t count = 0;
	struct leaf *leaves = &walk->leaves.at[first];
	if (entry < NEXT_FALSE)
		leaves[entry].reached = 0;
	for (size_t i = entry; i < n; i++) {
		if (leaves[i].reached == NONE)
			continue;
		leaves[i].reached = count++;
		for (int outcome = 0; outcome < 2; outcome++)
			if (leaves[i].next[outcome] < NEXT_FALSE)
				leaves[leaves[i].next[outcome]].reached = 0;
	}
	return count;
}

static void add_condition(struct walk *walk, const struct leaf *leaf, const struct leaf *leaves)
{
	uint32_t id = walk->n_found[FOUND_CONDITION];
	struct finding *found = walk_add(walk, FOUND_CONDITION, clang_getCursorExtent(leaf->cursor));
	for (int outcome = 0; outcome < 2; outcome++) {
		uint16_t next = leaf->next[outcome];
		if (leaf->reached == NONE)
			found->next[outcome] = outcome ? NEXT_TRUE : NEXT_FALSE;
		else
			found->next[outcome] = next < NEXT_FALSE ? (uint16_t)leaves[next].reached : next;
	}
	walk_wrap(walk, leaf->cursor, EDIT_OPEN_CONDITION, EDIT_CLOSE_CONDITION, id);
}

static void add_decision(struct walk *walk, CXCursor cursor, enum decision_kind kind, uint32_t count)
{
	struct finding *found = walk_add(walk, FOUND_DECISION, clang_getCursorExtent(cursor));
	found->decision_kind = kind;
	found->count = count;
}

static void add_conditions(struct walk *walk, CXCursor cursor, enum decision_kind kind, size_t first, size_t n,
                           uint16_t entry)
{
	const struct leaf *leaves = &walk->leaves.at[first];
	uint32_t reached = number_reached(walk, first, n, entry);
	if (reached)
		add_decision(walk, cursor, kind, reached);
	for (size_t i = 0; i < n; i++)
		if (leaves[i].reached != NONE)
			add_condition(walk, &leaves[i], leaves);
	for (size_t i = 0; i < n; i++) {
		if (leaves[i].reached != NONE || leaves[i].constant != LEAF_VARIES)
			continue;
		add_decision(walk, leaves[i].cursor, DECIDE_VALUE, 1);
		add_condition(walk, &leaves[i], leaves);
	}
}

uint16_t decide(struct walk *walk, CXCursor cursor, enum decision_kind kind)
{
	size_t first = walk->leaves.n, first_logic = walk->logic.n;
	uint32_t root = build(walk, cursor);
	size_t n = walk->leaves.n - first;
	uint16_t entry = 0;
	if (n <= MAX_LEAVES) {
		entry = connect(walk, first, root, NEXT_TRUE, NEXT_FALSE);
		add_conditions(walk, cursor, kind, first, n, entry);
	}
	walk->logic.n = first_logic;
	/* Edits come last, so that the conditions of one decision have consecutive numbers. */
	for (size_t i = 0; i < n; i++)
		if (walk->leaves.at[first + i].constant == LEAF_VARIES)
			walk_expression(walk, walk->leaves.at[first + i].cursor);
	walk->leaves.n = first;
	return entry;
}

/* ---- a ?: b ---- */

/* A compound literal would die with the braces, and a bit-field has a type that no
 * variable can have. */
static bool cannot_be_kept(CXCursor cursor)
{
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	return kind == CXCursor_CompoundLiteralExpr ||
	       (kind == CXCursor_MemberRefExpr && clang_Cursor_isBitField(clang_getCursorReferenced(cursor)));
}

static enum CXChildVisitResult find_unkeepable(CXCursor cursor, CXCursor parent, CXClientData data)
{
	bool *found = data;
	(void)parent;
	*found = cannot_be_kept(cursor);
	return *found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool has_unkeepable(CXCursor cursor)
{
	bool found = cannot_be_kept(cursor);
	if (!found)
		clang_visitChildren(cursor, find_unkeepable, &found);
	return found;
}

static void add_kept(struct walk *walk, CXCursor first, CXCursor second)
{
	uint32_t id = walk->n_found[FOUND_CONDITION];
	add_decision(walk, first, DECIDE_CHOICE, 1);
	struct finding *found = walk_add(walk, FOUND_CONDITION, clang_getCursorExtent(first));
	found->next[0] = NEXT_FALSE;
	found->next[1] = NEXT_TRUE;
	if (!walk_leads(walk))
		return;
	uint32_t order = (uint32_t)walk->edits->n;
	size_t question = scan_blanks(walk->text, end_offset(first));
	walk_edit(walk, start_offset(first), EDIT_OPEN_KEPT, id, order);
	walk_edit(walk, end_offset(first), EDIT_TEST_KEPT, id, order);
	walk_edit(walk, question + 1, EDIT_NAME_KEPT, id, order);
	walk_edit(walk, end_offset(second), EDIT_CLOSE_KEPT, id, order);
}

/* `a` is a condition and a value, and is evaluated once: the expression becomes `({ kept = (a);
 * condition(kept) ? kept : b; })`. */
void decide_kept(struct walk *walk, CXCursor first, CXCursor second)
{
	int64_t value;
	bool plain = has_unkeepable(first) || has_unkeepable(second);
	if (walk_leads(walk) && !plain)
		plain = constant_value(first, &value) || walk->text[scan_blanks(walk->text, end_offset(first))] != '?';
	if (!walk_hint(walk, plain))
		add_kept(walk, first, second);
	walk_expression(walk, first);
	walk_expression(walk, second);
}
