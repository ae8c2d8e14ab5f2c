/* text_lex: the tokens of one line of the text form. Private to seq/. */
#ifndef SKEP_SEQ_TEXT_LEX_H
#define SKEP_SEQ_TEXT_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/status.h"

enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_MARK };

struct token {
	enum token_kind kind;
	const char *start;      /* in the line */
	size_t length;
	const char *text;       /* TOKEN_NAME: with a zero at its end; TOKEN_STRING: its bytes */
	size_t size;            /* TOKEN_STRING */
	char mark;              /* TOKEN_MARK: one of ( ) { } [ ] , = & * @ */
	bool is_real, is_hex;   /* TOKEN_NUMBER */
	int64_t number;
	long double real;       /* set for every number */
};

/* A plain value: a copy allows to return to this place of the line. */
struct lexer {
	struct arena *arena;
	const char *file;
	unsigned line;
	const char *at;         /* behind `token` */
	struct token token;     /* the current token */
};

/* Starts at the first token of a line, which ends with a zero. */
MUST_USE status lex_begin(struct lexer *lexer, const char *line);
MUST_USE status lex_next(struct lexer *lexer);

bool lex_is_mark(const struct lexer *lexer, char mark);
bool lex_is_word(const struct lexer *lexer, const char *word);

/* An error like "file:line: expected WHAT, found ..." */
MUST_USE status lex_expected(const struct lexer *lexer, const char *what);
/* Goes past the mark; fails if the token is another. */
MUST_USE status lex_eat(struct lexer *lexer, char mark);

#endif
