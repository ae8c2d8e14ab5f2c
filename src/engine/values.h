/* values: where literals come from.
 *
 * Small numbers, boundaries, literals of the function to be called, literals and
 * named constants of the unit, values that conditions were seen to compare with,
 * and texts that led somewhere new, cut up and put together again. */
#ifndef SKEP_ENGINE_VALUES_H
#define SKEP_ENGINE_VALUES_H

#include "base/rng.h"
#include "base/str.h"
#include "exec/exec.h"
#include "model/model.h"

struct values; /* the literals of one campaign */

struct values *values_new(const struct model *model);
void values_free(struct values *values);

/* Large numbers are drawn as often as others, because goals may need them; at first they are rare. */
void values_widen(struct values *values, bool is_wide);

/* A scalar of the type, written to `out` (its size in bytes). `function` is the
 * one it is meant for, or NONE. */
void values_scalar(struct values *values, struct rng *rng, type_id type, uint32_t function, void *out);
/* Answers that a function which nobody defines might give to this one: success and failure, numbers that it
 * compares with, small ones. */
void values_answer(struct values *values, struct rng *rng, type_id type, uint32_t function, void *out);
/* A text without the terminating zero appended to out; at most about 64 bytes. */
void values_text(struct values *values, struct rng *rng, uint32_t function, struct sb *out);
/* Bytes for a buffer; at most about 64. */
void values_bytes(struct values *values, struct rng *rng, uint32_t function, struct sb *out);
/* A constant that the unit's own code passes there; NULL: it passes none. */
const struct literal *values_usual(const struct values *values, struct rng *rng, uint32_t function, uint32_t param);
/* Changes a text or buffer in place in one to four small ways. */
void values_mutate(struct values *values, struct rng *rng, uint32_t function, bool is_text, struct sb *bytes);

/* Feedback: a text that was part of a test with new coverage; a compared pair. */
void values_add_text(struct values *values, const void *bytes, size_t size);
/* Addresses are compared too, but make no literals. */
bool looks_like_address(uint64_t value);
void values_add_compared(struct values *values, const struct sk_compared *compared);

#endif
