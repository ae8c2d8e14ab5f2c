/* trace: reads the memory of a symbolic run, and checks all of it; see trace.h. */
#include "exec/trace.h"

#include <string.h>

#include "exec/executor.h"

/* ---- soundness ---- */

static bool is_real_width(unsigned bits)
{
	return bits == 32 || bits == 64;
}

static bool is_width(uint32_t bits)
{
	return bits >= 1 && bits <= 64;
}

static bool has_bits(const struct trace *trace, uint32_t label, unsigned bits)
{
	return !label || trace->nodes[label].bits == bits;
}

static bool operands_have(const struct trace *trace, const struct sk_node *node, unsigned bits)
{
	return has_bits(trace, node->left, bits) && has_bits(trace, node->right, bits);
}

static bool is_unary(const struct trace *trace, const struct sk_node *node, unsigned from)
{
	return node->left && !node->right && has_bits(trace, node->left, from);
}

static bool conversion_is_sound(const struct trace *trace, const struct sk_node *node)
{
	bool from_real = node->op == SK_NODE_F_TO_S || node->op == SK_NODE_F_TO_U || node->op == SK_NODE_F_TO_F;
	bool to_real = node->op == SK_NODE_S_TO_F || node->op == SK_NODE_U_TO_F || node->op == SK_NODE_F_TO_F;
	return is_unary(trace, node, node->extra) && (from_real ? is_real_width(node->extra) : is_width(node->extra)) &&
	       (!to_real || is_real_width(node->bits));
}

/* The node has the form that its kind must have. */
static bool shape_is_sound(const struct trace *trace, const struct sk_node *node, uint32_t label)
{
	switch ((enum sk_node_op)node->op) {
	case SK_NODE_INPUT:
		return node->bits == 8 && !node->left && !node->right && node->left_value < SK_INPUT_SIZE;
	case SK_NODE_POINTER:
		return node->bits == 64 && !node->left && !node->right;
	case SK_NODE_ADD ... SK_NODE_XOR:
		return operands_have(trace, node, node->bits);
	case SK_NODE_EQ ... SK_NODE_SLE:
		return node->bits == 1 && is_width(node->extra) && operands_have(trace, node, node->extra);
	case SK_NODE_ZEXT:
	case SK_NODE_SEXT:
		return is_width(node->extra) && node->extra < node->bits && is_unary(trace, node, node->extra);
	case SK_NODE_EXTRACT:
		return is_width(node->extra) && node->right_value < 64 &&
		       node->right_value + node->bits <= node->extra && is_unary(trace, node, node->extra);
	case SK_NODE_CONCAT:
		return node->extra >= 1 && node->extra < node->bits && has_bits(trace, node->right, node->extra) &&
		       has_bits(trace, node->left, node->bits - node->extra);
	case SK_NODE_ITE:
		return node->extra && node->extra < label && has_bits(trace, node->extra, 1) &&
		       operands_have(trace, node, node->bits);
	case SK_NODE_TABLE:
		return node->left && !node->right && node->extra < trace->n_tables &&
		       node->bits == 8 * trace->tables[node->extra].entry_size;
	case SK_NODE_FADD ... SK_NODE_FREM:
		return is_real_width(node->bits) && operands_have(trace, node, node->bits);
	case SK_NODE_FNEG ... SK_NODE_FRINT:
		return is_real_width(node->bits) && is_unary(trace, node, node->bits);
	case SK_NODE_FCMP:
		return node->bits == 1 && node->flags < 16 && is_real_width(node->extra) &&
		       operands_have(trace, node, node->extra);
	case SK_NODE_F_TO_S ... SK_NODE_F_TO_F:
		return conversion_is_sound(trace, node);
	default:
		return false;
	}
}

static bool nodes_are_sound(const struct trace *trace)
{
	for (uint32_t i = 1; i < trace->n_nodes; i++) {
		const struct sk_node *node = &trace->nodes[i];
		if (!is_width(node->bits) || node->left >= i || node->right >= i || !shape_is_sound(trace, node, i))
			return false;
	}
	return true;
}

