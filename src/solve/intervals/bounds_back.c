/* bounds_back: from a value back to the operands (see bounds.h). The value's bounds narrow the
 * operands; operations without a rule leave them as they are. */
#include "solve/intervals/bounds.h"

typedef unsigned __int128 wide;

static void shrink(struct bounds *bounds, struct bounds by, unsigned bits)
{
	*bounds = bounds_both(bounds, &by, bits);
}

void bounds_exclude(struct bounds *bounds, uint64_t value, unsigned bits)
{
	uint64_t mask = bit_mask(bits);
	int64_t with_sign = sign_extend(value, bits);
	if (bounds_are_one(bounds) && bounds->low == value) {
		bounds->low = 1; /* makes the set empty */
		bounds->high = 0;
		return;
	}
	if (bounds->low == value)
		shrink(bounds, bounds_between(value + 1, mask, bits), bits);
	else if (bounds->high == value)
		shrink(bounds, bounds_between(0, value - 1, bits), bits);
	if (bounds_are_empty(bounds))
		return;
	if (bounds->signed_low == with_sign)
		shrink(bounds, bounds_between_signed(with_sign + 1, INT64_MAX, bits), bits);
	else if (bounds->signed_high == with_sign)
		shrink(bounds, bounds_between_signed(INT64_MIN, with_sign - 1, bits), bits);
}

static void empty(struct bounds *bounds)
{
	bounds->low = 1;
	bounds->high = 0;
}

/* Narrows both for left < right, or left <= right. */
static void order(struct bounds *left, struct bounds *right, bool may_be_equal, unsigned bits)
{
	uint64_t step = !may_be_equal, mask = bit_mask(bits);
	if (right->high < step || left->low > mask - step) {
		empty(left);
		return;
	}
	uint64_t most = right->high - step, least = left->low + step;
	shrink(left, bounds_between(0, most, bits), bits);
	shrink(right, bounds_between(least, mask, bits), bits);
}

static void order_signed(struct bounds *left, struct bounds *right, bool may_be_equal, unsigned bits)
{
	int64_t step = !may_be_equal;
	if (right->signed_high < INT64_MIN + step || left->signed_low > INT64_MAX - step) {
		empty(left);
		return;
	}
	int64_t most = right->signed_high - step, least = left->signed_low + step;
	shrink(left, bounds_between_signed(INT64_MIN, most, bits), bits);
	shrink(right, bounds_between_signed(least, INT64_MAX, bits), bits);
}

static void equal(struct bounds *left, struct bounds *right, bool are, unsigned bits)
{
	if (are) {
		*left = bounds_both(left, right, bits);
		*right = *left;
		return;
	}
	if (bounds_are_one(right))
		bounds_exclude(left, right->low, bits);
	else if (bounds_are_one(left))
		bounds_exclude(right, left->low, bits);
}

static void back_comparison(const struct instruction *in, bool outcome, struct bounds *left, struct bounds *right)
{
	unsigned bits = in->operand_bits;
	switch (in->op) {
	case SK_NODE_EQ:
		equal(left, right, outcome, bits);
		break;
	case SK_NODE_NE:
		equal(left, right, !outcome, bits);
		break;
	case SK_NODE_ULT:
	case SK_NODE_ULE:
		if (outcome)
			order(left, right, in->op == SK_NODE_ULE, bits);
		else
			order(right, left, in->op == SK_NODE_ULT, bits);
		break;
	default:
		if (outcome)
			order_signed(left, right, in->op == SK_NODE_SLE, bits);
		else
			order_signed(right, left, in->op == SK_NODE_SLT, bits);
		break;
	}
}

/* Narrows the operand by the interval moved by a constant, if it does not wrap. */
static void moved(struct bounds *operand, const struct bounds *value, uint64_t by, unsigned bits)
{
	wide low = (wide)value->low + by, high = (wide)value->high + by;
	if (low >> bits == high >> bits)
		shrink(operand, bounds_between((uint64_t)low & bit_mask(bits), (uint64_t)high & bit_mask(bits), bits),
		       bits);
}

static void back_sum(const struct instruction *in, const struct bounds *value, struct bounds *left,
                     struct bounds *right)
{
	unsigned bits = in->bits;
	uint64_t mask = bit_mask(bits);
	if (in->op == SK_NODE_ADD) {
		if (bounds_are_one(right))
			moved(left, value, (0 - right->low) & mask, bits);
		else if (bounds_are_one(left))
			moved(right, value, (0 - left->low) & mask, bits);
		return;
	}
	if (bounds_are_one(right)) {
		moved(left, value, right->low, bits);
	} else if (bounds_are_one(left)) { /* because right = left - value */
		wide lap = (wide)1 << bits;
		wide low = lap + left->low - value->high, high = lap + left->low - value->low;
		if (low >> bits == high >> bits)
			shrink(right, bounds_between((uint64_t)low & mask, (uint64_t)high & mask, bits), bits);
	}
}

