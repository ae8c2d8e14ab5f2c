/* arrays: which parameters and fields lead to arrays that end with a certain element.
 *
 * Evidence is a loop that walks over elements until one of them, or a field of it, has a value:
 *
 *     for (i = 0; opts[i].name; i++)
 *     for (o = list->opts; o->type != OPT_END; o++)
 *     while (1) { if (!p->name) break; ... p++; }
 *
 * The loop must step forwards, so a list that is followed by its links is no such array. Local
 * variables stand for what they were copied from. */
#include "front/roles/fields.h"
#include "front/roles/syntax.h"

#include <stdlib.h>

#define MAX_CHILDREN 4u
#define MAX_COPIES 8u

/* A variable that got the value of an expression. */
struct copy {
	CXCursor variable, value;
};

/* A loop goes on until the element at `pointer` ends the array. */
struct test {
	CXCursor pointer;  /* an expression */
	CXCursor step;     /* the variable that must step forwards: the pointer, or an index */
	struct array_end ending;
};

struct walk {
	struct modeller *m;
	CXCursor function;
	struct body *body;
	VEC(struct copy) copies;
	VEC(struct test) tests;
	VEC(CXCursor) steps;  /* variables in i++, p++, p += n */
	unsigned endless;     /* loops without a condition around the current place */
};

/* ---- small questions about the tree ---- */

struct children {
	CXCursor at[MAX_CHILDREN];
	unsigned n;
};

static enum CXChildVisitResult add_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct children *children = data;
	if (!clang_isReference(clang_getCursorKind(cursor)) && children->n < MAX_CHILDREN)
		children->at[children->n++] = cursor;
	return CXChildVisit_Continue;
}

static struct children children_of(CXCursor cursor)
{
	struct children children = { .n = 0 };
	clang_visitChildren(cursor, add_child, &children);
	return children;
}

/* The type of the elements that an expression leads to; an invalid type: it is no pointer. To libclang, the
 * parameter of f(struct option options[]) is an array. */
static CXType element_of(CXCursor expression)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(expression));
	CXType element = type.kind == CXType_Pointer ? clang_getPointeeType(type) : clang_getArrayElementType(type);
	return element.kind == CXType_Invalid ? element : clang_getUnqualifiedType(clang_getCanonicalType(element));
}

static bool is_pointer(CXCursor cursor)
{
	return element_of(cursor).kind != CXType_Invalid;
}

static bool leads_to_bytes(CXCursor pointer)
{
	return clang_Type_getSizeOf(element_of(pointer)) == 1;
}

static bool evaluate(CXCursor cursor, int64_t *value)
{
	CXEvalResult result = clang_Cursor_isNull(cursor) ? NULL : clang_Cursor_Evaluate(syntax_unwrapped(cursor));
	bool is_number = result && clang_EvalResult_getKind(result) == CXEval_Int;
	if (is_number)
		*value = clang_EvalResult_getAsLongLong(result);
	if (result)
		clang_EvalResult_dispose(result);
	return is_number;
}

static bool steps_forwards(CXCursor cursor)
{
	enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(cursor);
	return kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PreInc;
}

/* The variable that an expression is, perhaps stepped: i, i++, ++i; else a null cursor. */
static CXCursor variable_at(CXCursor expression)
{
	CXCursor inner = syntax_unwrapped(expression);
	if (steps_forwards(inner))
		inner = syntax_unwrapped(syntax_operand(inner, 0));
	CXCursor variable = clang_getCursorKind(inner) == CXCursor_DeclRefExpr ? clang_getCursorReferenced(inner)
	                                                                       : clang_getNullCursor();
	enum CXCursorKind kind = clang_getCursorKind(variable);
	return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl ? variable : clang_getNullCursor();
}

/* ---- the element that a condition looks at ---- */

