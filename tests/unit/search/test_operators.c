/* Tests of properties of the operators of evolution: each result is a valid test that uses nothing
 * after its end, and equal seeds make equal tests. */
#include "test.h"

#include <stdlib.h>

#include "engine/join.h"
#include "engine/operators.h"
#include "model_of.h"
#include "seq/life.h"

#define ROUNDS 3000u
#define POPULATION 16u

struct lab {
	struct model *model;
	bool *callable;
	struct makers makers;
	struct values *values;
	struct rng rng;
	struct arena *arena;
	struct operators operators;
	const struct seq *tests[POPULATION];
	uint64_t hash;               /* of all that was made */
	unsigned made, joined, primitive;
};

static uint32_t pick(void *context)
{
	struct lab *lab = context;
	return (uint32_t)rng_below(&lab->rng, lab->model->functions.n);
}

static void open_lab(struct lab *lab, const char *path, uint64_t seed)
{
	*lab = (struct lab){ .model = model_of(&path, 1, NULL, 0), .arena = arena_new() };
	lab->callable = calloc(lab->model->functions.n, sizeof *lab->callable);
	for (size_t i = 0; i < lab->model->functions.n; i++)
		lab->callable[i] = true;
	makers_init(&lab->makers, lab->model, lab->callable);
	lab->values = values_new(lab->model);
	rng_init(&lab->rng, seed);
	lab->operators = (struct operators){
		.assembly = { .model = lab->model,
		              .callable = lab->callable,
		              .makers = &lab->makers,
		              .values = lab->values,
		              .rng = &lab->rng },
		.mutation = { .model = lab->model, .values = lab->values, .rng = &lab->rng, .condition = NONE },
		.pick = pick,
		.context = lab,
		.max_steps = 60
	};
}

static void close_lab(struct lab *lab)
{
	makers_release(&lab->makers);
	values_free(lab->values);
	model_free(lab->model);
	arena_free(lab->arena);
	free(lab->callable);
}

static void look_at(struct lab *lab, const struct seq *seq)
{
	assert_true(seq_is_valid(seq, lab->model));
	assert_true(seq_uses_the_living(lab->model, seq));
	assert_true(seq->n >= 1 && seq->n <= 60);
	lab->hash = lab->hash * 31 + seq->hash;
	lab->made++;
}

static void evolve(struct lab *lab, unsigned round)
{
	unsigned at = round % POPULATION, other = (unsigned)rng_below(&lab->rng, POPULATION);
	const struct seq *seq = lab->tests[at];
	if (!seq) {
		seq = operators_new_test(&lab->operators, lab->arena, 4);
	} else if (round % 3 == 0 && lab->tests[other]) {
		double position = rng_unit(&lab->rng);
		const struct seq *b = lab->tests[other];
		seq = join_sequences(lab->arena, lab->model, seq, (uint32_t)(position * seq->n), b,
		                     (uint32_t)(position * b->n));
		seq = seq && seq->n <= 60 ? seq : NULL;
		lab->joined += seq != NULL;
	} else {
		struct mutated mutated = operators_mutate(&lab->operators, lab->arena, seq);
		seq = mutated.seq;
		lab->primitive += mutated.is_primitive;
	}
	if (seq)
		look_at(lab, seq);
	lab->tests[at] = seq;
}

static void test_valid(void **state)
{
	static const char *const units[] = {
		"tests/units/containers/tree_map.c", "tests/units/gen/buffers.c",     "tests/units/gen/tree.c",
		"tests/units/ring/ring.c",           "tests/units/symbolic/floats.c", "tests/units/gen/records.c"
	};
	(void)state;
	for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
		struct lab lab;
		open_lab(&lab, units[u], u);
		for (unsigned i = 0; i < ROUNDS; i++)
			evolve(&lab, i);
		assert_true(lab.made > ROUNDS / 4);
		assert_true(lab.joined > 10);
		assert_true(lab.primitive > 10);
		close_lab(&lab);
	}
}

static void test_same_seed(void **state)
{
	uint64_t hashes[3];
	(void)state;
	for (uint64_t i = 0; i < 3; i++) {
		struct lab lab;
		open_lab(&lab, "tests/units/containers/tree_map.c", i / 2);
		for (unsigned k = 0; k < 500; k++)
			evolve(&lab, k);
		hashes[i] = lab.hash;
		close_lab(&lab);
	}
	assert_true(hashes[0] == hashes[1]);
	assert_true(hashes[0] != hashes[2]);
}

/* Parts of tests are tests, and not longer. */
static void test_part(void **state)
{
	struct lab lab;
	unsigned parts = 0;
	(void)state;
	open_lab(&lab, "tests/units/containers/tree_map.c", 5);
	for (uint32_t i = 0; i < 300; i++) {
		const struct seq *seq = operators_new_test(&lab.operators, lab.arena, 8);
		const struct seq *part = seq ? seq_part(lab.arena, lab.model, seq, i % 7, 2) : NULL;
		if (!part)
			continue;
		look_at(&lab, part);
		assert_true(part->n <= seq->n);
		parts++;
	}
	assert_true(parts > 50);
	close_lab(&lab);
}

/* What nothing uses goes; calls stay. */
static void test_tidied(void **state)
{
	struct lab lab;
	(void)state;
	open_lab(&lab, "tests/units/ring/ring.c", 3);
	for (unsigned i = 0; i < 200; i++) {
		const struct seq *seq = operators_new_test(&lab.operators, lab.arena, 5);
		if (!seq)
			continue;
		const struct seq *tidied = seq_tidied(lab.arena, lab.model, seq);
		uint32_t calls = 0, left = 0;
		for (uint32_t k = 0; k < seq->n; k++)
			calls += seq->steps[k]->kind == STEP_CALL;
		for (uint32_t k = 0; k < tidied->n; k++)
			left += tidied->steps[k]->kind == STEP_CALL;
		assert_int_equal(calls, left);
		assert_true(seq_tidied(lab.arena, lab.model, tidied) == tidied);
	}
	close_lab(&lab);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_valid),
		cmocka_unit_test(test_same_seed),
		cmocka_unit_test(test_part),
		cmocka_unit_test(test_tidied),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
