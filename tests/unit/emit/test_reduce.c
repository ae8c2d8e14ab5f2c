/* Tests of reduce: everything that matters to the caller stays, and everything else goes. The
 * caller's predicate is a plain function of the sequence; nothing runs. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "front/api/modeller.h"
#include "model_of.h"
#include "random_seq.h"
#include "reduce/plainer.h"
#include "reduce/reduce.h"
#include "reduce/replace.h"
#include "seq/literal.h"
#include "seq/text/text.h"

#define SEEDS 400

struct world {
	struct model *model;
	struct arena *arena;
};

static int open_world(void **state)
{
	struct world *world = calloc(1, sizeof *world);
	world->model = hand_model();
	world->arena = arena_new();
	*state = world;
	return 0;
}

static int close_world(void **state)
{
	struct world *world = *state;
	arena_free(world->arena);
	model_free(world->model);
	free(world);
	return 0;
}

static const struct seq *parse(struct world *world, const char *text)
{
	struct seq_file file;
	char *whole = xprintf("test t\n%s\nend\n", text);
	assert_ok(seq_parse(world->arena, world->model, whole, "test", &file));
	free(whole);
	return file.at[0].seq;
}

static void assert_prints(struct world *world, const struct seq *seq, const char *body)
{
	struct sb text = { 0 };
	char *expected = xprintf("test t\n%s\nend\n", body);
	seq_print(seq, world->model, "t", &text);
	assert_string_equal(sb_text(&text), expected);
	free(expected);
	sb_release(&text);
}

/* ---- what may matter ---- */

typedef bool property(const struct seq *seq, uint64_t number);

struct wish {
	property *holds;
	uint64_t number;
	const struct model *model;
	size_t asked;
};

static status ask(void *context, const struct seq *const *candidates, size_t n, bool *keeps)
{
	struct wish *wish = context;
	for (size_t i = 0; i < n; i++) {
		assert_true(seq_is_valid(candidates[i], wish->model));
		keeps[i] = wish->holds(candidates[i], wish->number);
	}
	wish->asked += n;
	return NULL;
}

static bool calls(const struct seq *seq, uint64_t function)
{
	for (uint32_t i = 0; i < seq->n; i++)
		if (seq->steps[i]->kind == STEP_CALL && seq->steps[i]->index == function)
			return true;
	return false;
}

static bool calls_twice(const struct seq *seq, uint64_t function)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < seq->n; i++)
		n += seq->steps[i]->kind == STEP_CALL && seq->steps[i]->index == function;
	return n >= 2;
}

static bool has_byte(const struct seq *seq, uint64_t byte)
{
	for (uint32_t i = 0; i < seq->n; i++)
		if (seq->steps[i]->kind != STEP_PEEK && seq->steps[i]->size &&
		    memchr(seq->steps[i]->bytes, (int)byte, seq->steps[i]->size))
			return true;
	return false;
}

static const struct seq *reduce(struct world *world, const struct seq *seq, property *holds, uint64_t number)
{
	struct wish wish = { holds, number, world->model, 0 };
	const struct seq *result;
	assert_ok(reduce_sequence(world->arena, world->model, seq, ask, &wish, NULL, &result));
	return result;
}

/* ---- properties ---- */

static void check_reduction(struct world *world, const struct seq *seq, property *holds, uint64_t number)
{
	const struct seq *result = reduce(world, seq, holds, number);
	assert_true(holds(result, number));
	assert_true(seq_is_valid(result, world->model));
	assert_true(result->n <= seq->n);
	assert_true(seq_encoded_size(result) <= seq_encoded_size(seq));
	assert_true(seq_equal(reduce(world, seq, holds, number), result)); /* the same way each time */
	const struct seq *again = reduce(world, result, holds, number);
	assert_true(again->n <= result->n);
}

static void test_any_sequence(void **state)
{
	struct world *world = *state;
	unsigned reduced = 0;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		arena_clear(world->arena);
		const struct seq *seq = random_seq(world->model, world->arena, seed);
		if (calls_twice(seq, seed % F_N))
			check_reduction(world, seq, calls_twice, seed % F_N);
		if (calls(seq, seed % F_N)) {
			check_reduction(world, seq, calls, seed % F_N);
			reduced++;
		}
		if (has_byte(seq, 65)) {
			check_reduction(world, seq, has_byte, 65);
			reduced++;
		}
	}
	assert_true(reduced > SEEDS / 4);
}

