#include "ledger.h"

#include <stdlib.h>

#include "lexer.h"
#include "memory.h"

struct ledger {
	struct names *names;
	long amounts[MAX_NAMES];
};

struct ledger *ledger_new(void)
{
	struct ledger *ledger = must_alloc(sizeof *ledger);
	ledger->names = names_new();
	return ledger;
}

void ledger_free(struct ledger *ledger)
{
	names_free(ledger->names);
	free(ledger);
}

int ledger_read(struct ledger *ledger, const char *text)
{
	struct lexer lexer;
	enum token token;
	lexer_start(&lexer, ledger->names, text);
	while ((token = lexer_next(&lexer)) == T_NAME) {
		long name = lexer.number;
		do {
			if (lexer_next(&lexer) != T_NUMBER)
				return -1;
			ledger->amounts[name] += lexer.number;
		} while (*lexer.at == '+' && lexer_next(&lexer) == T_PLUS);
	}
	return token == T_END ? 0 : -1;
}

long ledger_amount(const struct ledger *ledger, const char *name)
{
	int before = names_count(ledger->names), number = names_number(ledger->names, name);
	return number < 0 || number >= before ? 0 : ledger->amounts[number];
}
