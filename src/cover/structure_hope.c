/* structure_hope: goals that many runs did not win.
 *
 * While one goal is open, all code that can lead to it is relevant, and a goal that cannot be won
 * (or not by the tests that can be made) keeps a search busy for ever. So the runs of its function
 * that did not win it are counted. The count starts again if a run comes nearer, by the distance of
 * the branch. It also starts again when any goal is won, because the state that was missing may
 * exist now. No goal is given up: goals without hope come last. */
#include "cover/structure_parts.h"

static bool is_hit(const uint64_t *probes, uint32_t probe)
{
	return probes[probe / 64] >> (probe % 64) & 1;
}

static void lose(struct structure *s, uint32_t *count)
{
	if (*count < s->goals.patience && ++*count == s->goals.patience)
		s->hope++;
}

static void note_edge(struct structure *s, uint32_t edge)
{
	struct effort *effort = &s->goals.efforts[edge];
	if (effort->is_nearer) {
		s->hope += effort->met >= s->goals.patience;
		effort->met = 0;
		return;
	}
	lose(s, &effort->met);
}

static void note_function(struct structure *s, uint32_t function)
{
	for (uint32_t node = s->graph.first_node[function]; node < s->graph.first_node[function + 1]; node++)
		for (uint32_t k = 0; k < structure_node(s, node)->n_next; k++) {
			uint32_t edge = structure_edge_out(s, node, k);
			if (edge != NONE && (s->goals.edge_goals[edge] || !cover_has(&s->seen, s->first_edge + edge)))
				note_edge(s, edge);
		}
}

static bool was_called(const struct outcome *outcome, uint32_t function)
{
	for (size_t i = 0; i < outcome->n_calls; i++)
		if (outcome->calls[i] == function)
			return true;
	return false;
}

/* Edges have the numbers of outcomes (nearest.h). */
static void mark_nearer(struct structure *s, const struct nearer *nearer, bool is_nearer)
{
	for (size_t i = 0; i < nearer->n; i++)
		s->goals.efforts[nearer->outcomes[i]].is_nearer = is_nearer;
}

void structure_note_run(struct structure *s, const struct outcome *outcome)
{
	s->preferred.in_vain++;
	mark_nearer(s, &outcome->nearer, true);
	for (uint32_t f = 0; f < s->n_functions; f++)
		if (is_hit(outcome->probes, marks_function_probe(s->marks, f)) || was_called(outcome, f))
			note_function(s, f);
	mark_nearer(s, &outcome->nearer, false);
}

void structure_note_try(struct structure *s, uint32_t probe)
{
	lose(s, &s->goals.efforts[probe - s->first_edge].tried);
}

bool structure_is_hopeless(const struct structure *s, uint32_t edge)
{
	return s->goals.efforts[edge].met >= s->goals.patience;
}

void structure_set_patience(struct structure *s, uint32_t patience)
{
	s->goals.patience = patience;
	structure_renew_hope(s);
}

void structure_renew_hope(struct structure *s)
{
	for (uint32_t e = 0; e < s->n_edges; e++)
		s->goals.efforts[e].met = s->goals.efforts[e].tried = 0;
	s->hope++;
}

uint64_t structure_hope_version(const struct structure *s)
{
	return s->hope;
}
