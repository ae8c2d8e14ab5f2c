/* compile: from labels to a program, depth first from the wishes, each node once.
 *
 * Nodes are read only here. Operands that are wider than their node expects are cut, so a program
 * is sound whatever the trace contains. */
#include "solve/program.h"

#include <string.h>

#include "base/status.h"

/* Marks a slot of an input before the numbers of inputs and constants are known. */
#define IS_INPUT UINT32_C(0x40000000)
#define IS_CONSTANT UINT32_C(0x80000000)
#define NUMBER_MASK UINT32_C(0x3fffffff)

struct compiler {
	struct expressions *expressions;
	const struct known_inputs *known;
	struct program *program;
	VEC(uint32_t) tasks; /* labels that are not compiled yet */
	VEC(struct origin) inputs;
	VEC(uint8_t) run;
	VEC(uint64_t) constants;
	VEC(struct instruction) code;
	VEC(uint64_t) code_masks;
	struct map constant_numbers, input_numbers;
	bool in_range;
};

size_t known_find(const struct known_inputs *known, uint32_t step, uint32_t offset)
{
	size_t low = 0, high = known->n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct input_byte *at = &known->at[middle];
		if (at->step < step || (at->step == step && at->offset < offset))
			low = middle + 1;
		else
			high = middle;
	}
	bool is_there = low < known->n && known->at[low].step == step && known->at[low].offset == offset;
	return is_there ? low : known->n;
}

static uint32_t add_constant(struct compiler *compiler, uint64_t value)
{
	bool added;
	uint64_t *number = map_put(&compiler->constant_numbers, value, &added);
	if (added) {
		*number = compiler->constants.n;
		vec_push(&compiler->constants, value);
	}
	return (uint32_t)*number | IS_CONSTANT;
}

static bool is_free(const struct known_inputs *known, size_t at)
{
	return at < known->n && !(known->fixed && known->fixed[at]);
}

static uint32_t add_input(struct compiler *compiler, const struct input_byte *input)
{
	bool added;
	uint64_t *number = map_put(&compiler->input_numbers, (uint64_t)input->step << 32 | input->offset, &added);
	if (added) {
		*number = compiler->inputs.n;
		vec_push(&compiler->inputs, (struct origin){ .step = input->step, .offset = input->offset });
		vec_push(&compiler->run, input->value);
	}
	return (uint32_t)*number | IS_INPUT;
}

/* An input that may not change becomes a constant. */
static uint32_t add_origin(struct compiler *compiler, const struct sk_node *node)
{
	const struct known_inputs *known = compiler->known;
	if (node->op == SK_NODE_POINTER) {
		compiler->program->has_pointer = true;
		return add_constant(compiler, node->right_value);
	}
	size_t at = known_find(known, node->extra, (uint32_t)node->left_value);
	if (is_free(known, at))
		return add_input(compiler, &known->at[at]);
	return add_constant(compiler, at < known->n ? known->at[at].value : node->right_value & 0xff);
}

static uint64_t mask_of(const struct compiler *compiler, uint32_t slot)
{
	if (slot & IS_CONSTANT)
		return 0;
	return slot & IS_INPUT ? input_bit(slot & NUMBER_MASK) : compiler->code_masks.at[slot];
}

static uint64_t constant_of(const struct compiler *compiler, uint32_t slot)
{
	return compiler->constants.at[slot & NUMBER_MASK];
}

static bool is_constant(const struct instruction *in)
{
	return (in->left & IS_CONSTANT) && (in->right & IS_CONSTANT) &&
	       (in->op != SK_NODE_ITE || (in->extra & IS_CONSTANT));
}

