/* evaluate: the value of an instruction, exactly as on the machine that ran it.
 *
 * Integers are bit patterns of up to 64 bits, zero above their width. Floats are computed as float
 * or double, because the same hardware gives the same bits. Operations that C leaves undefined have
 * no value (division by zero, a float that no integer holds, an index outside of a table). The
 * exception is a shift past the width, which leaves only the sign, as in the runtime. */
#include "solve/program.h"

#include <math.h>
#include <string.h>

#include "solve/float_bits.h"

bool instruction_is_partial(const struct instruction *in)
{
	switch (in->op) {
	case SK_NODE_ADD:
	case SK_NODE_SUB:
	case SK_NODE_MUL:
		return in->flags & IN_RANGE;
	case SK_NODE_NONE:
	case SK_NODE_UDIV:
	case SK_NODE_SDIV:
	case SK_NODE_UREM:
	case SK_NODE_SREM:
	case SK_NODE_TABLE:
	case SK_NODE_F_TO_S:
	case SK_NODE_F_TO_U:
		return true;
	default:
		return false;
	}
}

static bool divide(const struct instruction *in, uint64_t left, uint64_t right, uint64_t *value)
{
	if (!right)
		return false;
	if (in->op == SK_NODE_UDIV || in->op == SK_NODE_UREM) {
		*value = in->op == SK_NODE_UDIV ? left / right : left % right;
		return true;
	}
	int64_t a = sign_extend(left, in->bits), b = sign_extend(right, in->bits);
	if (b == -1 && left == UINT64_C(1) << (in->bits - 1))
		return false;
	*value = (uint64_t)(in->op == SK_NODE_SDIV ? a / b : a % b) & bit_mask(in->bits);
	return true;
}

static uint64_t shift(const struct instruction *in, uint64_t left, uint64_t right)
{
	bool is_past = right >= in->bits;
	if (in->op == SK_NODE_SHL)
		return is_past ? 0 : left << right & bit_mask(in->bits);
	if (in->op == SK_NODE_LSHR)
		return is_past ? 0 : left >> right;
	return (uint64_t)(sign_extend(left, in->bits) >> (is_past ? 63 : right)) & bit_mask(in->bits);
}

static bool compare_floats(unsigned predicate, double a, double b)
{
	unsigned relation = a == b ? 1 : a > b ? 2 : a < b ? 4 : 8;
	return (predicate & relation) != 0;
}

/* Of two NaNs the hardware returns the left one; a compiler may swap operands. */
static bool nan_operand(unsigned bits, uint64_t left, uint64_t right, uint64_t *value)
{
	uint64_t infinity = bits == 32 ? UINT64_C(0x7f800000) : UINT64_C(0x7ff0000000000000);
	uint64_t quiet = UINT64_C(1) << (bits == 32 ? 22 : 51), magnitude = bit_mask(bits - 1);
	if ((left & magnitude) > infinity)
		*value = left | quiet;
	else if ((right & magnitude) > infinity)
		*value = right | quiet;
	else
		return false;
	return true;
}

static uint64_t float_binary(const struct instruction *in, uint64_t left, uint64_t right)
{
	uint64_t nan;
	if (nan_operand(in->bits, left, right, &nan))
		return nan;
	if (in->bits == 32) {
		float a = float_of_bits(left), b = float_of_bits(right);
		switch (in->op) {
		case SK_NODE_FADD:
			return bits_of_float(a + b);
		case SK_NODE_FSUB:
			return bits_of_float(a - b);
		case SK_NODE_FMUL:
			return bits_of_float(a * b);
		case SK_NODE_FDIV:
			return bits_of_float(a / b);
		default:
			return bits_of_float(fmodf(a, b));
		}
	}
	double a = double_of_bits(left), b = double_of_bits(right);
	switch (in->op) {
	case SK_NODE_FADD:
		return bits_of_double(a + b);
	case SK_NODE_FSUB:
		return bits_of_double(a - b);
	case SK_NODE_FMUL:
		return bits_of_double(a * b);
	case SK_NODE_FDIV:
		return bits_of_double(a / b);
	default:
		return bits_of_double(fmod(a, b));
	}
}

