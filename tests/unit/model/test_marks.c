/* Tests of path numbers of decisions, the layout of probes, validity, and the text form. */
#include "test.h"

#include <string.h>

#include "model/marks.h"
#include "random_decision.h"

static struct marks *one_function(void)
{
	struct marks *marks = marks_new();
	struct place place = { .line = 1, .column = 5, .macro_file = NONE };
	assert_int_equal(marks_file(marks, "a.c"), 0);
	vec_push(&marks->functions, (struct function_mark){ .name = "f", .place = place });
	return marks;
}

static void test_files_are_known_once(void **state)
{
	(void)state;
	struct marks *marks = marks_new();
	assert_int_equal(marks_file(marks, "a.c"), 0);
	assert_int_equal(marks_file(marks, "b.h"), 1);
	assert_int_equal(marks_file(marks, "a.c"), 0);
	assert_int_equal(marks->files.n, 2);
	marks_free(marks);
}

/* Evaluates along the diagram; gives the path's number and what was evaluated. */
static bool evaluate(const struct marks *marks, uint32_t decision, uint32_t values, uint32_t *path,
                     signed char *outcome)
{
	const struct decision *d = &marks->decisions.at[decision];
	uint32_t at = 0;
	*path = 0;
	memset(outcome, -1, d->n_conditions);
	while (at < d->n_conditions) {
		const struct condition *c = &marks->conditions.at[d->first_condition + at];
		outcome[at] = values >> at & 1;
		*path += c->weight[(int)outcome[at]];
		at = c->next[(int)outcome[at]];
	}
	return at == NEXT_TRUE;
}

/* Every path number is met by some input, stays in range, and decodes to what happened. */
static void check_decision(const struct marks *marks, uint32_t decision, uint32_t n)
{
	const struct decision *d = &marks->decisions.at[decision];
	bool met[MAX_PATHS] = { false };
	uint32_t n_met = 0;
	for (uint32_t values = 0; values < 1u << n; values++) {
		signed char expected[16], decoded[16];
		uint32_t path;
		bool result = evaluate(marks, decision, values, &path, expected);
		assert_in_range(path, 0, n == 1 ? 1 : d->n_paths - 1);
		assert_int_equal(marks_path(marks, decision, path, decoded), result);
		assert_memory_equal(decoded, expected, n);
		n_met += !met[path];
		met[path] = true;
	}
	assert_int_equal(n_met, n == 1 ? 2 : d->n_paths);
}

static void test_paths_of_random_decisions(void **state)
{
	(void)state;
	struct rng rng;
	rng_init(&rng, 1);
	for (int round = 0; round < 300; round++) {
		struct arena *arena = arena_new();
		struct marks *marks = one_function();
		uint32_t n = 1 + (uint32_t)rng_below(&rng, 8);
		uint32_t decision = expression_mark(marks, random_expression(arena, &rng, n, 0, true), n);
		marks_number(marks);
		assert_true(marks_is_valid(marks));
		check_decision(marks, decision, n);
		marks_free(marks);
		arena_free(arena);
	}
}

/* (c0 || c1) && (c2 || c3) && ...: the number of paths doubles with each pair. */
static struct expression *pairs(struct arena *arena, uint32_t n)
{
	struct expression *all = NULL;
	for (uint32_t i = 0; i < n; i++) {
		struct expression *e = ARENA_ARRAY(arena, struct expression, 4);
		e[0] = (struct expression){ .kind = 'c', .condition = 2 * i };
		e[1] = (struct expression){ .kind = 'c', .condition = 2 * i + 1 };
		e[2] = (struct expression){ .kind = '|', .left = &e[0], .right = &e[1] };
		e[3] = (struct expression){ .kind = '&', .left = all, .right = &e[2] };
		all = all ? &e[3] : &e[2];
	}
	return all;
}

