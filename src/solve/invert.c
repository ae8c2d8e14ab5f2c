/* invert: from the value that a wish wants back to the bytes it is made of.
 *
 * Going down from the wish, one operand of each node gets the value that makes the node right while
 * the other operand stays as in the run. If there is a choice (left or right, the entry of a table,
 * a boundary), the number of the attempt decides it, so attempts differ in their choices. The code
 * inverts one operation at a time; evaluating shows whether the result is an answer. */
#include "solve/rungs.h"

#include <math.h>
#include <string.h>

#include "solve/float_bits.h"

#define MAX_ATTEMPTS 24
#define MAX_DEPTH 64
#define MAX_STEPS 4096 /* of an attempt: if both operands lead down, ways double with each level */

struct inversion {
	const struct program *program;
	const struct machine *machine; /* with the values of the run */
	uint8_t *bytes;                /* the answer so far */
	unsigned choices;              /* the part of the attempt's number that is not used yet */
	unsigned depth, steps;
};

/* One of n ways, chosen by the number of the attempt. */
static unsigned choose(struct inversion *inversion, unsigned n)
{
	unsigned way = inversion->choices % n;
	inversion->choices /= n;
	return way;
}

static bool set(struct inversion *inversion, uint32_t slot, uint64_t value);

static uint64_t now(const struct inversion *inversion, uint32_t slot)
{
	return inversion->machine->values[slot];
}

static bool can_change(const struct inversion *inversion, uint32_t slot)
{
	return inversion->program->masks[slot] != 0;
}

/* The inverse of an odd number modulo 2^64, by Newton's iteration. */
static uint64_t inverse_of_odd(uint64_t odd)
{
	uint64_t inverse = odd;
	for (int i = 0; i < 6; i++)
		inverse *= 2 - odd * inverse;
	return inverse;
}

static bool undo_multiplication(uint64_t product, uint64_t factor, unsigned bits, uint64_t *other)
{
	if (!factor)
		return false;
	unsigned zeros = (unsigned)__builtin_ctzll(factor);
	if (product & ((UINT64_C(1) << zeros) - 1))
		return false;
	*other = (product >> zeros) * inverse_of_odd(factor >> zeros) & bit_mask(bits);
	return true;
}

/* The left operand that gives the value if the right one is `other`. */
static bool undo_left(const struct instruction *in, uint64_t value, uint64_t other, uint64_t mine, uint64_t *left)
{
	unsigned bits = in->bits;
	uint64_t mask = bit_mask(bits);
	switch (in->op) {
	case SK_NODE_ADD:
		*left = (value - other) & mask;
		return true;
	case SK_NODE_SUB:
		*left = (value + other) & mask;
		return true;
	case SK_NODE_XOR:
		*left = value ^ other;
		return true;
	case SK_NODE_MUL:
		return undo_multiplication(value, other, bits, left);
	case SK_NODE_AND:
		*left = value | (mine & ~other);
		return !(value & ~other);
	case SK_NODE_OR:
		*left = (value & ~other) | (mine & other);
		return (value & other) == other;
	case SK_NODE_SHL:
		*left = other < bits ? value >> other : 0;
		return other < bits && (*left << other & mask) == value;
	case SK_NODE_LSHR:
	case SK_NODE_ASHR:
		*left = other < bits ? (value << other & mask) | (mine & ~(~UINT64_C(0) << other)) : 0;
		return other < bits;
	case SK_NODE_UDIV:
	case SK_NODE_SDIV:
		*left = (value * other + (other && in->op == SK_NODE_UDIV ? mine % other : 0)) & mask;
		return other != 0;
	case SK_NODE_UREM:
	case SK_NODE_SREM:
		*left = other ? (mine - mine % other + value) & mask : 0;
		return other != 0;
	default:
		return false;
	}
}

static bool undo_right(const struct instruction *in, uint64_t value, uint64_t other, uint64_t mine, uint64_t *right)
{
	switch (in->op) {
	case SK_NODE_SUB:
		*right = (other - value) & bit_mask(in->bits);
		return true;
	case SK_NODE_ADD:
	case SK_NODE_XOR:
	case SK_NODE_MUL:
	case SK_NODE_AND:
	case SK_NODE_OR:
		return undo_left(in, value, other, mine, right);
	case SK_NODE_UDIV:
		*right = value ? other / value : 0;
		return value != 0;
	case SK_NODE_SHL:
		*right = value && other && value >= other ? (uint64_t)(__builtin_ctzll(value) - __builtin_ctzll(other))
		                                          : 0;
		return *right < in->bits;
	default:
		return false;
	}
}

