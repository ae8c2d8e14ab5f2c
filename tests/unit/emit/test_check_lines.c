/* Tests of the way back from a line of a written suite to the expectations on that line. */
#include "test.h"

#include <string.h>

#include "emit/suite/check_lines.h"
#include "front/front.h"
#include "hand_model.h"

#define SIGHTS 9u

/* Sight 1 is not written. The loops stand for sights 2 to 4, and for 5 to 8 in turn. */
static const char suite[] = "static void test(void)\n"
                            "{\n"
                            "    CHECK(a() == 0);\n"
                            "    for (int i = 0; i < 3; i++)\n"
                            "        CHECK(b(\"too long for one line\",\n"
                            "              1) == 1);\n"
                            "    for (int i = 0; i < 2; i++) {\n"
                            "        CHECK(c() == 0);\n"
                            "        d();\n"
                            "        CHECK(e() == 0);\n"
                            "    }\n"
                            "}\n";

struct found {
	bool sights[SIGHTS];
	size_t n;
};

static void note(void *context, const struct check_line *line)
{
	struct found *found = context;
	assert_true(line->sight < SIGHTS && line->draft == 0);
	found->sights[line->sight] = true;
	found->n++;
}

/* The sights that a message about this line is about, as digits. */
static void assert_sights(const struct check_lines *lines, const struct test_file *file, uint32_t line,
                          const char *expected)
{
	struct found found = { 0 };
	char *output = xprintf("test_thing.c:%u: something\n", line), digits[SIGHTS + 1] = "";
	check_lines_failed(lines, file, output, note, &found);
	for (uint32_t s = 0; s < SIGHTS; s++)
		if (found.sights[s])
			digits[strlen(digits)] = (char)('0' + s);
	assert_string_equal(digits, expected);
	assert_int_equal(found.n, strlen(expected));
	free(output);
}

static void test_lines(void **state)
{
	(void)state;
	bool keep[SIGHTS] = { true, false, true, true, true, true, true, true, true };
	struct draft draft = { .n_sights = SIGHTS, .keep = keep, .written.first_line = 1, .written.last_line = 12 };
	draft_list drafts = { .at = &draft, .n = 1 };
	struct unit unit = { .name = (char *)"thing", .model = hand_model() };
	const struct test_file file = { .name = "thing" }, other = { .name = "thing", .source = 1 };
	struct check_lines lines = { 0 };
	check_lines_read(&lines, &unit, &drafts, &other, suite);
	assert_int_equal(lines.at.n, 0);
	check_lines_read(&lines, &unit, &drafts, &file, suite);
	assert_int_equal(lines.at.n, 8);
	assert_sights(&lines, &file, 3, "0");
	assert_sights(&lines, &file, 5, "234");
	assert_sights(&lines, &file, 6, "234"); /* where it ends */
	assert_sights(&lines, &file, 8, "57");
	assert_sights(&lines, &file, 10, "68");
	assert_sights(&lines, &file, 2, "");
	struct found found = { 0 };
	check_lines_failed(&lines, &file, "my_test_thing.c:3: of another file\n", note, &found);
	assert_int_equal(found.n, 0);
	assert_false(check_lines_at(&lines, 4, note, &found));
	assert_true(check_lines_at(&lines, 10, note, &found) && found.n == 2);
	vec_release(&lines.at);
	model_free(unit.model);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_lines) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
