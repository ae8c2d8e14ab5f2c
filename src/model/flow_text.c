/* flow_text: control flow as text, function by function; the golden form.
 *
 *     function 3 ring_push
 *       0 region 4 calls ring_full, grow -> 1
 *       1 condition 7 `r->n == r->size` false -> 2, true -> 3
 *       2 switch 0 case 1 -> 4, default -> 5
 *       3 ends
 *       4 halts
 *
 * A node that ends returns to the caller, one that halts does not. Node 0 is the entry; callees are functions of the unit, direct or by pointer. */
#include "model/marks.h"

static void print_condition_edges(const struct marks *marks, const struct flow_node *node, struct sb *out)
{
	sb_addf(out, " condition %u `%s`", node->condition, marks->conditions.at[node->condition].text);
	for (uint32_t i = 0; i < node->n_next; i++)
		sb_addf(out, "%s %s -> %u", i ? "," : "", i ? "true" : "false", node->next[i]);
}

static void print_switch_edges(const struct marks *marks, const struct flow_node *node, struct sb *out)
{
	const struct switch_mark *of_switch = &marks->switches.at[node->of_switch];
	sb_addf(out, " switch %u", node->of_switch);
	for (uint32_t i = 0; i < node->n_next; i++) {
		const struct case_mark *mark = &marks->cases.at[of_switch->first_case + i];
		sb_add(out, i ? ", " : " ");
		if (i >= of_switch->n_cases)
			sb_add(out, "other");
		else if (mark->is_default)
			sb_add(out, "default");
		else
			sb_addf(out, "case %lld", (long long)mark->low);
		sb_addf(out, " -> %u", node->next[i]);
	}
}

static void print_node(const struct marks *marks, const struct flow_node *node, uint32_t number, struct sb *out)
{
	sb_addf(out, "  %u", number);
	if (node->region != NONE)
		sb_addf(out, " region %u", node->region);
	for (uint32_t i = 0; i < node->n_callees; i++)
		sb_addf(out, "%s %s", i ? "," : " calls", marks->functions.at[node->callees[i]].name);
	if (node->condition != NONE)
		print_condition_edges(marks, node, out);
	else if (node->of_switch != NONE)
		print_switch_edges(marks, node, out);
	else if (!node->n_next)
		sb_add(out, node->halts ? " halts" : " ends");
	for (uint32_t i = 0; node->condition == NONE && node->of_switch == NONE && i < node->n_next; i++)
		sb_addf(out, "%s %u", i ? "," : " ->", node->next[i]);
	sb_add_char(out, '\n');
}

void flow_print(const struct marks *marks, const struct flow_graph *graphs, uint32_t n, struct sb *out)
{
	for (uint32_t f = 0; f < n; f++) {
		sb_addf(out, "function %u %s%s\n", f, marks->functions.at[f].name,
		        graphs[f].n_nodes ? "" : " (no code)");
		for (uint32_t i = 0; i < graphs[f].n_nodes; i++)
			print_node(marks, &graphs[f].nodes[i], i, out);
	}
}
