/* Tests of inserting calls that set objects up. The predicate is a plain question about the
 * sequence; nothing runs. */
#include "test.h"

#include <string.h>

#include "exec_world.h"
#include "reduce/apart.h"
#include "reduce/distinct.h"
#include "reduce/memory.h"
#include "reduce/reduce.h"
#include "reduce/order.h"
#include "reduce/set_up.h"
#include "seq/raw.h"

static int open_digest(void **state)
{
	struct world *world = calloc(1, sizeof *world);
	*state = world;
	assert_ok(world_open(world, "tests/units/gen/digest.c"));
	return 0;
}

static int open_feed(void **state)
{
	struct world *world = calloc(1, sizeof *world);
	*state = world;
	assert_ok(world_open(world, "tests/units/gen/feed.c"));
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

typedef status change_fn(struct arena *arena, const struct model *model, const struct seq *seq, reduce_test *test,
                         void *context, const struct seq **result);

static void check_change(struct world *world, change_fn *change, bool (*holds)(const struct seq *), const char *before,
                         const char *after)
{
	struct wish wish = { world->unit->model, holds };
	struct seq_file given, wanted;
	struct sb got = { 0 }, expected = { 0 };
	const struct seq *result;
	char *first = xprintf("test t\n%s\nend\n", before), *second = xprintf("test t\n%s\nend\n", after);
	assert_ok(world_parse(world, first, &given));
	assert_ok(world_parse(world, second, &wanted));
	assert_ok(change(world->arena, wish.model, given.at[0].seq, ask, &wish, &result));
	seq_print(result, wish.model, "t", &got);
	seq_print(wanted.at[0].seq, wish.model, "t", &expected);
	assert_string_equal(sb_text(&got), sb_text(&expected));
	sb_release(&got);
	sb_release(&expected);
	free(first);
	free(second);
}

static void check(struct world *world, bool (*holds)(const struct seq *), const char *before, const char *after)
{
	check_change(world, set_up_objects, holds, before, after);
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
	check(*state, always, EMPTY "digest_init(d, 7)\n" ADD, EMPTY "digest_init(d, 7)\n" ADD);
}

static void an_object_that_nothing_uses_stays(void **state)
{
	check(*state, always, RAW, RAW);
}

/* ---- feed.c ---- */

#define HOOKS "h = &struct hooks { null }\n"
#define FEED(name) name " = &struct feed { { null }, null, 0, 0 }\n"
#define START(name) HOOKS "feed_start(" name ", h, null)\n"

static void what_bodies_do_tells_who_sets_up(void **state)
{
	struct world *world = *state;
	bool *is_set_up = model_types_set_up(world->unit->model);
	struct seq_file file;
	assert_ok(world_parse(world, "test t\n" FEED("f") "feed_lines(f)\nend\n", &file));
	assert_int_equal(seq_count_raw(world->unit->model, is_set_up, file.at[0].seq), 1);
	assert_ok(world_parse(world, "test t\n" FEED("f") START("f") "feed_lines(f)\nend\n", &file));
	assert_int_equal(seq_count_raw(world->unit->model, is_set_up, file.at[0].seq), 0);
	assert_int_equal(seq_count_filled(world->unit->model, is_set_up, file.at[0].seq), 0);
	assert_ok(world_parse(world, "test t\nf = &struct feed { { null }, null, 3, 4 }\n" START("f") "end\n", &file));
	assert_int_equal(seq_count_filled(world->unit->model, is_set_up, file.at[0].seq), 1);
	free(is_set_up);
}

static void a_call_that_sets_up_gets_objects_rather_than_null(void **state)
{
	check(*state, always, FEED("f") "feed_start(f, null, null)\nfeed_lines(f)",
	      FEED("f") "h = &const struct hooks { null }\nfeed_start(f, h, null)\nfeed_lines(f)");
}

static bool asks_twice(const struct seq *seq)
{
	uint32_t last = seq_last_call(seq, seq->n), before = last == NONE ? NONE : seq_last_call(seq, last);
	return before != NONE && seq->steps[last]->n_args == 1 && seq->steps[last]->index == seq->steps[before]->index;
}

static status reduce_it(struct arena *arena, const struct model *model, const struct seq *seq, reduce_test *test,
                        void *context, const struct seq **result)
{
	return reduce_sequence(arena, model, seq, test, context, NULL, result);
}

static void one_object_does_for_two(void **state)
{
	check_change(*state, reduce_it, asks_twice,
	             FEED("f") START("f") FEED("g") "feed_start(g, h, null)\nfeed_lines(f)\nfeed_lines(g)",
	             FEED("f") "h = &struct hooks { null }\nfeed_start(f, h, null)\nfeed_lines(f)\nfeed_lines(f)");
}

static void literals_stand_where_they_are_used(void **state)
{
	check_change(*state, order_literals, always, HOOKS FEED("g") FEED("f") "feed_start(f, h, null)\nfeed_lines(g)",
	             FEED("f") HOOKS "feed_start(f, h, null)\n" FEED("g") "feed_lines(g)");
}

static void pointers_to_set_up_with_are_plain(void **state)
{
	check(*state, always, "f = &struct feed { { null }, null, 3, 4 }\nfeed_lines(f)",
	      FEED("f") "h = &const struct hooks { null }\nfeed_start(f, h, null)\nfeed_lines(f)");
}

static void what_a_set_up_object_held_goes(void **state)
{
	check(*state, always, "f = &struct feed { { null }, null, 3, 4 }\n" START("f") "feed_lines(f)",
	      FEED("f") START("f") "feed_lines(f)");
}

static status shorten(struct arena *arena, const struct model *model, const struct seq *seq, reduce_test *test,
                      void *context, const struct seq **result)
{
	return reduce_sequence(arena, model, seq, test, context, NULL, result);
}

static bool counts_lines(const struct seq *seq)
{
	return seq->n && seq_n_calls(seq) && seq->steps[seq->n - 1]->n_args == 1;
}

static void the_call_that_sets_up_stays(void **state)
{
	check_change(*state, shorten, counts_lines, FEED("f") START("f") "feed_add(f, 97)\nfeed_lines(f)",
	             FEED("f") START("f") "feed_lines(f)");
}

static void an_object_given_twice_becomes_two(void **state)
{
	check_change(*state, set_apart, always, FEED("f") START("f") "feed_join(f, f)",
	             FEED("f") HOOKS
	             "u = null void *\nfeed_start(f, h, u)\n" FEED("g") "feed_start(g, h, u)\nfeed_join(f, g)");
}

static void what_has_to_be_one_stays(void **state)
{
	check_change(*state, set_apart, never, FEED("f") START("f") "feed_join(f, f)",
	             FEED("f") START("f") "feed_join(f, f)");
}

static void a_text_where_a_call_writes_is_zeroes(void **state)
{
	check_change(*state, plain_memory, always, "t = char[] \"abc\"\nfeed_name(t, null)",
	             "t = char[4] { 0 }\nfeed_name(t, null)");
}

static void a_text_that_matters_stays(void **state)
{
	check_change(*state, plain_memory, holds_a_number, "t = char[] \"abc\"\nfeed_name(t, null)",
	             "t = char[] \"abc\"\nfeed_name(t, null)");
}

/* There is a text, in an array or alone. */
static bool holds_a_text(const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++)
		if (seq->steps[i]->is_string)
			return true;
	return false;
}