/* One call is all that matters: nothing is left but it and its arguments. */
static void test_nothing_else_is_left(void **state)
{
	struct world *world = *state;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		arena_clear(world->arena);
		const struct seq *seq = random_seq(world->model, world->arena, seed);
		uint64_t f = seed % F_N;
		if (!calls(seq, f))
			continue;
		const struct seq *result = reduce(world, seq, calls, f);
		bool used[SEQ_MAX_STEPS] = { 0 };
		for (uint32_t i = result->n; i-- > 0;) {
			const struct step *step = result->steps[i];
			assert_true(used[i] || (step->kind == STEP_CALL && step->index == f));
			for (uint32_t a = 0; a < step->n_args; a++)
				used[seq_index(i, step->args[a])] = true;
			for (uint32_t k = 0; k < step->n_fills; k++)
				used[seq_index(i, step->fills[k].arg)] = true;
		}
	}
}

/* ---- literals ---- */

static int64_t last_number(const struct world *world, const struct seq *seq)
{
	for (uint32_t i = seq->n; i-- > 0;)
		if (seq->steps[i]->kind == STEP_VALUE)
			return value_int(model_canonical(world->model, seq->steps[i]->type), seq->steps[i]->bytes);
	return 0;
}

static const struct world *numbers_of; /* the property has no other way to the model */

static bool at_least(const struct seq *seq, uint64_t number)
{
	return calls(seq, F_RING_PUSH) && last_number(numbers_of, seq) >= (int64_t)number;
}

static bool below_zero(const struct seq *seq, uint64_t unused)
{
	(void)unused;
	return calls(seq, F_RING_PUSH) && last_number(numbers_of, seq) < 0;
}

static bool large_unsigned(const struct seq *seq, uint64_t number)
{
	return calls(seq, F_HASH) && (uint64_t)last_number(numbers_of, seq) >= number;
}

static void test_numbers_get_plain(void **state)
{
	struct world *world = *state;
	numbers_of = world;
	const struct seq *seq = parse(world, "  ring = ring_new(987)\n  ring_push(ring, 7654321)");
	assert_prints(world, reduce(world, seq, calls, F_RING_PUSH), "  ring = ring_new(0)\n  ring_push(ring, 0)");
	assert_prints(world, reduce(world, seq, at_least, 42), "  ring = ring_new(0)\n  ring_push(ring, 42)");
	assert_prints(world, reduce(world, seq, at_least, 100), "  ring = ring_new(0)\n  ring_push(ring, 100)");
	seq = parse(world, "  ring = ring_new(0)\n  ring_push(ring, -98765)");
	assert_prints(world, reduce(world, seq, below_zero, 0), "  ring = ring_new(0)\n  ring_push(ring, -1)");
}

/* A number without a sign is large at the top, not near to zero. */
static void test_large_unsigned_numbers_get_small(void **state)
{
	struct world *world = *state;
	numbers_of = world;
	const struct seq *seq = parse(world, "  hash(\"\", 18446744073709551615)");
	assert_prints(world, reduce(world, seq, calls, F_HASH), "  hash(\"\", 0)");
	const struct seq *result = reduce(world, seq, large_unsigned, 12);
	assert_int_equal(last_number(world, result), 12);
}

static void test_other_literals_get_plain(void **state)
{
	struct world *world = *state;
	const struct seq *seq = parse(world, "  scale(-1234.5678, 1e30, true)");
	assert_prints(world, reduce(world, seq, calls, F_SCALE), "  scale(0, 0, 0)");
	seq = parse(world, "  ring = ring_new(0)\n  ring_text(ring, \"some words\\n\", null, 0)");
	assert_prints(world, reduce(world, seq, calls, F_RING_TEXT),
	              "  ring = ring_new(0)\n  ring_text(ring, \"\", null, 0)");
	seq = parse(
	        world,
	        "  p = struct pair { 123456, null, 5, -3, BLUE, { 7, 8 }, { 1, 2, 3 }, null, null }\n  pair_give(p, BLUE)");
	const struct seq *result = reduce(world, seq, calls, F_PAIR_GIVE);
	for (uint32_t i = 0; i < result->n; i++)
		assert_true(result->steps[i]->kind != STEP_VALUE ||
		            bytes_are_zero(result->steps[i]->bytes, result->steps[i]->size));
}

