/* labels_nodes: the table of expressions.
 *
 * Nodes are in shared memory, where the engine reads them. Data that only the runtime needs
 * (values, the hash table, notes) is beside it. Equal nodes are found by hashing. Emptying the
 * table takes no time. */
#include "labels_table.h"

#include <math.h>
#include <string.h>

struct known __skep_known[SK_MAX_NODES];
struct node_table __skep_table = { .n_nodes = 1 };

void __skep_nodes_reset(void)
{
	__skep_table.n_room = SK_MAX_NODES;
	__skep_table.n_nodes = 1;
	__skep_symbolic->n_nodes = 1;
}

void __skep_nodes_stop(void)
{
	__skep_table.n_room = 0;
}

SLOW_PATH void __skep_nodes_full(void)
{
	if (__skep_table.n_nodes == SK_MAX_NODES)
		__skep_full(SK_FULL_NODES);
}

static bool is_like(uint32_t place, const struct words *words, uint32_t sum)
{
	if ((place ^ node_tag(sum)) >= __skep_table.n_nodes)
		return false;
	struct words other = words_of(node_of(place & PLACE_LABEL));
	return memcmp(words, &other, sizeof other) == 0;
}

SLOW_PATH uint32_t __skep_nodes_find(uint64_t first, uint64_t second, uint64_t third, uint64_t fourth)
{
	struct words words = { { first, second, third, fourth } };
	uint32_t sum = node_hash(&words);
	uint64_t places = *node_set(&words, sum);
	if (is_like((uint32_t)places, &words, sum))
		return (uint32_t)places & PLACE_LABEL;
	if (is_like((uint32_t)(places >> 32), &words, sum))
		return (uint32_t)(places >> 32) & PLACE_LABEL;
	return 0;
}

struct term __skep_node(uint64_t shape, struct term left, struct term right, uint64_t value)
{
	return node_here(shape, left, right, value);
}

/* ---- values ---- */

/* An operation with its operands. */
struct operation {
	unsigned op, flags, bits, extra;
	uint64_t left_value, right_value;
};

static double as_double(uint64_t value, unsigned bits)
{
	if (bits == 32) {
		uint32_t low = (uint32_t)value;
		float real;
		memcpy(&real, &low, sizeof real);
		return (double)real;
	}
	double real;
	memcpy(&real, &value, sizeof real);
	return real;
}

static uint64_t float_bits(float real)
{
	uint32_t bits;
	memcpy(&bits, &real, sizeof bits);
	return bits;
}

static uint64_t double_bits(double real)
{
	uint64_t bits;
	memcpy(&bits, &real, sizeof bits);
	return bits;
}

static uint64_t as_bits(double real, unsigned bits)
{
	return bits == 32 ? float_bits((float)real) : double_bits(real);
}

/* Computes in the operands' own format, because two roundings could differ from one. */
static bool compute_real_binary(const struct operation *node, uint64_t *value)
{
	double a = as_double(node->left_value, node->bits), b = as_double(node->right_value, node->bits);
	float fa = (float)a, fb = (float)b;
	bool is_float = node->bits == 32;
	switch (node->op) {
	case SK_NODE_FADD:
		*value = is_float ? float_bits(fa + fb) : double_bits(a + b);
		return true;
	case SK_NODE_FSUB:
		*value = is_float ? float_bits(fa - fb) : double_bits(a - b);
		return true;
	case SK_NODE_FMUL:
		*value = is_float ? float_bits(fa * fb) : double_bits(a * b);
		return true;
	case SK_NODE_FDIV:
		*value = is_float ? float_bits(fa / fb) : double_bits(a / b);
		return true;
	default:
		*value = is_float ? float_bits(fmodf(fa, fb)) : double_bits(fmod(a, b));
		return true;
	}
}

static bool compute_real_unary(const struct operation *node, uint64_t *value)
{
	double a = as_double(node->left_value, node->bits);
	uint64_t sign = UINT64_C(1) << (node->bits - 1);
	switch (node->op) {
	case SK_NODE_FNEG:
		*value = node->left_value ^ sign;
		return true;
	case SK_NODE_FABS:
		*value = node->left_value & ~sign;
		return true;
	case SK_NODE_FSQRT:
		*value = node->bits == 32 ? float_bits(sqrtf((float)a)) : double_bits(sqrt(a));
		return true;
	case SK_NODE_FFLOOR:
		*value = as_bits(floor(a), node->bits);
		return true;
	case SK_NODE_FCEIL:
		*value = as_bits(ceil(a), node->bits);
		return true;
	case SK_NODE_FTRUNC:
		*value = as_bits(trunc(a), node->bits);
		return true;
	default:
		*value = as_bits(rint(a), node->bits);
		return true;
	}
}

