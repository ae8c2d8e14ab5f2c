/* store_journal: the journal of a campaign that is kept in a store.
 *
 * The first read returns the entries of earlier parts of the campaign. While a store is open nobody else writes
 * to it, so later reads return nothing. */
#ifndef SKEP_STORE_STORE_JOURNAL_H
#define SKEP_STORE_STORE_JOURNAL_H

#include "store/journal.h"
#include "store/store.h"

/* Returns the journal. The store is borrowed. */
struct journal *store_journal_new(struct store *store);

#endif
