/* labels_build: operations of the unit as expressions, some of several nodes.
 *
 * Instrumented code calls these functions if an operand has a label. Bits are counted as a
 * processor without such an instruction would count them. */
#include "inside.h"
#include "labels_slow.h"
#include "symbolic.h"

static struct term term_of(uint32_t label, uint64_t value)
{
	return (struct term){ label, value };
}

static struct term bin(enum sk_node_op op, struct term a, struct term b, unsigned bits)
{
	return __skep_binary_term(op, a, b, bits);
}

static struct term bin_constant(enum sk_node_op op, struct term a, uint64_t b, unsigned bits)
{
	return __skep_binary_term(op, a, constant(low_bits(b, bits)), bits);
}

/* ---- counting bits ---- */

static struct term count_ones(struct term a, unsigned bits)
{
	/* Sums of neighbouring fields, which become twice as wide in each step. */
	static const uint64_t masks[] = { 0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
		                          0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff };
	unsigned level = 0;
	for (unsigned width = 1; width < bits; width *= 2, level++) {
		struct term low = bin_constant(SK_NODE_AND, a, masks[level], bits);
		struct term high = bin_constant(SK_NODE_AND, bin_constant(SK_NODE_LSHR, a, width, bits), masks[level],
		                                bits);
		a = bin(SK_NODE_ADD, low, high, bits);
	}
	return a;
}

static struct term leading_zeros(struct term a, unsigned bits)
{
	for (unsigned by = 1; by < bits; by *= 2)
		a = bin(SK_NODE_OR, a, bin_constant(SK_NODE_LSHR, a, by, bits), bits);
	return bin(SK_NODE_SUB, constant(bits), count_ones(a, bits), bits);
}

static struct term trailing_zeros(struct term a, unsigned bits)
{
	struct term below = bin_constant(SK_NODE_SUB, a, 1, bits);
	struct term inverted = bin_constant(SK_NODE_XOR, a, UINT64_MAX, bits);
	return count_ones(bin(SK_NODE_AND, below, inverted, bits), bits);
}

static struct term swap_bytes(struct term a, unsigned bits)
{
	struct term all = __skep_extract(a, bits, bits - 8, 8);
	for (unsigned n = 8; n < bits; n += 8)
		all = __skep_concat(__skep_extract(a, bits, bits - 8 - n, 8), 8, all, n);
	return all;
}

/* ---- overflow ---- */

static struct term sign_of(struct term a, unsigned bits)
{
	return __skep_extract(a, bits, bits - 1, 1);
}

/* A sum overflows if the operands' signs are equal and the result's is the opposite; a difference,
 * if the operands' signs differ and the result's is not that of the first operand. */
static struct term overflow_sum(struct term a, struct term b, unsigned bits, bool is_difference)
{
	struct term sum = bin(is_difference ? SK_NODE_SUB : SK_NODE_ADD, a, b, bits);
	struct term first = bin(SK_NODE_XOR, sign_of(a, bits), sign_of(is_difference ? b : sum, bits), 1);
	struct term second = bin(SK_NODE_XOR, sign_of(is_difference ? a : b, bits), sign_of(sum, bits), 1);
	return bin(SK_NODE_AND, first, second, 1);
}

static struct term overflow_product(struct term a, struct term b, unsigned bits, bool is_signed)
{
	if (bits <= 32) {
		unsigned wide = 2 * bits;
		struct term (*extend)(struct term, unsigned, unsigned) = is_signed ? __skep_sext : __skep_zext;
		struct term product = bin(SK_NODE_MUL, extend(a, bits, wide), extend(b, bits, wide), wide);
		struct term low = extend(__skep_extract(product, wide, 0, bits), bits, wide);
		return __skep_compare_term(SK_NODE_NE, product, low, wide);
	}
	/* The product overflows if dividing it gives another number. A factor of zero, and the one
	 * quotient that does not exist, are decided by this run's values. */
	struct term product = bin(SK_NODE_MUL, a, b, bits);
	if (!b.value || (is_signed && b.value == UINT64_MAX)) {
		__skep_met_fixed(SK_MET_CONCRETE, b);
		return constant(b.value && a.value == UINT64_C(1) << 63);
	}
	return __skep_compare_term(SK_NODE_NE, bin(is_signed ? SK_NODE_SDIV : SK_NODE_UDIV, product, b, bits), a, bits);
}

/* ---- choices ---- */

static struct term absolute(struct term a, unsigned bits)
{
	struct term negative = __skep_compare_term(SK_NODE_SLT, a, constant(0), bits);
	return __skep_if(negative, bin(SK_NODE_SUB, constant(0), a, bits), a, bits);
}

