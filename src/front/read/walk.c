/* walk: see walk.h. Statements have regions, which are stretches of code that run together. A
 * region starts wherever control may come from elsewhere than the statement before: in a body,
 * after a label, and after any statement that may have jumped away. Its first statement opens it. */
#include "front/read/walk.h"

#include <string.h>

#include "base/str.h"
#include "front/read/scan.h"

static void walk_statement(struct walk *walk, CXCursor cursor);

size_t start_offset(CXCursor cursor)
{
	unsigned offset;
	clang_getFileLocation(clang_getRangeStart(clang_getCursorExtent(cursor)), NULL, NULL, NULL, &offset);
	return offset;
}

size_t end_offset(CXCursor cursor)
{
	unsigned offset;
	clang_getFileLocation(clang_getRangeEnd(clang_getCursorExtent(cursor)), NULL, NULL, NULL, &offset);
	return offset;
}

static enum CXChildVisitResult push_kid(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct walk *walk = data;
	(void)parent;
	vec_push(&walk->kids, cursor);
	return CXChildVisit_Continue;
}

struct span walk_kids(struct walk *walk, CXCursor cursor)
{
	size_t first = walk->kids.n;
	clang_visitChildren(cursor, push_kid, walk);
	return (struct span){ first, walk->kids.n - first };
}

bool walk_leads(const struct walk *walk)
{
	return walk->text != NULL;
}

int walk_hint(struct walk *walk, int answer)
{
	if (walk_leads(walk)) {
		vec_push(&walk->hints, answer);
		return answer;
	}
	if (walk->next_hint < walk->hints.n)
		return walk->hints.at[walk->next_hint++];
	walk->lost = true;
	return 0;
}

struct finding *walk_add(struct walk *walk, enum found kind, CXSourceRange range)
{
	vec_push(&walk->findings, (struct finding){ .kind = kind, .range = range });
	walk->n_found[kind]++;
	return &vec_last(&walk->findings);
}

void walk_edit(struct walk *walk, size_t offset, enum edit_kind kind, uint32_t id, uint32_t order)
{
	vec_push(walk->edits, (struct edit){ .offset = offset, .kind = kind, .id = id, .order = order });
}

void walk_wrap(struct walk *walk, CXCursor cursor, enum edit_kind open, enum edit_kind close, uint32_t id)
{
	if (!walk_leads(walk))
		return;
	uint32_t order = (uint32_t)walk->edits->n;
	walk_edit(walk, start_offset(cursor), open, id, order);
	walk_edit(walk, end_offset(cursor), close, id, order);
}

static void insert(struct walk *walk, size_t offset, enum edit_kind kind, uint32_t id)
{
	walk_edit(walk, offset, kind, id, (uint32_t)walk->edits->n);
}

/* Starts a region at a statement; `how` and `offset` say where the region's mark goes. */
static void open_region(struct walk *walk, CXCursor at, enum edit_kind how, size_t offset)
{
	walk->region = walk->n_found[FOUND_REGION];
	walk_add(walk, FOUND_REGION, clang_getCursorExtent(at));
	if (walk_leads(walk))
		insert(walk, offset, how, walk->region);
}

static void need_region(struct walk *walk, CXCursor statement)
{
	if (walk->region != NONE)
		return;
	size_t offset = walk_leads(walk) ? scan_before_pragma(walk->text, start_offset(statement)) : 0;
	open_region(walk, statement, EDIT_REGION, offset);
}

static void add_statement(struct walk *walk, CXCursor cursor)
{
	walk_add(walk, FOUND_STATEMENT, clang_getCursorExtent(cursor))->owner = walk->region;
}

/* The offset after the last token of a statement, its semicolon included, which libclang leaves out
 * except for declarations. */
static size_t statement_end(struct walk *walk, CXCursor cursor)
{
	switch ((int)clang_getCursorKind(cursor)) {
	case CXCursor_CompoundStmt:
	case CXCursor_NullStmt:
	case CXCursor_DeclStmt:
		return end_offset(cursor);
	case CXCursor_IfStmt:
	case CXCursor_WhileStmt:
	case CXCursor_ForStmt:
	case CXCursor_SwitchStmt:
	case CXCursor_LabelStmt:
	case CXCursor_CaseStmt:
	case CXCursor_DefaultStmt:
	case CXCursor_UnexposedStmt: {
		struct span kids = walk_kids(walk, cursor);
		CXCursor last = kids.n ? walk_kid(walk, kids, kids.n - 1) : cursor;
		walk_drop_kids(walk, kids);
		return kids.n ? statement_end(walk, last) : scan_semicolon(walk->text, end_offset(cursor));
	}
	default:
		return scan_semicolon(walk->text, end_offset(cursor));
	}
}

