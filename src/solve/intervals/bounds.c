/* bounds: see bounds.h. Sets of values, and the step from operands to values. */
#include "solve/intervals/bounds.h"

typedef unsigned __int128 wide;

static uint64_t sign_bit(unsigned bits)
{
	return UINT64_C(1) << (bits - 1);
}

static int64_t signed_least(unsigned bits)
{
	return sign_extend(sign_bit(bits), bits);
}

static int64_t signed_most(unsigned bits)
{
	return (int64_t)(sign_bit(bits) - 1);
}

struct bounds bounds_full(unsigned bits)
{
	return (struct bounds){ .high = bit_mask(bits),
		                .signed_low = signed_least(bits),
		                .signed_high = signed_most(bits),
		                .zeros = ~bit_mask(bits) };
}

bool bounds_are_empty(const struct bounds *bounds)
{
	return bounds->low > bounds->high || bounds->signed_low > bounds->signed_high || (bounds->zeros & bounds->ones);
}

bool bounds_are_one(const struct bounds *bounds)
{
	return bounds->low == bounds->high;
}

static void raise_low(struct bounds *bounds, uint64_t low)
{
	if (bounds->low < low)
		bounds->low = low;
}

static void lower_high(struct bounds *bounds, uint64_t high)
{
	if (bounds->high > high)
		bounds->high = high;
}

static void shrink_signed(struct bounds *bounds, int64_t low, int64_t high)
{
	if (bounds->signed_low < low)
		bounds->signed_low = low;
	if (bounds->signed_high > high)
		bounds->signed_high = high;
}

/* If the sign is known, the two intervals are equal. */
static void share_intervals(struct bounds *bounds, unsigned bits)
{
	uint64_t half = sign_bit(bits), mask = bit_mask(bits);
	if (bounds->signed_low >= 0)
		lower_high(bounds, half - 1);
	if (bounds->signed_high < 0)
		raise_low(bounds, half);
	if (bounds->high < half || bounds->low >= half)
		shrink_signed(bounds, sign_extend(bounds->low, bits), sign_extend(bounds->high, bits));
	bool same_sign = (bounds->signed_low < 0) == (bounds->signed_high < 0);
	if (same_sign && bounds->signed_low <= bounds->signed_high) {
		raise_low(bounds, (uint64_t)bounds->signed_low & mask);
		lower_high(bounds, (uint64_t)bounds->signed_high & mask);
	}
}

static void share(struct bounds *bounds, unsigned bits)
{
	for (int round = 0; round < 2 && !bounds_are_empty(bounds); round++) {
		raise_low(bounds, bounds->ones);
		lower_high(bounds, ~bounds->zeros);
		share_intervals(bounds, bits);
		if (bounds->low > bounds->high)
			return;
		/* All values agree above the highest bit in which the ends differ. */
		uint64_t differ = bounds->low ^ bounds->high;
		uint64_t agree = differ ? ~(~UINT64_C(0) >> __builtin_clzll(differ)) : ~UINT64_C(0);
		bounds->ones |= bounds->low & agree;
		bounds->zeros |= ~bounds->low & agree;
	}
}

struct bounds bounds_between(uint64_t low, uint64_t high, unsigned bits)
{
	struct bounds bounds = bounds_full(bits);
	raise_low(&bounds, low);
	lower_high(&bounds, high);
	share(&bounds, bits);
	return bounds;
}

struct bounds bounds_of(uint64_t value, unsigned bits)
{
	return bounds_between(value, value, bits);
}

struct bounds bounds_between_signed(int64_t low, int64_t high, unsigned bits)
{
	struct bounds bounds = bounds_full(bits);
	shrink_signed(&bounds, low, high);
	share(&bounds, bits);
	return bounds;
}

