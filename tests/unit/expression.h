/* expression: tables of nodes made by hand, with a second definition of nodes that is as plain as
 * possible, for tests of the solver. */
#ifndef SKEP_TESTS_EXPRESSION_H
#define SKEP_TESTS_EXPRESSION_H

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/status.h"
#include "solve/solve.h"

#define MAX_TEST_NODES 4096
#define MAX_TEST_INPUTS 64

struct table_of_nodes {
	struct sk_node nodes[MAX_TEST_NODES];
	struct trace trace;
	struct sk_table tables[4];
	uint8_t table_bytes[4096];
	struct input_byte inputs[MAX_TEST_INPUTS]; /* the run */
	bool fixed[MAX_TEST_INPUTS];
	size_t n_inputs;
	uint64_t values[MAX_TEST_NODES];           /* in the run */
	bool has_value[MAX_TEST_NODES];
};

static inline void nodes_init(struct table_of_nodes *t)
{
	memset(t, 0, sizeof *t);
	t->trace = (struct trace){
		.nodes = t->nodes, .n_nodes = 1, .tables = t->tables, .table_bytes = t->table_bytes
	};
}

static inline struct known_inputs nodes_known(const struct table_of_nodes *t)
{
	return (struct known_inputs){ .at = t->inputs, .fixed = t->fixed, .n = t->n_inputs };
}

/* ---- meaning ---- */

static inline uint64_t cut(unsigned __int128 value, unsigned bits)
{
	return (uint64_t)(value & ((((unsigned __int128)1) << bits) - 1));
}

static inline __int128 as_signed(uint64_t value, unsigned bits)
{
	return value >> (bits - 1) & 1 ? (__int128)value - ((__int128)1 << bits) : (__int128)value;
}

static inline double as_double(uint64_t bits)
{
	union {
		uint64_t bits;
		double value;
	} u = { bits };
	return u.value;
}

static inline float as_float(uint64_t bits)
{
	union {
		uint32_t bits;
		float value;
	} u = { (uint32_t)bits };
	return u.value;
}

static inline uint64_t double_bits(double value)
{
	union {
		double value;
		uint64_t bits;
	} u = { value };
	return u.bits;
}

static inline uint64_t float_bits(float value)
{
	union {
		float value;
		uint32_t bits;
	} u = { value };
	return u.bits;
}

static inline bool mean_integer(const struct sk_node *node, uint64_t a, uint64_t b, uint64_t *value)
{
	unsigned bits = node->bits;
	__int128 x = as_signed(a, bits), y = as_signed(b, bits);
	bool overflows = y == -1 && x == -((__int128)1 << (bits - 1));
	switch (node->op) {
	case SK_NODE_ADD:
		*value = cut((unsigned __int128)a + b, bits);
		return true;
	case SK_NODE_SUB:
		*value = cut((unsigned __int128)a - b, bits);
		return true;
	case SK_NODE_MUL:
		*value = cut((unsigned __int128)a * b, bits);
		return true;
	case SK_NODE_UDIV:
		*value = b ? a / b : 0;
		return b != 0;
	case SK_NODE_UREM:
		*value = b ? a % b : 0;
		return b != 0;
	case SK_NODE_SDIV:
		*value = b && !overflows ? cut((unsigned __int128)(x / y), bits) : 0;
		return b && !overflows;
	case SK_NODE_SREM:
		*value = b && !overflows ? cut((unsigned __int128)(x % y), bits) : 0;
		return b && !overflows;
	case SK_NODE_SHL:
		*value = b < bits ? cut((unsigned __int128)a << b, bits) : 0;
		return true;
	case SK_NODE_LSHR:
		*value = b < bits ? a >> b : 0;
		return true;
	case SK_NODE_ASHR:
		*value = cut((unsigned __int128)(x >> (b < bits ? b : bits)), bits);
		return true;
	case SK_NODE_AND:
		*value = a & b;
		return true;
	case SK_NODE_OR:
		*value = a | b;
		return true;
	default:
		*value = a ^ b;
		return true;
	}
}

static inline bool mean_comparison(const struct sk_node *node, uint64_t a, uint64_t b)
{
	__int128 x = as_signed(a, node->extra), y = as_signed(b, node->extra);
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
		return x < y;
	default:
		return x <= y;
	}
}

static inline double mean_double(unsigned op, double a, double b)
{
	switch (op) {
	case SK_NODE_FADD:
		return a + b;
	case SK_NODE_FSUB:
		return a - b;
	case SK_NODE_FMUL:
		return a * b;
	case SK_NODE_FDIV:
		return a / b;
	case SK_NODE_FREM:
		return fmod(a, b);
	case SK_NODE_FSQRT:
		return sqrt(a);
	case SK_NODE_FFLOOR:
		return floor(a);
	case SK_NODE_FCEIL:
		return ceil(a);
	case SK_NODE_FTRUNC:
		return trunc(a);
	default:
		return nearbyint(a);
	}
}

