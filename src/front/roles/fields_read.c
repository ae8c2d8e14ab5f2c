/* fields_read: facts about fields, from the bodies of functions.
 *
 * Like evidence.c, the walk keeps the path down to the current expression. At each x->field or
 * x.field it looks up the path for the use of the value. */
#include "front/roles/fields.h"
#include "front/roles/syntax.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* A bound, as in for (...; i < x->n; ...), or its use, as in x->p[i]; both are joined at the end of
 * the body. */
struct counted {
	CXCursor variable;
	struct field_at at;
};

struct walk {
	struct modeller *m;
	struct fields *fields;
	struct path_level path[SYNTAX_DEPTH];
	unsigned depth;
	VEC(struct counted) bounds, indexings;
};

/* ---- small questions about the tree ---- */

static bool evaluate(CXCursor cursor, int64_t *value)
{
	CXEvalResult result = clang_Cursor_isNull(cursor) ? NULL : clang_Cursor_Evaluate(cursor);
	bool is_number = result && clang_EvalResult_getKind(result) == CXEval_Int;
	if (is_number)
		*value = clang_EvalResult_getAsLongLong(result);
	if (result)
		clang_EvalResult_dispose(result);
	return is_number;
}

static CXType canonical_type(CXCursor cursor)
{
	return clang_getCanonicalType(clang_getCursorType(cursor));
}

/* The name of the variable or field before the member: its base. */
static const char *base_of(struct modeller *m, CXCursor member)
{
	CXCursor base = syntax_unwrapped(syntax_operand(member, 0));
	CXCursor what = clang_Cursor_isNull(base) ? base : clang_getCursorReferenced(base);
	return clang_Cursor_isNull(what) ? "" : take_text(m->model->arena, clang_getCursorUSR(what));
}

static uint32_t field_index(const struct type *record, const char *name, long long offset)
{
	for (uint32_t i = 0; i < record->n_fields; i++)
		if (str_equal(record->fields[i].name, name) && (long long)record->fields[i].bit_offset == offset)
			return i;
	return NONE;
}

struct field_at field_named(struct modeller *m, CXCursor expression)
{
	struct field_at none = { 0 }, at = { 0 };
	CXCursor member = syntax_unwrapped(expression);
	if (clang_getCursorKind(member) != CXCursor_MemberRefExpr)
		return none;
	CXCursor field = clang_getCursorReferenced(member);
	if (clang_getCursorKind(field) != CXCursor_FieldDecl)
		return none;
	const struct model *model = m->model;
	at.record = type_of(m, clang_getCursorType(clang_getCursorSemanticParent(field)));
	const char *name = take_text(model->arena, clang_getCursorSpelling(field));
	if (clang_Cursor_isAnonymousRecordDecl(clang_getTypeDeclaration(clang_getCursorType(field))) &&
	    strchr(name, '('))
		name = "";
	at.field = field_index(model_canonical(model, at.record), name, clang_Cursor_getOffsetOfField(field));
	at.base = base_of(m, member);
	return at.field == NONE ? none : at;
}

static struct field_at field_of(struct walk *w, CXCursor expression)
{
	return field_named(w->m, expression);
}

static bool belong_together(const struct field_at *a, const struct field_at *b)
{
	return a->record && a->record == b->record && a->field != b->field && a->base[0] && str_equal(a->base, b->base);
}

static bool is_null(CXCursor cursor)
{
	int64_t value = 1;
	CXCursor inner = syntax_unwrapped(cursor);
	return clang_getCursorKind(inner) == CXCursor_IntegerLiteral && evaluate(inner, &value) && value == 0;
}

/* ---- the use of a field ---- */

static void add_pair(struct walk *w, int kind, const struct field_at *first, const struct field_at *second)
{
	struct field_pair pair = { .record = first->record, .first = first->field, .second = second->field };
	pair.kind = (unsigned)kind;
	if (belong_together(first, second))
		vec_push(&w->fields->pairs, pair);
}

