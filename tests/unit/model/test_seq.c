/* Tests of sequences: building, editing, hashing, checking, encoding. */
#include "test.h"

#include "protocol.h"
#include "random_seq.h"
#include "seq/literal.h"
#include "seq/life.h"
#include "seq/names.h"
#include "seq/text/text.h"

struct fixture {
	struct model *model;
	struct arena *arena;
};

static int setup(void **state)
{
	struct fixture *f = xcalloc(1, sizeof *f);
	f->model = hand_model();
	f->arena = arena_new();
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;
	model_free(f->model);
	arena_free(f->arena);
	free(f);
	return 0;
}

static const struct seq *parse(struct fixture *f, const char *steps)
{
	struct seq_file file;
	assert_ok(seq_parse(f->arena, f->model, arena_printf(f->arena, "test t\n%s\nend\n", steps), "t", &file));
	return file.at[0].seq;
}

/* The hand-made model is one the rest of skep would accept. */
static void test_model(void **state)
{
	struct fixture *f = *state;
	assert_true(model_is_valid(f->model));
}

static void test_building_shares_steps(void **state)
{
	struct fixture *f = *state;
	const struct seq *first = parse(f, "r = ring_new(3)"), *second = parse(f, "r = ring_new(4)\nring_push(r, 7)");
	struct seq_builder builder;
	seq_begin(&builder, f->arena);
	assert_int_equal(seq_add_all(&builder, first), 0);
	uint32_t at = seq_add_all(&builder, second);
	assert_int_equal(at, first->n);
	const struct seq *both = seq_finish(&builder);
	assert_ptr_equal(both->steps[at], second->steps[0]);
	assert_true(seq_is_valid(both, f->model));
	assert_true(seq_equal(both, parse(f, "r = ring_new(3)\ns = ring_new(4)\nring_push(s, 7)")));
}

static void test_hash_ignores_names_only(void **state)
{
	struct fixture *f = *state;
	uint64_t hash = parse(f, "r = ring_new(3)\nring_push(r, 7)")->hash;
	assert_true(hash == parse(f, "x = ring_new(3)\nring_push(x, 7)")->hash);
	assert_false(hash == parse(f, "r = ring_new(3)\nring_push(r, 8)")->hash);
	assert_false(hash == parse(f, "r = ring_new(2)\nring_push(r, 7)")->hash);
	assert_false(hash == parse(f, "r = ring_new(3)\nring_push(null, 7)")->hash);
	assert_false(parse(f, "a = int 1\nb = int 1\nring_new(a)")->hash ==
	             parse(f, "a = int 1\nb = int 1\nring_new(b)")->hash);
	assert_false(parse(f, "s = char[] \"ab\"")->hash == parse(f, "s = char[] raw \"ab\\0\"")->hash);
}

static void test_copy_is_deep_and_equal(void **state)
{
	struct fixture *f = *state;
	for (uint64_t seed = 0; seed < 500; seed++) {
		struct arena *other = arena_new();
		const struct seq *copy = seq_copy(other, random_seq(f->model, f->arena, seed));
		arena_clear(f->arena);
		assert_true(seq_is_valid(copy, f->model));
		assert_true(seq_equal(copy, random_seq(f->model, f->arena, seed)));
		arena_free(other);
	}
}

static void test_without(void **state)
{
	struct fixture *f = *state;
	const struct seq *seq = parse(f,
	                              "r = ring_new(3)\ns = ring_new(4)\nring_push(s, 7)\nring_free(s)\nring_free(r)");
	bool drop[16] = { 0 };
	drop[4] = drop[5] = true; /* the push and its number */
	assert_true(seq_equal(seq_without(f->arena, f->model, seq, drop),
	                      parse(f, "r = ring_new(3)\ns = ring_new(4)\nring_free(s)\nring_free(r)")));
	/* What used the dropped ring uses the other one. */
	drop[2] = drop[3] = true;
	assert_true(seq_equal(seq_without(f->arena, f->model, seq, drop),
	                      parse(f, "r = ring_new(3)\nring_free(r)\nring_free(r)")));
	/* No ring is left for what uses one. */
	drop[0] = drop[1] = true;
	assert_null(seq_without(f->arena, f->model, seq, drop));
	bool nothing[16] = { 0 };
	const struct seq *same = seq_without(f->arena, f->model, seq, nothing);
	assert_true(seq_equal(same, seq));
	assert_ptr_equal(same->steps[3], seq->steps[3]);
}

