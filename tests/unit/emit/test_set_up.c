/* Tests of inserting calls that set objects up. The predicate is a plain question about the
 * sequence; nothing runs. */
#include "test.h"

#include "exec_world.h"
#include "reduce/set_up.h"

static int open_digest(void **state)
{
	struct world *world = calloc(1, sizeof *world);
	*state = world;
	assert_ok(world_open(world, "tests/units/gen/digest.c"));
	return 0;
}

static int close_digest(void **state)
{
	world_close(*state);
	free(*state);
	return 0;
}

struct wish {
	const struct model *model;
	bool (*holds)(const struct seq *seq);
};

static status ask(void *context, const struct seq *const *candidates, size_t n, bool *keeps)
{
	const struct wish *wish = context;
	for (size_t i = 0; i < n; i++) {
		assert_true(seq_is_valid(candidates[i], wish->model));
		keeps[i] = wish->holds(candidates[i]);
	}
	return NULL;
}

static bool always(const struct seq *seq)
{
	return seq->n > 0;
}

static bool never(const struct seq *seq)
{
	return seq->n == 0;
}

/* The first step makes something else than zeroes. */
static bool holds_a_number(const struct seq *seq)
{
	const unsigned char *bytes = seq->steps[0]->bytes;
	for (uint32_t i = 0; i < seq->steps[0]->size; i++)
		if (bytes[i])
			return true;
	return false;
}

static void check(struct world *world, bool (*holds)(const struct seq *), const char *before, const char *after)
{
	struct wish wish = { world->unit->model, holds };
	struct seq_file given, wanted;
	struct sb got = { 0 }, expected = { 0 };
	const struct seq *result;
	char *first = xprintf("test t\n%s\nend\n", before), *second = xprintf("test t\n%s\nend\n", after);
	assert_ok(world_parse(world, first, &given));
	assert_ok(world_parse(world, second, &wanted));
	assert_ok(set_up_objects(world->arena, wish.model, given.at[0].seq, ask, &wish, &result));
	seq_print(result, wish.model, "t", &got);
	seq_print(wanted.at[0].seq, wish.model, "t", &expected);
	assert_string_equal(sb_text(&got), sb_text(&expected));
	sb_release(&got);
	sb_release(&expected);
	free(first);
	free(second);
}

#define RAW "d = &struct digest { { 1, 2 }, 3, { 4 } }\n"
#define EMPTY "d = &struct digest { { 0 }, 0, { 0 } }\n"
#define ADD "digest_add(d, null, 0)"

static void an_object_is_set_up_and_empty(void **state)
{
	check(*state, always, RAW ADD, EMPTY "digest_init(d, 0)\n" ADD);
}

static void what_it_held_stays_if_it_matters(void **state)
{
	check(*state, holds_a_number, RAW ADD, RAW "digest_init(d, 0)\n" ADD);
}

static void a_test_that_loses_what_matters_stays(void **state)
{
	check(*state, never, RAW ADD, RAW ADD);
}

static void what_is_set_up_is_not_set_up_again(void **state)
{
	check(*state, always, RAW "digest_init(d, 7)\n" ADD, RAW "digest_init(d, 7)\n" ADD);
}

static void an_object_that_nothing_uses_stays(void **state)
{
	check(*state, always, RAW, RAW);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_object_is_set_up_and_empty),
		cmocka_unit_test(what_it_held_stays_if_it_matters),
		cmocka_unit_test(a_test_that_loses_what_matters_stays),
		cmocka_unit_test(what_is_set_up_is_not_set_up_again),
		cmocka_unit_test(an_object_that_nothing_uses_stays),
	};
	return cmocka_run_group_tests(tests, open_digest, close_digest);
}
