/* nearest: see nearest.h. A test is copied once, even if it is nearest to many outcomes. Copies
 * that no outcome needs are left behind when the arena is mostly waste. */
#include "cover/nearest.h"

#include <stdlib.h>

#define WASTE_ALLOWED (1u << 20)

struct kept {
	const struct seq *seq;
	size_t size;
	uint32_t held_by;        /* outcomes */
};

struct near_place {
	double distance;
	struct kept *test;
};

struct nearest {
	uint32_t n;
	struct near_place *places;
	uint32_t *nearer;        /* result of the last nearest_add() */
	struct arena *arena;     /* owns the copies */
	size_t stored, living;   /* bytes */
};

struct nearest *nearest_new(const struct marks *marks)
{
	struct nearest *nearest = xcalloc(1, sizeof *nearest);
	nearest->n = 2 * (uint32_t)marks->conditions.n + (uint32_t)marks->cases.n;
	nearest->places = xcalloc(nearest->n + 1, sizeof *nearest->places);
	nearest->nearer = xcalloc(nearest->n + 1, sizeof *nearest->nearer);
	nearest->arena = arena_new();
	for (uint32_t i = 0; i < nearest->n; i++)
		nearest->places[i].distance = -1;
	return nearest;
}

static void let_go(struct nearest *nearest, struct kept *test)
{
	if (!test || --test->held_by)
		return;
	nearest->living -= test->size;
	free(test);
}

void nearest_free(struct nearest *nearest)
{
	if (!nearest)
		return;
	for (uint32_t i = 0; i < nearest->n; i++)
		let_go(nearest, nearest->places[i].test);
	arena_free(nearest->arena);
	free(nearest->places);
	free(nearest->nearer);
	free(nearest);
}

static struct kept *keep(struct nearest *nearest, const struct seq *seq)
{
	struct kept *test = xcalloc(1, sizeof *test);
	test->seq = seq_copy(nearest->arena, seq);
	test->size = seq_encoded_size(seq);
	nearest->stored += test->size;
	nearest->living += test->size;
	return test;
}

/* A test that several outcomes hold is copied for each, because such tests are few and short. */
static void move_to_fresh_arena(struct nearest *nearest)
{
	struct arena *fresh = arena_new();
	for (uint32_t i = 0; i < nearest->n; i++)
		if (nearest->places[i].test)
			nearest->places[i].test->seq = seq_copy(fresh, nearest->places[i].test->seq);
	arena_free(nearest->arena);
	nearest->arena = fresh;
	nearest->stored = nearest->living;
}

struct nearer nearest_add(struct nearest *nearest, const struct seq *seq, const double *distances)
{
	size_t n = 0;
	struct kept *test = NULL;
	for (uint32_t i = 0; distances && i < nearest->n; i++) {
		struct near_place *place = &nearest->places[i];
		if (!(distances[i] > 0) || (place->distance >= 0 && distances[i] >= place->distance))
			continue;
		if (!test)
			test = keep(nearest, seq);
		let_go(nearest, place->test);
		*place = (struct near_place){ distances[i], test };
		test->held_by++;
		nearest->nearer[n++] = i;
	}
	if (nearest->stored > 2 * nearest->living + WASTE_ALLOWED)
		move_to_fresh_arena(nearest);
	return (struct nearer){ nearest->nearer, n };
}

uint32_t nearest_outcomes(const struct nearest *nearest)
{
	return nearest->n;
}

double nearest_distance(const struct nearest *nearest, uint32_t outcome)
{
	return nearest->places[outcome].distance;
}

const struct seq *nearest_test(const struct nearest *nearest, uint32_t outcome)
{
	return nearest->places[outcome].test ? nearest->places[outcome].test->seq : NULL;
}
