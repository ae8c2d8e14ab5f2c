/* estimate: what is more time worth? The chance that something new is covered by the next
 * test, and by a further minute.
 *
 * Good and Turing: if of n tests f covered something that no other test covers, the next
 * one covers something new with probability f / n. That holds for tests drawn alike. Engines
 * build upon what was new, so what one test found many more soon find, too, and f is 0
 * while goals still come. So the minute is also judged by what came lately: goals are won about
 * as the logarithm of time, and of both estimates the higher one counts. A drought has a say, too:
 * after a minute without a goal the chance of the next minute is at most one half. */
#ifndef SKEP_CAMPAIGN_ESTIMATE_H
#define SKEP_CAMPAIGN_ESTIMATE_H

#include "campaign/campaign.h"

struct outlook {
	double next, minute;
};

/* `singles`: probes hit by one of so many executions, in so many seconds from `since` on. The
 * points are those of the timeline. */
struct outlook estimate_outlook(uint64_t singles, uint64_t executions, double since, double seconds,
                                const struct campaign_point *points, size_t n_points);

#endif
