/* Tests of the unit's variables as inputs (front/api/variables.c): which variables there are, which
 * functions use them, and that tests which set a variable to different values are different tests. */
#include "test.h"

#include "base/str.h"
#include "exec_world.h"
#include "judge/judge.h"
#include "seq/literal.h"

#define UNIT "tests/units/model/variables.c"

static struct world world;

static int open_unit(void **state)
{
	(void)state;
	const char *path = UNIT;
	find_runtime();
	world = (struct world){ .arena = arena_new() };
	status st = temp_make("cache", &world.cache);
	if (!st)
		st = sources_from_args(&world.sources, &path, 1, NULL, 0);
	world.sources.variables = true;
	if (!st)
		st = front_read(&world.sources, &world.unit);
	if (!st)
		st = world_start(&world, BUILD_FAST, NULL);
	if (st)
		fprintf(stderr, "%s\n", st->message);
	return st ? -1 : 0;
}

static int close_unit(void **state)
{
	(void)state;
	world_close(&world);
	return 0;
}

static const struct function *function_named(const char *name)
{
	uint32_t f = model_find_function(world.unit->model, name);
	return f == NONE ? NULL : &world.unit->model->functions.at[f];
}

static bool uses(const char *name, const char *variable)
{
	const struct function *function = function_named(name);
	for (uint32_t i = 0; i < function->n_uses; i++)
		if (str_equal(world.unit->model->functions.at[function->uses[i]].sets, variable))
			return true;
	return false;
}

static void test_what_can_be_set(void **state)
{
	(void)state;
	const struct function *limit = function_named("skep_set_limit"), *table = function_named("skep_set_table");
	const struct function *range = function_named("skep_set_range"), *name = function_named("skep_set_name");
	assert_true(limit && table && range && name);
	assert_null(function_named("skep_set_fixed"));
	assert_null(function_named("skep_set_unread"));
	assert_true(function_named("skep_set_elsewhere")->is_elsewhere);
	assert_false(limit->is_elsewhere);
	assert_true(limit->starts_known);
	assert_int_equal(limit->starts_as, 7);
	assert_int_equal(function_named("skep_set_tentative")->starts_as, 2);
	assert_true(name->starts_known);
	assert_int_equal(name->params[0].role, ROLE_STRING);
	assert_int_equal(table->params[0].role, ROLE_BUFFER);
	assert_int_equal(table->params[0].count, table->sets_bytes);
	assert_false(range->starts_known);
	assert_null(range->why_not);
}

static void test_who_uses_what(void **state)
{
	(void)state;
	assert_true(uses("uses_some", "limit") && uses("uses_some", "tentative"));
	assert_int_equal(function_named("uses_some")->n_uses, 2);
	assert_true(uses("uses_more", "name") && uses("uses_more", "table") && uses("uses_more", "range"));
	assert_string_equal(world.unit->model->functions.at[function_named("uses_more")->uses[0]].sets, "name");
	assert_int_equal(function_named("uses_none")->n_uses, 0);
	assert_int_equal(function_named("uses_others")->n_uses, 4);
}

/* A function without parameters that looks at a variable tells the state, unless it makes something. */
static void test_who_tells(void **state)
{
	(void)state;
	assert_true(function_named("tells_limit")->is_observer);
	assert_true(function_named("ticket_new")->is_maker);
	assert_false(function_named("ticket_new")->is_observer);
}

static const char *left_alone(const char *setter)
{
	const char *why = function_named(setter)->left_alone;
	return why ? why : "";
}

/* Variables that callable functions set are left to them, whether they are set directly, indirectly
 * or through an address. */
static void test_who_sets_what(void **state)
{
	(void)state;
	assert_string_equal(left_alone("skep_set_limit"), "");
	assert_string_equal(left_alone("skep_set_by_function"), "set_by_function_to sets it");
	assert_string_equal(left_alone("skep_set_by_helper"), "sets_by_helper sets it");
	assert_string_equal(left_alone("skep_set_by_address"), "sets_by_address sets it");
	assert_string_equal(left_alone("skep_set_by_part"), "sets_by_part sets it");
	assert_string_equal(left_alone("skep_set_read_by_address"), "");
	assert_string_equal(left_alone("skep_set_by_main"), "");
	assert_string_equal(left_alone("skep_set_cleared"), "");
	assert_string_equal(left_alone("skep_set_interrupted"), "");
	assert_string_equal(left_alone("skep_set_raised"), "raises sets it");
	assert_string_equal(left_alone("skep_set_primes"), "nothing changes it");
	assert_string_equal(left_alone("skep_set_followed"), "");
}

/* Static functions that nothing callable leads to. */
static void test_last_resorts(void **state)
{
	(void)state;
	assert_true(function_named("in_table")->is_last_resort);
	assert_true(function_named("for_main")->is_last_resort);
	assert_false(function_named("set_it")->is_last_resort);
	assert_false(function_named("compares")->is_last_resort);
	assert_false(function_named("on_signal")->is_last_resort);
	assert_false(function_named("uses_some")->is_last_resort);
	assert_false(function_named("of_header")->is_last_resort);
}

