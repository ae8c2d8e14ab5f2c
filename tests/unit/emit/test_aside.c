/* Tests of the files that the gate keeps between two looks at a suite and between two runs of skep.
 * Plain files stand for objects and programs; nothing is compiled. */
#include "test.h"

#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "emit/suite/gate/aside.h"
#include "front/front.h"
#include "instr/instr.h"
#include "proc/child.h"

struct bench {
	char *root, *tests, *cached;
	struct unit unit;
	struct target target;
	struct built built;
	struct built_program programs[2];
	struct aside aside;
};

static char *path_in(const char *folder, const char *name)
{
	return xprintf("%s/%s", folder, name);
}

static void write_text(const char *folder, const char *name, const char *text)
{
	char *path = path_in(folder, name);
	assert_ok(file_write(path, text, strlen(text)));
	free(path);
}

static bool has_text(const char *folder, const char *name, const char *text)
{
	char *path = path_in(folder, name), *found = NULL;
	bool same = false;
	if (access(path, F_OK) == 0) {
		assert_ok(file_read(path, &found, NULL));
		same = str_equal(found, text);
	}
	free(found);
	free(path);
	return same;
}

static int open_bench(void **state)
{
	struct bench *bench = calloc(1, sizeof *bench);
	*state = bench;
	assert_ok(temp_make("aside", &bench->root));
	bench->tests = path_in(bench->root, "tests");
	bench->cached = path_in(bench->root, "cached");
	assert_ok(dir_make(bench->tests));
	assert_ok(dir_make(bench->cached));
	char *program = path_in(bench->cached, "target");
	bench->target.path = program;
	bench->unit.name = "ring";
	vec_push(&bench->unit.sources, (struct marked_source){ 0 });
	bench->built = (struct built){ .unit = &bench->unit,
		                       .tests_dir = bench->tests,
		                       .way = "gcc",
		                       .object_rules = "CC = cc\n\nunit_0.o: ring.c\n\t$(CC) -c ring.c\n\n",
		                       .programs = bench->programs,
		                       .n_programs = 2 };
	bench->programs[0] = (struct built_program){ .name = "test_ring", .text = "a test", .rule = "how" };
	bench->programs[1] = (struct built_program){ .name = "test_list", .text = "one more", .rule = "how" };
	aside_open(&bench->aside, bench->tests, &bench->target);
	return 0;
}

static int close_bench(void **state)
{
	struct bench *bench = *state;
	aside_close(&bench->aside);
	temp_remove(bench->root);
	vec_release(&bench->unit.sources);
	free((char *)bench->target.path);
	free(bench->tests);
	free(bench->cached);
	free(bench);
	return 0;
}

/* As the gate does it: brings what is there, and builds the rest. */
static bool bring(struct bench *bench)
{
	assert_ok(aside_bring(&bench->aside, &bench->built));
	return bench->programs[0].is_built;
}

static void build_and_put(struct bench *bench)
{
	bring(bench);
	write_text(bench->tests, "unit_0.o", "object");
	write_text(bench->tests, "test_ring", "program");
	write_text(bench->tests, "test_list", "program");
	bench->programs[0].is_built = bench->programs[1].is_built = true;
	aside_put(&bench->aside, &bench->built, true);
}

static void nothing_stays_with_the_tests(void **state)
{
	struct bench *bench = *state;
	build_and_put(bench);
	assert_false(has_text(bench->tests, "unit_0.o", "object"));
	assert_false(has_text(bench->tests, "test_ring", "program"));
}

static void same_texts_are_not_built_again(void **state)
{
	struct bench *bench = *state;
	build_and_put(bench);
	assert_true(bring(bench));
	assert_true(has_text(bench->tests, "unit_0.o", "object"));
	assert_true(has_text(bench->tests, "test_ring", "program"));
}

static void another_text_needs_another_program(void **state)
{
	struct bench *bench = *state;
	build_and_put(bench);
	bench->programs[0].text = "another test";
	assert_false(bring(bench));
	assert_true(has_text(bench->tests, "unit_0.o", "object"));
	assert_false(has_text(bench->tests, "test_ring", "program"));
	assert_true(bench->programs[1].is_built && has_text(bench->tests, "test_list", "program"));
}

static void what_failed_is_not_taken_for_built(void **state)
{
	struct bench *bench = *state;
	build_and_put(bench);
	assert_true(bring(bench));
	bench->programs[0].is_built = false;
	aside_put(&bench->aside, &bench->built, false);
	assert_false(bring(bench));
	assert_true(bench->programs[1].is_built);
}

static void ways_are_kept_apart(void **state)
{
	struct bench *bench = *state;
	build_and_put(bench);
	bench->built.way = "clang";
	assert_false(bring(bench));
	assert_false(has_text(bench->tests, "unit_0.o", "object"));
}

static void objects_stay_for_the_next_run(void **state)
{
	struct bench *bench = *state;
	build_and_put(bench);
	aside_close(&bench->aside);
	aside_open(&bench->aside, bench->tests, &bench->target);
	assert_false(bring(bench));
	assert_true(has_text(bench->tests, "unit_0.o", "object"));
	assert_false(has_text(bench->tests, "test_ring", "program"));
}

static void another_makefile_makes_other_objects(void **state)
{
	struct bench *bench = *state;
	build_and_put(bench);
	aside_close(&bench->aside);
	aside_open(&bench->aside, bench->tests, &bench->target);
	bench->built.object_rules = "CC = cc\n\nunit_0.o: ring.c\n\t$(CC) -O2 -c ring.c\n\n";
	assert_false(bring(bench));
	assert_false(has_text(bench->tests, "unit_0.o", "object"));
}

static void without_a_target_nothing_stays(void **state)
{
	struct bench *bench = *state;
	aside_close(&bench->aside);
	aside_open(&bench->aside, bench->tests, NULL);
	build_and_put(bench);
	aside_close(&bench->aside);
	aside_open(&bench->aside, bench->tests, NULL);
	assert_false(bring(bench));
	assert_false(has_text(bench->tests, "unit_0.o", "object"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(nothing_stays_with_the_tests, open_bench, close_bench),
		cmocka_unit_test_setup_teardown(same_texts_are_not_built_again, open_bench, close_bench),
		cmocka_unit_test_setup_teardown(another_text_needs_another_program, open_bench, close_bench),
		cmocka_unit_test_setup_teardown(what_failed_is_not_taken_for_built, open_bench, close_bench),
		cmocka_unit_test_setup_teardown(ways_are_kept_apart, open_bench, close_bench),
		cmocka_unit_test_setup_teardown(objects_stay_for_the_next_run, open_bench, close_bench),
		cmocka_unit_test_setup_teardown(another_makefile_makes_other_objects, open_bench, close_bench),
		cmocka_unit_test_setup_teardown(without_a_target_nothing_stays, open_bench, close_bench),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