static inline float mean_float(unsigned op, float a, float b)
{
	switch (op) {
	case SK_NODE_FADD:
		return a + b;
	case SK_NODE_FSUB:
		return a - b;
	case SK_NODE_FMUL:
		return a * b;
	case SK_NODE_FDIV:
		return a / b;
	case SK_NODE_FREM:
		return fmodf(a, b);
	case SK_NODE_FSQRT:
		return sqrtf(a);
	case SK_NODE_FFLOOR:
		return floorf(a);
	case SK_NODE_FCEIL:
		return ceilf(a);
	case SK_NODE_FTRUNC:
		return truncf(a);
	default:
		return nearbyintf(a);
	}
}

static inline uint64_t mean_any_float(const struct sk_node *node, uint64_t a, uint64_t b)
{
	uint64_t sign = UINT64_C(1) << (node->bits - 1);
	if (node->op == SK_NODE_FNEG)
		return a ^ sign;
	if (node->op == SK_NODE_FABS)
		return a & (sign - 1);
	bool is_binary = node->op <= SK_NODE_FREM;
	if (node->bits == 32 && isnan(as_float(a)))
		return a | 1u << 22;
	if (node->bits == 32 && is_binary && isnan(as_float(b)))
		return b | 1u << 22;
	if (node->bits == 64 && isnan(as_double(a)))
		return a | UINT64_C(1) << 51;
	if (node->bits == 64 && is_binary && isnan(as_double(b)))
		return b | UINT64_C(1) << 51;
	if (node->bits == 32)
		return float_bits(mean_float(node->op, as_float(a), as_float(b)));
	return double_bits(mean_double(node->op, as_double(a), as_double(b)));
}

static inline bool mean_relation(const struct sk_node *node, uint64_t left, uint64_t right)
{
	double a = node->extra == 32 ? as_float(left) : as_double(left);
	double b = node->extra == 32 ? as_float(right) : as_double(right);
	bool unordered = isnan(a) || isnan(b);
	switch (node->flags) {
	case 0:
		return false;
	case 1:
		return a == b;
	case 2:
		return a > b;
	case 3:
		return a >= b;
	case 4:
		return a < b;
	case 5:
		return a <= b;
	case 6:
		return a < b || a > b;
	case 7:
		return !unordered;
	case 8:
		return unordered;
	case 9:
		return unordered || a == b;
	case 10:
		return !(a <= b);
	case 11:
		return !(a < b);
	case 12:
		return !(a >= b);
	case 13:
		return !(a > b);
	case 14:
		return a != b;
	default:
		return true;
	}
}

static inline bool mean_conversion(const struct sk_node *node, uint64_t a, uint64_t *value)
{
	if (node->op == SK_NODE_S_TO_F || node->op == SK_NODE_U_TO_F) {
		__int128 whole = node->op == SK_NODE_S_TO_F ? as_signed(a, node->extra) : (__int128)a;
		*value = node->bits == 32 ? float_bits((float)whole) : double_bits((double)whole);
		return true;
	}
	double x = node->extra == 32 ? as_float(a) : as_double(a);
	if (node->op == SK_NODE_F_TO_F) {
		*value = node->bits == node->extra ? a : node->bits == 32 ? float_bits((float)x) : double_bits(x);
		return true;
	}
	*value = 0;
	if (isnan(x) || fabs(x) > 1e30)
		return false;
	__int128 whole = (__int128)x, one = 1;
	bool is_signed = node->op == SK_NODE_F_TO_S;
	__int128 low = is_signed ? -(one << (node->bits - 1)) : 0;
	__int128 high = is_signed ? one << (node->bits - 1) : one << node->bits;
	if (whole < low || whole >= high)
		return false;
	*value = cut((unsigned __int128)whole, node->bits);
	return true;
}

/* What a node gives for its operands, whether they have a value included. */
static inline bool mean(const struct table_of_nodes *t, const struct sk_node *node, uint64_t a, bool has_a, uint64_t b,
                        bool has_b, uint64_t c, bool has_c, uint64_t *value)
{
	*value = 0;
	if (node->op == SK_NODE_ITE) {
		*value = c ? a : b;
		return has_c && (c ? has_a : has_b);
	}
	if (!has_a || !has_b)
		return false;
	if (node->op >= SK_NODE_ADD && node->op <= SK_NODE_XOR)
		return mean_integer(node, a, b, value);
	if (node->op >= SK_NODE_FADD && node->op <= SK_NODE_FRINT)
		*value = mean_any_float(node, a, b);
	else if (node->op >= SK_NODE_F_TO_S)
		return mean_conversion(node, a, value);
	else if (node->op == SK_NODE_FCMP)
		*value = mean_relation(node, a, b);
	else if (node->op >= SK_NODE_EQ && node->op <= SK_NODE_SLE)
		*value = mean_comparison(node, a, b);
	else if (node->op == SK_NODE_ZEXT)
		*value = a;
	else if (node->op == SK_NODE_SEXT)
		*value = cut((unsigned __int128)as_signed(a, node->extra), node->bits);
	else if (node->op == SK_NODE_EXTRACT)
		*value = cut(a >> node->right_value, node->bits);
	else if (node->op == SK_NODE_CONCAT)
		*value = a << node->extra | b;
	else if (node->op == SK_NODE_TABLE) {
		const struct sk_table *table = &t->tables[node->extra];
		if (a >= table->n)
			return false;
		memcpy(value, t->table_bytes + table->offset + a * table->entry_size, table->entry_size);
		*value = cut(*value, node->bits);
	}
	return true;
}