static uint32_t add_instruction(struct compiler *compiler, const struct instruction *in)
{
	uint64_t value;
	bool is_choice = in->op == SK_NODE_ITE;
	if (is_constant(in) &&
	    instruction_compute(in, constant_of(compiler, in->left), constant_of(compiler, in->right),
	                        is_choice ? constant_of(compiler, in->extra) : 0, compiler->program->tables, &value))
		return add_constant(compiler, value);
	if (is_choice && (in->extra & IS_CONSTANT))
		return constant_of(compiler, in->extra) ? in->left : in->right;
	uint64_t mask = mask_of(compiler, in->left) | mask_of(compiler, in->right);
	if (is_choice)
		mask |= mask_of(compiler, in->extra);
	compiler->program->is_partial |= instruction_is_partial(in);
	compiler->program->has_float |= in->op >= SK_NODE_FADD;
	vec_push(&compiler->code, *in);
	vec_push(&compiler->code_masks, mask);
	return (uint32_t)(compiler->code.n - 1);
}

static unsigned width_of(const struct compiler *compiler, uint32_t slot)
{
	if (slot & IS_CONSTANT)
		return 64;
	return slot & IS_INPUT ? 8 : compiler->code.at[slot].bits;
}

/* The slot of an operand, at most `bits` wide. */
static uint32_t operand(struct compiler *compiler, uint32_t label, uint64_t value, unsigned bits)
{
	if (!label)
		return add_constant(compiler, value & bit_mask(bits));
	uint32_t slot = compiler->expressions->slots[label];
	if (slot & IS_CONSTANT)
		return add_constant(compiler, constant_of(compiler, slot) & bit_mask(bits));
	unsigned width = width_of(compiler, slot);
	if (width <= bits)
		return slot;
	return add_instruction(compiler, &(struct instruction){ .op = SK_NODE_EXTRACT,
	                                                        .bits = (uint8_t)bits,
	                                                        .operand_bits = (uint8_t)width,
	                                                        .left = slot,
	                                                        .right = add_constant(compiler, 0) });
}

/* C widens narrower operands before it adds, so only these widths can leave the range of a signed type. The trace
 * does not tell whether the type is signed, so a question for a value in range is also asked without that
 * condition. */
static bool can_overflow(const struct sk_node *node)
{
	return node->op >= SK_NODE_ADD && node->op <= SK_NODE_MUL && (node->bits == 32 || node->bits == 64);
}

static uint32_t compile_node(struct compiler *compiler, const struct sk_node *node)
{
	if (node->op == SK_NODE_NONE)
		compiler->program->is_broken = true;
	if (node->op == SK_NODE_INPUT || node->op == SK_NODE_POINTER)
		return add_origin(compiler, node);
	unsigned left_bits = node_left_bits(node), right_bits = node_right_bits(node);
	struct instruction in = { .op = node->op, .flags = node->flags, .bits = (uint8_t)node->bits };
	in.operand_bits = (uint8_t)(node->op == SK_NODE_CONCAT ? right_bits : left_bits);
	in.left = left_bits ? operand(compiler, node->left, node->left_value, left_bits) : add_constant(compiler, 0);
	in.right = right_bits ? operand(compiler, node->right, node->right_value, right_bits)
	                      : add_constant(compiler, 0);
	if (node->op == SK_NODE_ITE)
		in.extra = operand(compiler, node->extra, 0, 1);
	else if (node->op == SK_NODE_EXTRACT)
		in.extra = (uint32_t)node->right_value;
	else if (node->op == SK_NODE_TABLE) {
		in.extra = node->extra;
		expressions_table(compiler->expressions, node->extra);
	}
	if (node->op != SK_NODE_FCMP)
		in.flags = 0;
	if (can_overflow(node)) {
		compiler->program->has_sums = true;
		in.flags = compiler->in_range ? IN_RANGE : 0;
	}
	return add_instruction(compiler, &in);
}

static bool is_done(const struct compiler *compiler, uint32_t label)
{
	return !label || compiler->expressions->stamps[label] == compiler->expressions->stamp;
}

static void ask_for(struct compiler *compiler, uint32_t label)
{
	if (!is_done(compiler, label))
		vec_push(&compiler->tasks, label);
}

