/* Tests of the cost of work, and of parameters of the search by name. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "engine/cost.h"
#include "engine/random/thrift.h"
#include "engine/search/settings.h"

static struct work plain_batch(uint64_t fuel)
{
	struct work work = { .groups = 1 };
	struct run run = { .outcome = SK_NORMAL, .fuel_used = fuel };
	for (int i = 0; i < 64; i++)
		work_add(&work, &run, NULL);
	return work;
}

/* A batch of plain tests is one turn, however much fuel tests of this unit take. */
static void test_turn(void **state)
{
	(void)state;
	for (uint64_t fuel = 1; fuel < 1000000; fuel *= 100) {
		struct cost cost;
		struct work work = plain_batch(fuel);
		cost_init(&cost, 64);
		cost_learn(&cost, &work);
		assert_true(fabs(cost_of(&cost, &work) - 1) < 1e-6);
	}
}

/* A traced test costs more than a plain one, and more with a larger trace or more to solve. */
static void test_traced(void **state)
{
	(void)state;
	struct cost cost;
	struct work plain = plain_batch(100), traced = { .groups = 1 }, solved;
	struct run run = { .outcome = SK_NORMAL, .fuel_used = 100 };
	struct trace trace = { .n_nodes = 1000, .n_met = 500 };
	cost_init(&cost, 64);
	cost_learn(&cost, &plain);
	work_add(&traced, &run, &trace);
	double small = cost_of(&cost, &traced);
	assert_true(small > 2.0 / 64 && small < 1);
	solved = traced;
	solved.solver_steps = 1000000;
	assert_true(cost_of(&cost, &solved) > 2 * small);
	/* On a unit whose plain tests are dear it is not that much dearer. */
	struct work heavy = plain_batch(100000);
	cost_learn(&cost, &heavy);
	assert_true(cost_of(&cost, &traced) < small);
}

/* When the clock ends a test is chance: a hang counts the same always. */
static void test_hang(void **state)
{
	(void)state;
	struct work a = { 0 }, b = { 0 };
	struct run early = { .outcome = SK_HANG, .fuel_used = 5 }, late = { .outcome = SK_HANG, .fuel_used = 5000000 };
	work_add(&a, &early, NULL);
	work_add(&b, &late, NULL);
	assert_true(work_nanoseconds(&a) == work_nanoseconds(&b));
}

static void test_settings(void **state)
{
	(void)state;
	static const char *const good[] = { "population=20", "crossover=0", "rate=2", "keep-all=1",
		                            "symbolic-seconds=0.5" };
	struct search_options options = search_defaults();
	struct sb text = { 0 };
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		assert_null(search_set(&options, good[i]));
	assert_int_equal(options.breeding.population, 20);
	assert_true(options.breeding.crossover == 0 && options.inside.rate == 2 && options.inside.keep_all);
	search_settings_print(&options, &text);
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		assert_non_null(strstr(sb_text(&text), good[i]));
	sb_release(&text);
}

static void test_bad_settings(void **state)
{
	(void)state;
	static const char *const bad[] = { "population", "population=",  "population=1",    "population=2.5",
		                           "size=3",     "crossover=-1", "rate=0",          "rank-bias=1",
		                           "filter=yes", "=3",           "probability=nan", "steps=1e9" };
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct search_options options = search_defaults(), before = options;
		status st = search_set(&options, bad[i]);
		assert_non_null(st);
		assert_int_equal(st->kind, TROUBLE_USAGE);
		assert_memory_equal(&options, &before, sizeof options);
		status_free(st);
	}
}

/* A model with an int, and tests of it that are nothing but numbers. */
struct numbers {
	struct model *model;
	struct arena *arena;
	type_id type;
};

static struct numbers numbers_new(void)
{
	struct numbers numbers = { .model = model_new(), .arena = arena_new() };
	struct type type = { .kind = TYPE_INT, .size = 4, .is_signed = true };
	numbers.type = type.canonical = (type_id)numbers.model->types.n;
	vec_push(&numbers.model->types, type);
	return numbers;
}

static void numbers_free(struct numbers *numbers)
{
	model_free(numbers->model);
	arena_free(numbers->arena);
}

static const struct seq *of_numbers(const struct numbers *numbers, uint32_t steps, int number)
{
	struct seq_builder builder;
	struct step step = { .kind = STEP_VALUE, .type = numbers->type, .bytes = &number, .size = sizeof number };
	seq_begin(&builder, numbers->arena);
	for (uint32_t i = 0; i < steps; i++)
		seq_add(&builder, &step);
	return seq_finish(&builder);
}

/* Tests that move much memory get a share, and others catch up; loops without an end are nobody's size. */
static void test_thrift(void **state)
{
	(void)state;
	struct numbers numbers = numbers_new();
	const struct seq *sized = of_numbers(&numbers, 4, 1 << 20), *other = of_numbers(&numbers, 4, 3);
	struct thrift thrift = { 0 };
	struct run cheap = { .outcome = SK_NORMAL, .fuel_used = 1000 },
	           dear = { .outcome = SK_NORMAL, .fuel_used = 1000000 };
	struct run endless = { .outcome = SK_HANG, .fuel_used = 1000000 };
	assert_false(thrift_saves(&thrift));
	thrift_learn(&thrift, numbers.model, sized, &endless);
	assert_false(thrift_saves(&thrift));
	thrift = (struct thrift){ 0 };
	thrift_learn(&thrift, numbers.model, sized, &dear);
	assert_true(thrift_saves(&thrift));
	for (int i = 0; i < 10000; i++)
		thrift_learn(&thrift, numbers.model, other, &cheap);
	assert_false(thrift_saves(&thrift));
	numbers_free(&numbers);
}

/* A long test of a costly unit has a large number nearly always. It is not held back where tests without such a
 * number cost as much for their length. */
static void test_thrift_of_costly_units(void **state)
{
	(void)state;
	struct numbers numbers = numbers_new();
	const struct seq *sized = of_numbers(&numbers, 200, 1 << 20), *other = of_numbers(&numbers, 20, 3);
	struct thrift thrift = { 0 };
	struct run long_run = { .outcome = SK_NORMAL, .fuel_used = 200000 },
	           short_run = { .outcome = SK_NORMAL, .fuel_used = 20000 };
	for (int i = 0; i < 10; i++) {
		thrift_learn(&thrift, numbers.model, sized, &long_run);
		thrift_learn(&thrift, numbers.model, other, &short_run);
	}
	assert_false(thrift_saves(&thrift));
	long_run.fuel_used *= 10;
	for (int i = 0; i < 10; i++)
		thrift_learn(&thrift, numbers.model, sized, &long_run);
	assert_true(thrift_saves(&thrift));
	numbers_free(&numbers);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_thrift),      cmocka_unit_test(test_thrift_of_costly_units),
		cmocka_unit_test(test_turn),        cmocka_unit_test(test_traced),
		cmocka_unit_test(test_hang),        cmocka_unit_test(test_settings),
		cmocka_unit_test(test_bad_settings)
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
