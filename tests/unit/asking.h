/* asking: a table of nodes per test, and questions to a solver about it. Answers are checked by the
 * definition of nodes in expression.h. */
#ifndef SKEP_TESTS_ASKING_H
#define SKEP_TESTS_ASKING_H

#include <stdlib.h>

#include "expression.h"
#include "test.h"

static struct table_of_nodes *table;

static inline int set_up(void **state)
{
	(void)state;
	table = xcalloc(1, sizeof *table);
	nodes_init(table);
	return 0;
}

static inline int tear_down(void **state)
{
	(void)state;
	free(table);
	return 0;
}

static inline struct solver *solver_with(unsigned rungs, uint64_t seed)
{
	struct solver_options options = { .seed = seed };
	for (unsigned i = 0; i < N_RUNGS; i++)
		options.rungs_off[i] = !(rungs >> i & 1);
	return solver_new(&options);
}

#define ONLY(rung) (1u << (rung))
#define ALL_RUNGS ((1u << N_RUNGS) - 1)

/* The answer, seen to hold by the second telling. */
static inline enum answer ask(struct solver *solver, const struct table_of_nodes *t, const struct wish *wishes,
                              size_t n, uint8_t *bytes)
{
	static uint64_t values[MAX_TEST_NODES];
	static bool has_value[MAX_TEST_NODES];
	const struct input_byte *changes;
	size_t n_changes;
	struct known_inputs known = nodes_known(t);
	enum answer answer = solver_solve(solver, &t->trace, &known, wishes, n, &changes, &n_changes);
	for (size_t i = 0; i < t->n_inputs; i++)
		bytes[i] = t->inputs[i].value;
	if (answer != ANSWER_FOUND)
		return answer;
	for (size_t i = 0; i < n_changes; i++) {
		assert_false(t->fixed[changes[i].offset]);
		bytes[changes[i].offset] = changes[i].value;
	}
	mean_all(t, bytes, values, has_value);
	for (size_t i = 0; i < n; i++) {
		uint32_t label = wishes[i].label;
		assert_true(has_value[label]);
		assert_true((values[label] == wishes[i].value) != wishes[i].is_not);
	}
	return answer;
}

static inline enum answer ask_one(unsigned rungs, const struct table_of_nodes *t, uint32_t label, uint64_t value,
                                  uint8_t *bytes)
{
	struct solver *solver = solver_with(rungs, 1);
	struct wish wish = { .label = label, .value = value };
	enum answer answer = ask(solver, t, &wish, 1, bytes);
	solver_free(solver);
	return answer;
}

#endif