/* A number that is no file gives way to another such one only, and is not chosen freely. */
static void test_without_descriptor(void **state)
{
	struct fixture *f = *state;
	struct param *param = &f->model->functions.at[model_find_function(f->model, "ring_push")].params[1];
	enum role role = param->role;
	const struct seq *seq = parse(f, "r = ring_new(1)\nring_push(r, -1)\nring_push(r, -1)");
	bool first[16] = { [2] = true, [3] = true }, both[16] = { [4] = true };
	assert_non_null(seq_without(f->arena, f->model, seq, first));
	assert_true(seq_is_free_literal(f->model, seq, 2));
	param->role = ROLE_DESCRIPTOR;
	assert_true(seq_is_free_literal(f->model, seq, 0) && !seq_is_free_literal(f->model, seq, 2));
	assert_non_null(seq_without(f->arena, f->model, seq, both)); /* the first -1 stands in */
	both[2] = both[3] = true;
	assert_null(seq_without(f->arena, f->model, seq, both)); /* 1 may be a file */
	const struct seq *file = parse(f, "r = ring_new(1)\nx = file \"a\" as int\nring_push(r, x)");
	assert_true(step_is_descriptor(f->model, file->steps[2]) && seq_is_free_literal(f->model, file, 2));
	param->role = role;
}

static void test_without_keeps_validity(void **state)
{
	struct fixture *f = *state;
	struct rng rng;
	rng_init(&rng, 7);
	uint32_t made = 0;
	for (uint64_t seed = 0; seed < 2000; seed++) {
		const struct seq *seq = random_seq(f->model, f->arena, seed);
		bool drop[SEQ_MAX_STEPS];
		uint32_t kept = 0;
		for (uint32_t i = 0; i < seq->n; i++)
			kept += !(drop[i] = rng_chance(&rng, 0.15));
		const struct seq *less = seq_without(f->arena, f->model, seq, drop);
		if (less) {
			made++;
			assert_int_equal(less->n, kept);
			assert_true(seq_is_valid(less, f->model));
		}
		arena_clear(f->arena);
	}
	assert_true(made > 500);
}

static void test_replace(void **state)
{
	struct fixture *f = *state;
	const struct seq *seq = parse(f, "r = ring_new(3)\nring_push(r, 7)");
	int nine = 9;
	struct step step = { .kind = STEP_VALUE, .type = H_INT, .bytes = &nine, .size = 4 };
	assert_true(seq_equal(seq_replace(f->arena, seq, 2, &step), parse(f, "r = ring_new(3)\nring_push(r, 9)")));
	assert_true(seq_equal(seq, parse(f, "r = ring_new(3)\nring_push(r, 7)")));
}

static void test_fits(void **state)
{
	const struct model *m = ((struct fixture *)*state)->model;
	assert_true(seq_fits(m, H_INT, H_CONST_INT, false));
	assert_false(seq_fits(m, H_INT, H_LONG, false));
	assert_true(seq_fits(m, H_SIZE, H_ULONG, false));
	assert_true(seq_fits(m, H_INT_P, H_INT, true));
	assert_true(seq_fits(m, H_CONST_INT_P, H_INT_P, false));
	assert_true(seq_fits(m, H_VOID_P, H_PAIR_P, false));
	assert_true(seq_fits(m, H_VOID_P, H_PAIR, true));
	assert_true(seq_fits(m, H_PAIR_P, H_VOID_P, false));
	assert_false(seq_fits(m, H_VOID_P, H_CMP_P, false));
	assert_false(seq_fits(m, H_CMP_P, H_VOID_P, false));
	assert_true(seq_fits(m, H_UCHAR_P, H_CONST_CHAR_P, false));
	assert_false(seq_fits(m, H_INT_P, H_CHAR_P, false));
	assert_true(seq_fits(m, H_INT_P, H_INT3, true));
	assert_true(seq_fits(m, H_RING_PP, H_RING_P, true));
	assert_false(seq_fits(m, H_RING_PP, H_RING_P, false));
	assert_true(seq_fits(m, H_CONST_CHAR_PP, H_TEXT, true));
	assert_false(seq_fits(m, H_VOID, H_VOID, false));
}

