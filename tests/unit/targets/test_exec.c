/* test_exec: tests run in a target as if each had a process of its own, and a test that ends the
 * process gives a run like any other. */
#define _GNU_SOURCE
#include "test.h"

#include <errno.h>
#include <signal.h>

#include "base/rng.h"
#include "exec/executor.h"
#include "exec_world.h"

#define UNITS "tests/units/reset/"

static struct world state, ends, watch, bugs, threads;

static void open_world(struct world *world, const char *path, const struct exec_options *options)
{
	assert_ok(world_open(world, path));
	assert_ok(world_start(world, BUILD_FAST, options));
}

static struct seq_file parse(struct world *world, const char *text)
{
	struct seq_file file = { 0 };
	assert_ok(world_parse(world, text, &file));
	return file;
}

static const struct run *run_all(struct world *world, enum build_kind kind, const char *text, unsigned want)
{
	struct seq_file file = parse(world, text);
	const struct run *runs = NULL;
	assert_ok(world_run(world, kind, &file, want, &runs));
	return runs;
}

static const struct run *run_one(struct world *world, const char *steps)
{
	char *text = xprintf("test one\n  %s\nend\n", steps);
	const struct run *runs = run_all(world, BUILD_FAST, text, WANT_VALUES);
	free(text);
	return runs;
}

/* The last call of the only test. */
static int64_t value_of(struct world *world, const char *steps)
{
	const struct run *run = run_one(world, steps);
	if (run->outcome != SK_NORMAL)
		fail_msg("%s: outcome %d", steps, (int)run->outcome);
	return result_of(run, run->n_steps - 1);
}

/* ---- reset ---- */

static const struct {
	const char *steps;
	int64_t value;
	bool any; /* only the same each time */
} remembered[] = {
	{ "a = count_static()", 1, false },
	{ "a = count_initialised()", 41, false },
	{ "a = count_local()", 1, false },
	{ "a = count_large()", 0, false },
	{ "a = count_heap()", 1, false },
	{ "a = sum_uninitialised(100)", 0, true },
	{ "a = sum_uninitialised(5000)", 0, true },
	{ "a = sum_uninitialised(200000)", 0, true },
	{ "a = sum_uninitialised(3000000)", 0, true },
	{ "a = variable_is_new()", 1, false },
	{ "a = error_is_clear()", 0, false },
	{ "a = draw()", 0, true },
	{ "a = look_at_clock()", 0, true },
	{ "a = file_is_new()", 1, false },
	{ "a = lowest_descriptor()", 3, false },
	{ "a = folder_is_usual()", 1, false },
	{ "a = mask_is_usual()", 1, false },
	{ "a = handler_is_default()", 1, false },
	{ "a = locale_is_c()", 1, false },
	{ "a = rounding_is_nearest()", 1, false },
	{ "a = first_option()", 'a' * 10 + 1, false },
	{ "a = end_of_input()", 0, false },
	{ "a = process_number()", 0, true },
	{ "f = file \"four\"\n  a = file_length(f)", 4, false },
	{ "f = file \"four\" as int\n  a = descriptor_length(f)", 4, false },
	{ "f = file \"x\" as int\n  a = descriptor_length(f)\n  b = lowest_descriptor()", 3, false },
	{ "p = path \"xyz\"\n  a = first_letter(p)", 'x', false },
	{ "p = path absent\n  a = first_letter(p)", -1, false },
};
#define N_REMEMBERED (sizeof remembered / sizeof *remembered)

/* Every function three times, the second round backwards: whatever came before,
 * the value is the same. */
static void runs_as_in_a_fresh_process(enum build_kind kind)
{
	struct sb text = { 0 };
	for (size_t i = 0; i < 3 * N_REMEMBERED; i++) {
		size_t which = i / N_REMEMBERED == 1 ? N_REMEMBERED - 1 - i % N_REMEMBERED : i % N_REMEMBERED;
		sb_addf(&text, "test t%zu\n  %s\nend\n", i, remembered[which].steps);
	}
	const struct run *runs = run_all(&state, kind, sb_text(&text), WANT_VALUES);
	for (size_t i = 0; i < 3 * N_REMEMBERED; i++) {
		size_t which = i / N_REMEMBERED == 1 ? N_REMEMBERED - 1 - i % N_REMEMBERED : i % N_REMEMBERED;
		if (runs[i].outcome != SK_NORMAL)
			fail_msg("%s: outcome %d: %s", remembered[which].steps, (int)runs[i].outcome,
			         runs[i].fault ? runs[i].fault->message : "");
		int64_t value = result_of(&runs[i], runs[i].n_steps - 1);
		int64_t expected = remembered[which].any ? result_of(&runs[which], runs[i].n_steps - 1)
		                                         : remembered[which].value;
		if (value != expected)
			fail_msg("%s: %lld instead of %lld in round %zu", remembered[which].steps, (long long)value,
			         (long long)expected, i / N_REMEMBERED);
	}
	sb_release(&text);
}

static void test_reset_fast(void **unused)
{
	(void)unused;
	runs_as_in_a_fresh_process(BUILD_FAST);
	assert_int_equal(executor_stats(state.executors[BUILD_FAST]).workers_started, 1);
}

/* Memory that a constructor allocated is as the constructor left it. */
static void test_constructors(void **unused)
{
	(void)unused;
	for (int i = 0; i < 3; i++)
		assert_int_equal(value_of(&state, "a = count_constructed()"), 7);
}

