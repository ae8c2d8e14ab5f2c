#ifndef TALLY_LEDGER_H
#define TALLY_LEDGER_H

struct ledger; /* an amount for each name */

struct ledger *ledger_new(void);
void ledger_free(struct ledger *ledger);
/* Reads "name 12 name 3 ..." and adds the numbers up; -1 for what is no such text. */
int ledger_read(struct ledger *ledger, const char *text);
/* 0 for a name that is not there. */
long ledger_amount(const struct ledger *ledger, const char *name);

#endif
