/* Tests of compile_commands.json as plain data, of the names of link targets, and of the purposes
 * of sources. */
#include <string.h>

#include "front/project/database.h"
#include "front/read/scan.h"
#include "front/project/source_kind.h"
#include "proc/child.h"
#include "test.h"

static char *folder;

static int make_folder(void **state)
{
	(void)state;
	assert_ok(temp_make("database", &folder));
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	temp_remove(folder);
	return 0;
}

static struct database *read_text(const char *json)
{
	struct database *database = NULL;
	char *path = xprintf("%s/compile_commands.json", folder);
	assert_ok(file_write(path, json, strlen(json)));
	assert_ok(database_read(folder, &database));
	free(path);
	return database;
}

static void check_target(const char *output, const char *source, const char *name)
{
	struct arena *arena = arena_new();
	const char *target = target_of_object(arena, output, source);
	if (name) {
		assert_non_null(target);
		assert_string_equal(target, name);
	} else {
		assert_null(target);
	}
	arena_free(arena);
}

static void test_targets(void **state)
{
	(void)state;
	check_target("/b/CMakeFiles/json-c.dir/arraylist.c.o", "/s/arraylist.c", "json-c");
	check_target("/b/src/CMakeFiles/a.b.dir/Debug/x/y.c.o", "/s/src/x/y.c", "a.b");
	check_target("/x.dir/CMakeFiles/one.dir/two.dir/y.c.o", "/s/y.c", "one");
	check_target("/b/libinih.so.0.p/ini.c.o", "/s/ini.c", "libinih.so");
	check_target("/b/sub/libx.a.p/.._x.c.o", "/s/x.c", "libx.a");
	check_target("/b/hello.p/meson-generated_x.c.o", "/b/x.c", "hello");
	check_target("/b/tests/hello@exe/x.c.o", "/s/x.c", "hello");
	check_target("/b/25a6634@@png@sha/x.c.o", "/s/x.c", "png");
	check_target("/b/src/hello-main.o", "/s/main.c", "hello");
	check_target("/b/src/.libs/libfoo_la-dump-all.o", "/s/dump-all.c", "libfoo.la");
	check_target("/b/libfoo_a-x.o", "/s/x.c", "libfoo.a");
	check_target("/b/dump-all.o", "/s/dump-all.c", NULL);
	check_target("/b/all.o", "/s/dump-all.c", NULL);
	check_target("/b/dump.o", "/s/dump.c", NULL);
	check_target("/b/dump", "/s/dump.c", NULL);
	check_target("x.o", "x.c", NULL);
}

/* Sources as often as they have targets; for one target the first entry counts. */
static void test_entries(void **state)
{
	(void)state;
	struct database *database = read_text(
	        "[{\"directory\": \"/b\", \"file\": \"../s/x.c\", \"arguments\": [\"cc\", \"-DA\", \"-c\", \"-o\", "
	        "\"CMakeFiles/one.dir/x.o\"]},"
	        "{\"directory\": \"/b\", \"file\": \"/s/x.c\", \"command\": \"cc -DB -c x.c -oCMakeFiles/one.dir/x.o\"},"
	        "{\"directory\": \"/b\", \"file\": \"/s/x.c\", \"command\": \"cc -c x.c\", "
	        "\"output\": \"CMakeFiles/two.dir/x.o\"},"
	        "{\"directory\": \"/b\", \"file\": \"/s/x.cc\", \"command\": \"c++ -c x.cc\"},"
	        "{\"directory\": \"sub\", \"file\": \"p.c\", \"command\": \"cc p.c -o prog\"},"
	        "{\"directory\": \"/b\", \"file\": \"/s/y.z.c\", \"command\": \"cc -c /s/y.z.c\"}]");
	assert_int_equal(database->at.n, 4);
	const struct database_entry *entry = database->at.at;
	assert_string_equal(entry[0].file, "/s/x.c");
	assert_string_equal(entry[0].directory, "/b");
	assert_string_equal(entry[0].output, "/b/CMakeFiles/one.dir/x.o");
	assert_string_equal(entry[0].target, "one");
	assert_int_equal(entry[0].n_flags, 4);
	assert_string_equal(entry[0].flags[0], "-DA");
	assert_string_equal(entry[1].target, "two");
	char *directory = xprintf("%s/sub", folder);
	assert_string_equal(entry[2].directory, directory);
	assert_string_equal(entry[2].target, "prog");
	assert_string_equal(entry[3].output, "/b/y.z.o");
	free(directory);
	database_free(database);
}

static void test_kinds(void **state)
{
	(void)state;
	static const char *const tests[] = { "tests/x.c",      "a/test/x.c",     "t/x.c",        "a/t/x.c",
		                             "test_ring.c",    "ring-test.c",    "test2.c",      "fuzz/x.c",
		                             "Testing/x.c",    "a/api_test/x.c", "examples/x.c", "bench.c",
		                             "unit-tests/x.c", "x_fuzzer.c" };
	static const char *const others[] = { "x.c", "latest.c",    "src/contest/x.c", "attest.c",
		                              "t.c", "testify/x.c", "fuzzy.c",         "a/protest.c" };
	for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
		assert_true(path_is_of_tests(tests[i]));
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		assert_false(path_is_of_tests(others[i]));
	assert_true(target_is_of_tests("cmark-fuzz"));
	assert_true(target_is_of_tests("test1"));
	assert_true(target_is_of_tests("api_test"));
	assert_false(target_is_of_tests("json-c"));
	assert_false(target_is_of_tests("libtesting-support.so"));
}

static bool is_generated(const char *text)
{
	char *path = xprintf("%s/x.c", folder);
	assert_ok(file_write(path, text, strlen(text)));
	bool generated = file_is_generated(path);
	free(path);
	return generated;
}

static void test_generated(void **state)
{
	(void)state;
	assert_true(is_generated("/* Generated by re2c 3.0 */\n"));
	assert_true(is_generated("/* A Bison parser, made by GNU Bison 3.8.2.  */\n"));
	assert_true(is_generated("/* ANSI-C code produced by gperf version 3.1 */\n"));
	assert_true(is_generated("\n\n// This file is auto-generated: do not edit\n"));
	assert_false(is_generated("/* Generates tables. */\nint x;\n"));
	assert_false(is_generated("\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n/* generated by hand */\n"));
	assert_false(file_is_generated("/nowhere/x.c"));
}

static void test_main(void **state)
{
	(void)state;
	assert_true(scan_defines("int main(void) { return 0; }", "main"));
	assert_true(scan_defines("# 1 \"x.c\"\nint\nmain (argc, argv) int argc; char **argv; { }", "main"));
	assert_true(scan_defines("int a[] = { '{', \"}\"[0] };\nint main(int c, char **v)\n# 3 \"x.c\"\n{ }", "main"));
	assert_false(scan_defines("int main(void); int x;", "main"));
	assert_false(scan_defines("extern int main(int, char **) __attribute__((weak));", "main"));
	assert_false(scan_defines("int f(void) { return main(0, 0) + 1; }", "main"));
	assert_false(scan_defines("int domain(void) { } int main_loop(void) { }", "main"));
	assert_false(scan_defines("struct s { int main; }; int x = (int)'(';", "main"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_targets),   cmocka_unit_test(test_entries), cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_generated), cmocka_unit_test(test_main),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
