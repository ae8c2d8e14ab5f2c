/* structure: see structure.h. This file has the graph, and the goals on it. */
#include "cover/structure.h"

#include <stdlib.h>
#include <string.h>

#include "cover/mcdc.h"
#include "cover/structure_parts.h"

static uint32_t n_flow_nodes(const struct structure *s, uint32_t function, uint32_t n_flow)
{
	return function < n_flow ? s->flow[function].n_nodes : 0;
}

const struct flow_node *structure_node(const struct structure *s, uint32_t node)
{
	uint32_t function = s->graph.function_of[node];
	return &s->flow[function].nodes[node - s->graph.first_node[function]];
}

static void number_nodes(struct structure *s, uint32_t n_flow)
{
	s->graph.first_node = xcalloc(s->n_functions + 1, sizeof *s->graph.first_node);
	for (uint32_t f = 0; f < s->n_functions; f++)
		s->graph.first_node[f + 1] = s->graph.first_node[f] + n_flow_nodes(s, f, n_flow);
	s->graph.n_nodes = s->graph.first_node[s->n_functions];
	s->graph.function_of = xcalloc(s->graph.n_nodes + 1, sizeof *s->graph.function_of);
	for (uint32_t f = 0; f < s->n_functions; f++)
		for (uint32_t n = s->graph.first_node[f]; n < s->graph.first_node[f + 1]; n++)
			s->graph.function_of[n] = f;
}

uint32_t structure_edge_out(const struct structure *s, uint32_t node, uint32_t k)
{
	const struct flow_node *flow = structure_node(s, node);
	if (flow->condition != NONE)
		return k < 2 ? 2 * flow->condition + k : NONE;
	if (flow->of_switch == NONE)
		return NONE;
	const struct switch_mark *mark = &s->marks->switches.at[flow->of_switch];
	return k < mark->n_cases ? 2 * (uint32_t)s->marks->conditions.n + mark->first_case + k : NONE;
}

static void find_sources(struct structure *s)
{
	s->graph.source = xcalloc(s->n_edges + 1, sizeof *s->graph.source);
	for (uint32_t e = 0; e < s->n_edges; e++)
		s->graph.source[e] = NONE;
	for (uint32_t n = 0; n < s->graph.n_nodes; n++)
		for (uint32_t k = 0; k < structure_node(s, n)->n_next; k++) {
			uint32_t edge = structure_edge_out(s, n, k);
			if (edge != NONE && edge < s->n_edges)
				s->graph.source[edge] = n;
		}
}

uint32_t structure_target(const struct structure *s, uint32_t edge)
{
	uint32_t node = s->graph.source[edge];
	if (node == NONE)
		return NONE;
	const struct flow_node *flow = structure_node(s, node);
	uint32_t k = edge - structure_edge_out(s, node, 0);
	return k < flow->n_next ? s->graph.first_node[s->graph.function_of[node]] + flow->next[k] : NONE;
}

static void find_callers(struct structure *s)
{
	s->graph.first_caller = xcalloc(s->n_functions + 2, sizeof *s->graph.first_caller);
	uint32_t *count = s->graph.first_caller + 1;
	for (uint32_t n = 0; n < s->graph.n_nodes; n++)
		for (uint32_t k = 0; k < structure_node(s, n)->n_callees; k++)
			count[structure_node(s, n)->callees[k]]++;
	for (uint32_t f = 0; f < s->n_functions; f++)
		s->graph.first_caller[f + 1] += s->graph.first_caller[f];
	s->graph.callers = xcalloc(s->graph.first_caller[s->n_functions] + 1, sizeof *s->graph.callers);
	uint32_t *next = xcalloc(s->n_functions + 1, sizeof *next);
	for (uint32_t n = 0; n < s->graph.n_nodes; n++)
		for (uint32_t k = 0; k < structure_node(s, n)->n_callees; k++) {
			uint32_t callee = structure_node(s, n)->callees[k];
			s->graph.callers[s->graph.first_caller[callee] + next[callee]++] = n;
		}
	free(next);
}

/* Paths through a decision are numbered consecutively below each condition. */
static void count_paths_below(struct structure *s)
{
	const struct marks *marks = s->marks;
	s->goals.paths_below = xcalloc(marks->conditions.n + 1, sizeof *s->goals.paths_below);
	for (size_t c = marks->conditions.n; c-- > 0;) {
		const struct condition *condition = &marks->conditions.at[c];
		const struct decision *d = &marks->decisions.at[condition->decision];
		for (int o = 0; o < 2 && d->n_paths; o++)
			s->goals.paths_below[c] +=
			        condition->next[o] >= NEXT_FALSE
			                ? 1
			                : s->goals.paths_below[d->first_condition + condition->next[o]];
	}
}

/* ---- goals ---- */

static bool hit(const struct structure *s, uint32_t probe)
{
	return cover_has(&s->seen, probe);
}

