/* Tests of candidates that several campaigns share: each is tried by one of them. */
#include "test.h"

#include <string.h>

#include "engine/flips/claimed.h"
#include "hand_flow.h"

/* Claims of all campaigns of a test, in one place. */
struct registry {
	struct map owners;       /* frontier -> campaign, plus one */
	uint32_t questions;
};

struct fake_claims {
	struct claims base;
	struct registry *registry;
	uint64_t campaign;
	uint32_t n_questions;
	uint32_t answers[CLAIMS_UNDER_WAY];
	bool is_taken[CLAIMS_UNDER_WAY];
};

static uint32_t ask(struct claims *claims, const uint64_t *frontiers, size_t n)
{
	struct fake_claims *own = (struct fake_claims *)claims;
	uint32_t question = own->n_questions++, ours = 0;
	assert_in_range(n, 1, CLAIMS_AT_ONCE);
	own->registry->questions++;
	for (size_t i = 0; i < n; i++) {
		uint64_t *owner = map_put(&own->registry->owners, frontiers[i], NULL);
		*owner = *owner ? *owner : own->campaign + 1;
		ours |= (uint32_t)(*owner == own->campaign + 1) << i;
	}
	own->answers[question % CLAIMS_UNDER_WAY] = ours;
	own->is_taken[question % CLAIMS_UNDER_WAY] = false;
	return question;
}

static uint32_t take(struct claims *claims, uint32_t question)
{
	struct fake_claims *own = (struct fake_claims *)claims;
	assert_false(own->is_taken[question % CLAIMS_UNDER_WAY]);
	own->is_taken[question % CLAIMS_UNDER_WAY] = true;
	return own->answers[question % CLAIMS_UNDER_WAY];
}

static const struct claims_kind fake_kind = { .ask = ask, .take = take };

/* One campaign, with its pool. */
struct world {
	struct fake_claims claims;
	struct marks *marks;
	struct structure *structure;
	struct cover cover;
	struct candidates pool;
	struct claimed claimed;
};

static void open_world(struct world *world, struct registry *registry, uint64_t campaign)
{
	*world = (struct world){ .claims = { { &fake_kind }, .registry = registry, .campaign = campaign },
		                 .marks = hand_marks() };
	world->structure = structure_new(world->marks, hand_flow(world->marks->arena), N_HAND_FUNCTIONS,
	                                 CRITERION_BRANCH);
	for (uint32_t f = CALLER; f < N_HAND_FUNCTIONS; f++)
		structure_exclude(world->structure, f);
	cover_init(&world->cover, world->marks);
	candidates_init(&world->pool, world->marks, world->structure);
	world->claimed.claims = &world->claims.base;
}

static void close_world(struct world *world)
{
	claimed_release(&world->claimed);
	candidates_release(&world->pool);
	structure_free(world->structure);
	cover_release(&world->cover);
	marks_free(world->marks);
}