/* The body of a branch or loop is a region of its own, and gets braces if it has none. */
static void walk_branch(struct walk *walk, CXCursor body)
{
	uint32_t outside = walk->region;
	enum CXCursorKind kind = clang_getCursorKind(body);
	walk->region = NONE;
	if (walk_leads(walk) && kind != CXCursor_CompoundStmt && kind != CXCursor_NullStmt) {
		uint32_t order = (uint32_t)walk->edits->n;
		size_t start = scan_before_pragma(walk->text, start_offset(body));
		walk_edit(walk, start, EDIT_OPEN_BODY, 0, order);
		walk_edit(walk, statement_end(walk, body), EDIT_CLOSE_BODY, 0, order);
	}
	walk_statement(walk, body);
	walk->region = outside;
}

/* `else if` gets no braces, because a long chain would nest deeper than compilers allow. */
static void walk_else(struct walk *walk, CXCursor body)
{
	if (clang_getCursorKind(body) != CXCursor_IfStmt) {
		walk_branch(walk, body);
		return;
	}
	uint32_t outside = walk->region;
	struct span kids = walk_kids(walk, body);
	open_region(walk, body, EDIT_REGION_COMMA, start_offset(walk_kid(walk, kids, 0)));
	walk_drop_kids(walk, kids);
	walk_statement(walk, body);
	walk->region = outside;
}

static void walk_if(struct walk *walk, struct span kids)
{
	decide(walk, walk_kid(walk, kids, 0), DECIDE_IF);
	walk_branch(walk, walk_kid(walk, kids, 1));
	if (kids.n > 2)
		walk_else(walk, walk_kid(walk, kids, 2));
}

static void walk_while(struct walk *walk, struct span kids)
{
	if (decide(walk, walk_kid(walk, kids, 0), DECIDE_WHILE) == NEXT_TRUE)
		walk->diversions++;
	walk_branch(walk, walk_kid(walk, kids, 1));
}

static void walk_do(struct walk *walk, struct span kids)
{
	walk_branch(walk, walk_kid(walk, kids, 0));
	if (decide(walk, walk_kid(walk, kids, 1), DECIDE_DO) == NEXT_TRUE)
		walk->diversions++;
}

static void walk_declaration(struct walk *walk, CXCursor declaration)
{
	struct span kids = walk_kids(walk, declaration);
	for (size_t i = 0; i < kids.n; i++) {
		CXCursor kid = walk_kid(walk, kids, i);
		if (clang_getCursorKind(kid) != CXCursor_VarDecl)
			continue;
		enum CX_StorageClass storage = clang_Cursor_getStorageClass(kid);
		CXCursor value = clang_Cursor_getVarDeclInitializer(kid);
		if (storage != CX_SC_Static && storage != CX_SC_Extern && !clang_Cursor_isNull(value))
			walk_expression(walk, value);
	}
	walk_drop_kids(walk, kids);
}

/* A declaration that only names things is no statement, because nothing happens there. */
static bool does_something(struct walk *walk, CXCursor declaration)
{
	struct span kids = walk_kids(walk, declaration);
	bool does = false;
	for (size_t i = 0; i < kids.n && !does; i++) {
		CXCursor kid = walk_kid(walk, kids, i);
		enum CX_StorageClass storage = clang_Cursor_getStorageClass(kid);
		does = clang_getCursorKind(kid) == CXCursor_VarDecl && storage != CX_SC_Static &&
		       storage != CX_SC_Extern && !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(kid));
	}
	walk_drop_kids(walk, kids);
	return does;
}

/* libclang leaves out the missing parts of a `for`; the places of the semicolons tell which of the
 * others is the condition. Returns its number among the kids, or -1. */
