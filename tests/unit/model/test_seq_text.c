/* Tests of the text form of sequences: printed text reads back as the same steps. */
#include "test.h"

#include "random_seq.h"
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

static const struct seq *parse_one(struct fixture *f, const char *text)
{
	struct seq_file file;
	assert_ok(seq_parse(f->arena, f->model, text, "t.seq", &file));
	assert_int_equal(file.n, 1);
	return file.at[0].seq;
}

/* The text, parsed and printed again. */
static void assert_prints_as(struct fixture *f, const char *text, const char *expected)
{
	struct sb out = { 0 };
	const struct seq *seq = parse_one(f, text);
	assert_true(seq_is_valid(seq, f->model));
	seq_print(seq, f->model, "t", &out);
	assert_string_equal(sb_text(&out), expected);
	sb_release(&out);
}

static void assert_stays(struct fixture *f, const char *text)
{
	assert_prints_as(f, text, text);
}

static void assert_error(struct fixture *f, const char *statements, const char *message)
{
	struct seq_file file;
	char *text = xprintf("test t\n%s\nend\n", statements);
	status st = seq_parse(f->arena, f->model, text, "t.seq", &file);
	free(text);
	assert_non_null(st);
	assert_int_equal(st->kind, TROUBLE_INPUT);
	assert_string_equal(st->message, message);
	status_free(st);
}

static void test_the_usual(void **state)
{
	assert_stays(*state, "test t\n"
	                     "  ring = ring_new(1)\n"
	                     "  out = int 0\n"
	                     "  ring_push(ring, 7)\n"
	                     "  ring_pop(ring, &out)\n"
	                     "  data = const int[] { 1, -2, 3 }\n"
	                     "  ring_fill(ring, data, 3)\n"
	                     "  ring_peek(ring, RING_NEWEST)\n"
	                     "  peek data 12\n"
	                     "  buffer = char[64] \"\"\n"
	                     "  ring_text(ring, \", \", buffer, 64)\n"
	                     "  peek buffer string\n"
	                     "  ring_free(ring)\n"
	                     "  ring_free(null)\n"
	                     "end\n");
}

static void test_everything_else(void **state)
{
	assert_stays(
	        *state,
	        "test t\n"
	        "  text = char[] \"abc\"\n"
	        "  pair = struct pair { 1, text, 5, -16, BLUE, { 1, -2 }, { 1, 2, 3 }, null, null }\n"
	        "  pair2 = &const struct pair { 2, null, 0, 0, RED, { 0, 0 }, { 0, 0, 0 }, &pair, text }\n"
	        "  pair_sum(pair2)\n"
	        "  pair_give(pair, GREEN)\n"
	        "  ring = null struct ring *\n"
	        "  file = file \"cont\\\"ents\\n\"\n"
	        "  read_all(file)\n"
	        "  number = file \"bytes\" as int\n"
	        "  ring_push(ring, number)\n"
	        "  name = path \"contents\"\n"
	        "  name2 = path absent as char *\n"
	        "  read_file(name)\n"
	        "  read_file(name2)\n"
	        "  stub log_line returns 0 then -1 after 3 writes 2 \"\\001\\0\\0\\0\"\n"
	        "  cmp = callback cmp_fn * returns 1 then -1 after 3\n"
	        "  data = int[] { 3, 1 }\n"
	        "  pair_sort(data, 2, cmp)\n"
	        "  peek cmp calls\n"
	        "  scale(0.1, 1e+30, 1)\n"
	        "  scale(-inf, -0, 0)\n"
	        "  bytes = const unsigned char[] raw \"\\001a\\377\"\n"
	        "  hash(bytes, 3)\n"
	        "  text2 = block text_t \"x\"\n"
	        "  level = long double raw \"\\001\\001\\001\\001\\001\\001\\001\\001\\001\\001\\001\\0\\0\\0\\0\\0\"\n"
	        "  load(text2, level)\n"
	        "  result = join(null, 'x')\n"
	        "  free result\n"
	        "  load(\"y\", 2.5)\n"
	        "end\n");
}

static void test_functions_called_as_words(void **state)
{
	static const char *const words[] = { "peek", "stub", "free", "file", "callback" };
	struct fixture *f = *state;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		f->model->functions.at[F_RING_COUNT].name = words[i];
		char *text = xprintf("test t\n  ring = ring_new(1)\n  %s(ring)\nend\n", words[i]);
		assert_stays(f, text);
		free(text);
	}
}

static void test_what_people_write(void **state)
{
	assert_prints_as(*state,
	                 "# a comment\n\ntest t   # named\n"
	                 "\tr = ring_new( RING_MAX )\n"
	                 "\tring_push(r, 'a')\n"
	                 "\tring_push(r, 0x10)\n"
	                 "\tp = struct pair { 3, \"abc\" }\n"
	                 "\tcb = callback cmp_fn returns 1\n"
	                 "\tpair_sum(&p)\n"
	                 "end\n",
	                 "test t\n"
	                 "  ring = ring_new(1000)\n"
	                 "  ring_push(ring, 97)\n"
	                 "  ring_push(ring, 16)\n"
	                 "  text = char[] \"abc\"\n"
	                 "  pair = struct pair { 3, text, 0, 0, RED, { 0, 0 }, { 0, 0, 0 }, null, null }\n"
	                 "  function = callback cmp_fn * returns 1\n"
	                 "  pair_sum(&pair)\n"
	                 "end\n");
}