static bool has_block_of(const struct seq *seq, uint64_t size)
{
	for (uint32_t i = 0; i < seq->n; i++)
		if (seq->steps[i]->kind == STEP_BLOCK && seq->steps[i]->size == size)
			return true;
	return false;
}

/* What a call reads differs from place to place: otherwise a test would not notice much. */
static void test_what_is_read_differs(void **state)
{
	struct world *world = *state;
	const struct seq *seq = parse(world, "  h = const unsigned char[] raw \"\\001\\377\\0\"\n  hash(h, 3)");
	assert_prints(world, reduce(world, seq, has_block_of, 3),
	              "  bytes = const unsigned char[] raw \"abc\"\n  hash(bytes, 0)");
	seq = parse(world, "  d = const int[] { 900, -2, 0 }\n  ring_fill(null, d, 3)");
	assert_prints(world, reduce(world, seq, has_block_of, 12),
	              "  data = const int[] { 1, 2, 3 }\n  ring_fill(null, data, 0)");
}

static bool has_letter(const struct seq *seq, uint64_t letter)
{
	return calls(seq, F_RING_TEXT) && has_byte(seq, letter);
}

static void test_texts_get_short_and_readable(void **state)
{
	struct world *world = *state;
	const struct seq *seq = parse(
	        world, "  ring = ring_new(0)\n  ring_text(ring, \"\\1\\2\\3ab\\377x\\n\\t+cd\", null, 0)");
	assert_prints(world, reduce(world, seq, has_letter, 'x'),
	              "  ring = ring_new(0)\n  ring_text(ring, \"x\", null, 0)");
	const struct seq *plain[64];
	struct seq_file file;
	assert_ok(seq_parse(world->arena, world->model, "test t\n  read_file(\"\\1\\2\")\nend\n", "test", &file));
	size_t n = plainer_forms(world->arena, world->model, file.at[0].seq, 0, plain, 64);
	assert_true(n > 2);
	bool readable = false;
	for (size_t i = 0; i < n; i++) {
		assert_true(seq_is_valid(plain[i], world->model));
		assert_true(plain[i]->steps[0]->is_string);
		readable = readable || memcmp(plain[i]->steps[0]->bytes, "a", 1) == 0;
	}
	assert_true(readable);
}

static int first_number(const struct seq *seq)
{
	return *(const int *)seq->steps[0]->bytes;
}

static bool makes_a_ring_of(const struct seq *seq, uint64_t least)
{
	return calls(seq, F_RING_NEW) && first_number(seq) >= (int)least;
}

/* A number with a name is plainer than a smaller one without. */
static void test_numbers_get_names(void **state)
{
	struct world *world = *state;
	struct constant *constant = &world->model->constants.at[0];
	const struct constant before = *constant;
	const struct seq *seq = parse(world, "  ring = ring_new(5000)");
	constant->value = 1777;
	assert_int_not_equal(first_number(reduce(world, seq, makes_a_ring_of, 1300)), 1777);
	vec_push(&world->model->namings, (struct naming){ F_RING_NEW, 0, 0 });
	assert_int_equal(first_number(reduce(world, seq, makes_a_ring_of, 1300)), 1777);
	assert_true(first_number(reduce(world, seq, makes_a_ring_of, 3000)) >= 3000);
	world->model->namings.n = 0;
	*constant = before;
}

/* The number that the first callback gives at its call of this number, from 0 on. */
static int given(const struct seq *seq, uint32_t call)
{
	uint32_t i = 0;
	while (i < seq->n && seq->steps[i]->kind != STEP_CALLBACK)
		i++;
	const struct behaviour *b = i < seq->n ? seq->steps[i]->behaviour : NULL;
	const int *result = !b ? NULL : b->change_after && call >= b->change_after ? b->later : b->result;
	return result ? *result : 0;
}

static bool gives_less_then_more(const struct seq *seq, uint64_t more)
{
	return given(seq, 0) < 0 && given(seq, 9) >= (int)more;
}