/* The goals that taking an edge of a condition wins by itself. */
static unsigned condition_goals(const struct structure *s, uint32_t condition, bool outcome)
{
	const struct condition *c = &s->marks->conditions.at[condition];
	unsigned goals = !hit(s, marks_condition_probe(s->marks, condition, outcome));
	if (s->criterion == CRITERION_CONDITION && c->next[outcome] >= NEXT_FALSE)
		goals += !cover_decision(&s->seen, c->decision, c->next[outcome] == NEXT_TRUE);
	return goals;
}

/* Marks the edges of wanted paths. */
static void follow_wanted(struct structure *s, uint32_t decision)
{
	const struct decision *d = &s->marks->decisions.at[decision];
	signed char *outcomes = xmalloc(d->n_conditions);
	for (uint32_t c = 0; c < 2 * d->n_conditions; c++)
		s->goals.edge_goals[2 * d->first_condition + c] = 0;
	for (uint32_t p = 0; p < d->n_paths; p++) {
		uint32_t probe = d->first_probe + p;
		if (!(s->goals.wanted[probe / 64] >> (probe % 64) & 1))
			continue;
		marks_path(s->marks, decision, p, outcomes);
		for (uint32_t c = 0; c < d->n_conditions; c++)
			if (outcomes[c] >= 0)
				s->goals.edge_goals[2 * (d->first_condition + c) + (uint32_t)outcomes[c]] = 1;
	}
	free(outcomes);
}

static bool paths_changed(const struct structure *s, const struct decision *d, const uint64_t *before)
{
	for (uint32_t p = d->first_probe; p < d->first_probe + d->n_paths; p++)
		if ((before[p / 64] ^ s->seen.probes[p / 64]) >> (p % 64) & 1)
			return true;
	return false;
}

/* Under MC/DC, a decision with paths counts by its wanted paths. A decision of one condition needs
 * both outcomes, and so does a decision with too many paths, for want of something better. */
static void set_decision_goals(struct structure *s, uint32_t decision, const uint64_t *before)
{
	const struct decision *d = &s->marks->decisions.at[decision];
	bool off = s->excluded[d->function];
	if (s->criterion == CRITERION_MCDC && d->n_paths && !off) {
		if (before && !paths_changed(s, d, before))
			return;
		wanted_find(&s->seen, decision, s->goals.wanted);
		follow_wanted(s, decision);
		return;
	}
	for (uint32_t c = d->first_condition; c < d->first_condition + d->n_conditions; c++)
		for (int o = 0; o < 2; o++)
			s->goals.edge_goals[2 * c + (uint32_t)o] = (unsigned char)(off ? 0 : condition_goals(s, c, o));
}

/* MC/DC has no goals for switches, but their cases lead to the goals behind them. */
static void set_case_goals(struct structure *s)
{
	uint32_t first = 2 * (uint32_t)s->marks->conditions.n;
	for (uint32_t i = 0; i < s->marks->cases.n; i++) {
		uint32_t function = s->marks->switches.at[s->marks->cases.at[i].of_switch].function;
		s->goals.edge_goals[first + i] = !s->excluded[function] && s->criterion != CRITERION_MCDC &&
		                                 !hit(s, marks_case_probe(s->marks, i));
	}
}

/* Goals of statements and functions are won by entering a stretch of code. */
static void set_node_goals(struct structure *s, const uint32_t *statements)
{
	for (uint32_t n = 0; n < s->graph.n_nodes; n++) {
		uint32_t function = s->graph.function_of[n], region = structure_node(s, n)->region;
		s->goals.node_goals[n] = 0;
		if (s->excluded[function])
			continue;
		if (s->criterion == CRITERION_FUNCTION)
			s->goals.node_goals[n] = n == s->graph.first_node[function] &&
			                         !hit(s, marks_function_probe(s->marks, function));
		else if (region != NONE && !hit(s, marks_region_probe(s->marks, region)))
			s->goals.node_goals[n] = statements[region];
	}
}

static void set_goals(struct structure *s, const uint64_t *before)
{
	if (s->preferred.probes) {
		before = NULL;
		memset(s->goals.node_goals, 0, s->graph.n_nodes * sizeof *s->goals.node_goals);
	}
	if (s->criterion == CRITERION_FUNCTION || s->criterion == CRITERION_STATEMENT) {
		uint32_t *statements = xcalloc(s->marks->regions.n + 1, sizeof *statements);
		for (size_t i = 0; i < s->marks->statements.n; i++)
			statements[s->marks->statements.at[i].region]++;
		set_node_goals(s, statements);
		free(statements);
	} else {
		for (uint32_t d = 0; d < s->marks->decisions.n; d++)
			set_decision_goals(s, d, before);
		set_case_goals(s);
	}
	if (s->preferred.probes)
		structure_narrow(s);
	s->version++;
}

