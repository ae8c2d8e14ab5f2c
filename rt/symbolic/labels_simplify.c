/* labels_simplify: chooses the node for an operation.
 *
 * The rules are those that pay off in code that parses bytes: constants fold, extensions and masks
 * become pieces of bits, pieces that belong together are joined again, comparisons become as narrow
 * as their operands. A rule may replace an operation only by another with the same value for all
 * inputs, not just in this run. */
#include "labels_terms.h"

/* ---- pieces of bits ---- */

/* Code widens the same byte again and again, so the last extension is remembered. */
static struct term widen(enum sk_node_op op, struct term a, unsigned from, unsigned to, uint64_t value)
{
	struct known *known = &__skep_known[a.label];
	uint8_t shape = extension_shape(op, to);
	if (known->wide_shape == shape)
		return (struct term){ known->wide, value };
	struct term wide = __skep_node(node_shape(op, 0, to, from), a, constant(0), value);
	if (wide.label) {
		known->wide_shape = shape;
		known->wide = wide.label;
	}
	return wide;
}

struct term __skep_zext(struct term a, unsigned from, unsigned to)
{
	if (!a.label || from == to)
		return a;
	if (is(a, SK_NODE_ZEXT))
		return __skep_zext(left_of(a), node_of(a.label)->extra, to);
	return widen(SK_NODE_ZEXT, a, from, to, a.value);
}

struct term __skep_sext(struct term a, unsigned from, unsigned to)
{
	if (!a.label)
		return constant(low_bits(sign_extended(a.value, from), to));
	if (from == to)
		return a;
	if (is(a, SK_NODE_ZEXT))
		return __skep_zext(left_of(a), node_of(a.label)->extra, to);
	if (is(a, SK_NODE_SEXT))
		return __skep_sext(left_of(a), node_of(a.label)->extra, to);
	return widen(SK_NODE_SEXT, a, from, to, low_bits(sign_extended(a.value, from), to));
}

static struct term extract_of_concat(struct term a, unsigned from, unsigned offset, unsigned bits)
{
	struct term high = left_of(a), low = right_of(a);
	unsigned n_low = node_of(a.label)->extra, n_high = from - n_low;
	if (offset + bits <= n_low)
		return __skep_extract(low, n_low, offset, bits);
	if (offset >= n_low)
		return __skep_extract(high, n_high, offset - n_low, bits);
	unsigned taken = n_low - offset;
	return __skep_concat(__skep_extract(high, n_high, 0, bits - taken), bits - taken,
	                     __skep_extract(low, n_low, offset, taken), taken);
}

static struct term extract_of_zext(struct term a, unsigned offset, unsigned bits)
{
	struct term inner = left_of(a);
	unsigned n = node_of(a.label)->extra;
	if (offset >= n)
		return constant(0);
	if (offset + bits <= n)
		return __skep_extract(inner, n, offset, bits);
	return __skep_zext(__skep_extract(inner, n, offset, n - offset), n - offset, bits);
}

/* The operation computes each bit of the result from the same bits of its operands (and low bits
 * from lower bits, too), and one operand is known, so a piece of the result is simpler. */
static bool distributes(struct term a, unsigned offset)
{
	const struct sk_node *node = node_of(a.label);
	if (node->left && node->right)
		return false;
	switch (node->op) {
	case SK_NODE_AND:
	case SK_NODE_OR:
	case SK_NODE_XOR:
		return true;
	case SK_NODE_ADD:
	case SK_NODE_SUB:
	case SK_NODE_MUL:
		return offset == 0;
	default:
		return false;
	}
}

struct term __skep_extract(struct term a, unsigned from, unsigned offset, unsigned bits)
{
	if (!a.label)
		return constant(low_bits(a.value >> offset, bits));
	if (!offset && bits == from)
		return a;
	if (is(a, SK_NODE_CONCAT))
		return extract_of_concat(a, from, offset, bits);
	if (is(a, SK_NODE_ZEXT))
		return extract_of_zext(a, offset, bits);
	if (is(a, SK_NODE_EXTRACT)) {
		const struct sk_node *node = node_of(a.label);
		return __skep_extract(left_of(a), node->extra, (unsigned)node->right_value + offset, bits);
	}
	if (is(a, SK_NODE_SEXT)) {
		unsigned n = node_of(a.label)->extra;
		if (offset + bits <= n)
			return __skep_extract(left_of(a), n, offset, bits);
		if (!offset)
			return __skep_sext(left_of(a), n, bits);
	}
	if (distributes(a, offset))
		return __skep_binary_term(node_of(a.label)->op, __skep_extract(left_of(a), from, offset, bits),
		                          __skep_extract(right_of(a), from, offset, bits), bits);
	return make(node_shape(SK_NODE_EXTRACT, 0, bits, from), a, constant(offset));
}

