/* Tests of the names that the unit's own code gives to numbers. */
#include "test.h"

#include "model_of.h"

static struct model *model;

static int read_lamp(void **state)
{
	static const char *const paths[] = { "tests/units/gen/lamp.c" };
	(void)state;
	model = model_of(paths, 1, NULL, 0);
	return 0;
}

static int forget_lamp(void **state)
{
	(void)state;
	model_free(model);
	return 0;
}

#define RESULT NONE

static const char *name_of(const char *function, uint32_t param, int64_t number)
{
	return model_number_name(model, model_find_function(model, function), param, number);
}

static void what_is_compared_and_returned_has_its_name(void **state)
{
	(void)state;
	assert_string_equal(name_of("lamp_set", 0, 0), "LAMP_OFF");
	assert_string_equal(name_of("lamp_set", RESULT, -3), "LAMP_NO_LEVEL");
	assert_string_equal(name_of("lamp_set", RESULT, 0), "LAMP_FINE");
	assert_null(name_of("lamp_set", 0, 5));
}

static void one_name_stands_for_its_group(void **state)
{
	(void)state;
	assert_string_equal(name_of("lamp_set", 0, 1), "LAMP_DIM");
	assert_string_equal(name_of("lamp_set", RESULT, -4), "LAMP_NO_ROOM");
	assert_string_equal(name_of("lamp_kind", 0, 4), "LAMP_TUBE");
	assert_null(name_of("lamp_set", 0, 40)); /* another group */
}

static void what_is_handed_on_keeps_its_names(void **state)
{
	(void)state;
	assert_string_equal(name_of("lamp_set_all", 1, 7), "LAMP_BRIGHT");
	assert_string_equal(name_of("lamp_set_all", RESULT, -3), "LAMP_NO_LEVEL");
}

static void a_count_has_no_name(void **state)
{
	(void)state;
	assert_string_equal(name_of("lamp_watts", RESULT, -3), "LAMP_NO_LEVEL");
	assert_null(name_of("lamp_watts", RESULT, 0));
	assert_null(name_of("lamp_watts", RESULT, -4));
	assert_null(name_of("lamp_kind", RESULT, 0));
	assert_null(name_of("lamp_length", RESULT, -4));
	assert_null(name_of("lamp_measured", RESULT, -4)); /* set by who got its address */
	assert_null(name_of("lamp_sold", RESULT, -3));     /* a variable that others change */
	assert_string_equal(name_of("lamp_sold", RESULT, -4), "LAMP_NO_ROOM");
	assert_string_equal(name_of("lamp_price", 0, 7), "LAMP_BRIGHT");
	assert_null(name_of("lamp_price", 0, 1));
}

static void a_limit_does_not_stand_for_its_group(void **state)
{
	(void)state;
	assert_string_equal(name_of("lamp_watts", 0, 3), "LAMP_LEAST");
	assert_null(name_of("lamp_watts", 0, 40));
}

static void names_in_parentheses_and_casts_are_seen(void **state)
{
	(void)state;
	assert_string_equal(name_of("lamp_paid", RESULT, 0), "LAMP_FINE");
	assert_string_equal(name_of("lamp_paid", RESULT, -3), "LAMP_NO_LEVEL");
}

/* int == unsigned: compilers warn of that. */
static void results_are_not_compared_with_names_of_another_sign(void **state)
{
	(void)state;
	assert_string_equal(name_of("lamp_colour", 0, 0x10), "LAMP_BLUE");
	assert_null(name_of("lamp_colour", RESULT, 0x20));
	assert_null(name_of("lamp_room", RESULT, -4));
	assert_string_equal(name_of("lamp_room", RESULT, 1), "LAMP_DIM");
}

static void only_what_a_test_can_see_is_named(void **state)
{
	(void)state;
	assert_null(name_of("lamp_private", 0, 77));                       /* in no header of it */
	assert_null(name_of("lamp_set_all", 0, 12));                       /* in the source */
	assert_string_equal(name_of("wear", 0, 77), "LAMP_BROKEN");        /* which a test of this includes */
}

static const char *name_in_lamp(uint32_t field, int64_t number)
{
	for (type_id id = 0; id < model->types.n; id++)
		if (str_equal(model->types.at[id].spelling, "struct lamp") && model->types.at[id].canonical == id)
			return model_field_number_name(model, id, field, number);
	return "there is no struct lamp";
}

static void fields_have_the_names_of_what_is_put_there(void **state)
{
	(void)state;
	assert_string_equal(name_in_lamp(0, 7), "LAMP_BRIGHT");
	assert_string_equal(name_in_lamp(0, 1), "LAMP_DIM");
	assert_string_equal(name_in_lamp(0, 0), "LAMP_OFF");
	assert_null(name_in_lamp(0, 40));
	assert_null(name_in_lamp(1, 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_compared_and_returned_has_its_name),
		cmocka_unit_test(one_name_stands_for_its_group),
		cmocka_unit_test(what_is_handed_on_keeps_its_names),
		cmocka_unit_test(a_count_has_no_name),
		cmocka_unit_test(names_in_parentheses_and_casts_are_seen),
		cmocka_unit_test(a_limit_does_not_stand_for_its_group),
		cmocka_unit_test(results_are_not_compared_with_names_of_another_sign),
		cmocka_unit_test(only_what_a_test_can_see_is_named),
		cmocka_unit_test(fields_have_the_names_of_what_is_put_there),
	};
	return cmocka_run_group_tests(tests, read_lamp, forget_lamp);
}