/* Floats of 32 bits are rounded as doubles, which is exact except for the square root. */
static uint64_t float_unary(const struct instruction *in, uint64_t left)
{
	uint64_t sign = UINT64_C(1) << (in->bits - 1);
	if (in->op == SK_NODE_FNEG)
		return left ^ sign;
	if (in->op == SK_NODE_FABS)
		return left & ~sign;
	uint64_t nan;
	if (nan_operand(in->bits, left, left, &nan))
		return nan;
	if (in->op == SK_NODE_FSQRT)
		return in->bits == 32 ? bits_of_float(sqrtf(float_of_bits(left)))
		                      : bits_of_double(sqrt(double_of_bits(left)));
	double value = real_of_bits(left, in->bits);
	switch (in->op) {
	case SK_NODE_FFLOOR:
		value = floor(value);
		break;
	case SK_NODE_FCEIL:
		value = ceil(value);
		break;
	case SK_NODE_FTRUNC:
		value = trunc(value);
		break;
	default:
		value = rint(value);
		break;
	}
	return in->bits == 32 ? bits_of_float((float)value) : bits_of_double(value);
}

static bool float_to_integer(const struct instruction *in, uint64_t left, uint64_t *value)
{
	double whole = trunc(real_of_bits(left, in->operand_bits));
	if (in->op == SK_NODE_F_TO_S) {
		double limit = ldexp(1, in->bits - 1);
		if (!(whole >= -limit && whole < limit))
			return false;
		*value = (uint64_t)(int64_t)whole & bit_mask(in->bits);
		return true;
	}
	if (!(whole >= 0 && whole < ldexp(1, in->bits)))
		return false;
	*value = (uint64_t)whole;
	return true;
}

static uint64_t integer_to_float(const struct instruction *in, uint64_t left)
{
	if (in->op == SK_NODE_S_TO_F) {
		int64_t whole = sign_extend(left, in->operand_bits);
		return in->bits == 32 ? bits_of_float((float)whole) : bits_of_double((double)whole);
	}
	return in->bits == 32 ? bits_of_float((float)left) : bits_of_double((double)left);
}

static uint64_t float_to_float(const struct instruction *in, uint64_t left)
{
	if (in->operand_bits == in->bits)
		return left;
	return in->bits == 32 ? bits_of_float((float)double_of_bits(left))
	                      : bits_of_double((double)float_of_bits(left));
}

/* Computes divisions, shifts, tables and floats. */
static bool compute_rare(const struct instruction *in, uint64_t left, uint64_t right, const struct value_table *tables,
                         uint64_t *value)
{
	switch (in->op) {
	case SK_NODE_UDIV ... SK_NODE_SREM:
		return divide(in, left, right, value);
	case SK_NODE_SHL ... SK_NODE_ASHR:
		*value = shift(in, left, right);
		return true;
	case SK_NODE_TABLE:
		if (left >= tables[in->extra].n)
			return false;
		*value = tables[in->extra].at[left] & bit_mask(in->bits);
		return true;
	case SK_NODE_FADD ... SK_NODE_FREM:
		*value = float_binary(in, left, right);
		return true;
	case SK_NODE_FNEG ... SK_NODE_FRINT:
		*value = float_unary(in, left);
		return true;
	case SK_NODE_FCMP:
		*value = compare_floats(in->flags, real_of_bits(left, in->operand_bits),
		                        real_of_bits(right, in->operand_bits));
		return true;
	case SK_NODE_F_TO_S:
	case SK_NODE_F_TO_U:
		return float_to_integer(in, left, value);
	case SK_NODE_S_TO_F:
	case SK_NODE_U_TO_F:
		*value = integer_to_float(in, left);
		return true;
	case SK_NODE_F_TO_F:
		*value = float_to_float(in, left);
		return true;
	default:
		return false;
	}
}

/* Computes the operations of nearly all nodes, which always have a value. */
static inline bool compute_common(const struct instruction *in, uint64_t left, uint64_t right, uint64_t condition,
                                  uint64_t *value)
{
	switch (in->op) {
	case SK_NODE_ADD:
		*value = (left + right) & bit_mask(in->bits);
		return true;
	case SK_NODE_SUB:
		*value = (left - right) & bit_mask(in->bits);
		return true;
	case SK_NODE_MUL:
		*value = (left * right) & bit_mask(in->bits);
		return true;
	case SK_NODE_AND:
		*value = left & right;
		return true;
	case SK_NODE_OR:
		*value = left | right;
		return true;
	case SK_NODE_XOR:
		*value = left ^ right;
		return true;
	case SK_NODE_ZEXT:
		*value = left;
		return true;
	case SK_NODE_SEXT:
		*value = (uint64_t)sign_extend(left, in->operand_bits) & bit_mask(in->bits);
		return true;
	case SK_NODE_EXTRACT:
		*value = left >> in->extra & bit_mask(in->bits);
		return true;
	case SK_NODE_CONCAT:
		*value = left << in->operand_bits | right;
		return true;
	case SK_NODE_ITE:
		*value = condition ? left : right;
		return true;
	default:
		return false;
	}
}

