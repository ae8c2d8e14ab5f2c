/* Tests of the solver on expressions made by hand and at random. expression.h has a second
 * definition of nodes; brute force and Z3 check refutations. */
#include "test.h"

#include <stdlib.h>

#include "asking.h"

/* ---- random expressions ---- */

static const unsigned widths[] = { 1, 3, 7, 8, 12, 16, 24, 31, 32, 33, 48, 63, 64 };
#define N_WIDTHS (sizeof widths / sizeof widths[0])

/* An operand of so many bits: something made before, cut or widened, or a constant. */
static struct part random_part(struct table_of_nodes *t, struct rng *rng, unsigned bits)
{
	if (rng_chance(rng, 0.15)) {
		uint64_t value = rng_chance(rng, 0.5) ? rng_below(rng, 4) : rng_next(rng);
		return constant(cut(value, bits));
	}
	uint32_t label = (uint32_t)(1 + rng_below(rng, t->trace.n_nodes - 1));
	unsigned have = t->nodes[label].bits;
	if (have > bits) {
		struct sk_node node = { .op = SK_NODE_EXTRACT, .bits = (uint16_t)bits, .extra = have, .left = label };
		node.left_value = t->values[label];
		node.right_value = rng_below(rng, have - bits + 1);
		label = add_node(t, node);
	} else if (have < bits) {
		unsigned op = rng_chance(rng, 0.5) ? SK_NODE_ZEXT : SK_NODE_SEXT;
		label = add_op(t, op, bits, have, the(t, label), constant(0));
	}
	return the(t, label);
}

static uint32_t random_float_node(struct table_of_nodes *t, struct rng *rng, unsigned op)
{
	unsigned bits = rng_chance(rng, 0.5) ? 32 : 64, other = rng_chance(rng, 0.5) ? 32 : 64;
	unsigned width = widths[rng_below(rng, N_WIDTHS)];
	struct part left = random_part(t, rng, bits);
	if (op == SK_NODE_FCMP)
		return add_relation(t, (unsigned)rng_below(rng, 16), bits, left, random_part(t, rng, bits));
	if (op == SK_NODE_F_TO_S || op == SK_NODE_F_TO_U)
		return add_op(t, op, width, bits, left, constant(0));
	if (op == SK_NODE_F_TO_F)
		return add_op(t, op, other, bits, left, constant(0));
	if (op == SK_NODE_S_TO_F || op == SK_NODE_U_TO_F)
		return add_op(t, op, bits, width, random_part(t, rng, width), constant(0));
	bool is_binary = op <= SK_NODE_FREM;
	return add_op(t, op, bits, 0, left, is_binary ? random_part(t, rng, bits) : constant(0));
}

static uint32_t random_node(struct table_of_nodes *t, struct rng *rng, bool with_floats)
{
	unsigned last = with_floats ? SK_NODE_N_OPS - 1 : SK_NODE_TABLE;
	unsigned op = SK_NODE_ADD + (unsigned)rng_below(rng, last - SK_NODE_ADD + 1);
	unsigned bits = widths[rng_below(rng, N_WIDTHS)];
	if (op >= SK_NODE_FADD)
		return random_float_node(t, rng, op);
	if (op == SK_NODE_TABLE)
		return add_op(t, op, 16, (unsigned)rng_below(rng, t->trace.n_tables), random_part(t, rng, 8),
		              constant(0));
	if (op == SK_NODE_CONCAT) {
		unsigned low = 1 + (unsigned)rng_below(rng, 32), high = 1 + (unsigned)rng_below(rng, 32);
		struct part left = random_part(t, rng, high);
		return add_op(t, op, low + high, low, left, random_part(t, rng, low));
	}
	if (op == SK_NODE_ZEXT || op == SK_NODE_SEXT || op == SK_NODE_EXTRACT)
		return random_part(t, rng, bits).label;
	struct part left = random_part(t, rng, bits), right = random_part(t, rng, bits);
	if (op == SK_NODE_ITE) {
		struct part condition = random_part(t, rng, 1);
		return condition.label ? add_op(t, op, bits, condition.label, left, right) : 0;
	}
	bool is_comparison = op >= SK_NODE_EQ && op <= SK_NODE_SLE;
	if (op >= SK_NODE_SHL && op <= SK_NODE_ASHR && rng_chance(rng, 0.8))
		right = constant(rng_below(rng, bits));
	return add_op(t, op, is_comparison ? 1 : bits, is_comparison ? bits : 0, left, right);
}

