/* Tests of classes of equal objects: a contract says which boxes are equal (boxes of one size with
 * any content), and boxes of many tests are compared. */
#include "test.h"

#include "engine/random/classes.h"
#include "exec_world.h"

#define DEEDS "tests/units/contracts/deeds.c"
#define DEEDS_CONTRACTS "tests/units/contracts/deeds_contracts.c"

struct compared {
	struct world world;
	struct classes *classes;
};

static int open_compared(void **state)
{
	struct compared *compared = calloc(1, sizeof *compared);
	*state = compared;
	assert_ok(world_open_with(&compared->world, DEEDS, DEEDS_CONTRACTS));
	assert_ok(world_start(&compared->world, BUILD_FAST, NULL));
	compared->classes = classes_new(compared->world.unit->model);
	return 0;
}

static int close_compared(void **state)
{
	struct compared *compared = *state;
	classes_free(compared->classes);
	world_close(&compared->world);
	free(compared);
	return 0;
}

/* Asks about the variable that the first call of box_new gives. */
static void ask(struct compared *compared, const char *text)
{
	const struct model *model = compared->world.unit->model;
	char *whole = xprintf("test t\n%s\nend\n", text);
	struct seq_file file;
	assert_ok(world_parse(&compared->world, whole, &file));
	const struct seq *seq = file.at[0].seq;
	uint32_t v = 0;
	while (!seq->steps[v]->type || seq->steps[v]->kind != STEP_CALL)
		v++;
	assert_true(classes_has(compared->classes, seq->steps[v]->type));
	assert_string_equal(model->functions.at[seq->steps[v]->index].name, "box_new");
	classes_ask(compared->classes, (struct component){ seq, v, 0 });
	free(whole);
}

/* Runs the next question and gives its answer. */
static enum class_answer answer(struct compared *compared, struct component *object)
{
	struct executor *executor = compared->world.executors[BUILD_FAST];
	const struct seq *question = classes_question(compared->classes, compared->world.arena);
	const struct run *runs;
	size_t n;
	assert_non_null(question);
	assert_int_equal(executor_submit(executor, &question, 1, WANT_VALUES | WANT_SHAPES), 1);
	assert_ok(executor_collect(executor, &runs, &n));
	return classes_answer(compared->classes, runs, object);
}

static enum class_answer last_answer(struct compared *compared)
{
	struct component object;
	enum class_answer last;
	do
		last = answer(compared, &object);
	while (last == CLASS_NOT_SURE);
	return last;
}

static void equal_boxes_of_two_tests_are_one(void **state)
{
	ask(*state, "box_new(3)");
	assert_int_equal(last_answer(*state), CLASS_NEW);
	ask(*state, "b = box_new(3)\n box_add(b, 1)");
	assert_int_equal(last_answer(*state), CLASS_KNOWN);
}

static void other_boxes_are_others(void **state)
{
	ask(*state, "box_new(3)");
	assert_int_equal(last_answer(*state), CLASS_NEW);
	ask(*state, "box_new(4)");
	assert_int_equal(last_answer(*state), CLASS_NEW);
	ask(*state, "b = box_new(4)\n box_add(b, 2)");
	assert_int_equal(last_answer(*state), CLASS_KNOWN);
}

/* Two that are asked about at the same time are also compared with each other. */
static void questions_under_way_do_not_hide_each_other(void **state)
{
	struct compared *compared = *state;
	struct executor *executor = compared->world.executors[BUILD_FAST];
	const struct seq *questions[2];
	const struct run *runs;
	struct component object;
	size_t n;
	ask(compared, "box_new(5)");
	ask(compared, "b = box_new(5)\n box_add(b, 1)");
	for (int i = 0; i < 2; i++)
		questions[i] = classes_question(compared->classes, compared->world.arena);
	assert_int_equal(executor_submit(executor, questions, 2, WANT_VALUES | WANT_SHAPES), 2);
	assert_ok(executor_collect(executor, &runs, &n));
	assert_int_equal(n, 2);
	assert_int_equal(classes_answer(compared->classes, &runs[0], &object), CLASS_NEW);
	assert_int_equal(classes_answer(compared->classes, &runs[1], &object), CLASS_NOT_SURE);
	assert_int_equal(last_answer(compared), CLASS_KNOWN);
}

/* More classes than one question can hold. */
static void many_classes_take_several_questions(void **state)
{
	char text[64];
	for (int size = 20; size < 220; size++) {
		snprintf(text, sizeof text, "box_new(%d)", size);
		ask(*state, text);
		assert_int_equal(last_answer(*state), CLASS_NEW);
	}
	for (int size = 20; size < 220; size += 33) {
		snprintf(text, sizeof text, "b = box_new(%d)\n box_add(b, 1)", size);
		ask(*state, text);
		assert_int_equal(last_answer(*state), CLASS_KNOWN);
	}
}

/* Comparing with a box of 13 crashes: nobody can say that it is equal. */
static void what_cannot_be_compared_is_new(void **state)
{
	ask(*state, "box_new(13)");
	assert_int_equal(last_answer(*state), CLASS_NEW);
	ask(*state, "b = box_new(13)\n box_add(b, 1)");
	assert_int_equal(last_answer(*state), CLASS_NEW);
}

static void without_questions_there_is_nothing_to_run(void **state)
{
	struct compared *compared = *state;
	assert_null(classes_question(compared->classes, compared->world.arena));
	assert_false(classes_has(compared->classes, 0));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, open_compared, close_compared)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(equal_boxes_of_two_tests_are_one),
		TEST(other_boxes_are_others),
		TEST(questions_under_way_do_not_hide_each_other),
		TEST(many_classes_take_several_questions),
		TEST(what_cannot_be_compared_is_new),
		TEST(without_questions_there_is_nothing_to_run),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
