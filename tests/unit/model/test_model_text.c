/* Tests of the model's text form: reading a printed model changes nothing, corrections win, and
 * errors name the words that would fit. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/str.h"
#include "model/text.h"
#include "model_of.h"

#define UNITS "tests/units/model/"

static const char *const units[][2] = { { UNITS "ring.c" },
	                                { UNITS "stream.c" },
	                                { UNITS "words.c" },
	                                { UNITS "types.c" },
	                                { "tests/units/gen/ends.c" },
	                                { "tests/units/gen/menus.c" },
	                                { UNITS "twice_a.c", UNITS "twice_b.c" } };
#define N_UNITS (sizeof units / sizeof *units)

static struct model *unit(size_t i)
{
	static const char *const flags[] = { "-w" };
	return model_of(units[i], units[i][1] ? 2 : 1, flags, 1);
}

static char *printed(const struct model *model)
{
	struct sb out = { 0 };
	model_print(model, "skep model ring.c", &out);
	return sb_take(&out);
}

/* print -> correct a fresh model -> print gives the same text. */
static void assert_round_trip(const struct model *model, size_t i)
{
	char *text = printed(model);
	struct model *fresh = unit(i);
	assert_ok(model_correct(fresh, text, "x.model"));
	char *again = printed(fresh);
	assert_string_equal(again, text);
	free(text);
	free(again);
	model_free(fresh);
}

static void what_is_inferred_comes_back(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_UNITS; i++) {
		struct model *model = unit(i);
		assert_round_trip(model, i);
		model_free(model);
	}
}

static void mutate_param(struct rng *rng, struct param *p)
{
	static const char *const notes[] = { NULL, "crashed with null", "read past (its) end" };
	p->null = (enum null_use)rng_below(rng, 3);
	p->null_belief = rng_chance(rng, 0.5) && p->null ? BELIEF_LEARNED : BELIEF_CODE;
	p->note = p->null_belief == BELIEF_LEARNED ? notes[rng_below(rng, 3)] : NULL;
	p->taken = rng_chance(rng, 0.1);
	if (p->role == ROLE_STRING && rng_chance(rng, 0.5)) {
		p->role = rng_chance(rng, 0.5) ? ROLE_FILE_NAME : ROLE_BUFFER;
		p->belief = rng_chance(rng, 0.5) ? BELIEF_LEARNED : BELIEF_USER;
		p->count = p->role == ROLE_BUFFER ? (uint32_t)rng_below(rng, 9) : 0;
	}
}

static void mutate(struct rng *rng, struct model *model)
{
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *f = &model->functions.at[i];
		for (uint32_t p = 0; p < f->n_params; p++)
			if (model_canonical(model, f->params[p].type)->kind == TYPE_POINTER)
				mutate_param(rng, &f->params[p]);
		for (uint32_t p = 0; p < f->n_params; p++) {
			const struct type *type = model_canonical(model, f->params[p].type);
			bool is_address = type->kind == TYPE_POINTER &&
			                  model_canonical(model, type->target)->kind == TYPE_POINTER;
			f->params[p].left_to_free = is_address && rng_chance(rng, 0.3);
		}
		f->is_observer = rng_chance(rng, 0.3);
		bool gives_object = model_object_of(model, f->result) != NONE;
		if (model_canonical(model, f->result)->kind == TYPE_POINTER && !gives_object && rng_chance(rng, 0.5))
			f->is_maker = f->result_freed = true;
		if (!f->why_not && rng_chance(rng, 0.2)) {
			f->switched_off = true;
			f->why_not = rng_chance(rng, 0.5) ? "too slow; see issue (12)" : NULL;
		}
	}
}

static void what_is_learned_comes_back(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 40; seed++) {
		struct rng rng;
		rng_init(&rng, seed);
		size_t i = rng_below(&rng, N_UNITS);
		struct model *model = unit(i);
		mutate(&rng, model);
		assert_true(model_is_valid(model));
		assert_round_trip(model, i);
		model_free(model);
	}
}

