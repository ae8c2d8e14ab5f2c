/* influence: see influence.h.
 *
 * 64 tests are gathered before they are counted. A word per operation and a word per goal have a bit for each
 * of these tests. The tests with both are the bits that two words share, so a test costs a few instructions per
 * pair of a goal and an operation, divided by 64. */
#include "engine/influence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"

#define GATHERED 64u
#define Z 1.959963984540054 /* of the normal distribution, for 95 % */

struct influence {
	uint32_t n_operations, n_goals;
	uint32_t n_gathered;
	uint64_t *with;          /* per operation: a bit for each gathered test */
	uint64_t *hit;           /* per goal */
	VEC(uint32_t) touched;   /* goals with a bit */
	uint64_t n_tests;        /* counted but not published, as are the following */
	uint32_t *tests, *hits, *both;
};

struct influence_size influence_size(const struct model *model, const struct marks *marks, uint32_t cells)
{
	uint32_t n = (uint32_t)model->functions.n, most = n ? cells / n : 0;
	return (struct influence_size){ n, marks->first_path_probe < most ? marks->first_path_probe : most };
}

struct influence *influence_new(struct influence_size size)
{
	struct influence *influence = xcalloc(1, sizeof *influence);
	uint32_t n = size.n_operations, n_goals = size.n_goals;
	influence->n_operations = n;
	influence->n_goals = n_goals;
	influence->with = xcalloc(n + 1, sizeof *influence->with);
	influence->hit = xcalloc(n_goals + 1, sizeof *influence->hit);
	influence->tests = xcalloc(n + 1, sizeof *influence->tests);
	influence->hits = xcalloc(n_goals + 1, sizeof *influence->hits);
	influence->both = xcalloc((size_t)n * n_goals + 1, sizeof *influence->both);
	return influence;
}

void influence_free(struct influence *influence)
{
	if (!influence)
		return;
	vec_release(&influence->touched);
	free(influence->with);
	free(influence->hit);
	free(influence->tests);
	free(influence->hits);
	free(influence->both);
	free(influence);
}

/* ---- counting ---- */

static uint32_t bits(uint64_t word)
{
	return (uint32_t)__builtin_popcountll(word);
}

static void count_goal(struct influence *influence, uint32_t goal)
{
	uint32_t *both = influence->both + (size_t)goal * influence->n_operations;
	uint64_t hit = influence->hit[goal];
	for (uint32_t i = 0; i < influence->n_operations; i++)
		both[i] += bits(hit & influence->with[i]);
	influence->hits[goal] += bits(hit);
	influence->hit[goal] = 0;
}

static void count_gathered(struct influence *influence)
{
	for (size_t i = 0; i < influence->touched.n; i++)
		count_goal(influence, influence->touched.at[i]);
	for (uint32_t i = 0; i < influence->n_operations; i++) {
		influence->tests[i] += bits(influence->with[i]);
		influence->with[i] = 0;
	}
	vec_clear(&influence->touched);
	influence->n_tests += influence->n_gathered;
	influence->n_gathered = 0;
}

static void gather_goals(struct influence *influence, const uint64_t *probes, uint64_t bit)
{
	for (uint32_t w = 0; 64 * w < influence->n_goals; w++)
		for (uint64_t left = probes[w]; left; left &= left - 1) {
			uint32_t goal = 64 * w + (uint32_t)__builtin_ctzll(left);
			if (goal >= influence->n_goals)
				return;
			if (!influence->hit[goal])
				vec_push(&influence->touched, goal);
			influence->hit[goal] |= bit;
		}
}

void influence_count(struct influence *influence, const struct configuration *configuration, const uint64_t *probes)
{
	uint64_t bit = UINT64_C(1) << influence->n_gathered;
	for (uint32_t w = 0; 64 * w < configuration->n; w++)
		for (uint64_t left = configuration->in[w]; left; left &= left - 1)
			influence->with[64 * w + (uint32_t)__builtin_ctzll(left)] |= bit;
	gather_goals(influence, probes, bit);
	if (++influence->n_gathered == GATHERED)
		count_gathered(influence);
}

/* ---- publishing ---- */

static const char *const rows[] = { INFLUENCE_TESTS, INFLUENCE_OPERATIONS, INFLUENCE_GOALS, INFLUENCE_BOTH };

static void publish(struct counts *counts, const char *name, uint32_t *numbers, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (numbers[i]) {
			counts_add(counts, name, (uint32_t)i, numbers[i]);
			numbers[i] = 0;
		}
}

void influence_publish(struct influence *influence, struct counts *counts)
{
	size_t n_both = (size_t)influence->n_operations * influence->n_goals;
	count_gathered(influence);
	if (!influence->n_tests)
		return;
	counts_add(counts, rows[0], 0, influence->n_tests);
	publish(counts, rows[1], influence->tests, influence->n_operations);
	publish(counts, rows[2], influence->hits, influence->n_goals);
	publish(counts, rows[3], influence->both, n_both);
	influence->n_tests = 0;
}

/* ---- asking ---- */

struct influences influences_read(const struct counts *counts, struct influence_size size)
{
	struct influences out = { .size = size };
	out.n_tests = counts_get(counts, rows[0], 0);
	out.tests = counts_row(counts, rows[1], &out.n_tests_known);
	out.hits = counts_row(counts, rows[2], &out.n_hits_known);
	out.both = counts_row(counts, rows[3], &out.n_both_known);
	return out;
}

uint64_t influences_hits(const struct influences *influences, uint32_t goal)
{
	return goal < influences->n_hits_known ? influences->hits[goal] : 0;
}

struct interval wilson(uint64_t hits, uint64_t n)
{
	if (!n)
		return (struct interval){ 0, 1 };
	double p = (double)hits / (double)n, z2 = Z * Z / (double)n;
	double centre = p + z2 / 2, spread = Z * sqrt(p * (1 - p) / (double)n + z2 / (4 * (double)n));
	struct interval interval = { (centre - spread) / (1 + z2), (centre + spread) / (1 + z2) };
	/* The bounds for no hits and for all hits are exact. */
	if (hits == 0)
		interval.low = 0;
	if (hits == n)
		interval.high = 1;
	return interval;
}

struct influence_of influences_of(const struct influences *influences, uint32_t operation, uint32_t goal)
{
	struct influence_of out = { .interval = { 0, 1 } };
	size_t cell = (size_t)goal * influences->size.n_operations + operation;
	if (influences->n_tests && operation < influences->n_tests_known)
		out.rate = (double)influences->tests[operation] / (double)influences->n_tests;
	if (goal < influences->size.n_goals && cell < influences->n_both_known)
		out.both = influences->both[cell];
	out.interval = wilson(out.both, influences_hits(influences, goal));
	out.fraction = out.rate;
	if (out.interval.low > out.rate) {
		out.kind = TRIGGER;
		out.fraction = out.interval.low;
	} else if (out.interval.high < out.rate) {
		out.kind = SUPPRESSOR;
		out.fraction = out.interval.high;
	}
	return out;
}
