/* bounds: the values that a slot can have, as intervals and known bits.
 *
 * There is an unsigned interval, a signed one, and the bits that are known to be zero or one; each
 * narrows the others. Every set is a superset of the possible values, so an empty set is a proof. */
#ifndef SKEP_SOLVE_BOUNDS_H
#define SKEP_SOLVE_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

#include "solve/program.h"

struct bounds {
	uint64_t low, high;         /* unsigned */
	int64_t signed_low, signed_high;
	uint64_t zeros, ones;       /* bits that are known to be zero, or one */
};

struct bounds bounds_full(unsigned bits);
struct bounds bounds_of(uint64_t value, unsigned bits);
struct bounds bounds_between(uint64_t low, uint64_t high, unsigned bits);
struct bounds bounds_between_signed(int64_t low, int64_t high, unsigned bits);
struct bounds bounds_with_bits(uint64_t zeros, uint64_t ones, unsigned bits);
bool bounds_are_empty(const struct bounds *bounds);
bool bounds_are_one(const struct bounds *bounds);
/* The values that are in both; in either. */
struct bounds bounds_both(const struct bounds *a, const struct bounds *b, unsigned bits);
struct bounds bounds_either(const struct bounds *a, const struct bounds *b, unsigned bits);

/* Removes this value, if it is an end of an interval. */
void bounds_exclude(struct bounds *bounds, uint64_t value, unsigned bits);

/* The value's bounds from those of the operands. They are full if the operation may have no value. */
struct bounds bounds_forward(const struct instruction *in, const struct bounds *left, const struct bounds *right,
                             const struct bounds *condition, const struct value_table *tables);
/* Narrows the operands by the bounds of the value. */
void bounds_backward(const struct instruction *in, const struct bounds *value, struct bounds *left,
                     struct bounds *right, struct bounds *condition);

#endif
