/* unknowns: see unknowns.h. */
#include "solve/unknowns.h"

#include <string.h>

enum use { USE_ALONE = 1, USE_JOINED = 2, USE_FLOAT = 4 };

struct finder {
	const struct program *program;
	struct arena *arena;
	uint8_t *uses; /* per slot: enum use */
	VEC(struct unknown) unknowns;
};

/* The inputs that a slot joins to a number, lowest byte first; 0: it joins none. */
static unsigned joined_bytes(const struct program *program, uint32_t slot, uint32_t bytes[8])
{
	if (slot < program->n_inputs) {
		bytes[0] = slot;
		return 1;
	}
	const struct instruction *in = program_instruction(program, slot);
	if (!in || in->op != SK_NODE_CONCAT)
		return 0;
	uint32_t high[8];
	unsigned n_low = joined_bytes(program, in->right, bytes);
	unsigned n_high = n_low ? joined_bytes(program, in->left, high) : 0;
	if (!n_high || n_low + n_high > 8 || (n_low + n_high) * 8 != in->bits)
		return 0;
	memcpy(bytes + n_low, high, n_high * sizeof *high);
	return n_low + n_high;
}

static bool is_float_operand(const struct instruction *in)
{
	return (in->op >= SK_NODE_FADD && in->op <= SK_NODE_F_TO_U) || in->op == SK_NODE_F_TO_F;
}

static void note_uses(struct finder *finder)
{
	const struct program *program = finder->program;
	uint32_t bytes[8];
	for (uint32_t slot = program->first_code; slot < program->n_slots; slot++) {
		const struct instruction *in = program_instruction(program, slot);
		bool joins = in->op == SK_NODE_CONCAT && joined_bytes(program, slot, bytes) != 0;
		uint8_t use = joins ? USE_JOINED : USE_ALONE;
		if (is_float_operand(in))
			use |= USE_FLOAT;
		finder->uses[in->left] |= use;
		finder->uses[in->right] |= use;
		if (in->op == SK_NODE_ITE)
			finder->uses[in->extra] |= USE_ALONE;
	}
	for (uint32_t i = 0; i < program->n_wishes; i++)
		finder->uses[program->wishes[i].slot] |= USE_ALONE;
}

static const uint32_t *dependent_slots(struct finder *finder, uint64_t mask, size_t *n)
{
	const struct program *program = finder->program;
	for (uint32_t slot = program->first_code; slot < program->n_slots; slot++)
		*n += (program->masks[slot] & mask) != 0;
	uint32_t *slots = ARENA_ARRAY(finder->arena, uint32_t, *n), *next = slots;
	for (uint32_t slot = program->first_code; slot < program->n_slots; slot++)
		if (program->masks[slot] & mask)
			*next++ = slot;
	return slots;
}

static const uint32_t *dependent_wishes(struct finder *finder, uint64_t mask, size_t *n)
{
	const struct program *program = finder->program;
	uint32_t *wishes = ARENA_ARRAY(finder->arena, uint32_t, program->n_wishes);
	for (uint32_t i = 0; i < program->n_wishes; i++)
		if (program->masks[program->wishes[i].slot] & mask)
			wishes[(*n)++] = i;
	return wishes;
}

static void add_unknown(struct finder *finder, const uint32_t *bytes, unsigned n, bool is_float)
{
	const struct program *program = finder->program;
	struct unknown unknown = { .n_bytes = n, .is_float = is_float && (n == 4 || n == 8) };
	unknown.bytes = arena_memdup(finder->arena, bytes, n * sizeof *bytes);
	uint64_t mask = 0;
	for (unsigned i = 0; i < n; i++)
		mask |= input_bit(bytes[i]);
	unknown.slots = dependent_slots(finder, mask, &unknown.n_slots);
	unknown.wishes = dependent_wishes(finder, mask, &unknown.n_wishes);
	unknown.is_of_last_wish = (program->masks[program->wishes[0].slot] & mask) != 0;
	vec_push(&finder->unknowns, unknown);
}

static void add_joined(struct finder *finder)
{
	const struct program *program = finder->program;
	uint32_t bytes[8];
	for (uint32_t slot = program->first_code; slot < program->n_slots; slot++) {
		if (program_instruction(program, slot)->op != SK_NODE_CONCAT || !(finder->uses[slot] & USE_ALONE))
			continue;
		unsigned n = joined_bytes(program, slot, bytes);
		if (n)
			add_unknown(finder, bytes, n, finder->uses[slot] & USE_FLOAT);
	}
}

size_t unknowns_find(const struct program *program, struct arena *arena, struct unknown **unknowns)
{
	struct finder finder = { .program = program, .arena = arena };
	finder.uses = ARENA_ARRAY(arena, uint8_t, program->n_slots + 1);
	note_uses(&finder);
	add_joined(&finder);
	for (uint32_t input = 0; input < program->n_inputs; input++)
		if (finder.uses[input] & USE_ALONE)
			add_unknown(&finder, &input, 1, false);
	size_t n = finder.unknowns.n, at = 0;
	*unknowns = ARENA_ARRAY(arena, struct unknown, n + 1);
	for (size_t i = 0; i < n; i++)
		if (finder.unknowns.at[i].is_of_last_wish)
			(*unknowns)[at++] = finder.unknowns.at[i];
	for (size_t i = 0; i < n; i++)
		if (!finder.unknowns.at[i].is_of_last_wish)
			(*unknowns)[at++] = finder.unknowns.at[i];
	vec_release(&finder.unknowns);
	return n;
}

uint64_t unknown_get(const struct unknown *unknown, const struct machine *machine)
{
	uint64_t value = 0;
	for (unsigned i = 0; i < unknown->n_bytes; i++)
		value |= machine->values[unknown->bytes[i]] << 8 * i;
	return value;
}

void unknown_set(const struct unknown *unknown, struct machine *machine, uint64_t value)
{
	for (unsigned i = 0; i < unknown->n_bytes; i++)
		machine->values[unknown->bytes[i]] = value >> 8 * i & 0xff;
}
