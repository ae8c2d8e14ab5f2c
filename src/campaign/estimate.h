/* estimate: the worth of more time: the chance that the next test, or another minute, covers something new.
 *
 * Good and Turing: if of n tests f covered something that no other test covers, the next test covers something
 * new with probability f / n. This holds for tests that are drawn alike. But engines build upon new tests, so a
 * goal that one test hit is soon hit by many, and f is 0 while goals still come. So the minute is also judged
 * by recent goals: goals are won roughly as the logarithm of time, and the higher of both estimates counts. A
 * drought counts as well: after a minute without a goal the chance of the next minute is at most one half. */
#ifndef SKEP_CAMPAIGN_ESTIMATE_H
#define SKEP_CAMPAIGN_ESTIMATE_H

#include "campaign/campaign.h"

struct outlook {
	double next, minute;
};

/* Estimates both chances. `singles` is the number of probes hit by exactly one of so many executions, in so
 * many seconds from `since` on. The points are those of the timeline. */
struct outlook estimate_outlook(uint64_t singles, uint64_t executions, double since, double seconds,
                                const struct campaign_point *points, size_t n_points);

#endif
