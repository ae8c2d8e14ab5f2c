/* Tests of the changes that the program engine makes to a command line. */
#include "test.h"

#include <string.h>

#include "engine/program/change.h"
#include "engine/program/change_bytes.h"
#include "engine/program/usual.h"

struct world {
	struct shape shape;
	struct rng rng;
	struct changer changer;
	struct invocation from, made[16];
	size_t n;
};

/* Collects what the engine makes of a run of `tool 12 < x` that compared these two. */
static void follow(struct world *world, uint64_t left, uint64_t right)
{
	const struct sk_compared compared = { .size = 4, .left = left, .right = right };
	const struct run run = { .compared = &compared, .n_compared = 1 };
	*world = (struct world){ .shape = { .program = "tool", .is_free = true, .has_args = true, .has_input = true } };
	rng_init(&world->rng, 1);
	world->changer = (struct changer){ &world->shape, NULL, &world->rng, arena_new(), 0 };
	shape_start(&world->shape, &world->from);
	invocation_add_arg(&world->from, "12", 2);
	world->from.has_input = true;
	world->from.input = bytes_of("x");
	world->n = change_by_comparisons(&world->changer, &world->from, &run, world->made, 16);
}

static void forget(struct world *world)
{
	for (size_t i = 0; i < world->n; i++)
		invocation_release(&world->made[i]);
	invocation_release(&world->from);
	arena_free(world->changer.arena);
}

static bool is(struct bytes bytes, const char *text)
{
	return bytes.size == strlen(text) && memcmp(bytes.at, text, bytes.size) == 0;
}

static void test_letter_at_the_end_of_a_text(void **state)
{
	struct world world;
	(void)state;
	follow(&world, 0, ',');
	assert_int_equal(world.n, 1);
	assert_true(is(world.made[0].args.at[0], "12,"));
	assert_true(is(world.made[0].input, "x"));
	forget(&world);
}

static void test_letter_at_the_end_of_a_file(void **state)
{
	struct world world;
	(void)state;
	follow(&world, ';', UINT32_MAX);
	assert_int_equal(world.n, 1);
	assert_true(is(world.made[0].args.at[0], "12"));
	assert_true(is(world.made[0].input, "x;"));
	forget(&world);
}

static void test_no_letter(void **state)
{
	struct world world;
	(void)state;
	follow(&world, 0, 4096);
	assert_int_equal(world.n, 0);
	forget(&world);
}

/* Numbers in a row lead to all values. */
static void test_usual_values(void **state)
{
	bool comma = false, colon = false, large = false;
	(void)state;
	for (uint64_t i = 0; i < 64; i++) {
		comma |= is(usual_value_at(i), "1,3");
		colon |= is(usual_value_at(i), ":");
		large |= is(usual_value_at(i), "99999999999999999999");
	}
	assert_true(comma && colon && large);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_letter_at_the_end_of_a_text),
		cmocka_unit_test(test_letter_at_the_end_of_a_file),
		cmocka_unit_test(test_no_letter),
		cmocka_unit_test(test_usual_values),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
