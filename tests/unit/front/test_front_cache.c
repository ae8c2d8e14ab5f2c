/* test_front_cache: a unit from the cache equals the unit that was read, and is not used once
 * anything has changed. */
#define _GNU_SOURCE
#include "test.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "front/front.h"
#include "model/saved.h"
#include "model/text.h"
#include "proc_fixture.h"

static const char source_text[] = "#include \"api.h\"\n"
                                  "#include <string.h>\n"
                                  "int grow(struct box *box, int by) {\n"
                                  "\tif (by > LIMIT && box) return -1;\n"
                                  "\tswitch (by) { case 7: return 1; }\n"
                                  "\treturn box->size += by + (int)strlen(\"text\\0more\");\n"
                                  "}\n";
static const char header_text[] = "struct box { int size; };\n"
                                  "#define LIMIT 100\n"
                                  "int grow(struct box *box, int by);\n";

static char *cache;

static void write_in_folder(const char *name, const char *text)
{
	char *path = in_folder(name);
	assert_ok(file_write(path, text, strlen(text)));
	free(path);
}

static int start(void **state)
{
	if (set_up(state))
		return -1;
	char *include = in_folder("include"), *first = in_folder("first");
	cache = in_folder("cache");
	assert_ok(dir_make(include));
	assert_ok(dir_make(first));
	assert_ok(dir_make(cache));
	write_in_folder("box.c", source_text);
	write_in_folder("include/api.h", header_text);
	free(include);
	free(first);
	return 0;
}

static int stop(void **state)
{
	free(cache);
	return tear_down(state);
}

/* ---- reading ---- */

struct reading {
	struct source_list sources;
	struct unit *unit;
};

static struct reading read_files(const char *const *paths, size_t n, const char *const *flags, size_t n_flags)
{
	struct reading reading = { 0 };
	assert_ok(sources_from_args(&reading.sources, paths, n, flags, n_flags));
	assert_ok(front_read_cached(&reading.sources, cache, &reading.unit));
	return reading;
}

static struct reading read_box(const char *extra_flag)
{
	char *path = in_folder("box.c"), *first = xprintf("-I%s/first", folder),
	     *include = xprintf("-I%s/include", folder);
	const char *flags[] = { first, include, extra_flag };
	struct reading reading = read_files((const char *const[]){ path }, 1, flags, extra_flag ? 3 : 2);
	free(path);
	free(first);
	free(include);
	return reading;
}

static void release(struct reading *reading)
{
	unit_free(reading->unit);
	sources_release(&reading->sources);
}

static bool comes_from_cache(const char *extra_flag)
{
	struct reading reading = read_box(extra_flag);
	bool from_cache = reading.unit->from_cache;
	assert_true(model_is_valid(reading.unit->model));
	assert_true(marks_is_valid(reading.unit->marks));
	release(&reading);
	return from_cache;
}

/* ---- the same as when it was read ---- */

static void print(struct unit *unit, struct sb *out)
{
	model_print(unit->model, "skep model", out);
	marks_print(unit->marks, out);
	for (size_t i = 0; i < unit->sources.n; i++)
		sb_add_bytes(out, unit->sources.at[i].text, unit->sources.at[i].length);
	struct saver saver = { .out = out };
	model_save(&saver, unit->model);
	marks_save(&saver, unit->marks);
}

static void assert_same(const char *const *paths, size_t n)
{
	struct sb printed[2] = { 0 };
	uint64_t hash[2];
	for (int i = 0; i < 2; i++) {
		struct reading reading = read_files(paths, n, NULL, 0);
		assert_int_equal(reading.unit->from_cache, i);
		assert_ptr_equal(reading.unit->sources.at[0].source, &reading.unit->given.at.at[0]);
		print(reading.unit, &printed[i]);
		hash[i] = reading.unit->hash;
		release(&reading);
	}
	assert_int_equal(printed[0].n, printed[1].n);
	assert_memory_equal(printed[0].text, printed[1].text, printed[0].n);
	assert_true(hash[0] == hash[1]);
	sb_release(&printed[0]);
	sb_release(&printed[1]);
}

static void units_come_back_the_same(void **state)
{
	(void)state;
	static const char *const several[] = { "tests/units/model/twice_a.c", "tests/units/model/twice_b.c" };
	static const char *const alone[] = { "tests/units/model/words.c", "tests/units/model/types.c",
		                             "tests/units/model/stream.c", "examples/calc/calc.c",
		                             "tests/golden/marks/switches.c" };
	assert_same(several, 2);
	for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
		assert_same(&alone[i], 1);
}

/* ---- what changes ---- */

static void changed_files_are_noticed(void **state)
{
	(void)state;
	assert_false(comes_from_cache(NULL));
	assert_true(comes_from_cache(NULL));
	write_in_folder("include/api.h",
	                "struct box { int size; };\n#define LIMIT 101\nint grow(struct box *box, int by);\n");
	assert_false(comes_from_cache(NULL));
	assert_true(comes_from_cache(NULL));
	write_in_folder("box.c",
	                "#include \"api.h\"\nint grow(struct box *box, int by) { return by ? 1 : box->size; }\n");
	assert_false(comes_from_cache(NULL));
	assert_true(comes_from_cache(NULL));
	write_in_folder("box.c", source_text);
	write_in_folder("include/api.h", header_text);
	assert_false(comes_from_cache(NULL));
}

/* Same size, same times: only the content tells. */
static void change_behind_the_clock_is_noticed(void **state)
{
	(void)state;
	struct stat before;
	char *path = in_folder("include/api.h");
	assert_false(comes_from_cache(NULL));
	assert_int_equal(stat(path, &before), 0);
	char *changed = xstrdup(header_text);
	memcpy(strstr(changed, "100"), "200", 3);
	write_in_folder("include/api.h", changed);
	const struct timespec times[] = { before.st_atim, before.st_mtim };
	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
	assert_false(comes_from_cache(NULL));
	free(changed);
	free(path);
}