static void random_table(struct table_of_nodes *t, struct rng *rng, uint32_t n)
{
	uint64_t entries[256];
	for (uint32_t i = 0; i < n; i++)
		entries[i] = rng_next(rng) & 0xffff;
	add_table(t, 2, entries, n);
}

static void random_expressions(struct table_of_nodes *t, struct rng *rng, unsigned n_inputs, unsigned n,
                               bool with_floats)
{
	nodes_init(t);
	for (unsigned i = 0; i < n_inputs; i++)
		add_input(t, (uint8_t)rng_next(rng));
	random_table(t, rng, 256);
	random_table(t, rng, 100);
	for (unsigned i = 0; i < n; i++)
		random_node(t, rng, with_floats);
}

/* Other inputs than those of the run: the nodes' own values are of no help. */
static void check_evaluation(struct table_of_nodes *t, struct rng *rng)
{
	static uint64_t values[MAX_TEST_NODES];
	static bool has_value[MAX_TEST_NODES];
	struct input_byte other[MAX_TEST_INPUTS];
	uint8_t bytes[MAX_TEST_INPUTS];
	for (size_t i = 0; i < t->n_inputs; i++) {
		bytes[i] = (uint8_t)rng_next(rng);
		other[i] = (struct input_byte){ .offset = (uint32_t)i, .value = bytes[i] };
	}
	mean_all(t, bytes, values, has_value);
	struct known_inputs known = { .at = other, .n = t->n_inputs };
	for (uint32_t label = 1; label < t->trace.n_nodes; label++) {
		uint64_t value;
		bool has = solve_evaluate(&t->trace, &known, label, &value);
		if (has != has_value[label] || (has && value != values[label]))
			fail_msg("label %u, operation %u of %u bits: %d %llx, not %d %llx", label, t->nodes[label].op,
			         t->nodes[label].bits, has, (unsigned long long)value, has_value[label],
			         (unsigned long long)values[label]);
	}
}

static void test_evaluation_means_what_nodes_mean(void **state)
{
	(void)state;
	struct rng rng;
	for (uint64_t seed = 0; seed < 60; seed++) {
		rng_init(&rng, seed);
		random_expressions(table, &rng, 1 + (unsigned)rng_below(&rng, 12), 80, true);
		check_evaluation(table, &rng);
	}
}

/* ---- random systems ---- */

/* Wishes that some other inputs than the run's fulfil: the last is not fulfilled by
 * the run, the others are by both. False if chance gave no such thing. */
static bool satisfiable_system(struct table_of_nodes *t, struct rng *rng, struct wish *wishes, size_t *n)
{
	static uint64_t values[MAX_TEST_NODES];
	static bool has_value[MAX_TEST_NODES];
	uint8_t bytes[MAX_TEST_INPUTS];
	for (size_t i = 0; i < t->n_inputs; i++)
		bytes[i] = (uint8_t)rng_next(rng);
	mean_all(t, bytes, values, has_value);
	*n = 0;
	for (uint32_t label = 1; label < t->trace.n_nodes && *n < 12; label++) {
		bool same = has_value[label] && t->has_value[label] && values[label] == t->values[label];
		if (same && t->nodes[label].bits == 1)
			wishes[(*n)++] = (struct wish){ .label = label, .value = values[label] };
	}
	for (uint32_t label = t->trace.n_nodes - 1; label; label--) {
		if (has_value[label] && t->nodes[label].bits == 1 &&
		    !(t->has_value[label] && values[label] == t->values[label])) {
			wishes[(*n)++] = (struct wish){ .label = label, .value = values[label] };
			return true;
		}
	}
	return false;
}

