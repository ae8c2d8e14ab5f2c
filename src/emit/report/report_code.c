/* report_code: classes of the bytes of a line of C: comment, string, keyword, directive.
 *
 * This lexer is for colouring only. It sees one line at a time, and struct code_state holds what reaches over
 * the end of the line. Code that it does not understand is coloured wrongly, which does no harm. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "emit/report/report.h"

static int by_text(const void *key, const void *word)
{
	return strcmp(key, *(const char *const *)word);
}

static bool is_keyword(const char *text, size_t n)
{
	static const char *const words[] = { "_Bool",   "auto",     "bool",     "break",    "case",     "char",
		                             "const",   "continue", "default",  "do",       "double",   "else",
		                             "enum",    "extern",   "float",    "for",      "goto",     "if",
		                             "inline",  "int",      "long",     "register", "restrict", "return",
		                             "short",   "signed",   "sizeof",   "static",   "struct",   "switch",
		                             "typedef", "union",    "unsigned", "void",     "volatile", "while" };
	char word[16];
	if (n >= sizeof word)
		return false;
	memcpy(word, text, n);
	word[n] = 0;
	return bsearch(word, words, sizeof words / sizeof words[0], sizeof words[0], by_text) != NULL;
}

static bool is_word_byte(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Returns the end of the block comment that is open at `from`. */
static size_t comment_end(struct code_state *state, const char *line, size_t from, size_t n)
{
	const char *end = memmem(line + from, n - from, "*/", 2);
	state->in_comment = !end;
	return end ? (size_t)(end - line) + 2 : n;
}

static size_t string_end(const char *line, size_t from, size_t n)
{
	size_t i = from + 1;
	while (i < n && line[i] != line[from])
		i += line[i] == '\\' ? 2 : 1;
	return i < n ? i + 1 : n;
}

static size_t word_end(const char *line, size_t from, size_t n)
{
	while (from < n && is_word_byte(line[from]))
		from++;
	return from;
}

/* Returns the class and sets the end of the token that starts at `i`. */
static enum code_class token(struct code_state *state, const char *line, size_t i, size_t n, size_t *end)
{
	char next = i + 1 < n ? line[i + 1] : 0;
	if (line[i] == '/' && next == '*') {
		*end = comment_end(state, line, i + 2, n);
		return CODE_COMMENT;
	}
	if (line[i] == '/' && next == '/') {
		*end = n;
		return CODE_COMMENT;
	}
	if (line[i] == '"' || line[i] == '\'') {
		*end = string_end(line, i, n);
		return CODE_STRING;
	}
	if (is_word_byte(line[i])) {
		*end = word_end(line, i, n);
		return is_keyword(line + i, *end - i) ? CODE_KEYWORD : CODE_PLAIN;
	}
	*end = i + 1;
	return CODE_PLAIN;
}

static bool starts_directive(const char *line, size_t n)
{
	size_t i = 0;
	while (i < n && (line[i] == ' ' || line[i] == '\t'))
		i++;
	return i < n && line[i] == '#';
}

void code_classes(struct code_state *state, const char *line, size_t n, unsigned char *classes)
{
	size_t i = 0, end;
	if (state->in_comment) {
		i = comment_end(state, line, 0, n);
		memset(classes, CODE_COMMENT, i);
	} else {
		state->in_directive |= starts_directive(line, n);
	}
	for (; i < n; i = end) {
		enum code_class class = token(state, line, i, n, &end);
		if (state->in_directive && class != CODE_COMMENT && class != CODE_STRING)
			class = CODE_DIRECTIVE;
		memset(classes + i, class, end - i);
	}
	state->in_directive &= n > 0 && line[n - 1] == '\\';
}
