/* expectations: see expectations.h. */
#include "emit/upkeep/expectations.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Macros of the frameworks. `expected` is the number of the expected argument; -1: the only argument is a
 * condition. */
static const struct {
	const char *word;
	int expected;
	enum form form;
	const char *opposite;        /* the macro that says the contrary of the same argument */
} macros[] = {
	{ "CHECK", -1, FORM_TRUE, NULL },
	{ "CHECK_INT", 1, FORM_EQUAL, NULL },
	{ "CHECK_UINT", 1, FORM_EQUAL, NULL },
	{ "CHECK_REAL", 1, FORM_EQUAL, NULL },
	{ "CHECK_NEAR", 1, FORM_NEAR, NULL },
	{ "CHECK_TEXT", 1, FORM_TEXT, NULL },
	{ "CHECK_BYTES", 1, FORM_BYTES, NULL },
	{ "assert_true", -1, FORM_TRUE, "assert_false" },
	{ "assert_false", -1, FORM_FALSE, "assert_true" },
	{ "assert_null", -1, FORM_NULL, "assert_non_null" },
	{ "assert_non_null", -1, FORM_NOT_NULL, "assert_null" },
	{ "assert_int_equal", 1, FORM_EQUAL, NULL },
	{ "assert_string_equal", 1, FORM_TEXT, NULL },
	{ "assert_memory_equal", 1, FORM_BYTES, NULL },
	{ "ck_assert", -1, FORM_TRUE, NULL },
	{ "ck_assert_ptr_null", -1, FORM_NULL, "ck_assert_ptr_nonnull" },
	{ "ck_assert_ptr_nonnull", -1, FORM_NOT_NULL, "ck_assert_ptr_null" },
	{ "ck_assert_int_eq", 1, FORM_EQUAL, NULL },
	{ "ck_assert_uint_eq", 1, FORM_EQUAL, NULL },
	{ "ck_assert_double_eq", 1, FORM_EQUAL, NULL },
	{ "ck_assert_double_eq_tol", 1, FORM_NEAR, NULL },
	{ "ck_assert_str_eq", 1, FORM_TEXT, NULL },
	{ "ck_assert_mem_eq", 1, FORM_BYTES, NULL },
	{ "TEST_ASSERT", -1, FORM_TRUE, NULL },
	{ "TEST_ASSERT_TRUE", -1, FORM_TRUE, "TEST_ASSERT_FALSE" },
	{ "TEST_ASSERT_FALSE", -1, FORM_FALSE, "TEST_ASSERT_TRUE" },
	{ "TEST_ASSERT_NULL", -1, FORM_NULL, "TEST_ASSERT_NOT_NULL" },
	{ "TEST_ASSERT_NOT_NULL", -1, FORM_NOT_NULL, "TEST_ASSERT_NULL" },
	{ "TEST_ASSERT_EQUAL_INT", 0, FORM_EQUAL, NULL },
	{ "TEST_ASSERT_EQUAL_UINT", 0, FORM_EQUAL, NULL },
	{ "TEST_ASSERT_EQUAL", 0, FORM_EQUAL, NULL },
	{ "TEST_ASSERT_EQUAL_STRING", 0, FORM_TEXT, NULL },
	{ "TEST_ASSERT_EQUAL_MEMORY", 0, FORM_BYTES, NULL },
};

#define N_MACROS (sizeof macros / sizeof *macros)

static struct span trim(const char *text, struct span span)
{
	while (span.begin < span.end && isspace((unsigned char)text[span.begin]))
		span.begin++;
	while (span.end > span.begin && isspace((unsigned char)text[span.end - 1]))
		span.end--;
	return span;
}

static bool is_text(const char *text, struct span span, const char *wanted)
{
	return span.end - span.begin == strlen(wanted) &&
	       strncmp(text + span.begin, wanted, span.end - span.begin) == 0;
}

/* Returns where `mark` stands outside of brackets and quotes; span.end: nowhere. */
static size_t find_outside(const char *text, struct span span, const char *mark)
{
	int depth = 0;
	for (size_t at = span.begin; at < span.end;) {
		size_t next = skip_quoted(text, at);
		if (next != at) {
			at = next;
			continue;
		}
		if (depth == 0 && str_starts(text + at, mark))
			return at;
		char c = text[at++];
		depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
	}
	return span.end;
}

static bool has_outside(const char *text, struct span span, const char *mark)
{
	return find_outside(text, span, mark) < span.end;
}

/* Reads strcmp(a, "b"). */
static bool read_strcmp(const char *text, struct span call, struct expectation *e)
{
	static const char word[] = "strcmp(";
	struct span inside = { call.begin + strlen(word), call.end - 1 };
	if (!str_starts(text + call.begin, word) || text[call.end - 1] != ')')
		return false;
	size_t comma = find_outside(text, inside, ",");
	if (comma == inside.end)
		return false;
	e->form = FORM_TEXT;
	e->actual = trim(text, (struct span){ inside.begin, comma });
	e->expected = trim(text, (struct span){ comma + 1, inside.end });
	return text[e->expected.begin] == '"';
}

