/* winners: how much each of several workers won, as counted by the process that writes the results. */
#ifndef SKEP_CAMPAIGN_WINNERS_H
#define SKEP_CAMPAIGN_WINNERS_H

#include <stdint.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"

struct winner {
	const char *who;
	uint32_t tests;          /* run again and counted */
	uint32_t goals;          /* that no earlier test had */
	uint32_t findings;       /* seen again, and new */
	VEC(uint32_t) probes;    /* that no earlier test hit, in the order in which they came up */
};

/* Begins as all zeroes. */
struct winners {
	VEC(struct winner) at;   /* in the order of their first wins */
	struct strmap number_of; /* plus one */
	struct arena *arena;
};

/* Returns the row of that worker, which is made if it is missing; valid until the next call. */
struct winner *winners_row(struct winners *winners, const char *who);
/* Notes the probes that are in `after` and not in `before`, two bit sets of n_probes. */
void winner_add_probes(struct winner *winner, const uint64_t *before, const uint64_t *after, uint32_t n_probes);
void winners_release(struct winners *winners);

#endif
