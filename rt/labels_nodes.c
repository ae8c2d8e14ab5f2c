/* labels_nodes: the table of expressions.
 *
 * Nodes live in shared memory, where the engine reads them; what only the runtime
 * needs (values, the hash table, what was noted) lives beside it. Equal nodes are
 * found by hashing. Emptying the table costs what the run put into it. */
#include "inside.h"
#include "symbolic.h"

#include <math.h>
#include <string.h>

#define MAX_SLOTS (2 * SK_MAX_NODES)
#define FIRST_SLOTS 4096u
#define GROWTH 8u

_Static_assert((SK_MAX_NODES & (SK_MAX_NODES - 1)) == 0 && SK_MAX_NODES <= 1u << 20, "a label and a tag fit a slot");

struct known __skep_known[SK_MAX_NODES];
/* Labels by hash, each with some more bits of it, so that few nodes are looked at in
 * vain; 0: free. */
static uint32_t slots[MAX_SLOTS];
static uint32_t n_slots = FIRST_SLOTS; /* in use: few, to stay in the cache */
#define SLOT_LABEL (SK_MAX_NODES - 1)
static uint32_t n_nodes = 1;           /* as in shared memory, but not for the unit to change */
static uint32_t n_easy;                /* so many can be made without a thought of room */

void __skep_nodes_reset(void)
{
	if (n_nodes > 1)
		memset(slots, 0, n_slots * sizeof *slots);
	n_slots = FIRST_SLOTS;
	n_easy = FIRST_SLOTS / 2;
	n_nodes = 1;
	__skep_symbolic->n_nodes = 1;
}

/* A node as it is compared and stored: four words. */
struct words {
	uint64_t at[4];
};
_Static_assert(sizeof(struct words) == sizeof(struct sk_node), "a node is four words");

static struct words words_of(const struct sk_node *node)
{
	struct words words;
	memcpy(&words, node, sizeof words);
	return words;
}

/* Four products side by side: none waits for another. */
static uint64_t hash(const struct words *words)
{
	const uint64_t factor = 0x9e3779b97f4a7c15u;
	uint64_t sum = words->at[0] * factor ^ words->at[1] * 0xc2b2ae3d27d4eb4fu ^ words->at[2] * 0x165667b19e3779f9u ^
	               words->at[3] * 0xd6e8feb86659fd93u;
	return (sum ^ sum >> 29) * factor;
}

static bool same(const struct words *a, const struct sk_node *node)
{
	struct words b = words_of(node);
	return ((a->at[0] ^ b.at[0]) | (a->at[1] ^ b.at[1]) | (a->at[2] ^ b.at[2]) | (a->at[3] ^ b.at[3])) == 0;
}

static uint32_t tag_of(uint64_t sum)
{
	return (uint32_t)sum & ~SLOT_LABEL;
}

/* The slot of a node like this one, or the free one where it belongs. */
static uint32_t find_slot(const struct words *words, uint64_t sum)
{
	uint32_t slot = (uint32_t)(sum >> 40) & (n_slots - 1);
	while (slots[slot] &&
	       ((slots[slot] & ~SLOT_LABEL) != tag_of(sum) || !same(words, node_of(slots[slot] & SLOT_LABEL))))
		slot = (slot + 1) & (n_slots - 1);
	return slot;
}

static void grow(void)
{
	memset(slots, 0, n_slots * sizeof *slots);
	n_slots = n_slots < MAX_SLOTS / GROWTH ? n_slots * GROWTH : MAX_SLOTS;
	for (uint32_t i = 1; i < n_nodes; i++) {
		struct words words = words_of(node_of(i));
		uint64_t sum = hash(&words);
		uint32_t slot = (uint32_t)(sum >> 40) & (n_slots - 1);
		while (slots[slot])
			slot = (slot + 1) & (n_slots - 1);
		slots[slot] = tag_of(sum) | i;
	}
}

void __skep_nodes_stop(void)
{
	n_easy = 0;
}

/* False if no more nodes are made in this run. */
__attribute__((noinline)) static bool make_room(void)
{
	if (n_nodes == SK_MAX_NODES)
		__skep_full(SK_FULL_NODES);
	if (!n_easy)
		return false;
	grow();
	n_easy = n_slots / 2;
	return true;
}

struct term __skep_node(uint64_t shape, struct term left, struct term right, uint64_t value)
{
	/* As struct sk_node lies in memory. */
	struct words words = { { (uint32_t)shape | (uint64_t)left.label << 32, (shape >> 32) << 32 | right.label,
		                 left.value, right.value } };
	if (__builtin_expect(n_nodes >= n_easy, 0) && !make_room())
		return constant(value);
	uint64_t sum = hash(&words);
	uint32_t slot = find_slot(&words, sum);
	if (slots[slot])
		return (struct term){ slots[slot] & SLOT_LABEL, value };
	uint32_t label = n_nodes++;
	memcpy(&__skep_symbolic->nodes[label], &words, sizeof words);
	__skep_symbolic->n_nodes = n_nodes;
	__skep_known[label] = (struct known){ .value = value, .op = shape & 0xff, .bits = shape >> 16 & 0xffff };
	slots[slot] = tag_of(sum) | label;
	return (struct term){ label, value };
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

/* In the operands' own format: two roundings could differ from one. */
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
	/* Bit 0 equal, bit 1 greater, bit 2 less, bit 3 unordered: so LLVM counts. */
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
