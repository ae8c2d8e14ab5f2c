/* Tests of the front: marks of the golden units, marked text that compiles and behaves like the
 * original, decisions compared with an independent construction, functions in shared headers, and
 * errors in the input. */
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "front/project/flags.h"
#include "front/read/parse.h"
#include "front/read/paths.h"
#include "proc/child.h"
#include "random_decision.h"

#define GOLDEN "tests/golden/marks/"

static const char *const golden[] = { "decisions", "regions", "switches", "macros", "alone", "behave" };

static char *folder; /* scratch, while the tests run */

static int make_folder(void **state)
{
	(void)state;
	assert_ok(temp_make("front", &folder));
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	temp_remove(folder);
	return 0;
}

/* A file in the scratch folder; the path is owned by the caller. */
static char *write_file(const char *name, const char *text)
{
	char *path = xprintf("%s/%s", folder, name);
	assert_ok(file_write(path, text, strlen(text)));
	return path;
}

/* ---- marking without the modeller ---- */

struct marked {
	struct source_list list;
	struct marks *marks;
	VEC(struct marked_source) sources;
};

static status mark(struct marked *marked, const char *const *paths, size_t n, const char *const *flags, size_t n_flags)
{
	*marked = (struct marked){ .marks = marks_new() };
	TRY(sources_from_args(&marked->list, paths, n, flags, n_flags));
	CXIndex index = clang_createIndex(0, 0);
	status st = NULL;
	for (uint32_t i = 0; i < marked->list.at.n && !st; i++) {
		struct parsed parsed;
		struct marked_source source;
		st = parse_source(index, &marked->list.at.at[i], i, &parsed);
		if (st)
			break;
		st = mark_source(marked->marks, &parsed, &source);
		vec_push(&marked->sources, source);
		parsed_release(&parsed);
	}
	clang_disposeIndex(index);
	marks_number(marked->marks);
	return st;
}

static void mark_one(struct marked *marked, const char *path, const char *flag)
{
	assert_ok(mark(marked, &path, 1, &flag, flag != NULL));
	assert_true(marks_is_valid(marked->marks));
}

static void marked_release(struct marked *marked)
{
	for (size_t i = 0; i < marked->sources.n; i++)
		free(marked->sources.at[i].text);
	vec_release(&marked->sources);
	marks_free(marked->marks);
	sources_release(&marked->list);
}

/* ---- golden ---- */

static void compare(const char *name, const struct marks *marks)
{
	char *path = xprintf(GOLDEN "%s.expected", name), *expected;
	struct sb text = { 0 };
	size_t size;
	marks_print(marks, &text);
	if (getenv("UPDATE"))
		assert_ok(file_write(path, text.text, text.n));
	assert_ok(file_read(path, &expected, &size));
	assert_string_equal(sb_text(&text), expected);
	sb_release(&text);
	free(expected);
	free(path);
}

static void test_golden(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
		struct marked marked;
		char *path = xprintf(GOLDEN "%s.c", golden[i]);
		mark_one(&marked, path, NULL);
		/* Where the places of the C library's macros are is not ours to say. */
		if (!str_equal(golden[i], "behave"))
			compare(golden[i], marked.marks);
		marked_release(&marked);
		free(path);
	}
}

static int run(const char *const *argv, struct sb *out)
{
	struct child_options options = { .out = out };
	struct child_result result;
	assert_ok(child_run(argv, &options, &result));
	return result.status;
}

static void test_marked_text_compiles(void **state)
{
	(void)state;
	static const char *const standards[] = { "-std=gnu89", "-std=gnu11", "-std=gnu2x" };
	for (size_t i = 0; i < sizeof golden / sizeof *golden * 3; i++) {
		struct marked marked;
		char *path = xprintf(GOLDEN "%s.c", golden[i / 3]);
		const char *standard = standards[i % 3];
		/* `int f(a, b) int a, b;` is gone from the newest C. */
		if (!str_equal(golden[i / 3], "regions") || i % 3 < 2) {
			mark_one(&marked, path, standard);
			char *text = write_file("marked.i", marked.sources.at[0].text);
			const char *argv[] = { "clang-19",      "-x",     "cpp-output", "-w",
				               "-fsyntax-only", standard, text,         NULL };
			assert_int_equal(run(argv, NULL), 0);
			free(text);
			marked_release(&marked);
		}
		free(path);
	}
}

