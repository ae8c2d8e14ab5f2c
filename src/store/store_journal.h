/* store_journal: the journal of a campaign that is kept in a store.
 *
 * The first read gives what earlier parts of the campaign left. While a store is open nobody else
 * writes to it, so later reads give nothing. */
#ifndef SKEP_STORE_STORE_JOURNAL_H
#define SKEP_STORE_STORE_JOURNAL_H

#include "store/journal.h"
#include "store/store.h"

/* The store is borrowed. */
struct journal *store_journal_new(struct store *store);

#endif
