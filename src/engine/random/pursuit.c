/* pursuit: see pursuit.h. */
#include "engine/random/pursuit.h"

#include <stdlib.h>
#include <string.h>

#include "engine/random/merging.h"

#define FIRST_LOOK 1000u         /* undirected tests before the first look, then at every doubling */
#define LEAST_HITS 10u           /* a target with fewer hits has too little data */
#define UNDIRECTED_SHARE 0.1
#define EVEN_SHARE 0.4           /* of the directed tests: spread evenly over the ways */
#define LEAST_SHARE 0.3          /* of tests with a configuration, */
#define MOST_SHARE 0.9           /* compared with tests that may call everything */
#define LEAST_COMPARED 100u      /* of either kind */
#define MOST_BARREN 64u          /* in a row at the start: the way makes no tests */

struct way {
	uint64_t tests, barren;          /* in all, by this worker */
	double reward;                   /* sum over its tests: mean over targets of hit by chance */
	size_t next;                     /* the next need, in turn */
	bool is_closed;                  /* makes no tests */
	uint64_t unpublished, unpublished_barren, unpublished_runs, unpublished_failed;
};

struct pursuit {
	const struct random_targets *targets;
	struct influence_size size;
	const struct configuration *callable;
	struct arena *arena;             /* of the needs */
	struct needs needs[N_PURSUIT_MERGINGS];
	struct way ways[N_PURSUIT_ROWS];
	struct way plain;                /* tests that may call everything, of any origin */
	uint64_t next_look;              /* undirected tests */
	bool is_ready;
	double *chance;                  /* per target: chance of an undirected test to hit it */
	uint64_t *undirected_hits;       /* per target */
	uint64_t *unpublished;           /* hits by way and target */
};

const char *pursuit_strategy_name(enum pursuit_strategy strategy)
{
	static const char *const names[] = { "half-swarm", "triggers-only", "no-suppressors" };
	return names[strategy];
}

const char *pursuit_merging_name(enum pursuit_merging merging)
{
	static const char *const names[] = { "round-robin", "subsumption", "aggressive" };
	return names[merging];
}

struct pursuit *pursuit_new(const struct random_targets *targets, struct influence_size size,
                            const struct configuration *callable)
{
	struct pursuit *pursuit = xcalloc(1, sizeof *pursuit);
	pursuit->targets = targets;
	pursuit->size = size;
	pursuit->callable = callable;
	pursuit->arena = arena_new();
	pursuit->next_look = targets->first_look ? targets->first_look : FIRST_LOOK;
	pursuit->chance = xcalloc(targets->n + 1, sizeof *pursuit->chance);
	pursuit->undirected_hits = xcalloc(targets->n + 1, sizeof *pursuit->undirected_hits);
	pursuit->unpublished = xcalloc(N_PURSUIT_ROWS * (size_t)targets->n + 1, sizeof *pursuit->unpublished);
	return pursuit;
}

void pursuit_free(struct pursuit *pursuit)
{
	if (!pursuit)
		return;
	for (int m = 0; m < N_PURSUIT_MERGINGS; m++)
		needs_release(&pursuit->needs[m]);
	arena_free(pursuit->arena);
	free(pursuit->chance);
	free(pursuit->undirected_hits);
	free(pursuit->unpublished);
	free(pursuit);
}

/* ---- what targets need ---- */

bool pursuit_is_due(const struct pursuit *pursuit)
{
	return pursuit->ways[0].tests >= pursuit->next_look;
}

/* Returns the target, or its nearest dominator that enough tests hit; NONE: there is none. */
static uint32_t with_data(const struct pursuit *pursuit, const struct influences *all, uint32_t probe)
{
	while (probe != NONE && influences_hits(all, probe) < LEAST_HITS)
		probe = pursuit->targets->dominators ? pursuit->targets->dominators[probe] : NONE;
	return probe;
}

static void find_need(const struct pursuit *pursuit, const struct influences *all, uint32_t probe, struct need *need)
{
	uint32_t told_by = with_data(pursuit, all, probe);
	for (uint32_t f = 0; f < pursuit->callable->n && told_by != NONE; f++) {
		enum influence_kind kind = influences_of(all, f, told_by).kind;
		if (!configuration_has(pursuit->callable, f))
			continue;
		if (kind == TRIGGER)
			need->triggers[f / 64] |= UINT64_C(1) << (f % 64);
		else if (kind == SUPPRESSOR)
			need->suppressors[f / 64] |= UINT64_C(1) << (f % 64);
	}
}

