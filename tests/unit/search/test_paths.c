/* Tests of paths through decisions as goals of the search: which paths there are, and how far tests are from them. */
#include "test.h"

#include <math.h>

#include "engine/search/paths.h"
#include "random_decision.h"

static void hit_path(struct cover *cover, uint32_t path)
{
	const struct decision *decision = &cover->marks->decisions.at[0];
	uint32_t probe = decision->first_probe + path;
	cover->probes[probe / 64] |= UINT64_C(1) << (probe % 64);
}

static uint32_t count_shown(const struct cover *cover)
{
	uint32_t n = 0;
	for (uint32_t c = 0; c < cover->marks->decisions.at[0].n_conditions; c++)
		n += cover_mcdc(cover, c);
	return n;
}

static struct marks *random_marks(struct arena *arena, struct rng *rng, uint32_t n)
{
	struct marks *marks = marks_new();
	struct place place = { .line = 5, .column = 1, .macro_file = NONE };
	marks_file(marks, "a.c");
	vec_push(&marks->functions, (struct function_mark){ .name = "f", .place = place });
	vec_push(&marks->regions, (struct region){ .place = place });
	expression_mark(marks, random_expression(arena, rng, n, 0, true), n);
	marks_number(marks);
	return marks;
}

/* Whoever takes one goal after the other shows more with each. */
static void test_each_shows_more(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct rng rng;
	unsigned taken = 0;
	rng_init(&rng, 7);
	for (unsigned round = 0; round < 200; round++) {
		struct marks *marks = random_marks(arena, &rng, 2 + (uint32_t)rng_below(&rng, 4));
		struct cover cover, scratch;
		struct path_goals goals = { 0 };
		cover_init(&cover, marks);
		cover_init(&scratch, marks);
		struct engine_world world = { .marks = marks, .cover = &cover, .criterion = CRITERION_MCDC };
		hit_path(&cover, (uint32_t)rng_below(&rng, marks->decisions.at[0].n_paths));
		for (path_goals_find(&goals, &world, &scratch); goals.at.n; path_goals_find(&goals, &world, &scratch)) {
			uint32_t before = count_shown(&cover);
			hit_path(&cover, goals.at.at[rng_below(&rng, goals.at.n)].path);
			assert_true(count_shown(&cover) > before);
			taken++;
		}
		world.criterion = CRITERION_BRANCH;
		path_goals_find(&goals, &world, &scratch);
		assert_int_equal(goals.at.n, 0);
		path_goals_release(&goals);
		cover_release(&cover);
		cover_release(&scratch);
		marks_free(marks);
	}
	assert_true(taken > 200);
	arena_free(arena);
}

/* Both conditions have to be true: as far as each of them is, on average. */
static void test_distance(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct marks *marks = marks_new();
	struct place place = { .line = 5, .column = 1, .macro_file = NONE };
	struct expression c0 = { .kind = 'c' }, c1 = { .kind = 'c', .condition = 1 };
	marks_file(marks, "a.c");
	vec_push(&marks->functions, (struct function_mark){ .name = "f", .place = place });
	vec_push(&marks->regions, (struct region){ .place = place });
	expression_mark(marks, &(struct expression){ .kind = '&', .left = &c0, .right = &c1 }, 2);
	marks_number(marks);
	struct path_goal goal = { .entry = 1 };
	signed char outcomes[2];
	while (!marks_path(marks, 0, goal.path, outcomes))
		goal.path++;
	const struct reached both[] = { { 1, 2, 0 }, { 2, 2, 0 }, { 3, 2, 3 } }, first[] = { { 0, 2, 0 }, { 1, 2, 1 } };
	struct tested test = { .reached = both, .n_reached = 3 };
	assert_true(fabs(path_distance(marks, &goal, &test) - 0.375) < 1e-9);
	test = (struct tested){ .reached = first, .n_reached = 2 };
	assert_true(fabs(path_distance(marks, &goal, &test) - 0.75) < 1e-9);
	test = (struct tested){ .reached = NULL };
	assert_true(path_distance(marks, &goal, &test) == 1);
	marks_free(marks);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_each_shows_more), cmocka_unit_test(test_distance) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