/* No test finds on the stack what another left there, and addresses are the same
 * in each. Not so in the checked build, where a freed address is not used again. */
static void test_addresses(void **unused)
{
	(void)unused;
	int64_t stack = value_of(&state, "a = sum_below_stack()");
	int64_t page = value_of(&state, "a = map_page()");
	int64_t name = value_of(&state, "a = temporary_name()");
	value_of(&state, "a = file_is_new()\n  b = map_page()");
	value_of(&state, "a = draw()\n  b = draw()");
	assert_int_equal(value_of(&state, "a = sum_below_stack()"), stack);
	assert_int_equal(value_of(&state, "a = map_page()"), page);
	assert_int_equal(value_of(&state, "a = temporary_name()"), name);
}

/* Another worker, another process: nothing may depend on it. */
static void test_same_in_another_process(void **unused)
{
	(void)unused;
	struct world *other = &(struct world){ 0 };
	struct sb text = { 0 };
	for (size_t i = 0; i < N_REMEMBERED; i++)
		sb_addf(&text, "test t%zu\n  %s\nend\n", i, remembered[i].steps);
	struct seq_file file = parse(&state, sb_text(&text));
	const struct run *here, *there;
	struct executor *second;
	assert_ok(executor_new(state.targets[BUILD_FAST], state.unit, NULL, &second));
	*other = state;
	other->executors[BUILD_FAST] = second;
	assert_ok(world_run(&state, BUILD_FAST, &file, WANT_VALUES, &here));
	assert_ok(world_run(other, BUILD_FAST, &file, WANT_VALUES, &there));
	for (size_t i = 0; i < N_REMEMBERED; i++)
		if (memcmp(here[i].steps[here[i].n_steps - 1].bytes, there[i].steps[here[i].n_steps - 1].bytes,
		           SK_VALUE_BYTES))
			fail_msg("%s differs between two processes", remembered[i].steps);
	executor_free(second);
	sb_release(&text);
}

static void test_reset_checked(void **unused)
{
	(void)unused;
	assert_ok(world_start(&state, BUILD_CHECKED, NULL));
	runs_as_in_a_fresh_process(BUILD_CHECKED);
}

/* ---- ends ---- */

static const struct {
	const char *steps;
	enum sk_outcome outcome;
	uint32_t kind;
	uint32_t owner;
} ended[] = {
	{ "a = fine(1)", SK_NORMAL, 0, 0 },
	{ "p = null int *\n  a = read_at(p)", SK_FAULT, SK_SEGV, SK_OWNER_NULL },
	{ "p = null int *\n  write_at(p)", SK_FAULT, SK_SEGV, SK_OWNER_NULL },
	{ "a = divide(1, 0)", SK_FAULT, SK_FPE, SK_OWNER_UNKNOWN },
	{ "p = null char *\n  a = measure(p)", SK_FAULT, SK_SEGV, SK_OWNER_NULL },
	{ "give_up()", SK_FAULT, SK_ABORT, SK_OWNER_UNKNOWN },
	{ "a = positive(0)", SK_FAULT, SK_ASSERT, SK_OWNER_UNKNOWN },
	{ "leave(7)", SK_EXIT, 7, 0 },
	{ "leave_at_once(9)", SK_EXIT, 9, 0 },
	{ "leave_with_message()", SK_EXIT, 3, 0 },
	{ "a = deep(1)", SK_FAULT, SK_STACK_OVERFLOW, SK_OWNER_UNKNOWN },
	{ "a = spin(1)", SK_HANG, SK_NO_FAULT, 0 },
	{ "wait_forever()", SK_HANG, SK_NO_FAULT, 0 },
	{ "stop()", SK_HANG, SK_NO_FAULT, 0 },
	{ "free_twice()", SK_FAULT, SK_BAD_FREE, SK_OWNER_FREED },
	{ "free_middle()", SK_FAULT, SK_BAD_FREE, SK_OWNER_UNIT_HEAP },
	{ "p = int[] { 1, 2 }\n  release(p)", SK_FAULT, SK_BAD_FREE, SK_OWNER_TEST },
	{ "free_global()", SK_FAULT, SK_BAD_FREE, SK_OWNER_GLOBAL },
	{ "send_to_self(15)", SK_FAULT, SK_SIGNAL, SK_OWNER_UNKNOWN },
	{ "send_really(15)", SK_FAULT, SK_SIGNAL, SK_OWNER_UNKNOWN },
	{ "send_really(9)", SK_FAULT, SK_LOST, SK_OWNER_UNKNOWN },
	{ "n = int[] { 5, 13, 2 }\n  a = sort(n, 3)", SK_FAULT, SK_ABORT, SK_OWNER_UNKNOWN },
	{ "s = char[] \"a b\"\n  a = split(s)", SK_NORMAL, 0, 0 },
	{ "a = next_word()", SK_FAULT, SK_SEGV, SK_OWNER_NULL },
	{ "a = fine(41)", SK_NORMAL, 0, 0 },
};
#define N_ENDED (sizeof ended / sizeof *ended)

static void check_end(const struct run *run, size_t i)
{
	if (run->outcome != ended[i].outcome)
		fail_msg("%s: outcome %d, fault %d", ended[i].steps, (int)run->outcome,
		         run->fault ? (int)run->fault->kind : -1);
	if (run->outcome == SK_EXIT && run->exit_status != (int)ended[i].kind)
		fail_msg("%s: exit status %d", ended[i].steps, run->exit_status);
	if (run->outcome != SK_FAULT && run->outcome != SK_HANG)
		return;
	assert_non_null(run->fault);
	if (run->fault->kind != ended[i].kind)
		fail_msg("%s: fault %d instead of %d (%s)", ended[i].steps, (int)run->fault->kind, (int)ended[i].kind,
		         run->fault->message);
	if (ended[i].owner && run->fault->owner != ended[i].owner)
		fail_msg("%s: owner %d instead of %d", ended[i].steps, (int)run->fault->owner, (int)ended[i].owner);
}