static const char stubs[] = "int __skep_cond(unsigned c, int o) { (void)c; return o; }\n"
                            "void __skep_region(unsigned r) { (void)r; }\n"
                            "void __skep_function(unsigned f) { (void)f; }\n"
                            "void __skep_switch(unsigned s) { (void)s; }\n";

static void test_marked_program_behaves(void **state)
{
	(void)state;
	const char *original = GOLDEN "behave.c";
	struct marked marked;
	mark_one(&marked, original, NULL);
	char *text = write_file("behave.i", marked.sources.at[0].text), *rest = write_file("stubs.c", stubs);
	char *plain = xprintf("%s/plain", folder), *twin = xprintf("%s/twin", folder);
	const char *build_plain[] = { "clang-19", "-w", original, "-o", plain, NULL };
	const char *build_twin[] = { "clang-19", "-w", text, rest, "-o", twin, NULL };
	const char *run_plain[] = { plain, NULL }, *run_twin[] = { twin, NULL };
	struct sb said_plain = { 0 }, said_twin = { 0 };
	assert_int_equal(run(build_plain, NULL), 0);
	assert_int_equal(run(build_twin, NULL), 0);
	int code = run(run_plain, &said_plain);
	assert_int_equal(WEXITSTATUS(code), 3);
	assert_int_equal(run(run_twin, &said_twin), code);
	assert_string_equal(sb_text(&said_twin), sb_text(&said_plain));
	sb_release(&said_plain);
	sb_release(&said_twin);
	free(text);
	free(rest);
	free(plain);
	free(twin);
	marked_release(&marked);
}

/* ---- decisions ---- */

static bool is_negated(const char *text)
{
	bool negated = false;
	for (; *text; text++)
		negated ^= *text == '!';
	return negated;
}

/* A condition is taken as it is written, so `!(x)` has its outcomes swapped. */
static void compare_conditions(const struct condition *found, const struct condition *expected, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		bool swap = is_negated(found[i].text);
		assert_int_equal(found[i].next[0], expected[i].next[swap]);
		assert_int_equal(found[i].next[1], expected[i].next[!swap]);
	}
}

static void test_random_decisions(void **state)
{
	(void)state;
	enum { N = 150 };
	struct rng rng;
	struct arena *arena = arena_new();
	struct marks *expected = marks_new();
	struct sb code = { 0 };
	rng_init(&rng, 7);
	for (int i = 0; i < N; i++) {
		uint32_t n = 1 + (uint32_t)rng_below(&rng, 7);
		struct expression *e = random_expression(arena, &rng, n, 0, true);
		expression_mark(expected, e, n);
		sb_addf(&code, "int f%d(unsigned v)\n{\n\tif (", i);
		expression_print(e, &code);
		sb_add(&code, ")\n\t\treturn 1;\n\treturn 0;\n}\n");
	}
	struct marked marked;
	char *path = write_file("random.c", sb_text(&code));
	mark_one(&marked, path, NULL);
	assert_int_equal(marked.marks->decisions.n, N);
	for (uint32_t i = 0; i < N; i++) {
		const struct decision *d = &marked.marks->decisions.at[i], *wanted = &expected->decisions.at[i];
		assert_int_equal(d->n_conditions, wanted->n_conditions);
		assert_int_equal(d->n_paths, wanted->n_paths);
		assert_int_equal(d->function, i);
		compare_conditions(&marked.marks->conditions.at[d->first_condition],
		                   &expected->conditions.at[wanted->first_condition], d->n_conditions);
	}
	marked_release(&marked);
	free(path);
	sb_release(&code);
	marks_free(expected);
	arena_free(arena);
}

/* ---- several sources ---- */

