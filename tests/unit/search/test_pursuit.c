/* Tests of directed swarm: merging of targets, compared with Z3's optimum, and the effect of aiming
 * at a target. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "cover/dominators.h"
#include "engine/influence.h"
#include "engine/random/merging.h"
#include "engine/random/pursuit.h"
#include "exec_world.h"
#include "solve/groups.h"

#define N_OPERATIONS 40u

/* Needs as swarm tests find them: a few triggers and suppressors each. */
static void draw_needs(struct needs *needs, struct rng *rng, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct need *need = needs_add(needs);
		for (uint32_t k = 0; k < 1 + rng_below(rng, 6); k++) {
			uint64_t bit = UINT64_C(1) << rng_below(rng, N_OPERATIONS / 4);
			if (rng_chance(rng, 0.5) && !(need->suppressors[0] & bit))
				need->triggers[0] |= bit;
			else if (!(need->triggers[0] & bit))
				need->suppressors[0] |= bit;
		}
	}
}

static bool is_within(const struct need *a, const struct need *b)
{
	return !(a->triggers[0] & ~b->triggers[0]) && !(a->suppressors[0] & ~b->suppressors[0]);
}

/* Every need is served by one of the others, and none of these wants something both ways. */
static void check_served(const struct needs *needs, const struct needs *by)
{
	for (size_t i = 0; i < needs->at.n; i++) {
		bool served = false;
		for (size_t k = 0; k < by->at.n; k++)
			served |= is_within(&needs->at.at[i], &by->at.at[k]);
		assert_true(served);
	}
	for (size_t k = 0; k < by->at.n; k++)
		assert_int_equal(by->at.at[k].triggers[0] & by->at.at[k].suppressors[0], 0);
}

static uint32_t optimum(const struct needs *needs)
{
	uint32_t n = (uint32_t)needs->at.n;
	bool *conflict = calloc((size_t)n * n + 1, sizeof *conflict);
	for (uint32_t i = 0; i < n * n; i++)
		conflict[i] = needs_conflict(needs, i / n, i % n);
	uint32_t fewest = groups_fewest(conflict, n);
	free(conflict);
	return fewest;
}

static void test_merging_against_z3(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct arena *arena = arena_new();
		struct rng rng;
		struct needs all = { .n_words = 1, .arena = arena }, fewer = all, merged = all;
		rng_init(&rng, seed);
		draw_needs(&all, &rng, 1 + rng_below(&rng, 12));
		needs_subsume(&all, &fewer);
		needs_merge(&fewer, &rng, MERGE_TRIALS, &merged);
		check_served(&all, &fewer);
		check_served(&all, &merged);
		assert_true(merged.at.n <= fewer.at.n && fewer.at.n <= all.at.n);
		assert_int_equal(merged.at.n, optimum(&fewer));
		needs_release(&all);
		needs_release(&fewer);
		needs_release(&merged);
		arena_free(arena);
	}
}

/* Of equal needs one stays, and a stricter one stands for the looser. */
static void test_subsumption(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct needs all = { .n_words = 1, .arena = arena }, fewer = all;
	const uint64_t wants[][2] = { { 1, 4 }, { 3, 4 }, { 3, 4 }, { 8, 0 } };
	for (size_t i = 0; i < 4; i++) {
		struct need *need = needs_add(&all);
		need->triggers[0] = wants[i][0];
		need->suppressors[0] = wants[i][1];
	}
	needs_subsume(&all, &fewer);
	assert_int_equal(fewer.at.n, 2);
	assert_int_equal(fewer.at.at[0].triggers[0], 3);
	assert_int_equal(fewer.at.at[1].triggers[0], 8);
	needs_release(&all);
	needs_release(&fewer);
	arena_free(arena);
}

/* ---- dominators ---- */

static void test_dominators(void **state)
{
	(void)state;
	struct world world;
	struct exec_options exec = { 0 };
	assert_ok(world_open(&world, "tests/units/swarm/stack.c"));
	assert_ok(world_start(&world, BUILD_FAST, &exec));
	const struct marks *marks = world.unit->marks;
	const struct target *fast = world.targets[BUILD_FAST];
	const uint32_t *above = dominators_find(marks, fast->flow, fast->n_flow, world.arena);
	for (uint32_t p = 0; p < marks->first_path_probe; p++) { /* every chain ends at an entry */
		uint32_t at = p, steps = 0;
		while (above[at] != NONE && steps++ < marks->first_path_probe)
			at = above[at];
		assert_true(at < marks->functions.n);
	}
	uint32_t full = NONE;
	for (uint32_t c = 0; c < marks->conditions.n; c++)
		if (strcmp(marks->conditions.at[c].text, "stack->depth == CAPACITY") == 0)
			full = marks_condition_probe(marks, c, true);
	uint32_t place = above[full]; /* the place of the condition, behind the check for null */
	assert_true(place >= marks->first_region_probe && place < marks->first_condition_probe);
	assert_true(above[place] != NONE);
	world_close(&world);
}