/* Joins neighbouring pieces of one value, or two constants; false if they are neither. */
static bool join(struct term high, unsigned high_bits, struct term low, unsigned n_low, struct term *joined)
{
	if (!high.label && !low.label) {
		*joined = constant(high.value << n_low | low.value);
		return true;
	}
	if (!is(high, SK_NODE_EXTRACT) || !is(low, SK_NODE_EXTRACT))
		return false;
	const struct sk_node *h = node_of(high.label), *l = node_of(low.label);
	if (h->left != l->left || h->right_value != l->right_value + n_low)
		return false;
	*joined = __skep_extract(left_of(low), l->extra, (unsigned)l->right_value, high_bits + n_low);
	return true;
}

struct term __skep_concat(struct term high, unsigned high_bits, struct term low, unsigned n_low)
{
	struct term joined;
	if (is_constant(high, 0))
		return __skep_zext(low, n_low, high_bits + n_low);
	if (join(high, high_bits, low, n_low, &joined))
		return joined;
	if (is(high, SK_NODE_ZEXT)) {
		unsigned n = node_of(high.label)->extra;
		return __skep_zext(__skep_concat(left_of(high), n, low, n_low), n + n_low, high_bits + n_low);
	}
	if (is(high, SK_NODE_CONCAT)) {
		unsigned n = node_of(high.label)->extra;
		if (join(right_of(high), n, low, n_low, &joined))
			return __skep_concat(left_of(high), high_bits - n, joined, n + n_low);
	}
	return make(node_shape(SK_NODE_CONCAT, 0, high_bits + n_low, n_low), high, low);
}

/* ---- arithmetic ---- */

/* How many low bits of a are zero for every input, and how many bits b has at most. */
static unsigned zeros_below(struct term a)
{
	if (is(a, SK_NODE_ZEXT))
		a = left_of(a);
	return is(a, SK_NODE_CONCAT) && is_constant(right_of(a), 0) ? node_of(a.label)->extra : 0;
}

static unsigned bits_used(struct term b, unsigned bits)
{
	if (!b.label)
		return b.value ? 64 - (unsigned)__builtin_clzll(b.value) : 0;
	return is(b, SK_NODE_ZEXT) ? node_of(b.label)->extra : bits;
}

/* A sum of two values without common bits is a concatenation. */
static bool side_by_side(struct term a, struct term b, unsigned bits, struct term *result)
{
	unsigned zeros = zeros_below(a);
	if (!zeros || bits_used(b, bits) > zeros)
		return false;
	*result = __skep_concat(__skep_extract(a, bits, zeros, bits - zeros), bits - zeros,
	                        __skep_extract(b, bits, 0, zeros), zeros);
	return true;
}

static struct term add(struct term a, struct term b, unsigned bits)
{
	struct term result;
	if (is_constant(b, 0))
		return a;
	if (!b.label) {
		uint64_t offset;
		struct term x = without_offset(a, &offset);
		if (offset)
			return add(x, constant(low_bits(offset + b.value, bits)), bits);
	}
	if (side_by_side(a, b, bits, &result) || side_by_side(b, a, bits, &result))
		return result;
	return make_binary(SK_NODE_ADD, a, b, bits);
}

static struct term subtract(struct term a, struct term b, unsigned bits)
{
	uint64_t of_a, of_b;
	if (!b.label)
		return add(a, constant(low_bits(0 - b.value, bits)), bits);
	struct term x = without_offset(a, &of_a), y = without_offset(b, &of_b);
	if (same_term(x, y))
		return constant(low_bits(of_a - of_b, bits));
	if (is(a, SK_NODE_ADD) && same_term(left_of(a), b))
		return right_of(a);
	if (is(a, SK_NODE_ADD) && same_term(right_of(a), b))
		return left_of(a);
	return make_binary(SK_NODE_SUB, a, b, bits);
}