/* If one operand is not a number, the result is the other. */
static struct term choose_real(unsigned predicate, struct term a, struct term b, unsigned bits)
{
	struct term a_is_none = __skep_compare_real(8, a, a, bits); /* unordered with itself */
	struct term b_is_none = __skep_compare_real(8, b, b, bits);
	struct term chosen = __skep_if(__skep_compare_real(predicate, a, b, bits), a, b, bits);
	chosen = __skep_if(b_is_none, a, chosen, bits);
	return __skep_if(a_is_none, b, chosen, bits);
}

static struct term copy_sign(struct term a, struct term b, unsigned bits)
{
	return __skep_concat(sign_of(b, bits), 1, __skep_extract(a, bits, 0, bits - 1), bits - 1);
}

static struct term saturated(struct term overflows, struct term result, uint64_t limit, unsigned bits)
{
	return __skep_if(overflows, constant(low_bits(limit, bits)), result, bits);
}

static struct term built_binary(enum built_op op, struct term a, struct term b, unsigned bits)
{
	struct term sum = bin(SK_NODE_ADD, a, b, bits);
	switch (op) {
	case BUILT_MINIMUM_U:
		return __skep_if(__skep_compare_term(SK_NODE_ULT, a, b, bits), a, b, bits);
	case BUILT_MAXIMUM_U:
		return __skep_if(__skep_compare_term(SK_NODE_ULT, b, a, bits), a, b, bits);
	case BUILT_MINIMUM_S:
		return __skep_if(__skep_compare_term(SK_NODE_SLT, a, b, bits), a, b, bits);
	case BUILT_MAXIMUM_S:
		return __skep_if(__skep_compare_term(SK_NODE_SLT, b, a, bits), a, b, bits);
	case BUILT_OVERFLOW_ADD_U:
		return __skep_compare_term(SK_NODE_ULT, sum, a, bits);
	case BUILT_OVERFLOW_ADD_S:
		return overflow_sum(a, b, bits, false);
	case BUILT_OVERFLOW_SUB_U:
		return __skep_compare_term(SK_NODE_ULT, a, b, bits);
	case BUILT_OVERFLOW_SUB_S:
		return overflow_sum(a, b, bits, true);
	case BUILT_OVERFLOW_MUL_U:
	case BUILT_OVERFLOW_MUL_S:
		return overflow_product(a, b, bits, op == BUILT_OVERFLOW_MUL_S);
	case BUILT_SATURATE_ADD_U:
		return saturated(__skep_compare_term(SK_NODE_ULT, sum, a, bits), sum, UINT64_MAX, bits);
	case BUILT_SATURATE_SUB_U:
		return saturated(__skep_compare_term(SK_NODE_ULT, a, b, bits), bin(SK_NODE_SUB, a, b, bits), 0, bits);
	case BUILT_COPY_SIGN:
		return copy_sign(a, b, bits);
	case BUILT_MINIMUM_F:
		return choose_real(4, a, b, bits); /* ordered and less */
	case BUILT_MAXIMUM_F:
		return choose_real(2, a, b, bits); /* ordered and greater */
	default:
		return constant(0);
	}
}

static struct term built_unary(enum built_op op, struct term a, unsigned bits)
{
	switch (op) {
	case BUILT_ABSOLUTE:
		return absolute(a, bits);
	case BUILT_SWAP_BYTES:
		return swap_bytes(a, bits);
	case BUILT_COUNT_ONES:
		return count_ones(a, bits);
	case BUILT_LEADING_ZEROS:
		return leading_zeros(a, bits);
	case BUILT_TRAILING_ZEROS:
		return trailing_zeros(a, bits);
	default:
		return constant(0);
	}
}

/* ---- called by instrumented code ---- */

static uint32_t binary_label(uint32_t what, struct term a, struct term b)
{
	if (WHAT_OP(what) == SK_NODE_FCMP)
		return __skep_compare_real(WHAT_EXTRA(what), a, b, WHAT_FROM(what)).label;
	if (WHAT_OP(what) >= SK_NODE_EQ && WHAT_OP(what) <= SK_NODE_SLE)
		return __skep_compare_term(WHAT_OP(what), a, b, WHAT_FROM(what)).label;
	if (WHAT_OP(what) >= BUILT_MINIMUM_U)
		return built_binary(WHAT_OP(what), a, b, WHAT_BITS(what)).label;
	return __skep_binary_term(WHAT_OP(what), a, b, WHAT_BITS(what)).label;
}

SLOW_PATH uint32_t __skep_slow_binary(uint32_t what, uint32_t left, uint32_t right, uint64_t left_value,
                                      uint64_t right_value)
{
	return binary_label(what, term_of(left, left_value), term_of(right, right_value));
}