static void test_errors(void **state)
{
	struct fixture *f = *state;
	assert_error(f, "ring_psh(1)", "t.seq:2: no function 'ring_psh' in this unit");
	assert_error(f, "ring_new(1, 2)", "t.seq:2: ring_new takes no more than 1 arguments");
	assert_error(f, "ring_push(null)", "t.seq:2: ring_push takes 2 arguments, not 1");
	assert_error(f, "ring_push(r, 1)", "t.seq:2: 'r' is no variable before this line and no constant of this unit");
	assert_error(f, "n = int 3000000000", "t.seq:2: 3000000000 does not fit in 'int'");
	assert_error(f, "n = int 1.5", "t.seq:2: expected an integer, found 1.5");
	assert_error(f, "n = int 1\nring_free(n)",
	             "t.seq:3: argument 1 of ring_free (ring) is a 'struct ring *'; 'int' does not fit");
	assert_error(
	        f, "n = int 1\nring_free(&n)",
	        "t.seq:3: argument 1 of ring_free (ring) is a 'struct ring *'; the address of a 'int' does not fit");
	assert_error(f, "s = char[] \"abc", "t.seq:2: the string has no closing quote on this line");
	assert_error(f, "s = char[2] \"abc\"", "t.seq:2: the string does not fit in 2 bytes with its final zero");
	assert_error(f, "x = struct nothing { }", "t.seq:2: no type 'struct' in this unit");
	assert_error(f, "x = struct inner { 1, 2, 3 }",
	             "t.seq:2: more values in braces than 'struct inner' has members");
	assert_error(f, "x = int 1 2", "t.seq:2: expected the end of the line, found 2");
	assert_error(f, "x = int 1\nx = int 2", "t.seq:3: 'x' is named twice");
	assert_error(f, "v = ring_free(null)", "t.seq:2: this gives nothing to name 'v'");
	assert_error(f, "stub puts returns 1", "t.seq:2: no function 'puts' is missing in this unit");
	assert_error(f, "peek x 1", "t.seq:2: no variable 'x' before this line");
	assert_error(f, "n = int 1\npeek n often",
	             "t.seq:3: expected 'string', 'calls' or a number of bytes, found often");
	assert_error(f, "x = struct pair { 1, &", "t.seq:2: expected the name of a variable, but the line ends");
	assert_error(f, "test u", "t.seq:2: no function 'test' in this unit");
	struct seq_file file;
	status st = seq_parse(f->arena, f->model, "test t\nring_free(null)\n", "t.seq", &file);
	assert_non_null(st);
	assert_string_equal(st->message, "t.seq:2: test 't' has no 'end'");
	status_free(st);
}

static void test_round_trip(void **state)
{
	struct fixture *f = *state;
	for (uint64_t seed = 0; seed < 3000; seed++) {
		const struct seq *seq = random_seq(f->model, f->arena, seed);
		struct sb text = { 0 };
		struct seq_file file;
		assert_true(seq_is_valid(seq, f->model));
		seq_print(seq, f->model, "t", &text);
		status st = seq_parse(f->arena, f->model, sb_text(&text), "t.seq", &file);
		if (st)
			fail_msg("seed %d: %s\n%s", (int)seed, st->message, sb_text(&text));
		if (!seq_equal(file.at[0].seq, seq))
			fail_msg("seed %d reads back differently:\n%s", (int)seed, sb_text(&text));
		assert_true(file.at[0].seq->hash == seq->hash);
		sb_release(&text);
		arena_clear(f->arena);
	}
}

/* Any text is read or refused, never worse. */
static void test_broken_text(void **state)
{
	struct fixture *f = *state;
	struct rng rng;
	rng_init(&rng, 1);
	for (uint64_t seed = 0; seed < 3000; seed++) {
		struct sb text = { 0 };
		struct seq_file file;
		seq_print(random_seq(f->model, f->arena, seed), f->model, "t", &text);
		for (int k = 0; k < 3; k++)
			text.text[rng_below(&rng, text.n)] = "(){}[],=&*@\"'\\0x- \n"[rng_below(&rng, 19)];
		status st = seq_parse(f->arena, f->model, sb_text(&text), "t.seq", &file);
		for (size_t i = 0; !st && i < file.n; i++)
			assert_true(seq_is_valid(file.at[i].seq, f->model));
		status_free(st);
		sb_release(&text);
		arena_clear(f->arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_the_usual, setup, teardown),
		cmocka_unit_test_setup_teardown(test_everything_else, setup, teardown),
		cmocka_unit_test_setup_teardown(test_functions_called_as_words, setup, teardown),
		cmocka_unit_test_setup_teardown(test_what_people_write, setup, teardown),
		cmocka_unit_test_setup_teardown(test_errors, setup, teardown),
		cmocka_unit_test_setup_teardown(test_round_trip, setup, teardown),
		cmocka_unit_test_setup_teardown(test_broken_text, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