static void back_bitwise(const struct instruction *in, const struct bounds *value, struct bounds *left,
                         struct bounds *right)
{
	unsigned bits = in->bits;
	if (in->op == SK_NODE_AND) {
		shrink(left, bounds_with_bits(value->zeros & right->ones, value->ones, bits), bits);
		shrink(right, bounds_with_bits(value->zeros & left->ones, value->ones, bits), bits);
	} else if (in->op == SK_NODE_OR) {
		shrink(left, bounds_with_bits(value->zeros, value->ones & right->zeros, bits), bits);
		shrink(right, bounds_with_bits(value->zeros, value->ones & left->zeros, bits), bits);
	} else {
		shrink(left,
		       bounds_with_bits((value->zeros & right->zeros) | (value->ones & right->ones),
		                        (value->ones & right->zeros) | (value->zeros & right->ones), bits),
		       bits);
		shrink(right,
		       bounds_with_bits((value->zeros & left->zeros) | (value->ones & left->ones),
		                        (value->ones & left->zeros) | (value->zeros & left->ones), bits),
		       bits);
	}
}

static void back_pair(const struct instruction *in, const struct bounds *value, struct bounds *left,
                      struct bounds *right)
{
	unsigned low = in->operand_bits, high = in->bits - low;
	uint64_t mask = bit_mask(low);
	shrink(left, bounds_between(value->low >> low, value->high >> low, high), high);
	shrink(left, bounds_with_bits(value->zeros >> low & bit_mask(high), value->ones >> low, high), high);
	shrink(right, bounds_with_bits(value->zeros & mask, value->ones & mask, low), low);
	if (value->low >> low == value->high >> low)
		shrink(right, bounds_between(value->low & mask, value->high & mask, low), low);
}

static void back_piece(const struct instruction *in, const struct bounds *value, struct bounds *left)
{
	uint64_t mask = bit_mask(in->bits);
	shrink(left,
	       bounds_with_bits((value->zeros & mask) << in->extra, (value->ones & mask) << in->extra,
	                        in->operand_bits),
	       in->operand_bits);
}

static void back_choice(const struct instruction *in, const struct bounds *value, struct bounds *left,
                        struct bounds *right, struct bounds *condition)
{
	struct bounds if_left = bounds_both(left, value, in->bits), if_right = bounds_both(right, value, in->bits);
	if (bounds_are_empty(&if_left))
		shrink(condition, bounds_of(0, 1), 1);
	if (bounds_are_empty(&if_right))
		shrink(condition, bounds_of(1, 1), 1);
	if (condition->low == 1)
		*left = if_left;
	else if (condition->high == 0)
		*right = if_right;
}

static void back_quotient(const struct instruction *in, const struct bounds *value, struct bounds *left,
                          const struct bounds *right)
{
	if (!bounds_are_one(right) || !right->low)
		return;
	wide low = (wide)value->low * right->low, high = (wide)value->high * right->low + (right->low - 1);
	uint64_t mask = bit_mask(in->bits);
	if (low > mask) {
		empty(left);
		return;
	}
	shrink(left, bounds_between((uint64_t)low, high > mask ? mask : (uint64_t)high, in->bits), in->bits);
}

void bounds_backward(const struct instruction *in, const struct bounds *value, struct bounds *left,
                     struct bounds *right, struct bounds *condition)
{
	switch (in->op) {
	case SK_NODE_EQ ... SK_NODE_SLE:
		if (bounds_are_one(value))
			back_comparison(in, value->low == 1, left, right);
		break;
	case SK_NODE_ADD:
	case SK_NODE_SUB:
		back_sum(in, value, left, right);
		break;
	case SK_NODE_AND ... SK_NODE_XOR:
		back_bitwise(in, value, left, right);
		break;
	case SK_NODE_UDIV:
		back_quotient(in, value, left, right);
		break;
	case SK_NODE_ZEXT:
		if (value->low > bit_mask(in->operand_bits)) {
			empty(left);
			break;
		}
		shrink(left, bounds_between(value->low, value->high, in->operand_bits), in->operand_bits);
		shrink(left, bounds_with_bits(value->zeros & bit_mask(in->operand_bits), value->ones, in->operand_bits),
		       in->operand_bits);
		break;
	case SK_NODE_SEXT:
		shrink(left, bounds_between_signed(value->signed_low, value->signed_high, in->operand_bits),
		       in->operand_bits);
		break;
	case SK_NODE_EXTRACT:
		back_piece(in, value, left);
		break;
	case SK_NODE_CONCAT:
		back_pair(in, value, left, right);
		break;
	case SK_NODE_ITE:
		back_choice(in, value, left, right, condition);
		break;
	default:
		break;
	}
}