static bool compute_conversion(const struct operation *node, uint64_t *value)
{
	unsigned from = node->extra;
	double real = as_double(node->left_value, from);
	int64_t number = (int64_t)sign_extended(node->left_value, from);
	double limit = ldexp(1, node->op == SK_NODE_F_TO_S ? node->bits - 1 : node->bits);
	switch (node->op) {
	case SK_NODE_F_TO_S:
		if (!(trunc(real) >= -limit && trunc(real) < limit))
			return false;
		*value = low_bits((uint64_t)(int64_t)real, node->bits);
		return true;
	case SK_NODE_F_TO_U:
		if (!(trunc(real) >= 0 && trunc(real) < limit))
			return false;
		*value = (uint64_t)real;
		return true;
	case SK_NODE_S_TO_F:
		*value = node->bits == 32 ? float_bits((float)number) : double_bits((double)number);
		return true;
	case SK_NODE_U_TO_F:
		*value = node->bits == 32 ? float_bits((float)node->left_value) : double_bits((double)node->left_value);
		return true;
	default:
		*value = as_bits(real, node->bits);
		return true;
	}
}

static bool compute_compare_real(const struct operation *node, uint64_t *value)
{
	double a = as_double(node->left_value, node->extra), b = as_double(node->right_value, node->extra);
	/* Bit 0 equal, bit 1 greater, bit 2 less, bit 3 unordered, like LLVM's predicates. */
	unsigned relation = isunordered(a, b) ? 8 : a == b ? 1 : a > b ? 2 : 4;
	*value = (node->flags & relation) != 0;
	return true;
}

static bool compute_division(const struct operation *node, uint64_t *value)
{
	uint64_t a = node->left_value, b = node->right_value;
	int64_t sa = (int64_t)sign_extended(a, node->bits), sb = (int64_t)sign_extended(b, node->bits);
	bool is_signed = node->op == SK_NODE_SDIV || node->op == SK_NODE_SREM;
	if (!b || (is_signed && sb == -1 && low_bits((uint64_t)sa << 1, node->bits) == 0 && sa != 0))
		return false;
	if (node->op == SK_NODE_UDIV)
		*value = a / b;
	else if (node->op == SK_NODE_UREM)
		*value = a % b;
	else if (sb == -1)
		*value = node->op == SK_NODE_SDIV ? 0 - (uint64_t)sa : 0;
	else
		*value = (uint64_t)(node->op == SK_NODE_SDIV ? sa / sb : sa % sb);
	*value = low_bits(*value, node->bits);
	return true;
}

static uint64_t compute_shift(const struct operation *node)
{
	uint64_t a = node->left_value, by = node->right_value;
	int64_t sa = (int64_t)sign_extended(a, node->bits);
	if (node->op == SK_NODE_ASHR)
		return low_bits((uint64_t)(sa >> (by < node->bits ? by : node->bits - 1u)), node->bits);
	if (by >= node->bits)
		return 0;
	return node->op == SK_NODE_SHL ? low_bits(a << by, node->bits) : a >> by;
}

static uint64_t compute_compare(const struct operation *node)
{
	uint64_t a = node->left_value, b = node->right_value;
	int64_t sa = (int64_t)sign_extended(a, node->extra), sb = (int64_t)sign_extended(b, node->extra);
	switch (node->op) {
	case SK_NODE_EQ:
		return a == b;
	case SK_NODE_NE:
		return a != b;
	case SK_NODE_ULT:
		return a < b;
	case SK_NODE_ULE:
		return a <= b;
	case SK_NODE_SLT:
		return sa < sb;
	default:
		return sa <= sb;
	}
}

bool __skep_compute(uint64_t shape, uint64_t a, uint64_t b, uint64_t *value)
{
	const struct operation all = {
		shape & 0xff, shape >> 8 & 0xff, shape >> 16 & 0xffff, (uint32_t)(shape >> 32), a, b
	};
	const struct operation *node = &all;
	switch ((enum sk_node_op)node->op) {
	case SK_NODE_MUL:
		*value = low_bits(a * b, node->bits);
		return true;
	case SK_NODE_UDIV ... SK_NODE_SREM:
		return compute_division(node, value);
	case SK_NODE_SHL ... SK_NODE_ASHR:
		*value = compute_shift(node);
		return true;
	case SK_NODE_EQ ... SK_NODE_SLE:
		*value = compute_compare(node);
		return true;
	case SK_NODE_FADD ... SK_NODE_FREM:
		return compute_real_binary(node, value);
	case SK_NODE_FNEG ... SK_NODE_FRINT:
		return compute_real_unary(node, value);
	case SK_NODE_FCMP:
		return compute_compare_real(node, value);
	case SK_NODE_F_TO_S ... SK_NODE_F_TO_F:
		return compute_conversion(node, value);
	default:
		return false;
	}
}