static bool tables_are_sound(const struct trace *trace, uint32_t n_bytes)
{
	for (uint32_t i = 0; i < trace->n_tables; i++) {
		const struct sk_table *table = &trace->tables[i];
		uint32_t size = table->entry_size;
		if ((size != 1 && size != 2 && size != 4 && size != 8) || !table->n ||
		    table->n > SK_MAX_TABLE_ENTRIES || table->offset > n_bytes ||
		    (uint64_t)table->n * size > n_bytes - table->offset)
			return false;
	}
	return true;
}

static bool met_is_sound(const struct trace *trace, const struct sk_met *met, const struct executor *executor)
{
	const struct sk_node *node = met->label && met->label < trace->n_nodes ? &trace->nodes[met->label] : NULL;
	if (met->label && !node)
		return false;
	switch ((enum sk_met_kind)met->kind) {
	case SK_MET_STEP:
		return !node && met->id < SK_MAX_STEPS;
	case SK_MET_CONDITION:
		return met->id < executor->sizes.n_conditions && met->value <= 1 && (!node || node->bits == 1);
	case SK_MET_SWITCH:
		return met->id < executor->sizes.n_switches;
	case SK_MET_HIDDEN:
		return node && node->bits == 1 && met->value <= 1;
	case SK_MET_ADDRESS:
	case SK_MET_CONCRETE:
		return node;
	default:
		return false;
	}
}

static bool names_are_sound(const struct trace *trace)
{
	for (uint32_t i = 0; i < trace->n_unmodelled; i++)
		if (!memchr(trace->unmodelled[i].name, 0, SK_UNMODELLED_NAME))
			return false;
	return true;
}

/* ---- reading ---- */

/* Works on a copy, because the target goes on running. */
bool executor_trace(struct executor *executor, struct trace *out)
{
	struct arena *arena = executor->results;
	const struct sk_symbolic *shared = executor->symbolic;
	struct {
		uint32_t magic, full, n_nodes, n_met, n_tables, n_table_bytes, n_unmodelled;
	} head;
	_Static_assert(sizeof head == offsetof(struct sk_symbolic, unused), "the counts of struct sk_symbolic");
	*out = (struct trace){ 0 };
	if (!shared)
		return false;
	memcpy(&head, shared, sizeof head);
	if (head.magic != SK_SYMBOLIC_MAGIC || !head.n_nodes || head.n_nodes > SK_MAX_NODES ||
	    head.n_met > SK_MAX_MET || head.n_tables > SK_MAX_TABLES || head.n_table_bytes > SK_TABLE_BYTES ||
	    head.n_unmodelled > SK_MAX_UNMODELLED)
		return false;
#define COPY(from, n) arena_memdup(arena, (from), (n) * sizeof *(from))
	*out = (struct trace){
		.nodes = COPY(shared->nodes, head.n_nodes),
		.n_nodes = head.n_nodes,
		.met = COPY(shared->met, head.n_met),
		.n_met = head.n_met,
		.tables = COPY(shared->tables, head.n_tables),
		.n_tables = head.n_tables,
		.table_bytes = COPY(shared->table_bytes, head.n_table_bytes),
		.full = head.full & (SK_FULL_NODES | SK_FULL_TRACE | SK_FULL_TABLES),
		.unmodelled = COPY(shared->unmodelled, head.n_unmodelled),
		.n_unmodelled = head.n_unmodelled,
	};
#undef COPY
	bool sound = tables_are_sound(out, head.n_table_bytes) && nodes_are_sound(out) && names_are_sound(out);
	for (uint32_t i = 0; sound && i < out->n_met; i++)
		sound = met_is_sound(out, &out->met[i], executor);
	if (!sound)
		*out = (struct trace){ 0 };
	return sound;
}
