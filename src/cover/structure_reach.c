/* structure_reach: the goals that can still be reached from each place.
 *
 * A stretch of code is entered, calls functions, and is left by one of its ways. So there are two
 * questions for each node: are there goals from its start (REACH_IN), and from its end (REACH_OUT).
 * Both look down into calls, never up: the goals after a function's return depend on its caller. A
 * test knows the function that it called, so callers outside of the functions below that one do not
 * count (scopes).
 *
 * In the second layer, goals without hope and goals that wait for preferred ones do not count; an
 * untaken edge without hope is a wall. */
#include <stdlib.h>

#include "cover/structure_parts.h"

static bool bit(const uint64_t *bits, uint32_t i)
{
	return bits[i / 64] >> (i % 64) & 1;
}

static void set_bit(uint64_t *bits, uint32_t i)
{
	bits[i / 64] |= (uint64_t)1 << (i % 64);
}

static uint32_t next_node(const struct structure *s, uint32_t node, uint32_t k)
{
	return s->graph.first_node[s->graph.function_of[node]] + structure_node(s, node)->next[k];
}

static bool edge_has_goal(const struct structure *s, uint32_t node, uint32_t k)
{
	uint32_t edge = structure_edge_out(s, node, k);
	return edge != NONE && s->goals.edge_goals[edge];
}

static bool has_body(const struct structure *s, uint32_t function)
{
	return s->graph.first_node[function] < s->graph.first_node[function + 1];
}

/* ---- back ---- */

static bool can_pass(const struct structure *s, const struct flow_node *flow)
{
	for (uint32_t k = 0; k < flow->n_callees; k++)
		if (has_body(s, flow->callees[k]) && !s->graph.returns[s->graph.first_node[flow->callees[k]]])
			return false;
	return true;
}

static bool can_return(const struct structure *s, uint32_t node)
{
	const struct flow_node *flow = structure_node(s, node);
	if (!s->graph.passes[node] || !flow->n_next)
		return s->graph.passes[node] && !flow->halts;
	for (uint32_t k = 0; k < flow->n_next; k++)
		if (s->graph.returns[next_node(s, node, k)])
			return true;
	return false;
}

void structure_find_returns(struct structure *s)
{
	s->graph.passes = xcalloc(s->graph.n_nodes + 1, sizeof *s->graph.passes);
	s->graph.returns = xcalloc(s->graph.n_nodes + 1, sizeof *s->graph.returns);
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t n = s->graph.n_nodes; n-- > 0;) {
			if (s->graph.returns[n])
				continue;
			s->graph.passes[n] = can_pass(s, structure_node(s, n));
			s->graph.returns[n] = can_return(s, n);
			changed |= s->graph.returns[n];
		}
	}
}

/* ---- down ---- */

/* There is a goal on the k-th way out of the node, or behind it. */
static bool leads_on(const struct structure *s, enum layer layer, uint32_t node, uint32_t k)
{
	uint32_t edge = structure_edge_out(s, node, k);
	bool hopeless = layer == LAYER_HOPE && edge != NONE && structure_is_hopeless(s, edge);
	if (hopeless && !cover_has(&s->seen, s->first_edge + edge))
		return false;
	bool waits = layer == LAYER_HOPE && edge != NONE && structure_edge_waits(s, edge);
	return (!hopeless && !waits && edge_has_goal(s, node, k)) ||
	       s->search.reach[layer].at[next_node(s, node, k)] & REACH_IN;
}

static unsigned char reach_of(const struct structure *s, enum layer layer, uint32_t node)
{
	const struct flow_node *flow = structure_node(s, node);
	bool out = false, in = s->goals.node_goals[node] > 0 && (layer == LAYER_ALL || !structure_node_waits(s, node));
	for (uint32_t k = 0; k < flow->n_next && s->graph.passes[node] && !out; k++)
		out = leads_on(s, layer, node, k);
	for (uint32_t k = 0; k < flow->n_callees && !in; k++)
		in = has_body(s, flow->callees[k]) &&
		     s->search.reach[layer].at[s->graph.first_node[flow->callees[k]]] & REACH_IN;
	return (unsigned char)((in || out ? REACH_IN : 0) | (out ? REACH_OUT : 0));
}

