/* distance: how far an assignment is from a wish, for search to follow.
 *
 * A comparison has the amount by which it fails; and, or and choices add the distances of their
 * parts or take the smallest. The distance of two floats is the number of floats between them. */
#include "solve/rungs.h"

#include <string.h>

#define MAX_VISITS 128u /* of nodes for one wish */
#define FARTHEST (~UINT64_C(0))

static uint64_t add(uint64_t a, uint64_t b)
{
	return a > FARTHEST - b ? FARTHEST : a + b;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* The bits of the double above the number: they grow like its logarithm, and with every step. */
static uint64_t scale(uint64_t distance)
{
	double above = (double)distance + 1, one = 1;
	uint64_t bits, zero;
	memcpy(&bits, &above, sizeof bits);
	memcpy(&zero, &one, sizeof zero);
	return (bits - zero) >> 10;
}

bool float_is_nan(uint64_t value, unsigned bits)
{
	uint64_t infinity = bits == 32 ? UINT64_C(0x7f800000) : UINT64_C(0x7ff0000000000000);
	return (value & bit_mask(bits - 1)) > infinity;
}

uint64_t float_rank(uint64_t value, unsigned bits)
{
	uint64_t sign = UINT64_C(1) << (bits - 1);
	return value & sign ? (~value & bit_mask(bits)) + 1 : value | sign;
}

uint64_t float_of_rank(uint64_t rank, unsigned bits)
{
	uint64_t sign = UINT64_C(1) << (bits - 1);
	return rank & sign ? rank & ~sign : ~(rank - 1) & bit_mask(bits);
}

static uint64_t apart(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* The distance of a from being below b, or from not being above it. */
static uint64_t to_order(uint64_t a, uint64_t b, bool may_be_equal)
{
	if (a < b || (may_be_equal && a == b))
		return 0;
	return may_be_equal ? a - b : add(a - b, 1);
}

static uint64_t to_float_relation(const struct instruction *in, uint64_t a, uint64_t b, bool want)
{
	unsigned bits = in->operand_bits;
	unsigned wanted = want ? in->flags : ~in->flags & 15u;
	if (float_is_nan(a, bits) || float_is_nan(b, bits))
		return wanted & 8 ? 0 : FARTHEST;
	a = float_rank(a, bits);
	b = float_rank(b, bits);
	uint64_t distance = FARTHEST;
	if (wanted & 1)
		distance = apart(a, b);
	if (wanted & 2)
		distance = least(distance, to_order(b, a, false));
	if (wanted & 4)
		distance = least(distance, to_order(a, b, false));
	return distance;
}

/* One measurement of one wish. Shared parts may be met often, so visits are counted. */
struct measuring {
	const struct machine *machine;
	unsigned n_visits;
};

static uint64_t to_value(struct measuring *measuring, uint32_t slot, uint64_t value);

static uint64_t to_equal(struct measuring *measuring, const struct instruction *in, bool want)
{
	uint64_t left = measuring->machine->values[in->left], right = measuring->machine->values[in->right];
	if (!want)
		return left == right;
	uint64_t mask = bit_mask(in->operand_bits);
	uint64_t distance = least((left - right) & mask, (right - left) & mask);
	if (in->right < measuring->machine->program->first_code)
		distance = least(distance, to_value(measuring, in->left, right));
	return distance;
}

static uint64_t to_comparison(struct measuring *measuring, const struct instruction *in, bool want)
{
	uint64_t left = measuring->machine->values[in->left], right = measuring->machine->values[in->right];
	uint64_t bias = in->op == SK_NODE_SLT || in->op == SK_NODE_SLE ? UINT64_C(1) << (in->operand_bits - 1) : 0;
	switch (in->op) {
	case SK_NODE_EQ:
		return to_equal(measuring, in, want);
	case SK_NODE_NE:
		return to_equal(measuring, in, !want);
	case SK_NODE_FCMP:
		return to_float_relation(in, left, right, want);
	default:
		break;
	}
	left ^= bias;
	right ^= bias;
	bool may_be_equal = in->op == SK_NODE_ULE || in->op == SK_NODE_SLE;
	return want ? to_order(left, right, may_be_equal) : to_order(right, left, !may_be_equal);
}

/* The distance of a slot of one bit from this value. */
static uint64_t to_bit(struct measuring *measuring, const struct instruction *in, bool want)
{
	uint64_t left = to_value(measuring, in->left, want), right = to_value(measuring, in->right, want);
	if (in->op == SK_NODE_AND)
		return want ? add(left, right) : least(left, right);
	if (in->op == SK_NODE_OR)
		return want ? least(left, right) : add(left, right);
	uint64_t not_left = to_value(measuring, in->left, !want);
	uint64_t not_right = to_value(measuring, in->right, !want);
	if (want)
		return least(add(left, not_right), add(not_left, right));
	return least(add(left, right), add(not_left, not_right));
}

static uint64_t to_choice(struct measuring *measuring, const struct instruction *in, uint64_t value)
{
	return least(add(to_value(measuring, in->extra, 1), to_value(measuring, in->left, value)),
	             add(to_value(measuring, in->extra, 0), to_value(measuring, in->right, value)));
}

/* The distance of the slot from this value. */
static uint64_t to_value(struct measuring *measuring, uint32_t slot, uint64_t value)
{
	const struct machine *machine = measuring->machine;
	const struct instruction *in = program_instruction(machine->program, slot);
	if (machine->has_value[slot] && machine->values[slot] == value)
		return 0;
	if (!machine->has_value[slot] && !(in && in->op == SK_NODE_ITE))
		return FARTHEST;
	if (in && measuring->n_visits++ < MAX_VISITS) {
		if ((in->op >= SK_NODE_EQ && in->op <= SK_NODE_SLE) || in->op == SK_NODE_FCMP)
			return value > 1 ? FARTHEST : to_comparison(measuring, in, value == 1);
		if (in->bits == 1 && (in->op == SK_NODE_AND || in->op == SK_NODE_OR || in->op == SK_NODE_XOR))
			return to_bit(measuring, in, value == 1);
		if (in->op == SK_NODE_ITE)
			return to_choice(measuring, in, value);
		if (in->op == SK_NODE_ZEXT)
			return value > bit_mask(in->operand_bits) ? FARTHEST : to_value(measuring, in->left, value);
		if (in->op == SK_NODE_SEXT && in->operand_bits == 1)
			return to_value(measuring, in->left, value & 1);
	}
	if (!machine->has_value[slot])
		return FARTHEST;
	unsigned bits = program_bits(machine->program, slot);
	uint64_t mask = bit_mask(bits), mine = machine->values[slot];
	return least((mine - value) & mask, (value - mine) & mask);
}

uint64_t distance_of_wish(const struct machine *machine, const struct program_wish *wish)
{
	if (machine_wish_holds(machine, wish))
		return 0;
	if (!machine->has_value[wish->slot])
		return scale(FARTHEST);
	struct measuring measuring = { .machine = machine };
	if (!wish->is_not)
		return scale(to_value(&measuring, wish->slot, wish->value));
	bool is_bit = program_bits(machine->program, wish->slot) == 1;
	uint64_t distance = is_bit ? to_value(&measuring, wish->slot, !wish->value) : 1;
	return scale(distance ? distance : 1);
}
