/* dominators: see dominators.h.
 *
 * The immediate dominators of a flow graph's nodes, by intersecting those of the predecessors in
 * reverse postorder until nothing changes (Cooper, Harvey and Kennedy). */
#include "cover/dominators.h"

#include <stdlib.h>

#include "base/vec.h"

/* The graph of one function. */
struct graph {
	const struct flow_node *nodes;
	uint32_t n;
	uint32_t *order;         /* per node: its number in postorder; NONE: it cannot be reached */
	uint32_t *postorder;     /* the n_reached nodes in postorder */
	uint32_t n_reached;
	uint32_t *idom;          /* per node; NONE: not known yet */
};

/* ---- immediate dominators ---- */

struct visit {
	uint32_t node, next;
};

static void number_nodes(struct graph *graph)
{
	bool *seen = xcalloc(graph->n, sizeof *seen);
	VEC(struct visit) stack = { 0 };
	vec_push(&stack, (struct visit){ 0, 0 });
	seen[0] = true;
	while (stack.n) {
		struct visit *top = &vec_last(&stack);
		const struct flow_node *node = &graph->nodes[top->node];
		if (top->next == node->n_next) {
			graph->order[top->node] = graph->n_reached;
			graph->postorder[graph->n_reached++] = top->node;
			stack.n--;
			continue;
		}
		uint32_t next = node->next[top->next++];
		if (next < graph->n && !seen[next]) {
			seen[next] = true;
			vec_push(&stack, (struct visit){ next, 0 });
		}
	}
	vec_release(&stack);
	free(seen);
}

static uint32_t intersect(const struct graph *graph, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (graph->order[a] < graph->order[b])
			a = graph->idom[a];
		while (graph->order[b] < graph->order[a])
			b = graph->idom[b];
	}
	return a;
}

/* Passes the known dominators of a node on to its successors; true if something changed. */
static bool pass_on(struct graph *graph, uint32_t node)
{
	bool changed = false;
	for (uint32_t i = 0; i < graph->nodes[node].n_next; i++) {
		uint32_t next = graph->nodes[node].next[i];
		if (next >= graph->n || next == 0)
			continue;
		uint32_t now = graph->idom[next] == NONE ? node : intersect(graph, graph->idom[next], node);
		changed |= now != graph->idom[next];
		graph->idom[next] = now;
	}
	return changed;
}

static void find_immediate(struct graph *graph)
{
	bool changed = true;
	graph->idom[0] = 0;
	while (changed) {
		changed = false;
		for (uint32_t i = graph->n_reached; i-- > 0;)
			changed |= pass_on(graph, graph->postorder[i]);
	}
}

static void graph_init(struct graph *graph, const struct flow_graph *flow)
{
	*graph = (struct graph){ .nodes = flow->nodes, .n = flow->n_nodes };
	graph->order = xcalloc(graph->n, sizeof *graph->order);
	graph->postorder = xcalloc(graph->n, sizeof *graph->postorder);
	graph->idom = xcalloc(graph->n, sizeof *graph->idom);
	for (uint32_t i = 0; i < graph->n; i++)
		graph->order[i] = graph->idom[i] = NONE;
	number_nodes(graph);
	find_immediate(graph);
}

static void graph_release(struct graph *graph)
{
	free(graph->order);
	free(graph->postorder);
	free(graph->idom);
}

/* ---- probes ---- */

/* The probe of the nearest region at the node or above it. */
static uint32_t region_above(const struct graph *graph, const struct marks *marks, uint32_t node, uint32_t function)
{
	while (node != NONE) {
		if (graph->nodes[node].region != NONE)
			return marks_region_probe(marks, graph->nodes[node].region);
		node = node ? graph->idom[node] : NONE;
	}
	return marks_function_probe(marks, function);
}

static void note_node(const struct graph *graph, const struct marks *marks, uint32_t i, uint32_t function,
                      uint32_t *above)
{
	const struct flow_node *node = &graph->nodes[i];
	uint32_t here = region_above(graph, marks, i, function);
	if (node->region != NONE)
		above[marks_region_probe(marks, node->region)] = i ? region_above(graph, marks, graph->idom[i],
		                                                                  function)
		                                                   : marks_function_probe(marks, function);
	if (node->condition != NONE)
		above[marks_condition_probe(marks, node->condition, false)] =
		        above[marks_condition_probe(marks, node->condition, true)] = here;
	if (node->of_switch == NONE)
		return;
	const struct switch_mark *mark = &marks->switches.at[node->of_switch];
	for (uint32_t c = 0; c < mark->n_cases; c++)
		above[marks_case_probe(marks, mark->first_case + c)] = here;
}

/* Probes that no graph has come behind the entry of their function. */
static void begin(const struct marks *marks, uint32_t *above)
{
	for (uint32_t i = 0; i < marks->functions.n; i++)
		above[marks_function_probe(marks, i)] = NONE;
	for (uint32_t i = 0; i < marks->regions.n; i++)
		above[marks_region_probe(marks, i)] = marks_function_probe(marks, marks->regions.at[i].function);
	for (uint32_t i = 0; i < 2 * marks->conditions.n; i++)
		above[marks_condition_probe(marks, i / 2, i % 2)] = marks_function_probe(
		        marks, marks->conditions.at[i / 2].function);
	for (uint32_t i = 0; i < marks->cases.n; i++)
		above[marks_case_probe(marks, i)] = marks_function_probe(
		        marks, marks->switches.at[marks->cases.at[i].of_switch].function);
}

const uint32_t *dominators_find(const struct marks *marks, const struct flow_graph *flow, uint32_t n_flow,
                                struct arena *arena)
{
	uint32_t *above = ARENA_ARRAY(arena, uint32_t, marks->first_path_probe + 1);
	begin(marks, above);
	for (uint32_t f = 0; f < n_flow && f < marks->functions.n; f++) {
		struct graph graph;
		if (!flow[f].n_nodes)
			continue;
		graph_init(&graph, &flow[f]);
		for (uint32_t i = 0; i < graph.n; i++)
			if (graph.order[i] != NONE)
				note_node(&graph, marks, i, f, above);
		graph_release(&graph);
	}
	return above;
}
