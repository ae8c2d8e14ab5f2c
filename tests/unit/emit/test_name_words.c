/* Tests of the words for texts and conditions in the names of tests. */
#include "test.h"

#include <string.h>

#include "emit/suite/name_words.h"

static void assert_text(const char *text, const char *words)
{
	struct sb name = { 0 };
	words_add_text((const unsigned char *)text, strlen(text), &name);
	assert_string_equal(sb_text(&name), words);
	sb_release(&name);
}

static void assert_ending(const char *text, const char *words)
{
	struct sb name = { 0 };
	words_add_ending((const unsigned char *)text, strlen(text), &name);
	assert_string_equal(sb_text(&name), words);
	sb_release(&name);
}

static void assert_condition(const char *text, bool outcome, const char *words)
{
	struct sb name = { 0 };
	assert_true(words_add_condition(text, outcome, &name) == (words[0] != 0));
	assert_string_equal(sb_text(&name), words);
	sb_release(&name);
}

static void test_text(void **state)
{
	(void)state;
	assert_text("a,", "_a_comma");
	assert_text("key=a value", "_key_a_value");
	assert_text("", "");
	assert_text("....:", "");
	assert_text("\xce"
	            "a",
	            "_xce_a");
}

static void test_ending(void **state)
{
	(void)state;
	assert_ending("a,", "");
	assert_ending("HTTP/1.0 0\nab:", "_ending_in_newline_ab_colon");
	assert_ending("a-\xff\x01.", "_ending_in_xff_x01_dot");
	assert_ending("1h5.61", "_spelled_1h5_dot_61");
	assert_ending("immeasurable", "_ending_in_asurable");
}

static void test_zero(void **state)
{
	(void)state;
	struct sb name = { 0 };
	words_add_real(-0.0L, &name);
	assert_string_equal(sb_text(&name), "_0");
	sb_release(&name);
}

static void test_comparison(void **state)
{
	(void)state;
	assert_condition("list->count == 0", true, "_where_count_is_0");
	assert_condition("list->count == 0", false, "_where_count_is_not_0");
	assert_condition("n < box.limits[2].most", false, "_where_n_is_at_least_most");
	assert_condition("!(n >= -1)", true, "_where_n_is_below_minus_1");
	assert_condition("*p != '\\n'", false, "_where_p_is_newline");
	assert_condition("(c) == ':'", true, "_where_c_is_colon");
}

static void test_name(void **state)
{
	(void)state;
	assert_condition("parser->is_open", true, "_where_is_open");
	assert_condition("!parser->is_open", true, "_where_not_is_open");
	assert_condition("isspace((unsigned char)*p)", false, "_where_not_isspace");
	assert_condition("strcmp(a, \"b\") == 0", true, "_where_strcmp_is_0");
}

static void test_more_than_words(void **state)
{
	(void)state;
	assert_condition("a + b == c", true, "");
	assert_condition("(size_t)n == c", true, "");
	assert_condition("a == \"b c\"", true, "");
	assert_condition("", true, "");
	assert_condition("(", true, "");
	assert_condition("a ==", true, "");
	assert_condition("an_exceedingly_long_name_of_a_variable > another_long_one", true, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_text), cmocka_unit_test(test_ending),
		                            cmocka_unit_test(test_zero), cmocka_unit_test(test_comparison),
		                            cmocka_unit_test(test_name), cmocka_unit_test(test_more_than_words) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
