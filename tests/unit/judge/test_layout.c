/* Tests of the layout of a test's objects in memory: it can be reversed, and a test that ends well
 * in only one order is not kept. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "exec_world.h"
#include "judge/judge.h"

#define UNIT "tests/units/gen/layout.c"

static const struct seq *parse(struct world *world, const char *steps)
{
	struct seq_file file;
	char *text = xprintf("test one\n%s\nend\n", steps);
	assert_ok(world_parse(world, text, &file));
	free(text);
	return file.at[0].seq;
}

static int64_t result_with(struct world *world, enum build_kind build, const struct seq *seq, unsigned want)
{
	const struct run *runs;
	struct named_seq one = { "one", seq };
	assert_ok(world_run(world, build, &(struct seq_file){ &one, 1 }, WANT_VALUES | want, &runs));
	assert_int_equal(runs[0].outcome, SK_NORMAL);
	return result_of(&runs[0], seq->n - 1);
}

static void the_order_turns_round(void **state)
{
	struct world world;
	struct exec_options options = { 0 };
	(void)state;
	assert_ok(world_open(&world, UNIT));
	const struct seq *seq = parse(&world, "  a = char[] \"a\"\n  b = char[500] \"b\"\n  which_first(a, b)");
	assert_ok(world_start(&world, BUILD_FAST, &options));
	assert_ok(world_start(&world, BUILD_CHECKED, &options));
	for (int again = 0; again < 3; again++) {
		assert_int_equal(result_with(&world, BUILD_FAST, seq, 0), 1);
		assert_int_equal(result_with(&world, BUILD_FAST, seq, WANT_LAYOUT(1)), 2);
		assert_int_equal(result_with(&world, BUILD_CHECKED, seq, 0), 1);
		assert_int_equal(result_with(&world, BUILD_CHECKED, seq, WANT_LAYOUT(1)), 2);
	}
	world_close(&world);
}

static enum verdict verdict_on(struct world *world, struct judge *judge, const char *steps, bool *told)
{
	const struct seq *closed;
	const struct finding *finding;
	enum verdict verdict;
	assert_ok(judge_sequence(judge, world->arena, parse(world, steps), &closed, &verdict, &finding));
	*told = finding;
	return verdict;
}

/* Larger blocks lie behind smaller ones in the checked target, so that nothing is between
 * `at` and `stop` at first. */
static void what_hangs_on_it_is_not_kept(void **state)
{
	struct world world;
	struct exec_options options = { 0 };
	struct judge *judge;
	bool told;
	(void)state;
	assert_ok(world_open(&world, UNIT));
	assert_ok(world_start(&world, BUILD_CHECKED, &options));
	assert_ok(judge_new(world.unit, world.targets[BUILD_CHECKED], &options, &judge));
	enum verdict verdict = verdict_on(&world, judge,
	                                  "  stop = char[] \"b\"\n  at = char[500] \"a\"\n  count_to(at, stop)", &told);
	assert_int_equal(verdict, VERDICT_UNCLEAR);
	assert_false(told);
	verdict = verdict_on(&world, judge, "  at = char[] \"abc\"\n  stop = place at 2\n  count_to(at, stop)", &told);
	assert_int_equal(verdict, VERDICT_FINE);
	verdict = verdict_on(&world, judge, "  to = char[] \"...\"\n  from = char[] \"abc\"\n  move_bytes(to, from, 3)",
	                     &told);
	assert_int_equal(verdict, VERDICT_FINE); /* it asks which comes first, and does the same in the end */
	judge_free(judge);
	world_close(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_order_turns_round),
		cmocka_unit_test(what_hangs_on_it_is_not_kept),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