struct bounds bounds_with_bits(uint64_t zeros, uint64_t ones, unsigned bits)
{
	struct bounds bounds = bounds_full(bits);
	bounds.zeros |= zeros;
	bounds.ones |= ones & bit_mask(bits);
	share(&bounds, bits);
	return bounds;
}

struct bounds bounds_both(const struct bounds *a, const struct bounds *b, unsigned bits)
{
	struct bounds bounds = *a;
	raise_low(&bounds, b->low);
	lower_high(&bounds, b->high);
	shrink_signed(&bounds, b->signed_low, b->signed_high);
	bounds.zeros |= b->zeros;
	bounds.ones |= b->ones;
	share(&bounds, bits);
	return bounds;
}

struct bounds bounds_either(const struct bounds *a, const struct bounds *b, unsigned bits)
{
	struct bounds bounds = { .low = a->low < b->low ? a->low : b->low,
		                 .high = a->high > b->high ? a->high : b->high,
		                 .signed_low = a->signed_low < b->signed_low ? a->signed_low : b->signed_low,
		                 .signed_high = a->signed_high > b->signed_high ? a->signed_high : b->signed_high,
		                 .zeros = a->zeros & b->zeros,
		                 .ones = a->ones & b->ones };
	share(&bounds, bits);
	return bounds;
}

/* ---- from operands to values ---- */

/* An interval of sums that may be beyond 2^bits, if they are all beyond the same multiple of it. */
static struct bounds wrapped(wide low, wide high, unsigned bits)
{
	if (low >> bits != high >> bits)
		return bounds_full(bits);
	return bounds_between((uint64_t)low & bit_mask(bits), (uint64_t)high & bit_mask(bits), bits);
}

static struct bounds signed_range(__int128 low, __int128 high, unsigned bits)
{
	if (low < signed_least(bits) || high > signed_most(bits))
		return bounds_full(bits);
	return bounds_between_signed((int64_t)low, (int64_t)high, bits);
}

static struct bounds of_sum(const struct bounds *a, const struct bounds *b, unsigned bits)
{
	struct bounds sum = wrapped((wide)a->low + b->low, (wide)a->high + b->high, bits);
	struct bounds with_sign = signed_range((__int128)a->signed_low + b->signed_low,
	                                       (__int128)a->signed_high + b->signed_high, bits);
	sum = bounds_both(&sum, &with_sign, bits);
	/* Low bits that are zero in both operands are zero in the result. */
	uint64_t zeros = a->zeros & b->zeros,
	         low = ~zeros ? (UINT64_C(1) << __builtin_ctzll(~zeros)) - 1 : ~UINT64_C(0);
	struct bounds even = bounds_with_bits(low & bit_mask(bits), 0, bits);
	return bounds_both(&sum, &even, bits);
}

static struct bounds of_difference(const struct bounds *a, const struct bounds *b, unsigned bits)
{
	wide lap = (wide)1 << bits;
	struct bounds difference = wrapped(lap + a->low - b->high, lap + a->high - b->low, bits);
	struct bounds with_sign = signed_range((__int128)a->signed_low - b->signed_high,
	                                       (__int128)a->signed_high - b->signed_low, bits);
	return bounds_both(&difference, &with_sign, bits);
}

static struct bounds of_signed_product(const struct bounds *a, const struct bounds *b, unsigned bits)
{
	__int128 low = (__int128)a->signed_low * b->signed_low, high = low;
	const int64_t ends[3][2] = { { a->signed_low, b->signed_high },
		                     { a->signed_high, b->signed_low },
		                     { a->signed_high, b->signed_high } };
	for (unsigned i = 0; i < 3; i++) {
		__int128 product = (__int128)ends[i][0] * ends[i][1];
		low = product < low ? product : low;
		high = product > high ? product : high;
	}
	return signed_range(low, high, bits);
}