static inline bool compute_comparison(const struct instruction *in, uint64_t left, uint64_t right)
{
	switch (in->op) {
	case SK_NODE_EQ:
		return left == right;
	case SK_NODE_NE:
		return left != right;
	case SK_NODE_ULT:
		return left < right;
	case SK_NODE_ULE:
		return left <= right;
	case SK_NODE_SLT:
		return sign_extend(left, in->operand_bits) < sign_extend(right, in->operand_bits);
	default:
		return sign_extend(left, in->operand_bits) <= sign_extend(right, in->operand_bits);
	}
}

/* The operation overflows as one of signed numbers. */
static bool overflows(const struct instruction *in, uint64_t left, uint64_t right)
{
	int64_t a = sign_extend(left, in->bits), b = sign_extend(right, in->bits), c;
	bool over = in->op == SK_NODE_ADD   ? __builtin_add_overflow(a, b, &c)
	            : in->op == SK_NODE_SUB ? __builtin_sub_overflow(a, b, &c)
	                                    : __builtin_mul_overflow(a, b, &c);
	return over || sign_extend((uint64_t)c & bit_mask(in->bits), in->bits) != c;
}

static inline bool compute(const struct instruction *in, uint64_t left, uint64_t right, uint64_t condition,
                           const struct value_table *tables, uint64_t *value)
{
	if (in->op >= SK_NODE_EQ && in->op <= SK_NODE_SLE) {
		*value = compute_comparison(in, left, right);
		return true;
	}
	if (in->op <= SK_NODE_MUL && in->flags & IN_RANGE && overflows(in, left, right))
		return false;
	return compute_common(in, left, right, condition, value) || compute_rare(in, left, right, tables, value);
}

bool instruction_compute(const struct instruction *in, uint64_t left, uint64_t right, uint64_t condition,
                         const struct value_table *tables, uint64_t *value)
{
	return compute(in, left, right, condition, tables, value);
}

/* ---- machines ---- */

void machine_init(struct machine *machine, const struct program *program, struct arena *arena)
{
	*machine = (struct machine){ .program = program,
		                     .values = ARENA_ARRAY(arena, uint64_t, program->n_slots + 1),
		                     .has_value = ARENA_ARRAY(arena, uint8_t, program->n_slots + 1) };
	memset(machine->has_value, 1, program->n_slots + 1);
	machine_set(machine, program->run);
	for (uint32_t i = 0; i < program->n_constants; i++)
		machine->values[program->n_inputs + i] = program->constants[i];
}

void machine_set(struct machine *machine, const uint8_t *bytes)
{
	for (uint32_t i = 0; i < machine->program->n_inputs; i++)
		machine->values[i] = bytes[i];
}

/* Of a choice, only the arm that it takes must have a value. */
static bool operands_have_values(const struct machine *machine, const struct instruction *in)
{
	const uint8_t *has = machine->has_value;
	if (in->op != SK_NODE_ITE)
		return has[in->left] && has[in->right];
	return has[in->extra] && has[machine->values[in->extra] ? in->left : in->right];
}

static inline void run_slot(struct machine *machine, uint32_t slot)
{
	const struct program *program = machine->program;
	const struct instruction *in = &program->code[slot - program->first_code];
	uint64_t *values = machine->values;
	uint64_t condition = in->op == SK_NODE_ITE ? values[in->extra] : 0;
	if (program->is_partial && !operands_have_values(machine, in))
		machine->has_value[slot] = 0;
	else
		machine->has_value[slot] = compute(in, values[in->left], values[in->right], condition, program->tables,
		                                   &values[slot]);
}

void machine_run(struct machine *machine)
{
	const struct program *program = machine->program;
	for (uint32_t slot = program->first_code; slot < program->n_slots; slot++)
		run_slot(machine, slot);
	machine->steps += program->n_code + 1;
}

void machine_run_some(struct machine *machine, const uint32_t *slots, size_t n)
{
	for (size_t i = 0; i < n; i++)
		run_slot(machine, slots[i]);
	machine->steps += n + 1;
}

bool machine_wish_holds(const struct machine *machine, const struct program_wish *wish)
{
	return machine->has_value[wish->slot] && (machine->values[wish->slot] == wish->value) != wish->is_not;
}

bool machine_all_hold(const struct machine *machine)
{
	const struct program *program = machine->program;
	for (uint32_t i = 0; i < program->n_wishes; i++)
		if (!machine_wish_holds(machine, &program->wishes[i]))
			return false;
	return true;
}

bool machine_try(struct machine *machine, const uint8_t *bytes)
{
	machine_set(machine, bytes);
	machine_run(machine);
	return machine_all_hold(machine);
}