static void saw_index(struct walk *w, const struct field_at *at, CXCursor subscript)
{
	CXCursor index = syntax_unwrapped(syntax_operand(subscript, 1));
	struct field_at other = field_of(w, index);
	add_pair(w, PAIR_LENGTH_END, at, &other);
	if (clang_getCursorBinaryOperatorKind(index) == CXBinaryOperator_Sub) { /* x->p[x->n - 1] */
		other = field_of(w, syntax_operand(index, 0));
		add_pair(w, PAIR_LENGTH, at, &other);
	}
	if (clang_getCursorKind(index) == CXCursor_DeclRefExpr) {
		struct counted counted = { clang_getCursorReferenced(index), *at };
		vec_push(&w->indexings, counted);
	}
}

/* The field is set to this expression, which may be a function or its address. */
static void saw_method(struct walk *w, const struct field_at *at, CXCursor given)
{
	if (clang_getCursorUnaryOperatorKind(given) == CXUnaryOperator_AddrOf)
		given = syntax_unwrapped(syntax_operand(given, 0));
	CXCursor function = clang_getCursorKind(given) == CXCursor_DeclRefExpr
	                            ? clang_getCursorDefinition(clang_getCursorReferenced(given))
	                            : clang_getNullCursor();
	if (clang_getCursorKind(function) != CXCursor_FunctionDecl ||
	    clang_getCursorLinkage(function) != CXLinkage_Internal)
		return;
	struct field_method method = { *at, modeller_static_key(w->m, function) };
	vec_push(&w->fields->methods, method);
}

static void saw_operator(struct walk *w, struct field_sight *sight, const struct path_level *here,
                         const struct path_level *up)
{
	enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(up->cursor);
	CXCursor other = syntax_unwrapped(syntax_operand(up->cursor, 1 - here->child));
	struct field_at second = field_of(w, other);
	if (kind == CXBinaryOperator_Assign && here->child == 0)
		saw_method(w, &sight->at, other);
	bool is_pointer = canonical_type(here->cursor).kind == CXType_Pointer;
	bool compares = kind >= CXBinaryOperator_LT && kind <= CXBinaryOperator_NE;
	sight->tested |= kind == CXBinaryOperator_LAnd || kind == CXBinaryOperator_LOr ||
	                 ((kind == CXBinaryOperator_EQ || kind == CXBinaryOperator_NE) && is_null(other));
	sight->in_unit &= kind != CXBinaryOperator_Assign || here->child != 0;
	if (here->child == 0 && is_pointer && (compares || kind == CXBinaryOperator_Sub))
		add_pair(w, PAIR_POINTERS, kind == CXBinaryOperator_Sub ? &second : &sight->at,
		         kind == CXBinaryOperator_Sub ? &sight->at : &second);
	else if (here->child == 0 && compares)
		add_pair(w, PAIR_LIMIT, &sight->at, &second);
	if (compares && !is_pointer && clang_getCursorKind(other) == CXCursor_DeclRefExpr) {
		struct counted counted = { clang_getCursorReferenced(other), sight->at };
		vec_push(&w->bounds, counted);
	}
}

static void saw_pass(struct walk *w, struct field_sight *sight, const struct path_level *here,
                     const struct path_level *call)
{
	if (here->child == 0) { /* the field itself is the called function */
		sight->followed = true;
		return;
	}
	struct field_pass pass = { .at = sight->at, .arg = here->child - 1 };
	pass.callee = take_text(w->m->model->arena, clang_getCursorSpelling(call->cursor));
	pass.call = clang_hashCursor(call->cursor);
	const struct library_call *known = library_call_find(pass.callee);
	sight->is_string |= known && ((int)pass.arg == known->string || (int)pass.arg == known->string2);
	sight->followed |= sight->is_string;
	vec_push(&w->fields->passes, pass);
}

static bool moves(const struct path_level *level)
{
	enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(level->cursor);
	return level->kind == CXCursor_UnaryOperator &&
	       (unary == CXUnaryOperator_PostInc || unary == CXUnaryOperator_PreInc);
}