/* ---- aiming ---- */

struct aimed {
	struct model model;
	struct marks marks;
	struct arena *arena;
	struct configuration *callable;
	struct counts *counts;
	struct influence *influence;
};

/* Operation 0 must be in and 1 out for the target, which is probe 3. */
static void draw_and_count(struct pursuit *pursuit, struct aimed *aimed, struct rng *rng, uint64_t hits[N_WAYS],
                           uint64_t tests[N_WAYS])
{
	struct configuration *configuration = configuration_new((uint32_t)aimed->model.functions.n, aimed->arena);
	uint32_t way = pursuit_draw(pursuit, rng, configuration);
	if (!way)
		configuration->in[0] = rng_next(rng) & aimed->callable->in[0];
	uint64_t in = configuration->in[0], probes = in & 1 && !(in & 2) && rng_chance(rng, 0.5) ? 8 : 0;
	if (!way)
		influence_count(aimed->influence, configuration, &probes);
	pursuit_count(pursuit, way, &probes);
	pursuit_ran(pursuit, way, probes != 0);
	hits[way] += probes != 0;
	tests[way]++;
}

static void test_aiming(void **state)
{
	(void)state;
	struct aimed aimed = { .model.functions.n = 10, .marks = { .first_path_probe = 8, .n_probes = 8 } };
	const uint32_t target = 3;
	struct random_targets targets = { .probes = &target, .n = 1 };
	uint64_t hits[N_WAYS] = { 0 }, tests[N_WAYS] = { 0 };
	struct rng rng;
	rng_init(&rng, 1);
	aimed.arena = arena_new();
	aimed.counts = counts_new();
	aimed.callable = configuration_new((uint32_t)aimed.model.functions.n, aimed.arena);
	aimed.callable->in[0] = 0x3ff;
	struct influence_size size = influence_size(&aimed.model, &aimed.marks, INFLUENCE_CELLS);
	aimed.influence = influence_new(size);
	struct pursuit *pursuit = pursuit_new(&targets, size, aimed.callable);
	for (int i = 0; i < 20000; i++) {
		if (pursuit_is_due(pursuit)) {
			influence_publish(aimed.influence, aimed.counts);
			pursuit_look(pursuit, aimed.counts, &rng);
		}
		draw_and_count(pursuit, &aimed, &rng, hits, tests);
	}
	const uint64_t none = 0, hit = 8;
	for (int i = 0; i < 200; i++) /* tests that may call everything hit never, then always */
		pursuit_note_plain(pursuit, &none);
	assert_true(pursuit_share(pursuit) > 0.85);
	for (int i = 0; i < 20000; i++)
		pursuit_note_plain(pursuit, &hit);
	assert_true(pursuit_share(pursuit) < 0.5);
	double undirected = (double)hits[0] / (double)tests[0];
	for (uint32_t w = 1; w < N_WAYS; w++) {
		bool is_used = way_merging(w) == ROUND_ROBIN; /* of one target the others are the same */
		assert_int_equal(tests[w] > 0, is_used);
		if (is_used) /* four times as often, for either operation has to be right */
			assert_true((double)hits[w] / (double)tests[w] > 3.5 * undirected);
	}
	pursuit_publish(pursuit, aimed.counts);
	assert_int_equal(counts_get(aimed.counts, PURSUIT_TESTS, 0), tests[0]);
	assert_int_equal(counts_get(aimed.counts, PURSUIT_HITS, 0), hits[0]);
	assert_int_equal(counts_get(aimed.counts, PURSUIT_RUNS, 1), tests[1]);
	assert_int_equal(counts_get(aimed.counts, PURSUIT_FAILED, 1), hits[1]);
	pursuit_free(pursuit);
	influence_free(aimed.influence);
	counts_free(aimed.counts);
	arena_free(aimed.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_merging_against_z3),
		cmocka_unit_test(test_subsumption),
		cmocka_unit_test(test_dominators),
		cmocka_unit_test(test_aiming),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