static bool gives_something(const struct seq *seq, uint64_t least)
{
	return given(seq, 9) >= (int)least;
}

static void test_callbacks_get_plain(void **state)
{
	struct world *world = *state;
	const struct seq *seq = parse(world,
	                              "  d = int[] { 1, 2 }\n  c = callback cmp_fn returns -259846 then 77 after 4\n"
	                              "  pair_sort(d, 2, c)");
	assert_prints(
	        world, reduce(world, seq, gives_less_then_more, 1),
	        "  data = int[] { }\n  cmp = callback cmp_fn * returns -1 then 1 after 1\n  pair_sort(data, 0, cmp)");
	assert_prints(world, reduce(world, seq, gives_something, 5),
	              "  data = int[] { }\n  cmp = callback cmp_fn * returns 10\n  pair_sort(data, 0, cmp)");
	assert_prints(world, reduce(world, seq, calls, F_PAIR_SORT),
	              "  data = int[] { }\n  cmp = callback cmp_fn *\n  pair_sort(data, 0, cmp)");
}

/* Each form of a large block is a copy of it. */
static void test_large_blocks_get_few_forms(void **state)
{
	struct world *world = *state;
	const struct seq *plain[64], *small = parse(world, "  ring = ring_new(0)\n  ring_text(ring, \"x\", null, 0)");
	size_t size = 1u << 20;
	uint32_t i = 0;
	while (!small->steps[i]->is_string)
		i++;
	char *bytes = arena_alloc(world->arena, size + 1);
	memset(bytes, '\n', size);
	const struct seq *large = seq_with_bytes(world->arena, world->model, small, i, bytes, size + 1);
	size_t n = plainer_forms(world->arena, world->model, large, i, plain, 64);
	assert_true(n >= 4 && n * size <= 8u << 20);
	for (size_t k = 0; k < n; k++)
		assert_true(plain[k]->steps[i]->size <= size + 1);
}

static bool has_far_letters(const struct seq *seq, uint64_t far)
{
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		if (step->is_string && step->size > far + 1 && memcmp((const char *)step->bytes + far, "xy", 2) == 0)
			return true;
	}
	return false;
}

/* Nothing of a long text is too far behind to get plain. */
static void test_long_texts_get_plain(void **state)
{
	struct world *world = *state;
	const size_t far = 700, size = 2000;
	const struct seq *seq = parse(world, "  ring = ring_new(0)\n  ring_text(ring, \"x\", null, 0)");
	uint32_t i = 0;
	while (!seq->steps[i]->is_string)
		i++;
	char *bytes = arena_alloc(world->arena, size + 1), *plain = arena_alloc(world->arena, far + 3);
	for (size_t k = 0; k < size; k++)
		bytes[k] = (char)(' ' + k * 7 % 90);
	memcpy(bytes + far, "xy", 2);
	seq = reduce(world, seq_with_bytes(world->arena, world->model, seq, i, bytes, size + 1), has_far_letters, far);
	memset(plain, 'a', far);
	memcpy(plain + far, "xy", 3);
	for (i = 0; !seq->steps[i]->is_string;)
		i++;
	assert_int_equal(seq->steps[i]->size, far + 3);
	assert_memory_equal(seq->steps[i]->bytes, plain, far + 3);
}

/* A length goes with its block: neither is changed alone. */
static void test_lengths_follow(void **state)
{
	struct world *world = *state;
	struct function *fill = &world->model->functions.at[F_RING_FILL];
	fill->params[1].role = ROLE_BUFFER;
	fill->params[1].partner = 2;
	fill->params[2].role = ROLE_LENGTH;
	fill->params[2].partner = 1;
	const struct seq *seq = parse(world,
	                              "  ring = ring_new(1)\n  data = int[] { 5, 6, 7 }\n  ring_fill(ring, data, 3)");
	assert_prints(world, reduce(world, seq, has_byte, 6),
	              "  ring = ring_new(0)\n  data = int[] { 6 }\n  ring_fill(ring, data, 1)");
}