/* All in one batch: no end harms the tests behind it. */
static void every_end_is_a_run(const struct exec_options *options)
{
	struct sb text = { 0 };
	struct executor *usual = ends.executors[BUILD_FAST];
	assert_ok(executor_new(ends.targets[BUILD_FAST], ends.unit, options, &ends.executors[BUILD_FAST]));
	for (size_t i = 0; i < N_ENDED; i++)
		sb_addf(&text, "test t%zu\n  %s\nend\n", i, ended[i].steps);
	const struct run *runs = run_all(&ends, BUILD_FAST, sb_text(&text), WANT_VALUES);
	for (size_t i = 0; i < N_ENDED; i++)
		check_end(&runs[i], i);
	executor_free(ends.executors[BUILD_FAST]);
	ends.executors[BUILD_FAST] = usual;
	sb_release(&text);
}

static void test_ends(void **unused)
{
	(void)unused;
	every_end_is_a_run(&(struct exec_options){ .milliseconds = 500 });
}

static void test_ends_forking(void **unused)
{
	(void)unused;
	every_end_is_a_run(&(struct exec_options){ .milliseconds = 500, .fork_per_test = true });
}

/* Ends that leave the process intact cost no process. */
static void test_cheap_ends(void **unused)
{
	(void)unused;
	static const char *const cheap[] = { "p = null int *\n  a = read_at(p)",
		                             "a = divide(1, 0)",
		                             "give_up()",
		                             "leave(7)",
		                             "a = positive(0)",
		                             "a = spin(1)",
		                             "free_twice()" };
	uint64_t before = executor_stats(ends.executors[BUILD_FAST]).workers_started;
	for (size_t i = 0; i < sizeof cheap / sizeof *cheap; i++)
		assert_int_not_equal(run_one(&ends, cheap[i])->outcome, SK_NORMAL);
	assert_true(executor_stats(ends.executors[BUILD_FAST]).workers_started - before <= 1);
}

static void test_assertion_is_told(void **unused)
{
	(void)unused;
	const struct run *run = run_one(&ends, "x = fine(1)\n  a = positive(0)");
	assert_string_equal(run->fault->message, "x > 0");
	assert_string_equal(path_base(run->fault->file), "ends.c");
	assert_true(run->fault->line > 10);
	/* Literals may be steps of their own: the call is the last one. */
	assert_int_equal(run->fault->step, run->n_steps - 1);
	assert_int_equal(run->steps_done, run->n_steps - 1);
	assert_int_equal(run->steps[run->n_steps - 1].outcome, SK_FAULT);
}

static void expect_frames(const char *steps, const char *const *names, uint32_t n)
{
	const struct run *run = run_one(&ends, steps);
	struct frame *frames;
	uint32_t found;
	assert_non_null(run->fault);
	fault_frames(ends.symbolizers[BUILD_FAST], run->fault->frames, run->fault->n_frames, ends.arena, &frames,
	             &found);
	if (found != n)
		fail_msg("%s: %u frames, the first in %s", steps, found, found ? frames[0].function : "nothing");
	for (uint32_t i = 0; i < n; i++) {
		assert_string_equal(frames[i].function, names[i]);
		assert_string_equal(path_base(frames[i].file), "ends.c");
		assert_true(frames[i].line > 0);
	}
}

static void test_frames(void **unused)
{
	(void)unused;
	expect_frames("p = null int *\n  a = read_at(p)", (const char *const[]){ "read_at" }, 1);
	expect_frames("a = positive(0)", (const char *const[]){ "positive" }, 1);
	expect_frames("p = null char *\n  a = measure(p)", (const char *const[]){ "measure" }, 1);
	expect_frames("n = int[] { 5, 13, 2 }\n  a = sort(n, 3)", (const char *const[]){ "compare", "sort" }, 2);
	expect_frames("a = spin(1)", (const char *const[]){ "spin" }, 1);
}

static void test_memory_is_bounded(void **unused)
{
	(void)unused;
	assert_int_equal(value_of(&ends, "a = take_much(1000000)"), 1);
	assert_int_equal(value_of(&ends, "a = take_much(100000000)"), -1);
	int64_t megabytes = value_of(&ends, "a = take_all()");
	assert_in_range(megabytes, 40, 64);
	assert_int_equal(value_of(&ends, "a = take_all()"), megabytes);
}

static void test_worker_is_confined(void **unused)
{
	(void)unused;
	assert_int_equal(value_of(&ends, "a = start_process()"), -EAGAIN);
	assert_true(value_of(&ends, "a = run_program()") < 0);
	assert_int_equal(value_of(&ends, "a = end_parent()"), -EPERM);
	assert_int_equal(value_of(&ends, "a = outlive_parent()"), -EPERM);
	assert_int_equal(value_of(&ends, "a = close_all()"), 1);
	assert_int_equal(value_of(&ends, "a = fine(1)"), 2);
}

