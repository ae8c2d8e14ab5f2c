/* marker: both parses of a source -> marks and marked text.
 *
 * For each function, the leading walk over the preprocessed parse finds what to mark and where to
 * edit, and the following walk over the original finds the places. Together they are the marks. If
 * the two walks disagree (they should not), the places come from line markers instead: the marks
 * stay right, and columns get rough. */
#include <ctype.h>
#include <string.h>

#include "base/log.h"
#include "base/str.h"
#include "front/read/edits.h"
#include "front/read/parse.h"
#include "front/read/places.h"
#include "front/read/walk.h"

#define MAX_TEXT 80 /* bytes of a condition's text */

typedef VEC(CXCursor) cursor_vec;

/* The first marks of the current function: its marks lie together in each table. */
struct bases {
	uint32_t function;
	uint32_t found[N_FOUND];
};

struct marker {
	struct marks *marks;
	const struct parsed *parsed;
	struct places exact, rough;
	struct walk leader, follower;
	bool in_step;                /* the current function's walks agree */
	edit_vec edits;
};

static enum CXChildVisitResult push_function(CXCursor cursor, CXCursor parent, CXClientData data)
{
	cursor_vec *functions = data;
	(void)parent;
	if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl && clang_isCursorDefinition(cursor) &&
	    !clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)) &&
	    !clang_Cursor_isNull(walk_body(cursor)))
		vec_push(functions, cursor);
	return CXChildVisit_Continue;
}

static bool same_name(CXCursor a, CXCursor b)
{
	CXString left = clang_getCursorSpelling(a), right = clang_getCursorSpelling(b);
	bool same = str_equal(clang_getCString(left), clang_getCString(right));
	clang_disposeString(left);
	clang_disposeString(right);
	return same;
}

static bool walks_agree(const struct walk *a, const struct walk *b)
{
	if (b->lost || b->next_hint != b->hints.n || a->findings.n != b->findings.n)
		return false;
	for (size_t i = 0; i < a->findings.n; i++) {
		const struct finding *x = &a->findings.at[i], *y = &b->findings.at[i];
		if (x->kind != y->kind || x->owner != y->owner || x->count != y->count ||
		    x->decision_kind != y->decision_kind || memcmp(x->next, y->next, sizeof x->next) != 0)
			return false;
	}
	return true;
}

static struct place place_of(struct marker *marker, size_t finding)
{
	if (marker->in_step)
		return place_exact(&marker->exact, marker->follower.findings.at[finding].range);
	return place_by_marker(&marker->rough, marker->leader.findings.at[finding].range);
}

/* The text as one line: blanks folded, and cut after MAX_TEXT bytes. */
static const char *folded(struct arena *arena, const char *text, size_t length)
{
	struct sb out = { 0 };
	for (size_t i = 0; i < length && out.n < MAX_TEXT; i++) {
		bool line_marker = text[i] == '#' && (i == 0 || text[i - 1] == '\n');
		while (line_marker && i < length && text[i] != '\n')
			i++;
		if (i < length && !isspace((unsigned char)text[i]))
			sb_add_char(&out, text[i]);
		else if (out.n && out.text[out.n - 1] != ' ')
			sb_add_char(&out, ' ');
	}
	bool cut = out.n >= MAX_TEXT;
	while (out.n && out.text[out.n - 1] == ' ')
		out.text[--out.n] = 0;
	if (cut)
		sb_add(&out, "...");
	const char *copy = arena_strdup(arena, sb_text(&out));
	sb_release(&out);
	return copy;
}

static const char *text_of(struct marker *marker, size_t finding)
{
	size_t length;
	const char *text = NULL;
	if (marker->in_step)
		text = place_text(&marker->exact, marker->follower.findings.at[finding].range, &length);
	if (!text) {
		CXSourceRange range = marker->leader.findings.at[finding].range;
		unsigned start, end;
		clang_getFileLocation(clang_getRangeStart(range), NULL, NULL, NULL, &start);
		clang_getFileLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &end);
		text = marker->parsed->text + start;
		length = end - start;
	}
	return folded(marker->marks->arena, text, length);
}

static struct bases bases_here(const struct marks *marks)
{
	return (struct bases){ .function = (uint32_t)marks->functions.n,
		               .found = { [FOUND_REGION] = (uint32_t)marks->regions.n,
		                          [FOUND_STATEMENT] = (uint32_t)marks->statements.n,
		                          [FOUND_DECISION] = (uint32_t)marks->decisions.n,
		                          [FOUND_CONDITION] = (uint32_t)marks->conditions.n,
		                          [FOUND_SWITCH] = (uint32_t)marks->switches.n,
		                          [FOUND_CASE] = (uint32_t)marks->cases.n } };
}

