/* crew_journal: the journal of parallel campaigns (crew.h), in memory that they share.
 *
 * `exact`: nothing may depend on the clock. Then members read at marks that they set after so many executions,
 * and wait for the marks of the others. */
#ifndef SKEP_CAMPAIGN_CREW_JOURNAL_H
#define SKEP_CAMPAIGN_CREW_JOURNAL_H

#include "campaign/sharing/crew.h"
#include "store/journal.h"

/* Returns the journal. The crew is borrowed. */
struct journal *crew_journal_new(struct crew *crew, bool exact);

#endif