static void test_files_are_safe(void **unused)
{
	(void)unused;
	char *folder, *text;
	assert_ok(temp_make("precious", &folder));
	char *path = xprintf("%s/file", folder);
	assert_ok(file_write(path, "x", 1));
	text = xprintf("p = char[] \"%s\"\n  a = remove_file(p)", path);
	assert_true(value_of(&ends, text) < 0);
	assert_int_equal(access(path, F_OK), 0);
	free(text);
	free(path);
	temp_remove(folder);
}

/* Whatever is written over shared memory, the executor answers and goes on. */
static void test_scribbling(void **unused)
{
	(void)unused;
	static const char *const where[] = { "all", "head", "records" };
	static const int values[] = { 0, 1, 2, 255, 0x80 };
	for (size_t w = 0; w < 3; w++) {
		for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
			char *text = xprintf(
			        "test a\n  x = fine(1)\nend\ntest b\n  x = scribble_%s(%d)\nend\ntest c\n  x = fine(2)\nend\n",
			        where[w], values[v]);
			run_all(&ends, BUILD_FAST, text, WANT_VALUES | WANT_DISTANCES);
			free(text);
			assert_int_equal(value_of(&ends, "a = fine(1)"), 2);
		}
	}
}

/* ---- watching ---- */

/* A known distance of the run, by the text of its condition. */
static double distance_of(const struct run *run, const char *condition, int outcome)
{
	const struct marks *marks = watch.unit->marks;
	for (size_t i = 0; i < marks->conditions.n; i++)
		if (str_equal(marks->conditions.at[i].text, condition))
			return run->distances[2 * i + (size_t)outcome];
	fail_msg("no condition %s", condition);
	return 0;
}

static unsigned times_of(const struct run *run, const char *condition)
{
	const struct marks *marks = watch.unit->marks;
	for (size_t i = 0; i < marks->conditions.n; i++)
		if (str_equal(marks->conditions.at[i].text, condition)) {
			assert_int_equal(run->times[2 * i], run->times[2 * i + 1]);
			return run->times[2 * i];
		}
	fail_msg("no condition %s", condition);
	return 0;
}

static const struct run *watched(const char *steps)
{
	char *text = xprintf("test one\n  %s\nend\n", steps);
	const struct run *run = run_all(&watch, BUILD_FAST, text, WANT_DISTANCES | WANT_VALUES);
	free(text);
	assert_int_equal(run->outcome, SK_NORMAL);
	assert_non_null(run->distances);
	return run;
}

static void test_distances(void **unused)
{
	(void)unused;
	const struct run *run = watched("a = is_large(900)");
	assert_true(distance_of(run, "x > 1000", 0) == 0);
	assert_true(distance_of(run, "x > 1000", 1) == 101);
	assert_true(distance_of(run, "x == 0xdead", 1) < 0);
	run = watched("a = is_magic(0xdeac)\n  b = is_magic(0)");
	assert_true(distance_of(run, "x == 0xdead", 1) == 1);
	run = watched("s = char[] \"hemp\"\n  a = is_help(s)");
	assert_true(distance_of(run, "strcmp(word, \"help\") == 0", 1) == 1);
	run = watched("s = char[] \"he\"\n  a = is_help(s)");
	assert_true(distance_of(run, "strcmp(word, \"help\") == 0", 1) == 512);
	run = watched("a = half(1.25)");
	assert_true(distance_of(run, "x < 0.5", 1) == 1.25); /* octaves: 0.5 to 1 and a quarter of 1 to 2 */
	run = watched("a = half(0.0)");
	assert_true(distance_of(run, "x < 0.5", 0) > 1000); /* all the small numbers lie in between */
	run = watched("a = half(1e300)");
	assert_true(distance_of(run, "x < 0.5", 1) > 990 && distance_of(run, "x < 0.5", 1) < 1010);
	run = watched("s = char[] \"x\"\n  a = is_there(s)"); /* which address it is does not matter */
	assert_true(distance_of(run, "p == NULL", 1) == 1);
}

static void test_times(void **unused)
{
	(void)unused;
	const struct run *run = watched("a = is_large(900)");
	assert_int_equal(times_of(run, "x > 1000"), 1);
	assert_int_equal(times_of(run, "x == 0xdead"), 0);
	run = watched("a = is_large(900)\n  b = is_large(5)\n  c = is_large(6)");
	assert_int_equal(times_of(run, "x > 1000"), SK_MANY_TIMES);
	run = watched("a = pick(17)");
	assert_int_equal(run->times[2 * watch.unit->marks->conditions.n], 1);
}

static void test_switch_distances(void **unused)
{
	(void)unused;
	const struct run *run = watched("a = pick(17)");
	const double *cases = run->distances + 2 * watch.unit->marks->conditions.n;
	assert_int_equal(watch.unit->marks->cases.n, 3);
	assert_true(cases[0] == 7 && cases[1] == 3 && cases[2] == 0);
	run = watched("a = pick(10)");
	cases = run->distances + 2 * watch.unit->marks->conditions.n;
	assert_true(cases[0] == 0 && cases[1] == 10 && cases[2] == 1);
}

static void test_compared_pairs(void **unused)
{
	(void)unused;
	const struct run *run = watched("a = is_magic(7)");
	assert_int_equal(run->n_compared, 1);
	assert_int_equal(run->compared[0].left, 7);
	assert_int_equal(run->compared[0].right, 0xdead);
	assert_int_equal(run->compared[0].size, 4);
}

static bool are_texts(const struct sk_texts *texts, const char *left, const char *right)
{
	return texts->sizes[0] == strlen(left) && memcmp(texts->sides[0], left, texts->sizes[0]) == 0 &&
	       texts->sizes[1] == strlen(right) && memcmp(texts->sides[1], right, texts->sizes[1]) == 0;
}