static void test_satisfiable_systems_are_solved(void **state)
{
	(void)state;
	struct rng rng;
	struct wish wishes[16];
	uint8_t bytes[MAX_TEST_INPUTS];
	size_t n, asked = 0, found = 0;
	struct solver *solver = solver_with(ALL_RUNGS, 7);
	for (uint64_t seed = 0; seed < 150; seed++) {
		rng_init(&rng, 1000 + seed);
		random_expressions(table, &rng, 1 + (unsigned)rng_below(&rng, 8), 40, seed % 3 == 0);
		if (!satisfiable_system(table, &rng, wishes, &n))
			continue;
		enum answer answer = ask(solver, table, wishes, n, bytes);
		if (answer == ANSWER_REFUTED)
			fail_msg("seed %llu: refuted what has an answer", (unsigned long long)seed);
		asked++;
		found += answer == ANSWER_FOUND;
	}
	struct solver_stats stats = solver_stats(solver);
	assert_int_equal(stats.queries, asked);
	assert_int_equal(stats.found, found);
	assert_true(asked > 80);
	if (found * 20 < asked * 19)
		fail_msg("%zu of %zu were found", found, asked);
	solver_free(solver);
}

/* ---- refutations ---- */

static bool brute_force(const struct table_of_nodes *t, const struct wish *wishes, size_t n)
{
	static uint64_t values[MAX_TEST_NODES];
	static bool has_value[MAX_TEST_NODES];
	for (uint32_t try = 0; try < 1u << 8 * t->n_inputs; try++) {
		uint8_t bytes[2] = { (uint8_t)try, (uint8_t)(try >> 8) };
		bool all = true;
		mean_all(t, bytes, values, has_value);
		for (size_t i = 0; i < n && all; i++)
			all = has_value[wishes[i].label] &&
			      (values[wishes[i].label] == wishes[i].value) != wishes[i].is_not;
		if (all)
			return true;
	}
	return false;
}

/* What the run gives stays; the last wish asks for the opposite of the run. */
static bool flipped_system(const struct table_of_nodes *t, struct rng *rng, struct wish *wishes, size_t *n)
{
	*n = 0;
	for (uint32_t label = 1; label < t->trace.n_nodes && *n < 4; label++)
		if (t->nodes[label].bits == 1 && t->has_value[label] && rng_chance(rng, 0.3))
			wishes[(*n)++] = (struct wish){ .label = label, .value = t->values[label] };
	if (*n)
		wishes[*n - 1].value ^= 1;
	return *n != 0;
}

static void check_against_brute_force(unsigned rungs, uint64_t seeds, bool with_floats, size_t *refuted, size_t *found)
{
	struct rng rng;
	struct wish wishes[8];
	uint8_t bytes[MAX_TEST_INPUTS];
	size_t n;
	*refuted = *found = 0;
	struct solver *solver = solver_with(rungs, 3);
	for (uint64_t seed = 0; seed < seeds; seed++) {
		rng_init(&rng, 5000 + seed);
		random_expressions(table, &rng, 1 + (seed % 8 == 0), 14, with_floats);
		if (!flipped_system(table, &rng, wishes, &n))
			continue;
		enum answer answer = ask(solver, table, wishes, n, bytes);
		bool exists = brute_force(table, wishes, n);
		if (answer != ANSWER_GAVE_UP && (answer == ANSWER_FOUND) != exists)
			fail_msg("seed %llu: answer %d, yet brute force says %d", (unsigned long long)seed, answer,
			         exists);
		*refuted += answer == ANSWER_REFUTED;
		*found += answer == ANSWER_FOUND;
	}
	solver_free(solver);
}

static void test_all_rungs_agree_with_brute_force(void **state)
{
	(void)state;
	size_t refuted, found;
	check_against_brute_force(ALL_RUNGS, 300, true, &refuted, &found);
	assert_true(refuted > 50 && found > 50);
}

static void test_bounds_agree_with_brute_force(void **state)
{
	(void)state;
	size_t refuted, found;
	check_against_brute_force(ONLY(RUNG_BOUNDS), 1500, true, &refuted, &found);
	assert_true(refuted > 100);
	assert_int_equal(found, 0);
}

static void test_enumeration_agrees_with_brute_force(void **state)
{
	(void)state;
	size_t refuted, found;
	check_against_brute_force(ONLY(RUNG_ENUMERATE), 300, true, &refuted, &found);
	assert_true(refuted > 50 && found > 50);
}

static void test_z3_agrees_with_brute_force(void **state)
{
	(void)state;
	size_t refuted, found;
	check_against_brute_force(ONLY(RUNG_Z3), 120, false, &refuted, &found);
	assert_true(refuted > 20 && found > 20);
	check_against_brute_force(ONLY(RUNG_Z3), 60, true, &refuted, &found);
	assert_true(refuted > 5 && found > 5);
}