static void read_equality(const char *text, struct expectation *e, size_t at)
{
	struct span left = trim(text, (struct span){ e->inside.begin, at });
	struct span right = trim(text, (struct span){ at + 4, e->inside.end });
	if (is_text(text, right, "0") && str_starts(text + left.begin, "strcmp(") && read_strcmp(text, left, e))
		return;
	e->form = is_text(text, right, "NULL") ? FORM_NULL : FORM_EQUAL;
	e->actual = left;
	e->expected = right;
	if (str_starts(text + left.begin, "strcmp(") || str_starts(text + left.begin, "memcmp("))
		e->form = FORM_OTHER;
}

static void read_condition(const char *text, struct expectation *e)
{
	static const char *const others[] = { " && ", " || ", " < ", " > ", " <= ", " >= ", " ? " };
	size_t at = find_outside(text, e->inside, " == ");
	e->actual = e->inside;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (has_outside(text, e->inside, others[i])) {
			e->form = FORM_OTHER;
			return;
		}
	if (at < e->inside.end) {
		read_equality(text, e, at);
		return;
	}
	at = find_outside(text, e->inside, " != ");
	if (at < e->inside.end) {
		struct span right = trim(text, (struct span){ at + 4, e->inside.end });
		e->form = is_text(text, right, "NULL") ? FORM_NOT_NULL : FORM_OTHER;
		e->actual.end = at;
	} else if (text[e->inside.begin] == '!') {
		e->form = FORM_FALSE;
		e->actual.begin++;
	}
}

static bool read_arguments(const char *text, struct expectation *e, int expected)
{
	size_t comma = find_outside(text, e->inside, ",");
	if (comma == e->inside.end)
		return false;
	struct span behind = { comma + 1, e->inside.end };
	size_t end = find_outside(text, behind, ",");
	bool has_rest = end < behind.end;
	struct span first = trim(text, (struct span){ e->inside.begin, comma });
	struct span second = trim(text, (struct span){ behind.begin, end });
	if (has_rest != (e->form == FORM_NEAR || e->form == FORM_BYTES))
		return false;
	e->rest = trim(text, (struct span){ has_rest ? end + 1 : end, behind.end });
	e->expected = expected ? second : first;
	e->actual = expected ? first : second;
	return true;
}

/* Reads a statement that is one macro of the list. */
static bool read_statement(const char *text, size_t at, size_t limit, struct expectation *e)
{
	for (size_t i = 0; i < N_MACROS; i++) {
		size_t n = strlen(macros[i].word);
		if (strncmp(text + at, macros[i].word, n) != 0)
			continue;
		size_t n_underscores = strspn(text + at + n, "_"); /* added where the unit has a macro of that name */
		n += n_underscores;
		if (text[at + n] != '(')
			continue;
		struct span rest = { at + n + 1, limit };
		size_t close = find_outside(text, rest, ")");
		if (close == limit || text[close + 1] != ';')
			return false;
		*e = (struct expectation){ .form = macros[i].form,
			                   .line = line_at(text, at),
			                   .whole = { at, close + 2 },
			                   .inside = trim(text, (struct span){ at + n + 1, close }) };
		if (macros[i].expected >= 0)
			return read_arguments(text, e, macros[i].expected);
		e->actual = e->inside;
		if (macros[i].form == FORM_TRUE)
			read_condition(text, e);
		e->opposite = e->form == macros[i].form && !n_underscores ? macros[i].opposite : NULL;
		return true;
	}
	return false;
}

void expectations_find(const char *text, const struct item *test, expectation_list *found)
{
	size_t at = test->code;
	while (at < test->end) {
		at += strspn(text + at, " \t\r\n");
		struct expectation e;
		if (at < test->end && read_statement(text, at, test->end, &e)) {
			vec_push(found, e);
			at = e.whole.end;
		} else {
			at += strcspn(text + at, "\n");
		}
	}
}

static void add_span(struct sb *out, const char *text, struct span span)
{
	sb_add_bytes(out, text + span.begin, span.end - span.begin);
}

