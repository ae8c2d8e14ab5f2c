/* refute: proves by bounds that wishes contradict each other.
 *
 * Slots that must be equal share their bounds. Bounds go forward from the inputs to the wishes and back, until
 * nothing shrinks or something is empty, a few times at most. Most questions without an answer are of this kind: a number that was found
 * to be below ten must not be below twenty. A few passes are enough, so this is cheap.
 *
 * Going back, only slots that a wish needs are narrowed, and the arm that a choice does not take is not needed; an
 * empty set is a proof only where a wish needs the slot to have a value. */
#include "solve/rungs.h"

#include <string.h>

#include "solve/intervals/bounds.h"
#include "solve/equal.h"
#include "solve/intervals/reals.h"

#define MAX_ROUNDS 4
#define MAX_EXCLUSIONS 300u

struct refuter {
	const struct program *program;
	const uint32_t *same;  /* per slot: the slot that stands for all equal ones */
	struct bounds *bounds; /* per slot that stands for others */
	struct reals *reals;   /* the bounds as floats; NULL if there are no floats */
	uint8_t *is_needed;    /* per slot: it must have a value if a wish holds */
	bool is_refuted, has_shrunk;
};

static bool is_constant(const struct refuter *refuter, uint32_t slot)
{
	return slot >= refuter->program->n_inputs && slot < refuter->program->first_code;
}

/* The bounds of the slot as an operand of this width. */
static struct bounds operand(const struct refuter *refuter, uint32_t slot, unsigned bits)
{
	const struct bounds *own = &refuter->bounds[refuter->same[slot]];
	unsigned have = program_bits(refuter->program, slot);
	if (!is_constant(refuter, slot) && have == bits)
		return *own;
	return bounds_between(own->low, own->high, bits);
}

static void shrink_slot(struct refuter *refuter, uint32_t slot, const struct bounds *by, unsigned bits)
{
	unsigned have = program_bits(refuter->program, slot);
	struct bounds *own = &refuter->bounds[refuter->same[slot]], shrunk;
	if (bounds_are_empty(by)) {
		refuter->is_refuted = true;
		return;
	}
	if (have == bits && !is_constant(refuter, slot)) {
		shrunk = bounds_both(own, by, have);
	} else {
		struct bounds interval = bounds_between(by->low, by->high, have);
		shrunk = bounds_both(own, &interval, have);
	}
	if (bounds_are_empty(&shrunk))
		refuter->is_refuted = true;
	else if (memcmp(&shrunk, own, sizeof shrunk) != 0) {
		*own = shrunk;
		refuter->has_shrunk = true;
	}
}

static void widths(const struct instruction *in, unsigned *left, unsigned *right)
{
	bool is_pair = in->op == SK_NODE_CONCAT;
	bool is_sized = in->op >= SK_NODE_EQ && in->op <= SK_NODE_EXTRACT;
	*left = is_pair ? in->bits - in->operand_bits : is_sized ? in->operand_bits : in->bits;
	*right = is_pair ? in->operand_bits : *left;
	if (in->op == SK_NODE_TABLE)
		*left = 64;
}

/* Bounds of the operands of an instruction. The condition is that of a choice; otherwise it may be anything. */
struct operands {
	unsigned left_bits, right_bits;
	struct bounds left, right, condition;
};

static struct operands operands_of(const struct refuter *refuter, const struct instruction *in)
{
	struct operands of;
	widths(in, &of.left_bits, &of.right_bits);
	of.left = operand(refuter, in->left, of.left_bits);
	of.right = operand(refuter, in->right, of.right_bits);
	of.condition = in->op == SK_NODE_ITE ? operand(refuter, in->extra, 1) : bounds_full(1);
	return of;
}

/* Narrows the result of an operation on two equal operands. */
static void shrink_by_equality(const struct instruction *in, struct bounds *value)
{
	switch (in->op) {
	case SK_NODE_EQ:
	case SK_NODE_ULE:
	case SK_NODE_SLE:
		*value = bounds_of(1, 1);
		break;
	case SK_NODE_NE:
	case SK_NODE_ULT:
	case SK_NODE_SLT:
	case SK_NODE_SUB:
	case SK_NODE_XOR:
		*value = bounds_of(0, in->bits);
		break;
	default:
		break;
	}
}

