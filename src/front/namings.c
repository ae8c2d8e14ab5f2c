/* namings: the names that the unit's own code gives to numbers.
 *
 * `return Z_BUF_ERROR;` and `if (flush == Z_FINISH)` say that a result of -5 and an
 * argument of 4 have names there. Named numbers mostly come in groups: the enumerators of
 * one enum, or macros that are defined one after the other, with no empty line between. Where the code compares with
 * one of a group, or returns one, it means the group.
 *
 * What is handed on has the names of where it goes: a parameter passed to another
 * function, a result returned from one. A function that also returns what it counted
 * has only the names that it returns itself, for 2 may be two bytes. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "front/modeller.h"

#define MAX_ROUNDS 8u     /* so far names are handed on */
#define MAX_ALIASES 4u    /* one name for another */
#define MAX_RETURNED 16u  /* variables that one function returns */

/* A parameter of a function, or its result; the function by its name, for its body may come later.
 * Or a field of a struct or union. */
struct named_place {
	const char *function;     /* NULL: a field */
	uint32_t param;           /* NONE: the result */
	const char *record;       /* as the compiler spells it */
	const char *field;
	uint32_t file;            /* where the field is declared */
};

/* The code has a named number at a place. */
struct mention {
	struct named_place place;
	const char *name;
	int64_t value;
	bool means_group;
};

/* What is at `place` comes from there, or goes there. */
struct handing {
	struct named_place place, other;
};

/* Where a named number is defined. */
struct named {
	const char *name;
	uint32_t file;
	uint32_t end;             /* in it */
	bool stands_apart;        /* behind an empty line, or first in its file */
	uint32_t list;            /* 1 + index of the enum it belongs to; 0: a macro */
	uint32_t group;           /* known at the end */
};

struct namings {
	VEC(struct named) named;
	struct strmap by_name;    /* -> index in `named` */
	uint32_t n_lists;
	VEC(struct mention) mentions;
	VEC(struct handing) handings;
	struct strmap counting;   /* functions with results of other kinds */
	struct strmap defined_in; /* function -> file of its body */
	struct strmap functions;  /* of the model, by name; known at the end */
	struct strmap records;    /* types of the model, by how they are spelled; known at the end */
	struct map known, known_of_fields; /* hashes of what is in the model */
};

static struct namings *namings_of(struct modeller *m)
{
	if (!m->namings)
		m->namings = xcalloc(1, sizeof *m->namings);
	return m->namings;
}

void namings_free(struct namings *namings)
{
	if (!namings)
		return;
	vec_release(&namings->named);
	vec_release(&namings->mentions);
	vec_release(&namings->handings);
	strmap_release(&namings->by_name);
	strmap_release(&namings->counting);
	strmap_release(&namings->defined_in);
	strmap_release(&namings->functions);
	strmap_release(&namings->records);
	map_release(&namings->known);
	map_release(&namings->known_of_fields);
	free(namings);
}

/* ---- what has a name ---- */

/* Whether there is an empty line between two places in a file. */
static bool has_empty_line(struct modeller *m, CXFile file, uint32_t from, uint32_t to)
{
	size_t size = 0;
	const char *text = clang_getFileContents(m->parsed->original, file, &size);
	bool is_empty = false;
	for (size_t i = from; text && i < to && i < size; i++) {
		if (text[i] == '\n' && is_empty)
			return true;
		is_empty = text[i] == '\n' || (is_empty && isspace((unsigned char)text[i]));
	}
	return false;
}

static void note_named(struct modeller *m, const char *name, CXCursor definition, uint32_t list)
{
	struct namings *namings = namings_of(m);
	CXSourceRange extent = clang_getCursorExtent(definition);
	struct spot start = spot_of(clang_getRangeStart(extent)), end = spot_of(clang_getRangeEnd(extent));
	bool added;
	uint64_t *index = strmap_put(&namings->by_name, name, &added);
	if (!added || !start.file)
		return;
	*index = namings->named.n;
	struct named named = { .name = name, .file = hidden_file(m, start.file), .end = end.offset, .list = list };
	const struct named *last = namings->named.n ? &vec_last(&namings->named) : NULL;
	named.stands_apart = !last || last->file != named.file || last->end > start.offset ||
	                     has_empty_line(m, start.file, last->end, start.offset);
	vec_push(&namings->named, named);
}

void namings_note_macro(struct modeller *m, const char *name, CXCursor definition)
{
	note_named(m, name, definition, 0);
}

void namings_note_enum(struct modeller *m, const struct type *type, CXCursor declaration)
{
	uint32_t list = ++namings_of(m)->n_lists;
	for (uint32_t i = 0; i < type->n_enumerators; i++)
		note_named(m, type->enumerators[i].name, declaration, list);
}

