/* Tests of the bytes of literals that the solver may change, and of their effects: a literal for
 * each use, strings that grow, buffers that follow their lengths, pointers in objects. */
#include "test.h"

#include "engine/flips/inputs.h"
#include "engine/flips/pointers.h"
#include "hand_model.h"
#include "seq/text/text.h"

struct fixture {
	struct model *model;
	struct arena *arena;
};

static struct fixture open_fixture(void)
{
	struct fixture f = { hand_model(), arena_new() };
	struct param *hash = f.model->functions.at[F_HASH].params;
	hash[0].role = ROLE_BUFFER;
	hash[0].partner = 1;
	hash[1].role = ROLE_LENGTH;
	hash[1].partner = 0;
	return f;
}

static void close_fixture(struct fixture *f)
{
	arena_free(f->arena);
	model_free(f->model);
}

static const struct seq *parse(struct fixture *f, const char *steps)
{
	struct seq_file file;
	assert_ok(seq_parse(f->arena, f->model, arena_printf(f->arena, "test t\n%s\nend\n", steps), "t", &file));
	return file.at[0].seq;
}

static void test_expand(void **state)
{
	(void)state;
	struct fixture f = open_fixture();
	const struct seq *seq = parse(&f,
	                              "r = ring_new(1)\nx = int 7\nring_push(r, x)\nring_push(r, x)\nring_pop(r, &x)");
	assert_int_equal(inputs_expand(f.arena, f.model, seq)->n, seq->n); /* x is written: one thing */
	seq = parse(&f, "r = ring_new(1)\nx = int 7\nring_push(r, x)\nring_push(r, x)");
	const struct seq *wide = inputs_expand(f.arena, f.model, seq);
	assert_int_equal(wide->n, seq->n + 1);
	assert_true(seq_is_valid(wide, f.model));
	uint32_t last = wide->n - 1;
	assert_int_not_equal(seq_index(last, wide->steps[last]->args[1]), 2);
	close_fixture(&f);
}

static void test_string_grows(void **state)
{
	(void)state;
	struct fixture f = open_fixture();
	const struct seq *seq = parse(&f, "read_file(\"a\")"), *longer;
	struct input_byte change = { 0, 1, 'b' };
	bool resized;
	longer = inputs_change(f.arena, f.model, seq, &change, 1, &resized);
	assert_non_null(longer);
	assert_true(resized);
	assert_int_equal(longer->steps[0]->size, 3);
	assert_memory_equal(longer->steps[0]->bytes, "ab", 3);
	close_fixture(&f);
}

/* Where a buffer ends is a number: the buffer goes on up to there, or is cut. */
static void test_end_moves(void **state)
{
	(void)state;
	struct fixture f = open_fixture();
	const struct seq *seq = parse(&f, "data = const int[] { 1, 2, 3 }\ne = place data 12\nr = ring_new(1)\n"
	                                  "ring_fill(r, e, 0)"),
	                 *moved;
	struct inputs inputs = { 0 };
	bool resized;
	inputs_read(&inputs, f.model, seq, false);
	assert_true(inputs.has_lengths);
	assert_int_equal(inputs.bytes.at[12].step, 1);
	assert_int_equal(inputs.bytes.at[12].value, 12);
	assert_true(!inputs.fixed.at[12] && inputs.fixed.at[13]);
	moved = inputs_change(f.arena, f.model, seq, &(struct input_byte){ 1, 0, 41 }, 1, &resized);
	assert_non_null(moved);
	assert_true(resized);
	assert_int_equal(moved->steps[0]->size, 40); /* whole elements */
	assert_int_equal(moved->steps[1]->index, 40);
	assert_memory_equal(moved->steps[0]->bytes, seq->steps[0]->bytes, 12);
	moved = inputs_change(f.arena, f.model, moved, &(struct input_byte){ 1, 0, 4 }, 1, &resized);
	assert_int_equal(moved->steps[0]->size, 4);
	assert_int_equal(moved->steps[1]->index, 4);
	inputs_release(&inputs);
	close_fixture(&f);
}