/* ---- the frame ---- */

static void test_same_seed_same_answers(void **state)
{
	(void)state;
	uint8_t bytes[2][MAX_TEST_INPUTS];
	struct wish wishes[16];
	struct rng rng;
	size_t n;
	struct solver *solvers[2] = { solver_with(ALL_RUNGS, 5), solver_with(ALL_RUNGS, 5) };
	for (uint64_t seed = 0; seed < 40; seed++) {
		rng_init(&rng, 9000 + seed);
		random_expressions(table, &rng, 6, 40, false);
		if (!satisfiable_system(table, &rng, wishes, &n))
			continue;
		enum answer first = ask(solvers[0], table, wishes, n, bytes[0]);
		enum answer second = ask(solvers[1], table, wishes, n, bytes[1]);
		assert_int_equal(first, second);
		assert_memory_equal(bytes[0], bytes[1], table->n_inputs);
	}
	solver_free(solvers[0]);
	solver_free(solvers[1]);
}

/* Wishes on other bytes do not belong to the slice: their bytes do not change. */
static void test_slices_leave_other_bytes_alone(void **state)
{
	(void)state;
	uint32_t a = add_input(table, 1), b = add_input(table, 2), c = add_input(table, 3), d = add_input(table, 4);
	uint32_t ab = add_op(table, SK_NODE_ULT, 1, 8, the(table, a), the(table, b));
	uint32_t bc = add_op(table, SK_NODE_ULT, 1, 8, the(table, b), the(table, c));
	uint32_t dd = add_op(table, SK_NODE_EQ, 1, 8, the(table, d), constant(4));
	uint32_t last = add_op(table, SK_NODE_EQ, 1, 8, the(table, a), constant(200));
	struct wish wishes[] = { { ab, false, 1 }, { bc, false, 1 }, { dd, false, 1 }, { last, false, 1 } };
	struct solver *solver = solver_with(ALL_RUNGS, 1);
	uint8_t bytes[MAX_TEST_INPUTS];
	assert_int_equal(ask(solver, table, wishes, 4, bytes), ANSWER_FOUND);
	assert_int_equal(bytes[0], 200);
	assert_true(bytes[1] > 200 && bytes[2] > bytes[1]);
	assert_int_equal(bytes[3], 4);
	solver_free(solver);
}

static void test_fixed_bytes_stay(void **state)
{
	(void)state;
	uint32_t a = add_input(table, 1), b = add_input(table, 2);
	uint32_t sum = add_op(table, SK_NODE_ADD, 8, 0, the(table, a), the(table, b));
	uint32_t last = add_op(table, SK_NODE_EQ, 1, 8, the(table, sum), constant(77));
	uint8_t bytes[MAX_TEST_INPUTS];
	table->fixed[0] = true;
	assert_int_equal(ask_one(ALL_RUNGS, table, last, 1, bytes), ANSWER_FOUND);
	assert_int_equal(bytes[1], 76);
	table->fixed[1] = true;
	assert_int_equal(ask_one(ALL_RUNGS, table, last, 1, bytes), ANSWER_REFUTED);
}

static void test_an_unlisted_byte_stays_as_nodes_tell(void **state)
{
	(void)state;
	uint32_t a = add_input(table, 9), b = add_input(table, 2);
	uint32_t sum = add_op(table, SK_NODE_ADD, 8, 0, the(table, b), the(table, a));
	uint32_t last = add_op(table, SK_NODE_EQ, 1, 8, the(table, sum), constant(77));
	struct known_inputs known = { .at = &table->inputs[1], .n = 1 };
	struct solver *solver = solver_with(ALL_RUNGS, 1);
	struct wish wish = { .label = last, .value = 1 };
	const struct input_byte *changes;
	size_t n;
	assert_int_equal(solver_solve(solver, &table->trace, &known, &wish, 1, &changes, &n), ANSWER_FOUND);
	assert_int_equal(n, 1);
	assert_int_equal(changes[0].offset, 1);
	assert_int_equal(changes[0].value, 68);
	solver_free(solver);
}

