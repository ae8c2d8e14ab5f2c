/* Tests of the coverage structure on graphs made by hand: the paper's bubble, calls and returns,
 * MC/DC, excluded goals. */
#include "test.h"

#include "cover/structure.h"
#include "hand_flow.h"

struct world {
	struct marks *marks;
	struct structure *structure;
	struct cover cover;
	struct nearest *nearest;
};

static struct world open_world(enum criterion criterion)
{
	struct world world = { .marks = hand_marks() };
	world.structure = structure_new(world.marks, hand_flow(world.marks->arena), N_HAND_FUNCTIONS, criterion);
	cover_init(&world.cover, world.marks);
	world.nearest = nearest_new(world.marks);
	return world;
}

static void close_world(struct world *world)
{
	structure_free(world->structure);
	cover_release(&world->cover);
	nearest_free(world->nearest);
	marks_free(world->marks);
}

static uint32_t edge(const struct world *world, uint32_t condition, bool outcome)
{
	return marks_condition_probe(world->marks, condition, outcome);
}

static enum relevance relevance(struct world *world, uint32_t condition, bool outcome, uint32_t scope)
{
	struct flip flip = { .edge = edge(world, condition, outcome),
		             .function = world->marks->conditions.at[condition].function,
		             .scope = scope };
	return structure_relevance(world->structure, &flip);
}

/* The four runs that the paper tells, and what it says of the candidates between them. */
static void test_bubble(void **state)
{
	(void)state;
	struct world world = open_world(CRITERION_BRANCH);
	structure_exclude(world.structure, CALLER);
	structure_exclude(world.structure, STRANGER);
	structure_exclude(world.structure, LONELY);
	assert_int_equal(structure_count(world.structure).total, 8);
	hand_take(&world.cover, C_SIZE, false);
	hand_take(&world.cover, C_OUTER, false);
	assert_true(structure_refresh(world.structure, &world.cover));
	assert_false(structure_refresh(world.structure, &world.cover));
	assert_int_equal(relevance(&world, C_SIZE, true, BUBBLE), MUST_BE_RELEVANT);
	assert_int_equal(relevance(&world, C_OUTER, true, BUBBLE), MUST_BE_RELEVANT);
	assert_int_equal(structure_walk_down(world.structure, edge(&world, C_SIZE, true), 2), 1);
	/* The edge itself, both ways of the inner loop and of the swap; the loop leads back to the edge. */
	assert_int_equal(structure_walk_down(world.structure, edge(&world, C_OUTER, true), 3), 5);
	hand_take(&world.cover, C_OUTER, true);
	hand_take(&world.cover, C_INNER, true);
	hand_take(&world.cover, C_INNER, false);
	hand_take(&world.cover, C_GREATER, false);
	assert_true(structure_refresh(world.structure, &world.cover));
	assert_int_equal(relevance(&world, C_SIZE, true, BUBBLE), MUST_BE_RELEVANT);
	assert_int_equal(relevance(&world, C_GREATER, true, BUBBLE), MUST_BE_RELEVANT);
	assert_int_equal(relevance(&world, C_INNER, false, BUBBLE), MAY_BE_RELEVANT);
	assert_int_equal(relevance(&world, C_OUTER, false, BUBBLE), IRRELEVANT);
	assert_int_equal(structure_distance(world.structure, edge(&world, C_GREATER, true)), 0);
	assert_int_equal(structure_distance(world.structure, edge(&world, C_OUTER, true)), 2);
	hand_take(&world.cover, C_GREATER, true);
	assert_true(structure_refresh(world.structure, &world.cover));
	assert_int_equal(relevance(&world, C_OUTER, true, BUBBLE), IRRELEVANT);
	assert_int_equal(relevance(&world, C_GREATER, false, BUBBLE), IRRELEVANT);
	assert_int_equal(relevance(&world, C_SIZE, true, BUBBLE), MUST_BE_RELEVANT);
	assert_int_equal(structure_distance(world.structure, edge(&world, C_INNER, true)), NONE);
	close_world(&world);
}