static void touching_changes_nothing(void **state)
{
	(void)state;
	assert_false(comes_from_cache(NULL));
	write_in_folder("box.c", source_text);
	assert_true(comes_from_cache(NULL));
}

static void flags_are_noticed(void **state)
{
	(void)state;
	assert_false(comes_from_cache(NULL));
	assert_false(comes_from_cache("-DMORE"));
	assert_true(comes_from_cache("-DMORE"));
	assert_true(comes_from_cache(NULL));
	setenv("CPATH", folder, 1);
	assert_false(comes_from_cache(NULL));
	unsetenv("CPATH");
	assert_true(comes_from_cache(NULL));
}

/* A file that was not there when the unit was read, and is found first now. */
static void new_files_are_noticed(void **state)
{
	(void)state;
	static const char *const names[] = { "first/api.h", "api.h", "first/string.h" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char *path = in_folder(names[i]);
		bool is_ours = strstr(names[i], "api.h");
		comes_from_cache(NULL);
		assert_true(comes_from_cache(NULL));
		write_in_folder(names[i], is_ours ? header_text : "unsigned long strlen(const char *);\n");
		assert_false(comes_from_cache(NULL));
		unlink(path);
		free(path);
	}
}

static void removed_header_is_an_error_again(void **state)
{
	(void)state;
	assert_false(comes_from_cache(NULL));
	char *path = in_folder("box.c"), *header = in_folder("include/api.h"),
	     *include = xprintf("-I%s/include", folder);
	struct source_list sources = { 0 };
	struct unit *unit;
	unlink(header);
	assert_ok(sources_from_args(&sources, (const char *const[]){ path }, 1, (const char *const[]){ include }, 1));
	int error = dup(2), null = open("/dev/null", O_WRONLY); /* clang tells the user */
	dup2(null, 2);
	status st = front_read_cached(&sources, cache, &unit);
	dup2(error, 2);
	close(error);
	close(null);
	expect_failure(st, TROUBLE_COMPILE, "box.c");
	sources_release(&sources);
	free(path);
	free(header);
	free(include);
}

/* ---- entries ---- */

static char *find_entry(void)
{
	DIR *dir = opendir(cache);
	char *entry = NULL;
	assert_non_null(dir);
	for (struct dirent *at; (at = readdir(dir));)
		if (str_ends(at->d_name, "-unit"))
			entry = xprintf("%s/%s", cache, at->d_name);
	closedir(dir);
	assert_non_null(entry);
	return entry;
}

static void damaged_entries_are_replaced(void **state)
{
	(void)state;
	assert_false(comes_from_cache(NULL));
	char *entry = find_entry(), *bytes;
	size_t size;
	assert_ok(file_read(entry, &bytes, &size));
	for (size_t i = 0; i < 8; i++) {
		size_t at = i * size / 8;
		bytes[at] ^= 1;
		assert_ok(file_write(entry, bytes, size));
		assert_false(comes_from_cache(NULL));
		bytes[at] ^= 1;
		assert_ok(file_write(entry, bytes, at));
		assert_false(comes_from_cache(NULL));
		assert_true(comes_from_cache(NULL));
	}
	free(entry);
	free(bytes);
}

/* Bytes with a right hash that nobody wrote: every prefix of a model is refused. */
static void no_prefix_is_a_model(void **state)
{
	(void)state;
	struct reading reading = read_box(NULL);
	struct sb bytes = { 0 };
	struct saver writer = { .out = &bytes };
	model_save(&writer, reading.unit->model);
	for (size_t n = 0; n < bytes.n; n += 7) {
		struct model *model = model_new();
		struct saver reader = { .at = bytes.text, .end = bytes.text + n, .arena = model->arena };
		model_save(&reader, model);
		assert_true(reader.bad);
		model_free(model);
	}
	sb_release(&bytes);
	release(&reading);
}

static void nothing_is_kept_without_a_folder(void **state)
{
	(void)state;
	char *kept = cache;
	cache = NULL;
	assert_false(comes_from_cache(NULL));
	assert_false(comes_from_cache(NULL));
	cache = in_folder("box.c/nowhere");
	assert_false(comes_from_cache(NULL));
	free(cache);
	cache = kept;
}

/* Several processes read and store while the entry vanishes under them. */
static int read_again_and_again(void)
{
	for (int i = 0; i < 10; i++) {
		struct reading reading = read_box(NULL);
		if (reading.unit->marks->conditions.n != 2 || !model_is_valid(reading.unit->model) ||
		    !marks_is_valid(reading.unit->marks))
			return 1;
		release(&reading);
	}
	return 0;
}

static void many_share_it(void **state)
{
	(void)state;
	pid_t readers[3];
	comes_from_cache(NULL);
	char *entry = find_entry();
	for (size_t i = 0; i < 3; i++)
		readers[i] = in_process(read_again_and_again);
	for (int i = 0; i < 6; i++) {
		unlink(entry);
		comes_from_cache(NULL);
	}
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(exit_status_of(readers[i]), 0);
	assert_true(comes_from_cache(NULL));
	free(entry);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(units_come_back_the_same),
		TEST(changed_files_are_noticed),
		TEST(change_behind_the_clock_is_noticed),
		TEST(touching_changes_nothing),
		TEST(flags_are_noticed),
		TEST(new_files_are_noticed),
		TEST(removed_header_is_an_error_again),
		TEST(damaged_entries_are_replaced),
		TEST(no_prefix_is_a_model),
		TEST(nothing_is_kept_without_a_folder),
		TEST(many_share_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
