/* items: see items.h. */
#define _GNU_SOURCE
#include "emit/upkeep/items.h"

#include <ctype.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"

size_t skip_quoted(const char *text, size_t at)
{
	if (text[at] == '/' && text[at + 1] == '*') {
		const char *end = strstr(text + at + 2, "*/");
		return end ? (size_t)(end - text) + 2 : strlen(text);
	}
	if (text[at] == '/' && text[at + 1] == '/')
		return at + strcspn(text + at, "\n");
	if (text[at] != '"' && text[at] != '\'')
		return at;
	size_t p = at + 1;
	while (text[p] && text[p] != text[at] && text[p] != '\n')
		p += text[p] == '\\' && text[p + 1] ? 2 : 1;
	return text[p] ? p + 1 : p;
}

static size_t skip_space(const char *text, size_t at)
{
	for (;;) {
		at += strspn(text + at, " \t\r\n");
		if (text[at] != '/' || (text[at + 1] != '*' && text[at + 1] != '/'))
			return at;
		at = skip_quoted(text, at);
	}
}

static size_t line_end(const char *text, size_t at)
{
	at += strcspn(text + at, "\n");
	return text[at] ? at + 1 : at;
}

static size_t directive_end(const char *text, size_t at)
{
	size_t end = line_end(text, at);
	while (end >= 2 && text[end] && text[end - 2] == '\\')
		end = line_end(text, end);
	return end;
}

/* True if nothing but blanks and a comment follows on the line. */
static bool ends_line(const char *text, size_t at)
{
	at += strspn(text + at, " \t\r");
	return !text[at] || text[at] == '\n' || (text[at] == '/' && (text[at + 1] == '*' || text[at + 1] == '/'));
}

/* Returns the place behind a test's last brace. check's tests have a word there. */
static size_t behind_brace(const char *text, size_t at)
{
	size_t end = line_end(text, at);
	return str_starts(text + end, "END_TEST") ? line_end(text, end) : end;
}

/* Returns where the declaration or function that begins at `at` ends. */
static size_t code_end(const char *text, size_t at, bool *has_body)
{
	int depth = 0;
	char before = 0;
	*has_body = false;
	while (text[at]) {
		size_t next = skip_quoted(text, at);
		if (next != at) {
			at = next;
			continue;
		}
		char c = text[at++];
		if (c == '{' && depth == 0)
			*has_body = before == ')';
		depth += (c == '{' || c == '(' || c == '[') - (c == '}' || c == ')' || c == ']');
		if (depth == 0 && c == ';')
			return line_end(text, at);
		if (depth == 0 && c == '}' && ends_line(text, at))
			return behind_brace(text, at);
		if (!isspace((unsigned char)c))
			before = c;
	}
	return at;
}

static const char *word_before(const char *text, size_t begin, size_t at, struct arena *arena)
{
	while (at > begin && isspace((unsigned char)text[at - 1]))
		at--;
	size_t end = at;
	while (at > begin && is_name_char(text[at - 1]))
		at--;
	return end > at ? arena_printf(arena, "%.*s", (int)(end - at), text + at) : NULL;
}

static const char *find_name(const char *text, const struct item *item, struct arena *arena)
{
	const char *code = text + item->code;
	if (item->is_directive) {
		size_t n = str_starts(code, "#define ") ? strlen("#define ") : 0;
		size_t length = 0;
		while (n && is_name_char(code[n + length]))
			length++;
		return length ? arena_printf(arena, "%.*s", (int)length, code + n) : NULL;
	}
	size_t at = item->code + strcspn(code, item->is_function ? "(" : "([=;");
	const char *word = at < item->end ? word_before(text, item->code, at, arena) : NULL;
	if (!word || !str_equal(word, "START_TEST"))
		return word;
	return arena_printf(arena, "%.*s", (int)strcspn(text + at + 1, ")"), text + at + 1);
}

static const char *const rows[] = { "{ \"%s\", ", "cmocka_unit_test(%s)", "cmocka_unit_test_setup_teardown(%s,",
	                            "tests, %s)", "RUN_TEST(%s)" };

bool items_row(const char *text, const char *test, size_t *begin, size_t *end)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct sb row = { 0 };
		const char *mark = strstr(rows[i], "%s");
		sb_addf(&row, "%.*s%s%s", (int)(mark - rows[i]), rows[i], test, mark + 2);
		const char *found = strstr(text, sb_text(&row));
		sb_release(&row);
		if (!found)
			continue;
		*begin = (size_t)(found - text);
		while (*begin && text[*begin - 1] != '\n')
			(*begin)--;
		*end = line_end(text, *begin);
		return true;
	}
	return false;
}

uint32_t line_at(const char *text, size_t at)
{
	uint32_t line = 1;
	for (size_t i = 0; i < at; i++)
		line += text[i] == '\n';
	return line;
}

void items_parse(const char *text, struct arena *arena, item_list *items)
{
	size_t at = 0;
	uint32_t line = 1;
	while (text[at]) {
		struct item item = { .begin = at, .code = skip_space(text, at), .line = line };
		item.is_directive = text[item.code] == '#';
		item.end = item.is_directive ? directive_end(text, item.code)
		                             : code_end(text, item.code, &item.is_function);
		if (item.end == at)
			break;
		for (; at < item.end; at++)
			line += text[at] == '\n';
		item.last_line = line - (text[at - 1] == '\n');
		item.name = text[item.code] ? find_name(text, &item, arena) : NULL;
		size_t begin, end;
		item.is_test = item.is_function && item.name && items_row(text, item.name, &begin, &end);
		vec_push(items, item);
	}
}

uint64_t item_hash(const char *text, const struct item *item)
{
	size_t begin = item->begin + strspn(text + item->begin, " \t\r\n"), end = item->end;
	while (end > begin && isspace((unsigned char)text[end - 1]))
		end--;
	return hash_bytes(text + begin, end - begin, 0);
}

const struct item *items_test(const item_list *items, const char *name)
{
	for (size_t i = 0; i < items->n; i++)
		if (items->at[i].is_test && str_equal(items->at[i].name, name))
			return &items->at[i];
	return NULL;
}