/* What lies behind a return counts only for callers that the test can come from. */
static void test_scope(void **state)
{
	(void)state;
	struct world world = open_world(CRITERION_BRANCH);
	for (uint32_t c = 0; c < 4; c++)
		for (int o = 0; o < 2; o++)
			hand_take(&world.cover, c, o);
	hand_take(&world.cover, C_CALLER, false);
	hand_take(&world.cover, C_CALLER, true);
	structure_refresh(world.structure, &world.cover);
	assert_int_equal(relevance(&world, C_GREATER, true, BUBBLE), IRRELEVANT);
	assert_int_equal(relevance(&world, C_GREATER, true, CALLER), IRRELEVANT);
	assert_int_equal(relevance(&world, C_GREATER, true, STRANGER), MAY_BE_RELEVANT);
	assert_false(structure_is_open(world.structure, BUBBLE));
	assert_false(structure_is_open(world.structure, CALLER));
	assert_true(structure_is_open(world.structure, STRANGER));
	assert_true(structure_is_open(world.structure, LONELY));
	close_world(&world);
}

static void run_in_vain(struct world *world, uint32_t function, double distance)
{
	double distances[2 * N_HAND_CONDITIONS] = { 0 };
	distances[2 * C_GREATER + 1] = distance;
	struct nearer nearer = nearest_add(world->nearest, &(struct seq){ 0 }, distances);
	structure_note_run(
	        world->structure,
	        &(struct outcome){ .probes = world->cover.probes, .nearer = nearer, .calls = &function, .n_calls = 1 });
}

/* What runs of its function do not win, nor come nearer to, is put last; the flip that
 * wins it is not, until that was tried as often; winning anything brings hope back. */
static void test_hope(void **state)
{
	(void)state;
	struct world world = open_world(CRITERION_BRANCH);
	uint32_t missing[] = { edge(&world, C_SIZE, true), edge(&world, C_GREATER, true) };
	structure_set_patience(world.structure, 3);
	for (uint32_t c = C_SIZE; c <= C_GREATER; c++)
		for (int o = 0; o < 2; o++)
			if (edge(&world, c, o) != missing[0] && edge(&world, c, o) != missing[1])
				hand_take(&world.cover, c, o);
	structure_refresh(world.structure, &world.cover);
	for (int i = 0; i < 3; i++)
		run_in_vain(&world, LONELY, 0);
	assert_int_equal(relevance(&world, C_INNER, true, BUBBLE), MAY_BE_RELEVANT);
	for (double distance = 9; distance > 5; distance--)
		run_in_vain(&world, BUBBLE, distance);
	assert_true(structure_has_hope(world.structure, BUBBLE));
	for (int i = 0; i < 3; i++)
		run_in_vain(&world, BUBBLE, 7);
	assert_int_equal(relevance(&world, C_INNER, true, BUBBLE), HARDLY_RELEVANT);
	assert_int_equal(relevance(&world, C_OUTER, false, BUBBLE), IRRELEVANT);
	assert_int_equal(relevance(&world, C_GREATER, true, BUBBLE), MUST_BE_RELEVANT);
	assert_true(structure_is_open(world.structure, BUBBLE));
	assert_false(structure_has_hope(world.structure, BUBBLE));
	for (int i = 0; i < 3; i++)
		structure_note_try(world.structure, missing[1]);
	assert_int_equal(relevance(&world, C_GREATER, true, BUBBLE), HARDLY_RELEVANT);
	hand_take(&world.cover, C_SIZE, true);
	structure_refresh(world.structure, &world.cover);
	assert_int_equal(relevance(&world, C_INNER, true, BUBBLE), MAY_BE_RELEVANT);
	assert_int_equal(relevance(&world, C_GREATER, true, BUBBLE), MUST_BE_RELEVANT);
	close_world(&world);
}

/* The same graphs, but the program ends where bubble would return. */
static struct world open_halting_world(void)
{
	struct world world = { .marks = hand_marks() };
	struct arena *arena = world.marks->arena;
	struct flow_graph *flow = arena_memdup(arena, hand_flow(arena), N_HAND_FUNCTIONS * sizeof *flow);
	uint32_t n = flow[BUBBLE].n_nodes;
	struct flow_node *nodes = arena_memdup(arena, flow[BUBBLE].nodes, n * sizeof *nodes);
	nodes[n - 1].halts = true;
	flow[BUBBLE].nodes = nodes;
	world.structure = structure_new(world.marks, flow, N_HAND_FUNCTIONS, CRITERION_BRANCH);
	cover_init(&world.cover, world.marks);
	world.nearest = nearest_new(world.marks);
	return world;
}