static void add_test(struct walk *w, CXCursor pointer, CXCursor index, uint32_t field, int64_t value)
{
	struct test test = { .pointer = syntax_unwrapped(pointer), .ending = { true, field, value } };
	if (clang_Cursor_isNull(index) && clang_getCursorBinaryOperatorKind(test.pointer) == CXBinaryOperator_Add) {
		index = syntax_operand(test.pointer, 1); /* (p + i)->x */
		test.pointer = syntax_unwrapped(syntax_operand(test.pointer, 0));
	}
	if (steps_forwards(test.pointer))
		test.pointer = syntax_unwrapped(syntax_operand(test.pointer, 0));
	test.step = variable_at(clang_Cursor_isNull(index) ? test.pointer : index);
	bool is_text = field == NONE && leads_to_bytes(test.pointer); /* a matter of strings and buffers */
	if (!clang_Cursor_isNull(test.step) && is_pointer(test.pointer) && !is_text)
		vec_push(&w->tests, test);
}

/* Notes the test of p[i] or *p, of which `field` is looked at. */
static void saw_element(struct walk *w, CXCursor element, uint32_t field, int64_t value)
{
	if (clang_getCursorKind(element) == CXCursor_ArraySubscriptExpr)
		add_test(w, syntax_operand(element, 0), syntax_operand(element, 1), field, value);
	else if (clang_getCursorUnaryOperatorKind(element) == CXUnaryOperator_Deref)
		add_test(w, syntax_operand(element, 0), clang_getNullCursor(), field, value);
}

/* The array goes on while the expression does not have this value. */
static void saw_value(struct walk *w, CXCursor expression, int64_t value)
{
	CXCursor inner = syntax_unwrapped(expression);
	if (clang_getCursorBinaryOperatorKind(inner) == CXBinaryOperator_Assign)
		inner = syntax_unwrapped(syntax_operand(inner, 1)); /* (name = p->name) != NULL */
	if (clang_getCursorKind(inner) != CXCursor_MemberRefExpr) {
		saw_element(w, inner, NONE, value);
		return;
	}
	struct field_at field = field_named(w->m, inner);
	CXCursor base = syntax_operand(inner, 0);
	if (!field.record)
		return;
	if (is_pointer(base))
		add_test(w, base, clang_getNullCursor(), field.field, value);
	else
		saw_element(w, syntax_unwrapped(base), field.field, value);
}

/* Notes a condition under which a walk goes on, or (`ends`) under which it ends. */
static void saw_condition(struct walk *w, CXCursor condition, bool ends)
{
	CXCursor inner = syntax_unwrapped(condition);
	enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(inner);
	int64_t value;
	if (clang_getCursorUnaryOperatorKind(inner) == CXUnaryOperator_LNot) {
		if (ends)
			saw_value(w, syntax_operand(inner, 0), 0);
		return;
	}
	if (kind == CXBinaryOperator_LAnd || kind == CXBinaryOperator_LOr) {
		/* For an end that is zero in several fields, the first of them says enough. */
		saw_condition(w, syntax_operand(inner, 0), ends);
		if (ends ? kind == CXBinaryOperator_LOr : kind == CXBinaryOperator_LAnd)
			saw_condition(w, syntax_operand(inner, 1), ends);
		return;
	}
	bool compares = kind >= CXBinaryOperator_LT && kind <= CXBinaryOperator_NE;
	if (!compares) {
		if (!ends)
			saw_value(w, inner, 0);
		return;
	}
	if (!evaluate(syntax_operand(inner, 1), &value))
		return;
	if (kind == (ends ? CXBinaryOperator_EQ : CXBinaryOperator_NE))
		saw_value(w, syntax_operand(inner, 0), value);
	else if (kind == (ends ? CXBinaryOperator_LE : CXBinaryOperator_GT) && (value == 0 || value == -1))
		saw_value(w, syntax_operand(inner, 0), value);
	else if (kind == (ends ? CXBinaryOperator_LT : CXBinaryOperator_GE) && value == 0)
		saw_value(w, syntax_operand(inner, 0), -1);
}

/* ---- loops ---- */

