/* Tests of swarm: which operations configurations leave out, what is counted, and which operations
 * are found to help and to hinder. */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/influence.h"
#include "engine/random/random.h"
#include "exec_world.h"

#define BATCH 64u

/* An engine whose proposals really run. */
struct bench {
	struct world world;
	struct archive *archive;
	struct counts *counts;
	bool *callable;
	struct cover cover;
	struct engine *engine;
	uint64_t n_swarm, n_all;         /* tests by whether they had a configuration */
};

static void bench_open(struct bench *bench, const char *path)
{
	*bench = (struct bench){ 0 };
	struct exec_options exec = { 0 };
	assert_ok(world_open(&bench->world, path));
	assert_ok(world_start(&bench->world, BUILD_FAST, &exec));
	const struct model *model = bench->world.unit->model;
	bench->callable = calloc(model->functions.n + 1, sizeof(bool));
	for (size_t f = 0; f < model->functions.n; f++)
		bench->callable[f] = !model->functions.at[f].why_not && !model->functions.at[f].is_static;
	bench->archive = archive_new(bench->world.unit->marks->n_probes);
	cover_init(&bench->cover, bench->world.unit->marks);
}

/* Begins anew with a seed. */
static void bench_start(struct bench *bench, uint64_t seed, const struct random_options *options)
{
	if (bench->engine)
		engine_random.destroy(bench->engine);
	counts_free(bench->counts);
	bench->counts = counts_new();
	memset(bench->cover.probes, 0, bench->cover.n_words * sizeof *bench->cover.probes);
	struct engine_world world = { .model = bench->world.unit->model,
		                      .marks = bench->world.unit->marks,
		                      .archive = bench->archive,
		                      .callable = bench->callable,
		                      .cover = &bench->cover,
		                      .counts = bench->counts };
	bench->engine = engine_random.create(&world, seed, options);
}

static void bench_close(struct bench *bench)
{
	engine_random.destroy(bench->engine);
	archive_free(bench->archive);
	counts_free(bench->counts);
	cover_release(&bench->cover);
	free(bench->callable);
	world_close(&bench->world);
}

static void tell(struct bench *bench, const struct proposal *proposal, const struct run *run)
{
	struct engine_result result = { .seq = proposal->seq,
		                        .run = run,
		                        .tag = proposal->tag,
		                        .reception = run->outcome == SK_NORMAL ? RECEIVED_NORMAL : RECEIVED_ILLEGAL };
	if (run->outcome == SK_NORMAL)
		result.new_probes = cover_add(&bench->cover, run->probes);
	bench->n_swarm += proposal->tag.configuration > 0;
	bench->n_all += proposal->tag.configuration == 0;
	engine_random.result(bench->engine, &result);
}

static size_t run_some(struct bench *bench)
{
	struct executor *executor = bench->world.executors[BUILD_FAST];
	struct proposal proposals[BATCH] = { 0 };
	const struct seq *seqs[BATCH];
	const struct run *runs;
	size_t got, n = engine_random.propose(bench->engine, proposals, BATCH);
	assert_true(n > 0);
	for (size_t i = 0; i < n; i++)
		seqs[i] = proposals[i].seq;
	for (size_t first = 0; first < n; first += got) {
		assert_true(executor_submit(executor, seqs + first, n - first, proposals[0].want) > 0);
		assert_ok(executor_collect(executor, &runs, &got));
		for (size_t i = 0; i < got; i++)
			tell(bench, &proposals[first + i], &runs[i]);
	}
	return n;
}

static void run_for(struct bench *bench, size_t n)
{
	for (size_t done = 0; done < n;)
		done += run_some(bench);
	engine_random.publish(bench->engine, true);
}

/* The probe of the condition with this text, being true. */
static uint32_t probe_of(const struct marks *marks, const char *text)
{
	for (uint32_t c = 0; c < marks->conditions.n; c++)
		if (strcmp(marks->conditions.at[c].text, text) == 0)
			return marks_condition_probe(marks, c, true);
	fail_msg("no condition %s", text);
	return NONE;
}