/* Nothing lies behind a call that does not return. */
static void test_halts(void **state)
{
	(void)state;
	struct world world = open_halting_world();
	assert_true(structure_is_open(world.structure, STRANGER));
	assert_int_equal(structure_distance(world.structure, edge(&world, C_OUTER, false)), 0);
	for (uint32_t c = 0; c < 4; c++)
		for (int o = 0; o < 2; o++)
			hand_take(&world.cover, c, o);
	structure_refresh(world.structure, &world.cover);
	assert_int_equal(relevance(&world, C_GREATER, true, STRANGER), IRRELEVANT);
	assert_int_equal(structure_walk_down(world.structure, edge(&world, C_OUTER, false), 3), 0);
	assert_int_equal(structure_distance(world.structure, edge(&world, C_OUTER, false)), NONE);
	assert_false(structure_is_open(world.structure, STRANGER));
	assert_true(structure_is_open(world.structure, LONELY));
	close_world(&world);
}

static void test_mcdc(void **state)
{
	(void)state;
	struct world world = open_world(CRITERION_MCDC);
	const struct decision *d = &world.marks->decisions.at[6];
	const struct condition *a = &world.marks->conditions.at[C_BOTH_A];
	const struct condition *b = &world.marks->conditions.at[C_BOTH_B];
	struct flip flip = { .edge = edge(&world, C_BOTH_B, true), .function = LONELY, .scope = LONELY };
	assert_int_equal(d->n_paths, 3);
	hand_take(&world.cover, C_BOTH_A, false);
	hand_hit(&world.cover, d->first_probe + a->weight[0]);
	structure_refresh(world.structure, &world.cover);
	/* a false was taken; a && b true shows a: both true is wanted, from either end. */
	flip.path = a->weight[1] + b->weight[1];
	assert_int_equal(structure_relevance(world.structure, &flip), MUST_BE_RELEVANT);
	flip.edge = edge(&world, C_BOTH_A, true);
	flip.path = a->weight[1];
	assert_int_equal(structure_relevance(world.structure, &flip), MAY_BE_RELEVANT);
	hand_hit(&world.cover, d->first_probe + a->weight[1] + b->weight[1]);
	hand_hit(&world.cover, d->first_probe + a->weight[1] + b->weight[0]);
	hand_take(&world.cover, C_BOTH_A, true);
	hand_take(&world.cover, C_BOTH_B, false);
	hand_take(&world.cover, C_BOTH_B, true);
	structure_refresh(world.structure, &world.cover);
	assert_int_equal(structure_relevance(world.structure, &flip), IRRELEVANT);
	assert_false(structure_wants(world.structure, flip.edge));
	close_world(&world);
}

/* Every path through a decision of one condition and of two, under every criterion:
 * what the structure wants is what cover_count() does not have. */
static void test_all_covered(void **state)
{
	(void)state;
	for (int c = 0; c < N_CRITERIA; c++) {
		struct world world = open_world((enum criterion)c);
		assert_true(structure_is_open(world.structure, STRANGER));
		for (uint32_t p = 0; p < world.marks->n_probes; p++)
			hand_hit(&world.cover, p);
		structure_refresh(world.structure, &world.cover);
		struct count count = structure_count(world.structure);
		assert_int_equal(count.covered, count.total);
		for (uint32_t f = 0; f < N_HAND_FUNCTIONS; f++)
			assert_false(structure_is_open(world.structure, f));
		for (uint32_t e = 0; e < 2 * N_HAND_CONDITIONS; e++)
			assert_int_equal(relevance(&world, e / 2, e % 2, STRANGER), IRRELEVANT);
		close_world(&world);
	}
}

static void test_statements(void **state)
{
	(void)state;
	struct world world = open_world(CRITERION_STATEMENT);
	hand_hit(&world.cover, marks_region_probe(world.marks, BUBBLE));
	structure_refresh(world.structure, &world.cover);
	assert_true(structure_is_open(world.structure, CALLER));
	assert_int_equal(relevance(&world, C_GREATER, true, BUBBLE), IRRELEVANT);
	assert_int_equal(relevance(&world, C_GREATER, true, CALLER), MAY_BE_RELEVANT);
	close_world(&world);
}

