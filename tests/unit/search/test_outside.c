/* Tests of outside/: the file that describes a generator, commands with their braces filled in, and features and
 * lines in skep's own terms. */
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "outside/coverage.h"
#include "outside/generator.h"
#include "outside/lane.h"
#include "outside/parts.h"
#include "outside/subject.h"
#include "proc_fixture.h"

#define GOOD                                                                                                          \
	"# a comment\n"                                                                                              \
	"feature arrays: --arrays | --no-arrays\n"                                                                   \
	"feature divs: --divs\n"                                                                                     \
	"  feature quiet: | --quiet\n\n"                                                                             \
	"make gen {seed} {features} -o {test} {nothing}\n"                                                           \
	"run ./it {test}\n"                                                                                          \
	"coverage gcov build\n"

static char *path;

static int set_up_file(void **state)
{
	if (set_up(state))
		return -1;
	path = in_folder("thing.swarm");
	return 0;
}

static int tear_down_file(void **state)
{
	free(path);
	return tear_down(state);
}

static void read_text(const char *text, struct generator *generator)
{
	assert_ok(file_write(path, text, strlen(text)));
	assert_ok(generator_read(path, generator));
}

/* ---- the file ---- */

static void test_entries(void **state)
{
	(void)state;
	struct generator g;
	read_text(GOOD "exit 0 1\ntime 2.5s\nmemory 500M\nsource a.c b.c\ncompare other {test}\n", &g);
	assert_int_equal(g.features.n, 3);
	assert_string_equal(g.features.at[0].name, "arrays");
	assert_string_equal(g.features.at[0].on, "--arrays");
	assert_string_equal(g.features.at[0].off, "--no-arrays");
	assert_string_equal(g.features.at[1].off, "");
	assert_string_equal(g.features.at[2].on, "");
	assert_string_equal(g.features.at[2].off, "--quiet");
	assert_string_equal(g.name, "thing");
	assert_string_equal(g.test, "test");
	assert_int_equal(g.exits.n, 2);
	assert_true(g.seconds == 2.5);
	assert_int_equal(g.memory, UINT64_C(500) << 20);
	assert_int_equal(g.sources.n, 2);
	assert_string_equal(g.compare, "other {test}");
	assert_null(g.valid);
	generator_release(&g);
}

static void test_bad_entries(void **state)
{
	(void)state;
	static const char *const bad[][2] = {
		{ GOOD "frobnicate 1\n", "no entry is called 'frobnicate'" },
		{ GOOD "make again\n", "that was said before" },
		{ GOOD "feature divs: x\n", "there is a feature of that name already" },
		{ GOOD "time soon\n", "a number of seconds" },
		{ GOOD "time 0\n", "a number of seconds" },
		{ GOOD "memory 5\n", "memory is an amount" },
		{ GOOD "exit 256\n", "numbers from 0 to 255" },
		{ GOOD "test a/b\n", "a plain name" },
		{ GOOD "name\n", "there is no value" },
		{ "feature a: a\nfeature b: b\nmake {features}\nrun r\n", "no entry 'coverage'" },
		{ "feature a: a\nmake {features}\nrun r\ncoverage gcov .\n", "fewer than two features" },
		{ "feature a: a\nfeature b: b\nmake m\nrun r\ncoverage gcov .\n", "where features go" },
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct generator g;
		assert_ok(file_write(path, bad[i][0], strlen(bad[i][0])));
		status st = generator_read(path, &g);
		assert_non_null(st);
		assert_int_equal(st->kind, TROUBLE_INPUT);
		if (!strstr(st->message, bad[i][1]))
			fail_msg("'%s' does not say '%s'", st->message, bad[i][1]);
		status_free(st);
		generator_release(&g);
	}
}

static void test_filling(void **state)
{
	(void)state;
	struct generator g;
	struct sb out = { 0 };
	read_text(GOOD, &g);
	struct configuration *some = configuration_new(3, g.arena);
	configuration_add(some, 0);
	struct filling filling = { .configuration = some, .seed = 17, .test = "it's" };
	generator_fill(&g, g.make, &filling, &out);
	assert_string_equal(sb_text(&out), "gen 17 --arrays --quiet  -o 'it'\\''s' {nothing}");
	sb_clear(&out);
	generator_fill(&g, "${x} {test", &filling, &out);
	assert_string_equal(sb_text(&out), "${x} {test");
	sb_clear(&out);
	generator_features(&g, some, "\n", &out);
	assert_string_equal(sb_text(&out), "--arrays\n--quiet\n");
	sb_release(&out);
	generator_release(&g);
}

/* ---- features and lines ---- */

static void test_subject(void **state)
{
	(void)state;
	struct generator g;
	read_text(GOOD "source b.c\n", &g);
	struct unit *unit = subject_new(&g);
	assert_int_equal(unit->model->functions.n, 3);
	assert_string_equal(unit->model->functions.at[1].name, "divs");
	assert_true(subject_wants(&g, "/x/b.c") && subject_wants(&g, "b.c"));
	assert_false(subject_wants(&g, "/x/ab.c") || subject_wants(&g, "/b.c/a.c"));
	uint32_t f = subject_function(unit, "b.c", "f", 3), other = subject_function(unit, "b.c", "g", 9);
	assert_int_equal(subject_function(unit, "b.c", "f", 3), f);
	uint32_t lines[] = { subject_line(unit, f, 3), subject_line(unit, f, 4), subject_line(unit, other, 9) };
	subject_number(unit);
	const uint32_t *above = subject_dominators(unit->marks, g.arena);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(above[marks_region_probe(unit->marks, lines[i])],
		                 marks_function_probe(unit->marks, i == 2 ? other : f));
	assert_int_equal(above[marks_function_probe(unit->marks, f)], NONE);
	unit_free(unit);
	generator_release(&g);
}