static struct influence_of influence_on(const struct bench *bench, const char *operation, const char *condition)
{
	const struct unit *unit = bench->world.unit;
	uint32_t f = model_find_function(unit->model, operation);
	struct influences all = influences_read(bench->counts,
	                                        influence_size(unit->model, unit->marks, INFLUENCE_CELLS));
	assert_true(f != NONE);
	return influences_of(&all, f, probe_of(unit->marks, condition));
}

/* ---- the expected ones, whatever the seed ---- */

struct expectation {
	const char *unit, *goal, *trigger, *suppressor;
};

static void check_seed(struct bench *bench, const struct expectation *expected, uint64_t seed)
{
	const struct random_options options = { .no_mutation = true }; /* more of the tests are swarm tests */
	bench_start(bench, seed, &options);
	run_for(bench, 6000);
	struct influence_of helps = influence_on(bench, expected->trigger, expected->goal);
	struct influence_of hinders = influence_on(bench, expected->suppressor, expected->goal);
	assert_int_equal(helps.kind, TRIGGER);
	assert_int_equal(hinders.kind, SUPPRESSOR);
	assert_true(helps.fraction > 0.8 && helps.rate < 0.6);
	assert_true(hinders.fraction < 0.4 && hinders.rate > 0.4);
	assert_true(helps.both >= 10); /* as many as a target needs to be aimed at by itself */
}

static void check_expectation(const struct expectation *expected)
{
	struct bench bench;
	bench_open(&bench, expected->unit);
	for (uint64_t seed = 1; seed <= 10; seed++)
		check_seed(&bench, expected, seed);
	bench_close(&bench);
}

static void test_stack(void **state)
{
	(void)state;
	const struct expectation expected = { "tests/units/swarm/stack.c", "stack->depth == CAPACITY", "stack_push",
		                              "stack_pop" };
	check_expectation(&expected);
}

static void test_handles(void **state)
{
	(void)state;
	const struct expectation expected = { "tests/units/swarm/handles.c", "handles->count == MOST", "handles_open",
		                              "handles_close" };
	check_expectation(&expected);
}

/* ---- configurations ---- */

static uint32_t calls_of(const struct seq *seq)
{
	uint32_t calls = 0;
	for (uint32_t i = 0; i < seq->n; i++)
		calls += step_is_call(seq->steps[i]);
	return calls;
}

/* The number of calls of a swarm test can be set. Makers and destroyers come on top. */
static void test_length(void **state)
{
	(void)state;
	struct bench bench;
	struct proposal proposals[BATCH] = { 0 };
	const struct random_options options = { .no_mutation = true, .swarm_calls = 100 };
	bench_open(&bench, "tests/units/swarm/stack.c");
	bench_start(&bench, 1, &options);
	run_for(&bench, 3000);
	uint64_t swarm = 0;
	size_t n = engine_random.propose(bench.engine, proposals, BATCH);
	for (size_t i = 0; i < n; i++)
		if (proposals[i].tag.configuration) {
			assert_in_range(calls_of(proposals[i].seq), 100, 199);
			swarm++;
		}
	assert_true(swarm > 0);
	bench_close(&bench);
}

static void test_switched_off(void **state)
{
	(void)state;
	struct bench bench;
	const struct random_options options = { .no_swarm = true };
	bench_open(&bench, "tests/units/swarm/stack.c");
	bench_start(&bench, 1, &options);
	run_for(&bench, 2000);
	assert_int_equal(bench.n_swarm, 0);
	assert_int_equal(counts_get(bench.counts, "swarm tests", 0), 0);
	bench_close(&bench);
}

/* Both ways of drawing keep a share. */
static void test_shares(void **state)
{
	(void)state;
	struct bench bench;
	bench_open(&bench, "tests/units/swarm/stack.c");
	bench_start(&bench, 1, NULL);
	run_for(&bench, 8192);
	assert_true(bench.n_swarm > 800 && bench.n_all > 800);
	uint64_t counted = counts_get(bench.counts, "swarm tests", 0);
	assert_true(counted > 0 && counted <= bench.n_swarm);
	bench_close(&bench);
}

