/* Tests of candidates from traces made by hand, and of the strategies that pick among them. */
#include "test.h"

#include <string.h>

#include "engine/symbolic/strategy.h"
#include "hand_flow.h"

struct world {
	struct marks *marks;
	struct structure *structure;
	struct cover cover;
	struct candidates pool;
	struct rng rng;
	uint64_t n_tests;
};

static void open_world(struct world *world)
{
	*world = (struct world){ .marks = hand_marks() };
	world->structure = structure_new(world->marks, hand_flow(world->marks->arena), N_HAND_FUNCTIONS,
	                                 CRITERION_BRANCH);
	for (uint32_t f = CALLER; f < N_HAND_FUNCTIONS; f++)
		structure_exclude(world->structure, f);
	cover_init(&world->cover, world->marks);
	candidates_init(&world->pool, world->marks, world->structure);
	rng_init(&world->rng, 1);
}

static void close_world(struct world *world)
{
	candidates_release(&world->pool);
	structure_free(world->structure);
	cover_release(&world->cover);
	marks_free(world->marks);
}

/* A test of one step that calls bubble. */
static struct traced *new_test(struct world *world)
{
	struct traced *test = xcalloc(1, sizeof *test);
	struct seq_builder builder;
	test->arena = arena_new();
	test->number = ++world->n_tests;
	test->refs = 1;
	test->goal = NONE;
	seq_begin(&builder, test->arena);
	seq_add(&builder, &(struct step){ .kind = STEP_CALL, .index = BUBBLE });
	test->seq = seq_finish(&builder);
	test->calls = ARENA_ARRAY(test->arena, uint32_t, 1);
	test->calls[0] = BUBBLE;
	return test;
}

#define MAX_WORDS 64

/* "size+ outer- ...": the conditions of bubble that a run met, each symbolic. */
static struct traced *run(struct world *world, const char *path)
{
	static const struct sk_node nodes[2] = { { 0 }, { .op = SK_NODE_EQ, .bits = 1 } };
	static const char names[] = "soig";
	struct sk_met met[MAX_WORDS] = { { .kind = SK_MET_STEP } };
	struct traced *test = new_test(world);
	uint32_t n = 1;
	for (; *path; path += 2, n++) {
		uint32_t condition = (uint32_t)(strchr(names, path[0]) - names);
		met[n] = (struct sk_met){ SK_MET_CONDITION, condition, 1, path[1] == '+' };
		hand_take(&world->cover, condition, path[1] == '+');
	}
	struct trace trace = { .nodes = nodes, .n_nodes = 2, .met = met, .n_met = n };
	structure_refresh(world->structure, &world->cover);
	candidates_collect(&world->pool, test, &trace);
	return test;
}

static const struct candidate *pick(struct world *world, const struct strategy *strategy, void *memory)
{
	struct search search = { world->pool.at.at, world->pool.ready, &world->pool, world->structure, &world->rng };
	assert_true(search.n > 0);
	return &world->pool.at.at[strategy->pick(memory, &search)];
}

static bool flips(const struct candidate *candidate, const struct world *world, uint32_t condition, bool outcome)
{
	return candidate->flip.edge == marks_condition_probe(world->marks, condition, outcome);
}

/* The paper's runs: 2, then 10, of which 9 are relevant, then one candidate. */
static void test_filtering(void **state)
{
	(void)state;
	struct world world;
	open_world(&world);
	traced_drop(run(&world, "s-o-"));
	assert_int_equal(world.pool.at.n, 2);
	const struct candidate *first = pick(&world, &strategy_predictive, NULL);
	assert_true(flips(first, &world, C_OUTER, true));
	struct candidate taken = candidates_take(&world.pool, (size_t)(first - world.pool.at.at));
	traced_drop(taken.test);
	traced_drop(run(&world, "s-o+i+g-i+g-i-o+i+g-i-o-"));
	/* Of the flips of this run those of s (known) and of the outer loop that end it are
	 * not there; the others can still reach g+. */
	for (size_t i = 0; i < world.pool.at.n; i++)
		assert_false(flips(&world.pool.at.at[i], &world, C_OUTER, false));
	const struct candidate *second = pick(&world, &strategy_predictive, NULL);
	assert_int_equal(second->relevance, MUST_BE_RELEVANT);
	assert_true(flips(second, &world, C_SIZE, true) || flips(second, &world, C_GREATER, true));
	traced_drop(run(&world, "s-o+i+g+i+g-i-o-"));
	assert_int_equal(world.pool.at.n, 1);
	assert_true(flips(&world.pool.at.at[0], &world, C_SIZE, true));
	traced_drop(run(&world, "s+"));
	candidates_check(&world.pool);
	assert_int_equal(world.pool.at.n, 0);
	close_world(&world);
}