/* Closes ways of merging with the same number of needs as the way before: their needs are the same, so one of
 * them will do. */
static void close_doubles(struct pursuit *pursuit)
{
	for (uint32_t w = 1; w < N_WAYS; w++) {
		enum pursuit_merging merging = way_merging(w);
		bool is_same = merging != ROUND_ROBIN &&
		               pursuit->needs[merging].at.n == pursuit->needs[merging - 1].at.n;
		pursuit->ways[w].is_closed = is_same;
	}
}

/* Returns the chance that an undirected test hits the target. Kept campaigns may know more than this worker saw. */
static double chance_of(const struct pursuit *pursuit, const struct influences *all, uint32_t target)
{
	uint64_t tests = pursuit->ways[0].tests, hits = pursuit->undirected_hits[target];
	if (all->n_tests > tests && pursuit->targets->probes[target] < all->size.n_goals) {
		tests = all->n_tests;
		hits = influences_hits(all, pursuit->targets->probes[target]);
	}
	return (double)(hits + 1) / (double)(tests + 2);
}

void pursuit_look(struct pursuit *pursuit, const struct counts *counts, struct rng *rng)
{
	struct influences all = influences_read(counts, pursuit->size);
	arena_clear(pursuit->arena);
	for (int m = 0; m < N_PURSUIT_MERGINGS; m++) {
		needs_release(&pursuit->needs[m]);
		pursuit->needs[m] = (struct needs){ .n_words = pursuit->callable->n / 64 + 1, .arena = pursuit->arena };
	}
	for (uint32_t t = 0; t < pursuit->targets->n; t++) {
		find_need(pursuit, &all, pursuit->targets->probes[t], needs_add(&pursuit->needs[ROUND_ROBIN]));
		pursuit->chance[t] = chance_of(pursuit, &all, t);
	}
	needs_subsume(&pursuit->needs[ROUND_ROBIN], &pursuit->needs[SUBSUMPTION]);
	needs_merge(&pursuit->needs[SUBSUMPTION], rng, MERGE_TRIALS, &pursuit->needs[AGGRESSIVE]);
	close_doubles(pursuit);
	pursuit->is_ready = true;
	pursuit->next_look = 2 * pursuit->ways[0].tests;
}

/* ---- drawing ---- */

static bool is_open(const struct pursuit *pursuit, uint32_t way)
{
	return !pursuit->ways[way].is_closed &&
	       (pursuit->ways[way].tests > 0 || pursuit->ways[way].barren < MOST_BARREN);
}

/* Returns the weight of a way, the square of its reward: ways that hit more get more tests. */
static double weight(const struct way *way)
{
	double mean = (way->reward + 1) / (double)(way->tests + 1);
	return mean * mean;
}

static uint32_t choose_way(const struct pursuit *pursuit, struct rng *rng)
{
	double total = 0;
	uint32_t n = 0, last = 0;
	if (!pursuit->is_ready || rng_chance(rng, UNDIRECTED_SHARE))
		return 0;
	for (uint32_t w = 1; w < N_WAYS; w++)
		if (is_open(pursuit, w)) {
			total += weight(&pursuit->ways[w]);
			n++;
		}
	if (!n)
		return 0;
	bool even = pursuit->targets->even || rng_chance(rng, EVEN_SHARE);
	double drawn = rng_unit(rng) * (even ? n : total);
	for (uint32_t w = 1; w < N_WAYS && drawn >= 0; w++)
		if (is_open(pursuit, w)) {
			drawn -= even ? 1 : weight(&pursuit->ways[w]);
			last = w;
		}
	return last;
}

static void fill_in(const struct pursuit *pursuit, enum pursuit_strategy strategy, const struct need *need,
                    struct rng *rng, struct configuration *configuration)
{
	for (uint32_t w = 0; 64 * w < configuration->n; w++) {
		uint64_t all = pursuit->callable->in[w], others = all & ~need->suppressors[w];
		configuration->in[w] = strategy == HALF_SWARM      ? (others & rng_next(rng)) | need->triggers[w]
		                       : strategy == TRIGGERS_ONLY ? need->triggers[w]
		                                                   : others;
	}
}