/* Compiles operands first; the task stays below them and is met again. */
static void compile_label(struct compiler *compiler, uint32_t root)
{
	struct expressions *expressions = compiler->expressions;
	ask_for(compiler, root);
	while (compiler->tasks.n) {
		uint32_t label = vec_last(&compiler->tasks);
		if (is_done(compiler, label)) {
			compiler->tasks.n--;
			continue;
		}
		struct sk_node node = expressions_node(expressions, label);
		size_t before = compiler->tasks.n;
		if (node_right_bits(&node))
			ask_for(compiler, node.right);
		if (node_left_bits(&node))
			ask_for(compiler, node.left);
		if (node.op == SK_NODE_ITE)
			ask_for(compiler, node.extra);
		if (compiler->tasks.n > before)
			continue;
		expressions->slots[label] = compile_node(compiler, &node);
		expressions->stamps[label] = expressions->stamp;
		compiler->tasks.n--;
	}
}

static uint32_t final_slot(const struct program *program, uint32_t slot)
{
	if (slot & IS_INPUT)
		return slot & NUMBER_MASK;
	return (slot & NUMBER_MASK) + (slot & IS_CONSTANT ? program->n_inputs : program->first_code);
}

static void lay_out(struct compiler *compiler, struct arena *arena)
{
	struct program *program = compiler->program;
	program->n_inputs = (uint32_t)compiler->inputs.n;
	program->n_constants = (uint32_t)compiler->constants.n;
	program->n_code = (uint32_t)compiler->code.n;
	program->first_code = program->n_inputs + program->n_constants;
	program->n_slots = program->first_code + program->n_code;
	program->inputs = arena_memdup(arena, compiler->inputs.at, program->n_inputs * sizeof *program->inputs);
	program->run = arena_memdup(arena, compiler->run.at, program->n_inputs);
	program->constants = arena_memdup(arena, compiler->constants.at,
	                                  program->n_constants * sizeof *program->constants);
	for (size_t i = 0; i < compiler->code.n; i++) {
		struct instruction *in = &compiler->code.at[i];
		in->left = final_slot(program, in->left);
		in->right = final_slot(program, in->right);
		if (in->op == SK_NODE_ITE)
			in->extra = final_slot(program, in->extra);
	}
	program->code = arena_memdup(arena, compiler->code.at, program->n_code * sizeof *program->code);
	uint64_t *masks = ARENA_ARRAY(arena, uint64_t, program->n_slots + 1);
	for (uint32_t i = 0; i < program->n_inputs; i++)
		masks[i] = input_bit(i);
	if (program->n_code)
		memcpy(masks + program->first_code, compiler->code_masks.at, program->n_code * sizeof *masks);
	program->masks = masks;
}

static void compiler_release(struct compiler *compiler)
{
	vec_release(&compiler->tasks);
	vec_release(&compiler->inputs);
	vec_release(&compiler->run);
	vec_release(&compiler->constants);
	vec_release(&compiler->code);
	vec_release(&compiler->code_masks);
	map_release(&compiler->constant_numbers);
	map_release(&compiler->input_numbers);
}

struct program *program_compile(struct expressions *expressions, const struct known_inputs *known,
                                const struct wish *wishes, size_t n, bool in_range, struct arena *arena)
{
	struct program *program = ARENA_NEW(arena, struct program);
	struct compiler compiler = {
		.expressions = expressions, .known = known, .program = program, .in_range = in_range
	};
	program->tables = expressions->tables;
	expressions->stamp++;
	struct program_wish *mine = ARENA_ARRAY(arena, struct program_wish, n + 1);
	for (size_t i = 0; i < n; i++) {
		bool is_in_table = wishes[i].label && wishes[i].label < expressions->trace->n_nodes;
		mine[i] = (struct program_wish){ .is_not = wishes[i].is_not, .value = wishes[i].value };
		if (!is_in_table) {
			program->is_broken = true;
			mine[i].slot = add_constant(&compiler, 0);
			continue;
		}
		compile_label(&compiler, wishes[i].label);
		mine[i].slot = expressions->slots[wishes[i].label];
	}
	lay_out(&compiler, arena);
	for (size_t i = 0; i < n; i++)
		mine[i].slot = final_slot(program, mine[i].slot);
	program->wishes = mine;
	program->n_wishes = (uint32_t)n;
	compiler_release(&compiler);
	return program;
}