static void saw_unary(struct field_sight *sight, const struct path_level *up)
{
	enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(up->cursor);
	sight->followed |= kind == CXUnaryOperator_Deref;
	sight->tested |= kind == CXUnaryOperator_LNot;
}

/* The value of the field stands at path[at]. */
static void saw_use(struct walk *w, struct field_sight *sight, unsigned at)
{
	while (at > 0 && (syntax_is_wrapping(w->path[at - 1].kind) || moves(&w->path[at - 1])))
		at--;
	if (at == 0)
		return;
	const struct path_level *up = &w->path[at - 1], *here = &w->path[at];
	switch (up->kind) {
	case CXCursor_UnaryOperator:
		saw_unary(sight, up);
		break;
	case CXCursor_ArraySubscriptExpr:
		if (here->child != 0)
			break;
		sight->followed = true;
		saw_index(w, &sight->at, up->cursor);
		break;
	case CXCursor_MemberRefExpr:
		sight->followed |= canonical_type(here->cursor).kind == CXType_Pointer;
		break;
	case CXCursor_BinaryOperator:
		saw_operator(w, sight, here, up);
		break;
	case CXCursor_CallExpr:
		saw_pass(w, sight, here, up);
		break;
	case CXCursor_IfStmt:
	case CXCursor_WhileStmt:
	case CXCursor_DoStmt:
	case CXCursor_ForStmt:
		sight->tested = true;
		break;
	case CXCursor_ConditionalOperator:
		sight->tested |= here->child == 0;
		break;
	default:
		break;
	}
}

/* ---- the members of a union that tags select ---- */

struct members {
	struct walk *walk;
	const struct field_at *tag;
	const int64_t *values;
	size_t n_values;
};

/* Notes x->u.member of the struct that has the tag. */
static enum CXChildVisitResult note_member(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct members *members = data;
	if (clang_getCursorKind(cursor) != CXCursor_MemberRefExpr)
		return CXChildVisit_Recurse;
	struct walk *w = members->walk;
	struct field_at member = field_of(w, cursor), holder = field_of(w, syntax_operand(cursor, 0));
	if (!member.record || !belong_together(&holder, members->tag) ||
	    model_canonical(w->m->model, member.record)->kind != TYPE_UNION)
		return CXChildVisit_Recurse;
	for (size_t i = 0; i < members->n_values; i++) {
		struct field_case found = { *members->tag, holder.field, member.field, members->values[i] };
		vec_push(&w->fields->cases, found);
	}
	return CXChildVisit_Recurse;
}

static void note_members(struct members *members, CXCursor statement)
{
	note_member(statement, statement, members);
	clang_visitChildren(statement, note_member, members);
}

struct switching {
	struct walk *walk;
	struct field_at tag;
	VEC(int64_t) values;  /* of the cases that lead to the current statement */
	bool ended;           /* the next case begins a new list */
};

/* Looks at one statement in the body of a switch; a case contains the statement behind it. */
static enum CXChildVisitResult look_at_case(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct switching *s = data;
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	int64_t value;
	while (kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt) {
		if (s->ended)
			vec_clear(&s->values);
		s->ended = false;
		if (kind == CXCursor_CaseStmt && evaluate(syntax_operand(cursor, 0), &value))
			vec_push(&s->values, value);
		cursor = syntax_operand(cursor, kind == CXCursor_CaseStmt ? 1 : 0);
		kind = clang_getCursorKind(cursor);
	}
	if (clang_Cursor_isNull(cursor))
		return CXChildVisit_Continue;
	struct members members = { s->walk, &s->tag, s->values.at, s->values.n };
	note_members(&members, cursor);
	s->ended |= kind == CXCursor_BreakStmt || kind == CXCursor_ReturnStmt;
	return CXChildVisit_Continue;
}