/* Nodes are numbered from the entry on, so going through them backwards takes few rounds. */
const unsigned char *structure_reach(struct structure *s, enum layer layer)
{
	struct reach *reach = &s->search.reach[layer];
	if (reach->version == s->version && (layer == LAYER_ALL || reach->hope == s->hope))
		return reach->at;
	reach->version = s->version;
	reach->hope = s->hope;
	for (uint32_t n = 0; n < s->graph.n_nodes; n++)
		reach->at[n] = 0;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t n = s->graph.n_nodes; n-- > 0;) {
			unsigned char now = reach_of(s, layer, n);
			changed |= now != reach->at[n];
			reach->at[n] = now;
		}
	}
	return reach->at;
}

static bool is_open(struct structure *s, enum layer layer, uint32_t function)
{
	return has_body(s, function) && structure_reach(s, layer)[s->graph.first_node[function]] & REACH_IN;
}

bool structure_is_open(struct structure *s, uint32_t function)
{
	return is_open(s, LAYER_ALL, function);
}

bool structure_has_hope(struct structure *s, uint32_t function)
{
	return is_open(s, LAYER_HOPE, function);
}

/* ---- up ---- */

static void find_inside(struct structure *s, uint32_t function, struct scope *scope)
{
	uint32_t *todo = xcalloc(s->n_functions + 1, sizeof *todo), n = 0;
	scope->inside = xcalloc(s->n_functions / 64 + 1, sizeof *scope->inside);
	for (int layer = 0; layer < N_LAYERS; layer++)
		scope->up[layer] = xcalloc(s->n_functions / 64 + 1, sizeof *scope->up[layer]);
	set_bit(scope->inside, function);
	todo[n++] = function;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t node = s->graph.first_node[todo[i]]; node < s->graph.first_node[todo[i] + 1]; node++)
			for (uint32_t k = 0; k < structure_node(s, node)->n_callees; k++) {
				uint32_t callee = structure_node(s, node)->callees[k];
				if (bit(scope->inside, callee))
					continue;
				set_bit(scope->inside, callee);
				todo[n++] = callee;
			}
	free(todo);
}

static bool left_behind(const struct structure *s, enum layer layer, const struct scope *scope, uint32_t function)
{
	for (uint32_t i = s->graph.first_caller[function]; i < s->graph.first_caller[function + 1]; i++) {
		uint32_t node = s->graph.callers[i], caller = s->graph.function_of[node];
		if (bit(scope->inside, caller) && (s->search.reach[layer].at[node] & REACH_OUT ||
		                                   (s->graph.returns[node] && bit(scope->up[layer], caller))))
			return true;
	}
	return false;
}

/* Functions after whose return there are goals left, for tests that call `function`. */
static const uint64_t *left_above(struct structure *s, enum layer layer, uint32_t function)
{
	struct scope *scope = &s->search.scopes[function];
	if (!scope->inside)
		find_inside(s, function, scope);
	uint64_t *up = scope->up[layer];
	if (scope->version[layer] == s->version && (layer == LAYER_ALL || scope->hope[layer] == s->hope))
		return up;
	scope->version[layer] = s->version;
	scope->hope[layer] = s->hope;
	structure_reach(s, layer);
	for (uint32_t w = 0; w <= s->n_functions / 64; w++)
		up[w] = 0;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t f = 0; f < s->n_functions; f++)
			if (bit(scope->inside, f) && !bit(up, f) && left_behind(s, layer, scope, f)) {
				set_bit(up, f);
				changed = true;
			}
	}
	return up;
}

/* ---- flips ---- */

