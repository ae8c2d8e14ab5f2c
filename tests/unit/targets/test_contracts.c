/* Tests of contracts: how they are read, and their effect on tests in both builds.
 * tests/cli/gen_contracts.sh tests reports and written suites. */
#define _GNU_SOURCE
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "exec_world.h"
#include "proc_fixture.h"

#define DEEDS "tests/units/contracts/deeds.c"
#define DEEDS_CONTRACTS "tests/units/contracts/deeds_contracts.c"

/* ---- running ---- */

static int open_deeds(void **state)
{
	struct world *world = calloc(1, sizeof *world);
	*state = world;
	assert_ok(world_open_with(world, DEEDS, DEEDS_CONTRACTS));
	assert_ok(world_start(world, BUILD_FAST, NULL));
	assert_ok(world_start(world, BUILD_CHECKED, NULL));
	return 0;
}

static int close_deeds(void **state)
{
	world_close(*state);
	free(*state);
	return 0;
}

struct expected {
	const char *text;
	enum sk_outcome outcome;
	const char *contract;   /* that is broken; NULL: none */
	uint32_t step;
};

static void check_run(const struct expected *expected, const struct run *run)
{
	if (run->outcome != expected->outcome)
		fail_msg("'%s' has outcome %d instead of %d (%s)", expected->text, (int)run->outcome,
		         (int)expected->outcome, run->fault ? run->fault->message : "no fault");
	if (!expected->contract)
		return;
	assert_non_null(run->fault);
	assert_int_equal(run->fault->kind, SK_CONTRACT);
	assert_string_equal(run->fault->message, expected->contract);
	assert_string_equal(run->fault->file, DEEDS_CONTRACTS);
	assert_int_equal(run->fault->step, expected->step);
	assert_true(run->fault->line > 1);
}

static void check_all(struct world *world, const struct expected *expected, size_t n)
{
	for (int kind = BUILD_FAST; kind <= BUILD_CHECKED; kind++)
		for (size_t i = 0; i < n; i++) {
			struct seq_file file;
			const struct run *run;
			char *text = xprintf("test t\n%s\nend\n", expected[i].text);
			assert_ok(world_parse(world, text, &file));
			assert_ok(world_run(world, kind, &file, WANT_VALUES, &run));
			check_run(&expected[i], run);
			free(text);
		}
}

#define CHECK_ALL(state, ...)                                                                                 \
	check_all(state, (const struct expected[]){ __VA_ARGS__ },                                            \
	          sizeof((const struct expected[]){ __VA_ARGS__ }) / sizeof(struct expected))

static void test_promises(void **state)
{
	CHECK_ALL(*state, { "text_of(1)", SK_NORMAL, NULL, 0 }, { "text_of(2)", SK_FAULT, "skep_ensures_text_of", 1 });
}

static void test_arguments_are_those_passed(void **state)
{
	CHECK_ALL(*state, { "n = int 3\n next(n, &n)", SK_NORMAL, NULL, 0 });
}

static void test_requirements(void **state)
{
	CHECK_ALL(*state, { "guarded(1)", SK_NORMAL, NULL, 0 }, { "guarded(0)", SK_ILLEGAL, NULL, 0 },
	          { "guarded(2)\n guarded(0)\n text_of(2)", SK_ILLEGAL, NULL, 0 });
}

static void test_invariant_of_what_the_unit_gives(void **state)
{
	CHECK_ALL(*state, { "box = box_new(3)\n box_add(box, 3)", SK_NORMAL, NULL, 0 },
	          { "box = box_new(3)\n box_add(box, 4)", SK_FAULT, "skep_invariant_box", 3 },
	          { "box = box_new(-1)", SK_FAULT, "skep_invariant_box", 1 },
	          { "box = box_new(3)\n box_free(box)", SK_NORMAL, NULL, 0 },
	          { "box = box_new(3)\n same = box_same(box)\n box_free(same)", SK_NORMAL, NULL, 0 });
}

