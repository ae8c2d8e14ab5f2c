/* merging: several targets aimed at together.
 *
 * A need is what a target wants of a configuration: its triggers in, its suppressors out. Two
 * needs conflict if one wants in what the other wants out. Needs without a conflict can become
 * one, and a merged need conflicts with whatever one of its parts conflicts with. So merging as
 * far as it goes is colouring the graph of conflicts: a merged need is a colour. */
#ifndef SKEP_ENGINE_RANDOM_MERGING_H
#define SKEP_ENGINE_RANDOM_MERGING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/vec.h"

struct need {
	uint64_t *triggers, *suppressors;    /* bit sets of operations */
};

struct needs {
	VEC(struct need) at;
	uint32_t n_words;                    /* of a bit set */
	struct arena *arena;                 /* of the bit sets; borrowed */
};

#define MERGE_TRIALS 10000u

/* Adds an empty need; valid until the next is added. */
struct need *needs_add(struct needs *needs);
bool needs_conflict(const struct needs *needs, size_t a, size_t b);
/* Adds to `out` those of `needs` that no other makes superfluous by wanting all that it wants; of
 * equal ones the first. */
void needs_subsume(const struct needs *needs, struct needs *out);
/* Adds to `out` as few as were found in so many trials: in each, needs are taken in random order
 * and join the first merged need that they do not conflict with. */
void needs_merge(const struct needs *needs, struct rng *rng, uint32_t trials, struct needs *out);
void needs_release(struct needs *needs);

#endif
