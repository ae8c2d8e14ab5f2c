/* structure_prefer: goals that come first.
 *
 * While one of them is open, there is no hope for other goals, so these come last but are not forgotten. Targets
 * are regions, for which there is no edge: entering a region is a goal then, under every criterion. A target that
 * cannot be reached must not keep other goals waiting for ever, so many runs in vain end the preference, until a
 * goal is won. */
#include "cover/structure_parts.h"

#define TIMES_PATIENCE 4u    /* runs in vain after which all goals count */

static bool is_preferred(const struct structure *s, uint32_t probe)
{
	return s->preferred.probes[probe / 64] >> (probe % 64) & 1;
}

static bool is_open(const struct structure *s, uint32_t node)
{
	uint32_t region = structure_node(s, node)->region, function = s->graph.function_of[node];
	bool is_entry = node == s->graph.first_node[function];
	uint32_t probe = region != NONE ? marks_region_probe(s->marks, region) : NONE,
	         entry = marks_function_probe(s->marks, function);
	return (probe != NONE && is_preferred(s, probe) && !cover_has(&s->seen, probe)) ||
	       (is_entry && is_preferred(s, entry) && !cover_has(&s->seen, entry));
}

static bool any_is_open(const struct structure *s)
{
	for (uint32_t e = 0; e < s->n_edges; e++)
		if (s->goals.edge_goals[e] && is_preferred(s, s->first_edge + e))
			return true;
	for (uint32_t n = 0; n < s->graph.n_nodes; n++)
		if (is_open(s, n))
			return true;
	return false;
}

bool structure_is_tired(const struct structure *s)
{
	return s->preferred.is_narrow && s->preferred.in_vain / TIMES_PATIENCE >= s->goals.patience;
}

void structure_narrow(struct structure *s)
{
	bool is_tired = s->preferred.in_vain / TIMES_PATIENCE >= s->goals.patience;
	s->preferred.is_narrow = !is_tired && any_is_open(s);
	for (uint32_t n = 0; n < s->graph.n_nodes && s->preferred.is_narrow; n++)
		if (is_open(s, n) && !s->goals.node_goals[n])
			s->goals.node_goals[n] = 1;
}

bool structure_is_narrow(const struct structure *s)
{
	return s->preferred.is_narrow;
}

bool structure_edge_waits(const struct structure *s, uint32_t edge)
{
	uint32_t target = structure_target(s, edge);
	return s->preferred.is_narrow && !is_preferred(s, s->first_edge + edge) &&
	       (target == NONE || !is_open(s, target));
}

bool structure_node_waits(const struct structure *s, uint32_t node)
{
	return s->preferred.is_narrow && !is_open(s, node);
}
