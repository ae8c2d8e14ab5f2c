/* labels_compare: chooses the node for a comparison. labels_simplify.c has rules of the same kind
 * for other operations. */
#include "labels_terms.h"

static bool same_block(struct term a, struct term b)
{
	return is(a, SK_NODE_POINTER) && is(b, SK_NODE_POINTER) && node_of(a.label)->extra == node_of(b.label)->extra;
}

INLINE_ALWAYS bool is_equality(enum sk_node_op op)
{
	return op == SK_NODE_EQ || op == SK_NODE_NE;
}

INLINE_ALWAYS enum sk_node_op without_sign(enum sk_node_op op)
{
	return op == SK_NODE_SLT ? SK_NODE_ULT : op == SK_NODE_SLE ? SK_NODE_ULE : op;
}

struct term __skep_not(struct term a)
{
	if (!a.label)
		return constant(!a.value);
	const struct sk_node *node = node_of(a.label);
	struct term left = left_of(a), right = right_of(a);
	switch (node->op) {
	case SK_NODE_EQ:
		return make_compare(SK_NODE_NE, left, right, node->extra);
	case SK_NODE_NE:
		return make_compare(SK_NODE_EQ, left, right, node->extra);
	case SK_NODE_ULT:
		return make_compare(SK_NODE_ULE, right, left, node->extra);
	case SK_NODE_ULE:
		return make_compare(SK_NODE_ULT, right, left, node->extra);
	case SK_NODE_SLT:
		return make_compare(SK_NODE_SLE, right, left, node->extra);
	case SK_NODE_SLE:
		return make_compare(SK_NODE_SLT, right, left, node->extra);
	case SK_NODE_FCMP:
		return __skep_compare_real(node->flags ^ 15u, left, right, node->extra);
	case SK_NODE_XOR:
		if (is_constant(right, 1))
			return left;
		break;
	default:
		break;
	}
	return make_binary(SK_NODE_XOR, a, constant(1), 1);
}

/* The operand with the width of the inner value: the inner value of an extension, or a constant in
 * its range; false if it is neither. */
static bool narrow_operand(struct term a, enum sk_node_op extension, unsigned inner, unsigned bits, struct term *narrow)
{
	if (is(a, extension) && node_of(a.label)->extra == inner) {
		*narrow = left_of(a);
		return true;
	}
	uint64_t low = low_bits(a.value, inner);
	*narrow = constant(low);
	return !a.label && a.value == (extension == SK_NODE_ZEXT ? low : low_bits(sign_extended(low, inner), bits));
}

static bool narrow(enum sk_node_op op, struct term a, struct term b, unsigned bits, struct term *result)
{
	struct term x, y, any = is(a, SK_NODE_ZEXT) || is(a, SK_NODE_SEXT) ? a : b;
	if (!is(any, SK_NODE_ZEXT) && !is(any, SK_NODE_SEXT))
		return false;
	enum sk_node_op extension = node_of(any.label)->op;
	unsigned inner = node_of(any.label)->extra;
	if (narrow_operand(a, extension, inner, bits, &x) && narrow_operand(b, extension, inner, bits, &y)) {
		/* A value that is extended with zeroes is never negative. */
		*result = __skep_compare_term(extension == SK_NODE_ZEXT ? without_sign(op) : op, x, y, inner);
		return true;
	}
	/* If the constant is outside the range of the inner value, the outcome is always the same. */
	bool outside = (!a.label || !b.label) && (extension == SK_NODE_ZEXT || is_equality(op));
	if (!outside)
		return false;
	uint64_t value = 0;
	__skep_compute(node_shape(op, 0, 1, bits), a.value, b.value, &value);
	*result = constant(value);
	return true;
}