/* All nodes for these bytes, by number as the inputs are. */
static inline void mean_all(const struct table_of_nodes *t, const uint8_t *bytes, uint64_t *values, bool *has_value)
{
	for (uint32_t i = 1; i < t->trace.n_nodes; i++) {
		const struct sk_node *node = &t->nodes[i];
		if (node->op == SK_NODE_INPUT) {
			values[i] = bytes[node->left_value];
			has_value[i] = true;
			continue;
		}
		uint32_t c = node->op == SK_NODE_ITE ? node->extra : 0;
		has_value[i] = mean(
		        t, node, node->left ? values[node->left] : node->left_value,
		        !node->left || has_value[node->left], node->right ? values[node->right] : node->right_value,
		        !node->right || has_value[node->right], c ? values[c] : 0, !c || has_value[c], &values[i]);
	}
}

/* ---- building ---- */

/* An operand: a label, or a constant. */
struct part {
	uint32_t label;
	uint64_t value;
};

static inline struct part constant(uint64_t value)
{
	return (struct part){ 0, value };
}

static inline struct part the(const struct table_of_nodes *t, uint32_t label)
{
	return (struct part){ label, t->values[label] };
}

static inline uint32_t add_node(struct table_of_nodes *t, struct sk_node node)
{
	uint32_t label = t->trace.n_nodes++;
	INVARIANT(label < MAX_TEST_NODES);
	t->nodes[label] = node;
	uint32_t c = node.op == SK_NODE_ITE ? node.extra : 0;
	t->has_value[label] = mean(t, &node, node.left_value, !node.left || t->has_value[node.left], node.right_value,
	                           !node.right || t->has_value[node.right], c ? t->values[c] : 0, !c || t->has_value[c],
	                           &t->values[label]);
	return label;
}

/* Byte number n_inputs of step 0. */
static inline uint32_t add_input(struct table_of_nodes *t, uint8_t value)
{
	uint32_t label = t->trace.n_nodes++, offset = (uint32_t)t->n_inputs;
	INVARIANT(offset < MAX_TEST_INPUTS && label < MAX_TEST_NODES);
	t->nodes[label] = (struct sk_node){
		.op = SK_NODE_INPUT, .bits = 8, .left_value = offset, .right_value = value
	};
	t->inputs[t->n_inputs++] = (struct input_byte){ .offset = offset, .value = value };
	t->values[label] = value;
	t->has_value[label] = true;
	return label;
}

static inline uint32_t add_op(struct table_of_nodes *t, unsigned op, unsigned bits, unsigned extra, struct part left,
                              struct part right)
{
	return add_node(t, (struct sk_node){ .op = (uint8_t)op,
	                                     .bits = (uint16_t)bits,
	                                     .extra = extra,
	                                     .left = left.label,
	                                     .left_value = left.value,
	                                     .right = right.label,
	                                     .right_value = right.value });
}

static inline uint32_t add_relation(struct table_of_nodes *t, unsigned predicate, unsigned bits, struct part left,
                                    struct part right)
{
	return add_node(t, (struct sk_node){ .op = SK_NODE_FCMP,
	                                     .flags = (uint8_t)predicate,
	                                     .bits = 1,
	                                     .extra = bits,
	                                     .left = left.label,
	                                     .left_value = left.value,
	                                     .right = right.label,
	                                     .right_value = right.value });
}

/* A number of n new bytes, lowest first, as a little-endian load gives it. */
static inline uint32_t add_number(struct table_of_nodes *t, unsigned n, uint64_t value)
{
	uint32_t bytes[8];
	for (unsigned i = 0; i < n; i++)
		bytes[i] = add_input(t, (uint8_t)(value >> 8 * i));
	uint32_t whole = bytes[0];
	for (unsigned i = 1; i < n; i++)
		whole = add_op(t, SK_NODE_CONCAT, 8 * (i + 1), 8 * i, the(t, bytes[i]), the(t, whole));
	return whole;
}

static inline uint32_t add_table(struct table_of_nodes *t, unsigned entry_size, const uint64_t *entries, uint32_t n)
{
	uint32_t number = t->trace.n_tables++, offset = 0;
	for (uint32_t i = 0; i < number; i++)
		offset = t->tables[i].offset + t->tables[i].n * t->tables[i].entry_size;
	INVARIANT(number < 4 && offset + n * entry_size <= sizeof t->table_bytes);
	t->tables[number] = (struct sk_table){ .offset = offset, .n = n, .entry_size = entry_size };
	for (uint32_t i = 0; i < n; i++)
		memcpy(t->table_bytes + offset + i * entry_size, &entries[i], entry_size);
	return number;
}

#endif