#define WORD(name) name " = const char[] \"ab\"\n"
#define WORDS "feed_words(f, words)"

static void an_array_loses_pointers_at_its_end(void **state)
{
	const char *before = FEED("f") WORD("t") WORD("u") "words = const char *[] { t, u, null }\n" WORDS;
	check_change(*state, plain_memory, always, before, FEED("f") "words = const char *[] { null }\n" WORDS);
	check_change(*state, plain_memory, holds_a_text, before,
	             FEED("f") WORD("t") "words = const char *[] { t, null }\n" WORDS);
	check_change(*state, plain_memory, never, before, before);
}

static bool ends_in_256(const struct seq *seq)
{
	int number = 0;
	memcpy(&number, seq->steps[seq->n - 2]->bytes, sizeof number);
	return number == 256;
}

static void only_the_number_that_matters_is_large(void **state)
{
	check_change(*state, distinct_literals, ends_in_256,
	             "a = int 256\nb = int 256\nc = int 256\nfeed_within(a, b, c)",
	             "a = int 1\nb = int 2\nc = int 256\nfeed_within(a, b, c)");
}

static void numbers_with_fractions_differ(void **state)
{
	check_change(*state, distinct_literals, always, "a = double 0\nb = double 0\nmean_of_two(a, b)",
	             "a = double 1.5\nb = double 2.5\nmean_of_two(a, b)");
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
	const struct CMUnitTest of_feed[] = {
		cmocka_unit_test(what_bodies_do_tells_who_sets_up),
		cmocka_unit_test(pointers_to_set_up_with_are_plain),
		cmocka_unit_test(a_call_that_sets_up_gets_objects_rather_than_null),
		cmocka_unit_test(one_object_does_for_two),
		cmocka_unit_test(literals_stand_where_they_are_used),
		cmocka_unit_test(what_a_set_up_object_held_goes),
		cmocka_unit_test(the_call_that_sets_up_stays),
		cmocka_unit_test(an_object_given_twice_becomes_two),
		cmocka_unit_test(what_has_to_be_one_stays),
		cmocka_unit_test(a_text_where_a_call_writes_is_zeroes),
		cmocka_unit_test(a_text_that_matters_stays),
		cmocka_unit_test(an_array_loses_pointers_at_its_end),
		cmocka_unit_test(only_the_number_that_matters_is_large),
		cmocka_unit_test(numbers_with_fractions_differ),
	};
	int failed = cmocka_run_group_tests(tests, open_digest, close_digest);
	return failed + cmocka_run_group_tests(of_feed, open_feed, close_digest);
}