static bool set_left(struct inversion *inversion, const struct instruction *in, uint64_t value)
{
	uint64_t left;
	return can_change(inversion, in->left) &&
	       undo_left(in, value, now(inversion, in->right), now(inversion, in->left), &left) &&
	       set(inversion, in->left, left);
}

static bool set_right(struct inversion *inversion, const struct instruction *in, uint64_t value)
{
	uint64_t right;
	return can_change(inversion, in->right) &&
	       undo_right(in, value, now(inversion, in->left), now(inversion, in->right), &right) &&
	       set(inversion, in->right, right);
}

static bool set_arithmetic(struct inversion *inversion, const struct instruction *in, uint64_t value)
{
	bool is_bitwise = in->op == SK_NODE_AND || in->op == SK_NODE_OR;
	bool both = can_change(inversion, in->left) && can_change(inversion, in->right);
	if (is_bitwise && both && choose(inversion, 2) == 0) /* everything that is wanted, in both operands */
		return set(inversion, in->left, value) && set(inversion, in->right, value);
	if (both && choose(inversion, 2) == 1)
		return set_right(inversion, in, value) || set_left(inversion, in, value);
	return set_left(inversion, in, value) || set_right(inversion, in, value);
}

static bool set_float_arithmetic(struct inversion *inversion, const struct instruction *in, uint64_t value)
{
	double wanted = real_of_bits(value, in->bits);
	double left = real_of_bits(now(inversion, in->left), in->bits);
	double right = real_of_bits(now(inversion, in->right), in->bits);
	bool is_right = !can_change(inversion, in->left);
	switch (in->op) {
	case SK_NODE_FADD:
		wanted -= is_right ? left : right;
		break;
	case SK_NODE_FSUB:
		wanted = is_right ? left - wanted : wanted + right;
		break;
	case SK_NODE_FMUL:
		wanted /= is_right ? left : right;
		break;
	case SK_NODE_FDIV:
		wanted = is_right ? left / wanted : wanted * right;
		break;
	default:
		if (is_right)
			return false;
		break;
	}
	return set(inversion, is_right ? in->right : in->left, bits_of_real(wanted, in->bits));
}

static bool set_float_unary(struct inversion *inversion, const struct instruction *in, uint64_t value)
{
	uint64_t sign = UINT64_C(1) << (in->bits - 1);
	if (in->op == SK_NODE_FNEG)
		return set(inversion, in->left, value ^ sign);
	if (in->op == SK_NODE_FSQRT) {
		double root = real_of_bits(value, in->bits);
		return set(inversion, in->left, bits_of_real(root * root, in->bits));
	}
	return set(inversion, in->left, value);
}

static bool set_conversion(struct inversion *inversion, const struct instruction *in, uint64_t value)
{
	switch (in->op) {
	case SK_NODE_F_TO_S:
		return set(inversion, in->left, bits_of_real((double)sign_extend(value, in->bits), in->operand_bits));
	case SK_NODE_F_TO_U:
		return set(inversion, in->left, bits_of_real((double)value, in->operand_bits));
	case SK_NODE_F_TO_F:
		return set(inversion, in->left, bits_of_real(real_of_bits(value, in->bits), in->operand_bits));
	default:
		break;
	}
	double wanted = real_of_bits(value, in->bits), limit = ldexp(1, in->operand_bits - 1);
	bool is_signed = in->op == SK_NODE_S_TO_F;
	if (!(wanted >= (is_signed ? -limit : 0) && wanted < (is_signed ? limit : 2 * limit)))
		return false;
	uint64_t whole = is_signed ? (uint64_t)(int64_t)wanted : (uint64_t)wanted;
	return set(inversion, in->left, whole & bit_mask(in->operand_bits));
}

