/* Tests of changed lines: diffs by git and diff, named lines, and the code on a line. */
#include "test.h"

#include "cover/lines.h"
#include "exec_world.h"
#include "front/changes/changes.h"

struct expected {
	const char *file;
	uint32_t first, last;
};

static void check_diff(const char *diff, size_t n_files, const struct expected *expected, size_t n)
{
	struct changes changes;
	changes_init(&changes);
	assert_int_equal(changes_parse(diff, NULL, &changes), n_files);
	assert_int_equal(changes.at.n, n);
	for (size_t i = 0; i < n; i++) {
		assert_string_equal(changes.at.at[i].file, expected[i].file);
		assert_int_equal(changes.at.at[i].first, expected[i].first);
		assert_int_equal(changes.at.at[i].last, expected[i].last);
	}
	changes_release(&changes);
}

static void test_hunks(void **state)
{
	(void)state;
	const struct expected two[] = { { "src/a.c", 11, 12 }, { "b.c", 3, 3 } };
	check_diff("diff --git a/src/a.c b/src/a.c\n--- a/src/a.c\n+++ b/src/a.c\n@@ -10,3 +10,4 @@ int f(void)\n"
	           " same\n-old\n+new\n+newer\n same\n--- b.c\t2026-01-01\n+++ b.c\t2026-01-02\n@@ -3 +3 @@\n-x\n+y\n",
	           2, two, 2);
}

/* Where lines only went, their neighbours are meant. */
static void test_removed(void **state)
{
	(void)state;
	const struct expected gone[] = { { "a.c", 9, 10 } };
	check_diff("--- a/a.c\n+++ b/a.c\n@@ -10,2 +9,0 @@\n-x\n-y\n", 1, gone, 1);
	check_diff("--- a/a.c\n+++ b/a.c\n@@ -8,4 +8,3 @@\n k\n k\n-y\n k\n", 1, gone, 1);
	check_diff("--- a/a.c\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n", 1, NULL, 0);
}

/* Lines of a hunk that look like the head of a file. */
static void test_lookalikes(void **state)
{
	(void)state;
	const struct expected lines[] = { { "a.c", 1, 2 } };
	check_diff("--- a/a.c\n+++ b/a.c\n@@ -1,2 +1,2 @@\n--- i;\n-x\n+++ i;\n+@@ y\n\\ No newline at end of file\n",
	           1, lines, 1);
	check_diff("", 0, NULL, 0);
	check_diff("no diff\n@@ junk\n", 0, NULL, 0);
}

static void check_text(const char *text, bool is_fine)
{
	struct changes changes;
	changes_init(&changes);
	status st = changes_from_text(text, &changes);
	assert_int_equal(st == NULL, is_fine);
	status_free(st);
	changes_release(&changes);
}

static void test_named(void **state)
{
	(void)state;
	static const char *const fine[] = { "a.c:1", "src/a.c:3-7", "odd:name.c:4" };
	static const char *const bad[] = { "a.c",    "a.c:",    ":3",     "a.c:0", "a.c:x",
		                           "a.c:3-", "a.c:7-3", "a.c:-3", "a.c:3x" };
	for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
		check_text(fine[i], true);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		check_text(bad[i], false);
}

static void test_files(void **state)
{
	(void)state;
	assert_true(changes_are_in(&(struct changed_lines){ "ring.c", 1, 1 }, "src/ring.c"));
	assert_true(changes_are_in(&(struct changed_lines){ "src/ring.c", 1, 1 }, "../src/ring.c"));
	assert_true(changes_are_in(&(struct changed_lines){ "project/src/ring.c", 1, 1 }, "ring.c"));
	assert_false(changes_are_in(&(struct changed_lines){ "ring.c", 1, 1 }, "string.c"));
	assert_false(changes_are_in(&(struct changed_lines){ "old/ring.c", 1, 1 }, "new/ring.c"));
}

/* Lines of tests/units/swarm/stack.c. */
static void test_lines(void **state)
{
	(void)state;
	struct world world;
	assert_ok(world_open(&world, "tests/units/swarm/stack.c"));
	const struct marks *marks = world.unit->marks;
	uint32_t file = lines_place(marks, 0)->file;
	assert_int_equal(lines_probe(marks, file, 1), NONE);
	assert_int_equal(lines_probe(marks, file, 24), NONE); /* a brace */
	uint32_t name = lines_probe(marks, file, 23), check = lines_probe(marks, file, 25);
	uint32_t full = lines_probe(marks, file, 28), push = lines_probe(marks, file, 29);
	assert_true(name < marks->functions.n);
	assert_true(check >= marks->first_region_probe && check != full && full != push);
	assert_int_equal(lines_probe(marks, file, 30), push); /* runs together with the line before */
	assert_int_equal(lines_function(marks, full), name);
	world_close(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hunks), cmocka_unit_test(test_removed), cmocka_unit_test(test_lookalikes),
		cmocka_unit_test(test_named), cmocka_unit_test(test_files),   cmocka_unit_test(test_lines),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
