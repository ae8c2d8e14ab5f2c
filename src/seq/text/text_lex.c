/* text_lex: see text_lex.h. */
#include "seq/text/text_lex.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static status bad(const struct lexer *lexer, const char *what)
{
	return fail(TROUBLE_INPUT, "%s:%u: %s", lexer->file, lexer->line, what);
}

/* Reads a character of a string or character literal; escapes are resolved. */
static status read_char(struct lexer *lexer, char *c)
{
	static const char letters[] = "ntrabfv\"'\\?", meant[] = "\n\t\r\a\b\f\v\"'\\?";
	const char *p = lexer->at;
	if (*p != '\\') {
		*c = *p;
		lexer->at = p + 1;
		return NULL;
	}
	p++;
	const char *letter = *p ? strchr(letters, *p) : NULL;
	if (letter) {
		*c = meant[letter - letters];
		lexer->at = p + 1;
		return NULL;
	}
	unsigned value = 0;
	const char *start = p;
	if (*p == 'x')
		for (p++; p - start < 3 && isxdigit((unsigned char)*p); p++)
			value = value * 16 + (unsigned)(isdigit((unsigned char)*p) ? *p - '0' : tolower(*p) - 'a' + 10);
	else
		for (; p - start < 3 && *p >= '0' && *p <= '7'; p++)
			value = value * 8 + (unsigned)(*p - '0');
	if (p == start || (*start == 'x' && p == start + 1) || value > 255)
		return bad(lexer, "unknown escape in a string; C's escapes, \\x41 and \\101 are known");
	*c = (char)value;
	lexer->at = p;
	return NULL;
}

static status read_string(struct lexer *lexer, struct token *token)
{
	struct sb bytes = { 0 };
	status st = NULL;
	lexer->at++;
	while (*lexer->at != '"') {
		char c;
		if (!*lexer->at) {
			st = bad(lexer, "the string has no closing quote on this line");
			goto out;
		}
		TRY_OUT(read_char(lexer, &c));
		sb_add_char(&bytes, c);
	}
	lexer->at++;
	token->kind = TOKEN_STRING;
	token->size = bytes.n;
	token->text = arena_strndup(lexer->arena, sb_text(&bytes), bytes.n);
out:
	sb_release(&bytes);
	return st;
}

static status read_character(struct lexer *lexer, struct token *token)
{
	char c = 0;
	lexer->at++;
	if (*lexer->at && *lexer->at != '\'')
		TRY(read_char(lexer, &c));
	else
		return bad(lexer, "a character literal needs a character");
	if (*lexer->at++ != '\'')
		return bad(lexer, "a character literal has one character between two quotes");
	token->kind = TOKEN_NUMBER;
	token->number = c;
	token->real = (long double)c;
	return NULL;
}

/* Reads a decimal, hexadecimal or real number with an optional sign, inf or nan. */
static status read_number(struct lexer *lexer, struct token *token)
{
	const char *start = lexer->at, *digits = start + (*start == '-' || *start == '+');
	char *end, *real_end;
	token->kind = TOKEN_NUMBER;
	token->real = strtold(start, &real_end);
	token->is_hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
	errno = 0;
	uint64_t size = strtoull(digits, &end, token->is_hex ? 16 : 10);
	bool too_big = errno == ERANGE;
	if (real_end > end) {
		token->is_real = true;
		end = real_end;
		if (isnan(token->real)) /* one NaN for each sign */
			token->real = (long double)(*start == '-' ? -__builtin_nan("") : __builtin_nan(""));
	} else if (too_big || (*start == '-' && size > (uint64_t)INT64_MAX + 1)) {
		return bad(lexer, "the number does not fit in 64 bits");
	}
	token->number = (int64_t)(*start == '-' ? 0 - size : size);
	if (end == start || is_word(*end))
		return bad(lexer, "not a number; decimal, hexadecimal (0x2a), reals and 'c' are known");
	lexer->at = end;
	return NULL;
}

static void read_name(struct lexer *lexer, struct token *token)
{
	const char *start = lexer->at;
	while (is_word(*lexer->at))
		lexer->at++;
	token->kind = TOKEN_NAME;
	token->text = arena_strndup(lexer->arena, start, (size_t)(lexer->at - start));
}

static bool is_named_real(const char *p)
{
	p += *p == '-' || *p == '+';
	return (strncmp(p, "inf", 3) == 0 || strncmp(p, "nan", 3) == 0) && !is_word(p[3]);
}

status lex_next(struct lexer *lexer)
{
	while (isspace((unsigned char)*lexer->at))
		lexer->at++;
	const char *p = lexer->at;
	struct token *token = &lexer->token;
	*token = (struct token){ .start = p };
	if (!*p || *p == '#')
		return NULL;
	if (*p == '"')
		TRY(read_string(lexer, token));
	else if (*p == '\'')
		TRY(read_character(lexer, token));
	else if (isdigit((unsigned char)*p) || *p == '-' || *p == '+' || *p == '.' || is_named_real(p))
		TRY(read_number(lexer, token));
	else if (is_word(*p))
		read_name(lexer, token);
	else if (strchr("(){}[],=&*@", *p)) {
		token->kind = TOKEN_MARK;
		token->mark = *lexer->at++;
	} else {
		return fail(TROUBLE_INPUT, "%s:%u: '%c' means nothing here", lexer->file, lexer->line, *p);
	}
	token->length = (size_t)(lexer->at - p);
	return NULL;
}

status lex_begin(struct lexer *lexer, const char *line)
{
	lexer->at = line;
	return lex_next(lexer);
}

bool lex_is_mark(const struct lexer *lexer, char mark)
{
	return lexer->token.kind == TOKEN_MARK && lexer->token.mark == mark;
}

bool lex_is_word(const struct lexer *lexer, const char *word)
{
	return lexer->token.kind == TOKEN_NAME && str_equal(lexer->token.text, word);
}

status lex_expected(const struct lexer *lexer, const char *what)
{
	const struct token *token = &lexer->token;
	if (token->kind == TOKEN_END)
		return fail(TROUBLE_INPUT, "%s:%u: expected %s, but the line ends", lexer->file, lexer->line, what);
	return fail(TROUBLE_INPUT, "%s:%u: expected %s, found %.*s", lexer->file, lexer->line, what,
	            (int)(token->length < 60 ? token->length : 60), token->start);
}

status lex_eat(struct lexer *lexer, char mark)
{
	char what[] = { '\'', mark, '\'', 0 };
	if (!lex_is_mark(lexer, mark))
		return lex_expected(lexer, what);
	return lex_next(lexer);
}
