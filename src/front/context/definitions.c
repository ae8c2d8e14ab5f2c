/* definitions: see definitions.h. One pass over the tokens of the text. At file scope, the reader
 * remembers the tokens since the last declaration that tell what the declaration defines; it skips
 * everything in braces. Each branch of an #if starts with the state before the #if. */
#define _GNU_SOURCE
#include "front/context/definitions.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"

struct word {
	const char *at;
	size_t length;
};

/* The state of the declaration that is being read. */
struct declaration {
	int braces, parentheses, brackets;
	unsigned n_words;      /* names and keywords outside of parentheses */
	struct word last;      /* the last of these words */
	struct word called;    /* the name before parentheses: the function's name, if this is a function */
	struct word inner;     /* the last word in the parentheses that are open */
	unsigned n_inner;      /* words and signs in these parentheses */
	struct word enclosed;  /* the only word in the parentheses behind `last` */
	bool was_enclosed;     /* there were parentheses behind `last` */
	struct word part;      /* part of a function's name, as in MACRO(part)(int x) */
	struct word old_style; /* `called` and `part` of a declaration that ended between ')' and '{': old C has
	                          such declarations */
	bool hidden;           /* static, extern or typedef */
	bool has_value;        /* after an '=' */
	bool after_parameters; /* the parentheses of `called` are closed */
};

struct reader {
	const char *at, *end;
	bool at_line_start;
	struct declaration now;
	VEC(struct declaration) before; /* at each open #if */
	void (*each)(void *context, const char *name, size_t length, enum defined as);
	void *context;
};

static bool word_is(struct word word, const char *text)
{
	return strlen(text) == word.length && memcmp(word.at, text, word.length) == 0;
}

/* Words LIKE_THIS or __like_this are macros or attributes rather than names of functions. */
static bool is_decoration(struct word word)
{
	bool has_lower = false;
	for (size_t i = 0; i < word.length; i++)
		has_lower |= islower((unsigned char)word.at[i]) != 0;
	return !has_lower || (word.length > 2 && word.at[0] == '_' && word.at[1] == '_');
}

static void tell(struct reader *reader, struct word name, enum defined as)
{
	if (name.length)
		reader->each(reader->context, name.at, name.length, as);
}

static void start_declaration(struct reader *reader)
{
	struct word old_style = reader->now.old_style;
	reader->now = (struct declaration){ .old_style = old_style };
}

/* ---- what is no token ---- */

static void skip_line(struct reader *reader)
{
	while (reader->at < reader->end && *reader->at != '\n')
		reader->at += *reader->at == '\\' && reader->at + 1 < reader->end ? 2 : 1;
}

static void skip_comment(struct reader *reader)
{
	for (reader->at += 2; reader->at < reader->end; reader->at++)
		if (reader->at[0] == '*' && reader->at + 1 < reader->end && reader->at[1] == '/') {
			reader->at += 2;
			return;
		}
}

static void skip_quoted(struct reader *reader)
{
	char quote = *reader->at++;
	while (reader->at < reader->end && *reader->at != quote && *reader->at != '\n')
		reader->at += *reader->at == '\\' && reader->at + 1 < reader->end ? 2 : 1;
	reader->at += reader->at < reader->end;
}

static struct word directive(const struct reader *reader)
{
	const char *start = reader->at + 1;
	while (start < reader->end && (*start == ' ' || *start == '\t'))
		start++;
	const char *end = start;
	while (end < reader->end && is_name_char(*end))
		end++;
	return (struct word){ start, (size_t)(end - start) };
}

/* #if 0, and code for C++ only: the brace of extern "C" { would close elsewhere. */
static bool is_for_others(const struct reader *reader, struct word name)
{
	const char *rest = name.at + name.length, *end = rest;
	while (end < reader->end && *end != '\n')
		end++;
	while (rest < end && (*rest == ' ' || *rest == '\t'))
		rest++;
	size_t n = (size_t)(end - rest);
	if (word_is(name, "if") && n && *rest == '0' && (n == 1 || isspace((unsigned char)rest[1])))
		return true;
	bool asks = word_is(name, "if") || word_is(name, "ifdef");
	return asks && memmem(rest, n, "__cplusplus", strlen("__cplusplus"));
}

/* Skips from an #if, where the reader stands, to its #else or #endif. */
static void skip_branch(struct reader *reader)
{
	for (int depth = 1; depth && reader->at < reader->end; reader->at++) {
		skip_line(reader);
		const char *line = reader->at + (reader->at < reader->end);
		while (line < reader->end && (*line == ' ' || *line == '\t'))
			line++;
		if (line >= reader->end || *line != '#')
			continue;
		struct word name = directive(&(struct reader){ .at = line, .end = reader->end });
		depth += name.length > 1 && memcmp(name.at, "if", 2) == 0;
		depth -= word_is(name, "endif");
		if (depth == 1 && (word_is(name, "else") || word_is(name, "elif")))
			depth = 0;
	}
}

static void read_directive(struct reader *reader)
{
	struct word name = directive(reader);
	if (name.length > 1 && memcmp(name.at, "if", 2) == 0) {
		bool skipped = is_for_others(reader, name);
		vec_push(&reader->before, reader->now);
		if (skipped) {
			skip_branch(reader);
			reader->at -= reader->at < reader->end; /* stays before the newline that ends the line */
			return;
		}
	} else if (word_is(name, "else") || word_is(name, "elif")) {
		if (reader->before.n)
			reader->now = vec_last(&reader->before);
	} else if (word_is(name, "endif") && reader->before.n) {
		reader->before.n--;
	}
	skip_line(reader);
}

