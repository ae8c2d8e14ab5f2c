/* equal: see equal.h. Wishes for equality join slots; then operations on joined operands are
 * joined, too, in the order in which they are computed. */
#include "solve/equal.h"

#include <string.h>

static uint32_t find(uint32_t *parents, uint32_t slot)
{
	while (parents[slot] != slot) {
		parents[slot] = parents[parents[slot]];
		slot = parents[slot];
	}
	return slot;
}

static void join(uint32_t *parents, uint32_t a, uint32_t b)
{
	a = find(parents, a);
	b = find(parents, b);
	if (a < b)
		parents[b] = a;
	else
		parents[a] = b;
}

static bool is_constant(const struct program *program, uint32_t slot)
{
	return slot >= program->n_inputs && slot < program->first_code;
}

/* Joins the slots of a wish that wants two of them to be equal. */
static void join_wished(const struct program *program, const struct program_wish *wish, uint32_t *parents)
{
	const struct instruction *in = program_instruction(program, wish->slot);
	if (!in || (in->op != SK_NODE_EQ && in->op != SK_NODE_NE))
		return;
	bool is_true = (wish->value == 1) != wish->is_not;
	if (is_true != (in->op == SK_NODE_EQ) || is_constant(program, in->left) || is_constant(program, in->right))
		return;
	if (program_bits(program, in->left) == program_bits(program, in->right))
		join(parents, in->left, in->right);
}

/* The slot's instruction with each operand replaced by the slot that stands for it. */
static struct instruction by_operands(const struct program *program, uint32_t slot, uint32_t *parents)
{
	struct instruction in = *program_instruction(program, slot);
	in.left = find(parents, in.left);
	in.right = find(parents, in.right);
	if (in.op == SK_NODE_ITE)
		in.extra = find(parents, in.extra);
	return in;
}

static void join_operations(const struct program *program, uint32_t *parents)
{
	struct map known = { 0 };
	for (uint32_t slot = program->first_code; slot < program->n_slots; slot++) {
		struct instruction in = by_operands(program, slot, parents), other;
		bool added;
		uint64_t *same = map_put(&known, hash_bytes(&in, sizeof in, 0), &added);
		if (added) {
			*same = slot;
			continue;
		}
		other = by_operands(program, (uint32_t)*same, parents);
		if (memcmp(&in, &other, sizeof in) == 0)
			join(parents, slot, (uint32_t)*same);
	}
	map_release(&known);
}

const uint32_t *equal_slots(const struct program *program, struct arena *arena)
{
	uint32_t *parents = ARENA_ARRAY(arena, uint32_t, program->n_slots + 1);
	for (uint32_t slot = 0; slot < program->n_slots; slot++)
		parents[slot] = slot;
	for (uint32_t i = 0; i < program->n_wishes; i++)
		join_wished(program, &program->wishes[i], parents);
	join_operations(program, parents);
	for (uint32_t slot = 0; slot < program->n_slots; slot++)
		parents[slot] = find(parents, slot);
	return parents;
}
