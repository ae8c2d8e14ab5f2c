/* trace_text: traces as text, the output of --dump=trace. */
#include <inttypes.h>

#include "exec/trace.h"

#define MAX_DEPTH 24 /* deeper expressions are cut off */

static const char *const op_words[SK_NODE_N_OPS] = {
	[SK_NODE_ADD] = "+",         [SK_NODE_SUB] = "-",         [SK_NODE_MUL] = "*",
	[SK_NODE_UDIV] = "/u",       [SK_NODE_SDIV] = "/s",       [SK_NODE_UREM] = "%u",
	[SK_NODE_SREM] = "%s",       [SK_NODE_SHL] = "<<",        [SK_NODE_LSHR] = ">>u",
	[SK_NODE_ASHR] = ">>s",      [SK_NODE_AND] = "&",         [SK_NODE_OR] = "|",
	[SK_NODE_XOR] = "^",         [SK_NODE_EQ] = "==",         [SK_NODE_NE] = "!=",
	[SK_NODE_ULT] = "<u",        [SK_NODE_ULE] = "<=u",       [SK_NODE_SLT] = "<s",
	[SK_NODE_SLE] = "<=s",       [SK_NODE_ZEXT] = "zext",     [SK_NODE_SEXT] = "sext",
	[SK_NODE_CONCAT] = "::",     [SK_NODE_FADD] = "+f",       [SK_NODE_FSUB] = "-f",
	[SK_NODE_FMUL] = "*f",       [SK_NODE_FDIV] = "/f",       [SK_NODE_FREM] = "%f",
	[SK_NODE_FNEG] = "fneg",     [SK_NODE_FABS] = "fabs",     [SK_NODE_FSQRT] = "sqrt",
	[SK_NODE_FFLOOR] = "floor",  [SK_NODE_FCEIL] = "ceil",    [SK_NODE_FTRUNC] = "trunc",
	[SK_NODE_FRINT] = "rint",    [SK_NODE_F_TO_S] = "f_to_s", [SK_NODE_F_TO_U] = "f_to_u",
	[SK_NODE_S_TO_F] = "s_to_f", [SK_NODE_U_TO_F] = "u_to_f", [SK_NODE_F_TO_F] = "f_to_f",
};

static const char *const real_words[16] = { "false", "==f", ">f", ">=f", "<f", "<=f", "<>f", "ord",
	                                    "uno",   "==?", ">?", ">=?", "<?", "<=?", "!=f", "true" };

static void print_label(const struct trace *trace, uint32_t label, unsigned depth, struct sb *out);

static void print_operand(const struct trace *trace, uint32_t label, uint64_t value, unsigned depth, struct sb *out)
{
	if (label)
		print_label(trace, label, depth, out);
	else
		sb_addf(out, "%" PRIu64, value);
}

static void print_infix(const struct trace *trace, const struct sk_node *node, const char *word, unsigned depth,
                        struct sb *out)
{
	sb_add(out, "(");
	print_operand(trace, node->left, node->left_value, depth, out);
	sb_addf(out, " %s ", word);
	print_operand(trace, node->right, node->right_value, depth, out);
	if (node->op == SK_NODE_CONCAT && !node->right)
		sb_addf(out, ":%u", node->extra);
	sb_add(out, ")");
}

static void print_prefix(const struct trace *trace, const struct sk_node *node, const char *word, unsigned depth,
                         struct sb *out)
{
	sb_addf(out, "%s%u(", word, node->bits);
	print_operand(trace, node->left, node->left_value, depth, out);
	sb_add(out, ")");
}