/* An end stays the end of its buffer, and no end of another buffer takes its place. */
static void test_ends_follow(void **state)
{
	struct world *world = *state;
	struct function *text = &world->model->functions.at[F_RING_TEXT];
	text->params[1].role = ROLE_BUFFER;
	text->params[1].partner = 2;
	text->params[2].role = ROLE_END;
	text->params[2].partner = 1;
	const struct seq *seq = parse(world, "  other = const char[] raw \"xyzxyz\"\n  ring = ring_new(1)\n"
	                                     "  data = const char[] raw \"abcd\"\n  e = place data 4 as char *\n"
	                                     "  ring_text(ring, data, e, 7)");
	assert_true(seq_ends_fit(world->model, seq));
	assert_prints(world, reduce(world, seq, has_byte, 'c'),
	              "  ring = ring_new(0)\n  between = const char[] raw \"c\"\n  buffer = place between 1 as char *\n"
	              "  ring_text(ring, between, buffer, 0)");
	seq = parse(world, "  ring = ring_new(1)\n  data = const char[] raw \"ab\"\n  other = const char[] raw \"cd\"\n"
	                   "  e = place other 2 as char *\n  ring_text(ring, data, e, 7)");
	assert_false(seq_ends_fit(world->model, seq));
}

static void test_enums_get_names(void **state)
{
	struct world *world = *state;
	const struct seq *seq = parse(world, "  ring = ring_new(1)\n  ring_peek(ring, 77)");
	assert_prints(world, reduce(world, seq, calls, F_RING_PEEK),
	              "  ring = ring_new(0)\n  ring_peek(ring, RING_OLDEST)");
}

/* ---- replacement ---- */

/* Two numbers are in the ring before it is counted: pushed one by one, or filled in. */
static bool counts_two(const struct seq *seq, uint64_t unused)
{
	uint32_t pushed = 0;
	(void)unused;
	for (uint32_t i = 0; i + 1 < seq->n; i++)
		if (seq->steps[i]->kind == STEP_CALL)
			pushed += seq->steps[i]->index == F_RING_PUSH ? 1 : seq->steps[i]->index == F_RING_FILL ? 2 : 0;
	return seq->n && seq->steps[seq->n - 1]->kind == STEP_CALL && seq->steps[seq->n - 1]->index == F_RING_COUNT &&
	       pushed >= 2;
}

static const struct seq *reduce_with(struct world *world, const struct seq *seq, const char *component)
{
	struct wish wish = { counts_two, 0, world->model, 0 };
	struct reduce_options options = { 0 };
	const struct seq *result, *made = component ? parse(world, component) : NULL;
	options.n_components = components_of(world->arena, world->model, &made, made ? 1 : 0, &options.components);
	assert_ok(reduce_sequence(world->arena, world->model, seq, ask, &wish, &options, &result));
	assert_true(counts_two(result, 0));
	return result;
}

static void test_parts_are_replaced(void **state)
{
	struct world *world = *state;
	const char *filled =
	        "  ring = ring_new(0)\n  data = int[2] {0, 0}\n  ring_fill(ring, data, 2)\n  ring_count(ring)";
	const struct seq *seq = parse(world, "  ring = ring_new(9)\n  ring_push(ring, 8)\n  ring_push(ring, 7)\n"
	                                     "  ring_count(ring)");
	const struct seq *alone = reduce_with(world, seq, NULL), *with = reduce_with(world, seq, filled);
	assert_true(calls(alone, F_RING_PUSH));
	assert_false(calls(with, F_RING_PUSH));
	assert_true(calls(with, F_RING_FILL));
	assert_true(with->n < alone->n);
}

/* What is no shorter, or has ended, is no replacement. */
static void test_only_what_is_shorter_replaces(void **state)
{
	struct world *world = *state;
	const char *longer = "  ring = ring_new(0)\n  ring_push(ring, 1)\n  ring_push(ring, 1)\n"
	                     "  ring_push(ring, 1)\n  ring_free(ring)";
	const struct seq *seq = parse(world, "  ring = ring_new(0)\n  ring_push(ring, 0)\n  ring_push(ring, 0)\n"
	                                     "  ring_count(ring)");
	assert_true(reduce_with(world, seq, longer)->n == seq->n);
}

/* The object that is used was made from another one, and that needs no step less: only replacing can
 * leave the whole chain out. */
static bool uses_what_was_made(const struct seq *seq, uint64_t use)
{
	const struct step *last = seq->n ? seq->steps[seq->n - 1] : NULL;
	return last && step_is_call(last) && last->index == use &&
	       step_is_call(seq->steps[seq_index(seq->n - 1, last->args[0])]);
}