/* Steps that are each wrong in one way. */
static void test_invalid(void **state)
{
	struct fixture *f = *state;
	static const char zeroes[64];
	struct arg one = { .back = 1 }, two = { .back = 2 };
	struct fill past = { 52, { .back = 1 } }, odd = { 1, { .back = 1 } };
	struct behaviour late = { .change_after = 3 }, wide = { .result = zeroes, .result_size = 8 };
	const struct step wrong[] = {
		{ .kind = STEP_CALL, .index = F_RING_FREE, .n_args = 1, .args = &one },     /* an int is no ring */
		{ .kind = STEP_CALL,
		  .type = H_RING_P,
		  .index = F_RING_NEW,
		  .n_args = 1,
		  .args = &two }, /* too far back */
		{ .kind = STEP_CALL, .type = H_INT, .index = F_RING_NEW, .n_args = 1, .args = &one }, /* wrong result */
		{ .kind = STEP_CALL, .type = H_RING_P, .index = F_RING_NEW }, /* too few */
		{ .kind = STEP_CALL, .index = F_N },
		{ .kind = STEP_VALUE, .type = H_INT, .bytes = zeroes, .size = 8 },
		{ .kind = STEP_VALUE, .type = H_RING, .bytes = zeroes, .size = 8 }, /* incomplete */
		{ .kind = STEP_VALUE, .type = H_CMP, .bytes = zeroes, .size = 8 },
		{ .kind = STEP_VALUE, .type = H_PAIR, .bytes = zeroes, .size = 56, .n_fills = 1, .fills = &past },
		{ .kind = STEP_VALUE, .type = H_PAIR, .bytes = zeroes, .size = 56, .n_fills = 1, .fills = &odd },
		{ .kind = STEP_BLOCK, .type = H_INT, .bytes = zeroes, .size = 4 },
		{ .kind = STEP_BLOCK, .type = H_INT_P, .bytes = zeroes, .size = 6 },
		{ .kind = STEP_BLOCK, .type = H_CHAR_P, .bytes = "ab", .size = 2, .is_string = true }, /* no zero */
		{ .kind = STEP_BLOCK, .type = H_RING_P, .bytes = zeroes, .size = 8 },
		{ .kind = STEP_CALLBACK, .type = H_INT_P },
		{ .kind = STEP_CALLBACK, .type = H_CMP_P, .behaviour = &late },
		{ .kind = STEP_CALLBACK, .type = H_CMP_P, .behaviour = &wide },
		{ .kind = STEP_STUB, .index = 1 },
		{ .kind = STEP_FILE, .type = H_LONG },
		{ .kind = STEP_PATH, .type = H_INT_P },
		{ .kind = STEP_PEEK, .n_args = 1, .args = &one }, /* of how much? */
		{ .kind = STEP_PLACE, .type = H_INT_P, .n_args = 1, .args = &one }, /* in a number */
		{ .kind = N_STEP_KINDS },
	};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct seq_builder builder;
		seq_begin(&builder, f->arena);
		seq_add(&builder, &(struct step){ .kind = STEP_VALUE, .type = H_INT, .bytes = zeroes, .size = 4 });
		struct step step = wrong[i];
		seq_add(&builder, &step);
		const struct seq *seq = seq_finish(&builder);
		if (seq_is_valid(seq, f->model))
			fail_msg("wrong[%d] passes", (int)i);
	}
}

