/* reals: see reals.h. Operations are monotone, so the ends of the result are among the results for
 * the ends, which the evaluator computes with its rounding. */
#include "solve/intervals/reals.h"

#include <math.h>

#include "solve/float_bits.h"

static uint64_t infinity_bits(unsigned width)
{
	return width == 32 ? UINT64_C(0x7f800000) : UINT64_C(0x7ff0000000000000);
}

struct reals reals_full(void)
{
	return (struct reals){ .low = -INFINITY, .high = INFINITY, .may_be_nan = true };
}

bool reals_are_empty(const struct reals *reals)
{
	return reals->low > reals->high && !reals->may_be_nan;
}

struct reals reals_both(const struct reals *a, const struct reals *b)
{
	return (struct reals){ .low = a->low > b->low ? a->low : b->low,
		               .high = a->high < b->high ? a->high : b->high,
		               .may_be_nan = a->may_be_nan && b->may_be_nan };
}

/* Patterns of one sign are in the order of the floats, or in the reverse order. */
struct reals reals_of_bounds(const struct bounds *bounds, unsigned bits)
{
	uint64_t sign = UINT64_C(1) << (bits - 1), infinity = infinity_bits(bits);
	bool is_negative = bounds->low >= sign;
	if (!is_negative && bounds->high >= sign)
		return reals_full();
	uint64_t low = bounds->low & ~sign, high = bounds->high & ~sign;
	struct reals reals = { .low = INFINITY, .high = -INFINITY, .may_be_nan = high > infinity };
	if (low > infinity)
		return reals;
	reals.low = real_of_bits(low, bits);
	reals.high = real_of_bits(high < infinity ? high : infinity, bits);
	if (is_negative)
		reals = (struct reals){ -reals.high, -reals.low, reals.may_be_nan };
	return reals;
}

struct bounds reals_to_bounds(const struct reals *reals, unsigned bits)
{
	if (reals->may_be_nan || reals->low > reals->high || (reals->low <= 0 && reals->high >= 0))
		return bounds_full(bits);
	uint64_t low = bits_of_real(reals->low, bits), high = bits_of_real(reals->high, bits);
	return low < high ? bounds_between(low, high, bits) : bounds_between(high, low, bits);
}

static bool has_infinity(const struct reals *reals)
{
	return isinf(reals->low) || isinf(reals->high);
}

static bool has_zero(const struct reals *reals)
{
	return reals->low <= 0 && reals->high >= 0;
}

/* Two numbers can give NaN. */
static bool makes_nan(const struct instruction *in, const struct reals *left, const struct reals *right)
{
	switch (in->op) {
	case SK_NODE_FADD:
	case SK_NODE_FSUB:
		return has_infinity(left) && has_infinity(right);
	case SK_NODE_FMUL:
		return (has_infinity(left) && has_zero(right)) || (has_zero(left) && has_infinity(right));
	case SK_NODE_FDIV:
		return has_infinity(left) && has_infinity(right);
	default:
		return false;
	}
}

static void include(struct reals *reals, double value)
{
	reals->low = value < reals->low ? value : reals->low;
	reals->high = value > reals->high ? value : reals->high;
}

/* The hull of the results for the ends; full if one of them is not a number. */
static struct reals of_ends(const struct instruction *in, unsigned from, const struct reals *left,
                            const struct reals *right)
{
	struct reals result = { .low = INFINITY, .high = -INFINITY };
	for (unsigned i = 0; i < 4; i++) {
		uint64_t value = 0;
		instruction_compute(in, bits_of_real(i & 1 ? left->high : left->low, from),
		                    bits_of_real(i & 2 ? right->high : right->low, from), 0, NULL, &value);
		double end = real_of_bits(value, in->bits);
		if (isnan(end))
			return reals_full();
		include(&result, end);
	}
	result.may_be_nan = left->may_be_nan || right->may_be_nan || makes_nan(in, left, right);
	return result;
}