static void test_shared_header(void **state)
{
	(void)state;
	static const char header[] = "static inline int clamp(int x) { return x < 0 ? 0 : x; }\n"
	                             "static inline int own(int x) {\n#ifdef MORE\nif (x) x--;\n#endif\nreturn x; }\n";
	char *h = write_file("shared.h", header);
	char *a = write_file("a.c", "#include \"shared.h\"\nint f(int x) { return clamp(x) + own(x); }\n");
	char *b = write_file("b.c",
	                     "#define MORE\n#include \"shared.h\"\nint g(int x) { return clamp(x) && own(x); }\n");
	const char *paths[] = { a, b };
	struct marked marked;
	assert_ok(mark(&marked, paths, 2, NULL, 0));
	assert_true(marks_is_valid(marked.marks));
	/* clamp is the same in both, own is not. */
	static const char *const names[] = { "clamp", "own", "f", "own", "g" };
	assert_int_equal(marked.marks->functions.n, 5);
	for (int i = 0; i < 5; i++)
		assert_string_equal(marked.marks->functions.at[i].name, names[i]);
	assert_non_null(strstr(marked.sources.at[0].text, "__skep_cond(0,(x < 0)!=0)"));
	assert_non_null(strstr(marked.sources.at[1].text, "__skep_cond(0,(x < 0)!=0)"));
	assert_non_null(strstr(marked.sources.at[1].text, "__skep_cond(1,(x)!=0)"));
	marked_release(&marked);
	free(h);
	free(a);
	free(b);
}

static uint64_t hash_of(const char *path, const char *flag, const char *name)
{
	struct source_list list = { 0 };
	struct unit *unit;
	assert_ok(sources_from_args(&list, &path, 1, &flag, flag != NULL));
	assert_ok(front_read(&list, &unit));
	assert_string_equal(unit->name, name);
	assert_true(marks_is_valid(unit->marks));
	assert_int_equal(unit->sources.n, 1);
	uint64_t hash = unit->hash;
	unit_free(unit);
	sources_release(&list);
	return hash;
}

static void test_unit(void **state)
{
	(void)state;
	char *path = write_file("unit.v2.c", "int f(int x) { return x ? 1 : 2; }\n");
	uint64_t hash = hash_of(path, NULL, "unit.v2");
	assert_true(hash == hash_of(path, NULL, "unit.v2"));
	assert_true(hash == hash_of(path, "-Wall", "unit.v2"));
	assert_true(hash != hash_of(path, "-fwrapv", "unit.v2"));
	free(write_file("unit.v2.c", "int f(int x) { return x ? 1 : 3; }\n"));
	assert_true(hash != hash_of(path, NULL, "unit.v2"));
	free(path);
}

/* ---- input that is wrong ---- */

static void assert_trouble(status st, enum trouble kind, const char *part)
{
	if (!st || st->kind != kind || !strstr(st->message, part))
		fail_msg("expected: %s, but: %s", part, st ? st->message : "no failure");
	status_free(st);
}

static void reject_path(const char *path, enum trouble kind, const char *part)
{
	struct source_list list = { 0 };
	assert_trouble(sources_from_args(&list, &path, 1, NULL, 0), kind, part);
	sources_release(&list);
}

static void test_bad_paths(void **state)
{
	(void)state;
	char *cpp = write_file("stack.cpp", "class A {};"), *header = write_file("only.h", "int f(void);");
	char *text = write_file("notes.txt", "int f(void);"), *object = write_file("x.o", "");
	reject_path("prase.c", TROUBLE_INPUT, "prase.c: no such file");
	reject_path(folder, TROUBLE_INPUT, "this is a folder");
	reject_path(cpp, TROUBLE_INPUT, "this is C++");
	reject_path(header, TROUBLE_INPUT, "this is a header");
	reject_path(text, TROUBLE_INPUT, "not a C source");
	reject_path(object, TROUBLE_INPUT, "already compiled");
	reject_path("/dev/null", TROUBLE_INPUT, "not a C source");
	free(cpp);
	free(header);
	free(text);
	free(object);
}

/* Reads a unit of one source with stderr in a file; gives what was said there. */
static status read_quietly(const char *path, const char *flag, char **said)
{
	struct source_list list = { 0 };
	struct unit *unit = NULL;
	size_t size;
	char *log = write_file("stderr", "");
	int real = dup(STDERR_FILENO);
	assert_ok(sources_from_args(&list, &path, 1, &flag, flag != NULL));
	assert_non_null(freopen(log, "w", stderr));
	status st = front_read(&list, &unit);
	fflush(stderr);
	dup2(real, STDERR_FILENO);
	close(real);
	assert_ok(file_read(log, said, &size));
	unit_free(unit);
	sources_release(&list);
	free(log);
	return st;
}

static void reject_code(const char *code, enum trouble kind, const char *part, const char *compiler_says)
{
	char *path = write_file("wrong.c", code), *said;
	assert_trouble(read_quietly(path, NULL, &said), kind, part);
	if (!strstr(said, compiler_says))
		fail_msg("the compiler said: %s", said);
	if (!*compiler_says)
		assert_string_equal(said, "");
	free(said);
	free(path);
}

