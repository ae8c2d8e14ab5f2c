/* Tests of life: which variables of a sequence may still be used, which the test must end, and
 * which calls closing a sequence appends. Also tests of literals, whose lengths follow. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "exec_world.h"
#include "model/text.h"
#include "seq/life.h"
#include "seq/literal.h"
#include "seq/value.h"

static int open_trees(void **state)
{
	struct world *world = calloc(1, sizeof *world);
	assert_ok(world_open(world, "tests/units/gen/tree.c"));
	*state = world;
	return 0;
}

static int close_trees(void **state)
{
	struct world *world = *state;
	world_close(world);
	free(world);
	return 0;
}

static struct function *function_of(struct world *world, const char *name)
{
	uint32_t f = model_find_function(world->unit->model, name);
	assert_int_not_equal(f, NONE);
	return &world->unit->model->functions.at[f];
}

static const struct seq *parse(struct world *world, const char *text)
{
	struct seq_file file;
	char *whole = xprintf("test t\n%send\n", text);
	assert_ok(world_parse(world, whole, &file));
	free(whole);
	return file.at[0].seq;
}

/* One letter per step: o owned by the test, a alive, - neither. */
static void assert_lives(struct world *world, const char *text, const char *expected)
{
	const struct seq *seq = parse(world, text);
	struct life lives[SEQ_MAX_STEPS];
	char letters[SEQ_MAX_STEPS + 1] = "";
	seq_lives(world->unit->model, seq, lives);
	for (uint32_t i = 0; i < seq->n; i++) {
		assert_true(lives[i].alive || !lives[i].owned);
		letters[i] = lives[i].owned ? 'o' : lives[i].alive ? 'a' : '-';
	}
	assert_string_equal(letters, expected);
}

/* Closing appends exactly these lines. */
static void assert_closes(struct world *world, const char *text, const char *end)
{
	const struct seq *seq = parse(world, text);
	const struct seq *closed = seq_close(world->arena, world->unit->model, seq);
	char *both = xprintf("%s%s", text, end);
	struct sb is = { 0 }, wanted = { 0 };
	assert_true(seq_is_valid(closed, world->unit->model));
	seq_print(closed, world->unit->model, "t", &is);
	seq_print(parse(world, both), world->unit->model, "t", &wanted);
	assert_string_equal(sb_text(&is), sb_text(&wanted));
	if (!end[0])
		assert_ptr_equal(closed, seq);
	assert_ptr_equal(seq_close(world->arena, world->unit->model, closed), closed); /* nothing is left to end */
	free(both);
	sb_release(&is);
	sb_release(&wanted);
}

static void test_owned_until_destroyed(void **state)
{
	struct world *world = *state;
	assert_lives(world, " t = tree_new(\"a\")\n", "ao");
	assert_lives(world, " t = tree_new(\"a\")\n tree_size(t)\n", "aoa");
	assert_lives(world, " t = tree_new(\"a\")\n tree_free(t)\n", "a--");
	assert_lives(world, " t = tree_new(\"a\")\n u = tree_new(\"b\")\n tree_free(t)\n", "a-ao-");
}

static void test_borrowed_dies_with_its_owner(void **state)
{
	struct world *world = *state;
	function_of(world, "tree_child")->is_maker = false;
	assert_lives(world, " t = tree_new(\"a\")\n c = tree_child(t, 0)\n", "aoaa");
	assert_lives(world, " t = tree_new(\"a\")\n c = tree_child(t, 0)\n tree_free(t)\n", "a-a--");
	/* and what was borrowed from the borrowed */
	assert_lives(world, " t = tree_new(\"a\")\n c = tree_child(t, 0)\n d = tree_child(c, 0)\n tree_free(t)\n",
	             "a-a-a--");
	/* but nothing else */
	assert_lives(world, " t = tree_new(\"a\")\n u = tree_new(\"b\")\n c = tree_child(u, 0)\n tree_free(t)\n",
	             "a-aoaa-");
}

static void test_taken_over_stays_usable(void **state)
{
	struct world *world = *state;
	function_of(world, "tree_add")->params[1].taken = true;
	assert_lives(world, " t = tree_new(\"a\")\n u = tree_new(\"b\")\n tree_add(t, u)\n", "aoaaa");
	assert_closes(world, " t = tree_new(\"a\")\n u = tree_new(\"b\")\n tree_add(t, u)\n", " tree_free(t)\n");
}

