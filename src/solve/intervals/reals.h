/* reals: the values that a float can have: an interval, and whether it may be NaN. As in bounds.h,
 * it is always a superset; zeroes of both signs are equal. */
#ifndef SKEP_SOLVE_REALS_H
#define SKEP_SOLVE_REALS_H

#include "solve/intervals/bounds.h"

struct reals {
	double low, high; /* also for floats of 32 bits; low > high: no number */
	bool may_be_nan;
};

struct reals reals_full(void);
bool reals_are_empty(const struct reals *reals);
struct reals reals_both(const struct reals *a, const struct reals *b);
/* From a pattern of 32 or 64 bits; and back, as far as the sign is known. */
struct reals reals_of_bounds(const struct bounds *bounds, unsigned bits);
struct bounds reals_to_bounds(const struct reals *reals, unsigned bits);

/* For an operation that gives a float. */
struct reals reals_forward(const struct instruction *in, const struct reals *left, const struct reals *right);
/* For an integer that becomes a float. */
struct reals reals_of_integer(const struct instruction *in, const struct bounds *left);
/* For a float that becomes an integer; full if it may have no value. */
struct bounds reals_to_integer(const struct instruction *in, const struct reals *left);
/* For a comparison: 1 always, 0 never, -1 sometimes. */
int reals_compare(const struct instruction *in, const struct reals *left, const struct reals *right);
/* For a value compared with itself: it equals itself, and x - x is zero, unless it may be NaN. */
int reals_compare_same(const struct instruction *in, const struct reals *both);
struct reals reals_minus_same(const struct reals *both);
/* Narrows the operands of a comparison with this outcome. */
void reals_order(const struct instruction *in, bool outcome, struct reals *left, struct reals *right);

#endif