/* ---- tokens at file scope ---- */

static void read_word(struct reader *reader)
{
	struct declaration *now = &reader->now;
	struct word word = { .at = reader->at };
	while (reader->at < reader->end && is_name_char(*reader->at))
		reader->at++;
	word.length = (size_t)(reader->at - word.at);
	now->inner = word;
	now->n_inner++;
	if (now->braces || now->parentheses || now->brackets || now->has_value)
		return;
	now->hidden |= word_is(word, "static") || word_is(word, "extern") || word_is(word, "typedef");
	now->last = word;
	now->n_words++;
	now->enclosed = (struct word){ 0 };
	now->was_enclosed = false;
}

/* Both MACRO(part)( and (part)( are the name of a function and the start of its parameters. */
static void open_parenthesis(struct declaration *now)
{
	bool at_top = !now->braces && !now->parentheses && !now->has_value;
	if (at_top && now->last.length && (!now->called.length || !is_decoration(now->last))) {
		now->called = now->last;
		now->after_parameters = false;
	}
	if (at_top && now->enclosed.length)
		now->part = now->enclosed;
	if (at_top) {
		now->enclosed = (struct word){ 0 };
		now->n_inner = 0;
	}
	now->parentheses++;
}

static void close_parenthesis(struct declaration *now)
{
	if (now->parentheses > 0)
		now->parentheses--;
	now->after_parameters |= !now->parentheses && now->called.length;
	if (now->parentheses)
		return;
	if (!now->was_enclosed && now->n_inner == 1)
		now->enclosed = now->inner;
	now->was_enclosed = true;
}

static void open_brace(struct reader *reader)
{
	struct declaration *now = &reader->now;
	bool starts_body = !now->braces && !now->parentheses && !now->has_value;
	if (starts_body && now->called.length && now->after_parameters) {
		if (!now->hidden) {
			tell(reader, now->called, DEFINED_FUNCTION);
			tell(reader, now->part, DEFINED_PART);
		}
	} else if (starts_body && !now->n_words) {
		tell(reader, now->old_style, DEFINED_FUNCTION);
	}
	if (starts_body)
		now->old_style = (struct word){ 0 };
	now->braces++;
}

/* The brace of a body ends a declaration; the brace of a struct or of an array's values does not. */
static void close_brace(struct reader *reader)
{
	struct declaration *now = &reader->now;
	if (now->braces > 0)
		now->braces--;
	if (!now->braces && !now->has_value && (now->called.length || !now->n_words))
		start_declaration(reader);
}

/* Variables with parentheses, as in int (*handler)(void), are left out; few are lost. */
static void tell_variable(struct reader *reader)
{
	const struct declaration *now = &reader->now;
	if (!now->hidden && !now->called.length && now->n_words > 1 && !now->has_value)
		tell(reader, now->last, DEFINED_VARIABLE);
}

static void end_declaration(struct reader *reader)
{
	struct declaration *now = &reader->now;
	bool may_be_old = now->called.length && now->after_parameters && !now->hidden && !is_decoration(now->last) &&
	                  now->last.at != now->called.at;
	tell_variable(reader);
	if (may_be_old)
		now->old_style = now->called;
	start_declaration(reader);
}

static void read_mark(struct reader *reader, char mark)
{
	struct declaration *now = &reader->now;
	bool at_top = !now->braces && !now->parentheses && !now->brackets;
	if (now->parentheses && !isspace((unsigned char)mark) && mark != ')')
		now->n_inner += 2;
	if (mark == '(')
		open_parenthesis(now);
	else if (mark == ')')
		close_parenthesis(now);
	else if (mark == '{')
		open_brace(reader);
	else if (mark == '}')
		close_brace(reader);
	else if (mark == '[' || mark == ']')
		now->brackets += mark == '[' ? 1 : now->brackets > 0 ? -1 : 0;
	else if (mark == ';' && at_top)
		end_declaration(reader);
	else if (mark == ',' && at_top && now->has_value)
		now->has_value = false;
	else if (mark == ',' && at_top)
		tell_variable(reader);
	else if (mark == '=' && at_top) {
		tell_variable(reader);
		if (!now->hidden && !now->has_value)
			tell(reader, now->enclosed, DEFINED_PART); /* as in int TY_(table)[] = { */
		now->has_value = true;
	}
}

static void read_token(struct reader *reader)
{
	char c = *reader->at, next = reader->at + 1 < reader->end ? reader->at[1] : 0;
	bool starts_line = reader->at_line_start;
	reader->at_line_start = starts_line && isspace((unsigned char)c);
	if (c == '\n') {
		reader->at_line_start = true;
		reader->at++;
	} else if (c == '#' && starts_line) {
		read_directive(reader);
	} else if (c == '/' && next == '*') {
		skip_comment(reader);
		reader->at_line_start = starts_line;
	} else if (c == '/' && next == '/') {
		skip_line(reader);
	} else if (c == '"' || c == '\'') {
		skip_quoted(reader);
	} else if (is_name_char(c)) {
		read_word(reader);
	} else {
		read_mark(reader, c);
		reader->at++;
	}
}

void definitions_read(const char *text, size_t length,
                      void (*each)(void *context, const char *name, size_t length, enum defined as), void *context)
{
	struct reader reader = {
		.at = text, .end = text + length, .at_line_start = true, .each = each, .context = context
	};
	while (reader.at < reader.end)
		read_token(&reader);
	vec_release(&reader.before);
}