static int for_condition(struct walk *walk, CXCursor loop, struct span kids)
{
	size_t semicolons[2];
	if (!walk_leads(walk) || !scan_for_header(walk->text, start_offset(loop), semicolons))
		return walk_hint(walk, -1);
	int found = -1;
	for (size_t i = 0; i + 1 < kids.n; i++) {
		size_t at = start_offset(walk_kid(walk, kids, i));
		if (at > semicolons[0] && at < semicolons[1])
			found = (int)i;
	}
	return walk_hint(walk, found);
}

static void walk_for(struct walk *walk, CXCursor loop, struct span kids)
{
	int condition = for_condition(walk, loop, kids);
	uint16_t entry = condition < 0 ? NEXT_TRUE : 0;
	for (size_t i = 0; i + 1 < kids.n; i++) {
		CXCursor part = walk_kid(walk, kids, i);
		if ((int)i == condition)
			entry = decide(walk, part, DECIDE_FOR);
		else if (clang_getCursorKind(part) == CXCursor_DeclStmt)
			walk_declaration(walk, part);
		else
			walk_expression(walk, part);
	}
	if (entry == NEXT_TRUE)
		walk->diversions++;
	walk_branch(walk, walk_kid(walk, kids, kids.n - 1));
}

static void add_case(struct walk *walk, CXCursor label, struct span kids)
{
	CXSourceLocation start = clang_getRangeStart(clang_getCursorExtent(label));
	CXSourceRange last = clang_getCursorExtent(walk_kid(walk, kids, kids.n - 2));
	struct finding *found = walk_add(walk, FOUND_CASE, clang_getRange(start, clang_getRangeEnd(last)));
	if (!walk_leads(walk))
		return;
	constant_value(walk_kid(walk, kids, 0), &found->low);
	constant_value(walk_kid(walk, kids, kids.n - 2), &found->high);
}

/* Adds the cases of one switch, but not those of switches inside; *otherwise is its `default`. */
static void find_cases(struct walk *walk, CXCursor cursor, CXCursor *otherwise, uint32_t *count)
{
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	if (kind == CXCursor_SwitchStmt || !clang_isStatement(kind))
		return;
	struct span kids = walk_kids(walk, cursor);
	if (kind == CXCursor_DefaultStmt)
		*otherwise = cursor;
	if (kind == CXCursor_CaseStmt && kids.n >= 2) {
		add_case(walk, cursor, kids);
		++*count;
	}
	for (size_t i = 0; i < kids.n; i++)
		find_cases(walk, walk_kid(walk, kids, i), otherwise, count);
	walk_drop_kids(walk, kids);
}

static void add_switch(struct walk *walk, CXCursor cursor, CXCursor value, CXCursor body)
{
	uint32_t id = walk->n_found[FOUND_SWITCH], count = 1;
	size_t at = walk->findings.n;
	walk_add(walk, FOUND_SWITCH, clang_getCursorExtent(value));
	CXCursor otherwise = clang_getNullCursor();
	find_cases(walk, body, &otherwise, &count);
	bool implicit = clang_Cursor_isNull(otherwise);
	CXSourceLocation place = clang_getRangeStart(clang_getCursorExtent(implicit ? cursor : otherwise));
	struct finding *last = walk_add(walk, FOUND_CASE, clang_getRange(place, place));
	last->is_default = true;
	last->is_implicit = implicit;
	walk->findings.at[at].count = count;
	walk_wrap(walk, value, EDIT_OPEN_SWITCH, EDIT_CLOSE_SWITCH, id);
}

static void walk_switch(struct walk *walk, CXCursor cursor, struct span kids)
{
	CXCursor value = walk_kid(walk, kids, 0), body = walk_kid(walk, kids, 1);
	int64_t constant;
	if (!walk_hint(walk, walk_leads(walk) && constant_value(value, &constant)))
		add_switch(walk, cursor, value, body);
	walk_expression(walk, value);
	walk->diversions++;
	walk_branch(walk, body);
}

static void walk_kids_as_expressions(struct walk *walk, struct span kids)
{
	for (size_t i = 0; i < kids.n; i++)
		walk_expression(walk, walk_kid(walk, kids, i));
}

