/* Tests of the choice of the next engine: each is alone at first, then recent success decides. */
#include "test.h"

#include "campaign/schedule.h"

static void test_alone(void **state)
{
	(void)state;
	struct schedule schedule;
	schedule_init(&schedule, (const bool[]){ true, false }, 2, 0);
	for (int i = 0; i < 2000; i++) { /* a goal now and then: the first engine goes on */
		assert_int_equal(schedule_next(&schedule), 0);
		schedule_spent(&schedule, 0, 1, i % 10 == 0);
	}
	int turns = 0;
	for (; schedule_next(&schedule) == 0 && turns < 100000; turns++)
		schedule_spent(&schedule, 0, 1, 0);
	assert_true(turns > 500 && turns < 5000);
}

static void test_trickle(void **state)
{
	(void)state;
	struct schedule schedule;
	int turns = 0;
	schedule_init(&schedule, (const bool[]){ true, false }, 2, 0);
	schedule_spent(&schedule, 0, 1, 10000);
	for (; schedule_next(&schedule) == 0 && turns < 100000; turns++)
		schedule_spent(&schedule, 0, 1, turns % 100 == 0);
	assert_true(turns < 10000);
}

/* The one that wins gets most, the other one its least share. */
static void test_shares(void **state)
{
	(void)state;
	for (size_t winner = 0; winner < 2; winner++) {
		struct schedule schedule;
		double spent[2] = { 0, 0 };
		schedule_init(&schedule, (const bool[]){ true, false }, 2, 800);
		for (int i = 0; i < 200; i++)
			schedule_spent(&schedule, schedule_next(&schedule), 1, 0);
		assert_true(schedule.is_shared);
		for (int i = 0; i < 30000; i++) {
			size_t engine = schedule_next(&schedule);
			spent[engine]++;
			schedule_spent(&schedule, engine, 1, engine == winner && i % 20 == 0);
		}
		assert_true(spent[winner] > 4 * spent[!winner]);
		assert_true(spent[!winner] > 0.05 * 30000);
	}
}

/* All engines have turns in a short campaign, too, and most go to the one that wins. */
static void test_short(void **state)
{
	(void)state;
	for (size_t winner = 0; winner < 4; winner++) {
		struct schedule schedule;
		double spent[4] = { 0 };
		schedule_init(&schedule, (const bool[]){ true, false, false, false }, 4, 240);
		for (int i = 0; i < 40; i++)
			schedule_spent(&schedule, schedule_next(&schedule), 1, 0);
		for (int i = 0; i < 200; i++) {
			size_t engine = schedule_next(&schedule);
			spent[engine]++;
			schedule_spent(&schedule, engine, 1, engine == winner && i % 4 == 0);
		}
		for (size_t i = 0; i < 4; i++)
			assert_true(spent[i] > 0 && (i == winner || spent[i] < spent[winner] / 2));
		schedule_release(&schedule);
	}
}

static void test_dry(void **state)
{
	(void)state;
	struct schedule schedule;
	schedule_init(&schedule, (const bool[]){ true, false }, 2, 0);
	assert_true(schedule_is_dry(&schedule, 0));
	assert_int_equal(schedule_next(&schedule), 1);
	assert_false(schedule_is_dry(&schedule, 1)); /* nobody has anything */
	schedule_release(&schedule);
	schedule_init(&schedule, (const bool[]){ true }, 1, 0);
	assert_int_equal(schedule_next(&schedule), 0);
	assert_false(schedule_is_dry(&schedule, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_alone), cmocka_unit_test(test_trickle), cmocka_unit_test(test_shares),
		cmocka_unit_test(test_short), cmocka_unit_test(test_dry),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