static void test_too_many_paths(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct marks *marks = one_function();
	uint32_t few = expression_mark(marks, pairs(arena, 5), 10),
	         many = expression_mark(marks, pairs(arena, 50), 100);
	marks_number(marks);
	assert_true(marks_is_valid(marks));
	assert_int_equal(marks->decisions.at[few].n_paths, 63);
	assert_int_equal(marks->decisions.at[many].n_paths, 0);
	assert_int_equal(marks->n_probes, marks->decisions.at[few].first_probe + 63);
	for (uint32_t i = 0; i < 100; i++)
		assert_int_equal(marks->conditions.at[10 + i].weight[1], 0);
	marks_free(marks);
	arena_free(arena);
}

static void test_probes_do_not_overlap(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct marks *marks = one_function();
	struct place place = marks->functions.at[0].place;
	expression_mark(marks, pairs(arena, 1), 2);
	expression_mark(marks, pairs(arena, 2), 4);
	vec_push(&marks->regions, (struct region){ place, 0 });
	vec_push(&marks->regions, (struct region){ place, 0 });
	vec_push(&marks->switches, (struct switch_mark){ .place = place, .n_cases = 1 });
	vec_push(&marks->cases, (struct case_mark){ .place = place, .is_default = true });
	marks_number(marks);
	assert_true(marks_is_valid(marks));
	assert_int_equal(marks_function_probe(marks, 0), 0);
	assert_int_equal(marks_region_probe(marks, 1), 2);
	assert_int_equal(marks_condition_probe(marks, 0, false), 3);
	assert_int_equal(marks_condition_probe(marks, 5, true), 14);
	assert_int_equal(marks_case_probe(marks, 0), 15);
	assert_int_equal(marks->decisions.at[0].first_probe, 16);
	assert_int_equal(marks->decisions.at[1].first_probe, 19);
	assert_int_equal(marks->n_probes, 19 + marks->decisions.at[1].n_paths);
	marks_free(marks);
	arena_free(arena);
}

static void test_validity_notices(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct marks *marks = one_function();
	expression_mark(marks, pairs(arena, 2), 4);
	assert_true(marks_is_valid(marks));
	struct condition *second = &marks->conditions.at[1];
	uint16_t next = second->next[0];
	second->next[0] = 0;
	assert_false(marks_is_valid(marks)); /* evaluation goes back */
	second->next[0] = 4;
	assert_false(marks_is_valid(marks)); /* beyond the decision */
	second->next[0] = next;
	assert_true(marks_is_valid(marks));
	second->place.file = 1;
	assert_false(marks_is_valid(marks)); /* no such file */
	second->place.file = 0;
	vec_push(&marks->statements, (struct statement){ second->place, 0 });
	assert_false(marks_is_valid(marks)); /* no such region */
	marks_free(marks);
	arena_free(arena);
}

static void test_text(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct marks *marks = one_function();
	struct sb text = { 0 };
	expression_mark(marks, pairs(arena, 1), 2);
	vec_push(&marks->regions, (struct region){ marks->functions.at[0].place, 0 });
	vec_push(&marks->statements, (struct statement){ marks->functions.at[0].place, 0 });
	marks_print(marks, &text);
	assert_string_equal(sb_text(&text), "function 0 f a.c:1:5\n"
	                                    "  region 0 a.c:1:5\n"
	                                    "    statement a.c:1:5\n"
	                                    "  decision 0 if a.c:10:6 paths 3\n"
	                                    "    condition 0 a.c:10:6 false->1 true->T weight 2 `c0`\n"
	                                    "    condition 1 a.c:10:16 false->F true->T weight 1 `c1`\n");
	sb_release(&text);
	marks_free(marks);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_files_are_known_once), cmocka_unit_test(test_paths_of_random_decisions),
		cmocka_unit_test(test_too_many_paths),       cmocka_unit_test(test_probes_do_not_overlap),
		cmocka_unit_test(test_validity_notices),     cmocka_unit_test(test_text),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
