#include "lexer.h"

#define MOST 999999L

static int is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || c == '_';
}

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static enum token name(struct lexer *lexer)
{
	char text[MAX_LENGTH + 2];
	int n = 0;
	for (; is_letter(*lexer->at) || is_digit(*lexer->at); lexer->at++)
		if (n <= MAX_LENGTH)
			text[n++] = *lexer->at;
	text[n] = 0;
	lexer->number = names_number(lexer->names, text);
	return lexer->number < 0 ? T_BAD : T_NAME;
}

static enum token number(struct lexer *lexer)
{
	lexer->number = 0;
	for (; is_digit(*lexer->at); lexer->at++) {
		lexer->number = 10 * lexer->number + (*lexer->at - '0');
		if (lexer->number > MOST)
			return T_BAD;
	}
	return T_NUMBER;
}

void lexer_start(struct lexer *lexer, struct names *names, const char *text)
{
	lexer->at = text;
	lexer->names = names;
	lexer->number = 0;
}

enum token lexer_next(struct lexer *lexer)
{
	while (*lexer->at == ' ' || *lexer->at == '\n')
		lexer->at++;
	if (!*lexer->at)
		return T_END;
	if (is_letter(*lexer->at))
		return name(lexer);
	if (is_digit(*lexer->at))
		return number(lexer);
	if (*lexer->at++ == '+')
		return T_PLUS;
	return T_BAD;
}