/* An equality with a constant, after an operation that can be inverted. */
static bool undo(enum sk_node_op op, struct term a, uint64_t value, unsigned bits, struct term *result)
{
	const struct sk_node *node = node_of(a.label);
	struct term left = left_of(a), right = right_of(a);
	if (bits == 1) {
		*result = (op == SK_NODE_EQ) == (value == 1) ? a : __skep_not(a);
		return true;
	}
	switch (node->op) {
	case SK_NODE_ADD:
		if (right.label)
			return false;
		*result = __skep_compare_term(op, left, constant(low_bits(value - right.value, bits)), bits);
		return true;
	case SK_NODE_XOR:
		if (right.label)
			return false;
		*result = __skep_compare_term(op, left, constant(value ^ right.value), bits);
		return true;
	case SK_NODE_SUB:
		if (value)
			return false;
		*result = __skep_compare_term(op, left, right, bits);
		return true;
	case SK_NODE_ITE:
		if (left.label || right.label || left.value == right.value ||
		    (value != left.value && value != right.value))
			return false;
		/* The condition of the choice has the outcome of the arm that this run took. */
		*result = (struct term){ node->extra, label_value(node->extra) };
		if ((op == SK_NODE_EQ) != (value == left.value))
			*result = __skep_not(*result);
		return true;
	default:
		return false;
	}
}

/* Unsigned comparisons with 0 or 1 are equalities. */
static bool near_zero(enum sk_node_op op, struct term a, struct term b, unsigned bits, struct term *result)
{
	if ((op == SK_NODE_ULT && is_constant(b, 1)) || (op == SK_NODE_ULE && is_constant(b, 0)))
		*result = __skep_compare_term(SK_NODE_EQ, a, constant(0), bits);
	else if ((op == SK_NODE_ULT && is_constant(a, 0)) || (op == SK_NODE_ULE && is_constant(a, 1)))
		*result = __skep_compare_term(SK_NODE_NE, b, constant(0), bits);
	else if ((op == SK_NODE_ULT && is_constant(b, 0)) || (op == SK_NODE_ULE && is_constant(a, 0)))
		*result = constant(op == SK_NODE_ULE);
	else
		return false;
	return true;
}

/* The usual comparisons: of a value (mostly a widened byte) with a number, and of two values, or
 * one value and a number, by order, if no rule below applies. */
#define OP(name) (UINT64_C(1) << SK_NODE_##name)
_Static_assert(SK_NODE_N_OPS <= 64, "a set of operations is one number");

/* Operations that the rules for orders, and for equalities of two values, look through; then those
 * for equalities with a number. */
#define SEEN_THROUGH (OP(ZEXT) | OP(SEXT) | OP(POINTER))
#define UNDONE (SEEN_THROUGH | OP(ADD) | OP(SUB) | OP(XOR) | OP(ITE))

/* The label's node is one of these operations; false for label 0. */
INLINE_ALWAYS bool is_among(uint64_t ops, uint32_t label)
{
	return ops >> __skep_known[label].op & 1;
}

/* Replaces both operands by the values that they are extended from, if the extensions are equal; a
 * number must be within the range. */
INLINE_ALWAYS bool strip_extensions(struct term *a, struct term *b, unsigned *bits)
{
	bool is_signed = is(*a, SK_NODE_SEXT);
	unsigned inner = node_of(a->label)->extra;
	if (b->label) {
		if (__skep_known[b->label].op != __skep_known[a->label].op || node_of(b->label)->extra != inner)
			return false;
		*b = left_of(*b);
	} else {
		uint64_t low = low_bits(b->value, inner);
		if (b->value != (is_signed ? low_bits(sign_extended(low, inner), *bits) : low))
			return false;
		b->value = low;
	}
	*a = left_of(*a);
	*bits = inner;
	return true;
}

INLINE_ALWAYS bool is_usual_equality(enum sk_node_op op, struct term a, struct term b, unsigned bits, uint32_t *label)
{
	if (!a.label || (is_among(OP(ZEXT) | OP(SEXT), a.label) && !strip_extensions(&a, &b, &bits)))
		return false;
	uint64_t ruled = b.label ? SEEN_THROUGH | OP(ADD) : UNDONE;
	if (bits == 1 || a.label == b.label || is_among(ruled, a.label) || is_among(ruled, b.label))
		return false;
	*label = make_here(node_shape(op, 0, 1, bits), a, b);
	return true;
}