static void test_bad_code(void **state)
{
	(void)state;
	static const char advice[] =
	        "wrong.c does not compile with these flags. Give the flags of your build after --, "
	        "or point -p at a compile_commands.json.";
	reject_code("#include \"config.h\"\n", TROUBLE_COMPILE, advice, "1:10: fatal error: 'config.h' file not found");
	reject_code("int f(void) { return y; }\n", TROUBLE_COMPILE, advice,
	            "1:22: error: use of undeclared identifier 'y'");
	reject_code("int f(void) { return 2 * ; }\n", TROUBLE_COMPILE, advice, "error: expected expression");
	reject_code("#error no way\n", TROUBLE_COMPILE, advice, "error: no way");
	reject_code("", TROUBLE_INPUT, "no function with a body", "");
	reject_code("int x; int f(void);\n", TROUBLE_INPUT, "no function with a body", "");
	reject_code("#include <stdlib.h>\n", TROUBLE_INPUT, "no function with a body", "");
}

static void test_old_code(void **state)
{
	(void)state;
	char *path = write_file("old.c", "f(x) { g(x); if (x) return h(x); }\n"), *said;
	assert_ok(read_quietly(path, NULL, &said));
	assert_string_equal(said, "");
	free(said);
	free(path);
}

/* ---- flags ---- */

static void assert_texts(const text_vec *found, const char *expected)
{
	struct sb joined = { 0 };
	for (size_t i = 0; i < found->n; i++)
		sb_addf(&joined, i ? "|%s" : "%s", found->at[i]);
	assert_string_equal(sb_text(&joined), expected);
	sb_release(&joined);
}

static void test_flags(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct flag_lists sorted = { 0 };
	text_vec words = { 0 };
	flags_split(arena,
	            " cc -c -O2 -g3 -Wall -DA=1 -D B='x y' -I../inc -isystem sys -std=c99 -o x.o -MD -MF x.d "
	            "-fwrapv -fno-builtin-memcpy -fvisibility=hidden -fplan9-extensions -mavx2 "
	            "-mpreferred-stack-boundary=4 -pthread -lm -L lib -Wl,-z,now -Wp,-MD,x -Wp,-DQ \"-DS=\\\"t\\\"\" "
	            "-include pre.h -x c --param max=3 libz.a x.c -unknown",
	            &words);
	assert_ok(flags_sort(arena, "/b", words.at + 1, words.n - 1, &sorted));
	assert_texts(&sorted.keep, "-DA=1|-D|B=x y|-I../inc|-isystem|sys|-std=c99|-fwrapv|-fno-builtin-memcpy|"
	                           "-fms-extensions|-mavx2|-pthread|-Wp,-DQ|-DS=\"t\"|-include|pre.h");
	assert_texts(&sorted.link, "-pthread|-lm|-L/b/lib|-Wl,-z,now|/b/libz.a");
	vec_release(&sorted.keep);
	vec_release(&sorted.link);
	vec_release(&words);
	arena_free(arena);
}

static void test_response_file(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct flag_lists sorted = { 0 };
	free(write_file("flags.txt", "-DA\n-lm '-DB=a b'\n"));
	free(write_file("self.txt", "@self.txt\n"));
	const char *good = "@flags.txt", *bad = "@self.txt";
	assert_ok(flags_sort(arena, folder, &good, 1, &sorted));
	assert_texts(&sorted.keep, "-DA|-DB=a b");
	assert_texts(&sorted.link, "-lm");
	assert_trouble(flags_sort(arena, folder, &bad, 1, &sorted), TROUBLE_INPUT, "too deeply");
	vec_release(&sorted.keep);
	vec_release(&sorted.link);
	arena_free(arena);
}

static void test_paths(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	char *cwd = getcwd(NULL, 0);
	assert_string_equal(path_absolute(arena, "/a/b", "../c/./d.c"), "/a/c/d.c");
	assert_string_equal(path_absolute(arena, "/a", "../../../x"), "/x");
	assert_string_equal(path_absolute(arena, NULL, "x.c"), arena_printf(arena, "%s/x.c", cwd));
	assert_string_equal(path_shown(arena, NULL, "./x.c"), "x.c");
	assert_string_equal(path_shown(arena, NULL, "../x//y.c"), "../x/y.c");
	assert_string_equal(path_shown(arena, NULL, "a/../../b.c"), "../b.c");
	assert_string_equal(path_shown(arena, "/usr", "include/x.h"), "/usr/include/x.h");
	assert_string_equal(path_shown(arena, cwd, "src/../x.h"), "x.h");
	free(cwd);
	arena_free(arena);
}