static void test_set_up_in_place(void **state)
{
	struct world *world = *state;
	assert_lives(world, " s = &struct stack { }\n stack_init(s)\n", "o-");
	assert_lives(world, " s = &struct stack { }\n stack_init(s)\n stack_release(s)\n", "---");
	assert_closes(world, " s = &struct stack { }\n stack_init(s)\n stack_push(s, 1)\n", " stack_release(s)\n");
	assert_closes(world, " s = &struct stack { }\n stack_push(s, 1)\n", "");
}

static void test_closes_newest_first(void **state)
{
	struct world *world = *state;
	assert_closes(world, " a = tree_new(\"a\")\n b = tree_new(\"b\")\n c = tree_new(\"c\")\n",
	              " tree_free(c)\n tree_free(b)\n tree_free(a)\n");
	assert_closes(world, " a = tree_new(\"a\")\n b = tree_new(\"b\")\n c = tree_new(\"c\")\n tree_free(b)\n",
	              " tree_free(c)\n tree_free(a)\n");
	assert_closes(world, " a = tree_new(\"a\")\n tree_free(a)\n", "");
	assert_closes(world, " x = null tree_t *\n tree_free(x)\n", "");
}

static void test_results_to_free(void **state)
{
	struct world *world = *state;
	struct function *path = function_of(world, "tree_path");
	path->is_maker = path->result_freed = true;
	path->made_param = NONE;
	assert_lives(world, " t = tree_new(\"a\")\n p = tree_path(t)\n", "aoo");
	assert_lives(world, " t = tree_new(\"a\")\n p = tree_path(t)\n free p\n", "ao--");
	assert_closes(world, " t = tree_new(\"a\")\n p = tree_path(t)\n q = tree_path(t)\n",
	              " free q\n free p\n tree_free(t)\n");
	assert_closes(world, " t = tree_new(\"a\")\n p = tree_path(t)\n free p\n", " tree_free(t)\n");
}

/* A sequence as long as can be still gets its ends, as far as there is room. */
static void test_closing_stays_within_bounds(void **state)
{
	struct world *world = *state;
	struct sb text = { 0 };
	for (int i = 0; i < 250; i++)
		sb_addf(&text, " t%d = tree_new(\"a\")\n", i);
	const struct seq *closed = seq_close(world->arena, world->unit->model, parse(world, sb_text(&text)));
	assert_int_equal(closed->n, SEQ_MAX_STEPS);
	assert_true(seq_is_valid(closed, world->unit->model));
	sb_release(&text);
}

static void test_destroyers(void **state)
{
	struct world *world = *state;
	const struct model *model = world->unit->model;
	uint32_t f = model_destroyer(model, function_of(world, "tree_new")->result, NULL);
	assert_ptr_equal(&model->functions.at[f], function_of(world, "tree_free"));
	assert_int_equal(model_destroyer(model, function_of(world, "tree_path")->result, NULL), NONE);
	/* one that cannot be called from outside is none */
	function_of(world, "tree_free")->is_static = true;
	assert_int_equal(model_destroyer(model, function_of(world, "tree_new")->result, NULL), NONE);
}

/* What two functions could end is ended by the one that goes with its maker. */
static void test_makers_and_their_destroyers(void **state)
{
	struct world world;
	(void)state;
	assert_ok(world_open(&world, "tests/units/gen/stream.c"));
	assert_closes(&world, "  s = &struct stream { null, 0 }\n  pack_init(s, 1)\n", "  pack_end(s)\n");
	assert_closes(&world, "  s = &struct stream { null, 0 }\n  unpack_init(s)\n", "  unpack_end(s)\n");
	assert_closes(&world,
	              "  s = &struct stream { null, 0 }\n  unpack_init(s)\n  unpack_end(s)\n  pack_init(s, 1)\n",
	              "  pack_end(s)\n");
	assert_closes(&world, "  s = struct stream { null, 0 }\n  unpack_init(&s)\n", "  unpack_end(&s)\n");
	world_close(&world);
}

/* ---- literals ---- */

static int open_buffers(void **state)
{
	struct world *world = calloc(1, sizeof *world);
	assert_ok(world_open(world, "tests/units/gen/buffers.c"));
	*state = world;
	return 0;
}

static int64_t number_at(struct world *world, const struct seq *seq, uint32_t i)
{
	return value_int(model_canonical(world->unit->model, seq->steps[i]->type), seq->steps[i]->bytes);
}