/* Each pair once, with the condition that it decided; equal texts are no news. */
static void test_compared_texts(void **unused)
{
	(void)unused;
	const struct run *run = watched("s = char[] \"hemp\"\n  t = char[] \"help\"\n"
	                                "  a = is_help(s)\n  b = is_help(t)\n  c = is_help(s)");
	assert_int_equal(run->n_texts, 1);
	assert_true(are_texts(run->texts, "hemp", "help"));
	assert_string_equal(watch.unit->marks->conditions.at[run->texts->condition].text,
	                    "strcmp(word, \"help\") == 0");
	run = watched("s = char[] \"as long as it is, only its beginning is kept\"\n  a = is_help(s)");
	assert_int_equal(run->n_texts, 1);
	assert_true(are_texts(run->texts, "as long as it is, only its b", "help"));
	run = watched("a = is_magic(7)");
	assert_int_equal(run->n_texts, 0);
}

static void test_probes_are_of_one_test(void **unused)
{
	(void)unused;
	const struct run *runs = run_all(
	        &watch, BUILD_FAST, "test a\n  x = is_large(1)\nend\ntest b\n  x = is_magic(1)\nend\n", WANT_NOTHING);
	uint32_t first = watch.unit->marks->first_condition_probe;
	uint32_t large = first + 0, magic = first + 2;
	assert_true(runs[0].probes[large / 64] >> large % 64 & 1);
	assert_false(runs[0].probes[magic / 64] >> magic % 64 & 1);
	assert_false(runs[1].probes[large / 64] >> large % 64 & 1);
	assert_true(runs[1].probes[magic / 64] >> magic % 64 & 1);
	assert_null(runs[0].distances);
	assert_null(runs[0].steps);
}

static void test_callbacks(void **unused)
{
	(void)unused;
	assert_int_equal(value_of(&watch, "f = callback number_of * returns 3\n  a = call_twice(f)"), 3300);
	assert_int_equal(value_of(&watch, "f = callback number_of * returns 3 then 4 after 1\n  a = call_twice(f)"),
	                 3400);
	assert_int_equal(value_of(&watch, "f = callback number_of * returns 0\n  a = call_with_null(f)"), 0);
}

static uint32_t calls_of(const char *steps)
{
	const struct run *run = run_one(&watch, steps);
	const struct step_result *peek = &run->steps[run->n_steps - 1];
	uint32_t calls;
	struct sk_noted noted;
	assert_true(peek->peek_size >= sizeof calls);
	memcpy(&calls, peek->peek, sizeof calls);
	assert_int_equal(peek->peek_size, sizeof calls + calls * sizeof noted); /* one argument a call */
	for (uint32_t i = 0; i < calls; i++) {
		memcpy(&noted, peek->peek + sizeof calls + i * sizeof noted, sizeof noted);
		assert_int_equal(noted.call, i);
		assert_int_equal(noted.param, 0);
	}
	return calls;
}

/* Each callback counts for itself, and anew in each test. */
static void test_calls_are_counted(void **unused)
{
	(void)unused;
	assert_int_equal(calls_of("f = callback number_of *\n  peek f calls"), 0);
	assert_int_equal(calls_of("f = callback number_of *\n  a = call_twice(f)\n  peek f calls"), 2);
	assert_int_equal(calls_of("f = callback number_of * returns 3 then 4 after 1\n  g = callback number_of *\n"
	                          "  a = call_twice(f)\n  b = call_twice(f)\n  c = call_twice(g)\n  peek f calls"),
	                 4);
}

static void test_stubs(void **unused)
{
	(void)unused;
	assert_int_equal(value_of(&watch, "a = sum_sensors(3)"), 0);
	assert_int_equal(value_of(&watch, "stub read_sensor returns 5\n  a = sum_sensors(3)"), 15);
	assert_int_equal(value_of(&watch, "a = sum_sensors(3)"), 0);
}

static void test_peek(void **unused)
{
	(void)unused;
	const struct run *run = run_one(&watch, "s = char[] \"text\"\n  a = is_help(s)\n  peek s string");
	const struct step_result *peek = &run->steps[run->n_steps - 1];
	assert_int_equal(peek->outcome, SK_NORMAL);
	assert_int_equal(peek->peek_size, 4);
	assert_memory_equal(peek->peek, "text", 4);
	run = run_one(&watch, "s = null char *\n  peek s string");
	assert_int_equal(run->outcome, SK_NORMAL);
	assert_int_equal(run->steps[run->n_steps - 1].outcome, SK_NOT_RUN);
}

static void test_shapes(void **unused)
{
	(void)unused;
	const struct run *runs = run_all(&watch, BUILD_FAST,
	                                 "test a\n  p = int[] { 1, 2, 3 }\n  n = &struct node { null, 4 }\nend\n"
	                                 "test b\n  p = int[] { 9, 9, 9 }\n  n = &struct node { null, 4 }\nend\n",
	                                 WANT_VALUES | WANT_SHAPES);
	const struct step_result *first = runs[0].steps, *second = runs[1].steps;
	assert_true(first[0].shape != 0 && first[0].shape != second[0].shape);
	assert_true(first[runs[0].n_steps - 1].shape != 0);
	assert_true(first[runs[0].n_steps - 1].shape == second[runs[1].n_steps - 1].shape);
}

