/* rank: see rank.h. */
#include "reduce/rank.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"

static const char *const names[N_RANKINGS] = { "bt", "ba", "fpf", "sp", "random" };

enum ranking ranking_by_name(const char *name)
{
	enum ranking ranking = RANK_BT;
	while (ranking < N_RANKINGS && !str_equal(name, names[ranking]))
		ranking++;
	return ranking;
}

const char *ranking_name(enum ranking ranking)
{
	return names[ranking];
}

struct order {
	const struct ranked *tests;
	size_t n, n_words;
	const uint64_t *counted;
	uint64_t *covered;           /* branches of the tests that have their place */
	uint64_t *nearest;           /* per test: distance to the nearest test that has its place */
};

static uint64_t word_of(const struct order *o, size_t test, size_t w)
{
	return o->tests[test].probes[w] & (o->counted ? o->counted[w] : UINT64_MAX);
}

static uint64_t branches(const struct order *o, size_t test)
{
	uint64_t n = 0;
	for (size_t w = 0; w < o->n_words; w++)
		n += (uint64_t)__builtin_popcountll(word_of(o, test, w));
	return n;
}

static uint64_t additional(const struct order *o, size_t test)
{
	uint64_t n = 0;
	for (size_t w = 0; w < o->n_words; w++)
		n += (uint64_t)__builtin_popcountll(word_of(o, test, w) & ~o->covered[w]);
	return n;
}

static uint64_t distance(const struct order *o, size_t a, size_t b)
{
	uint64_t n = 0;
	for (size_t w = 0; w < o->n_words; w++)
		n += (uint64_t)__builtin_popcountll(word_of(o, a, w) ^ word_of(o, b, w));
	return n;
}

/* A test with a larger worth comes sooner. */
static uint64_t worth(const struct order *o, enum ranking ranking, size_t test)
{
	switch (ranking) {
	case RANK_BT:
		return branches(o, test);
	case RANK_BA:
		return additional(o, test);
	case RANK_FPF:
		return o->nearest[test];
	case RANK_SP:
		return UINT64_MAX - o->tests[test].path_length;
	default:
		return 0;
	}
}

static void take(struct order *o, enum ranking ranking, size_t test)
{
	for (size_t w = 0; w < o->n_words; w++)
		o->covered[w] |= word_of(o, test, w);
	for (size_t i = 0; ranking == RANK_FPF && i < o->n; i++) {
		uint64_t d = distance(o, i, test);
		if (d < o->nearest[i])
			o->nearest[i] = d;
	}
}

void rank_tests(const struct ranked *tests, size_t n, size_t n_words, const uint64_t *counted, enum ranking ranking,
                struct rng *rng, size_t *order)
{
	struct order o = {
		tests, n, n_words, counted, xcalloc(n_words + 1, sizeof(uint64_t)), xcalloc(n + 1, sizeof(uint64_t))
	};
	memset(o.nearest, 0xff, n * sizeof *o.nearest);
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	for (size_t place = 0; place < n; place++) {
		size_t best = place, ties = 0;
		for (size_t i = place; i < n; i++) {
			uint64_t ours = worth(&o, ranking, order[i]), theirs = worth(&o, ranking, order[best]);
			ties = ours > theirs || i == place ? 1 : ties + (ours == theirs);
			if (ours > theirs || (ours == theirs && i != place && rng_below(rng, ties) == 0))
				best = i;
		}
		size_t chosen = order[best];
		order[best] = order[place];
		order[place] = chosen;
		take(&o, ranking, chosen);
	}
	free(o.covered);
	free(o.nearest);
}

double rank_apbd(const uint32_t *found, size_t n)
{
	uint64_t sum = 0;
	if (!n || !found[n - 1])
		return 0;
	for (size_t i = 0; i + 1 < n; i++)
		sum += found[i];
	return (double)sum / ((double)n * found[n - 1]) + 1.0 / (2.0 * (double)n);
}
