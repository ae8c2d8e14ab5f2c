#include <assert.h>

#include "ledger.h"

int main(void)
{
	struct ledger *ledger = ledger_new();
	assert(ledger_read(ledger, "rent 500 food 20+30") == 0);
	assert(ledger_amount(ledger, "food") == 50);
	ledger_free(ledger);
	return 0;
}