static void test_chains_are_replaced(void **state)
{
	(void)state;
	const char *path = "tests/units/gen/chain.c";
	struct world world = { model_of(&path, 1, NULL, 0), arena_new() };
	const struct seq *made = parse(&world, "  d = d_new()"), *result;
	const struct seq *seq = parse(&world, "  a = a_new()\n  b = b_from(a)\n  c = c_from(b)\n  d = d_from(c)\n"
	                                      "  n = d_use(d)");
	struct wish wish = { uses_what_was_made, model_find_function(world.model, "d_use"), world.model, 0 };
	struct reduce_options options = { 0 };
	options.n_components = components_of(world.arena, world.model, &made, 1, &options.components);
	assert_ok(reduce_sequence(world.arena, world.model, seq, ask, &wish, &options, &result));
	assert_int_equal(result->n, 2);
	assert_true(seq_calls(result, model_find_function(world.model, "d_new")));
	arena_free(world.arena);
	model_free(world.model);
}

/* ---- limits and trouble ---- */

static void test_budget_is_kept(void **state)
{
	struct world *world = *state;
	for (uint32_t budget = 1; budget < 60; budget += 7) {
		struct wish wish = { calls, F_RING_PUSH, world->model, 0 };
		struct reduce_options options = { .max_runs = budget };
		const struct seq *seq = parse(
		        world,
		        "  a = ring_new(99)\n  b = ring_new(98)\n  ring_count(a)\n  ring_push(b, 97)\n  ring_push(a, 96)");
		const struct seq *result;
		assert_ok(reduce_sequence(world->arena, world->model, seq, ask, &wish, &options, &result));
		assert_true(wish.asked <= budget);
		assert_true(calls(result, F_RING_PUSH));
	}
}

static status refuse(void *context, const struct seq *const *candidates, size_t n, bool *keeps)
{
	(void)context, (void)candidates, (void)n, (void)keeps;
	return fail(TROUBLE_TARGET, "no target");
}

static void test_trouble_is_handed_on(void **state)
{
	struct world *world = *state;
	const struct seq *seq = parse(world, "  a = ring_new(99)\n  ring_count(a)"), *result;
	status st = reduce_sequence(world->arena, world->model, seq, refuse, NULL, NULL, &result);
	assert_non_null(st);
	assert_string_equal(st->message, "no target");
	status_free(st);
}

static bool anything(const struct seq *seq, uint64_t unused)
{
	(void)unused;
	return seq->n > 0;
}

static void test_never_empty(void **state)
{
	struct world *world = *state;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		arena_clear(world->arena);
		const struct seq *seq = random_seq(world->model, world->arena, seed);
		assert_true(!seq->n || reduce(world, seq, anything, 0)->n > 0);
	}
}

int main(void)
{
#define WORLD_TEST(test) cmocka_unit_test_setup_teardown(test, open_world, close_world)
	const struct CMUnitTest tests[] = {
		WORLD_TEST(test_any_sequence),
		WORLD_TEST(test_nothing_else_is_left),
		WORLD_TEST(test_numbers_get_plain),
		WORLD_TEST(test_large_unsigned_numbers_get_small),
		WORLD_TEST(test_other_literals_get_plain),
		WORLD_TEST(test_what_is_read_differs),
		WORLD_TEST(test_texts_get_short_and_readable),
		WORLD_TEST(test_callbacks_get_plain),
		WORLD_TEST(test_large_blocks_get_few_forms),
		WORLD_TEST(test_long_texts_get_plain),
		WORLD_TEST(test_lengths_follow),
		WORLD_TEST(test_ends_follow),
		WORLD_TEST(test_enums_get_names),
		WORLD_TEST(test_numbers_get_names),
		WORLD_TEST(test_parts_are_replaced),
		WORLD_TEST(test_only_what_is_shorter_replaces),
		cmocka_unit_test(test_chains_are_replaced),
		WORLD_TEST(test_budget_is_kept),
		WORLD_TEST(test_trouble_is_handed_on),
		WORLD_TEST(test_never_empty),
	};
	return cmocka_run_group_tests_name("reduce", tests, NULL, NULL);
}
