/* label: questions about a single label, without a solver. */
#include "solve/solve.h"

#include "solve/program.h"

bool solve_evaluate(const struct trace *trace, const struct known_inputs *inputs, uint32_t label, uint64_t *value)
{
	struct expressions expressions = { 0 };
	struct arena *arena = arena_new();
	expressions_peek(&expressions, trace);
	struct wish wish = { .label = label };
	struct program *program = program_compile(&expressions, inputs, &wish, 1, false, arena);
	struct machine machine;
	machine_init(&machine, program, arena);
	machine_run(&machine);
	uint32_t slot = program->wishes[0].slot;
	bool has_value = !program->is_broken && machine.has_value[slot];
	*value = machine.values[slot];
	expressions_release(&expressions);
	arena_free(arena);
	return has_value;
}

static int by_place(const void *left, const void *right)
{
	const struct input_byte *a = left, *b = right;
	if (a->step != b->step)
		return a->step < b->step ? -1 : 1;
	return a->offset < b->offset ? -1 : a->offset > b->offset;
}

/* Visits each node below a label once, and notes the input bytes. */
struct walk {
	struct expressions expressions;
	VEC(uint32_t) labels; /* labels that are not visited yet */
	VEC(struct input_byte) found;
};

static void visit(struct walk *walk, uint32_t label)
{
	if (!label || walk->expressions.stamps[label])
		return;
	walk->expressions.stamps[label] = 1;
	struct sk_node node = expressions_node(&walk->expressions, label);
	if (node.op == SK_NODE_INPUT)
		vec_push(&walk->found, (struct input_byte){ .step = node.extra,
		                                            .offset = (uint32_t)node.left_value,
		                                            .value = (uint8_t)node.right_value });
	else
		vec_push(&walk->labels, label);
}

static void visit_operands(struct walk *walk, uint32_t label)
{
	struct sk_node node = expressions_node(&walk->expressions, label);
	if (node_left_bits(&node))
		visit(walk, node.left);
	if (node_right_bits(&node))
		visit(walk, node.right);
	if (node.op == SK_NODE_ITE)
		visit(walk, node.extra);
}

size_t solve_inputs_of(const struct trace *trace, uint32_t label, struct arena *arena, struct input_byte **inputs)
{
	struct walk walk = { 0 };
	expressions_peek(&walk.expressions, trace);
	if (label < trace->n_nodes)
		visit(&walk, label);
	while (walk.labels.n) {
		uint32_t next = walk.labels.at[--walk.labels.n];
		visit_operands(&walk, next);
	}
	struct input_byte *found = arena_memdup(arena, walk.found.at, walk.found.n * sizeof *found);
	size_t n = 0;
	qsort(found, walk.found.n, sizeof *found, by_place);
	for (size_t i = 0; i < walk.found.n; i++)
		if (!n || by_place(&found[n - 1], &found[i]) != 0)
			found[n++] = found[i];
	*inputs = found;
	expressions_release(&walk.expressions);
	vec_release(&walk.labels);
	vec_release(&walk.found);
	return n;
}
