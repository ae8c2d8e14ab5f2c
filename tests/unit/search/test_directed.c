/* Tests of branch-directed generation on traces made by hand: which conditions are frontiers, which
 * literals influence them, and how these are changed. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "engine/symbolic/directed.h"
#include "hand_flow.h"
#include "hand_model.h"
#include "seq/text/text.h"
#include "seq/value.h"

#define MAX_NODES 32u

struct world {
	struct model *model;
	struct marks *marks;
	struct structure *structure;
	struct cover cover;
	struct arena *arena;
	struct directed *directed;
	const struct seq *seq;
	struct sk_node nodes[MAX_NODES];
	uint32_t n_nodes;
	double *distances;
};

static void open_world(struct world *world)
{
	*world = (struct world){ .model = hand_model(), .marks = hand_marks(), .arena = arena_new(), .n_nodes = 1 };
	struct seq_file file;
	world->structure = structure_new(world->marks, hand_flow(world->marks->arena), N_HAND_FUNCTIONS,
	                                 CRITERION_BRANCH);
	cover_init(&world->cover, world->marks);
	world->directed = directed_new(world->model, world->marks, world->structure);
	world->distances = xcalloc(2 * world->marks->conditions.n, sizeof *world->distances);
	assert_ok(seq_parse(world->arena, world->model, "test t\n  r = ring_new(5)\n  ring_push(r, 9)\nend\n", "t",
	                    &file));
	world->seq = file.at[0].seq;
}

static void close_world(struct world *world)
{
	free(world->distances);
	directed_free(world->directed);
	structure_free(world->structure);
	cover_release(&world->cover);
	marks_free(world->marks);
	model_free(world->model);
	arena_free(world->arena);
}

/* The n-th literal of a sequence. */
static uint32_t literal(const struct seq *seq, uint32_t n)
{
	uint32_t i = 0;
	while (seq->steps[i]->kind != STEP_VALUE || n-- > 0)
		i++;
	return i;
}

static int number(const struct world *world, const struct seq *seq, uint32_t n)
{
	const struct step *step = seq->steps[literal(seq, n)];
	return (int)value_int(model_canonical(world->model, step->type), step->bytes);
}

/* A label for "literal n == value": its four bytes joined, and compared. */
static uint32_t compare(struct world *world, uint32_t n, uint32_t value)
{
	uint32_t step = literal(world->seq, n), bits = (uint32_t)number(world, world->seq, n), whole = 0;
	for (uint32_t byte = 0; byte < 4; byte++) {
		uint32_t in = world->n_nodes++;
		world->nodes[in] = (struct sk_node){ .op = SK_NODE_INPUT,
			                             .bits = 8,
			                             .extra = step,
			                             .left_value = byte,
			                             .right_value = bits >> (8 * byte) & 255 };
		if (byte)
			world->nodes[world->n_nodes++] = (struct sk_node){ .op = SK_NODE_CONCAT,
				                                           .bits = (uint16_t)(8 * byte + 8),
				                                           .left = in,
				                                           .right = whole,
				                                           .extra = 8 * byte };
		whole = world->n_nodes - 1;
	}
	world->nodes[world->n_nodes] = (struct sk_node){
		.op = SK_NODE_EQ, .bits = 1, .left = whole, .extra = 32, .left_value = bits, .right_value = value
	};
	return world->n_nodes++;
}

/* A run that decides by two literals, and then meets a condition without a label. */
static void run(struct world *world, uint32_t first, uint32_t second, double distance)
{
	const struct sk_met met[] = { { .kind = SK_MET_STEP },
		                      { SK_MET_CONDITION, C_SIZE, first, 0 },
		                      { SK_MET_CONDITION, C_OUTER, second, 1 },
		                      { SK_MET_CONDITION, C_INNER, 0, 0 } };
	struct trace trace = {
		.nodes = world->nodes, .n_nodes = world->n_nodes, .met = met, .n_met = sizeof met / sizeof *met
	};
	hand_take(&world->cover, C_SIZE, false);
	hand_take(&world->cover, C_OUTER, true);
	hand_take(&world->cover, C_INNER, false);
	structure_refresh(world->structure, &world->cover);
	world->distances[2 * C_INNER + 1] = distance;
	directed_look(world->directed, world->seq, &trace, world->distances);
}

/* All modifications; which of them is (first, second)? NONE: no one. */
static uint32_t find(struct world *world, int first, int second)
{
	uint32_t edge, found = NONE, n = 0;
	for (const struct seq *seq; (seq = directed_next(world->directed, world->arena, &edge)); n++) {
		assert_true(seq_is_valid(seq, world->model));
		assert_int_equal(edge, marks_condition_probe(world->marks, C_INNER, true));
		if (number(world, seq, 0) == first && number(world, seq, 1) == second && found == NONE)
			found = n;
	}
	return found;
}

/* What a literal was compared with comes first; then zero, the opposite, near ones. */
static void test_unary(void **state)
{
	static const int expected[][2] = { { 5, 77 }, { 42, 9 }, { 0, 9 },   { -5, 9 },  { 6, 9 },
		                           { 4, 9 },  { 15, 9 }, { 105, 9 }, { 5, -91 }, { 5, 8 } };
	(void)state;
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		struct world world;
		open_world(&world);
		run(&world, compare(&world, 0, 42), compare(&world, 1, 77), 1);
		uint32_t at = find(&world, expected[i][0], expected[i][1]);
		assert_int_not_equal(at, NONE);
		assert_true(i >= 2 || at < 2);
		assert_int_equal(directed_stats(world.directed).frontiers, 1);
		close_world(&world);
	}
}

static void test_binary(void **state)
{
	static const int expected[][2] = { { 9, 9 }, { 5, 5 }, { 9, 5 } };
	(void)state;
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		struct world world;
		open_world(&world);
		run(&world, compare(&world, 0, 42), compare(&world, 1, 77), 1);
		assert_int_not_equal(find(&world, expected[i][0], expected[i][1]), NONE);
		close_world(&world);
	}
}

/* Without a decision by inputs before it there is nothing to modify; and what has been
 * taken is no frontier. */
static void test_no_frontier(void **state)
{
	struct world world;
	uint32_t edge;
	(void)state;
	open_world(&world);
	run(&world, 0, 0, 1);
	assert_null(directed_next(world.directed, world.arena, &edge));
	hand_take(&world.cover, C_INNER, true);
	run(&world, compare(&world, 0, 42), 0, 1);
	assert_null(directed_next(world.directed, world.arena, &edge));
	assert_int_equal(directed_stats(world.directed).witnesses, 0);
	close_world(&world);
}

/* Of witnesses that are as near a few are kept; a nearer one is always welcome. */
static void test_nearer_witnesses(void **state)
{
	struct world world;
	uint32_t edge;
	(void)state;
	open_world(&world);
	uint32_t label = compare(&world, 0, 42);
	for (int i = 0; i < 5; i++)
		run(&world, label, 0, 8);
	assert_int_equal(directed_stats(world.directed).witnesses, 3);
	run(&world, label, 0, 9);
	assert_int_equal(directed_stats(world.directed).witnesses, 3);
	run(&world, label, 0, 2);
	assert_int_equal(directed_stats(world.directed).witnesses, 4);
	assert_non_null(directed_next(world.directed, world.arena, &edge));
	directed_told(world.directed, true);
	assert_int_equal(directed_stats(world.directed).crossed, 1);
	close_world(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_unary),
		cmocka_unit_test(test_binary),
		cmocka_unit_test(test_no_frontier),
		cmocka_unit_test(test_nearer_witnesses),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