static struct bounds of_product(const struct bounds *a, const struct bounds *b, unsigned bits)
{
	struct bounds with_sign = of_signed_product(a, b, bits);
	if ((wide)a->high * b->high > bit_mask(bits))
		return with_sign;
	struct bounds product = bounds_between(a->low * b->low, a->high * b->high, bits);
	return bounds_both(&product, &with_sign, bits);
}

static struct bounds of_division(const struct instruction *in, const struct bounds *a, const struct bounds *b)
{
	unsigned bits = in->bits;
	if (!b->high)
		return bounds_full(bits);
	uint64_t least = b->low ? b->low : 1;
	if (in->op == SK_NODE_UDIV)
		return bounds_between(a->low / b->high, a->high / least, bits);
	if (in->op == SK_NODE_UREM)
		return bounds_between(0, a->high < b->high - 1 ? a->high : b->high - 1, bits);
	bool is_natural = a->signed_low >= 0 && b->signed_low > 0;
	if (is_natural && in->op == SK_NODE_SDIV)
		return bounds_between(a->low / b->high, a->high / b->low, bits);
	if (is_natural)
		return bounds_between(0, a->high < b->high - 1 ? a->high : b->high - 1, bits);
	return bounds_full(bits);
}

static struct bounds of_shift(const struct instruction *in, const struct bounds *a, const struct bounds *b)
{
	unsigned bits = in->bits;
	if (b->high >= bits)
		return bounds_full(bits);
	if (in->op == SK_NODE_LSHR)
		return bounds_between(a->low >> b->high, a->high >> b->low, bits);
	if (in->op == SK_NODE_ASHR) {
		int64_t low = a->signed_low >> (a->signed_low < 0 ? b->low : b->high);
		int64_t high = a->signed_high >> (a->signed_high < 0 ? b->high : b->low);
		return bounds_between_signed(low, high, bits);
	}
	if (!bounds_are_one(b))
		return bounds_full(bits);
	struct bounds by_bits = bounds_with_bits((a->zeros << b->low) | ((UINT64_C(1) << b->low) - 1),
	                                         a->ones << b->low, bits);
	if ((wide)a->high << b->low > bit_mask(bits))
		return by_bits;
	struct bounds interval = bounds_between(a->low << b->low, a->high << b->low, bits);
	return bounds_both(&by_bits, &interval, bits);
}

static struct bounds of_bitwise(const struct instruction *in, const struct bounds *a, const struct bounds *b)
{
	unsigned bits = in->bits;
	struct bounds bounds;
	if (in->op == SK_NODE_AND) {
		bounds = bounds_with_bits(a->zeros | b->zeros, a->ones & b->ones, bits);
		lower_high(&bounds, a->high < b->high ? a->high : b->high);
	} else if (in->op == SK_NODE_OR) {
		bounds = bounds_with_bits(a->zeros & b->zeros, a->ones | b->ones, bits);
		raise_low(&bounds, a->low > b->low ? a->low : b->low);
	} else {
		bounds = bounds_with_bits((a->zeros & b->zeros) | (a->ones & b->ones),
		                          (a->zeros & b->ones) | (a->ones & b->zeros), bits);
	}
	share(&bounds, bits);
	return bounds;
}

/* 1 always, 0 never, -1 sometimes. */
static int of_comparison(unsigned op, const struct bounds *a, const struct bounds *b)
{
	switch (op) {
	case SK_NODE_ULT:
		return a->high < b->low ? 1 : a->low >= b->high ? 0 : -1;
	case SK_NODE_ULE:
		return a->high <= b->low ? 1 : a->low > b->high ? 0 : -1;
	case SK_NODE_SLT:
		return a->signed_high < b->signed_low ? 1 : a->signed_low >= b->signed_high ? 0 : -1;
	case SK_NODE_SLE:
		return a->signed_high <= b->signed_low ? 1 : a->signed_low > b->signed_high ? 0 : -1;
	default:
		break;
	}
	bool differ = a->high < b->low || b->high < a->low || a->signed_high < b->signed_low ||
	              b->signed_high < a->signed_low || (a->ones & b->zeros) || (a->zeros & b->ones);
	bool equal = bounds_are_one(a) && bounds_are_one(b) && a->low == b->low;
	if (!differ && !equal)
		return -1;
	return (op == SK_NODE_EQ) == equal;
}