struct structure *structure_new(const struct marks *marks, const struct flow_graph *flow, uint32_t n_flow,
                                enum criterion criterion)
{
	struct structure *s = xcalloc(1, sizeof *s);
	s->marks = marks;
	s->flow = flow;
	s->criterion = criterion;
	s->n_functions = (uint32_t)marks->functions.n;
	s->first_edge = marks->first_condition_probe;
	s->n_edges = 2 * (uint32_t)marks->conditions.n + (uint32_t)marks->cases.n;
	cover_init(&s->seen, marks);
	s->excluded = xcalloc(s->n_functions + 1, sizeof *s->excluded);
	number_nodes(s, n_flow);
	find_sources(s);
	find_callers(s);
	structure_find_returns(s);
	count_paths_below(s);
	s->goals.edge_goals = xcalloc(s->n_edges + 1, sizeof *s->goals.edge_goals);
	s->goals.node_goals = xcalloc(s->graph.n_nodes + 1, sizeof *s->goals.node_goals);
	s->goals.wanted = xcalloc(s->seen.n_words + 1, sizeof *s->goals.wanted);
	s->goals.patience = UINT32_MAX;
	s->goals.efforts = xcalloc(s->n_edges + 1, sizeof *s->goals.efforts);
	for (int layer = 0; layer < N_LAYERS; layer++)
		s->search.reach[layer].at = xcalloc(s->graph.n_nodes + 1, 1);
	s->search.distance_in = xcalloc(s->graph.n_nodes + 1, sizeof *s->search.distance_in);
	s->search.distance_out = xcalloc(s->graph.n_nodes + 1, sizeof *s->search.distance_out);
	s->search.way = xcalloc(s->graph.n_nodes + 1, sizeof *s->search.way);
	s->search.scopes = xcalloc(s->n_functions + 1, sizeof *s->search.scopes);
	s->search.walks = xcalloc(s->n_edges + 1, sizeof *s->search.walks);
	s->search.stamp = xcalloc(s->graph.n_nodes + 1, sizeof *s->search.stamp);
	set_goals(s, NULL);
	return s;
}

void structure_free(struct structure *s)
{
	if (!s)
		return;
	for (uint32_t f = 0; f < s->n_functions; f++) {
		free(s->search.scopes[f].inside);
		for (int layer = 0; layer < N_LAYERS; layer++)
			free(s->search.scopes[f].up[layer]);
	}
	cover_release(&s->seen);
	void *parts[] = { s->excluded,
		          s->graph.first_node,
		          s->graph.function_of,
		          s->graph.source,
		          s->graph.first_caller,
		          s->graph.callers,
		          s->goals.edge_goals,
		          s->goals.node_goals,
		          s->goals.wanted,
		          s->search.reach[LAYER_ALL].at,
		          s->search.distance_in,
		          s->goals.efforts,
		          s->search.distance_out,
		          s->goals.paths_below,
		          s->search.reach[LAYER_HOPE].at,
		          s->search.walks,
		          s->search.stamp,
		          s->graph.passes,
		          s->graph.returns,
		          s->search.scopes,
		          s->search.way };
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		free(parts[i]);
	free(s);
}

void structure_exclude(struct structure *s, uint32_t function)
{
	s->excluded[function] = true;
	set_goals(s, NULL);
}

void structure_aim(struct structure *s, const bool *aim)
{
	for (uint32_t f = 0; f < s->n_functions; f++)
		s->excluded[f] = s->excluded[f] || !aim[f];
	set_goals(s, NULL);
}

void structure_prefer(struct structure *s, const uint64_t *probes)
{
	s->preferred = (struct preferred_goals){ .probes = probes };
	if (!probes)
		memset(s->goals.node_goals, 0, s->graph.n_nodes * sizeof *s->goals.node_goals);
	set_goals(s, NULL);
}

static uint64_t goals_in_sight(const struct structure *s)
{
	uint64_t sum = 0;
	for (uint32_t e = 0; e < s->n_edges; e++)
		sum += s->goals.edge_goals[e];
	for (uint32_t n = 0; n < s->graph.n_nodes; n++)
		sum += s->goals.node_goals[n];
	return sum;
}

bool structure_refresh(struct structure *s, const struct cover *cover)
{
	size_t size = s->seen.n_words * sizeof *s->seen.probes;
	bool is_same = memcmp(s->seen.probes, cover->probes, size) == 0;
	if (is_same && !structure_is_tired(s))
		return false;
	if (!is_same)
		s->preferred.in_vain = 0;
	uint64_t *before = xmalloc(size);
	memcpy(before, s->seen.probes, size);
	memcpy(s->seen.probes, cover->probes, size);
	uint64_t left = goals_in_sight(s);
	set_goals(s, before);
	if (goals_in_sight(s) != left)
		structure_renew_hope(s);
	free(before);
	return true;
}

uint64_t structure_version(const struct structure *s)
{
	return s->version;
}

struct count structure_count(const struct structure *s)
{
	struct count sum = { 0 };
	for (uint32_t f = 0; f < s->n_functions; f++) {
		struct count own = cover_count_in(&s->seen, s->criterion, f);
		if (s->excluded[f])
			continue;
		sum.covered += own.covered;
		sum.total += own.total;
	}
	return sum;
}

bool structure_wants(const struct structure *s, uint32_t edge)
{
	return edge != NONE && s->goals.edge_goals[edge - s->first_edge] > 0;
}
