/* rng: the random numbers of a campaign. A generator is always a parameter, never global: the same
 * seed gives the same campaign. */
#ifndef SKEP_BASE_RNG_H
#define SKEP_BASE_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct rng {
	uint64_t s[4];
};

void rng_init(struct rng *rng, uint64_t seed);
uint64_t rng_next(struct rng *rng);
/* Uniform in [0, n); n > 0. */
uint64_t rng_below(struct rng *rng, uint64_t n);
/* Uniform in [0, 1). */
double rng_unit(struct rng *rng);
bool rng_chance(struct rng *rng, double probability);

#endif
