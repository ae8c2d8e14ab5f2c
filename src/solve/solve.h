/* solve: inputs that make expressions of a trace come out as wished.
 *
 * A candidate is a list of wishes: the decisions of the trace up to a place, which must stay as they were, and the
 * last one changed. The solver takes the wishes that share inputs with the last (the slice) and climbs a ladder,
 * cheapest rung first: known answers, bounds that contradict each other, all values of a small field, inversion,
 * search by alternating variables, Z3. If an answer makes arithmetic overflow, another one is asked for, because
 * such tests are refused. Each result is evaluated before it is used. Only this folder sees Z3. Time matters only
 * if Z3 runs out of its budget, which counts steps first and time last. */
#ifndef SKEP_SOLVE_SOLVE_H
#define SKEP_SOLVE_SOLVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "exec/trace.h"

/* The label's value must be `value`, or (is_not) any other. */
struct wish {
	uint32_t label;
	bool is_not;
	uint64_t value;
};

/* A byte of a test's input, as in SK_NODE_INPUT. */
struct input_byte {
	uint32_t step, offset;
	uint8_t value;
};

/* The inputs that the caller knows: their values in the run, and which may change. They are sorted
 * by step, then offset. An input that is not listed may not change; its value is taken from the
 * nodes. */
struct known_inputs {
	const struct input_byte *at;
	const bool *fixed;               /* NULL: all may change */
	size_t n;
};

enum answer {
	ANSWER_FOUND,
	ANSWER_REFUTED,       /* no values of the bytes that may change satisfy the wishes */
	ANSWER_GAVE_UP,       /* the budget is used up */
	ANSWER_POINTER        /* the last wish depends on the pointers that are passed, not on bytes */
};

enum rung { RUNG_CACHE, RUNG_BOUNDS, RUNG_ENUMERATE, RUNG_INVERT, RUNG_SEARCH, RUNG_Z3, N_RUNGS };
const char *rung_name(enum rung rung);

struct rung_stats {
	uint64_t tried, found, refuted;
	double seconds;
};

struct solver_options {
	double z3_seconds;       /* per query; 0: the default. It is converted to steps of Z3, and reduced after
	                            queries in vain */
	bool rungs_off[N_RUNGS]; /* for measurements */
	uint64_t seed;
};

struct solver_stats {
	uint64_t queries, found, refuted, gave_up, pointer; /* each query has one of these four answers */
	uint64_t at_once;        /* queries that slicing alone answered: a contradiction, or nothing that may
	                            change */
	uint64_t wrong;          /* answers of a rung that evaluation refused */
	uint64_t not_understood; /* queries with an earlier wish that by evaluation does not hold in the run */
	uint64_t overflowed;     /* answers that make signed arithmetic overflow, */
	uint64_t ranges, in_range; /* those for which another answer was sought, and for which one was found */
	uint64_t steps;          /* evaluated instructions; for Z3, its budget */
	double seconds;          /* for everything, including slicing and compiling */
	struct rung_stats rungs[N_RUNGS];
};

struct solver;
struct solver *solver_new(const struct solver_options *options);
void solver_free(struct solver *solver);
struct solver_stats solver_stats(const struct solver *solver);

/* Looks for inputs for which all wishes hold. wishes[n - 1] is the one that differs from the run;
 * the others hold in it. With ANSWER_FOUND, *changes are the bytes to change, which are valid until
 * the next call. */
enum answer solver_solve(struct solver *solver, const struct trace *trace, const struct known_inputs *inputs,
                         const struct wish *wishes, size_t n, const struct input_byte **changes, size_t *n_changes);

/* The value of a label with these inputs; inputs that are not listed are as in the run. False if it
 * has no value (division by zero, index outside of a table). */
bool solve_evaluate(const struct trace *trace, const struct known_inputs *inputs, uint32_t label, uint64_t *value);

/* The inputs that a label depends on, sorted, each once, with their values in the run. In arena. */
size_t solve_inputs_of(const struct trace *trace, uint32_t label, struct arena *arena, struct input_byte **inputs);

#endif