static void test_ways(void **state)
{
	(void)state;
	struct world world = open_world(CRITERION_BRANCH);
	hand_take(&world.cover, C_SIZE, true);
	structure_refresh(world.structure, &world.cover);
	assert_int_equal(structure_way_to(world.structure, edge(&world, C_GREATER, true)), edge(&world, C_SIZE, false));
	assert_int_equal(structure_way_to(world.structure, edge(&world, C_CALLER, true)), NONE);
	hand_take(&world.cover, C_SIZE, false);
	hand_take(&world.cover, C_OUTER, false);
	structure_refresh(world.structure, &world.cover);
	assert_int_equal(structure_way_to(world.structure, edge(&world, C_GREATER, true)), edge(&world, C_OUTER, true));
	close_world(&world);
}

static void prefer(struct world *world, uint64_t *set, uint32_t probe)
{
	set[probe / 64] |= UINT64_C(1) << (probe % 64);
	structure_prefer(world->structure, set);
}

/* While a preferred goal is open no other counts; runs in vain end that, and winning something brings it back. */
static void test_preferred(void **state)
{
	(void)state;
	struct world world = open_world(CRITERION_BRANCH);
	uint64_t set[8] = { 0 };
	structure_set_patience(world.structure, 3);
	prefer(&world, set, edge(&world, C_GREATER, true));
	hand_take(&world.cover, C_OUTER, true);
	assert_true(structure_refresh(world.structure, &world.cover));
	assert_true(structure_is_narrow(world.structure));
	assert_int_equal(relevance(&world, C_GREATER, true, BUBBLE), MUST_BE_RELEVANT);
	assert_int_equal(relevance(&world, C_INNER, true, BUBBLE), MAY_BE_RELEVANT);
	assert_int_equal(relevance(&world, C_SIZE, true, BUBBLE), HARDLY_RELEVANT);
	assert_true(structure_leads_on(world.structure, edge(&world, C_INNER, true)));
	assert_false(structure_leads_on(world.structure, edge(&world, C_SIZE, true)));
	for (int i = 0; i < 12; i++)
		run_in_vain(&world, BUBBLE, 5);
	assert_true(structure_refresh(world.structure, &world.cover)); /* tired of it */
	assert_false(structure_is_narrow(world.structure));
	assert_int_equal(relevance(&world, C_SIZE, true, BUBBLE), MUST_BE_RELEVANT);
	hand_take(&world.cover, C_INNER, true);
	assert_true(structure_refresh(world.structure, &world.cover));
	assert_true(structure_is_narrow(world.structure));
	hand_take(&world.cover, C_GREATER, true);
	assert_true(structure_refresh(world.structure, &world.cover)); /* it is won, so the others count */
	assert_false(structure_is_narrow(world.structure));
	assert_int_equal(relevance(&world, C_SIZE, true, BUBBLE), MUST_BE_RELEVANT);
	close_world(&world);
}

/* A region is a goal of any criterion while it is preferred. */
static void test_preferred_region(void **state)
{
	(void)state;
	struct world world = open_world(CRITERION_BRANCH);
	uint64_t set[8] = { 0 };
	prefer(&world, set, marks_function_probe(world.marks, STRANGER));
	assert_true(structure_is_narrow(world.structure));
	assert_true(structure_has_hope(world.structure, STRANGER));
	assert_false(structure_has_hope(world.structure, LONELY));
	structure_prefer(world.structure, NULL);
	assert_false(structure_is_narrow(world.structure));
	assert_true(structure_has_hope(world.structure, LONELY));
	close_world(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bubble),     cmocka_unit_test(test_scope),
		cmocka_unit_test(test_mcdc),       cmocka_unit_test(test_all_covered),
		cmocka_unit_test(test_statements), cmocka_unit_test(test_ways),
		cmocka_unit_test(test_halts),      cmocka_unit_test(test_hope),
		cmocka_unit_test(test_preferred),  cmocka_unit_test(test_preferred_region),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
