/* A compile_commands.json as plain data, and what link targets are called. */
#include <string.h>

#include "front/database.h"
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
	        "{\"directory\": \"sub\", \"file\": \"p.c\", \"command\": \"cc p.c -o prog\"}]");
	assert_int_equal(database->at.n, 3);
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
	free(directory);
	database_free(database);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_targets),
		cmocka_unit_test(test_entries),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
