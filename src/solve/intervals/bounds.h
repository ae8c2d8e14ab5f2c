/* bounds: what values a slot can have at all, as intervals and known bits.
 *
 * An interval without sign, one with sign, and the bits known to be zero or one: each
 * tells the others what it knows. Every set here is a superset of the values that
 * are possible, so an empty one is proof. */
#ifndef SKEP_SOLVE_BOUNDS_H
#define SKEP_SOLVE_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

#include "solve/program.h"

struct bounds {
	uint64_t low, high;         /* without sign */
	int64_t signed_low, signed_high;
	uint64_t zeros, ones;       /* bits that are known */
};

struct bounds bounds_full(unsigned bits);
struct bounds bounds_of(uint64_t value, unsigned bits);
struct bounds bounds_between(uint64_t low, uint64_t high, unsigned bits);
struct bounds bounds_between_signed(int64_t low, int64_t high, unsigned bits);
struct bounds bounds_with_bits(uint64_t zeros, uint64_t ones, unsigned bits);
bool bounds_are_empty(const struct bounds *bounds);
bool bounds_are_one(const struct bounds *bounds);
/* The values in both; in either. */
struct bounds bounds_both(const struct bounds *a, const struct bounds *b, unsigned bits);
struct bounds bounds_either(const struct bounds *a, const struct bounds *b, unsigned bits);

/* Without this value, as far as an interval can say so. */
void bounds_exclude(struct bounds *bounds, uint64_t value, unsigned bits);

/* From operands to the value. Full where the operation may have no value. */
struct bounds bounds_forward(const struct instruction *in, const struct bounds *left, const struct bounds *right,
                             const struct bounds *condition, const struct value_table *tables);
/* From the value to the operands, which shrink. */
void bounds_backward(const struct instruction *in, const struct bounds *value, struct bounds *left,
                     struct bounds *right, struct bounds *condition);

#endif
