/* Tests of ddmin: invocations are reduced to the parts that a predicate needs. */
#include "test.h"

#include <string.h>

#include "reduce/ddmin.h"

static struct bytes text(const char *words)
{
	return (struct bytes){ (const unsigned char *)words, (uint32_t)strlen(words) };
}

static bool holds(struct bytes in, const char *word)
{
	size_t n = strlen(word);
	for (size_t i = 0; i + n <= in.size; i++)
		if (memcmp(in.at + i, word, n) == 0)
			return true;
	return false;
}

/* Needs -n among its arguments, and "key" on its standard input. */
static status needs_key(void *context, const struct invocation *candidate, bool *keeps)
{
	bool option = false;
	++*(unsigned *)context;
	for (size_t i = 0; i < candidate->args.n; i++)
		option |= candidate->args.at[i].size == 2 && memcmp(candidate->args.at[i].at, "-n", 2) == 0;
	*keeps = option && candidate->has_input && holds(candidate->input, "key");
	return NULL;
}

static void make_long(struct invocation *invocation)
{
	invocation_init(invocation, "prog");
	const char *const args[] = { "-v", "in.txt", "-n", "--long-option", "word" };
	for (size_t i = 0; i < 5; i++)
		invocation_add_arg(invocation, args[i], strlen(args[i]));
	invocation->has_input = true;
	invocation->input = text("first line\nsecond\nthe key is here\nlast\n");
	vec_push(&invocation->files, ((struct named_bytes){ "in.txt", text("contents\n") }));
}

static void test_smallest(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct invocation from, result;
	struct ddmin_options options = { 0 };
	unsigned asked = 0;
	uint64_t tries = 0;
	make_long(&from);
	assert_null(ddmin_invocation(&from, needs_key, &asked, &options, arena, &result, &tries));
	assert_int_equal(result.args.n, 1);
	assert_int_equal(result.files.n, 0);
	assert_int_equal(result.input.size, 3);
	assert_memory_equal(result.input.at, "key", 3);
	assert_int_equal(asked, tries);
	assert_true(tries < 200);
	invocation_release(&from);
	invocation_release(&result);
	arena_free(arena);
}

static void test_budget(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct invocation from, result;
	struct ddmin_options options = { .max_tries = 3 };
	unsigned asked = 0;
	make_long(&from);
	assert_null(ddmin_invocation(&from, needs_key, &asked, &options, arena, &result, NULL));
	assert_true(asked <= 3);
	assert_true(holds(result.input, "key"));
	invocation_release(&from);
	invocation_release(&result);
	arena_free(arena);
}

/* Words of the user's command line that are no inputs stay. */
static void test_shape(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct invocation from, result;
	struct shape shape;
	const char *const words[] = { "-v", "in.txt", "-n", "--long-option", "word", "@stdin" };
	shape_read(&shape, "prog", words, 6, true, arena);
	struct ddmin_options options = { .shape = &shape };
	unsigned asked = 0;
	make_long(&from);
	assert_false(shape.is_free);
	assert_null(ddmin_invocation(&from, needs_key, &asked, &options, arena, &result, NULL));
	assert_int_equal(result.args.n, 5);
	assert_int_equal(result.input.size, 3);
	invocation_release(&from);
	invocation_release(&result);
	arena_free(arena);
}

/* Needs one x in its argument and one in its standard input. */
static status needs_both(void *context, const struct invocation *candidate, bool *keeps)
{
	(void)context;
	*keeps = candidate->args.n == 1 && holds(candidate->args.at[0], "x") && candidate->has_input &&
	         holds(candidate->input, "x");
	return NULL;
}

/* If the budget lasts for one of them it is the shorter. */
static void test_shortest_first(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct invocation from, result;
	struct ddmin_options options = { .max_tries = 24 };
	invocation_init(&from, "prog");
	invocation_add_arg(&from, "abcxdefg", 8);
	from.has_input = true;
	from.input = text("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nxxx\nk\nl\nm\nn\no\np\nq\nr\ns\nt\n");
	assert_null(ddmin_invocation(&from, needs_both, NULL, &options, arena, &result, NULL));
	assert_int_equal(result.args.at[0].size, 1);
	assert_true(result.input.size > 1);
	invocation_release(&from);
	invocation_release(&result);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(test_smallest),
		cmocka_unit_test(test_budget),
		cmocka_unit_test(test_shape),
		cmocka_unit_test(test_shortest_first),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}
