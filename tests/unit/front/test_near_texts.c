/* Tests of the strings that functions get from the functions and tables behind them (front/roles/near_texts.c). */
#include "test.h"

#include <string.h>

#include "base/str.h"
#include "front/front.h"

static struct source_list sources;
static struct unit *unit;

static int open_unit(void **state)
{
	(void)state;
	static const char *const paths[] = { "tests/units/model/near.c", "tests/units/model/near_table.c" };
	assert_ok(sources_from_args(&sources, paths, 2, NULL, 0));
	sources.variables = true;
	assert_ok(front_read(&sources, &unit));
	return 0;
}

static int close_unit(void **state)
{
	(void)state;
	unit_free(unit);
	sources_release(&sources);
	return 0;
}

/* How often the string is a literal of the function. */
static int times(const char *function, const char *text)
{
	uint32_t f = model_find_function(unit->model, function);
	int n = 0;
	for (size_t i = 0; i < unit->model->literals.n; i++) {
		const struct literal *literal = &unit->model->literals.at[i];
		n += literal->function == f && literal->is_string && literal->length == strlen(text) &&
		     memcmp(literal->bytes, text, literal->length) == 0;
	}
	return n;
}

static void test_tables_of_other_sources(void **state)
{
	(void)state;
	assert_int_equal(times("codec_open", "iso-8859-1"), 1);
	assert_int_equal(times("codec_open", "koi8-r"), 1);
	assert_int_equal(times("codec_open", "fast"), 0);
}

static void test_tables_of_the_source(void **state)
{
	(void)state;
	assert_int_equal(times("codec_level", "fast"), 1);
	assert_int_equal(times("codec_level", "best"), 1);
	assert_int_equal(times("codec_level", "koi8-r"), 0);
}

/* No text goes in. */
static void test_functions_without_text(void **state)
{
	(void)state;
	assert_int_equal(times("codec_width", "koi8-r"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tables_of_other_sources),
		cmocka_unit_test(test_tables_of_the_source),
		cmocka_unit_test(test_functions_without_text),
	};
	return cmocka_run_group_tests(tests, open_unit, close_unit);
}
