/* crew_journal: the journal of campaigns side by side (crew.h), in memory that they share.
 *
 * `exact`: nothing may hang on the clock. Then members read at marks that they set after so many
 * executions, and wait for those of the others. */
#ifndef SKEP_CAMPAIGN_CREW_JOURNAL_H
#define SKEP_CAMPAIGN_CREW_JOURNAL_H

#include "campaign/sharing/crew.h"
#include "store/journal.h"

/* The crew is borrowed. */
struct journal *crew_journal_new(struct crew *crew, bool exact);

#endif
