/* merging: aims at several targets together.
 *
 * A need is a target's wish for a configuration: its triggers in, its suppressors out. Two needs conflict if
 * one wants an operation in that the other wants out. Needs without a conflict can be merged, and a merged need
 * has the conflicts of all its parts. So merging as far as possible is colouring the graph of conflicts: a
 * merged need is a colour. */
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

/* Adds an empty need, which is valid until the next is added. */
struct need *needs_add(struct needs *needs);
bool needs_conflict(const struct needs *needs, size_t a, size_t b);
/* Adds the needs to `out`, except needs that another need includes; of equal needs the first stays. */
void needs_subsume(const struct needs *needs, struct needs *out);
/* Adds the fewest merged needs that `trials` trials find to `out`. In each trial, needs are taken in random
 * order and join the first merged need without a conflict. */
void needs_merge(const struct needs *needs, struct rng *rng, uint32_t trials, struct needs *out);
void needs_release(struct needs *needs);

#endif