static struct reals of_magnitude(const struct reals *left)
{
	double low = fabs(left->low), high = fabs(left->high);
	struct reals result = { .low = has_zero(left) ? 0 : fmin(low, high), .high = fmax(low, high) };
	result.may_be_nan = left->may_be_nan;
	return result;
}

struct reals reals_forward(const struct instruction *in, const struct reals *left, const struct reals *right)
{
	if (left->low > left->high || right->low > right->high)
		return reals_full();
	switch (in->op) {
	case SK_NODE_FADD:
	case SK_NODE_FSUB:
	case SK_NODE_FMUL:
		return of_ends(in, in->bits, left, right);
	case SK_NODE_FDIV:
		return has_zero(right) ? reals_full() : of_ends(in, in->bits, left, right);
	case SK_NODE_FABS:
		return of_magnitude(left);
	case SK_NODE_FSQRT:
		return left->low < 0 ? reals_full() : of_ends(in, in->bits, left, left);
	case SK_NODE_FNEG:
	case SK_NODE_FFLOOR ... SK_NODE_FRINT:
		return of_ends(in, in->bits, left, left);
	case SK_NODE_F_TO_F:
		return of_ends(in, in->operand_bits, left, left);
	default:
		return reals_full();
	}
}

struct reals reals_of_integer(const struct instruction *in, const struct bounds *left)
{
	bool is_signed = in->op == SK_NODE_S_TO_F;
	uint64_t mask = bit_mask(in->operand_bits), low, high;
	instruction_compute(in, is_signed ? (uint64_t)left->signed_low & mask : left->low, 0, 0, NULL, &low);
	instruction_compute(in, is_signed ? (uint64_t)left->signed_high & mask : left->high, 0, 0, NULL, &high);
	return (struct reals){ .low = real_of_bits(low, in->bits), .high = real_of_bits(high, in->bits) };
}

struct bounds reals_to_integer(const struct instruction *in, const struct reals *left)
{
	bool is_signed = in->op == SK_NODE_F_TO_S;
	double end = ldexp(1, is_signed ? in->bits - 1 : in->bits), start = is_signed ? -end : 0;
	double low = trunc(left->low), high = trunc(left->high);
	if (!(low < end && high >= start))
		return bounds_full(in->bits);
	if (is_signed)
		return bounds_between_signed(low < start ? INT64_MIN : (int64_t)low,
		                             high >= end ? INT64_MAX : (int64_t)high, in->bits);
	return bounds_between(low < 0 ? 0 : (uint64_t)low, high >= end ? UINT64_MAX : (uint64_t)high, in->bits);
}

static int outcome_of(const struct instruction *in, unsigned possible)
{
	if (!(possible & in->flags))
		return 0;
	return possible & ~in->flags ? -1 : 1;
}

int reals_compare_same(const struct instruction *in, const struct reals *both)
{
	return outcome_of(in, both->may_be_nan ? 1 | 8 : 1);
}

struct reals reals_minus_same(const struct reals *both)
{
	return (struct reals){ .may_be_nan = both->may_be_nan || has_infinity(both) };
}

int reals_compare(const struct instruction *in, const struct reals *left, const struct reals *right)
{
	unsigned possible = left->may_be_nan || right->may_be_nan ? 8 : 0;
	if (left->low <= right->high && right->low <= left->high)
		possible |= 1;
	if (left->high > right->low)
		possible |= 2;
	if (left->low < right->high)
		possible |= 4;
	return outcome_of(in, possible);
}

void reals_order(const struct instruction *in, bool outcome, struct reals *left, struct reals *right)
{
	unsigned allowed = outcome ? in->flags : ~in->flags & 15u;
	if (allowed & 8)
		return;
	left->may_be_nan = right->may_be_nan = false;
	if (!(allowed & 2)) { /* "above" is not allowed */
		left->high = fmin(left->high, right->high);
		right->low = fmax(right->low, left->low);
	}
	if (!(allowed & 4)) { /* "below" is not allowed */
		left->low = fmax(left->low, right->low);
		right->high = fmin(right->high, left->high);
	}
}