/* What the test filled itself counts from when it is right. */
static void test_invariant_of_what_the_test_makes(void **state)
{
	CHECK_ALL(*state, { "box = &struct box { 1, 2 }\n box_add(box, 1)", SK_NORMAL, NULL, 0 },
	          { "box = &struct box { 1, 2 }\n same = box_same(box)", SK_NORMAL, NULL, 0 },
	          { "box = &struct box { 1, 1 }\n box_add(box, 1)", SK_FAULT, "skep_invariant_box", 2 },
	          { "box = &struct box { 1, 2 }\n box_init(box, 4)\n box_add(box, 5)", SK_FAULT, "skep_invariant_box",
	            4 },
	          { "junk = &struct box { 1, 2 }\n box = box_new(3)\n box_damage(junk, box)", SK_ILLEGAL, NULL, 0 },
	          { "one = box_new(1)\n box = box_new(3)\n box_damage(one, box)", SK_FAULT, "skep_invariant_box", 4 });
}

static bool hits_anything(const struct world *world, const struct run *run, const char *function)
{
	const struct marks *marks = world->unit->marks;
	for (size_t i = 0; i < marks->conditions.n; i++) {
		uint32_t probe = marks->first_condition_probe + 2 * (uint32_t)i;
		if (strcmp(marks->functions.at[marks->conditions.at[i].function].name, function) != 0)
			continue;
		if ((run->probes[probe / 64] >> probe % 64 & 1) ||
		    (run->probes[(probe + 1) / 64] >> (probe + 1) % 64 & 1))
			return true;
	}
	return false;
}

/* What a contract does to errno and to coverage is not the test's doing. */
static void test_contracts_leave_no_trace(void **state)
{
	struct world *world = *state;
	struct seq_file file;
	const struct run *runs;
	assert_ok(world_parse(world, "test a\n error_now()\nend\ntest b\n reach(6)\nend\n", &file));
	for (int kind = BUILD_FAST; kind <= BUILD_CHECKED; kind++) {
		assert_ok(world_run(world, kind, &file, WANT_VALUES, &runs));
		assert_int_equal(runs[0].outcome, SK_NORMAL);
		assert_int_equal(result_of(&runs[0], 0), 0);
		assert_false(hits_anything(world, &runs[0], "reach"));
		assert_true(hits_anything(world, &runs[1], "reach"));
	}
}

static uint64_t shape_after(struct world *world, const char *text, uint32_t i)
{
	struct seq_file file;
	const struct run *run;
	char *whole = xprintf("test t\n%s\nend\n", text);
	assert_ok(world_parse(world, whole, &file));
	assert_ok(world_run(world, BUILD_FAST, &file, WANT_VALUES | WANT_SHAPES, &run));
	assert_int_equal(run->outcome, SK_NORMAL);
	uint64_t shape = run->steps[i].shape;
	free(whole);
	return shape;
}

/* What is equal has one shape within a test, whatever its bytes say; what was ended
 * or what the test made is not compared. */
static void test_equal_objects_have_one_shape(void **state)
{
	static const char two[] = "a = box_new(3)\n b = box_new(3)\n box_add(b, 1)";
	static const char other[] = "a = box_new(3)\n b = box_new(4)\n box_add(b, 1)";
	static const char crash[] = "a = box_new(13)\n b = box_new(13)\n box_add(b, 1)";
	static const char ended[] = "a = box_new(3)\n b = box_new(3)\n box_add(b, 1)\n box_free(a)";
	assert_true(shape_after(*state, two, 1) == shape_after(*state, two, 3));
	assert_true(shape_after(*state, other, 1) != shape_after(*state, other, 3));
	assert_true(shape_after(*state, crash, 1) != shape_after(*state, crash, 3));
	assert_true(shape_after(*state, ended, 3) != shape_after(*state, two, 3));
}

/* ---- reading ---- */

static const char unit_text[] = "struct box { int size; };\n"
                                "typedef struct box crate;\n"
                                "int grow(crate *box, int by) { return box->size += by; }\n"
                                "void rest(void) { }\n";

/* Reads the unit with these contracts; the message, or "" if all is well. */
static char *message_for(const char *contracts)
{
	struct source_list sources = { 0 };
	struct unit *unit = NULL;
	char *source = in_folder("box.c"), *file = in_folder("contracts.c"), *message;
	char *text = xprintf("#include <stdbool.h>\n%s\n", contracts);
	assert_ok(file_write(source, unit_text, strlen(unit_text)));
	assert_ok(file_write(file, text, strlen(text)));
	assert_ok(sources_from_args(&sources, (const char *const[]){ source }, 1, NULL, 0));
	assert_ok(sources_set_contracts(&sources, file));
	status st = front_read(&sources, &unit);
	if (st)
		assert_int_equal(st->kind, TROUBLE_INPUT);
	message = xstrdup(st ? st->message : "");
	status_free(st);
	unit_free(unit);
	sources_release(&sources);
	free(text);
	free(source);
	free(file);
	return message;
}