static void test_buffer_follows(void **state)
{
	(void)state;
	struct fixture f = open_fixture();
	const struct seq *seq = parse(&f, "data = unsigned char[] raw \"xyz\"\nn = size_t 3\nhash(data, n)");
	struct inputs inputs = { 0 };
	bool resized;
	inputs_read(&inputs, f.model, seq, false);
	assert_true(inputs.has_lengths);
	assert_int_equal(inputs.bytes.n, 3 + 8);
	assert_false(inputs.fixed.at[3]); /* the low byte of the length */
	assert_true(inputs.fixed.at[4]);
	inputs_read(&inputs, f.model, seq, true);
	assert_false(inputs.fixed.at[4]);
	inputs_release(&inputs);
	for (unsigned n = 0; n < 9; n++) {
		struct input_byte change = { 1, 0, (uint8_t)n };
		const struct seq *other = inputs_change(f.arena, f.model, seq, &change, 1, &resized);
		assert_non_null(other);
		assert_int_equal(other->steps[0]->size, n);
		assert_int_equal(resized, n != 3);
	}
	struct input_byte huge = { 1, 7, 0xff }; /* below zero, if it were signed: the buffer stays */
	assert_int_equal(inputs_change(f.arena, f.model, seq, &huge, 1, &resized)->steps[0]->size, 3);
	close_fixture(&f);
}

static void test_scalar_at(void **state)
{
	(void)state;
	struct fixture f = open_fixture();
	uint64_t start;
	assert_int_equal(scalar_at(f.model, H_PAIR, 10, &start), H_CHAR_P);
	assert_int_equal(start, 8);
	assert_int_equal(scalar_at(f.model, H_PAIR, 26, &start), H_SHORT);
	assert_int_equal(start, 26);
	assert_int_equal(scalar_at(f.model, H_PAIR, 33, &start), H_INT);
	assert_int_equal(start, 32);
	assert_int_equal(scalar_at(f.model, H_PAIR, 56, &start), 0);
	const struct step names = {
		.kind = STEP_BLOCK, .type = H_CONST_CHAR_PP, .bytes = "0123456789abcdef", .size = 16
	};
	assert_int_equal(step_scalar_at(f.model, &names, 9, &start), H_CONST_CHAR_P); /* as it is spelled */
	assert_int_equal(start, 8);
	close_fixture(&f);
}

/* pair->next == NULL, read from the bytes of the block: it gets an object. */
static void test_pointer_in_object(void **state)
{
	(void)state;
	struct fixture f = open_fixture();
	const struct seq *seq = parse(&f, "p = &struct pair { 1 }\npair_sum(p)");
	struct sk_node nodes[10] = { { 0 } };
	for (uint32_t i = 1; i <= 8; i++)
		nodes[i] = (struct sk_node){ .op = SK_NODE_INPUT, .bits = 8, .left_value = 39 + i };
	nodes[9] = (struct sk_node){ .op = SK_NODE_EQ, .bits = 1, .left = 1, .extra = 64 };
	struct trace trace = { .nodes = nodes, .n_nodes = 10 };
	assert_true(pointers_matter(&trace, 9, f.model, seq));
	const struct seq *deeper = pointers_flip(f.arena, f.model, seq, &trace, 9, false);
	assert_non_null(deeper);
	assert_int_equal(deeper->n, seq->n + 1);
	assert_int_equal(deeper->steps[1]->n_fills, 1);
	assert_int_equal(deeper->steps[1]->fills[0].offset, 40);
	nodes[1] = (struct sk_node){ .op = SK_NODE_POINTER, .bits = 64 }; /* p itself */
	const struct seq *null = pointers_flip(f.arena, f.model, seq, &trace, 9, true);
	assert_non_null(null);
	assert_int_equal(null->steps[0]->kind, STEP_VALUE);
	f.model->functions.at[F_PAIR_SUM].params[0].null = NULL_FORBIDDEN;
	assert_null(pointers_flip(f.arena, f.model, seq, &trace, 9, true));
	close_fixture(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_expand),    cmocka_unit_test(test_string_grows),
		cmocka_unit_test(test_end_moves), cmocka_unit_test(test_buffer_follows),
		cmocka_unit_test(test_scalar_at), cmocka_unit_test(test_pointer_in_object),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