/* A number of four new bytes, less a thousand, is this one. */
static uint32_t number_is(uint64_t value)
{
	uint32_t x = add_number(table, 4, 17);
	uint32_t less = add_op(table, SK_NODE_SUB, 32, 0, the(table, x), constant(1000));
	return add_op(table, SK_NODE_EQ, 1, 32, the(table, less), constant(value));
}

static void test_a_contradiction_is_refuted_at_once(void **state)
{
	(void)state;
	uint32_t label = number_is(1);
	struct wish wishes[] = { { label, false, 0 }, { label, false, 1 } };
	struct solver *solver = solver_with(0, 1);
	uint8_t bytes[MAX_TEST_INPUTS];
	assert_int_equal(ask(solver, table, wishes, 2, bytes), ANSWER_REFUTED);
	solver_free(solver);
}

/* Each level has two ways down, and none leads to a byte: trying all of them would never end. */
static void test_ways_back_through_a_hash_are_not_all_tried(void **state)
{
	(void)state;
	uint32_t hash = add_op(table, SK_NODE_ZEXT, 32, 8, the(table, add_input(table, 1)), constant(0));
	uint8_t bytes[MAX_TEST_INPUTS];
	for (uint64_t round = 1; round <= 60; round++) {
		uint32_t mixed = add_op(table, SK_NODE_XOR, 32, 0, the(table, hash),
		                        constant(round * 0x9e3779b9 & 0xffffffff));
		hash = add_op(table, SK_NODE_ADD, 32, 0, the(table, hash), the(table, mixed));
	}
	uint32_t last = add_op(table, SK_NODE_EQ, 1, 32, the(table, hash), constant(0x12345678));
	assert_int_equal(ask_one(ONLY(RUNG_INVERT), table, last, 1, bytes), ANSWER_GAVE_UP);
}

static uint32_t add_pointer(uint32_t step, uint64_t value)
{
	return add_node(table,
	                (struct sk_node){ .op = SK_NODE_POINTER, .bits = 64, .extra = step, .right_value = value });
}

static void test_pointers_are_named_not_solved(void **state)
{
	(void)state;
	uint8_t bytes[MAX_TEST_INPUTS];
	uint32_t p = add_pointer(1, 0x7000), x = add_input(table, 5);
	uint32_t is_null = add_op(table, SK_NODE_EQ, 1, 64, (struct part){ p, 0x7000 }, constant(0));
	assert_int_equal(ask_one(ALL_RUNGS, table, is_null, 1, bytes), ANSWER_POINTER);
	uint32_t wide = add_op(table, SK_NODE_ZEXT, 64, 8, the(table, x), constant(0));
	uint32_t end = add_op(table, SK_NODE_ADD, 64, 0, (struct part){ p, 0x7000 }, the(table, wide));
	table->values[end] = 0x7005;
	uint32_t reaches = add_op(table, SK_NODE_EQ, 1, 64, (struct part){ end, 0x7005 }, constant(0x7040));
	uint32_t beyond = add_op(table, SK_NODE_EQ, 1, 64, (struct part){ end, 0x7005 }, constant(0x9000));
	struct solver *solver = solver_with(ALL_RUNGS, 1);
	struct known_inputs known = nodes_known(table);
	const struct input_byte *changes;
	size_t n;
	struct wish wish = { .label = reaches, .value = 1 };
	assert_int_equal(solver_solve(solver, &table->trace, &known, &wish, 1, &changes, &n), ANSWER_FOUND);
	assert_int_equal(changes[0].value, 0x40);
	wish.label = beyond;
	assert_int_equal(solver_solve(solver, &table->trace, &known, &wish, 1, &changes, &n), ANSWER_POINTER);
	solver_free(solver);
}