/* Narrows a slot by its computed bounds. */
static void settle(struct refuter *refuter, uint32_t slot, const struct bounds *computed, unsigned bits)
{
	struct bounds *own = &refuter->bounds[refuter->same[slot]];
	struct bounds value = bounds_both(own, computed, bits);
	if (!bounds_are_empty(&value))
		*own = value;
	else if (refuter->is_needed[slot])
		refuter->is_refuted = true;
}

static struct reals operand_as_float(const struct refuter *refuter, uint32_t slot, unsigned bits)
{
	struct bounds pattern = operand(refuter, slot, bits);
	struct reals by_pattern = reals_of_bounds(&pattern, bits);
	return reals_both(&refuter->reals[refuter->same[slot]], &by_pattern);
}

static void settle_float(struct refuter *refuter, uint32_t slot, const struct reals *computed, unsigned bits)
{
	struct reals *own = &refuter->reals[refuter->same[slot]], value = reals_both(own, computed);
	if (reals_are_empty(&value)) {
		refuter->is_refuted |= refuter->is_needed[slot];
		return;
	}
	*own = value;
	struct bounds pattern = reals_to_bounds(&value, bits);
	if (program_bits(refuter->program, slot) == bits && !is_constant(refuter, slot))
		settle(refuter, slot, &pattern, bits);
}

static void forward_float(struct refuter *refuter, const struct instruction *in, uint32_t slot)
{
	unsigned from = in->op >= SK_NODE_FCMP ? in->operand_bits : in->bits;
	struct bounds value = bounds_full(in->bits);
	struct reals left, right, result;
	if (in->op == SK_NODE_S_TO_F || in->op == SK_NODE_U_TO_F) {
		struct bounds number = operand(refuter, in->left, from);
		result = reals_of_integer(in, &number);
		settle_float(refuter, slot, &result, in->bits);
		return;
	}
	left = operand_as_float(refuter, in->left, from);
	right = operand_as_float(refuter, in->right, from);
	bool are_same = refuter->same[in->left] == refuter->same[in->right];
	if (in->op == SK_NODE_FCMP) {
		int outcome = are_same ? reals_compare_same(in, &left) : reals_compare(in, &left, &right);
		if (outcome >= 0)
			value = bounds_of((uint64_t)outcome, 1);
		settle(refuter, slot, &value, 1);
	} else if (in->op == SK_NODE_F_TO_S || in->op == SK_NODE_F_TO_U) {
		value = reals_to_integer(in, &left);
		settle(refuter, slot, &value, in->bits);
	} else {
		result = are_same && in->op == SK_NODE_FSUB ? reals_minus_same(&left)
		                                            : reals_forward(in, &left, &right);
		settle_float(refuter, slot, &result, in->bits);
	}
}

static void forward(struct refuter *refuter, uint32_t slot)
{
	const struct instruction *in = program_instruction(refuter->program, slot);
	if (in->op > SK_NODE_TABLE) {
		forward_float(refuter, in, slot);
		return;
	}
	struct operands of = operands_of(refuter, in);
	struct bounds value = bounds_forward(in, &of.left, &of.right, &of.condition, refuter->program->tables);
	if (refuter->same[in->left] == refuter->same[in->right])
		shrink_by_equality(in, &value);
	settle(refuter, slot, &value, in->bits);
}

static void need_both(struct refuter *refuter, const struct instruction *in)
{
	refuter->is_needed[in->left] = refuter->is_needed[in->right] = 1;
}

static void need_chosen(struct refuter *refuter, const struct instruction *in, const struct bounds *condition)
{
	refuter->is_needed[in->extra] = 1;
	if (condition->low == 1)
		refuter->is_needed[in->left] = 1;
	if (condition->high == 0)
		refuter->is_needed[in->right] = 1;
}