/* Large objects are told apart by their ends, and are alike if they are. */
static void test_large_shapes(void **unused)
{
	(void)unused;
	struct sb text = { 0 };
	for (int t = 0; t < 3; t++) {
		sb_addf(&text, "test t%d\n  p = int[] { %d", t, 1);
		for (int i = 1; i < 1000; i++)
			sb_addf(&text, ", %d", t == 2 && i == 999 ? 7 : i);
		sb_add(&text, " }\nend\n");
	}
	const struct run *runs = run_all(&watch, BUILD_FAST, sb_text(&text), WANT_VALUES | WANT_SHAPES);
	assert_true(runs[0].steps[0].shape == runs[1].steps[0].shape);
	assert_true(runs[0].steps[0].shape != runs[2].steps[0].shape);
	sb_release(&text);
}

/* ---- the checked build ---- */

static const struct {
	const char *steps;
	uint32_t kind;
	const char *message;
	uint32_t owner;
} found[] = {
	{ "a = overrun(9)", SK_NO_FAULT, "", 0 },
	{ "a = overrun(10)", SK_ASAN, "heap-buffer-overflow", SK_OWNER_UNIT_HEAP },
	{ "s = char[] \"abc\"\n  a = read_text(s, 4)", SK_ASAN, "heap-buffer-overflow", SK_OWNER_TEST },
	{ "a = use_after_free()", SK_ASAN, "heap-use-after-free", SK_OWNER_FREED },
	{ "a = read_stack(5)", SK_UBSAN, "out-of-bounds", 0 },
	{ "a = read_table_far(3)", SK_NO_FAULT, "", 0 },
	{ "a = read_table_far(4)", SK_ASAN, "global-buffer-overflow", SK_OWNER_GLOBAL },
	{ "a = read_stack_far(4)", SK_ASAN, "stack-buffer-overflow", SK_OWNER_STACK },
	{ "a = use_after_scope(7)", SK_ASAN, "stack-use-after-scope", SK_OWNER_STACK },
	{ "a = use_after_return()", SK_ASAN, "stack-use-after-return", SK_OWNER_STACK },
	{ "a = add(2147483647, 1)", SK_UBSAN, "signed-integer-overflow", 0 },
	{ "a = shift(1, 40)", SK_UBSAN, "shift", 0 },
	{ "p = null void *\n  release(p)", SK_NO_FAULT, "", 0 },
	{ "p = char[] \"x\"\n  release(p)", SK_BAD_FREE, "", SK_OWNER_TEST },
	{ "a = deep(1)", SK_STACK_OVERFLOW, "", 0 },
	{ "a = read_anywhere(0x123456789000)", SK_SEGV, "", SK_OWNER_WILD },
	{ "a = read_anywhere(8)", SK_SEGV, "", SK_OWNER_NULL },
	{ "lose(10)", SK_LEAK, "10 bytes in 1 block", SK_OWNER_UNIT_HEAP },
	{ "keep(10)", SK_NO_FAULT, "", 0 },
	{ "a = give(10)", SK_LEAK, "10 bytes in 1 block", SK_OWNER_TEST },
	{ "a = give(10)\n  free a", SK_NO_FAULT, "", 0 },
	{ "a = chain(100)", SK_LEAK, "100 blocks", SK_OWNER_TEST },
	{ "a = copy_far(8)", SK_NO_FAULT, "", 0 },
	{ "a = copy_far(9)", SK_ASAN, "heap-buffer-overflow", SK_OWNER_UNIT_HEAP },
	{ "a = copy_far(-1)", SK_ASAN, "negative-size-param", 0 },
	{ "a = move_far(9)", SK_ASAN, "heap-buffer-overflow", SK_OWNER_UNIT_HEAP },
	{ "a = fill_far(9)", SK_ASAN, "heap-buffer-overflow", SK_OWNER_UNIT_HEAP },
	{ "a = fill_local(9)", SK_ASAN, "stack-buffer-overflow", SK_OWNER_STACK },
	{ "a = fill_local(0xffffffff)", SK_ASAN, "stack-buffer-overflow", SK_OWNER_STACK },
	{ "a = fill_global(0x7fffffff)", SK_ASAN, "global-buffer-overflow", SK_OWNER_GLOBAL },
	{ "a = free_again()", SK_ASAN, "double-free", SK_OWNER_FREED },
	{ "a = grow_freed()", SK_ASAN, "double-free", SK_OWNER_FREED },
};
#define N_FOUND (sizeof found / sizeof *found)

static void test_checked(void **unused)
{
	(void)unused;
	struct sb text = { 0 };
	assert_ok(world_start(&bugs, BUILD_CHECKED, NULL));
	for (size_t i = 0; i < N_FOUND; i++)
		sb_addf(&text, "test t%zu\n  %s\nend\n", i, found[i].steps);
	const struct run *runs = run_all(&bugs, BUILD_CHECKED, sb_text(&text), WANT_VALUES | WANT_LEAKS);
	for (size_t i = 0; i < N_FOUND; i++) {
		uint32_t kind = runs[i].fault ? runs[i].fault->kind : SK_NO_FAULT;
		const char *message = runs[i].fault ? runs[i].fault->message : "";
		if (kind != found[i].kind || !strstr(message, found[i].message))
			fail_msg("%s: outcome %d, fault %u: %s", found[i].steps, (int)runs[i].outcome, kind, message);
		if (found[i].owner && runs[i].fault->owner != found[i].owner)
			fail_msg("%s: owner %u", found[i].steps, runs[i].fault->owner);
		if (kind == SK_ASAN || kind == SK_UBSAN)
			assert_true(runs[i].fault->n_frames > 0);
	}
	sb_release(&text);
}

