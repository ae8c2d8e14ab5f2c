/* values: the sources of literals.
 *
 * These are small numbers, boundaries, literals of the function to be called, literals and named constants of
 * the unit, values that conditions were seen to compare with, and texts of tests that covered something new,
 * cut up and put together again. */
#ifndef SKEP_ENGINE_VALUES_H
#define SKEP_ENGINE_VALUES_H

#include "base/rng.h"
#include "base/str.h"
#include "exec/exec.h"
#include "model/model.h"

struct values; /* the literals of one campaign */

struct values *values_new(const struct model *model);
void values_free(struct values *values);

/* Draws large numbers as often as others (`is_wide`), because goals may need them. At first they are rare. */
void values_widen(struct values *values, bool is_wide);

/* Writes a scalar of the type to `out` (its size in bytes). `function` is the function that will get it, or NONE. */
void values_scalar(struct values *values, struct rng *rng, type_id type, uint32_t function, void *out);
/* Writes an answer that a missing function might give to this function: success and failure, numbers that it
 * compares with, small ones. */
void values_answer(struct values *values, struct rng *rng, type_id type, uint32_t function, void *out);
/* Appends a text without the terminating zero to out; at most about 64 bytes. */
void values_text(struct values *values, struct rng *rng, uint32_t function, struct sb *out);
/* Appends bytes for a buffer; at most about 64. */
void values_bytes(struct values *values, struct rng *rng, uint32_t function, struct sb *out);
/* Returns a constant that the unit's own code passes for this parameter; NULL: it passes none. */
const struct literal *values_usual(const struct values *values, struct rng *rng, uint32_t function, uint32_t param);
/* Changes a text or buffer in place in one to four small ways. */
void values_mutate(struct values *values, struct rng *rng, uint32_t function, bool is_text, struct sb *bytes);

/* Feedback from runs: a text of a test with new coverage; a compared pair. */
void values_add_text(struct values *values, const void *bytes, size_t size);
/* True for a number that looks like an address. Addresses are compared, too, but make no literals. */
bool looks_like_address(uint64_t value);
void values_add_compared(struct values *values, const struct sk_compared *compared);

#endif