static struct bounds of_piece(const struct instruction *in, const struct bounds *a)
{
	unsigned bits = in->bits, first = in->extra;
	struct bounds by_bits = bounds_with_bits(a->zeros >> first & bit_mask(bits), a->ones >> first, bits);
	if (a->high >> first > bit_mask(bits))
		return by_bits;
	struct bounds interval = bounds_between(a->low >> first, a->high >> first, bits);
	return bounds_both(&by_bits, &interval, bits);
}

static struct bounds of_pair(const struct instruction *in, const struct bounds *a, const struct bounds *b)
{
	unsigned bits = in->bits, low = in->operand_bits;
	struct bounds by_bits = bounds_with_bits(a->zeros << low | (b->zeros & bit_mask(low)), a->ones << low | b->ones,
	                                         bits);
	struct bounds interval = bounds_between(a->low << low | b->low, a->high << low | b->high, bits);
	return bounds_both(&by_bits, &interval, bits);
}

static struct bounds of_natural(const struct bounds *a, unsigned bits)
{
	struct bounds by_bits = bounds_with_bits(a->zeros, a->ones, bits);
	struct bounds interval = bounds_between(a->low, a->high, bits);
	return bounds_both(&by_bits, &interval, bits);
}

static struct bounds of_entry(const struct instruction *in, const struct bounds *a, const struct value_table *table)
{
	uint64_t mask = bit_mask(in->bits), low = mask, high = 0;
	if (a->low >= table->n)
		return bounds_full(in->bits);
	for (uint64_t i = a->low; i <= a->high && i < table->n; i++) {
		uint64_t entry = table->at[i] & mask;
		low = entry < low ? entry : low;
		high = entry > high ? entry : high;
	}
	return bounds_between(low, high, in->bits);
}

static struct bounds of_choice(const struct instruction *in, const struct bounds *a, const struct bounds *b,
                               const struct bounds *condition)
{
	if (condition->low == 1)
		return *a;
	return condition->high == 0 ? *b : bounds_either(a, b, in->bits);
}

struct bounds bounds_forward(const struct instruction *in, const struct bounds *left, const struct bounds *right,
                             const struct bounds *condition, const struct value_table *tables)
{
	unsigned bits = in->bits;
	int outcome;
	switch (in->op) {
	case SK_NODE_ADD:
		return of_sum(left, right, bits);
	case SK_NODE_SUB:
		return of_difference(left, right, bits);
	case SK_NODE_MUL:
		return of_product(left, right, bits);
	case SK_NODE_UDIV ... SK_NODE_SREM:
		return of_division(in, left, right);
	case SK_NODE_SHL ... SK_NODE_ASHR:
		return of_shift(in, left, right);
	case SK_NODE_AND ... SK_NODE_XOR:
		return of_bitwise(in, left, right);
	case SK_NODE_EQ ... SK_NODE_SLE:
		outcome = of_comparison(in->op, left, right);
		return outcome < 0 ? bounds_full(1) : bounds_of((uint64_t)outcome, 1);
	case SK_NODE_ZEXT:
		return of_natural(left, bits);
	case SK_NODE_SEXT:
		return bounds_between_signed(left->signed_low, left->signed_high, bits);
	case SK_NODE_EXTRACT:
		return of_piece(in, left);
	case SK_NODE_CONCAT:
		return of_pair(in, left, right);
	case SK_NODE_ITE:
		return of_choice(in, left, right, condition);
	case SK_NODE_TABLE:
		return of_entry(in, left, &tables[in->extra]);
	default:
		return bounds_full(bits);
	}
}