static void test_setting(void **state)
{
	(void)state;
	static const char text[] = "test start\n  uses_some(12)\n  uses_some(13)\nend\n"
	                           "test number\n  skep_set_limit(8)\n  uses_some(13)\n  uses_some(14)\nend\n"
	                           "test parts\n  t = unsigned char[64] { 0, 9 }\n  skep_set_table(t)\n"
	                           "  r = struct range { 1, 30 }\n  skep_set_range(r)\n  uses_more()\nend\n"
	                           "test pointer\n  n = char[] \"x\"\n  skep_set_name(n)\n  uses_more()\nend\n"
	                           "test again\n  uses_more()\nend\n"
	                           "test missing\n  skep_set_elsewhere(50)\n  uses_others()\nend\n";
	/* The last call of each test, and the one before. */
	static const struct {
		int last, before;
	} expected[] = { { 1, 0 }, { 1, 0 }, { 39, -2 }, { -1, -2 }, { 0, -2 }, { 50, -2 } };
	struct seq_file file;
	const struct run *runs;
	assert_null(world_parse(&world, text, &file));
	assert_null(world_run(&world, BUILD_FAST, &file, WANT_VALUES, &runs));
	for (size_t i = 0; i < file.n; i++) {
		uint32_t n = file.at[i].seq->n;
		assert_int_equal(runs[i].outcome, SK_NORMAL);
		assert_int_equal(result_of(&runs[i], n - 1), expected[i].last);
		if (expected[i].before != -2)
			assert_int_equal(result_of(&runs[i], n - 3), expected[i].before);
	}
}

/* A state that the test made up itself is nobody's bug, whatever fails in it. */
static void test_judging(void **state)
{
	(void)state;
	static const char text[] = "test set\n  skep_set_divisor(0)\n  divides(3)\nend\n"
	                           "test passed\n  quotient(3, 0)\nend\n"
	                           "test fine\n  skep_set_divisor(2)\n  divides(3)\nend\n"
	                           "test resort\n  in_table(77)\nend\n"
	                           "test misused\n  skep_set_divisor(2)\n  fills_three(null)\nend\n"
	                           "test null\n  skep_set_name(null)\n  first_of_name(1)\nend\n";
	struct build_options build = { .cache_dir = world.cache };
	struct exec_options options = { 0 };
	struct judge *judge;
	struct seq_file file;
	const struct finding *finding[6];
	enum verdict verdict[6];
	const struct seq *closed;
	assert_null(target_build(world.unit, BUILD_CHECKED, &build, &world.targets[BUILD_CHECKED]));
	assert_null(judge_new(world.unit, world.targets[BUILD_CHECKED], &options, &judge));
	assert_null(world_parse(&world, text, &file));
	for (size_t i = 0; i < file.n; i++)
		assert_null(judge_sequence(judge, world.arena, file.at[i].seq, &closed, &verdict[i], &finding[i]));
	assert_int_equal(verdict[0], VERDICT_UNCLEAR);
	assert_string_equal(finding[0]->rule, "set-variables");
	assert_non_null(strstr(finding[0]->evidence, "The test sets the variable `divisor` itself"));
	assert_true(verdict[1] != VERDICT_FINE);
	assert_string_not_equal(finding[1]->rule, "set-variables");
	assert_int_equal(verdict[2], VERDICT_FINE);
	assert_int_equal(verdict[3], VERDICT_UNCLEAR);
	assert_string_equal(finding[3]->rule, "last-resort");
	assert_int_equal(verdict[4], VERDICT_MISUSE); /* whatever it sets */
	assert_string_equal(finding[4]->rule, "passed-null");
	assert_string_equal(finding[5]->rule, "set-variables");
	assert_int_equal(function_named("skep_set_name")->params[0].null, NULL_FORBIDDEN); /* learned */
	assert_non_null(strstr(finding[3]->evidence, "calls the static function `in_table` directly"));
	judge_free(judge);
}

/* An array is not set from a block that is shorter than what is copied. */
static void test_too_short(void **state)
{
	(void)state;
	static const char text[] = "test parts\n  s = unsigned char[] { 1 }\n  t = unsigned char[64] { 0, 9 }\n"
	                           "  skep_set_table(t)\n  uses_more()\nend\n";
	static const char shorter[] = "test short\n  t = unsigned char[] { 1 }\n  skep_set_table(t)\nend\n";
	struct seq_file file;
	const bool drop[4] = { false, true };
	assert_null(world_parse(&world, text, &file));
	const struct seq *seq = file.at[0].seq;
	assert_int_equal(seq->n, 4);
	assert_null(seq_without(world.arena, world.unit->model, seq, drop));
	const struct seq *changed = seq_with_bytes(world.arena, world.unit->model, seq, 1, "x", 1);
	assert_int_equal(changed->steps[1]->size, 64);
	assert_int_equal(*(const char *)changed->steps[1]->bytes, 'x');
	status st = world_parse(&world, shorter, &file);
	assert_non_null(st);
	status_free(st);
}

/* Nobody asked: then there is nothing of the kind. */
static void test_not_wanted(void **state)
{
	(void)state;
	struct unit *unit;
	world.sources.variables = false;
	assert_null(front_read(&world.sources, &unit));
	for (size_t i = 0; i < unit->model->functions.n; i++) {
		assert_null(unit->model->functions.at[i].sets);
		assert_int_equal(unit->model->functions.at[i].n_uses, 0);
	}
	assert_true(unit->hash != world.unit->hash);
	unit_free(unit);
	world.sources.variables = true;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_can_be_set), cmocka_unit_test(test_who_uses_what),
		cmocka_unit_test(test_setting),         cmocka_unit_test(test_judging),
		cmocka_unit_test(test_not_wanted),      cmocka_unit_test(test_who_sets_what),
		cmocka_unit_test(test_who_tells),       cmocka_unit_test(test_last_resorts),
		cmocka_unit_test(test_too_short),
	};
	return cmocka_run_group_tests(tests, open_unit, close_unit);
}