/* ---- what a body says ---- */

struct reading {
	struct modeller *m;
	CXCursor function;
	const char *name;
	CXCursor returned[MAX_RETURNED]; /* variables */
	size_t n_returned;
};

static enum CXChildVisitResult take_child(CXCursor cursor, CXCursor parent, CXClientData child)
{
	(void)parent;
	*(CXCursor *)child = cursor;
	return CXChildVisit_Continue;
}

/* The expression without parentheses, casts and what the compiler puts around it. */
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

/* The word that stands in the source where the expression begins; of what a macro became, the
 * macro's name. NULL: none. */
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

/* True if the expression is a constant, with a name or not. */
static bool note_mention(struct reading *reading, CXCursor cursor, struct named_place place, bool means_group)
{
	struct mention mention = { .place = place, .means_group = means_group };
	if (!constant_value(cursor, &mention.value))
		return false;
	mention.name = word_at(reading, cursor);
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

/* The field that the expression names, perhaps with some of its bits masked out. */
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

/* The parameter or field that the expression is. */
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

/* What the function gives: a named number, what another function gives, or something else. */
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
		struct named_place there = { .function = take_text(m->model->arena, clang_getCursorSpelling(callee)),
			                     .param = NONE };
		note_handing(reading, here, there);
	} else if (is_kind(expression, CXCursor_DeclRefExpr) && is_kind(callee, CXCursor_VarDecl) &&
	           reading->n_returned < MAX_RETURNED) {
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

static bool is_returned(const struct reading *reading, CXCursor variable)
{
	for (size_t i = 0; i < reading->n_returned; i++)
		if (clang_equalCursors(variable, reading->returned[i]))
			return true;
	return false;
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
	case CXBinaryOperator_GE: /* with a limit */
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
	const char *name = n > 0 ? take_text(reading->m->model->arena, clang_getCursorSpelling(callee)) : NULL;
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

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct reading *reading = data;
	CXCursor start = clang_getNullCursor();
	(void)parent;
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_BinaryOperator:
		read_binary(reading, cursor);
		break;
	case CXCursor_CompoundAssignOperator: /* what is counted up */
		if (is_returned(reading, variable_of(children_of(cursor).at[0])))
			strmap_put(&namings_of(reading->m)->counting, reading->name, NULL);
		break;
	case CXCursor_VarDecl:
		start = clang_Cursor_getVarDeclInitializer(cursor);
		if (!clang_Cursor_isNull(start) && is_returned(reading, cursor))
			read_result(reading, start);
		break;
	case CXCursor_UnaryOperator:
		start = children_of(cursor).at[0];
		if (clang_getCursorUnaryOperatorKind(cursor) <= CXUnaryOperator_PreDec &&
		    is_returned(reading, variable_of(start)))
			strmap_put(&namings_of(reading->m)->counting, reading->name, NULL);
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
	struct reading reading = { .m = m,
		                   .function = function,
		                   .name = take_text(m->model->arena, clang_getCursorSpelling(function)) };
	CXFile file = spot_of(clang_getCursorLocation(function)).file;
	if (file)
		*strmap_put(&namings_of(m)->defined_in, reading.name, NULL) = hidden_file(m, file);
	clang_visitChildren(function, visit_returns, &reading);
	clang_visitChildren(function, visit, &reading);
}

/* ---- all together ---- */

/* A parameter of a function, or its result, and a group of names that it has. */
struct meaning {
	uint32_t param, group;
};
typedef VEC(struct meaning) meaning_list; /* of one function */

static uint32_t function_named(const struct modeller *m, const char *name)
{
	const uint64_t *index = strmap_get(&m->namings->functions, name);
	return index ? (uint32_t)*index : NONE;
}

static const struct constant *constant_named(const struct modeller *m, const char *name)
{
	const uint64_t *index = strmap_get(&m->constants, name);
	return index ? &m->model->constants.at[*index] : NULL;
}

static bool has_value(const struct modeller *m, const struct named *group, size_t n, int64_t value)
{
	for (size_t i = 0; i < n; i++)
		if (constant_named(m, group[i].name)->value == value)
			return true;
	return false;
}

/* Macros in a row are a group, until a value comes again. What is no number ends it, too. */
static void find_groups(struct modeller *m)
{
	struct namings *namings = m->namings;
	uint32_t group = 0;
	size_t first = 0;
	for (size_t i = 0; i < namings->named.n; i++) {
		struct named *named = &namings->named.at[i], *last = i ? named - 1 : NULL;
		const struct constant *constant = constant_named(m, named->name);
		bool goes_on = constant && last && last->group && named->list == last->list;
		if (!named->list)
			goes_on = goes_on && !named->stands_apart &&
			          !has_value(m, &namings->named.at[first], i - first, constant->value);
		if (!goes_on) {
			first = i;
			group++;
		}
		named->group = constant ? group : 0;
	}
}

static void add_meaning(meaning_list *meanings, struct meaning meaning)
{
	for (size_t i = 0; i < meanings->n; i++)
		if (memcmp(&meanings->at[i], &meaning, sizeof meaning) == 0)
			return;
	vec_push(meanings, meaning);
}

/* The file that a test which calls the function has before it: the header that declares it, or the
 * source itself. */
static uint32_t root_of(const struct modeller *m, const char *function)
{
	uint32_t header = hidden_header_of(m, function);
	const uint64_t *source = strmap_get(&m->namings->defined_in, function);
	return header != NONE ? header : source ? (uint32_t)*source : NONE;
}

/* Compilers mind comparing a signed number with one. */
static bool is_written_unsigned(const struct modeller *m, const char *name)
{
	const uint64_t *index = strmap_get(&m->macro_index, name);
	const struct macro *macro = index ? &m->macros.at[*index] : NULL;
	for (uint32_t i = 0; macro && i < macro->n_tokens; i++) {
		const char *token = macro->tokens[i];
		if (isdigit((unsigned char)token[0]) && token[strcspn(token, "uU")])
			return true;
	}
	return macro && constant_named(m, name)->value > INT32_MAX;
}

static void add_naming(struct modeller *m, uint32_t function, uint32_t param, const struct named *named)
{
	struct model *model = m->model;
	const struct constant *constant = constant_named(m, named->name);
	struct naming naming = { function, param, (uint32_t)(constant - model->constants.at) };
	uint32_t root = root_of(m, model->functions.at[function].name);
	bool is_signed = param == NONE && model_canonical(model, model->functions.at[function].result)->is_signed;
	if (root == NONE || !hidden_sees(m, root, named->file) || (is_signed && is_written_unsigned(m, named->name)))
		return;
	bool added;
	map_put(&m->namings->known, hash_bytes(&naming, sizeof naming, 0), &added);
	if (added)
		vec_push(&model->namings, naming);
}

static bool can_be_named(const struct model *model, uint32_t function, uint32_t param)
{
	const struct function *f = &model->functions.at[function];
	return param == NONE ? model_canonical(model, f->result)->kind == TYPE_INT
	                     : param < f->n_params && model_canonical(model, f->params[param].type)->kind == TYPE_INT;
}

static void add_field_naming(struct modeller *m, const struct named_place *place, const struct named *named)
{
	struct model *model = m->model;
	const uint64_t *type = strmap_get(&m->namings->records, place->record);
	struct field_naming naming = { .record = type ? (type_id)*type : 0,
		                       .constant = (uint32_t)(constant_named(m, named->name) - model->constants.at) };
	const struct type *record = model_type(model, naming.record);
	while (naming.field < record->n_fields && !str_equal(record->fields[naming.field].name, place->field))
		naming.field++;
	if (naming.field == record->n_fields ||
	    model_canonical(model, record->fields[naming.field].type)->kind != TYPE_INT ||
	    is_written_unsigned(m, named->name) || !hidden_sees(m, place->file, named->file))
		return;
	bool added;
	map_put(&m->namings->known_of_fields, hash_bytes(&naming, sizeof naming, 0), &added);
	if (added)
		vec_push(&model->field_namings, naming);
}

/* What the code itself has there comes first, then the others of its group. */
static void settle_fields(struct modeller *m, bool groups)
{
	const struct namings *namings = m->namings;
	for (size_t i = 0; i < namings->mentions.n; i++) {
		const struct mention *mention = &namings->mentions.at[i];
		const struct constant *constant = constant_named(m, mention->name);
		const uint64_t *index = strmap_get(&namings->by_name, mention->name);
		if (mention->place.function || !constant || !index || constant->value != mention->value)
			continue;
		const struct named *named = &namings->named.at[*index];
		if (!groups)
			add_field_naming(m, &mention->place, named);
		for (size_t k = 0; groups && mention->means_group && named->group && k < namings->named.n; k++)
			if (namings->named.at[k].group == named->group)
				add_field_naming(m, &mention->place, &namings->named.at[k]);
	}
}

/* `#define bad_input PUNYCODE_BAD_INPUT`: what the macro stands for; NULL: for a number of its own. */
static const struct named *stands_for(const struct modeller *m, const struct named *named)
{
	const uint64_t *macro = strmap_get(&m->macro_index, named->name);
	const char *other = macro && m->macros.at[*macro].n_tokens == 1 ? m->macros.at[*macro].tokens[0] : NULL;
	const uint64_t *index = other && constant_named(m, other) ? strmap_get(&m->namings->by_name, other) : NULL;
	return index ? &m->namings->named.at[*index] : NULL;
}

/* First the names that the code itself has there. */
static void settle_mentions(struct modeller *m, meaning_list *meanings)
{
	struct namings *namings = m->namings;
	for (size_t i = 0; i < namings->mentions.n; i++) {
		const struct mention *mention = &namings->mentions.at[i];
		const struct constant *constant = constant_named(m, mention->name);
		const uint64_t *index = strmap_get(&namings->by_name, mention->name);
		uint32_t function = mention->place.function ? function_named(m, mention->place.function) : NONE;
		uint32_t param = mention->place.param;
		if (!constant || !index || constant->value != mention->value || function == NONE ||
		    !can_be_named(m->model, function, param))
			continue;
		const struct named *named = &namings->named.at[*index];
		for (uint32_t depth = 0; named && depth < MAX_ALIASES; depth++) {
			add_naming(m, function, param, named);
			if (mention->means_group && named->group)
				add_meaning(&meanings[function], (struct meaning){ param, named->group });
			named = stands_for(m, named);
		}
	}
}

/* True if anything became known. */
static bool hand_on(struct modeller *m, const struct handing *handing, meaning_list *meanings)
{
	uint32_t to = function_named(m, handing->place.function), from = function_named(m, handing->other.function);
	struct strmap *counting = &m->namings->counting;
	if (to == NONE || from == NONE || !can_be_named(m->model, to, handing->place.param))
		return false;
	size_t before = meanings[to].n, n_from = meanings[from].n;
	for (size_t i = 0; i < n_from; i++) {
		struct meaning meaning = meanings[from].at[i];
		if (meaning.param == handing->other.param)
			add_meaning(&meanings[to], (struct meaning){ handing->place.param, meaning.group });
	}
	bool counts = handing->place.param == NONE && strmap_get(counting, handing->other.function) &&
	              !strmap_get(counting, handing->place.function);
	if (counts)
		strmap_put(counting, handing->place.function, NULL);
	return counts || meanings[to].n > before;
}

/* All names of the groups that a function's places have. */
static void name_group(struct modeller *m, uint32_t function, const struct meaning *meaning)
{
	const struct namings *namings = m->namings;
	if (meaning->param == NONE && strmap_get(&namings->counting, m->model->functions.at[function].name))
		return;
	for (size_t i = 0; i < namings->named.n; i++)
		if (namings->named.at[i].group == meaning->group)
			add_naming(m, function, meaning->param, &namings->named.at[i]);
}

static void find_by_name(struct modeller *m)
{
	for (size_t i = 0; i < m->model->types.n; i++) {
		const struct type *type = &m->model->types.at[i];
		if ((type->kind == TYPE_STRUCT || type->kind == TYPE_UNION) && type->canonical == i)
			*strmap_put(&m->namings->records, type->spelling, NULL) = i;
	}
	for (size_t i = m->model->functions.n; i-- > 0;)
		*strmap_put(&m->namings->functions, m->model->functions.at[i].name, NULL) = i;
}

/* By function; within one in the order in which they were found. */
static void sort_namings(struct model *model)
{
	size_t n = model->namings.n, k = 0;
	size_t *starts = xcalloc(model->functions.n + 1, sizeof *starts);
	struct naming *sorted = xcalloc(n + 1, sizeof *sorted);
	for (size_t i = 0; i < n; i++)
		starts[model->namings.at[i].function]++;
	for (size_t f = 0; f < model->functions.n; f++) {
		size_t count = starts[f];
		starts[f] = k;
		k += count;
	}
	for (size_t i = 0; i < n; i++)
		sorted[starts[model->namings.at[i].function]++] = model->namings.at[i];
	for (size_t i = 0; i < n; i++)
		model->namings.at[i] = sorted[i];
	free(sorted);
	free(starts);
}

void namings_settle(struct modeller *m)
{
	size_t n_functions = m->model->functions.n;
	bool more = m->namings != NULL;
	if (!more)
		return;
	meaning_list *meanings = xcalloc(n_functions + 1, sizeof *meanings);
	find_by_name(m);
	find_groups(m);
	settle_mentions(m, meanings);
	settle_fields(m, false);
	settle_fields(m, true);
	for (uint32_t round = 0; more && round < MAX_ROUNDS; round++) {
		more = false;
		for (size_t i = 0; i < m->namings->handings.n; i++)
			more |= hand_on(m, &m->namings->handings.at[i], meanings);
	}
	for (uint32_t f = 0; f < n_functions; f++) {
		for (size_t i = 0; i < meanings[f].n; i++)
			name_group(m, f, &meanings[f].at[i]);
		vec_release(&meanings[f]);
	}
	free(meanings);
	sort_namings(m->model);
}