static void add_condition(struct marker *marker, const struct bases *bases, size_t i)
{
	struct marks *marks = marker->marks;
	const struct finding *found = &marker->leader.findings.at[i];
	uint32_t decision = (uint32_t)marks->decisions.n - 1;
	struct condition condition = {
		.place = place_of(marker, i),
		.function = bases->function,
		.decision = decision,
		.index = (uint16_t)(marks->conditions.n - marks->decisions.at[decision].first_condition),
		.next = { found->next[0], found->next[1] },
		.text = text_of(marker, i),
	};
	vec_push(&marks->conditions, condition);
	if (condition.index + 1u == marks->decisions.at[decision].n_conditions)
		marks_count_paths(marks, decision);
}

static void add_decision(struct marker *marker, const struct bases *bases, size_t i)
{
	struct marks *marks = marker->marks;
	const struct finding *found = &marker->leader.findings.at[i];
	vec_push(&marks->decisions, (struct decision){ .place = place_of(marker, i),
	                                               .function = bases->function,
	                                               .kind = found->decision_kind,
	                                               .first_condition = (uint32_t)marks->conditions.n,
	                                               .n_conditions = found->count });
}

static void add_mark(struct marker *marker, const struct bases *bases, size_t i)
{
	struct marks *marks = marker->marks;
	const struct finding *found = &marker->leader.findings.at[i];
	switch (found->kind) {
	case FOUND_REGION:
		vec_push(&marks->regions, (struct region){ place_of(marker, i), bases->function });
		break;
	case FOUND_STATEMENT:
		vec_push(&marks->statements,
		         (struct statement){ place_of(marker, i), bases->found[FOUND_REGION] + found->owner });
		break;
	case FOUND_DECISION:
		add_decision(marker, bases, i);
		break;
	case FOUND_CONDITION:
		add_condition(marker, bases, i);
		break;
	case FOUND_SWITCH:
		vec_push(&marks->switches, (struct switch_mark){ .place = place_of(marker, i),
		                                                 .function = bases->function,
		                                                 .first_case = (uint32_t)marks->cases.n,
		                                                 .n_cases = found->count,
		                                                 .text = text_of(marker, i) });
		break;
	case FOUND_CASE:
		vec_push(&marks->cases, (struct case_mark){ .place = place_of(marker, i),
		                                            .of_switch = (uint32_t)marks->switches.n - 1,
		                                            .low = found->low,
		                                            .high = found->high,
		                                            .is_default = found->is_default,
		                                            .is_implicit = found->is_implicit });
		break;
	case N_FOUND:
		break;
	}
}

static uint32_t count_mains(const struct marks *marks)
{
	uint32_t n = 0;
	for (size_t i = 0; i < marks->functions.n; i++)
		n += marks->functions.at[i].is_main;
	return n;
}

static struct function_mark function_mark(struct marker *marker, CXCursor preprocessed, CXCursor original)
{
	CXString name = clang_getCursorSpelling(preprocessed);
	CXCursor cursor = marker->in_step ? original : preprocessed;
	CXSourceRange range = clang_Cursor_getSpellingNameRange(cursor, 0, 0);
	struct function_mark mark = {
		.name = arena_strdup(marker->marks->arena, clang_getCString(name)),
		.place = marker->in_step ? place_exact(&marker->exact, range) : place_by_marker(&marker->rough, range),
		.source = marker->parsed->index,
		.is_static = clang_Cursor_getStorageClass(preprocessed) == CX_SC_Static,
	};
	mark.is_inline = clang_Cursor_isFunctionInlined(preprocessed);
	mark.is_apart = str_ends(marker->marks->files.at[mark.place.file], ".h") && (mark.is_static || mark.is_inline);
	clang_disposeString(name);
	mark.is_main = str_equal(mark.name, "main") && !mark.is_static;
	if (mark.is_main)
		mark.name = model_main_name(marker->marks->arena, count_mains(marker->marks) + 1);
	return mark;
}

#define FIRST_OF_FUNCTION(table, wanted)                                       \
	static uint32_t first_##table(const struct marks *marks, uint32_t f)   \
	{                                                                      \
		size_t low = 0, high = marks->table.n;                         \
		while (low < high) {                                           \
			size_t middle = (low + high) / 2;                      \
			if ((wanted) < f)                                      \
				low = middle + 1;                              \
			else                                                   \
				high = middle;                                 \
		}                                                              \
		return (uint32_t)low;                                          \
	}

/* Every table is ordered by function. */
FIRST_OF_FUNCTION(regions, marks->regions.at[middle].function)
FIRST_OF_FUNCTION(statements, marks->regions.at[marks->statements.at[middle].region].function)
FIRST_OF_FUNCTION(decisions, marks->decisions.at[middle].function)
FIRST_OF_FUNCTION(conditions, marks->conditions.at[middle].function)
FIRST_OF_FUNCTION(switches, marks->switches.at[middle].function)
FIRST_OF_FUNCTION(cases, marks->switches.at[marks->cases.at[middle].of_switch].function)