/* The attempt chooses one of the entries that fit. */
static bool set_index(struct inversion *inversion, const struct instruction *in, uint64_t value)
{
	const struct value_table *table = &inversion->program->tables[in->extra];
	unsigned matches = 0;
	for (uint32_t i = 0; i < table->n; i++)
		matches += (table->at[i] & bit_mask(in->bits)) == value;
	if (!matches)
		return false;
	unsigned wanted = choose(inversion, matches < 8 ? matches : 8);
	for (uint32_t i = 0; i < table->n; i++)
		if ((table->at[i] & bit_mask(in->bits)) == value && wanted-- == 0)
			return set(inversion, in->left, i);
	return false;
}

static bool set_choice(struct inversion *inversion, const struct instruction *in, uint64_t value)
{
	bool takes_left = now(inversion, in->extra) != 0;
	if (choose(inversion, 2) == 1)
		return set(inversion, in->extra, !takes_left) &&
		       set(inversion, takes_left ? in->right : in->left, value);
	uint32_t other = takes_left ? in->right : in->left;
	if (now(inversion, other) == value && set(inversion, in->extra, !takes_left))
		return true;
	return set(inversion, takes_left ? in->left : in->right, value);
}

/* ---- comparisons ---- */

/* Makes the slots equal, different, or ordered, by changing one of them. */
static bool set_equal(struct inversion *inversion, const struct instruction *in)
{
	bool both = can_change(inversion, in->left) && can_change(inversion, in->right);
	bool change_right = both ? choose(inversion, 2) == 1 : can_change(inversion, in->right);
	if (change_right)
		return set(inversion, in->right, now(inversion, in->left));
	return set(inversion, in->left, now(inversion, in->right));
}

static bool set_different(struct inversion *inversion, const struct instruction *in)
{
	static const uint64_t steps[] = { 1, ~UINT64_C(0), 32, 64, 2, 128, 255, 256 };
	bool change_right = !can_change(inversion, in->left);
	uint64_t value = now(inversion, change_right ? in->left : in->right);
	value += steps[choose(inversion, sizeof steps / sizeof steps[0])];
	return set(inversion, change_right ? in->right : in->left, value & bit_mask(in->operand_bits));
}

/* Moves the lower one below the upper one, or the upper one above: by as little as possible, or to
 * the end of the range. */
static bool set_order(struct inversion *inversion, uint32_t lower, uint32_t upper, const struct instruction *in,
                      bool may_be_equal)
{
	bool is_signed = in->op == SK_NODE_SLT || in->op == SK_NODE_SLE;
	unsigned bits = in->operand_bits;
	uint64_t bias = is_signed ? UINT64_C(1) << (bits - 1) : 0, mask = bit_mask(bits);
	uint64_t low = now(inversion, lower) ^ bias, high = now(inversion, upper) ^ bias;
	bool both = can_change(inversion, lower) && can_change(inversion, upper);
	bool change_upper = both ? choose(inversion, 2) == 1 : can_change(inversion, upper);
	unsigned way = choose(inversion, 3);
	uint64_t step = way == 1 ? 16 : !may_be_equal;
	if (change_upper) {
		if (low > mask - step)
			return false;
		return set(inversion, upper, (way == 2 ? mask : low + step) ^ bias);
	}
	if (high < step)
		return false;
	return set(inversion, lower, (way == 2 ? 0 : high - step) ^ bias);
}

static bool set_float_relation(struct inversion *inversion, const struct instruction *in, bool want)
{
	unsigned bits = in->operand_bits, wanted = want ? in->flags : ~in->flags & 15u;
	bool change_right = !can_change(inversion, in->left);
	uint64_t other = now(inversion, change_right ? in->left : in->right);
	if (float_is_nan(other, bits))
		return set(inversion, change_right ? in->right : in->left, 0);
	static const unsigned ways[] = { 1, 2, 4, 8 };
	uint64_t rank = float_rank(other, bits),
	         step = choose(inversion, 2) ? UINT64_C(1) << (bits == 32 ? 23 : 52) : 1;
	unsigned first = choose(inversion, 4);
	for (unsigned i = 0; i < 4; i++) {
		unsigned way = ways[(first + i) & 3] & wanted;
		if (!way)
			continue;
		bool up = (way == 2) != change_right;
		uint64_t value = way == 1 ? other : float_of_rank(up ? rank + step : rank - step, bits);
		if (way == 8)
			value = bits == 32 ? UINT64_C(0x7fc00000) : UINT64_C(0x7ff8000000000000);
		return set(inversion, change_right ? in->right : in->left, value);
	}
	return false;
}