static void test_lines(void **state)
{
	(void)state;
	struct generator g;
	read_text(GOOD, &g);
	struct coverage coverage = { .generator = &g, .unit = subject_new(&g), .arena = arena_new() };
	uint32_t line = coverage_add_line(&coverage, "/a.c", "f", 1, 2);
	assert_int_equal(coverage_add_line(&coverage, "/a.c", "f", 1, 2), line);
	assert_int_not_equal(coverage_add_line(&coverage, "/a.c", "f", 1, 3), line);
	assert_int_equal(coverage_line(&coverage, "/a.c", 2), line);
	assert_int_equal(coverage_line(&coverage, "/a.c", 7), NONE);
	subject_number(coverage.unit);
	uint64_t probes = 0;
	coverage_hit(&coverage, line, &probes);
	assert_int_equal(__builtin_popcountll(probes), 2); /* the line and its function */
	assert_string_equal(coverage_path(&coverage, "/x"), "/x");
	assert_true(coverage_path(&coverage, "x")[0] == '/');
	unit_free(coverage.unit);
	coverage_close(&coverage);
	generator_release(&g);
}

static void test_links(void **state)
{
	(void)state;
	char *inner = in_folder("inner"), *link = in_folder("inner/link"), *file = in_folder("inner/file");
	assert_ok(dir_make(inner));
	assert_ok(file_write(file, "x", 1));
	assert_int_equal(symlink("/etc", link), 0);
	assert_true(is_below(inner, file));
	assert_false(is_below(inner, link) || is_below(inner, inner) || is_below(file, inner));
	unlink(file);
	assert_false(is_below(inner, file));
	free(inner);
	free(link);
	free(file);
}

/* ---- lanes ---- */

static struct coverage_run next_run;

static status run_fake(struct coverage *coverage, const char *test, uint64_t *probes, struct coverage_run *run)
{
	(void)coverage;
	(void)test;
	probes[0] = 1;
	*run = next_run;
	return NULL;
}

static const struct coverage_kind fake = { .name = "fake", .run = run_fake };

static const struct lane_result *run_once(struct lane *lane, const struct configuration *configuration)
{
	const struct lane_result *result;
	struct lane_task task = { .configuration = configuration, .seed = 5 };
	assert_ok(lane_start(lane, &task));
	assert_true(lane_is_busy(lane));
	assert_ok(lane_finish(lane, &result));
	assert_false(lane_is_busy(lane));
	return result;
}

/* How a run ends that a kind of coverage does itself, in one process and in a copy. */
static void test_ends(void **state)
{
	(void)state;
	struct generator g;
	read_text("feature a: a\nfeature b: b\nmake echo {seed} {features}\nrun it {test}\ncoverage gcov .\nexit 0\n",
	          &g);
	struct coverage coverage = { .kind = &fake, .generator = &g, .unit = subject_new(&g), .arena = arena_new() };
	coverage_add_line(&coverage, "/a.c", "f", 1, 2);
	subject_number(coverage.unit);
	struct configuration *some = configuration_new(2, g.arena);
	for (int apart = 0; apart < 2; apart++) {
		struct lane *lane;
		assert_ok(lane_new(&coverage, apart, &lane));
		next_run = (struct coverage_run){ .ended = true };
		const struct lane_result *result = run_once(lane, some);
		assert_int_equal(result->outcome, LANE_RAN);
		assert_true(result->covered && result->probes[0] == 1);
		next_run = (struct coverage_run){ .ended = true, .code = 3 };
		result = run_once(lane, some);
		assert_string_equal(result->kind, "exit code");
		assert_string_equal(result->detail, "3");
		uint64_t key = outside_key(result);
		next_run = (struct coverage_run){ .hung = true };
		result = run_once(lane, some);
		assert_string_equal(result->kind, "hang");
		assert_int_not_equal(outside_key(result), key);
		next_run = (struct coverage_run){ .failure = "bad address" };
		assert_string_equal(run_once(lane, some)->kind, "crash");
		lane_free(lane);
	}
	unit_free(coverage.unit);
	coverage.kind = NULL;
	coverage_close(&coverage);
	generator_release(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_entries, set_up_file, tear_down_file),
		cmocka_unit_test_setup_teardown(test_bad_entries, set_up_file, tear_down_file),
		cmocka_unit_test_setup_teardown(test_filling, set_up_file, tear_down_file),
		cmocka_unit_test_setup_teardown(test_subject, set_up_file, tear_down_file),
		cmocka_unit_test_setup_teardown(test_lines, set_up_file, tear_down_file),
		cmocka_unit_test_setup_teardown(test_links, set_up_file, tear_down_file),
		cmocka_unit_test_setup_teardown(test_ends, set_up_file, tear_down_file),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