/* The block gets these bytes; the literal at `length` must follow. */
static void assert_follows(struct world *world, const char *text, uint32_t block, const void *bytes, size_t size,
                           uint32_t length, int64_t expected)
{
	const struct seq *seq = parse(world, text);
	const struct model *model = world->unit->model;
	const struct seq *changed = seq_with_bytes(world->arena, model, seq, block, bytes, size);
	assert_true(seq_is_valid(changed, model));
	assert_int_equal(number_at(world, changed, length), expected);
	assert_true(seq_is_length(model, seq, length));
	assert_false(seq_is_length(model, seq, block));
	bool *is_free = ARENA_ARRAY(world->arena, bool, seq->n);
	seq_find_free(model, seq, is_free);
	for (uint32_t i = 0; i < seq->n; i++)
		assert_int_equal(is_free[i], seq_is_free_literal(model, seq, i));
}

static void test_lengths_follow_their_blocks(void **state)
{
	struct world *world = *state;
	static const int numbers[] = { 4, 5, 6 };
	assert_follows(world, " d = unsigned char[] raw \"abc\"\n sum_bytes(3, d)\n", 0, "abcdef", 6, 1, 6);
	assert_follows(world, " d = int[] { 1, 2 }\n p = int 0\n largest(d, 2, &p)\n", 0, numbers, sizeof numbers, 2,
	               3);
	/* whole elements only */
	assert_follows(world, " d = int[] { 1, 2 }\n p = int 0\n largest(d, 2, &p)\n", 0, numbers, 7, 2, 1);
	assert_follows(world, " d = char[8] \"\"\n copy_upper(d, 8, \"abc\")\n", 0, "1", 2, 1, 2);
}

static void test_what_is_a_literal(void **state)
{
	struct world *world = *state;
	const struct model *model = world->unit->model;
	const struct seq *seq = parse(world,
	                              " d = int[] { 1, 2 }\n p = int 0\n n = null const char *\n largest(d, 2, &p)\n");
	assert_true(step_is_literal(model, seq->steps[0]));
	assert_true(step_is_literal(model, seq->steps[1]));
	assert_false(step_is_literal(model, seq->steps[2])); /* null is null */
	assert_false(step_is_literal(model, seq->steps[4]));
	assert_int_equal(step_element_size(model, seq->steps[0]), 4);
	assert_int_equal(step_element_size(model, parse(world, " skip_blanks(\"abc\")\n")->steps[0]), 1);
}

/* Bytes of pointers and truth values are not to be chosen at random. */
static void test_free_bytes(void **state)
{
	struct world *world = *state;
	const struct model *model = world->unit->model;
	const struct seq *seq = parse(world, " s = &struct stack { }\n stack_pop(s)\n t = struct stack { }\n");
	const struct type *stack = model_canonical(model, seq->steps[2]->type);
	uint64_t more = stack->fields[2].bit_offset / 8;
	assert_string_equal(stack->fields[2].name, "more");
	for (uint32_t i = 0; i < stack->size; i++) {
		bool free = i < more;
		assert_int_equal(step_byte_is_free(model, seq->steps[0], i), free);
		assert_int_equal(step_byte_is_free(model, seq->steps[2], i), free);
	}
}

/* A call that ends the program has not destroyed its arguments for whoever goes on. */
static void test_closing_after_an_end(void **state)
{
	struct world *world = *state;
	const struct model *model = world->unit->model;
	const struct seq *seq = parse(world, " t = tree_new(\"a\")\n tree_free(t)\n");
	assert_ptr_equal(seq_close(world->arena, model, seq), seq);
	const struct seq *closed = seq_close_ending(world->arena, model, seq);
	assert_int_equal(closed->n, 4);
	assert_string_equal(step_function(model, closed->steps[3])->name, "tree_free");
}

int main(void)
{
#define TREE_TEST(test) cmocka_unit_test_setup_teardown(test, open_trees, close_trees)
#define BUFFER_TEST(test) cmocka_unit_test_setup_teardown(test, open_buffers, close_trees)
	const struct CMUnitTest tests[] = {
		TREE_TEST(test_owned_until_destroyed),
		TREE_TEST(test_borrowed_dies_with_its_owner),
		TREE_TEST(test_taken_over_stays_usable),
		TREE_TEST(test_set_up_in_place),
		TREE_TEST(test_closes_newest_first),
		TREE_TEST(test_results_to_free),
		TREE_TEST(test_closing_stays_within_bounds),
		TREE_TEST(test_destroyers),
		TREE_TEST(test_closing_after_an_end),
		cmocka_unit_test(test_makers_and_their_destroyers),
		BUFFER_TEST(test_lengths_follow_their_blocks),
		BUFFER_TEST(test_what_is_a_literal),
		TREE_TEST(test_free_bytes),
	};
	return cmocka_run_group_tests_name("life", tests, NULL, NULL);
}