static void print_label(const struct trace *trace, uint32_t label, unsigned depth, struct sb *out)
{
	const struct sk_node *node = &trace->nodes[label];
	if (depth++ == MAX_DEPTH) {
		sb_addf(out, "#%u", label);
		return;
	}
	switch ((enum sk_node_op)node->op) {
	case SK_NODE_INPUT:
		sb_addf(out, "in %u[%" PRIu64 "]", node->extra, node->left_value);
		break;
	case SK_NODE_POINTER:
		sb_addf(out, "block %u", node->extra);
		if (node->left_value)
			sb_addf(out, "%+" PRId64, (int64_t)node->left_value);
		break;
	case SK_NODE_EXTRACT:
		print_operand(trace, node->left, node->left_value, depth, out);
		sb_addf(out, "{%" PRIu64 "..%" PRIu64 "}", node->right_value, node->right_value + node->bits - 1);
		break;
	case SK_NODE_ITE:
		sb_add(out, "(");
		print_label(trace, node->extra, depth, out);
		sb_add(out, " ? ");
		print_operand(trace, node->left, node->left_value, depth, out);
		sb_add(out, " : ");
		print_operand(trace, node->right, node->right_value, depth, out);
		sb_add(out, ")");
		break;
	case SK_NODE_TABLE:
		sb_addf(out, "table %u[", node->extra);
		print_label(trace, node->left, depth, out);
		sb_add(out, "]");
		break;
	case SK_NODE_FCMP:
		print_infix(trace, node, real_words[node->flags & 15], depth, out);
		break;
	case SK_NODE_ZEXT:
	case SK_NODE_SEXT:
	case SK_NODE_FNEG ... SK_NODE_FRINT:
	case SK_NODE_F_TO_S ... SK_NODE_F_TO_F:
		print_prefix(trace, node, op_words[node->op], depth, out);
		break;
	default:
		print_infix(trace, node, op_words[node->op], depth, out);
	}
}

void trace_print_label(const struct trace *trace, uint32_t label, struct sb *out)
{
	if (label && label < trace->n_nodes)
		print_label(trace, label, 0, out);
}

/* ---- entries of the trace ---- */

static void print_place(const struct marks *marks, uint32_t file, uint32_t line, struct sb *out)
{
	sb_addf(out, " %s:%u", file < marks->files.n ? path_base(marks->files.at[file]) : "?", line);
}

static void print_met(const struct trace *trace, const struct marks *marks, const struct sk_met *met, struct sb *out)
{
	static const char *const words[SK_MET_N_KINDS] = { "step",   "condition", "switch",
		                                           "hidden", "address",   "concrete" };
	sb_addf(out, "%s%s", met->kind == SK_MET_STEP ? "" : "  ", words[met->kind]);
	if (met->kind == SK_MET_STEP || met->kind == SK_MET_CONDITION || met->kind == SK_MET_SWITCH)
		sb_addf(out, " %u", met->id);
	if (met->kind == SK_MET_CONDITION && met->id < marks->conditions.n)
		print_place(marks, marks->conditions.at[met->id].place.file, marks->conditions.at[met->id].place.line,
		            out);
	if (met->kind == SK_MET_SWITCH && met->id < marks->switches.n)
		print_place(marks, marks->switches.at[met->id].place.file, marks->switches.at[met->id].place.line, out);
	if (met->kind != SK_MET_STEP)
		sb_addf(out, " = %" PRIu64, met->value);
	if (met->label) {
		sb_add(out, ": ");
		trace_print_label(trace, met->label, out);
	}
	sb_add(out, "\n");
}

void trace_print(const struct trace *trace, const struct marks *marks, struct sb *out)
{
	for (uint32_t i = 0; i < trace->n_met; i++)
		print_met(trace, marks, &trace->met[i], out);
	for (uint32_t i = 0; i < trace->n_unmodelled; i++)
		sb_addf(out, "unmodelled %s: %u\n", trace->unmodelled[i].name, trace->unmodelled[i].count);
	if (trace->full)
		sb_addf(out, "full:%s%s%s\n", trace->full & SK_FULL_NODES ? " expressions" : "",
		        trace->full & SK_FULL_TRACE ? " trace" : "", trace->full & SK_FULL_TABLES ? " tables" : "");
}
