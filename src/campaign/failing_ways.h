/* failing_ways: goals that only failing tests reach, and goals that wait for a call into the C library to fail. */
#ifndef SKEP_CAMPAIGN_FAILING_WAYS_H
#define SKEP_CAMPAIGN_FAILING_WAYS_H

#include "campaign/campaign.h"

/* Returns per probe the finding whose test hits it; bugs come first. NULL: none does. In arena. */
const struct finding **failing_ways(struct campaign *campaign, const struct unit *unit, const struct target *fast,
                                    struct arena *arena);

/* Returns the call into the C library that must fail for the condition's outcome: "malloc()" for `if (!p)`
 * behind `p = malloc(n)`, "malloc() in copy()" behind `p = copy(s)`. It is read off the text of the source.
 * NULL: no call was found. In arena. */
const char *failure_wanted(const struct unit *unit, uint32_t condition, bool outcome, struct arena *arena);

#endif