/* --- corrections --- */

static struct function *corrected(struct model *model, const char *name, const char *text)
{
	assert_ok(model_correct(model, text, "x.model"));
	return &model->functions.at[model_find_function(model, name)];
}

static void corrections_win(void **state)
{
	(void)state;
	struct model *model = unit(0);
	struct function *f = corrected(model, "ring_fill",
	                               "ring_fill(ring, data, n)  data: buffer of 4 ints, may be null\n");
	assert_int_equal(f->params[1].role, ROLE_BUFFER);
	assert_int_equal(f->params[1].count, 4);
	assert_int_equal(f->params[1].partner, NONE);
	assert_int_equal(f->params[1].belief, BELIEF_USER);
	assert_int_equal(f->params[1].null, NULL_ALLOWED);
	assert_int_equal(f->params[1].null_belief, BELIEF_USER);
	assert_int_equal(f->params[2].role, ROLE_VALUE);
	assert_int_equal(f->params[0].null, NULL_UNKNOWN); /* the line no longer says so */
	f = corrected(model, "ring_fill", "ring_fill(ring, data, n)  data: buffer of n bytes");
	assert_true(f->params[1].length_in_bytes && f->params[2].length_in_bytes);
	assert_int_equal(f->params[2].partner, 1);
	f = corrected(model, "ring_push", "ring_push(ring, x)  x: descriptor");
	assert_int_equal(f->params[1].role, ROLE_DESCRIPTOR);
	f = corrected(model, "ring_push", "ring_push(ring, x)  x: any value");
	assert_int_equal(f->params[1].role, ROLE_VALUE);
	f = corrected(model, "ring_pop", "ring_pop(ring, out)\n  out: out-parameter,\n  not null (learned: crashed)\n");
	assert_int_equal(f->params[1].null_belief, BELIEF_LEARNED);
	assert_string_equal(f->params[1].note, "crashed");
	assert_int_equal(f->params[1].belief, BELIEF_TYPE); /* said again, not changed */
	model_free(model);
}

static void ends_can_change(void **state)
{
	(void)state;
	const char *path = "tests/units/gen/ends.c";
	struct model *model = model_of(&path, 1, NULL, 0);
	struct function *f = corrected(model, "is_same", "is_same(a, b)  a: buffer up to b");
	assert_int_equal(f->params[0].role, ROLE_BUFFER);
	assert_int_equal(f->params[0].partner, 1);
	assert_int_equal(f->params[1].role, ROLE_END);
	assert_int_equal(f->params[1].partner, 0);
	assert_true(model_is_end(f, 1) && !f->params[1].is_last);
	f = corrected(model, "is_same", "is_same(a, b)  b: buffer through a");
	assert_true(model_is_end(f, 0) && f->params[0].is_last && f->params[1].role == ROLE_BUFFER);
	f = corrected(model, "is_same", "is_same(a, b)  b: place in a");
	assert_true(f->params[1].role == ROLE_END && !model_is_end(f, 1));
	assert_int_equal(f->params[0].partner, NONE);
	f = corrected(model, "count_words", "count_words(begin, end)  begin: string; end: string");
	assert_int_equal(f->params[0].role, ROLE_STRING);
	assert_int_equal(f->params[1].partner, NONE);
	f = corrected(model, "take_number", "take_number(at, end)  at: pointer to one const char *; end: string");
	assert_true(f->params[0].role == ROLE_OBJECT && f->params[0].partner == NONE);
	f = corrected(model, "take_number", "take_number(at, end)  at: cursor through end");
	assert_true(f->params[0].role == ROLE_OBJECT && model_is_end(f, 1) && f->params[1].is_last);
	assert_true(model_is_valid(model));
	model_free(model);
}