INLINE_ALWAYS struct term shift(enum sk_node_op op, struct term a, struct term b, unsigned bits)
{
	if (b.label)
		return make_binary(op, a, b, bits);
	if (!b.value)
		return a;
	unsigned by = b.value < bits ? (unsigned)b.value : bits;
	unsigned kept = bits - by;
	if (op == SK_NODE_ASHR)
		return kept ? __skep_sext(__skep_extract(a, bits, by, kept), kept, bits)
		            : __skep_sext(__skep_extract(a, bits, bits - 1, 1), 1, bits);
	if (!kept)
		return constant(0);
	if (op == SK_NODE_LSHR)
		return __skep_zext(__skep_extract(a, bits, by, kept), kept, bits);
	return __skep_concat(__skep_extract(a, bits, 0, kept), kept, constant(0), by);
}

static struct term multiply(struct term a, struct term b, unsigned bits)
{
	if (b.label)
		return make_binary(SK_NODE_MUL, a, b, bits);
	if (!b.value)
		return b;
	if ((b.value & (b.value - 1)) == 0)
		return shift(SK_NODE_SHL, a, constant((unsigned)__builtin_ctzll(b.value)), bits);
	if (is(a, SK_NODE_MUL) && !node_of(a.label)->right)
		return multiply(left_of(a), constant(low_bits(node_of(a.label)->right_value * b.value, bits)), bits);
	return make_binary(SK_NODE_MUL, a, b, bits);
}

INLINE_ALWAYS struct term divide(enum sk_node_op op, struct term a, struct term b, unsigned bits)
{
	bool power = !b.label && b.value && (b.value & (b.value - 1)) == 0;
	if (power && op == SK_NODE_UDIV)
		return shift(SK_NODE_LSHR, a, constant((unsigned)__builtin_ctzll(b.value)), bits);
	if (power && op == SK_NODE_UREM)
		return __skep_binary_term(SK_NODE_AND, a, constant(b.value - 1), bits);
	if (is_constant(b, 1))
		return op == SK_NODE_SDIV ? a : constant(0);
	return make_binary(op, a, b, bits);
}

/* ---- bitwise ---- */

/* A mask that is one run of ones cuts out a piece. */
static bool cut_out(struct term a, uint64_t mask, unsigned bits, struct term *piece)
{
	unsigned low = (unsigned)__builtin_ctzll(mask);
	uint64_t run = mask >> low;
	if (run & (run + 1))
		return false;
	unsigned n = run == UINT64_MAX ? 64 : (unsigned)__builtin_ctzll(run + 1);
	*piece = __skep_extract(a, bits, low, n);
	if (low)
		*piece = __skep_concat(*piece, n, constant(0), low);
	*piece = __skep_zext(*piece, n + low, bits);
	return true;
}

/* Folds (x op c1) op c2. */
static struct term bitwise_again(enum sk_node_op op, struct term a, struct term b, unsigned bits)
{
	uint64_t first = node_of(a.label)->right_value;
	uint64_t both = op == SK_NODE_AND ? first & b.value : op == SK_NODE_OR ? first | b.value : first ^ b.value;
	return __skep_binary_term(op, left_of(a), constant(both), bits);
}

INLINE_ALWAYS struct term bitwise(enum sk_node_op op, struct term a, struct term b, unsigned bits)
{
	struct term result;
	uint64_t ones = all_ones(bits);
	if (same_term(a, b))
		return op == SK_NODE_XOR ? constant(0) : a;
	if (is_constant(b, 0))
		return op == SK_NODE_AND ? b : a;
	if (is_constant(b, ones) && op != SK_NODE_XOR)
		return op == SK_NODE_AND ? a : b;
	if (bits == 1 && op == SK_NODE_XOR && !b.label)
		return __skep_not(a);
	if (!b.label && op == SK_NODE_AND && cut_out(a, b.value, bits, &result))
		return result;
	if (!b.label && is(a, op) && !node_of(a.label)->right)
		return bitwise_again(op, a, b, bits);
	if (op != SK_NODE_AND && (side_by_side(a, b, bits, &result) || side_by_side(b, a, bits, &result)))
		return result;
	return make_binary(op, a, b, bits);
}