/* MC/DC: one of the paths that continue from here is wanted. */
static bool path_is_wanted(const struct structure *s, uint32_t edge, uint32_t path, bool *complete)
{
	const struct condition *c = &s->marks->conditions.at[edge / 2];
	const struct decision *d = &s->marks->decisions.at[c->decision];
	uint16_t next = c->next[edge % 2];
	uint32_t n = next >= NEXT_FALSE ? 1 : s->goals.paths_below[d->first_condition + next];
	*complete = next >= NEXT_FALSE;
	for (uint32_t p = path; p < path + n && p < d->n_paths; p++)
		if (bit(s->goals.wanted, d->first_probe + p))
			return true;
	return false;
}

/* A goal is won before the next decision. */
static bool wins_on_the_way(struct structure *s, uint32_t node)
{
	for (uint32_t steps = 0; node != NONE && steps < s->graph.n_nodes; steps++) {
		const struct flow_node *flow = structure_node(s, node);
		if (s->goals.node_goals[node])
			return true;
		for (uint32_t k = 0; k < flow->n_callees; k++)
			if (has_body(s, flow->callees[k]) && s->goals.node_goals[s->graph.first_node[flow->callees[k]]])
				return true;
		node = flow->n_next == 1 && flow->condition == NONE ? next_node(s, node, 0) : NONE;
	}
	return false;
}

static bool edge_must_win(struct structure *s, const struct flip *flip)
{
	uint32_t edge = flip->edge - s->first_edge;
	bool is_condition = edge < 2 * s->marks->conditions.n, complete;
	if (!s->goals.edge_goals[edge])
		return wins_on_the_way(s, structure_target(s, edge));
	if (s->criterion != CRITERION_MCDC || !is_condition ||
	    !s->marks->decisions.at[s->marks->conditions.at[edge / 2].decision].n_paths)
		return true;
	return path_is_wanted(s, edge, flip->path, &complete) && complete;
}

/* The flip can still become a wanted path. */
static bool edge_may_win(const struct structure *s, const struct flip *flip)
{
	uint32_t edge = flip->edge - s->first_edge;
	bool complete;
	return s->goals.edge_goals[edge] && edge < 2 * s->marks->conditions.n &&
	       path_is_wanted(s, edge, flip->path, &complete);
}

static bool edge_wins(struct structure *s, const struct flip *flip)
{
	return edge_must_win(s, flip) || (s->criterion == CRITERION_MCDC && edge_may_win(s, flip));
}

static bool goals_left(struct structure *s, enum layer layer, const struct flip *flip)
{
	uint32_t target = flip->edge == NONE ? NONE : structure_target(s, flip->edge - s->first_edge);
	if (target != NONE ? structure_reach(s, layer)[target] & REACH_IN : is_open(s, layer, flip->function))
		return true;
	if (target != NONE && !s->graph.returns[target])
		return false;
	if (flip->scope != NONE)
		return bit(left_above(s, layer, flip->scope), flip->function);
	for (uint32_t f = 0; f < s->n_functions; f++)
		if (is_open(s, layer, f))
			return true;
	return false;
}

/* An edge is worth taking until it was tried often itself, however many runs came by. */
enum relevance structure_relevance(struct structure *s, const struct flip *flip)
{
	bool late = flip->edge != NONE && (s->goals.efforts[flip->edge - s->first_edge].tried >= s->goals.patience ||
	                                   structure_edge_waits(s, flip->edge - s->first_edge));
	if (flip->edge != NONE && !late && edge_must_win(s, flip))
		return MUST_BE_RELEVANT;
	if (flip->edge != NONE && !late && s->criterion == CRITERION_MCDC && edge_may_win(s, flip))
		return MAY_BE_RELEVANT;
	if (goals_left(s, LAYER_HOPE, flip))
		return MAY_BE_RELEVANT;
	return goals_left(s, LAYER_ALL, flip) || (late && edge_wins(s, flip)) ? HARDLY_RELEVANT : IRRELEVANT;
}

bool structure_leads_on(struct structure *s, uint32_t probe)
{
	uint32_t edge = probe - s->first_edge, target = structure_target(s, edge);
	bool counts = s->goals.edge_goals[edge] && !structure_edge_waits(s, edge) && !structure_is_hopeless(s, edge);
	return counts || (target != NONE && structure_reach(s, LAYER_HOPE)[target] & REACH_IN);
}

