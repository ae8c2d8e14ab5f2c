/* scan: see scan.h. */
#include "front/read/scan.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"

static bool starts_line(const char *text, size_t at)
{
	return at == 0 || text[at - 1] == '\n';
}

static size_t line_end(const char *text, size_t at)
{
	while (text[at] && text[at] != '\n')
		at++;
	return at;
}

size_t scan_blanks(const char *text, size_t at)
{
	for (;;) {
		if (isspace((unsigned char)text[at]))
			at++;
		else if (text[at] == '#' && starts_line(text, at))
			at = line_end(text, at);
		else
			return at;
	}
}

size_t scan_semicolon(const char *text, size_t at)
{
	size_t next = scan_blanks(text, at);
	return text[next] == ';' ? next + 1 : at;
}

/* The offset after the string or character literal whose quote is at `at`. */
static size_t literal_end(const char *text, size_t at)
{
	char quote = text[at++];
	while (text[at] && text[at] != quote && text[at] != '\n')
		at += text[at] == '\\' && text[at + 1] ? 2 : 1;
	return text[at] == quote ? at + 1 : at;
}

/* The quote separates digits of a number, as in C23: 1'000. */
static bool is_separator(const char *text, size_t at)
{
	size_t start = at;
	while (start > 0 && (isalnum((unsigned char)text[start - 1]) || strchr("_.'", text[start - 1])))
		start--;
	return start < at && isdigit((unsigned char)text[start]) && isalnum((unsigned char)text[at + 1]);
}

bool scan_for_header(const char *text, size_t at, size_t semicolons[2])
{
	int depth = 0, found = 0;
	while (text[at] && found < 2) {
		char c = text[at];
		if (c == '"' || (c == '\'' && !is_separator(text, at))) {
			at = literal_end(text, at);
			continue;
		}
		if (c == '#' && starts_line(text, at)) {
			at = line_end(text, at);
			continue;
		}
		if (c == '(' || c == '{' || c == '[')
			depth++;
		else if (c == ')' || c == '}' || c == ']')
			depth--;
		else if (c == ';' && depth == 1)
			semicolons[found++] = at;
		at++;
	}
	return found == 2;
}

/* The offset after a literal or line marker at `at`, which have no tokens of interest; else `at`. */
static size_t skip_text(const char *text, size_t at)
{
	if (text[at] == '"' || (text[at] == '\'' && !is_separator(text, at)))
		return literal_end(text, at);
	return text[at] == '#' && starts_line(text, at) ? line_end(text, at) : at;
}

/* The offset after the bracket that closes the bracket at `at`. */
static size_t bracket_end(const char *text, size_t at)
{
	int depth = 0;
	while (text[at]) {
		size_t next = skip_text(text, at);
		if (next != at) {
			at = next;
			continue;
		}
		depth += strchr("({[", text[at]) != NULL;
		depth -= strchr(")}]", text[at]) != NULL;
		at++;
		if (depth == 0)
			break;
	}
	return at;
}

/* A declarator with parameters is followed by a body, or by declarations of old style. */
static bool begins_body(const char *text, size_t at)
{
	at = scan_blanks(text, at);
	return text[at] == '{' || (isalpha((unsigned char)text[at]) && strncmp(text + at, "asm", 3) != 0);
}

bool scan_defines(const char *text, const char *name)
{
	size_t at = 0, length = strlen(name);
	while (text[at]) {
		size_t next = skip_text(text, at);
		if (next != at) {
			at = next;
		} else if (strchr("({[", text[at])) {
			at = bracket_end(text, at);
		} else if (is_name_char(text[at])) {
			size_t end = at;
			while (is_name_char(text[end]))
				end++;
			bool same = end - at == length && strncmp(text + at, name, length) == 0;
			at = scan_blanks(text, end);
			if (same && text[at] == '(' && begins_body(text, bracket_end(text, at)))
				return true;
		} else {
			at++;
		}
	}
	return false;
}

size_t scan_before_pragma(const char *text, size_t at)
{
	while (at > 0 && text[at] == '#' && starts_line(text, at)) {
		size_t end = at - 1, start = end;
		while (start > 0 && text[start - 1] != '\n')
			start--;
		at = text[start] == '#' ? start : end;
	}
	return at;
}

/* Pragmas about floating point must stand first in a block; other pragmas belong to the statement
 * behind them. */
static bool must_come_first(const char *line)
{
	static const char *const words[] = { "STDC ", "clang fp ", "float_control" };
	line += 1 + strspn(line + 1, " \t");
	if (strncmp(line, "pragma", 6) != 0)
		return false;
	line += 6 + strspn(line + 6, " \t");
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strncmp(line, words[i], strlen(words[i])) == 0)
			return true;
	return false;
}

/* The offset behind such pragmas at the start of a block, at the start of a line of code. */
static size_t skip_first_pragmas(const char *text, size_t at)
{
	bool found = false;
	size_t next = at;
	while (isspace((unsigned char)text[next]) || (text[next] == '#' && starts_line(text, next))) {
		found |= text[next] == '#' && must_come_first(text + next);
		next = text[next] == '#' ? line_end(text, next) : next + 1;
	}
	while (found && next > 0 && text[next - 1] != '\n')
		next--;
	return found ? next : at;
}

size_t scan_block_start(const char *text, size_t at)
{
	static const char word[] = "__label__";
	at = skip_first_pragmas(text, at + 1);
	for (;;) {
		size_t next = scan_blanks(text, at);
		char after = text[next] ? text[next + strnlen(text + next, sizeof word - 1)] : 0;
		if (strncmp(text + next, word, sizeof word - 1) != 0 || isalnum((unsigned char)after) || after == '_')
			return at;
		const char *semicolon = strchr(text + next, ';');
		if (!semicolon)
			return at;
		at = (size_t)(semicolon - text) + 1;
	}
}

/* The offset after the ')' that closes the '(' at `at`; `at` if there is none. */
static size_t parenthesis_end(const char *text, size_t length, size_t at)
{
	int depth = 0;
	for (size_t i = at; i < length;) {
		if (text[i] == '"' || (text[i] == '\'' && !is_separator(text, i))) {
			i = literal_end(text, i);
			continue;
		}
		depth += (text[i] == '(') - (text[i] == ')');
		i++;
		if (!depth)
			return i;
	}
	return at;
}

size_t scan_invocation(const char *text, size_t length, size_t at)
{
	while (at < length && (isalnum((unsigned char)text[at]) || text[at] == '_'))
		at++;
	size_t open = at;
	while (open < length && isspace((unsigned char)text[open]))
		open++;
	return open < length && text[open] == '(' ? parenthesis_end(text, length, open) : at;
}

bool scan_has_comma(const char *text, size_t start, size_t end)
{
	int depth = 0;
	for (size_t i = start; i < end;) {
		if (text[i] == '"' || (text[i] == '\'' && !is_separator(text, i))) {
			i = literal_end(text, i);
			continue;
		}
		depth += (text[i] == '(') - (text[i] == ')');
		if (depth < 0 || (text[i] == ',' && depth == 0))
			return true;
		i++;
	}
	return false;
}