static void saw_switch(struct walk *w, CXCursor cursor)
{
	struct switching s = { .walk = w, .tag = field_of(w, syntax_operand(cursor, 0)) };
	if (s.tag.record)
		clang_visitChildren(syntax_operand(cursor, 1), look_at_case, &s);
	vec_release(&s.values);
}

/* Notes if (x->tag == A) ... x->u.a ... */
static void saw_if(struct walk *w, CXCursor cursor)
{
	CXCursor condition = syntax_unwrapped(syntax_operand(cursor, 0));
	int64_t value;
	if (clang_getCursorBinaryOperatorKind(condition) != CXBinaryOperator_EQ)
		return;
	struct field_at tag = field_of(w, syntax_operand(condition, 0));
	if (!tag.record || !evaluate(syntax_operand(condition, 1), &value))
		return;
	struct members members = { w, &tag, &value, 1 };
	note_members(&members, syntax_operand(cursor, 1));
}

/* ---- what a void * leads to ---- */

static CXType pointee_of_cursor(CXCursor cursor)
{
	return clang_getCanonicalType(clang_getPointeeType(canonical_type(cursor)));
}

/* The value of a void * becomes a pointer of another type, by a cast or without. */
static void saw_meaning(struct walk *w, struct field_sight *sight)
{
	if (pointee_of_cursor(w->path[w->depth].cursor).kind != CXType_Void || w->m->parsed->source->is_context)
		return;
	for (unsigned at = w->depth; at > 0 && syntax_is_wrapping(w->path[at - 1].kind); at--) {
		CXType other = pointee_of_cursor(w->path[at - 1].cursor);
		if (other.kind == CXType_Void)
			continue;
		if (other.kind == CXType_Record)
			sight->as_struct = model_type(w->m->model, type_of(w->m, other))->canonical;
		sight->as_several = other.kind != CXType_Record;
		return;
	}
}

/* ---- the walk ---- */

static void saw_member(struct walk *w, CXCursor cursor)
{
	struct field_sight sight = { .at = field_of(w, cursor), .in_unit = !w->m->parsed->source->is_context };
	if (!sight.at.record)
		return;
	saw_use(w, &sight, w->depth);
	saw_meaning(w, &sight);
	bool added;
	uint64_t *index = map_put(&w->fields->index, (uint64_t)sight.at.record << 32 | sight.at.field, &added);
	if (added) {
		*index = w->fields->sights.n;
		vec_push(&w->fields->sights, sight);
		return;
	}
	struct field_sight *all = &w->fields->sights.at[*index];
	all->followed |= sight.followed;
	all->tested |= sight.tested;
	all->is_string |= sight.is_string;
	all->in_unit |= sight.in_unit;
	all->as_several |= sight.as_several;
	if (sight.as_struct)
		sight_note_struct(sight.as_struct, &all->as_struct, &all->as_several);
}

static void see(void *context, CXCursor cursor)
{
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	if (kind == CXCursor_MemberRefExpr)
		saw_member(context, cursor);
	if (kind == CXCursor_SwitchStmt)
		saw_switch(context, cursor);
	if (kind == CXCursor_IfStmt)
		saw_if(context, cursor);
}

static void join_bounds(struct walk *w)
{
	for (size_t i = 0; i < w->indexings.n; i++)
		for (size_t k = 0; k < w->bounds.n; k++)
			if (clang_equalCursors(w->indexings.at[i].variable, w->bounds.at[k].variable))
				add_pair(w, PAIR_LENGTH, &w->indexings.at[i].at, &w->bounds.at[k].at);
}

void fields_note_body(struct modeller *m, CXCursor function)
{
	struct walk *w = xcalloc(1, sizeof *w);
	if (!m->fields)
		m->fields = xcalloc(1, sizeof *m->fields);
	w->m = m;
	w->fields = m->fields;
	syntax_walk(function, w->path, &w->depth, see, w);
	join_bounds(w);
	vec_release(&w->bounds);
	vec_release(&w->indexings);
	free(w);
}
