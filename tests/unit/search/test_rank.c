/* Tests of orders of seeds by coverage made by hand, and of the measure for them. */
#include "test.h"

#include "reduce/rank.h"

/* Test 0 has most branches on the longest path; 1 adds nothing to it; 2 is far from both. */
static const uint64_t first[] = { 0x1f }, second[] = { 0x0f }, third[] = { 0x60 };
static const struct ranked tests[] = { { first, 50 }, { second, 20 }, { third, 30 } };

static void order_by(enum ranking ranking, size_t *order)
{
	struct rng rng;
	rng_init(&rng, 1);
	rank_tests(tests, 3, 1, NULL, ranking, &rng, order);
}

static void test_orders(void **state)
{
	(void)state;
	static const size_t expected[][3] = {
		[RANK_BT] = { 0, 1, 2 }, [RANK_BA] = { 0, 2, 1 }, [RANK_SP] = { 1, 2, 0 }
	};
	static const enum ranking rankings[] = { RANK_BT, RANK_BA, RANK_SP };
	for (size_t r = 0; r < 3; r++) {
		size_t order[3];
		order_by(rankings[r], order);
		for (size_t i = 0; i < 3; i++)
			assert_int_equal(order[i], expected[rankings[r]][i]);
	}
}

static void test_furthest_first(void **state)
{
	(void)state;
	size_t order[3];
	order_by(RANK_FPF, order);
	/* Whoever begins, the far one is next, or it began itself. */
	assert_true(order[0] == 2 || order[1] == 2);
}

static void test_random_has_all(void **state)
{
	(void)state;
	size_t order[3], seen = 0;
	order_by(RANK_RANDOM, order);
	for (size_t i = 0; i < 3; i++)
		seen |= (size_t)1 << order[i];
	assert_int_equal(seen, 7);
}

static void test_only_counted(void **state)
{
	(void)state;
	static const uint64_t counted[] = { 0x60 };
	struct rng rng;
	size_t order[3];
	rng_init(&rng, 1);
	rank_tests(tests, 3, 1, counted, RANK_BT, &rng, order);
	assert_int_equal(order[0], 2);
}

static void test_apbd(void **state)
{
	(void)state;
	static const uint32_t at_once[] = { 4, 4, 4, 4 }, at_last[] = { 0, 0, 0, 4 }, never[] = { 0, 0 };
	assert_true(rank_apbd(at_once, 4) > 0.87 && rank_apbd(at_once, 4) < 0.88);
	assert_true(rank_apbd(at_last, 4) > 0.12 && rank_apbd(at_last, 4) < 0.13);
	assert_true(rank_apbd(never, 2) == 0);
}

static void test_names(void **state)
{
	(void)state;
	for (enum ranking r = RANK_BT; r < N_RANKINGS; r++)
		assert_int_equal(ranking_by_name(ranking_name(r)), r);
	assert_int_equal(ranking_by_name("none"), N_RANKINGS);
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(test_orders),         cmocka_unit_test(test_furthest_first),
		cmocka_unit_test(test_random_has_all), cmocka_unit_test(test_only_counted),
		cmocka_unit_test(test_apbd),           cmocka_unit_test(test_names),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}
