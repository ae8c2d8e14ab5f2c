/* reasons: why goals are not covered, as far as the campaign knows.
 *
 * Reasons have an order. First come places that only failing tests reach, and outcomes that wait for a call
 * into the C library to fail. Then come the results of engines' attempts: refuted, given up, misuse, lost in
 * something that is not modelled. For a place that no test reached, the nearest decision that tests reach is
 * named, because the search got stuck there. */
#ifndef SKEP_CAMPAIGN_REASONS_H
#define SKEP_CAMPAIGN_REASONS_H

#include "campaign/campaign.h"
#include "instr/instr.h"

/* Returns per probe of the unit's marks a part of a sentence, or NULL if nothing is known. For probes that the
 * campaign covers, the sentence says why the suite may not. In arena. */
const char *const *reasons_find(struct campaign *campaign, const struct unit *unit, const struct target *fast,
                                struct arena *arena);

#endif
