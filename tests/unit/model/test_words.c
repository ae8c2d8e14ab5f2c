/* Tests of the words in names that tell what a function does. */
#include "test.h"

#include "model/words.h"

/* The meanings that a name has. */
struct reading {
	const char *name;
	bool makes, sets_up, resets, shapes, destroys, finishes;
};

static void test_readings(void **state)
{
	(void)state;
	static const struct reading readings[] = {
		{ "list_new", true, false, false, false, false, false },
		{ "list_init", true, true, false, true, false, false },
		{ "ListSetup", true, true, false, true, false, false },
		{ "list_ctor", true, true, false, true, false, false },
		{ "list_reset", false, false, true, true, false, false },
		{ "list_resize", false, false, false, true, false, false },
		{ "list_free", false, false, false, false, true, false },
		{ "hash_finalize", false, false, false, false, true, true },
		{ "file_close", false, false, false, false, true, true },
		{ "hash_final", false, false, false, false, false, true },
		{ "tag_end", false, false, false, false, true, false },
		{ "renew_initial_freedom", false, false, false, false, false, false },
	};
	for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
		const struct reading *r = &readings[i];
		if (name_makes(r->name) != r->makes || name_sets_up(r->name) != r->sets_up ||
		    name_resets(r->name) != r->resets || name_shapes(r->name) != r->shapes ||
		    name_destroys(r->name) != r->destroys || name_finishes(r->name) != r->finishes)
			fail_msg("%s is read otherwise", r->name);
	}
}

static void test_partners(void **state)
{
	(void)state;
	static const struct {
		const char *observer, *changer;
		bool are;
	} pairs[] = {
		{ "box_get_mode", "box_set_mode", true },   { "box_mode", "box_set_mode", true },
		{ "box_has_flag", "box_clear_flag", true }, { "box_is_set_flag", "box_set_flag", true },
		{ "boxGetMode", "boxSetMode", true },       { "set_contains", "set_add", true },
		{ "box_get_mode", "box_set_modes", false }, { "box_get_sub_mode", "box_set_mode", false },
		{ "box_get_mode", "lid_set_mode", false },  { "box_settings", "box_set_mode", false },
	};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		if (name_asks_for(pairs[i].observer, pairs[i].changer) != pairs[i].are)
			fail_msg("%s and %s", pairs[i].observer, pairs[i].changer);
}

/* A maker and the function that ends its objects. */
static void test_pairs_of_life(void **state)
{
	(void)state;
	static const struct {
		const char *destroyer, *maker;
		bool are;
	} pairs[] = {
		{ "pool_destroy_view", "pool_create_view", true },
		{ "freeView", "makeView", true },
		{ "pool_destroy_view_list", "pool_create_view", false },
		{ "pool_close_view", "pool_open_view", false },
		{ "conn_close", "conn_new", false },
		{ "pool_view", "pool_create_view", false },
	};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		if (name_ends_what(pairs[i].destroyer, pairs[i].maker) != pairs[i].are)
			fail_msg("%s and %s", pairs[i].destroyer, pairs[i].maker);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_readings), cmocka_unit_test(test_partners),
		                            cmocka_unit_test(test_pairs_of_life) };
	return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