/* Code compares the same pointers again and again, mostly with null. */
#define N_COMPARED 64u
static struct compared {
	uint64_t left_value, right_value;
	uint32_t what, left, right, label;
} compared[N_COMPARED];

void __skep_pointers_reset(void)
{
	__builtin_memset(compared, 0, sizeof compared);
}

static struct term pointer_term(struct term pointer)
{
	if (!pointer.label)
		return __skep_pointer_term(pointer.value);
	return term_of(__skep_slow_exact(pointer.label, pointer.value), pointer.value);
}

static uint32_t compare_pointers(uint32_t what, struct term left, struct term right)
{
	left = pointer_term(left);
	right = pointer_term(right);
	return __skep_compare_term(WHAT_OP(what), left, right, 64).label;
}

static SLOW_PATH void compare_anew(struct compared *last, uint32_t what)
{
	last->what = what;
	last->label = compare_pointers(what, term_of(last->left, last->left_value),
	                               term_of(last->right, last->right_value));
}

SLOW_PATH uint32_t __skep_slow_pointers(uint32_t what, uint32_t left, uint32_t right, uint64_t left_value,
                                        uint64_t right_value)
{
	uint64_t sum = (left_value ^ right_value << 7 ^ what) * 0x9e3779b97f4a7c15u;
	struct compared *last = &compared[sum >> 58];
	if (last->left_value != left_value || last->right_value != right_value || last->what != what ||
	    last->left != left || last->right != right) {
		last->left_value = left_value;
		last->right_value = right_value;
		last->left = left;
		last->right = right;
		compare_anew(last, what);
	}
	return last->label;
}

SLOW_PATH uint32_t __skep_slow_unary(uint32_t what, uint32_t label, uint64_t value)
{
	if (WHAT_OP(what) >= BUILT_MINIMUM_U)
		return built_unary(WHAT_OP(what), term_of(label, value), WHAT_BITS(what)).label;
	return __skep_unary_term(WHAT_OP(what), term_of(label, value), WHAT_FROM(what), WHAT_BITS(what)).label;
}

SLOW_PATH uint32_t __skep_slow_select(uint32_t bits, uint32_t condition, uint32_t outcome, uint32_t left,
                                      uint32_t right, uint64_t left_value, uint64_t right_value)
{
	return __skep_if(term_of(condition, outcome), term_of(left, left_value), term_of(right, right_value), bits)
	        .label;
}

/* The upper half of high:low shifted left; if `extra`, the lower half of it shifted right. */
SLOW_PATH uint32_t __skep_slow_funnel(uint32_t what, uint32_t high, uint32_t low, uint32_t by, uint64_t high_value,
                                      uint64_t low_value, uint64_t by_value)
{
	unsigned bits = WHAT_BITS(what);
	struct term h = term_of(high, high_value), l = term_of(low, low_value);
	struct term n = bin_constant(SK_NODE_UREM, term_of(by, by_value), bits, bits);
	/* A value that is shifted by its whole width is gone, so a shift by zero needs no special
	 * case. */
	struct term rest = bin(SK_NODE_SUB, constant(bits), n, bits);
	bool is_right = WHAT_EXTRA(what);
	struct term from_high = bin(SK_NODE_SHL, h, is_right ? rest : n, bits);
	struct term from_low = bin(SK_NODE_LSHR, l, is_right ? n : rest, bits);
	return bin(SK_NODE_OR, from_high, from_low, bits).label;
}

SLOW_PATH uint32_t __skep_slow_believe(uint32_t label, uint64_t value, uint32_t bits)
{
	return __skep_known[label].bits == bits && label_value(label) == value ? label : 0;
}

#if defined(__x86_64__)
/* A va_list in the calling convention of this machine. */
struct list {
	uint32_t next_general, next_real;
	uint8_t *on_stack, *saved;
};
#define SAVED 176

void __skep_variable_start(void *list, const struct variable_arguments *arguments)
{
	const struct list *at = list;
	__skep_labels_forget(at->saved, SAVED);
	__skep_labels_forget(at->on_stack, arguments->on_stack);
	for (uint32_t i = 0; i < arguments->n && i < MAX_VARIABLE; i++) {
		const struct variable_argument *one = &arguments->at[i];
		if (!one->label)
			continue;
		uint8_t *place = one->offset < SAVED ? at->saved + one->offset : at->on_stack + (one->offset - SAVED);
		__skep_slow_store((uintptr_t)place, 0, one->size, one->label);
	}
}
#else
void __skep_variable_start(void *list, const struct variable_arguments *arguments)
{
	(void)list;
	(void)arguments;
}
#endif