/* However often it was tried, a candidate that must win comes before those that may lead to a goal. */
static void test_weariness_comes_second(void **state)
{
	(void)state;
	struct world world;
	open_world(&world);
	structure_set_patience(world.structure, 1000);
	traced_drop(run(&world, "s-o+i+g-i+g-i-o+i+g-i-o-"));
	bool any = false;
	for (size_t i = 0; i < world.pool.at.n; i++) {
		const struct candidate *candidate = &world.pool.at.at[i];
		any |= candidate->relevance == MAY_BE_RELEVANT;
		if (candidate->relevance == MUST_BE_RELEVANT)
			world.pool.tries[candidate->towards - world.marks->first_condition_probe] = 64;
	}
	assert_true(any);
	assert_int_equal(pick(&world, &strategy_predictive, NULL)->relevance, MUST_BE_RELEVANT);
	close_world(&world);
}

/* Candidates that only lead where there is no hope wait behind the others. */
static void test_waiting(void **state)
{
	(void)state;
	struct world world;
	open_world(&world);
	structure_set_patience(world.structure, 2);
	traced_drop(run(&world, "s-o+i+g-i-o-"));
	assert_int_equal(world.pool.ready, world.pool.at.n);
	for (int i = 0; i < 2; i++)
		structure_note_run(world.structure, &(struct outcome){ .probes = world.cover.probes,
		                                                       .calls = (uint32_t[]){ BUBBLE },
		                                                       .n_calls = 1 });
	candidates_check(&world.pool);
	size_t n = world.pool.at.n;
	assert_int_equal(world.pool.ready, 2); /* s+ and g+ */
	assert_true(n > 2);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(world.pool.at.at[i].relevance, i < 2 ? MUST_BE_RELEVANT : HARDLY_RELEVANT);
	traced_drop(candidates_take(&world.pool, 0).test);
	assert_int_equal(world.pool.ready, 1);
	traced_drop(candidates_take(&world.pool, 1).test);
	assert_int_equal(world.pool.ready, 1);
	assert_int_equal(world.pool.at.n, n - 2);
	assert_int_equal(world.pool.at.at[0].relevance, MUST_BE_RELEVANT);
	traced_drop(run(&world, "s+"));
	candidates_check(&world.pool);
	assert_int_equal(world.pool.ready, world.pool.at.n);
	close_world(&world);
}

static void test_unfiltered(void **state)
{
	(void)state;
	struct world world;
	open_world(&world);
	world.pool.no_filter = true;
	traced_drop(run(&world, "s-o+i+g+i-o-"));
	assert_int_equal(world.pool.at.n, 6);
	traced_drop(run(&world, "s-o+i+g+i-o-")); /* the same prefixes are not taken twice */
	assert_int_equal(world.pool.at.n, 6);
	assert_int_equal(world.pool.repeated, 6);
	close_world(&world);
}

static void test_orders(void **state)
{
	(void)state;
	struct world world;
	open_world(&world);
	world.pool.no_filter = true;
	struct traced *old = run(&world, "s-o+i+g-i-o-");
	struct traced *young = run(&world, "s-o+i-o-");
	old->new_probes = 7;
	const struct candidate *deep = pick(&world, &strategy_depth_first, NULL);
	assert_ptr_equal(deep->test, young);
	assert_int_equal(deep->position, 4);
	assert_int_equal(pick(&world, &strategy_breadth_first, NULL)->depth, 0);
	assert_ptr_equal(pick(&world, &strategy_generational, NULL)->test, old);
	traced_drop(old);
	traced_drop(young);
	close_world(&world);
}

