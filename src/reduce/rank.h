/* rank: orders tests that each get a share of the exploration, the most promising first. */
#ifndef SKEP_REDUCE_RANK_H
#define SKEP_REDUCE_RANK_H

#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"

enum ranking {
	RANK_BT,        /* most branches first */
	RANK_BA,        /* most branches that earlier tests do not have first */
	RANK_FPF,       /* furthest point first: the largest distance to the nearest earlier test */
	RANK_SP,        /* shortest path first */
	RANK_RANDOM,
	N_RANKINGS
};

/* N_RANKINGS: there is no ranking of that name. */
enum ranking ranking_by_name(const char *name);
const char *ranking_name(enum ranking ranking);

struct ranked {
	const uint64_t *probes;      /* the probes that its run hit */
	uint64_t path_length;        /* decisions of conditions and switches in its run */
};

/* Fills `order` with the numbers 0..n-1. `counted` (n_words, may be NULL) has the probes that are
 * branches. Ties, the first test of FPF and the order of RANDOM are decided by `rng`. */
void rank_tests(const struct ranked *tests, size_t n, size_t n_words, const uint64_t *counted, enum ranking ranking,
                struct rng *rng, size_t *order);

/* The average percentage of branches discovered, 0 to 1: after test i (0 to n - 1), found[i] new branches were
 * known. 0 if none was found. */
double rank_apbd(const uint32_t *found, size_t n);

#endif