static void arrays_can_change(void **state)
{
	(void)state;
	static const char *const wrong[][2] = {
		{ "numbers_sum(numbers)  numbers: array until", "is not understood" },
		{ "numbers_sum(numbers)  numbers: array until none", "is no number" },
		{ "numbers_sum(numbers)  numbers: array until x is 0", "have no field x" },
		{ "options_shown(options)  options: array until name is 1", "cannot end an array" },
		{ "options_shown(options)  options: array until 7", "cannot end an array" },
		{ "fields of struct menu: depth: array until 0", "cannot end an array" },
	};
	const char *path = "tests/units/gen/menus.c";
	struct model *model = model_of(&path, 1, NULL, 0);
	struct function *f = corrected(model, "numbers_sum", "numbers_sum(numbers)  numbers: array until -2");
	assert_true(f->params[0].role == ROLE_ARRAY && f->params[0].ending.value == -2);
	assert_int_equal(f->params[0].ending.field, NONE);
	f = corrected(model, "options_shown", "options_shown(options)  options: array until value is 9");
	assert_true(f->params[0].ending.field == 2 && f->params[0].ending.value == 9);
	f = corrected(model, "options_shown", "options_shown(options)  options: array until 0");
	assert_int_equal(f->params[0].ending.field, NONE);
	f = corrected(model, "options_shown", "options_shown(options)  options: object");
	assert_int_equal(f->params[0].role, ROLE_OBJECT);
	assert_true(model_is_valid(model));
	model_free(model);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		model = model_of(&path, 1, NULL, 0);
		status st = model_correct(model, wrong[i][0], "x.model");
		assert_non_null(st);
		if (!strstr(st->message, wrong[i][1]))
			fail_msg("%s: %s", wrong[i][0], st->message);
		status_free(st);
		model_free(model);
	}
}

static void ends_need_their_buffers(void **state)
{
	static const char *const wrong[][2] = {
		{ "is_same(a, b)  a: buffer up to b; b: string", "belong together" },
		{ "is_same(a, b)  b: place in a; a: string", "belong together" },
		{ "is_same(a, b)  a: buffer up to a", "not pointers to the same type" },
		{ "is_same(a, b)  a: cursor up to b", "not pointers to the same type" },
		{ "take_number(at, end)  at: cursor up to end; end: string", "belong together" },
		{ "to_hex(in, in_end, out, out_end)  in: buffer up to out", "not pointers to the same type" },
	};
	const char *path = "tests/units/gen/ends.c";
	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct model *model = model_of(&path, 1, NULL, 0);
		status st = model_correct(model, wrong[i][0], "x.model");
		assert_non_null(st);
		assert_non_null(strstr(st->message, wrong[i][1]));
		status_free(st);
		model_free(model);
	}
}

static void functions_go_off_and_on(void **state)
{
	(void)state;
	struct model *model = unit(0);
	struct function *f = corrected(model, "ring_dump", "ring_dump(ring, file)  not called: switched off");
	assert_true(f->switched_off);
	assert_null(f->why_not);
	f = corrected(model, "ring_dump", "ring_dump(ring, file)  ring: not null; not called: too slow; really");
	assert_true(f->switched_off);
	assert_string_equal(f->why_not, "too slow; really");
	f = corrected(model, "ring_dump", "ring_dump(ring, file)  ring: not null");
	assert_false(f->switched_off);
	assert_null(f->why_not);
	f = corrected(model, "ring_push", "# ring_push(ring, x) not called\n");
	assert_false(f->switched_off);
	model_free(model);
}

static void makers_and_destroyers_can_change(void **state)
{
	(void)state;
	struct model *model = unit(0);
	assert_ok(model_correct(model, "struct ring: opaque handle, made by ring_new\n", "x.model"));
	assert_false(model->functions.at[model_find_function(model, "ring_free")].is_destroyer);
	struct function *f = corrected(model, "ring_pop", "struct ring: handle, destroyed by ring_pop, ring_free");
	assert_true(f->is_destroyer && f->params[0].destroyed);
	assert_false(model->functions.at[model_find_function(model, "ring_new")].is_maker);
	model_free(model);
	model = unit(1);
	assert_ok(model_correct(model, "stream_t: object", "x.model"));
	assert_false(model->functions.at[model_find_function(model, "stream_init")].is_maker);
	f = corrected(model, "stream_feed", "struct stream: object, set up by stream_feed");
	assert_true(f->is_maker);
	assert_int_equal(f->made_param, 0);
	model_free(model);
}

