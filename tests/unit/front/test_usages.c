/* Tests of constants that the unit's own code passes: which are read, and how engines use them. */
#include "test.h"

#include <string.h>

#include "engine/values.h"
#include "exec_world.h"

static int open_door(void **state)
{
	struct world *world = calloc(1, sizeof *world);
	*state = world;
	assert_ok(world_open(world, "tests/units/gen/door.c"));
	return 0;
}

static int close_door(void **state)
{
	world_close(*state);
	free(*state);
	return 0;
}

/* What is passed to a parameter, as text: `"door 7.4" 16`. */
static char *passed(const struct model *model, const char *function, uint32_t param)
{
	struct sb out = { 0 };
	uint32_t f = model_find_function(model, function);
	for (size_t i = 0; i < model->usages.n; i++) {
		const struct usage *usage = &model->usages.at[i];
		if (usage->function != f || usage->param != param)
			continue;
		sb_add(&out, out.n ? " " : "");
		if (usage->value.is_string)
			sb_addf(&out, "\"%.*s\"", (int)usage->value.length, usage->value.bytes);
		else
			sb_addf(&out, "%lld", (long long)usage->value.number);
	}
	char *text = xstrdup(sb_text(&out));
	sb_release(&out);
	return text;
}

static void assert_passed(const struct model *model, const char *function, uint32_t param, const char *expected)
{
	char *text = passed(model, function, param);
	assert_string_equal(text, expected);
	free(text);
}

/* Through macros, before the definition, and each value once. */
static void constants_are_read_at_calls(void **state)
{
	const struct model *model = ((struct world *)*state)->unit->model;
	assert_passed(model, "door_open_", 0, "");
	assert_passed(model, "door_open_", 1, "\"door 7.4\"");
	assert_passed(model, "door_open_", 2, "16");
	assert_passed(model, "shut", 1, "-2");
	assert_passed(model, "door_rattle", 0, "");
}

static void they_are_given_for_their_parameter(void **state)
{
	const struct model *model = ((struct world *)*state)->unit->model;
	struct values *values = values_new(model);
	struct rng rng;
	rng_init(&rng, 1);
	uint32_t open = model_find_function(model, "door_open_"), rattle = model_find_function(model, "door_rattle");
	assert_string_equal(values_usual(values, &rng, open, 1)->bytes, "door 7.4");
	assert_int_equal(values_usual(values, &rng, open, 2)->number, 16);
	assert_null(values_usual(values, &rng, open, 0));
	assert_null(values_usual(values, &rng, rattle, 0));
	values_free(values);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(constants_are_read_at_calls),
		cmocka_unit_test(they_are_given_for_their_parameter),
	};
	return cmocka_run_group_tests(tests, open_door, close_door);
}