uint32_t pursuit_draw(struct pursuit *pursuit, struct rng *rng, struct configuration *configuration)
{
	uint32_t w = choose_way(pursuit, rng);
	struct way *way = &pursuit->ways[w];
	if (!w)
		return 0;
	const struct needs *needs = &pursuit->needs[way_merging(w)];
	fill_in(pursuit, way_strategy(w), &needs->at.at[way->next++ % needs->at.n], rng, configuration);
	return w;
}

/* ---- counting ---- */

void pursuit_is_barren(struct pursuit *pursuit, uint32_t way)
{
	pursuit->ways[way].barren++;
	pursuit->ways[way].unpublished_barren++;
}

/* Returns the mean over targets of hit divided by chance of a hit. */
static double reward_of(const struct pursuit *pursuit, const uint64_t *probes)
{
	double reward = 0;
	for (uint32_t t = 0; t < pursuit->targets->n; t++) {
		uint32_t probe = pursuit->targets->probes[t];
		if (probes[probe / 64] >> (probe % 64) & 1)
			reward += 1 / pursuit->chance[t] / pursuit->targets->n;
	}
	return reward;
}

void pursuit_note_plain(struct pursuit *pursuit, const uint64_t *probes)
{
	if (!pursuit->is_ready)
		return;
	pursuit->plain.tests++;
	pursuit->plain.reward += reward_of(pursuit, probes);
}

double pursuit_share(const struct pursuit *pursuit)
{
	struct way aimed = { 0 };
	for (uint32_t w = 1; w < N_WAYS; w++) {
		aimed.tests += pursuit->ways[w].tests;
		aimed.reward += pursuit->ways[w].reward;
	}
	if (pursuit->targets->even || pursuit->plain.tests < LEAST_COMPARED || aimed.tests < LEAST_COMPARED)
		return MOST_SHARE;
	double share = weight(&aimed) / (weight(&aimed) + weight(&pursuit->plain));
	return share < LEAST_SHARE ? LEAST_SHARE : share > MOST_SHARE ? MOST_SHARE : share;
}

void pursuit_count(struct pursuit *pursuit, uint32_t way, const uint64_t *probes)
{
	bool is_aimed = way && way != WITHOUT_SWARM;
	uint32_t n = pursuit->targets->n;
	for (uint32_t t = 0; t < n; t++) {
		uint32_t probe = pursuit->targets->probes[t];
		if (!(probes[probe / 64] >> (probe % 64) & 1))
			continue;
		pursuit->unpublished[way * n + t]++;
		pursuit->undirected_hits[t] += way == 0;
	}
	pursuit->ways[way].tests++;
	pursuit->ways[way].unpublished++;
	pursuit->ways[way].reward += is_aimed ? reward_of(pursuit, probes) : 0;
}

void pursuit_ran(struct pursuit *pursuit, uint32_t way, bool failed)
{
	pursuit->ways[way].unpublished_runs++;
	pursuit->ways[way].unpublished_failed += failed;
}

static void publish_way(struct way *way, uint32_t number, struct counts *counts)
{
	counts_add(counts, PURSUIT_TESTS, number, way->unpublished);
	counts_add(counts, PURSUIT_BARREN, number, way->unpublished_barren);
	counts_add(counts, PURSUIT_RUNS, number, way->unpublished_runs);
	counts_add(counts, PURSUIT_FAILED, number, way->unpublished_failed);
	way->unpublished = way->unpublished_barren = way->unpublished_runs = way->unpublished_failed = 0;
}

void pursuit_publish(struct pursuit *pursuit, struct counts *counts)
{
	uint32_t n = pursuit->targets->n;
	for (uint32_t w = 0; w < N_PURSUIT_ROWS; w++)
		publish_way(&pursuit->ways[w], w, counts);
	for (uint32_t i = 0; i < N_PURSUIT_ROWS * n; i++) {
		counts_add(counts, PURSUIT_HITS, i, pursuit->unpublished[i]);
		pursuit->unpublished[i] = 0;
	}
	for (uint32_t m = 0; m < N_PURSUIT_MERGINGS; m++) {
		uint64_t known = counts_get(counts, PURSUIT_NEEDS, m), now = pursuit->needs[m].at.n;
		counts_add(counts, PURSUIT_NEEDS, m, now > known ? now - known : 0);
	}
}
