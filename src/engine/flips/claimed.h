/* claimed: candidates that no other campaign tries.
 *
 * Where several campaigns share the work (store/claims.h), a candidate goes a way of two stations before it is tried: it
 * leaves the pool in the order of the strategy and is asked for, and then it waits as ours. While candidates that are ours are
 * tried, the answer about the next ones arrives, so nobody waits for a server. Candidates that another campaign has are
 * dropped. */
#ifndef SKEP_ENGINE_FLIPS_CLAIMED_H
#define SKEP_ENGINE_FLIPS_CLAIMED_H

#include "engine/flips/candidates.h"
#include "store/claims.h"

/* Begins as all zeroes but for `claims`. */
struct claimed {
	struct claims *claims;       /* NULL: there are no other campaigns; then nothing else here is used */
	struct candidate asked[CLAIMS_AT_ONCE], ours[CLAIMS_AT_ONCE];
	uint32_t question;           /* about those that are asked for */
	size_t n_asked, n_ours, next;    /* `next`: of ours */
	uint64_t of_others;
};

/* Chooses a candidate of the pool; the pool has one. */
struct chooser {
	size_t (*choose)(void *context);
	void *context;
};

/* Takes the next candidate that is ours. False: the pool has no more. */
bool claimed_next(struct claimed *claimed, struct candidates *pool, const struct chooser *chooser,
                  struct candidate *candidate);
/* Returns the number of candidates that have left the pool and were not tried. */
size_t claimed_n(const struct claimed *claimed);
void claimed_release(struct claimed *claimed);

#endif
