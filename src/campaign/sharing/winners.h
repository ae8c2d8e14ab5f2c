/* winners: who of several workers won how much, as whoever writes the results found it. */
#ifndef SKEP_CAMPAIGN_WINNERS_H
#define SKEP_CAMPAIGN_WINNERS_H

#include <stdint.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"

struct winner {
	const char *who;
	uint32_t tests;          /* that were run again and counted */
	uint32_t goals;          /* that no test taken before had */
	uint32_t findings;       /* that were seen again, and that nobody told before */
	VEC(uint32_t) probes;    /* that no test taken before had hit, in the order in which they came up */
};

/* Zero-initialise. */
struct winners {
	VEC(struct winner) at;   /* in the order in which they came up */
	struct strmap number_of; /* plus one */
	struct arena *arena;
};

/* The row of that worker, made if it is not there; valid until the next call. */
struct winner *winners_row(struct winners *winners, const char *who);
/* Notes the probes that are in `after` and not in `before`, two bit sets of n_probes. */
void winner_add_probes(struct winner *winner, const uint64_t *before, const uint64_t *after, uint32_t n_probes);
void winners_release(struct winners *winners);

#endif