/* In the probe, `+ 0` turns arrays into pointers and bit-fields into numbers. */
void expectation_probe(const char *text, const struct expectation *e, struct sb *out)
{
	static const char *const holds[] = { [FORM_TRUE] = "skep_v ? 1 : 0",
		                             [FORM_FALSE] = "!skep_v",
		                             [FORM_NULL] = "!skep_v",
		                             [FORM_NOT_NULL] = "skep_v ? 1 : 0" };
	if (e->form == FORM_OTHER) {
		sb_addf(out, "skep_see_truth(%u, (", e->line);
		add_span(out, text, e->inside);
		sb_add(out, ") ? 1 : 0);");
	} else if (e->form == FORM_BYTES) {
		sb_addf(out, "skep_see_truth(%u, __builtin_memcmp(", e->line);
		add_span(out, text, e->inside);
		sb_add(out, ") == 0);");
	} else if (e->form == FORM_TEXT) {
		sb_add(out, "{ const char *skep_v = (const char *)(");
		add_span(out, text, e->actual);
		sb_addf(out, "); skep_see_text(%u, skep_same_text(skep_v, ", e->line);
		add_span(out, text, e->expected);
		sb_add(out, "), skep_v); }");
	} else {
		sb_add(out, "{ __auto_type skep_v = (");
		add_span(out, text, e->actual);
		sb_addf(out, ") + 0; SKEP_SEE(%u, ", e->line);
		if (e->form == FORM_EQUAL) {
			sb_add(out, "skep_v == (");
			add_span(out, text, e->expected);
			sb_add_char(out, ')');
		} else if (e->form == FORM_NEAR) {
			sb_add(out, "__builtin_fabs(skep_v - (");
			add_span(out, text, e->expected);
			sb_add(out, ")) <= (");
			add_span(out, text, e->rest);
			sb_add_char(out, ')');
		} else {
			sb_add(out, holds[e->form]);
		}
		sb_add(out, ", skep_v); }");
	}
}

/* ---- the new text ---- */

static bool is_name(const char *text, struct span span)
{
	for (size_t i = span.begin; i < span.end; i++)
		if (!is_name_char(text[i]))
			return false;
	return span.begin < span.end && !isdigit((unsigned char)text[span.begin]);
}

/* Adds the number in the notation of the old number: hexadecimal, a character, with its suffix. */
static void add_number(const char *old, const struct seen *seen, struct sb *out)
{
	size_t n = strlen(old), digits = n;
	long long value = strtoll(seen->value, NULL, 10);
	while (digits && strchr("uUlL", old[digits - 1]))
		digits--;
	if (old[0] == '\'' && value >= ' ' && value <= '~' && value != '\'' && value != '\\')
		sb_addf(out, "'%c'", (char)value);
	else if (str_starts(old, "0x") && (seen->kind == 'u' || value >= 0))
		sb_addf(out, "0x%llx%s", strtoull(seen->value, NULL, 10), old + digits);
	else if (seen->kind == 'i' && str_equal(seen->value, "-9223372036854775808"))
		sb_add(out, "-9223372036854775807 - 1");
	else
		sb_addf(out, "%s%s", seen->value,
		        isdigit((unsigned char)old[n - 1 - (n > digits)]) ? old + digits : "");
}

static bool add_value(const char *text, struct span expected, const struct seen *seen, name_of_number name,
                      void *context, struct sb *out)
{
	char *old = xprintf("%.*s", (int)(expected.end - expected.begin), text + expected.begin);
	const char *known = is_name(text, expected) && seen->kind != 't'
	                            ? name(context, old, strtoll(seen->value, NULL, 10))
	                            : NULL;
	bool can = true;
	if (old[0] != '"' && strchr(old, '[')) /* a row of a table */
		can = false;
	else if (seen->kind == 't')
		sb_add_literal(out, seen->value, seen->size, "");
	else if (known)
		sb_add(out, known);
	else if (seen->kind == 'i' || seen->kind == 'u')
		add_number(old, seen, out);
	else if (seen->kind == 'r' && !strpbrk(seen->value, "naN"))
		sb_addf(out, "%s%s", seen->value, strpbrk(seen->value, ".e") ? "" : ".0");
	else
		can = false;
	free(old);
	return can;
}

/* Adds the text inside the brackets with `filling` in place of the span `hole`. */
static void add_around(const char *text, const struct expectation *e, struct span hole, const char *filling,
                       struct sb *out)
{
	add_span(out, text, (struct span){ e->inside.begin, hole.begin });
	sb_add(out, filling);
	add_span(out, text, (struct span){ hole.end, e->inside.end });
}

bool expectation_value(const char *text, struct span old, const struct seen *seen, name_of_number name, void *context,
                       struct sb *out)
{
	return !(seen->kind == 't' && !seen->value) && add_value(text, old, seen, name, context, out);
}

bool expectation_renew(const char *text, const struct expectation *e, const struct seen *seen, name_of_number name,
                       void *context, struct sb *out)
{
	struct sb value = { 0 };
	bool can = true;
	switch (e->form) {
	case FORM_EQUAL:
	case FORM_NEAR:
	case FORM_TEXT:
		can = !(seen->kind == 't' && !seen->value) && add_value(text, e->expected, seen, name, context, &value);
		if (can)
			add_around(text, e, e->expected, sb_text(&value), out);
		break;
	case FORM_TRUE:
		sb_add(out, e->opposite ? "" : "!");
		add_span(out, text, e->actual);
		break;
	case FORM_FALSE:
		add_span(out, text, e->actual);
		break;
	case FORM_NULL:
	case FORM_NOT_NULL:
		add_span(out, text, trim(text, e->actual));
		if (!e->opposite)
			sb_add(out, e->form == FORM_NULL ? " != NULL" : " == NULL");
		break;
	case FORM_BYTES:
	case FORM_OTHER:
		can = false;
		break;
	}
	sb_release(&value);
	return can;
}