static bool set_comparison(struct inversion *inversion, const struct instruction *in, bool want)
{
	if (in->op == SK_NODE_FCMP)
		return set_float_relation(inversion, in, want);
	if (in->op == SK_NODE_EQ || in->op == SK_NODE_NE)
		return (in->op == SK_NODE_EQ) == want ? set_equal(inversion, in) : set_different(inversion, in);
	bool may_be_equal = in->op == SK_NODE_ULE || in->op == SK_NODE_SLE;
	if (want)
		return set_order(inversion, in->left, in->right, in, may_be_equal);
	return set_order(inversion, in->right, in->left, in, !may_be_equal);
}

static bool set_instruction(struct inversion *inversion, const struct instruction *in, uint64_t value)
{
	switch (in->op) {
	case SK_NODE_EQ ... SK_NODE_SLE:
	case SK_NODE_FCMP:
		return value <= 1 && set_comparison(inversion, in, value == 1);
	case SK_NODE_ADD ... SK_NODE_XOR:
		return set_arithmetic(inversion, in, value);
	case SK_NODE_ZEXT:
		return value <= bit_mask(in->operand_bits) && set(inversion, in->left, value);
	case SK_NODE_SEXT:
		return ((uint64_t)sign_extend(value, in->operand_bits) & bit_mask(in->bits)) == value &&
		       set(inversion, in->left, value & bit_mask(in->operand_bits));
	case SK_NODE_EXTRACT: {
		uint64_t rest = now(inversion, in->left) & ~(bit_mask(in->bits) << in->extra);
		return set(inversion, in->left, rest | value << in->extra);
	}
	case SK_NODE_CONCAT:
		return set(inversion, in->left, value >> in->operand_bits) &&
		       set(inversion, in->right, value & bit_mask(in->operand_bits));
	case SK_NODE_ITE:
		return set_choice(inversion, in, value);
	case SK_NODE_TABLE:
		return set_index(inversion, in, value);
	case SK_NODE_FADD ... SK_NODE_FREM:
		return set_float_arithmetic(inversion, in, value);
	case SK_NODE_FNEG ... SK_NODE_FRINT:
		return set_float_unary(inversion, in, value);
	case SK_NODE_F_TO_S ... SK_NODE_F_TO_F:
		return set_conversion(inversion, in, value);
	default:
		return false;
	}
}

/* Changes inputs so that the slot may get this value. */
static bool set(struct inversion *inversion, uint32_t slot, uint64_t value)
{
	if (slot < inversion->program->n_inputs) {
		inversion->bytes[slot] = (uint8_t)value;
		return value <= 0xff;
	}
	if (now(inversion, slot) == value && inversion->machine->has_value[slot])
		return true;
	if (!can_change(inversion, slot) || inversion->depth == MAX_DEPTH || inversion->steps == MAX_STEPS)
		return false;
	inversion->depth++;
	inversion->steps++;
	bool is_set = set_instruction(inversion, program_instruction(inversion->program, slot), value);
	inversion->depth--;
	return is_set;
}

static bool attempt(struct query *query, const struct machine *base, unsigned number)
{
	const struct program *program = query->program;
	const struct program_wish *last = &program->wishes[0];
	struct inversion inversion = { .program = program, .machine = base, .bytes = query->answer, .choices = number };
	uint64_t value = last->value;
	memcpy(query->answer, program->run, program->n_inputs);
	if (last->is_not) {
		unsigned bits = program_bits(program, last->slot);
		value = bits == 1 ? !value : (value + (1 + choose(&inversion, 2) * 31)) & bit_mask(bits);
	}
	return set(&inversion, last->slot, value) && machine_try(&query->machine, query->answer);
}

enum finding invert(struct query *query)
{
	struct machine base;
	machine_init(&base, query->program, query->arena);
	machine_run(&base);
	query->machine.steps += base.steps;
	for (unsigned number = 0; number < MAX_ATTEMPTS; number++)
		if (attempt(query, &base, number))
			return FOUND;
	return OPEN;
}