/* An expression of for (...; ...; ...) that sets variables, and so is no condition. */
static bool is_setting(CXCursor cursor)
{
	CXCursor inner = syntax_unwrapped(cursor);
	enum CXCursorKind kind = clang_getCursorKind(inner);
	enum CXBinaryOperatorKind binary = clang_getCursorBinaryOperatorKind(inner);
	enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(inner);
	return kind == CXCursor_DeclStmt || kind == CXCursor_CompoundAssignOperator || kind == CXCursor_CallExpr ||
	       binary == CXBinaryOperator_Assign || binary == CXBinaryOperator_Comma || steps_forwards(inner) ||
	       unary == CXUnaryOperator_PostDec || unary == CXUnaryOperator_PreDec;
}

/* The condition of a loop; a null cursor: it has none. */
static CXCursor condition_of(CXCursor loop)
{
	struct children parts = children_of(loop);
	int64_t value;
	CXCursor condition = clang_getNullCursor();
	switch (clang_getCursorKind(loop)) {
	case CXCursor_WhileStmt:
		condition = parts.at[0];
		break;
	case CXCursor_DoStmt:
		condition = parts.n ? parts.at[parts.n - 1] : condition;
		break;
	default:
		for (unsigned i = 0; i + 1 < parts.n && clang_Cursor_isNull(condition); i++)
			if (!is_setting(parts.at[i]))
				condition = parts.at[i];
	}
	bool is_constant = !clang_Cursor_isNull(condition) &&
	                   clang_getCursorKind(syntax_unwrapped(condition)) == CXCursor_IntegerLiteral &&
	                   evaluate(condition, &value);
	return is_constant ? clang_getNullCursor() : condition;
}

/* The statement leaves the loop around it: break, return, or a block that begins so. */
static bool leaves(CXCursor statement)
{
	enum CXCursorKind kind = clang_getCursorKind(statement);
	if (kind == CXCursor_CompoundStmt) {
		struct children inside = children_of(statement);
		return inside.n == 1 && leaves(inside.at[0]);
	}
	return kind == CXCursor_BreakStmt || kind == CXCursor_ReturnStmt;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data);

static void saw_loop(struct walk *w, CXCursor loop)
{
	CXCursor condition = condition_of(loop);
	bool is_endless = clang_Cursor_isNull(condition);
	if (!is_endless)
		saw_condition(w, condition, false);
	unsigned endless = w->endless;
	w->endless = is_endless;
	clang_visitChildren(loop, visit, w);
	w->endless = endless;
}

static void saw_binary(struct walk *w, CXCursor cursor)
{
	CXCursor to = syntax_operand(cursor, 0), variable = variable_at(to);
	if (clang_getCursorBinaryOperatorKind(cursor) != CXBinaryOperator_Assign || !is_pointer(to))
		return;
	CXCursor value = syntax_operand(cursor, 1);
	if (!clang_Cursor_isNull(variable)) {
		vec_push(&w->copies, ((struct copy){ variable, value }));
		return;
	}
	struct field_at field = field_named(w->m, to);
	CXCursor from = variable_at(value);
	for (uint32_t i = 0; field.record && !clang_Cursor_isNull(from) && i < w->body->n_params; i++)
		if (clang_equalCursors(from, clang_Cursor_getArgument(w->function, i)))
			vec_push(&w->m->fields->keepings, ((struct field_keeping){ w->body, i, field }));
}

static void saw_step(struct walk *w, CXCursor pointer)
{
	CXCursor variable = variable_at(pointer);
	if (!clang_Cursor_isNull(variable))
		vec_push(&w->steps, variable);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct walk *w = data;
	struct children below;
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_ForStmt:
	case CXCursor_WhileStmt:
	case CXCursor_DoStmt:
		saw_loop(w, cursor);
		return CXChildVisit_Continue;
	case CXCursor_IfStmt:
		below = children_of(cursor);
		if (w->endless && below.n > 1 && leaves(below.at[1]))
			saw_condition(w, below.at[0], true);
		break;
	case CXCursor_VarDecl:
		below = children_of(cursor);
		if (below.n && is_pointer(cursor))
			vec_push(&w->copies, ((struct copy){ cursor, below.at[below.n - 1] }));
		break;
	case CXCursor_BinaryOperator:
		saw_binary(w, cursor);
		break;
	case CXCursor_CompoundAssignOperator:
		if (clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_AddAssign)
			saw_step(w, syntax_operand(cursor, 0));
		break;
	case CXCursor_UnaryOperator:
		if (steps_forwards(cursor))
			saw_step(w, cursor);
		break;
	default:
		break;
	}
	return CXChildVisit_Recurse;
}

