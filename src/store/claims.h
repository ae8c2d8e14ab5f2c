/* claims: which of the campaigns that share their work may try a way through the unit.
 *
 * A frontier is such a way that has not been tried (engine/flips/candidates.h); its number is the same in all campaigns of one
 * unit. A campaign claims a frontier before it tries it, and no other campaign gets that frontier. The caller need not
 * wait: it asks for a few frontiers, and takes the answer later. Several engines may ask in turn, each for itself. */
#ifndef SKEP_STORE_CLAIMS_H
#define SKEP_STORE_CLAIMS_H

#include <stddef.h>
#include <stdint.h>

#define CLAIMS_AT_ONCE 32u
#define CLAIMS_UNDER_WAY 8u      /* questions whose answers were not taken */

struct claims;

struct claims_kind {
	/* Asks for at most CLAIMS_AT_ONCE frontiers, and returns the number of the question. */
	uint32_t (*ask)(struct claims *claims, const uint64_t *frontiers, size_t n);
	/* Waits for the answer to a question, which is taken once. Bit i is set if frontier i is this campaign's. */
	uint32_t (*take)(struct claims *claims, uint32_t question);
};

/* The first part of all claims. */
struct claims {
	const struct claims_kind *kind;
};

#endif