/* Random paths are short ones mostly; random states are not. */
static void test_random(void **state)
{
	(void)state;
	struct world world;
	unsigned shallow_path = 0, shallow_state = 0, near = 0;
	open_world(&world);
	world.pool.no_filter = true;
	traced_drop(run(&world, "s-o+i+g-i+g-i+g-i-o-"));
	for (int i = 0; i < 1000; i++) {
		shallow_path += pick(&world, &strategy_random_path, NULL)->depth < 2;
		shallow_state += pick(&world, &strategy_random_state, NULL)->depth < 2;
		near += pick(&world, &strategy_distance, NULL)->distance == 0;
	}
	assert_true(shallow_path > 700);
	assert_true(shallow_state < 350);
	assert_true(near > 500);
	close_world(&world);
}

/* Goals that a run came near are gone for by the run that came nearest. */
static void test_fitness(void **state)
{
	(void)state;
	struct world world;
	open_world(&world);
	struct traced *far = run(&world, "s-o+i+g-i-o-"), *close = run(&world, "s-o+i+g-i+g-i-o-");
	uint32_t goal = marks_condition_probe(world.marks, C_GREATER, true);
	void *memory = strategy_fitness.create();
	vec_push(&far->nearby, (struct nearby){ goal, 100 });
	vec_push(&close->nearby, (struct nearby){ goal, 1 });
	const struct candidate *chosen = pick(&world, &strategy_fitness, memory);
	assert_int_equal(chosen->flip.edge, goal); /* outright first */
	for (size_t i = world.pool.at.n; i-- > 0;)
		if (world.pool.at.at[i].flip.edge == goal)
			traced_drop(candidates_take(&world.pool, i).test);
	assert_ptr_equal(pick(&world, &strategy_fitness, memory)->test, close);
	strategy_fitness.destroy(memory);
	traced_drop(far);
	traced_drop(close);
	close_world(&world);
}

/* Whatever the pool holds, every strategy names a candidate of it, and the same one
 * for the same seed. */
static void test_every_strategy(void **state)
{
	(void)state;
	struct world world;
	open_world(&world);
	world.pool.no_filter = true;
	traced_drop(run(&world, "s-o+i+g-i-o-"));
	traced_drop(run(&world, "s+"));
	for (size_t s = 0; s < n_strategies; s++) {
		uint64_t numbers[2][20];
		for (int round = 0; round < 2; round++) {
			void *memory = strategies[s]->create ? strategies[s]->create() : NULL;
			rng_init(&world.rng, 5);
			for (int i = 0; i < 20; i++) {
				const struct candidate *chosen = pick(&world, strategies[s], memory);
				struct search search = { world.pool.at.at, world.pool.ready, &world.pool,
					                 world.structure, &world.rng };
				struct tried tried = { chosen, chosen->test, i % 3 ? chosen->test : NULL, 0 };
				numbers[round][i] = chosen->number;
				if (strategies[s]->told)
					strategies[s]->told(memory, &search, &tried);
			}
			if (strategies[s]->destroy)
				strategies[s]->destroy(memory);
		}
		assert_memory_equal(numbers[0], numbers[1], sizeof numbers[0]);
		assert_ptr_equal(strategy_by_name(strategies[s]->name), strategies[s]);
	}
	assert_null(strategy_by_name("no such"));
	assert_string_equal(strategy_by_name(NULL)->name, "default");
	close_world(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_filtering),  cmocka_unit_test(test_weariness_comes_second),
		cmocka_unit_test(test_unfiltered), cmocka_unit_test(test_waiting),
		cmocka_unit_test(test_orders),     cmocka_unit_test(test_random),
		cmocka_unit_test(test_fitness),    cmocka_unit_test(test_every_strategy),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