INLINE_ALWAYS bool is_usual_order(enum sk_node_op op, struct term a, struct term b, unsigned bits, uint32_t *label)
{
	bool is_widened = is_among(OP(ZEXT), a.label) || is_among(OP(ZEXT), b.label);
	if (is_widened &&
	    !(is_among(OP(ZEXT), a.label) ? strip_extensions(&a, &b, &bits) : strip_extensions(&b, &a, &bits)))
		return false;
	bool is_small = (!a.label && a.value <= 1) || (!b.label && b.value <= 1);
	if (is_small || a.label == b.label || is_among(SEEN_THROUGH, a.label) || is_among(SEEN_THROUGH, b.label))
		return false;
	/* A value that is extended with zeroes is never negative. */
	*label = is_widened ? make_here(node_shape(without_sign(op), 0, 1, bits), a, b)
	                    : make_here(node_shape(op, 0, 1, bits), a, b);
	return true;
}

struct term __skep_compare_term(enum sk_node_op op, struct term a, struct term b, unsigned bits)
{
	uint64_t of_a, of_b;
	struct term result;
	if (!a.label && !b.label)
		return make_compare(op, a, b, bits);
	if (same_block(a, b)) {
		a.label = b.label = 0;
		return make_compare(op, a, b, bits);
	}
	if (same_term(a, b))
		return constant(op == SK_NODE_EQ || op == SK_NODE_ULE || op == SK_NODE_SLE);
	if (!a.label && is_equality(op)) {
		struct term swapped = a;
		a = b;
		b = swapped;
	}
	if (narrow(op, a, b, bits, &result) || near_zero(op, a, b, bits, &result))
		return result;
	if (is_equality(op) && !b.label && undo(op, a, b.value, bits, &result))
		return result;
	if (is_equality(op) && same_term(without_offset(a, &of_a), without_offset(b, &of_b)))
		return constant((of_a == of_b) == (op == SK_NODE_EQ));
	return make_compare(op, a, b, bits);
}

/* ---- called by instrumented code: a function for each comparison ---- */

static SLOW_PATH uint32_t compare(uint32_t bits, uint32_t left, uint32_t right, uint64_t left_value,
                                  uint64_t right_value, uint32_t op)
{
	return __skep_compare_term(op, (struct term){ left, left_value }, (struct term){ right, right_value }, bits)
	        .label;
}

/* It calls only functions that leave the registers alone. */
#define COMPARISON_PATH(name, op, is_usual)                                                                      \
	SLOW_PATH uint32_t __skep_slow_##name(uint32_t bits, uint32_t left, uint32_t right, uint64_t left_value, \
	                                      uint64_t right_value)                                              \
	{                                                                                                        \
		uint32_t label;                                                                                  \
		if (is_usual(op, (struct term){ left, left_value }, (struct term){ right, right_value }, bits,   \
		             &label))                                                                            \
			return label;                                                                            \
		return compare(bits, left, right, left_value, right_value, op);                                  \
	}

COMPARISON_PATH(eq, SK_NODE_EQ, is_usual_equality)
COMPARISON_PATH(ne, SK_NODE_NE, is_usual_equality)
COMPARISON_PATH(ult, SK_NODE_ULT, is_usual_order)
COMPARISON_PATH(ule, SK_NODE_ULE, is_usual_order)
COMPARISON_PATH(slt, SK_NODE_SLT, is_usual_order)
COMPARISON_PATH(sle, SK_NODE_SLE, is_usual_order)

/* Pointers: in most cases their labels are exact, or need a node that exists already. */
INLINE_ALWAYS uint32_t exact(uint32_t label, uint64_t value)
{
	return label && label_value(label) != value ? __skep_slow_exact(label, value) : label;
}

#define POINTER_PATH(name, op)                                                                                       \
	SLOW_PATH uint32_t __skep_slow_##name(uint32_t left, uint32_t right, uint64_t left_value, uint64_t right_value) \
	{                                                                                                            \
		struct term a = { exact(left, left_value), left_value };                                             \
		struct term b = { exact(right, right_value), right_value };                                          \
		uint32_t label;                                                                                      \
		if (is_usual_order(op, a, b, 64, &label))                                                            \
			return label;                                                                                \
		return compare(64, a.label, b.label, left_value, right_value, op);                                   \
	}

POINTER_PATH(before, SK_NODE_ULT)
POINTER_PATH(up_to, SK_NODE_ULE)
