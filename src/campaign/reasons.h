/* reasons: why goals are not covered, as far as the campaign knows.
 *
 * What an engine found out in trying comes first: refuted, given up, misuse, lost in
 * something that is not modelled. Before that: a place that only tests come to which fail, and an outcome that waits
 * for a call into the C library to fail. For a place that no test reached the nearest
 * decision that tests do reach is named: that is where to look. */
#ifndef SKEP_CAMPAIGN_REASONS_H
#define SKEP_CAMPAIGN_REASONS_H

#include "campaign/campaign.h"
#include "instr/instr.h"

/* One entry per probe of the unit's marks: a part of a sentence, or NULL where there
 * is nothing to say. For what the campaign covers it says why the suite may not. In arena. */
const char *const *reasons_find(struct campaign *campaign, const struct unit *unit, const struct target *fast,
                                struct arena *arena);

#endif