static void test_bad_contracts_are_refused(void **state)
{
	(void)state;
	static const struct {
		const char *contracts, *message;
	} rows[] = {
		{ "bool skep_requires_shrink(int n) { return n; }", "there is no shrink" },
		{ "struct box; bool skep_requires_grow(struct box *b) { return b; }",
		  "write: bool skep_requires_grow(crate *box, int by)" },
		{ "struct box; bool skep_requires_grow(struct box *b, long by) { return b && by; }", "write: bool" },
		{ "struct box; bool skep_ensures_grow(struct box *b, int by) { return b && by; }",
		  "write: bool skep_ensures_grow(int result, crate *box, int by)" },
		{ "struct box; void skep_requires_grow(struct box *b, int by) { (void)b; (void)by; }", "write: bool" },
		{ "bool skep_ensures_rest(int n) { return n; }", "write: bool skep_ensures_rest(void)" },
		{ "struct bag { int n; }; bool skep_invariant_bag(const struct bag *b) { return b->n; }",
		  "a type that the unit does not use: bag" },
		{ "struct box; bool skep_invariant_crate(const struct box *b) { return b; }", "does not fit its name" },
		{ "struct box; bool skep_invariant_box(const struct box *b, int n) { return b && n; }",
		  "write: bool skep_invariant_T(const T *value)" },
		{ "struct box; bool skep_equal_box(const struct box *b) { return b; }",
		  "write: bool skep_equal_T(const T *a, const T *b)" },
		{ "struct box; int skep_make_box(int n) { return n; }", "does not give a box" },
		{ "struct box; bool skep_require_box(const struct box *b) { return b; }", "is no contract" },
		{ "bool help(void) { return true; }", "no contract in it" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *message = message_for(rows[i].contracts);
		if (!strstr(message, rows[i].message))
			fail_msg("'%s': '%s' is not in '%s'", rows[i].contracts, rows[i].message, message);
		assert_true(strstr(message, "contracts.c:2: ") || strstr(message, "contracts.c: no contract"));
		free(message);
	}
}

/* Hidden structs may be defined again, typedefs may be used, a result may be int. */
static void test_good_contracts_are_read(void **state)
{
	(void)state;
	static const char *const rows[] = {
		"struct box { int size; }; int skep_invariant_box(const struct box *b) { return b->size > 0; }",
		"struct box; typedef struct box crate; bool skep_invariant_crate(const crate *b) { return b; }",
		"struct box; bool skep_requires_grow(struct box *b, int by) { return b && by; }",
		"struct box; bool skep_ensures_grow(int result, struct box *b, int by) { return result && b && by; }",
		"bool skep_ensures_rest(void) { return true; } bool help(void) { return true; }",
		"struct box { int size; }; struct box skep_make_box(int n) { return (struct box){ n }; }",
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *message = message_for(rows[i]);
		assert_string_equal(message, "");
		free(message);
	}
}

int main(void)
{
	const struct CMUnitTest running[] = {
		cmocka_unit_test(test_promises),
		cmocka_unit_test(test_arguments_are_those_passed),
		cmocka_unit_test(test_requirements),
		cmocka_unit_test(test_invariant_of_what_the_unit_gives),
		cmocka_unit_test(test_invariant_of_what_the_test_makes),
		cmocka_unit_test(test_contracts_leave_no_trace),
		cmocka_unit_test(test_equal_objects_have_one_shape),
	};
	const struct CMUnitTest reading[] = {
		cmocka_unit_test_setup_teardown(test_bad_contracts_are_refused, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_good_contracts_are_read, set_up, tear_down),
	};
	int bad = cmocka_run_group_tests_name("contracts", running, open_deeds, close_deeds);
	return bad + cmocka_run_group_tests_name("reading contracts", reading, NULL, NULL);
}
