/* rank: an order for tests that each get a share of the exploration: the most promising first. */
#ifndef SKEP_REDUCE_RANK_H
#define SKEP_REDUCE_RANK_H

#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"

enum ranking {
	RANK_BT,        /* branches in all, most first */
	RANK_BA,        /* branches that those before do not have, most first */
	RANK_FPF,       /* furthest point first: the largest distance to the nearest before it */
	RANK_SP,        /* shortest path first */
	RANK_RANDOM,
	N_RANKINGS
};

/* N_RANKINGS if there is none of that name. */
enum ranking ranking_by_name(const char *name);
const char *ranking_name(enum ranking ranking);

struct ranked {
	const uint64_t *probes;      /* what its run hit */
	uint64_t path_length;        /* decisions of conditions and switches in its run */
};

/* Fills `order` with the numbers 0..n-1. `counted` (n_words, may be NULL) says which probes are
 * branches. Ties, the first of FPF, and all of RANDOM are drawn. */
void rank_tests(const struct ranked *tests, size_t n, size_t n_words, const uint64_t *counted, enum ranking ranking,
                struct rng *rng, size_t *order);

/* Average percentage of branches discovered, 0 to 1: found[i] branches were new after test i (all of them together).
 * 0 if nothing was found. */
double rank_apbd(const uint32_t *found, size_t n);

#endif