/* The parts of a statement that has a region already. */
static void walk_parts(struct walk *walk, CXCursor cursor, struct span kids)
{
	switch ((int)clang_getCursorKind(cursor)) {
	case CXCursor_IfStmt:
		walk_if(walk, kids);
		break;
	case CXCursor_WhileStmt:
		walk_while(walk, kids);
		break;
	case CXCursor_DoStmt:
		walk_do(walk, kids);
		break;
	case CXCursor_ForStmt:
		walk_for(walk, cursor, kids);
		break;
	case CXCursor_SwitchStmt:
		walk_switch(walk, cursor, kids);
		break;
	case CXCursor_ReturnStmt:
	case CXCursor_BreakStmt:
	case CXCursor_ContinueStmt:
	case CXCursor_GotoStmt:
	case CXCursor_IndirectGotoStmt:
		walk->diversions++;
		walk_kids_as_expressions(walk, kids);
		break;
	case CXCursor_DeclStmt:
		walk_declaration(walk, cursor);
		break;
	case CXCursor_GCCAsmStmt:
	case CXCursor_MSAsmStmt:
		break;
	default:
		walk_expression(walk, cursor);
	}
}

static void walk_executable(struct walk *walk, CXCursor cursor)
{
	uint32_t before = walk->diversions;
	need_region(walk, cursor);
	add_statement(walk, cursor);
	struct span kids = walk_kids(walk, cursor);
	walk_parts(walk, cursor, kids);
	walk_drop_kids(walk, kids);
	if (walk->diversions != before)
		walk->region = NONE;
}

static bool starts_own_region(enum CXCursorKind kind)
{
	return kind == CXCursor_NullStmt || kind == CXCursor_CompoundStmt || kind == CXCursor_LabelStmt ||
	       kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt;
}

/* The mark of the region goes before the attributes or the pragma of its first statement. */
static void walk_attributed(struct walk *walk, CXCursor cursor)
{
	struct span kids = walk_kids(walk, cursor);
	if (kids.n) {
		CXCursor inner = walk_kid(walk, kids, kids.n - 1);
		if (!starts_own_region(clang_getCursorKind(inner)))
			need_region(walk, cursor);
		walk_statement(walk, inner);
	}
	walk_drop_kids(walk, kids);
}

static void walk_statement(struct walk *walk, CXCursor cursor)
{
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	struct span kids;
	switch ((int)kind) {
	case CXCursor_NullStmt:
		break;
	case CXCursor_CompoundStmt:
		kids = walk_kids(walk, cursor);
		for (size_t i = 0; i < kids.n; i++)
			walk_statement(walk, walk_kid(walk, kids, i));
		walk_drop_kids(walk, kids);
		break;
	case CXCursor_LabelStmt:
	case CXCursor_CaseStmt:
	case CXCursor_DefaultStmt:
		walk->diversions++;
		walk->region = NONE;
		kids = walk_kids(walk, cursor);
		if (kids.n)
			walk_statement(walk, walk_kid(walk, kids, kids.n - 1));
		walk_drop_kids(walk, kids);
		break;
	case CXCursor_UnexposedStmt:
		walk_attributed(walk, cursor);
		break;
	default:
		if (kind != CXCursor_DeclStmt || does_something(walk, cursor))
			walk_executable(walk, cursor);
	}
}

/* Builtins that look at their arguments without evaluating them. */
static bool is_unevaluated_call(CXCursor call)
{
	static const char *const names[] = { "__builtin_constant_p", "__builtin_object_size",
		                             "__builtin_dynamic_object_size", "__builtin_classify_type",
		                             "__builtin_assume" };
	CXString text = clang_getCursorSpelling(call);
	bool found = false;
	for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++)
		found = str_equal(clang_getCString(text), names[i]);
	clang_disposeString(text);
	return found;
}

static bool same_range(CXCursor a, CXCursor b)
{
	return clang_equalRanges(clang_getCursorExtent(a), clang_getCursorExtent(b)) != 0;
}

/* Kinds of expressions that libclang has no name for. Of `a ?: b` it shows `a` three times, then
 * `b`. Most of a __builtin_choose_expr is never compiled, so it gets no marks. */
static void walk_unexposed(struct walk *walk, CXCursor cursor, struct span kids)
{
	static const char choose[] = "__builtin_choose_expr";
	if (kids.n == 4 && same_range(walk_kid(walk, kids, 0), walk_kid(walk, kids, 1))) {
		decide_kept(walk, walk_kid(walk, kids, 0), walk_kid(walk, kids, 3));
		return;
	}
	if (kids.n == 3 && walk_hint(walk, walk_leads(walk) && str_starts(walk->text + start_offset(cursor), choose)))
		return;
	walk_kids_as_expressions(walk, kids);
}

