/* labels_terms: access to terms, and making of nodes, for the files that simplify.
 *
 * make() is inlined wherever it is used, so that the operation is a constant there: a processor
 * predicts badly which operation comes next in a run, and a choice that the compiler made needs no
 * prediction. */
#ifndef SKEP_RT_LABELS_TERMS_H
#define SKEP_RT_LABELS_TERMS_H

#include "labels_table.h"

static inline bool is(struct term a, enum sk_node_op op)
{
	return a.label && __skep_known[a.label].op == op;
}

static inline struct term left_of(struct term a)
{
	const struct sk_node *node = node_of(a.label);
	return (struct term){ node->left, node->left_value };
}

static inline struct term right_of(struct term a)
{
	const struct sk_node *node = node_of(a.label);
	return (struct term){ node->right, node->right_value };
}

static inline bool is_constant(struct term a, uint64_t value)
{
	return !a.label && a.value == value;
}

static inline bool same_term(struct term a, struct term b)
{
	return a.label == b.label && a.value == b.value;
}

static inline uint64_t all_ones(unsigned bits)
{
	return low_bits(UINT64_MAX, bits);
}

/* The value of an operation; false if it has none. The frequent operations are computed here. */
INLINE_ALWAYS bool value_of(uint64_t shape, struct term a, struct term b, uint64_t *value)
{
	unsigned bits = shape >> 16 & 0xffff, from = (unsigned)(shape >> 32);
	switch (shape & 0xff) {
	case SK_NODE_ADD:
		*value = low_bits(a.value + b.value, bits);
		break;
	case SK_NODE_SUB:
		*value = low_bits(a.value - b.value, bits);
		break;
	case SK_NODE_MUL:
		*value = low_bits(a.value * b.value, bits);
		break;
	case SK_NODE_AND:
		*value = a.value & b.value;
		break;
	case SK_NODE_OR:
		*value = a.value | b.value;
		break;
	case SK_NODE_XOR:
		*value = a.value ^ b.value;
		break;
	case SK_NODE_EQ:
		*value = a.value == b.value;
		break;
	case SK_NODE_NE:
		*value = a.value != b.value;
		break;
	case SK_NODE_ULT:
		*value = a.value < b.value;
		break;
	case SK_NODE_ULE:
		*value = a.value <= b.value;
		break;
	case SK_NODE_SLT:
		*value = (int64_t)sign_extended(a.value, from) < (int64_t)sign_extended(b.value, from);
		break;
	case SK_NODE_SLE:
		*value = (int64_t)sign_extended(a.value, from) <= (int64_t)sign_extended(b.value, from);
		break;
	case SK_NODE_EXTRACT:
		*value = low_bits(a.value >> b.value, bits);
		break;
	case SK_NODE_CONCAT:
		*value = a.value << from | b.value;
		break;
	default:
		return __skep_compute(shape, a.value, b.value, value);
	}
	return true;
}

/* The operation as a node of its own, or a constant. */
INLINE_ALWAYS struct term make(uint64_t shape, struct term a, struct term b)
{
	uint64_t value = 0;
	/* An operation without a value in this run stops the run, so nobody uses the label. */
	if (!value_of(shape, a, b, &value))
		return constant(value);
	return a.label || b.label ? __skep_node(shape, a, b, value) : constant(value);
}

/* Makes a node, without a call, for terms of which one has a label and whose operation has a value. */
INLINE_ALWAYS uint32_t make_here(uint64_t shape, struct term a, struct term b)
{
	uint64_t value = 0;
	value_of(shape, a, b, &value);
	return node_here(shape, a, b, value).label;
}

INLINE_ALWAYS struct term make_binary(enum sk_node_op op, struct term a, struct term b, unsigned bits)
{
	return make(node_shape(op, 0, bits, 0), a, b);
}

INLINE_ALWAYS struct term make_compare(enum sk_node_op op, struct term a, struct term b, unsigned bits)
{
	return make(node_shape(op, 0, 1, bits), a, b);
}

/* For a term x + c: returns x, and c in *offset. */
static inline struct term without_offset(struct term a, uint64_t *offset)
{
	*offset = 0;
	if (!is(a, SK_NODE_ADD) || node_of(a.label)->right)
		return a;
	*offset = node_of(a.label)->right_value;
	return left_of(a);
}

#endif