static void test_checked_frames(void **unused)
{
	(void)unused;
	struct frame *frames;
	uint32_t n;
	const struct run *run = run_all(&bugs, BUILD_CHECKED, "test t\n  a = use_after_free()\nend\n", WANT_VALUES);
	const struct sk_fault *fault = run->fault;
	struct symbolizer *symbolizer = bugs.symbolizers[BUILD_CHECKED];
	fault_frames(symbolizer, fault->frames, fault->n_frames, bugs.arena, &frames, &n);
	assert_int_equal(n, 1);
	assert_string_equal(frames[0].function, "use_after_free");
	fault_frames(symbolizer, fault->alloc_frames, fault->n_alloc_frames, bugs.arena, &frames, &n);
	assert_int_equal(n, 1);
	uint32_t allocated = frames[0].line;
	fault_frames(symbolizer, fault->free_frames, fault->n_free_frames, bugs.arena, &frames, &n);
	assert_int_equal(n, 1);
	assert_int_equal(frames[0].line, allocated + 2);
}

/* A fault that shows before it happens ends the test, and not the process. */
static void test_checked_goes_on(void **unused)
{
	(void)unused;
	static const char *const calls[] = { "overrun(10)",
		                             "copy_far(9)",
		                             "move_far(9)",
		                             "fill_far(9)",
		                             "free_again()",
		                             "grow_freed()",
		                             "fill_local(0x7fffffff)",
		                             "fill_global(0xffffffff)" };
	struct executor *executor = bugs.executors[BUILD_CHECKED];
	assert_int_equal(run_all(&bugs, BUILD_CHECKED, "test t\n  a = copy_far(8)\nend\n", WANT_VALUES)->outcome,
	                 SK_NORMAL);
	uint64_t before = executor_stats(executor).workers_started;
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		char *text = xprintf("test t\n  a = %s\nend\n", calls[i]), *name = xstrdup(calls[i]);
		const struct run *run = run_all(&bugs, BUILD_CHECKED, text, WANT_VALUES);
		struct frame *frames;
		uint32_t n;
		assert_int_equal(run->outcome, SK_FAULT);
		fault_frames(bugs.symbolizers[BUILD_CHECKED], run->fault->frames, run->fault->n_frames, bugs.arena,
		             &frames, &n);
		*strchr(name, '(') = 0;
		assert_int_equal(n, 1);
		assert_string_equal(frames[0].function, name);
		free(text);
		free(name);
	}
	assert_int_equal(executor_stats(executor).workers_started, before);
}

/* ---- executors ---- */

/* Two at work at the same time, from one thread. */
static void test_side_by_side(void **unused)
{
	(void)unused;
	struct seq_file file = parse(&ends, "test a\n  x = fine(1)\nend\n");
	const struct seq *seqs[200];
	const struct run *runs;
	struct executor *both[2] = { ends.executors[BUILD_FAST], NULL };
	size_t n;
	assert_ok(executor_new(ends.targets[BUILD_FAST], ends.unit, NULL, &both[1]));
	for (size_t i = 0; i < 200; i++)
		seqs[i] = file.at[0].seq;
	for (int round = 0; round < 20; round++) {
		for (int e = 0; e < 2; e++)
			assert_int_equal(executor_submit(both[e], seqs, 200, WANT_VALUES), 200);
		for (int e = 0; e < 2; e++) {
			assert_ok(executor_collect(both[e], &runs, &n));
			assert_int_equal(n, 200);
			for (size_t i = 0; i < n; i++)
				assert_int_equal(result_of(&runs[i], runs[i].n_steps - 1), 2);
		}
	}
	executor_free(both[1]);
}

static void count_run(void *context, size_t i, const struct run *run)
{
	size_t *next = context;
	assert_int_equal(i, *next);
	assert_int_equal(run->outcome, i % 10 == 3 ? SK_EXIT : SK_NORMAL);
	(*next)++;
}

static void test_many_batches(void **unused)
{
	(void)unused;
	struct seq_file file = parse(&ends, "test a\n  x = fine(1)\nend\ntest b\n  leave_at_once(1)\nend\n");
	static const struct seq *seqs[1000];
	size_t seen = 0;
	for (size_t i = 0; i < 1000; i++)
		seqs[i] = file.at[i % 10 == 3].seq;
	assert_ok(executor_run(ends.executors[BUILD_FAST], seqs, 1000, WANT_NOTHING, count_run, &seen));
	assert_int_equal(seen, 1000);
}

static void test_nothing_is_left(void **unused)
{
	(void)unused;
	struct executor *executor;
	struct seq_file file = parse(&ends, "test a\n  x = fine(1)\nend\n");
	const struct run *runs;
	size_t n;
	assert_ok(executor_new(ends.targets[BUILD_FAST], ends.unit, NULL, &executor));
	do { /* the first results may be here before the news who brought them */
		executor_submit(executor, &file.at[0].seq, 1, WANT_NOTHING);
		assert_ok(executor_collect(executor, &runs, &n));
	} while (!executor->worker.pid);
	char *scratch = xstrdup(executor->scratch);
	pid_t zygote = executor->child.pid, worker = executor->worker.pid;
	assert_true(zygote > 0 && worker > 0 && access(scratch, F_OK) == 0);
	executor_free(executor);
	assert_int_equal(access(scratch, F_OK), -1);
	assert_int_equal(kill(zygote, 0), -1);
	for (int i = 0; i < 100 && kill(worker, 0) == 0; i++)
		usleep(1000); /* its new parent takes a moment to reap it */
	assert_int_equal(kill(worker, 0), -1);
	free(scratch);
}