INLINE_ALWAYS struct term binary(enum sk_node_op op, struct term a, struct term b, unsigned bits)
{
	bool commutes = op == SK_NODE_ADD || op == SK_NODE_MUL || op == SK_NODE_AND || op == SK_NODE_OR ||
	                op == SK_NODE_XOR;
	if (!a.label && !b.label)
		return make_binary(op, a, b, bits);
	if (!a.label && commutes) {
		struct term swapped = a;
		a = b;
		b = swapped;
	}
	switch (op) {
	case SK_NODE_ADD:
		return add(a, b, bits);
	case SK_NODE_SUB:
		return subtract(a, b, bits);
	case SK_NODE_MUL:
		return multiply(a, b, bits);
	case SK_NODE_UDIV ... SK_NODE_SREM:
		return divide(op, a, b, bits);
	case SK_NODE_SHL ... SK_NODE_ASHR:
		return shift(op, a, b, bits);
	case SK_NODE_AND:
	case SK_NODE_OR:
	case SK_NODE_XOR:
		return bitwise(op, a, b, bits);
	default:
		return make_binary(op, a, b, bits);
	}
}

struct term __skep_binary_term(enum sk_node_op op, struct term a, struct term b, unsigned bits)
{
	return binary(op, a, b, bits);
}

/* ---- the rest ---- */

struct term __skep_if(struct term condition, struct term a, struct term b, unsigned bits)
{
	if (!condition.label || same_term(a, b))
		return condition.value ? a : b;
	if (is_constant(a, 1) && is_constant(b, 0))
		return __skep_zext(condition, 1, bits);
	if (is_constant(a, 0) && is_constant(b, 1))
		return __skep_zext(__skep_not(condition), 1, bits);
	return __skep_node(node_shape(SK_NODE_ITE, 0, bits, condition.label), a, b,
	                   condition.value ? a.value : b.value);
}

struct term __skep_unary_term(enum sk_node_op op, struct term a, unsigned from, unsigned bits)
{
	switch (op) {
	case SK_NODE_ZEXT:
		return __skep_zext(a, from, bits);
	case SK_NODE_SEXT:
		return __skep_sext(a, from, bits);
	case SK_NODE_EXTRACT:
		return __skep_extract(a, from, 0, bits);
	default:
		return make(node_shape(op, 0, bits, from), a, constant(0));
	}
}

struct term __skep_compare_real(unsigned predicate, struct term a, struct term b, unsigned bits)
{
	if (predicate == 0 || predicate == 15)
		return constant(predicate == 15);
	return make(node_shape(SK_NODE_FCMP, predicate, 1, bits), a, b);
}

/* ---- called by instrumented code: a function for each operation ---- */

#define BINARY_PATH(name, op)                                                                                    \
	SLOW_PATH uint32_t __skep_slow_##name(uint32_t bits, uint32_t left, uint32_t right, uint64_t left_value, \
	                                      uint64_t right_value)                                              \
	{                                                                                                        \
		return binary(op, (struct term){ left, left_value }, (struct term){ right, right_value }, bits)  \
		        .label;                                                                                  \
	}

BINARY_PATH(mul, SK_NODE_MUL)
BINARY_PATH(shl, SK_NODE_SHL)
BINARY_PATH(lshr, SK_NODE_LSHR)
BINARY_PATH(ashr, SK_NODE_ASHR)
BINARY_PATH(and, SK_NODE_AND)
BINARY_PATH(or, SK_NODE_OR)
BINARY_PATH(xor, SK_NODE_XOR)

/* A quick form of zeros_below(): only values that end in zeroes can be part of a concatenation. */
INLINE_ALWAYS bool may_end_in_zeros(uint32_t label)
{
	const struct sk_node *node = node_of(label);
	unsigned op = __skep_known[label].op;
	return (op == SK_NODE_CONCAT && !node->right) ||
	       (op == SK_NODE_ZEXT && __skep_known[node->left].op == SK_NODE_CONCAT);
}

/* The usual sum: a constant and a value with a label, to which only the first rule applies; *label
 * is the sum's. */
INLINE_ALWAYS bool is_usual_sum(struct term a, uint64_t by, unsigned bits, uint32_t *label)
{
	const struct sk_node *node = node_of(a.label);
	if (is(a, SK_NODE_ADD) && !node->right) {
		by += node->right_value;
		a = (struct term){ node->left, node->left_value };
	}
	struct term b = constant(low_bits(by, bits));
	if (!a.label || !b.value || may_end_in_zeros(a.label))
		return false;
	*label = make_here(node_shape(SK_NODE_ADD, 0, bits, 0), a, b);
	return true;
}