static struct traced *new_test(void)
{
	struct traced *test = xcalloc(1, sizeof *test);
	struct seq_builder builder;
	test->arena = arena_new();
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

/* "s-o+ ...": the conditions of bubble that a run met, each symbolic. */
static void run(struct world *world, const char *path)
{
	static const struct sk_node nodes[2] = { { 0 }, { .op = SK_NODE_EQ, .bits = 1 } };
	static const char names[] = "soig";
	struct sk_met met[MAX_WORDS] = { { .kind = SK_MET_STEP } };
	struct traced *test = new_test();
	uint32_t n = 1;
	for (; *path; path += 2, n++) {
		uint32_t condition = (uint32_t)(strchr(names, path[0]) - names);
		met[n] = (struct sk_met){ SK_MET_CONDITION, condition, 1, path[1] == '+' };
		hand_take(&world->cover, condition, path[1] == '+');
	}
	struct trace trace = { .nodes = nodes, .n_nodes = 2, .met = met, .n_met = n };
	structure_refresh(world->structure, &world->cover);
	candidates_collect(&world->pool, test, &trace);
	traced_drop(test);
}

static size_t choose_first(void *context)
{
	const struct world *world = context;
	assert_true(world->pool.at.n > 0);
	return 0;
}

static bool next(struct world *world, struct candidate *candidate)
{
	const struct chooser chooser = { choose_first, world };
	return claimed_next(&world->claimed, &world->pool, &chooser, candidate);
}

#define LONG_WAY "s-o+i+g-i+g-i-o+i+g-i-o-"

/* Two campaigns with the same pool: together they try each candidate once, whoever is asked when. */
static void test_each_once(void **state)
{
	(void)state;
	for (uint32_t pattern = 0; pattern < 16; pattern++) {
		struct registry registry = { 0 };
		struct world worlds[2];
		struct map tried = { 0 };
		struct candidate candidate;
		for (uint64_t i = 0; i < 2; i++) {
			open_world(&worlds[i], &registry, i);
			run(&worlds[i], LONG_WAY);
		}
		const size_t n = worlds[0].pool.at.n;
		assert_true(n > 4);
		bool goes_on[2] = { true, true };
		for (uint32_t turn = 0; goes_on[0] || goes_on[1]; turn++) {
			uint32_t who = pattern >> turn % 4 & 1;
			who = goes_on[who] ? who : !who;
			goes_on[who] = next(&worlds[who], &candidate);
			if (!goes_on[who])
				continue;
			bool added;
			map_put(&tried, candidate.frontier, &added);
			assert_true(added);
			traced_drop(candidate.test);
		}
		assert_int_equal(tried.n, n);
		assert_int_equal(worlds[0].claimed.of_others + worlds[1].claimed.of_others, n);
		map_release(&tried);
		map_release(&registry.owners);
		for (uint64_t i = 0; i < 2; i++)
			close_world(&worlds[i]);
	}
}

/* A run has the same frontiers in all campaigns, and another run has others behind the fork. */
static void test_same_number(void **state)
{
	(void)state;
	struct registry registry = { 0 };
	struct world worlds[2];
	for (uint64_t i = 0; i < 2; i++)
		open_world(&worlds[i], &registry, i);
	run(&worlds[0], "s-o+i+g-i-o-");
	run(&worlds[1], "s-o+i-o+i+g-i-o-"); /* forks at the first i */
	size_t common = 0;
	for (size_t a = 0; a < worlds[0].pool.at.n; a++)
		for (size_t b = 0; b < worlds[1].pool.at.n; b++)
			common += worlds[0].pool.at.at[a].frontier == worlds[1].pool.at.at[b].frontier;
	assert_int_equal(common, 1); /* s; the flips of o are irrelevant */
	for (uint64_t i = 0; i < 2; i++)
		close_world(&worlds[i]);
	map_release(&registry.owners);
}

/* Candidates of goals that were covered while the server answered are not tried. */
static void test_covered_meanwhile(void **state)
{
	(void)state;
	struct registry registry = { 0 };
	struct world world;
	struct candidate candidate;
	open_world(&world, &registry, 0);
	run(&world, "s-o+i+g-i-o-");
	assert_true(next(&world, &candidate));
	traced_drop(candidate.test);
	assert_true(claimed_n(&world.claimed) > 0);
	run(&world, "s+");
	run(&world, "s-o+i+g+i-o-");
	while (next(&world, &candidate)) {
		assert_true(candidate.relevance != IRRELEVANT);
		traced_drop(candidate.test);
	}
	assert_int_equal(claimed_n(&world.claimed), 0);
	close_world(&world);
	map_release(&registry.owners);
}

/* Candidates that wait leave the pool one by one, so that they can wait for seeds in between. */
static void test_waiting(void **state)
{
	(void)state;
	struct registry registry = { 0 };
	struct world world;
	struct candidate candidate;
	open_world(&world, &registry, 0);
	run(&world, LONG_WAY);
	const size_t n = world.pool.at.n;
	world.pool.ready = 0;
	assert_true(next(&world, &candidate));
	traced_drop(candidate.test);
	assert_int_equal(world.pool.at.n, n - 1);
	assert_int_equal(claimed_n(&world.claimed), 0);
	close_world(&world);
	map_release(&registry.owners);
}

/* Two engines of one campaign ask in turn: the question of one comes between a question of the other and its answer. */
static void test_two_engines(void **state)
{
	(void)state;
	struct registry registry = { 0 };
	struct world worlds[2];
	struct candidate candidate;
	size_t tried = 0, n = 0;
	for (uint64_t i = 0; i < 2; i++) {
		open_world(&worlds[i], &registry, i);
		run(&worlds[i], LONG_WAY);
		n += worlds[i].pool.at.n;
	}
	worlds[1].claimed.claims = worlds[0].claimed.claims;
	bool goes_on[2] = { true, true };
	for (uint32_t turn = 0; goes_on[0] || goes_on[1]; turn++) {
		goes_on[turn % 2] = next(&worlds[turn % 2], &candidate);
		if (!goes_on[turn % 2])
			continue;
		traced_drop(candidate.test);
		tried++;
	}
	assert_int_equal(tried, n);
	for (uint64_t i = 0; i < 2; i++)
		close_world(&worlds[i]);
	map_release(&registry.owners);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_once),         cmocka_unit_test(test_same_number),
		cmocka_unit_test(test_covered_meanwhile), cmocka_unit_test(test_waiting),
		cmocka_unit_test(test_two_engines),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