/* ---- what follows from it ---- */

static bool holds(const struct walk *w, CXCursor variable)
{
	for (size_t i = 0; i < w->steps.n; i++)
		if (clang_equalCursors(w->steps.at[i], variable))
			return true;
	return false;
}

static bool leads_to_same(CXCursor a, CXCursor b)
{
	return is_pointer(a) && clang_equalTypes(element_of(a), element_of(b));
}

/* The expression leads to the array of a test: notes the parameter or field that it is, or that it is a
 * copy of. */
static void conclude(struct walk *w, const struct test *test, CXCursor expression, unsigned depth)
{
	CXCursor inner = syntax_unwrapped(expression), variable = variable_at(inner);
	struct field_at field = field_named(w->m, inner);
	if (field.record && leads_to_same(inner, test->pointer))
		vec_push(&w->m->fields->endings, ((struct field_ending){ field, test->ending }));
	for (uint32_t i = 0; i < w->body->n_params && !clang_Cursor_isNull(variable); i++)
		if (clang_equalCursors(variable, clang_Cursor_getArgument(w->function, i)) &&
		    leads_to_same(variable, test->pointer) && !w->body->params[i].ending.known)
			w->body->params[i].ending = test->ending;
	for (size_t i = 0; i < w->copies.n && !clang_Cursor_isNull(variable) && depth < 3; i++)
		if (clang_equalCursors(w->copies.at[i].variable, variable))
			conclude(w, test, w->copies.at[i].value, depth + 1);
}

void arrays_note_body(struct modeller *m, CXCursor function, struct body *body)
{
	struct walk w = { .m = m, .function = function, .body = body };
	clang_visitChildren(function, visit, &w);
	for (size_t i = 0; i < w.tests.n; i++)
		if (holds(&w, w.tests.at[i].step))
			conclude(&w, &w.tests.at[i], w.tests.at[i].pointer, 0);
	vec_release(&w.copies);
	vec_release(&w.tests);
	vec_release(&w.steps);
}

/* ---- what fields tell parameters, and the other way round ---- */

static const struct array_end *ending_of(const struct modeller *m, const struct field_at *at)
{
	for (size_t i = 0; i < m->fields->endings.n; i++) {
		const struct field_at *known = &m->fields->endings.at[i].at;
		if (known->field == at->field && model_same_type(m->model, known->record, at->record))
			return &m->fields->endings.at[i].ending;
	}
	return NULL;
}

/* A field that is passed for a parameter leads to such an array, too. */
static bool learn_from_passes(struct modeller *m)
{
	bool changed = false;
	for (size_t i = 0; i < m->fields->passes.n; i++) {
		const struct field_pass *pass = &m->fields->passes.at[i];
		uint32_t f = model_find_function(m->model, pass->callee);
		if (f == NONE || pass->arg >= m->bodies.at[f]->n_params || ending_of(m, &pass->at))
			continue;
		struct array_end ending = m->bodies.at[f]->params[pass->arg].ending;
		type_id field = model_canonical(m->model, pass->at.record)->fields[pass->at.field].type;
		if (!ending.known ||
		    !model_same_type(m->model, field, m->model->functions.at[f].params[pass->arg].type))
			continue;
		vec_push(&m->fields->endings, ((struct field_ending){ pass->at, ending }));
		changed = true;
	}
	return changed;
}

bool arrays_join(struct modeller *m)
{
	if (!m->fields)
		return false;
	bool changed = learn_from_passes(m);
	for (size_t i = 0; i < m->fields->keepings.n; i++) {
		const struct field_keeping *keeping = &m->fields->keepings.at[i];
		const struct array_end *ending = ending_of(m, &keeping->at);
		struct sight *sight = &keeping->body->params[keeping->param];
		if (!ending || sight->ending.known)
			continue;
		sight->ending = *ending;
		changed = true;
	}
	return changed;
}