static void backward_float(struct refuter *refuter, const struct instruction *in, uint32_t slot)
{
	const struct bounds *value = &refuter->bounds[refuter->same[slot]];
	need_both(refuter, in);
	if (in->op != SK_NODE_FCMP || !bounds_are_one(value))
		return;
	struct reals left = operand_as_float(refuter, in->left, in->operand_bits);
	struct reals right = operand_as_float(refuter, in->right, in->operand_bits);
	reals_order(in, value->low == 1, &left, &right);
	settle_float(refuter, in->left, &left, in->operand_bits);
	settle_float(refuter, in->right, &right, in->operand_bits);
}

static void backward(struct refuter *refuter, uint32_t slot)
{
	const struct instruction *in = program_instruction(refuter->program, slot);
	if (!refuter->is_needed[slot])
		return;
	if (in->op > SK_NODE_TABLE) {
		backward_float(refuter, in, slot);
		return;
	}
	struct operands of = operands_of(refuter, in);
	bounds_backward(in, &refuter->bounds[refuter->same[slot]], &of.left, &of.right, &of.condition);
	if (in->op == SK_NODE_ITE) {
		need_chosen(refuter, in, &of.condition);
		shrink_slot(refuter, in->extra, &of.condition, 1);
	} else {
		need_both(refuter, in);
	}
	if (refuter->is_needed[in->left])
		shrink_slot(refuter, in->left, &of.left, of.left_bits);
	if (refuter->is_needed[in->right])
		shrink_slot(refuter, in->right, &of.right, of.right_bits);
}

static void apply_wishes(struct refuter *refuter)
{
	const struct program *program = refuter->program;
	for (uint32_t i = 0; i < program->n_wishes && !refuter->is_refuted; i++) {
		const struct program_wish *wish = &program->wishes[i];
		unsigned bits = program_bits(program, wish->slot);
		refuter->is_needed[wish->slot] = 1;
		struct bounds wanted = refuter->bounds[refuter->same[wish->slot]];
		if (wish->is_not)
			bounds_exclude(&wanted, wish->value, bits);
		else
			wanted = bounds_of(wish->value, bits);
		shrink_slot(refuter, wish->slot, &wanted, bits);
	}
}

/* Repeated, because values that are excluded one by one narrow an interval from its ends. */
static void apply_wishes_until_stable(struct refuter *refuter)
{
	bool had_shrunk = refuter->has_shrunk;
	for (unsigned i = 0; i < MAX_EXCLUSIONS && !refuter->is_refuted; i++) {
		refuter->has_shrunk = false;
		apply_wishes(refuter);
		had_shrunk |= refuter->has_shrunk;
		if (!refuter->has_shrunk)
			break;
	}
	refuter->has_shrunk = had_shrunk;
}

static void init(struct refuter *refuter, struct arena *arena)
{
	const struct program *program = refuter->program;
	refuter->bounds = ARENA_ARRAY(arena, struct bounds, program->n_slots + 1);
	refuter->same = equal_slots(program, arena);
	refuter->reals = program->has_float ? ARENA_ARRAY(arena, struct reals, program->n_slots + 1) : NULL;
	for (uint32_t slot = 0; slot < program->n_slots && refuter->reals; slot++)
		refuter->reals[slot] = reals_full();
	refuter->is_needed = ARENA_ARRAY(arena, uint8_t, program->n_slots + 1);
	for (uint32_t slot = 0; slot < program->n_slots; slot++) {
		refuter->bounds[slot] = is_constant(refuter, slot)
		                                ? bounds_of(program->constants[slot - program->n_inputs], 64)
		                                : bounds_full(program_bits(program, slot));
	}
}

enum finding refute(struct query *query)
{
	const struct program *program = query->program;
	struct refuter refuter = { .program = program };
	init(&refuter, query->arena);
	for (int round = 0; round < MAX_ROUNDS && !refuter.is_refuted; round++) {
		refuter.has_shrunk = false;
		for (uint32_t slot = program->first_code; slot < program->n_slots && !refuter.is_refuted; slot++)
			forward(&refuter, slot);
		apply_wishes_until_stable(&refuter);
		for (uint32_t slot = program->n_slots; slot > program->first_code && !refuter.is_refuted; slot--)
			backward(&refuter, slot - 1);
		if (!refuter.has_shrunk)
			break;
	}
	return refuter.is_refuted ? REFUTED : OPEN;
}
