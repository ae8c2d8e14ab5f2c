/* failing_ways: goals that only tests which fail reach, and goals that wait for a call into the C library to fail. */
#ifndef SKEP_CAMPAIGN_FAILING_WAYS_H
#define SKEP_CAMPAIGN_FAILING_WAYS_H

#include "campaign/campaign.h"

/* Per probe the finding whose test hits it; bugs come first. NULL entries: none does. In arena. */
const struct finding **failing_ways(struct campaign *campaign, const struct unit *unit, const struct target *fast,
                                    struct arena *arena);

/* The call into the C library whose failure the outcome of the condition waits for: "malloc()" for `if (!p)` behind
 * `p = malloc(n)`, "malloc() in copy()" behind `p = copy(s)`. Read off the text of the source. NULL: none is seen. In arena. */
const char *failure_wanted(const struct unit *unit, uint32_t condition, bool outcome, struct arena *arena);

#endif
