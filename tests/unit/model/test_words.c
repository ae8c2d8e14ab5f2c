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

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_readings) };
	return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