/* ---- the compilation database ---- */

static void reject_database(const char *json, const char *part)
{
	struct source_list list = { 0 };
	free(write_file("compile_commands.json", json));
	assert_trouble(sources_from_database(&list, folder, NULL, NULL, 0), TROUBLE_INPUT, part);
	sources_release(&list);
}

static void test_bad_database(void **state)
{
	(void)state;
	struct source_list list = { 0 };
	assert_trouble(sources_from_database(&list, "nowhere", NULL, NULL, 0), TROUBLE_INPUT, "nowhere: no such file");
	reject_database("[{\n\"file\": ", "compile_commands.json:2:");
	reject_database("{}", "a list of entries is expected");
	reject_database("[]", "no C source in it");
	reject_database("[7]", "entry 1: \"file\" or \"directory\" is missing");
	reject_database("[{\"file\":\"x.c\",\"directory\":\"/\"}]", "entry 1 (x.c): \"arguments\" and \"command\" are missing");
	reject_database("[{\"file\":\"x.c\",\"directory\":\"/\",\"arguments\":[1]}]", "not a string");
	reject_database("[{\"file\":\"x.cc\",\"directory\":\"/\",\"arguments\":[]}]", "no C source in it");
	reject_database("[{\"file\":\"gone.c\",\"directory\":\"/nowhere\",\"command\":\"cc\"}]",
	                "/nowhere/gone.c: no such file");
	sources_release(&list);
}

/* The build runs in a folder of its own; flags count from there, places from here. */
static void test_database(void **state)
{
	(void)state;
	struct source_list list = { 0 };
	struct unit *unit;
	char *build = xprintf("%s/build", folder), *include = xprintf("%s/include", folder);
	assert_ok(dir_make(build));
	assert_ok(dir_make(include));
	free(write_file("include/scale.h", "static inline int times(int x) { return x > 2 ? x : FACTOR; }\n"));
	char *path = write_file("scale.c", "#include \"scale.h\"\nint scale(int x) { return times(x); }\n");
	char *json = xprintf(
	        "[{\"directory\": \"%s\", \"file\": \"../scale.c\", \"command\": \"cc -I../include -DFACTOR=3 "
	        "-lm -c ../scale.c\"}, {\"directory\": \"%s\", \"file\": \"../scale.c\", \"command\": \"cc\"}]",
	        build, build);
	free(write_file("compile_commands.json", json));
	assert_ok(sources_from_database(&list, folder, NULL, NULL, 0));
	assert_int_equal(list.at.n, 1);
	assert_string_equal(list.at.at[0].path, path);
	assert_string_equal(list.link_flags.at[0], "-lm");
	assert_ok(front_read(&list, &unit));
	char *header = xprintf("%s/include/scale.h", folder);
	assert_string_equal(unit->marks->files.at[unit->marks->functions.at[0].place.file], header);
	assert_string_equal(unit->marks->files.at[unit->marks->functions.at[1].place.file], path);
	unit_free(unit);
	sources_release(&list);
	const char *other = GOLDEN "alone.c";
	assert_trouble(sources_from_database(&list, folder, NULL, &other, 1), TROUBLE_INPUT, "not in");
	assert_ok(sources_from_database(&list, folder, NULL, (const char *const *)&path, 1));
	sources_release(&list);
	free(header);
	free(json);
	free(path);
	free(build);
	free(include);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_golden),
		cmocka_unit_test(test_marked_text_compiles),
		cmocka_unit_test(test_marked_program_behaves),
		cmocka_unit_test(test_random_decisions),
		cmocka_unit_test(test_shared_header),
		cmocka_unit_test(test_unit),
		cmocka_unit_test(test_bad_paths),
		cmocka_unit_test(test_bad_code),
		cmocka_unit_test(test_old_code),
		cmocka_unit_test(test_flags),
		cmocka_unit_test(test_response_file),
		cmocka_unit_test(test_paths),
		cmocka_unit_test(test_bad_database),
		cmocka_unit_test(test_database),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