/* ---- walking down ---- */

struct walk {
	struct structure *s;
	VEC(uint32_t) level, below; /* nodes to be entered */
	uint32_t first;             /* the edge that the walk starts with, for loops that lead back to it */
	uint32_t goals;
};

static void enter(struct walk *walk, uint32_t node, bool deeper)
{
	if (walk->s->search.stamp[node] == walk->s->search.stamp_now)
		return;
	walk->s->search.stamp[node] = walk->s->search.stamp_now;
	if (deeper)
		vec_push(&walk->below, node);
	else
		vec_push(&walk->level, node);
}

static void leave(struct walk *walk, uint32_t node)
{
	const struct structure *s = walk->s;
	const struct flow_node *flow = structure_node(s, node);
	bool decides = flow->condition != NONE || flow->of_switch != NONE;
	for (uint32_t k = 0; k < flow->n_next && s->graph.passes[node]; k++) {
		uint32_t edge = structure_edge_out(s, node, k);
		walk->goals += edge == NONE || edge == walk->first ? 0 : s->goals.edge_goals[edge];
		enter(walk, next_node(s, node, k), decides);
	}
	uint32_t function = s->graph.function_of[node];
	bool ends = !flow->n_next && s->graph.returns[node];
	for (uint32_t i = s->graph.first_caller[function]; ends && i < s->graph.first_caller[function + 1]; i++) {
		uint32_t caller = s->graph.callers[i];
		for (uint32_t k = 0; k < structure_node(s, caller)->n_next; k++)
			enter(walk, next_node(s, caller, k), true);
	}
}

static uint32_t walk_from(struct structure *s, uint32_t edge, uint32_t levels)
{
	struct walk walk = { .s = s, .first = edge, .goals = s->goals.edge_goals[edge] };
	uint32_t target = structure_target(s, edge);
	s->search.stamp_now++;
	if (target != NONE)
		enter(&walk, target, false);
	for (uint32_t level = 0; level < levels && walk.level.n; level++) {
		for (size_t i = 0; i < walk.level.n; i++) {
			uint32_t node = walk.level.at[i];
			const struct flow_node *flow = structure_node(s, node);
			walk.goals += s->goals.node_goals[node];
			for (uint32_t k = 0; k < flow->n_callees; k++)
				if (has_body(s, flow->callees[k]))
					enter(&walk, s->graph.first_node[flow->callees[k]], false);
			leave(&walk, node);
		}
		vec_clear(&walk.level);
		for (size_t i = 0; i < walk.below.n; i++)
			vec_push(&walk.level, walk.below.at[i]);
		vec_clear(&walk.below);
	}
	vec_release(&walk.level);
	vec_release(&walk.below);
	return walk.goals;
}

uint32_t structure_walk_down(struct structure *s, uint32_t probe, uint32_t levels)
{
	uint32_t edge = probe - s->first_edge;
	struct remembered *walk = &s->search.walks[edge];
	if (walk->version != s->version || s->search.walk_levels != levels) {
		for (uint32_t e = 0; e < s->n_edges && s->search.walk_levels != levels; e++)
			s->search.walks[e].version = 0;
		s->search.walk_levels = levels;
		*walk = (struct remembered){ walk_from(s, edge, levels), s->version };
	}
	return walk->value;
}

/* ---- distance ---- */

static void shorten(uint32_t *distance, uint32_t other, uint32_t more, bool *changed)
{
	if (other == NONE || other + more >= *distance)
		return;
	*distance = other + more;
	*changed = true;
}

static void relax(struct structure *s, uint32_t node, bool *changed)
{
	const struct flow_node *flow = structure_node(s, node);
	uint32_t function = s->graph.function_of[node];
	bool ends = !flow->n_next && s->graph.returns[node];
	for (uint32_t k = 0; k < flow->n_next && s->graph.passes[node]; k++)
		shorten(&s->search.distance_out[node], s->search.distance_in[next_node(s, node, k)], 1, changed);
	for (uint32_t i = s->graph.first_caller[function]; ends && i < s->graph.first_caller[function + 1]; i++)
		shorten(&s->search.distance_out[node], s->search.distance_out[s->graph.callers[i]], 1, changed);
	shorten(&s->search.distance_in[node], s->search.distance_out[node], 0, changed);
	for (uint32_t k = 0; k < flow->n_callees; k++)
		if (has_body(s, flow->callees[k]))
			shorten(&s->search.distance_in[node],
			        s->search.distance_in[s->graph.first_node[flow->callees[k]]], 1, changed);
}

