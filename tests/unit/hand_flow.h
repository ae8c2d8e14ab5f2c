/* hand_flow: marks and flow graphs made by hand.
 *
 * `bubble` is the sort of the paper on coverage-driven symbolic execution, with its four decisions.
 * `caller` calls it twice: before and behind a decision of its own. `stranger` calls it too, and
 * has a goal behind the call. */
#ifndef SKEP_HAND_FLOW_H
#define SKEP_HAND_FLOW_H

#include "cover/cover.h"

enum { BUBBLE, CALLER, STRANGER, LONELY, N_HAND_FUNCTIONS };
enum { C_SIZE, C_OUTER, C_INNER, C_GREATER, C_CALLER, C_STRANGER, C_BOTH_A, C_BOTH_B, N_HAND_CONDITIONS };

static inline void hand_condition(struct marks *marks, uint32_t function, uint32_t n)
{
	uint32_t decision = (uint32_t)marks->decisions.n, first = (uint32_t)marks->conditions.n;
	struct place place = { .line = 1 + first, .column = 1, .macro_file = NONE };
	vec_push(
	        &marks->decisions,
	        (struct decision){ .place = place, .function = function, .first_condition = first, .n_conditions = n });
	for (uint16_t i = 0; i < n; i++) /* joined by && */
		vec_push(&marks->conditions,
		         (struct condition){ .place = place,
		                             .function = function,
		                             .decision = decision,
		                             .index = i,
		                             .next = { NEXT_FALSE, i + 1u < n ? (uint16_t)(i + 1) : NEXT_TRUE },
		                             .text = "x" });
	marks_count_paths(marks, decision);
}

static inline struct marks *hand_marks(void)
{
	struct marks *marks = marks_new();
	struct place place = { .line = 1, .column = 1, .macro_file = NONE };
	static const char *const names[] = { "bubble", "caller", "stranger", "lonely" };
	marks_file(marks, "bubble.c");
	for (uint32_t f = 0; f < N_HAND_FUNCTIONS; f++) {
		vec_push(&marks->functions, (struct function_mark){ .name = names[f], .place = place });
		vec_push(&marks->regions, (struct region){ .place = place, .function = f });
		vec_push(&marks->statements, (struct statement){ .place = place, .region = f });
	}
	for (int i = 0; i < 4; i++)
		hand_condition(marks, BUBBLE, 1);
	hand_condition(marks, CALLER, 1);
	hand_condition(marks, STRANGER, 1);
	hand_condition(marks, LONELY, 2);
	marks_number(marks);
	return marks;
}

struct hand_way {
	uint32_t condition, next[2];
};

/* Decisions one after the other, then the exit. */
static inline struct flow_graph hand_decisions(struct arena *arena, const struct hand_way *ways, uint32_t n)
{
	struct flow_node *nodes = ARENA_ARRAY(arena, struct flow_node, n + 1);
	for (uint32_t i = 0; i <= n; i++) {
		nodes[i] = (struct flow_node){ .condition = NONE, .of_switch = NONE, .region = NONE };
		if (i == n)
			break;
		nodes[i].condition = ways[i].condition;
		nodes[i].next = arena_memdup(arena, ways[i].next, sizeof ways[i].next);
		nodes[i].n_next = 2;
	}
	return (struct flow_graph){ nodes, n + 1 };
}

/* A call, a decision in a region, with calls of its own, and the exit. */
static inline struct flow_graph hand_call(struct arena *arena, uint32_t callee, uint32_t condition, uint32_t region,
                                          uint32_t also)
{
	struct hand_way way = { condition, { 2, 2 } };
	struct flow_node *nodes = ARENA_ARRAY(arena, struct flow_node, 3);
	uint32_t *lists = ARENA_ARRAY(arena, uint32_t, 3);
	nodes[1] = hand_decisions(arena, &way, 1).nodes[0];
	nodes[1].region = region;
	lists[0] = callee;
	lists[1] = 1;
	lists[2] = also;
	nodes[0] = nodes[2] = (struct flow_node){ .condition = NONE, .of_switch = NONE, .region = NONE };
	nodes[0].callees = &lists[0];
	nodes[0].next = &lists[1];
	nodes[0].n_next = nodes[0].n_callees = 1;
	nodes[1].callees = &lists[2];
	nodes[1].n_callees = also != NONE;
	return (struct flow_graph){ nodes, 3 };
}

static inline const struct flow_graph *hand_flow(struct arena *arena)
{
	static const struct hand_way bubble[] = {
		{ C_SIZE, { 1, 4 } }, { C_OUTER, { 4, 2 } }, { C_INNER, { 1, 3 } }, { C_GREATER, { 2, 2 } }
	};
	static const struct hand_way lonely[] = { { C_BOTH_A, { 2, 1 } }, { C_BOTH_B, { 2, 2 } } };
	struct flow_graph *graphs = ARENA_ARRAY(arena, struct flow_graph, N_HAND_FUNCTIONS);
	graphs[BUBBLE] = hand_decisions(arena, bubble, 4);
	graphs[CALLER] = hand_call(arena, BUBBLE, C_CALLER, 1, NONE);
	graphs[STRANGER] = hand_call(arena, BUBBLE, C_STRANGER, 2, LONELY);
	graphs[LONELY] = hand_decisions(arena, lonely, 2);
	return graphs;
}

static inline void hand_hit(struct cover *cover, uint32_t probe)
{
	cover->probes[probe / 64] |= (uint64_t)1 << (probe % 64);
}

static inline void hand_take(struct cover *cover, uint32_t condition, bool outcome)
{
	hand_hit(cover, marks_condition_probe(cover->marks, condition, outcome));
}

#endif
