/* moves: see moves.h. */
#include "engine/search/moves.h"

#include <stdlib.h>

#define MAX_IN_VAIN 400u      /* neighbours that are not nearer, before the climb is given up */

void moves_init(struct moves *moves, struct craft *craft)
{
	const struct marks *marks = craft->world.marks;
	size_t n = 2 * marks->conditions.n + marks->cases.n + 1;
	*moves = (struct moves){ .craft = craft, .outcome = NONE };
	climb_init(&moves->climb, craft->world.model);
	moves->tries = xcalloc(n, sizeof *moves->tries);
	moves->from = xcalloc(n, sizeof *moves->from);
}

static void forget_around(struct moves *moves)
{
	for (size_t i = 0; i < moves->around.n; i++)
		tested_drop(moves->around.at[i]);
	vec_clear(&moves->around);
}

void moves_release(struct moves *moves)
{
	forget_around(moves);
	vec_release(&moves->around);
	climb_release(&moves->climb);
	free(moves->tries);
	free(moves->from);
}

static bool can_be_climbed_to(const struct moves *moves, uint32_t outcome)
{
	const struct seq *seq = nearest_test(moves->craft->world.nearest, outcome);
	return seq && seq->hash != moves->from[outcome] && seq->n <= moves->craft->options.breeding.max_steps;
}

static bool comes_before(const struct moves *moves, uint32_t a, uint32_t b)
{
	const struct nearest *nearest = moves->craft->world.nearest;
	if (moves->tries[a] != moves->tries[b])
		return moves->tries[a] < moves->tries[b];
	return nearest_distance(nearest, a) < nearest_distance(nearest, b);
}

bool moves_begin(struct moves *moves)
{
	const struct craft *craft = moves->craft;
	uint32_t best = NONE;
	for (size_t i = 0; i < craft->fitness.outcomes.n; i++) {
		uint32_t outcome = craft->fitness.outcomes.at[i];
		if (can_be_climbed_to(moves, outcome) && (best == NONE || comes_before(moves, outcome, best)))
			best = outcome;
	}
	moves->outcome = best;
	if (best == NONE)
		return false;
	const struct seq *seq = nearest_test(craft->world.nearest, best);
	moves->tries[best]++;
	moves->from[best] = seq->hash;
	moves->climbs++;
	moves->in_vain = 0;
	climb_begin(&moves->climb, seq, nearest_distance(craft->world.nearest, best));
	return true;
}

/* Takes the results of the neighbours, and the next step of the climb. */
static void take_around(struct moves *moves)
{
	double *distances = xcalloc(moves->around.n + 1, sizeof *distances);
	if (!moves->around.n) {
		free(distances);
		return;
	}
	for (size_t i = 0; i < moves->around.n; i++) {
		const struct tested *test = moves->around.at[i];
		distances[i] = test->state == TESTED_GOOD ? tested_distance(test, moves->outcome) : -1;
	}
	climb_take(&moves->climb, distances);
	moves->from[moves->outcome] = moves->climb.seq->hash;
	free(distances);
	forget_around(moves);
}

bool moves_go_on(struct moves *moves)
{
	const struct seq *const *neighbours;
	take_around(moves);
	if (moves->steps != moves->climb.steps)
		moves->in_vain = 0;
	moves->steps = moves->climb.steps;
	if (moves->in_vain > MAX_IN_VAIN)
		return false;
	size_t n = climb_next(&moves->climb, &neighbours);
	for (size_t i = 0; i < n; i++)
		vec_push(&moves->around, craft_of(moves->craft, neighbours[i]));
	moves->in_vain += n;
	moves->reached += !n && moves->climb.distance == 0;
	return n > 0;
}