static void test_encoding(void **state)
{
	struct fixture *f = *state;
	const struct seq *seq = parse(
	        f, "n = int 7\ns = char[] \"abc\"\np = struct pair { 1, s }\n"
	           "q = const struct pair[] { }\npair_sum(&p)\ncallback_ = callback cmp_fn returns 1 then -1 after 3\n"
	           "stub log_line writes 2 \"abcd\"\nf = path absent\npeek s 4\npeek s string\nring_new(n)");
	struct sb out = { 0 };
	seq_encode(seq, f->model, &out);
	assert_int_equal(out.n, seq_encoded_size(seq));
	struct sk_test test;
	memcpy(&test, out.text, sizeof test);
	assert_int_equal(test.n_steps, 11);
	assert_int_equal(test.length, out.n);
	struct sk_step steps[11];
	const char *data[11];
	const char *at = out.text + sizeof test;
	for (int i = 0; i < 11; i++) {
		memcpy(&steps[i], at, sizeof steps[i]);
		data[i] = at + sizeof steps[i];
		assert_int_equal(steps[i].length % 8, 0);
		at += steps[i].length;
	}
	assert_ptr_equal(at, out.text + out.n);
	assert_int_equal(steps[0].op, SK_LITERAL);
	assert_int_equal(steps[0].size, 4);
	assert_memory_equal(data[0], "\7\0\0\0", 4);
	assert_int_equal(steps[1].op, SK_BLOCK);
	assert_int_equal(steps[1].size, 8);
	assert_int_equal(steps[1].n_bytes, 4);
	assert_memory_equal(data[1], "abc", 4);
	assert_int_equal(steps[2].n_fills, 1);
	struct sk_fill fill;
	memcpy(&fill, data[2], sizeof fill);
	assert_int_equal(fill.offset, 8);
	assert_int_equal(fill.arg, 1);
	assert_int_equal(steps[3].n_bytes, 0);
	assert_int_equal(steps[4].op, SK_CALL);
	assert_int_equal(steps[4].index, F_PAIR_SUM);
	uint32_t arg;
	memcpy(&arg, data[4], sizeof arg);
	assert_true(arg == (2 | SK_ADDRESS));
	assert_int_equal(steps[5].index, H_CMP);
	struct sk_behaviour behaviour;
	memcpy(&behaviour, data[5], sizeof behaviour);
	assert_int_equal(behaviour.result_size, 4);
	assert_int_equal(behaviour.later_size, 4);
	assert_int_equal(behaviour.change_after, 3);
	assert_true(behaviour.write_arg == UINT32_MAX);
	assert_memory_equal(data[5] + sizeof behaviour, "\1\0\0\0\0\0\0\0\377\377\377\377", 12);
	memcpy(&behaviour, data[6], sizeof behaviour);
	assert_int_equal(behaviour.write_arg, 1);
	assert_memory_equal(data[6] + sizeof behaviour, "abcd", 4);
	assert_int_equal(steps[7].flags, SK_ABSENT);
	assert_int_equal(steps[8].size, 4);
	assert_int_equal(steps[8].n_bytes, 0);
	assert_int_equal(steps[9].flags, SK_PEEK_STRING);
	sb_release(&out);
}

static void test_encoding_any(void **state)
{
	struct fixture *f = *state;
	for (uint64_t seed = 0; seed < 1000; seed++) {
		struct sb out = { 0 };
		const struct seq *seq = random_seq(f->model, f->arena, seed);
		seq_encode(seq, f->model, &out);
		assert_int_equal(out.n, seq_encoded_size(seq));
		assert_int_equal(out.n % 8, 0);
		sb_release(&out);
		arena_clear(f->arena);
	}
}

/* Names come from types and uses, are numbered when taken, and mean nothing else. */
static void test_names(void **state)
{
	struct fixture *f = *state;
	const struct seq *seq = parse(f, "a = ring_new(1)\nb = ring_new(2)\nc = int 0\nring_pop(a, &c)\nd = int 3\n"
	                                 "p = struct pair { }\ne = pair_give(p, RED)\ns = char[] \"x\"");
	bool wanted[16];
	const char *names[16];
	for (uint32_t i = 0; i < seq->n; i++)
		wanted[i] = true;
	struct strmap taken = { 0 };
	names_reserve(f->model, &taken);
	strmap_put(&taken, "out", NULL);
	names_choose(f->arena, f->model, seq, wanted, &taken, names);
	strmap_release(&taken);
	const char *expected[] = { "capacity", "ring", "capacity2", "ring2", "n",   "result",
		                   "n2",       "pair", "color",     "pair2", "text" };
	assert_int_equal(seq->n, sizeof expected / sizeof *expected);
	for (uint32_t i = 0; i < seq->n; i++)
		assert_string_equal(names[i], expected[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_model, setup, teardown),
		cmocka_unit_test_setup_teardown(test_building_shares_steps, setup, teardown),
		cmocka_unit_test_setup_teardown(test_hash_ignores_names_only, setup, teardown),
		cmocka_unit_test_setup_teardown(test_copy_is_deep_and_equal, setup, teardown),
		cmocka_unit_test_setup_teardown(test_without, setup, teardown),
		cmocka_unit_test_setup_teardown(test_without_descriptor, setup, teardown),
		cmocka_unit_test_setup_teardown(test_without_keeps_validity, setup, teardown),
		cmocka_unit_test_setup_teardown(test_replace, setup, teardown),
		cmocka_unit_test_setup_teardown(test_fits, setup, teardown),
		cmocka_unit_test_setup_teardown(test_invalid, setup, teardown),
		cmocka_unit_test_setup_teardown(test_encoding, setup, teardown),
		cmocka_unit_test_setup_teardown(test_encoding_any, setup, teardown),
		cmocka_unit_test_setup_teardown(test_names, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