static SLOW_PATH uint32_t binary_any(uint32_t op, uint32_t bits, uint32_t left, uint32_t right, uint64_t left_value,
                                     uint64_t right_value)
{
	return __skep_binary_term(op, (struct term){ left, left_value }, (struct term){ right, right_value }, bits)
	        .label;
}

SLOW_PATH uint32_t __skep_slow_add(uint32_t bits, uint32_t left, uint32_t right, uint64_t left_value,
                                   uint64_t right_value)
{
	uint32_t label;
	if (left && right) {
		if (!may_end_in_zeros(left) && !may_end_in_zeros(right))
			return make_here(node_shape(SK_NODE_ADD, 0, bits, 0), (struct term){ left, left_value },
			                 (struct term){ right, right_value });
	} else if (left ? is_usual_sum((struct term){ left, left_value }, right_value, bits, &label)
	                : is_usual_sum((struct term){ right, right_value }, left_value, bits, &label)) {
		return label;
	}
	return binary_any(SK_NODE_ADD, bits, left, right, left_value, right_value);
}

SLOW_PATH uint32_t __skep_slow_sub(uint32_t bits, uint32_t left, uint32_t right, uint64_t left_value,
                                   uint64_t right_value)
{
	uint32_t label;
	if (!right && is_usual_sum((struct term){ left, left_value }, 0 - right_value, bits, &label))
		return label;
	return binary_any(SK_NODE_SUB, bits, left, right, left_value, right_value);
}

/* A value that was widened in the same way before needs no other look. */
INLINE_ALWAYS bool is_usual_extension(enum sk_node_op op, uint32_t bits, uint32_t from, struct term a, uint32_t *label)
{
	struct known *known = &__skep_known[a.label];
	uint8_t shape = extension_shape(op, bits);
	*label = known->wide;
	if (known->wide_shape == shape)
		return true;
	if (known->op == SK_NODE_ZEXT || known->op == SK_NODE_SEXT || from == bits)
		return false;
	uint64_t value = op == SK_NODE_SEXT ? low_bits(sign_extended(a.value, from), bits) : a.value;
	*label = node_here(node_shape(op, 0, bits, from), a, constant(0), value).label;
	known->wide_shape = *label ? shape : 0;
	known->wide = *label;
	return true;
}

static SLOW_PATH uint32_t extend_any(uint32_t op, uint32_t bits, uint32_t from, uint32_t label, uint64_t value)
{
	return __skep_unary_term(op, (struct term){ label, value }, from, bits).label;
}

SLOW_PATH uint32_t __skep_slow_zext(uint32_t bits, uint32_t from, uint32_t label, uint64_t value)
{
	uint32_t wide;
	if (is_usual_extension(SK_NODE_ZEXT, bits, from, (struct term){ label, value }, &wide))
		return wide;
	return extend_any(SK_NODE_ZEXT, bits, from, label, value);
}

SLOW_PATH uint32_t __skep_slow_sext(uint32_t bits, uint32_t from, uint32_t label, uint64_t value)
{
	uint32_t wide;
	if (is_usual_extension(SK_NODE_SEXT, bits, from, (struct term){ label, value }, &wide))
		return wide;
	return extend_any(SK_NODE_SEXT, bits, from, label, value);
}

SLOW_PATH uint32_t __skep_slow_extract(uint32_t bits, uint32_t from, uint32_t label, uint64_t value)
{
	return __skep_extract((struct term){ label, value }, from, 0, bits).label;
}

/* ---- pointers ---- */

SLOW_PATH uint32_t __skep_slow_exact(uint32_t label, uint64_t value)
{
	struct term term = { label, label_value(label) };
	uint32_t sum;
	if (term.value == value)
		return label;
	if (is_usual_sum(term, value - term.value, 64, &sum))
		return sum;
	return binary_any(SK_NODE_ADD, 64, label, 0, term.value, value - term.value);
}

static SLOW_PATH uint32_t moved_any(uint32_t base, uint32_t index, uint64_t index_value, uint64_t scale)
{
	struct term by = __skep_binary_term(SK_NODE_MUL, (struct term){ index, index_value }, constant(scale), 64);
	return base ? __skep_binary_term(SK_NODE_ADD, (struct term){ base, label_value(base) }, by, 64).label
	            : by.label;
}

SLOW_PATH uint32_t __skep_slow_moved(uint32_t base, uint32_t index, uint64_t index_value, uint64_t scale)
{
	return !base && scale == 1 ? index : moved_any(base, index, index_value, scale);
}