static struct bases bases_of(const struct marks *marks, uint32_t function)
{
	return (struct bases){ .function = function,
		               .found = { [FOUND_REGION] = first_regions(marks, function),
		                          [FOUND_STATEMENT] = first_statements(marks, function),
		                          [FOUND_DECISION] = first_decisions(marks, function),
		                          [FOUND_CONDITION] = first_conditions(marks, function),
		                          [FOUND_SWITCH] = first_switches(marks, function),
		                          [FOUND_CASE] = first_cases(marks, function) } };
}

/* Finds the marks that an earlier source made for the same text, that is for a function in a
 * header. */
static bool find_known(const struct marker *marker, const struct function_mark *mark, struct bases *bases)
{
	const struct marks *marks = marker->marks;
	for (uint32_t f = 0; f < marks->functions.n; f++) {
		const struct function_mark *known = &marks->functions.at[f];
		if (known->source == mark->source || known->place.file != mark->place.file ||
		    known->place.line != mark->place.line || known->place.column != mark->place.column ||
		    !str_equal(known->name, mark->name))
			continue;
		*bases = bases_of(marks, f);
		struct bases end = bases_of(marks, f + 1);
		bool same = true;
		for (int kind = 0; kind < N_FOUND; kind++)
			same &= end.found[kind] - bases->found[kind] == marker->leader.n_found[kind];
		if (same)
			return true;
	}
	return false;
}

/* Turns numbers within the function into numbers within the unit. */
static void number_edits(struct marker *marker, const struct bases *bases, size_t first)
{
	for (size_t i = first; i < marker->edits.n; i++) {
		struct edit *edit = &marker->edits.at[i];
		if (edit->kind == EDIT_FUNCTION)
			edit->id = bases->function;
		else if (edit->kind == EDIT_REGION || edit->kind == EDIT_REGION_COMMA)
			edit->id += bases->found[FOUND_REGION];
		else if (edit->kind == EDIT_OPEN_CONDITION || edit->kind == EDIT_TEST_KEPT)
			edit->id += bases->found[FOUND_CONDITION];
		else if (edit->kind == EDIT_OPEN_SWITCH)
			edit->id += bases->found[FOUND_SWITCH];
	}
}

/* `original`: the same function in the other parse, or the null cursor. */
static void mark_function(struct marker *marker, CXCursor preprocessed, CXCursor original)
{
	size_t first_edit = marker->edits.n;
	walk_lead(&marker->leader, preprocessed, marker->parsed->text, &marker->edits);
	marker->in_step = !clang_Cursor_isNull(original);
	if (marker->in_step) {
		walk_follow(&marker->follower, original, &marker->leader);
		marker->in_step = walks_agree(&marker->leader, &marker->follower);
	}
	struct function_mark mark = function_mark(marker, preprocessed, original);
	if (!marker->in_step)
		log_verbose("%s: places in %s come from line markers, columns are rough", marker->parsed->source->path,
		            mark.name);
	struct bases bases;
	if (!find_known(marker, &mark, &bases)) {
		bases = bases_here(marker->marks);
		vec_push(&marker->marks->functions, mark);
		for (size_t i = 0; i < marker->leader.findings.n; i++)
			add_mark(marker, &bases, i);
	}
	number_edits(marker, &bases, first_edit);
}

static void mark_functions(struct marker *marker)
{
	cursor_vec preprocessed = { 0 }, original = { 0 };
	clang_visitChildren(clang_getTranslationUnitCursor(marker->parsed->preprocessed), push_function, &preprocessed);
	clang_visitChildren(clang_getTranslationUnitCursor(marker->parsed->original), push_function, &original);
	bool paired = preprocessed.n == original.n;
	for (size_t i = 0; i < preprocessed.n; i++) {
		bool same = paired && same_name(preprocessed.at[i], original.at[i]);
		mark_function(marker, preprocessed.at[i], same ? original.at[i] : clang_getNullCursor());
	}
	vec_release(&preprocessed);
	vec_release(&original);
}

status mark_source(struct marks *marks, const struct parsed *parsed, struct marked_source *out)
{
	struct marker marker = { .marks = marks, .parsed = parsed };
	places_init(&marker.exact, marks, parsed->source, parsed->original);
	places_init(&marker.rough, marks, parsed->source, parsed->preprocessed);
	mark_functions(&marker);
	out->source = parsed->source;
	out->text = edits_apply(&marker.edits, parsed->text, parsed->length, &out->length);
	places_release(&marker.exact);
	places_release(&marker.rough);
	walk_release(&marker.leader);
	walk_release(&marker.follower);
	vec_release(&marker.edits);
	return NULL;
}
