/* Tests of tables in suites: bodies that differ only in literals become one body with a table, and cells of such
 * tables are found again. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "emit/text/c_tables.h"
#include "emit/upkeep/cells.h"
#include "hand_model.h"

static int setup(void **state)
{
	*state = hand_model();
	return 0;
}

static int teardown(void **state)
{
	model_free(*state);
	return 0;
}

static void assert_table(void **state, const char *const *bodies, size_t n, const char *expected)
{
	struct sb out = { 0 };
	assert_int_equal(c_table_write(*state, bodies, n, &out), expected != NULL);
	assert_string_equal(sb_text(&out), expected ? expected : "");
	sb_release(&out);
}

static void test_rows(void **state)
{
	const char *const bodies[] = {
		"    struct ring *ring = ring_new(1);\n    CHECK_INT(ring_push(ring, 7), 0);\n    CHECK_INT(ring_push(ring, 7), -1);\n",
		"    struct ring *ring = ring_new(1);\n    CHECK_INT(ring_push(ring, 12), 0);\n    CHECK_INT(ring_push(ring, 12), 5);\n",
	};
	assert_table(state, bodies, 2,
	             "    static const struct {\n"
	             "        int number;\n"
	             "        int expected;\n"
	             "    } cases[] = {\n"
	             "        { 7,  -1 },\n"
	             "        { 12, 5 },\n"
	             "    };\n"
	             "    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {\n"
	             "        struct ring *ring = ring_new(1);\n"
	             "        CHECK_INT(ring_push(ring, cases[i].number), 0);\n"
	             "        CHECK_INT(ring_push(ring, cases[i].number), cases[i].expected);\n"
	             "    }\n");
	struct sb columns = { 0 };
	c_table_varied(*state, bodies, 2, F_RING_PUSH, &columns);
	assert_string_equal(sb_text(&columns), "number");
	sb_release(&columns);
}

/* The last word of the function's name would be the column's, if it were no keyword. */
static void test_keyword(void **state)
{
	struct model *model = *state;
	const char *const bodies[] = {
		"    CHECK_INT(ring_push(ring, 7), 1);\n    CHECK_INT(ring_int(ring), 9);\n",
		"    CHECK_INT(ring_push(ring, 8), 0);\n    CHECK_INT(ring_int(ring), 3);\n",
	};
	model->functions.at[F_RING_COUNT].name = "ring_int";
	assert_table(state, bodies, 2,
	             "    static const struct {\n"
	             "        int number;\n"
	             "        int expected;\n"
	             "        int expected_int;\n"
	             "    } cases[] = {\n"
	             "        { 7, 1, 9 },\n"
	             "        { 8, 0, 3 },\n"
	             "    };\n"
	             "    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {\n"
	             "        CHECK_INT(ring_push(ring, cases[i].number), cases[i].expected);\n"
	             "        CHECK_INT(ring_int(ring), cases[i].expected_int);\n"
	             "    }\n");
}

static void test_range(void **state)
{
	const char *const bodies[] = { "    CHECK_INT(ring_count(ring_new(3)), 0);\n",
		                       "    CHECK_INT(ring_count(ring_new(2)), 0);\n",
		                       "    CHECK_INT(ring_count(ring_new(4)), 0);\n" };
	assert_table(state, bodies, 3,
	             "    for (int capacity = 2; capacity <= 4; capacity++)\n"
	             "        CHECK_INT(ring_count(ring_new(capacity)), 0);\n");
}

static void test_elements(void **state)
{
	const char *const bodies[] = {
		"    int data[] = {3};\n    CHECK_INT(ring_fill(ring, data, 1), 0);\n",
		"    int data[] = {4};\n    CHECK_INT(ring_fill(ring, data, 2), 0);\n",
	};
	struct sb columns = { 0 };
	c_table_varied(*state, bodies, 2, F_RING_FILL, &columns);
	assert_string_equal(sb_text(&columns), "data_and_n");
	sb_release(&columns);
}

static void test_limits(void **state)
{
	const char *const bodies[] = { "    CHECK_UINT(p->size, 1);\n", "    CHECK_UINT(p->size, SIZE_MAX);\n" };
	assert_table(state, bodies, 2,
	             "    static const struct {\n"
	             "        unsigned long long size;\n"
	             "    } cases[] = {\n"
	             "        { 1 },\n"
	             "        { SIZE_MAX },\n"
	             "    };\n"
	             "    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)\n"
	             "        CHECK_UINT(p->size, cases[i].size);\n");
}

/* An initialiser of an array cannot be taken from a table, nor can a name that is no constant. */
static void test_no_table(void **state)
{
	const char *const texts[] = { "    char a[] = \"x\";\n    f(a);\n", "    char a[] = \"y\";\n    f(a);\n" };
	const char *const names[] = { "    f(a, 1);\n", "    f(b, 2);\n" };
	const char *const lengths[] = { "    f(1);\n", "    f(1);\n    f(2);\n" };
	assert_table(state, texts, 2, NULL);
	assert_table(state, names, 2, NULL);
	assert_table(state, lengths, 2, NULL);
}

static void test_keys(void **state)
{
	char *one = c_table_key(*state, "    f(1, \"a\" \"b\", RED);\n"),
	     *two = c_table_key(*state, "    f(-2, \"c\",\n        BLUE);\n"),
	     *other = c_table_key(*state, "    g(1, \"a\", RED);\n");
	assert_string_equal(one, two);
	assert_true(strcmp(one, other) != 0);
	free(one);
	free(two);
	free(other);
}

static void test_cells(void **state)
{
	(void)state;
	static const char text[] =
	        "static void t(void)\n{\n    static const struct {\n        const char *text;\n        int expected;\n"
	        "    } cases[] = {\n        { \"a, }\", 1 },\n        { \"b\",    f(2, 3) },\n    };\n"
	        "    CHECK_INT(g(cases[i].text), cases[i].expected);\n}\n";
	const struct item item = { .code = 0, .end = strlen(text) };
	struct span expected = { (size_t)(strstr(text, "cases[i].expected") - text), 0 };
	struct cell cell;
	expected.end = expected.begin + strlen("cases[i].expected");
	assert_true(cell_find(text, &item, expected, 1, &cell));
	assert_int_equal(cell.value.end - cell.value.begin, strlen("f(2, 3)"));
	assert_true(str_starts(text + cell.value.begin, "f(2, 3)") && str_starts(text + cell.row.begin, "{ \"b\""));
	assert_true(cell_find(text, &item, expected, 0, &cell) && text[cell.value.begin] == '1');
	assert_false(cell_find(text, &item, expected, 2, &cell));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_rows, setup, teardown),
		cmocka_unit_test_setup_teardown(test_keyword, setup, teardown),
		cmocka_unit_test_setup_teardown(test_range, setup, teardown),
		cmocka_unit_test_setup_teardown(test_limits, setup, teardown),
		cmocka_unit_test_setup_teardown(test_elements, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_table, setup, teardown),
		cmocka_unit_test_setup_teardown(test_keys, setup, teardown),
		cmocka_unit_test(test_cells),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