/* ---- counting ---- */

static struct configuration *configuration_of(const struct model *model, struct arena *arena, uint64_t word)
{
	struct configuration *configuration = configuration_new((uint32_t)model->functions.n, arena);
	configuration->in[0] = word;
	return configuration;
}

/* However large the unit, the table is not. */
static void test_bound(void **state)
{
	(void)state;
	struct model model = { .functions.n = 1000 };
	struct marks marks = { .first_path_probe = 100000, .n_probes = 100000 };
	struct influence_size size = influence_size(&model, &marks, INFLUENCE_CELLS);
	assert_int_equal(size.n_operations, 1000);
	assert_int_equal(size.n_goals, INFLUENCE_CELLS / 1000);
	model.functions.n = 0;
	assert_int_equal(influence_size(&model, &marks, INFLUENCE_CELLS).n_goals, 0);
}

/* Against a plain count, over more tests than are gathered at a time. */
static void test_counting(void **state)
{
	(void)state;
	enum { TESTS = 150, OPERATIONS = 7, GOALS = 20 };
	struct model model = { .functions.n = OPERATIONS };
	struct marks marks = { .first_path_probe = GOALS, .n_probes = GOALS };
	struct influence_size size = influence_size(&model, &marks, INFLUENCE_CELLS);
	struct influence *influence = influence_new(size);
	struct counts *counts = counts_new();
	struct arena *arena = arena_new();
	uint64_t both[GOALS][OPERATIONS] = { 0 }, hits[GOALS] = { 0 };
	struct rng rng;
	rng_init(&rng, 1);
	for (int t = 0; t < TESTS; t++) {
		uint64_t with = rng_next(&rng) & 0x7f, hit = rng_next(&rng) & rng_next(&rng) & 0xfffff;
		influence_count(influence, configuration_of(&model, arena, with), &hit);
		for (int g = 0; g < GOALS; g++)
			hits[g] += hit >> g & 1;
		for (int i = 0; i < GOALS * OPERATIONS; i++)
			both[i / OPERATIONS][i % OPERATIONS] += hit >> (i / OPERATIONS) & with >> (i % OPERATIONS) & 1;
		if (t == 100) /* increments: nothing is lost and nothing counted twice */
			influence_publish(influence, counts);
	}
	influence_publish(influence, counts);
	influence_publish(influence, counts);
	struct influences all = influences_read(counts, size);
	assert_int_equal(all.n_tests, TESTS);
	for (uint32_t g = 0; g < GOALS; g++) {
		assert_int_equal(influences_hits(&all, g), hits[g]);
		for (uint32_t f = 0; f < OPERATIONS; f++)
			assert_int_equal(influences_of(&all, f, g).both, both[g][f]);
	}
	arena_free(arena);
	counts_free(counts);
	influence_free(influence);
}

static bool is_near(double a, double b)
{
	return fabs(a - b) < 5e-5;
}

/* Values from the formula, worked out by hand to four places. */
static void test_wilson(void **state)
{
	(void)state;
	struct interval none = wilson(0, 0), zero = wilson(0, 10), all = wilson(10, 10), some = wilson(81, 263);
	assert_true(none.low == 0 && none.high == 1);
	assert_true(zero.low == 0 && is_near(zero.high, 0.2775));
	assert_true(is_near(all.low, 0.7225) && all.high == 1);
	assert_true(is_near(some.low, 0.2553) && is_near(some.high, 0.3662));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stack),        cmocka_unit_test(test_handles), cmocka_unit_test(test_bound),
		cmocka_unit_test(test_switched_off), cmocka_unit_test(test_shares),  cmocka_unit_test(test_counting),
		cmocka_unit_test(test_wilson),       cmocka_unit_test(test_length),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