static void walk_statement_expression(struct walk *walk, struct span kids)
{
	uint32_t outside = walk->region;
	walk->region = NONE;
	for (size_t i = 0; i < kids.n; i++)
		walk_statement(walk, walk_kid(walk, kids, i));
	walk->region = outside;
}

static void walk_expression_kids(struct walk *walk, CXCursor cursor, struct span kids)
{
	switch ((int)clang_getCursorKind(cursor)) {
	case CXCursor_StmtExpr:
		walk_statement_expression(walk, kids);
		break;
	case CXCursor_ConditionalOperator:
		decide(walk, walk_kid(walk, kids, 0), DECIDE_CHOICE);
		walk_expression(walk, walk_kid(walk, kids, 1));
		walk_expression(walk, walk_kid(walk, kids, 2));
		break;
	case CXCursor_CStyleCastExpr:
	case CXCursor_CompoundLiteralExpr: /* the children before the last belong to the type */
		if (kids.n)
			walk_expression(walk, walk_kid(walk, kids, kids.n - 1));
		break;
	case CXCursor_UnexposedExpr:
		walk_unexposed(walk, cursor, kids);
		break;
	default:
		walk_kids_as_expressions(walk, kids);
	}
}

void walk_expression(struct walk *walk, CXCursor cursor)
{
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	if (!clang_isExpression(kind) || kind == CXCursor_UnaryExpr || kind == CXCursor_GenericSelectionExpr ||
	    kind == CXCursor_AddrLabelExpr || kind == CXCursor_DeclRefExpr || kind == CXCursor_BlockExpr)
		return;
	if (kind == CXCursor_CallExpr && is_unevaluated_call(cursor))
		return;
	if (is_logical(cursor)) {
		decide(walk, cursor, DECIDE_VALUE);
		return;
	}
	struct span kids = walk_kids(walk, cursor);
	walk_expression_kids(walk, cursor, kids);
	walk_drop_kids(walk, kids);
}

struct body_search {
	CXCursor body;
	bool only_assembler;
};

static enum CXChildVisitResult look_for_code(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct body_search *search = data;
	(void)parent;
	search->only_assembler = clang_getCursorKind(cursor) == CXCursor_GCCAsmStmt;
	return search->only_assembler ? CXChildVisit_Continue : CXChildVisit_Break;
}

static enum CXChildVisitResult look_for_body(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct body_search *search = data;
	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_CompoundStmt)
		return CXChildVisit_Continue;
	search->body = cursor;
	return CXChildVisit_Break;
}

/* A function that has only assembler may be `naked`, and then it cannot contain a call. */
CXCursor walk_body(CXCursor function)
{
	struct body_search search = { .body = clang_getNullCursor() };
	clang_visitChildren(function, look_for_body, &search);
	if (!clang_Cursor_isNull(search.body))
		clang_visitChildren(search.body, look_for_code, &search);
	return search.only_assembler ? clang_getNullCursor() : search.body;
}

static void walk_function(struct walk *walk, CXCursor function)
{
	CXCursor body = walk_body(function);
	vec_clear(&walk->findings);
	memset(walk->n_found, 0, sizeof walk->n_found);
	walk->diversions = 0;
	size_t offset = walk_leads(walk) ? scan_block_start(walk->text, start_offset(body)) : 0;
	if (walk_leads(walk))
		insert(walk, offset, EDIT_FUNCTION, 0);
	open_region(walk, body, EDIT_REGION, offset);
	walk_statement(walk, body);
}

void walk_lead(struct walk *walk, CXCursor function, const char *text, edit_vec *edits)
{
	walk->text = text;
	walk->edits = edits;
	vec_clear(&walk->hints);
	walk_function(walk, function);
}

void walk_follow(struct walk *walk, CXCursor function, const struct walk *leader)
{
	walk->text = NULL;
	walk->edits = NULL;
	walk->lost = false;
	walk->next_hint = 0;
	vec_clear(&walk->hints);
	for (size_t i = 0; i < leader->hints.n; i++)
		vec_push(&walk->hints, leader->hints.at[i]);
	walk_function(walk, function);
}

void walk_release(struct walk *walk)
{
	vec_release(&walk->findings);
	vec_release(&walk->hints);
	vec_release(&walk->kids);
	vec_release(&walk->leaves);
	vec_release(&walk->logic);
}