/* An earlier wish on a pointer may be to blame, or may not. */
static void test_refutations_do_not_hang_on_addresses(void **state)
{
	(void)state;
	uint8_t bytes[MAX_TEST_INPUTS];
	uint32_t p = add_pointer(1, 0x7000), x = add_number(table, 4, 5);
	uint32_t wide = add_op(table, SK_NODE_ZEXT, 64, 32, the(table, x), constant(0));
	uint32_t end = add_op(table, SK_NODE_ADD, 64, 0, (struct part){ p, 0x7000 }, the(table, wide));
	table->values[end] = 0x7005;
	table->has_value[end] = true;
	uint32_t inside = add_op(table, SK_NODE_ULT, 1, 64, the(table, end), constant(0x7010));
	uint32_t below_ten = add_op(table, SK_NODE_ULT, 1, 32, the(table, x), constant(10));
	uint32_t below_twenty = add_op(table, SK_NODE_ULT, 1, 32, the(table, x), constant(20));
	struct wish by_bytes[] = { { inside, false, 1 }, { below_ten, false, 1 }, { below_twenty, false, 0 } };
	struct wish by_pointer[] = { { inside, false, 1 }, { below_twenty, false, 0 } };
	struct solver *solver = solver_with(ALL_RUNGS, 1);
	assert_int_equal(ask(solver, table, by_bytes, 3, bytes), ANSWER_REFUTED);
	assert_int_equal(ask(solver, table, by_pointer, 2, bytes), ANSWER_GAVE_UP);
	solver_free(solver);
}

/* The same question about other bytes is known. */
static void test_the_cache_knows_shapes_not_names(void **state)
{
	(void)state;
	struct solver *solver = solver_with(ALL_RUNGS, 1);
	uint8_t bytes[MAX_TEST_INPUTS];
	for (unsigned i = 0; i < 3; i++) {
		nodes_init(table);
		for (unsigned k = 0; k < i; k++)
			add_input(table, (uint8_t)k);
		struct wish wish = { .label = number_is(123456789), .value = 1 };
		assert_int_equal(ask(solver, table, &wish, 1, bytes), ANSWER_FOUND);
	}
	struct solver_stats stats = solver_stats(solver);
	assert_int_equal(stats.rungs[RUNG_CACHE].found, 2);
	assert_int_equal(stats.wrong, 0);
	solver_free(solver);
}

static void test_scribbled_nodes_are_harmless(void **state)
{
	(void)state;
	struct rng rng;
	struct wish wishes[16];
	size_t n;
	struct solver *solver = solver_with(ALL_RUNGS & ~ONLY(RUNG_Z3), 1);
	for (uint64_t seed = 0; seed < 200; seed++) {
		rng_init(&rng, 20000 + seed);
		random_expressions(table, &rng, 4, 30, true);
		if (!flipped_system(table, &rng, wishes, &n))
			continue;
		for (unsigned i = 0; i < 20; i++) {
			size_t at = sizeof table->nodes[0] +
			            rng_below(&rng, sizeof table->nodes[0] * (table->trace.n_nodes - 1));
			((uint8_t *)table->nodes)[at] = (uint8_t)rng_next(&rng);
		}
		const struct input_byte *changes;
		size_t n_changes;
		struct known_inputs known = nodes_known(table);
		enum answer answer = solver_solve(solver, &table->trace, &known, wishes, n, &changes, &n_changes);
		assert_in_range(answer, ANSWER_FOUND, ANSWER_POINTER);
	}
	solver_free(solver);
}

static void test_inputs_of_a_label(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct input_byte *inputs;
	uint32_t a = add_input(table, 1), b = add_input(table, 2), c = add_input(table, 3);
	uint32_t cb = add_op(table, SK_NODE_ADD, 8, 0, the(table, c), the(table, b));
	uint32_t again = add_op(table, SK_NODE_XOR, 8, 0, the(table, cb), the(table, b));
	assert_int_equal(solve_inputs_of(&table->trace, again, arena, &inputs), 2);
	assert_int_equal(inputs[0].offset, 1);
	assert_int_equal(inputs[1].offset, 2);
	assert_int_equal(inputs[1].value, 3);
	assert_int_equal(solve_inputs_of(&table->trace, a, arena, &inputs), 1);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_evaluation_means_what_nodes_mean, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_satisfiable_systems_are_solved, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_all_rungs_agree_with_brute_force, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_bounds_agree_with_brute_force, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_enumeration_agrees_with_brute_force, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_z3_agrees_with_brute_force, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_same_seed_same_answers, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_slices_leave_other_bytes_alone, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_fixed_bytes_stay, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_an_unlisted_byte_stays_as_nodes_tell, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_a_contradiction_is_refuted_at_once, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_ways_back_through_a_hash_are_not_all_tried, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_pointers_are_named_not_solved, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_refutations_do_not_hang_on_addresses, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_the_cache_knows_shapes_not_names, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_scribbled_nodes_are_harmless, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_inputs_of_a_label, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