static void test_threads(void **unused)
{
	(void)unused;
	open_world(&threads, UNITS "threads.c", &(struct exec_options){ .milliseconds = 1000 });
	assert_true(threads.targets[BUILD_FAST]->starts_threads);
	for (int i = 0; i < 3; i++)
		assert_int_equal(value_of(&threads, "a = add_in_threads(5)"), 20);
	const struct run *run = run_one(&threads, "a = crash_in_thread()");
	assert_int_equal(run->outcome, SK_FAULT);
	assert_int_equal(run->fault->kind, SK_SEGV);
	assert_int_equal(value_of(&threads, "a = add_in_threads(2)"), 8);
	assert_int_equal(value_of(&threads, "a = keys_in_threads()"), 7);
	world_close(&threads);
}

/* A record with random damage gives some run, never more than that. */
static void test_damaged_records(void **unused)
{
	(void)unused;
	struct executor *executor = watch.executors[BUILD_FAST];
	struct rng rng;
	rng_init(&rng, 1);
	watched("s = char[] \"hemp\"\n  a = is_help(s)\n  peek s string");
	struct sk_shared *shared = executor->shared;
	uint8_t *record = shared->output + shared->record_offset[0];
	uint32_t length = ((struct sk_record *)record)->length;
	uint8_t *intact = xmalloc(length);
	memcpy(intact, record, length);
	for (int round = 0; round < 20000; round++) {
		struct run run;
		uint64_t n_changes = 1 + rng_below(&rng, 4);
		for (uint64_t i = 0; i < n_changes; i++)
			record[rng_below(&rng, rng_chance(&rng, 0.5) ? sizeof(struct sk_record) : length)] = (uint8_t)
			        rng_next(&rng);
		record_read(executor, 0, &run);
		assert_true(run.outcome != SK_NOT_RUN && run.outcome < SK_N_OUTCOMES);
		for (uint32_t i = 0; i < run.n_stood_in; i++)
			assert_non_null(stand_in_name(watch.unit->model, run.stood_in[i]));
		assert_true(run.steps_done <= run.n_steps);
		memcpy(record, intact, length);
	}
	free(intact);
}

/* The system may end our zygote; the executor starts another. */
static void test_zygote_ends(void **unused)
{
	(void)unused;
	struct exec_stats before = executor_stats(ends.executors[BUILD_FAST]);
	assert_int_equal(value_of(&ends, "a = fine(1)"), 2);
	char *command = xprintf("/proc/%d/task/%d/children", getpid(), getpid());
	char *text = NULL;
	size_t size;
	assert_ok(file_read(command, &text, &size));
	for (char *at = text, *end; *at; at = end) {
		long pid = strtol(at, &end, 10);
		if (end == at)
			break;
		kill((pid_t)pid, SIGKILL);
	}
	free(text);
	free(command);
	struct seq_file file = parse(&ends, "test a\n  x = fine(1)\nend\n");
	const struct run *runs;
	assert_ok(world_run(&ends, BUILD_FAST, &file, WANT_VALUES, &runs));
	assert_int_equal(value_of(&ends, "a = fine(1)"), 2);
	assert_true(executor_stats(ends.executors[BUILD_FAST]).tests > before.tests);
}

static int set_up(void **unused)
{
	(void)unused;
	open_world(&state, UNITS "state.c", NULL);
	open_world(&ends, UNITS "ends.c", &(struct exec_options){ .milliseconds = 500 });
	open_world(&watch, UNITS "watch.c", NULL);
	assert_ok(world_open(&bugs, UNITS "bugs.c"));
	return 0;
}

static int tear_down(void **unused)
{
	(void)unused;
	world_close(&state);
	world_close(&ends);
	world_close(&watch);
	world_close(&bugs);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reset_fast),
		cmocka_unit_test(test_constructors),
		cmocka_unit_test(test_addresses),
		cmocka_unit_test(test_same_in_another_process),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_ends_forking),
		cmocka_unit_test(test_cheap_ends),
		cmocka_unit_test(test_assertion_is_told),
		cmocka_unit_test(test_frames),
		cmocka_unit_test(test_memory_is_bounded),
		cmocka_unit_test(test_worker_is_confined),
		cmocka_unit_test(test_files_are_safe),
		cmocka_unit_test(test_scribbling),
		cmocka_unit_test(test_distances),
		cmocka_unit_test(test_times),
		cmocka_unit_test(test_switch_distances),
		cmocka_unit_test(test_compared_pairs),
		cmocka_unit_test(test_compared_texts),
		cmocka_unit_test(test_probes_are_of_one_test),
		cmocka_unit_test(test_callbacks),
		cmocka_unit_test(test_calls_are_counted),
		cmocka_unit_test(test_stubs),
		cmocka_unit_test(test_peek),
		cmocka_unit_test(test_shapes),
		cmocka_unit_test(test_large_shapes),
		cmocka_unit_test(test_side_by_side),
		cmocka_unit_test(test_many_batches),
		cmocka_unit_test(test_checked),
		cmocka_unit_test(test_checked_frames),
		cmocka_unit_test(test_checked_goes_on),
		cmocka_unit_test(test_reset_checked),
		cmocka_unit_test(test_nothing_is_left),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_damaged_records),
		cmocka_unit_test(test_zygote_ends),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