/* --- mistakes --- */

static void assert_mistake(const char *text, const char *expected)
{
	struct model *model = unit(0);
	status st = model_correct(model, text, "my.model");
	assert_non_null(st);
	assert_int_equal(st->kind, TROUBLE_INPUT);
	if (!strstr(st->message, expected))
		fail_msg("'%s' does not say '%s'", st->message, expected);
	status_free(st);
	model_free(model);
}

static void mistakes_are_explained(void **state)
{
	(void)state;
	assert_mistake("# x\n\nring_pusj(ring, x)  x: int",
	               "my.model:3: the unit has no function ring_pusj; did you mean ring_push?");
	assert_mistake("ring_push(r, x)", "my.model:1: the parameters of ring_push are (ring, x)");
	assert_mistake("ring_push(ring, x)  y: int", "ring_push(ring, x) has no parameter y");
	assert_mistake("ring_push(ring, x)  ring: nonnull", "'nonnull' is not understood for ring. What fits: ");
	assert_mistake("ring_push(ring, x)  x: string", "x cannot be a string: it is no pointer");
	assert_mistake("ring_push(ring, x)  ring: descriptor", "ring cannot be a descriptor: it is no int");
	assert_mistake("ring_push(ring, x)  x: double", "'double' is not understood for x");
	assert_mistake("ring_fill(ring, data, n)  data: buffer of m ints", "has no parameter m");
	assert_mistake("ring_fill(ring, data, n)  data: buffer of n doubles", "What fits: ");
	assert_mistake("ring_fill(ring, data, n)  data: buffer of ring ints", "ring cannot be the length of data");
	assert_mistake("ring_push(ring, x)  observes", "'observes' is not understood for ring_push");
	assert_mistake("ring_push(ring, x", "a ')' is missing");
	assert_mistake("struct rung: handle", "the unit has no struct or union 'struct rung'");
	assert_mistake("struct ring: handle, made by ring_count",
	               "ring_count does not return a pointer to struct ring");
	assert_mistake("struct ring: handle, destroyed by ring_new",
	               "ring_new has no parameter that points to struct ring");
	assert_mistake("struct ring: handle, made with care", "'made with care' is not understood here");
	assert_mistake("what is this", "is neither");
}

/* Any damage to a text gives an error or a valid model, never anything else. */
static void damaged_text_is_survived(void **state)
{
	(void)state;
	struct model *model = unit(2);
	char *text = printed(model);
	model_free(model);
	size_t n = strlen(text);
	for (uint64_t seed = 0; seed < 60; seed++) {
		struct rng rng;
		rng_init(&rng, seed);
		char *copy = xstrdup(text);
		for (unsigned k = 0; k < 4; k++)
			copy[rng_below(&rng, n)] = "(),;:. \n*x"[rng_below(&rng, 10)];
		struct model *fresh = unit(2);
		status st = model_correct(fresh, copy, "x.model");
		assert_true(st || model_is_valid(fresh));
		status_free(st);
		free(copy);
		model_free(fresh);
	}
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_inferred_comes_back),
		cmocka_unit_test(what_is_learned_comes_back),
		cmocka_unit_test(corrections_win),
		cmocka_unit_test(ends_can_change),
		cmocka_unit_test(ends_need_their_buffers),
		cmocka_unit_test(arrays_can_change),
		cmocka_unit_test(functions_go_off_and_on),
		cmocka_unit_test(makers_and_destroyers_can_change),
		cmocka_unit_test(mistakes_are_explained),
		cmocka_unit_test(damaged_text_is_survived),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
