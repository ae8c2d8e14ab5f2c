#include <stdio.h>

#include "ledger.h"

int main(int argc, char **argv)
{
	if (argc != 3) {
		fputs("usage: sum TEXT NAME\n", stderr);
		return 2;
	}
	struct ledger *ledger = ledger_new();
	int bad = ledger_read(ledger, argv[1]);
	printf("%ld\n", ledger_amount(ledger, argv[2]));
	ledger_free(ledger);
	return bad ? 1 : 0;
}
