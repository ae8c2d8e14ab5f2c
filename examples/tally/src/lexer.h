#ifndef TALLY_LEXER_H
#define TALLY_LEXER_H

#include "names.h"

enum token { T_END, T_NAME, T_NUMBER, T_PLUS, T_BAD };

/* A text that is read token by token. */
struct lexer {
	const char *at;
	struct names *names;
	long number;            /* of a T_NUMBER; of a T_NAME which one it is */
};

void lexer_start(struct lexer *lexer, struct names *names, const char *text);
enum token lexer_next(struct lexer *lexer);

#endif