static void find_distances(struct structure *s)
{
	s->search.distance_version = s->version;
	for (uint32_t n = 0; n < s->graph.n_nodes; n++) {
		bool goal = false;
		for (uint32_t k = 0; k < structure_node(s, n)->n_next && !goal; k++)
			goal = edge_has_goal(s, n, k);
		s->search.distance_out[n] = goal ? 0 : NONE;
		s->search.distance_in[n] = goal || s->goals.node_goals[n] ? 0 : NONE;
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t n = s->graph.n_nodes; n-- > 0;)
			relax(s, n, &changed);
	}
}

uint32_t structure_distance(struct structure *s, uint32_t probe)
{
	uint32_t edge = probe - s->first_edge;
	if (s->goals.edge_goals[edge])
		return 0;
	if (s->search.distance_version != s->version)
		find_distances(s);
	uint32_t target = structure_target(s, edge);
	return target == NONE || s->search.distance_in[target] == NONE ? NONE : s->search.distance_in[target] + 1;
}

/* ---- ways ---- */

static bool was_met(const struct structure *s, uint32_t node)
{
	for (uint32_t k = 0; k < structure_node(s, node)->n_next; k++) {
		uint32_t edge = structure_edge_out(s, node, k);
		if (edge != NONE && cover_has(&s->seen, s->first_edge + edge))
			return true;
	}
	return false;
}

struct spread {
	struct structure *s;
	VEC(uint32_t) nodes;
};

static void reach_by(struct spread *spread, uint32_t node, uint32_t edge)
{
	if (spread->s->search.way[node] != NONE)
		return;
	spread->s->search.way[node] = edge;
	vec_push(&spread->nodes, node);
}

static void start_ways(struct spread *spread)
{
	struct structure *s = spread->s;
	for (uint32_t n = 0; n < s->graph.n_nodes; n++)
		s->search.way[n] = NONE;
	for (uint32_t n = 0; n < s->graph.n_nodes; n++)
		for (uint32_t k = 0; was_met(s, n) && k < structure_node(s, n)->n_next; k++) {
			uint32_t edge = structure_edge_out(s, n, k);
			if (edge != NONE && !cover_has(&s->seen, s->first_edge + edge))
				reach_by(spread, next_node(s, n, k), edge);
		}
}

static void find_ways(struct structure *s)
{
	struct spread spread = { .s = s };
	s->search.way_version = s->version;
	start_ways(&spread);
	for (size_t i = 0; i < spread.nodes.n; i++) {
		uint32_t node = spread.nodes.at[i], edge = s->search.way[node];
		const struct flow_node *flow = structure_node(s, node);
		for (uint32_t k = 0; k < flow->n_callees; k++)
			if (has_body(s, flow->callees[k]))
				reach_by(&spread, s->graph.first_node[flow->callees[k]], edge);
		for (uint32_t k = 0; k < flow->n_next; k++)
			reach_by(&spread, next_node(s, node, k), edge);
	}
	vec_release(&spread.nodes);
}

uint32_t structure_way_to(struct structure *s, uint32_t probe)
{
	uint32_t node = NONE;
	if (probe < s->n_functions)
		node = has_body(s, probe) ? s->graph.first_node[probe] : NONE;
	else if (probe >= s->first_edge && probe < s->first_edge + s->n_edges)
		node = s->graph.source[probe - s->first_edge];
	if (node == NONE)
		return NONE;
	if (s->search.way_version != s->version)
		find_ways(s);
	return s->search.way[node] == NONE ? NONE : s->first_edge + s->search.way[node];
}
