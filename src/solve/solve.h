/* solve: inputs that make expressions of a trace come out as wished.
 *
 * A candidate is a list of wishes: what the trace met up to a place, to stay as it
 * was, and the last one changed. The solver takes those that share inputs with the
 * last (the slice) and climbs a ladder, cheapest rung first: answers it knows, bounds
 * that contradict each other, all values of a small field, inversion, search by
 * alternating variables, Z3. An answer that makes arithmetic overflow is asked for again: such tests are refused. What a rung finds is evaluated before it is believed. Only this folder sees Z3. Nothing here depends
 * on time unless Z3 runs out of its budget, which is in steps first, in time last. */
#ifndef SKEP_SOLVE_SOLVE_H
#define SKEP_SOLVE_SOLVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "exec/trace.h"

/* The label's value is to be `value`, or anything but that. */
struct wish {
	uint32_t label;
	bool is_not;
	uint64_t value;
};

/* One byte that a test is given: as in SK_NODE_INPUT. */
struct input_byte {
	uint32_t step, offset;
	uint8_t value;
};

/* The caller's knowledge of inputs: their values in the run, and which may change.
 * Sorted by step, then offset; an input that is not listed may not change and is
 * taken from the nodes' own values. */
struct known_inputs {
	const struct input_byte *at;
	const bool *fixed;               /* NULL: none is */
	size_t n;
};

enum answer {
	ANSWER_FOUND,
	ANSWER_REFUTED,       /* no values of the bytes that may change do it */
	ANSWER_GAVE_UP,       /* out of budget */
	ANSWER_POINTER        /* the last wish hangs on which pointers are passed, not on bytes */
};

enum rung { RUNG_CACHE, RUNG_BOUNDS, RUNG_ENUMERATE, RUNG_INVERT, RUNG_SEARCH, RUNG_Z3, N_RUNGS };
const char *rung_name(enum rung rung);

struct rung_stats {
	uint64_t tried, found, refuted;
	double seconds;
};

struct solver_options {
	double z3_seconds;       /* per query; 0: default. Turned into steps of Z3; less after queries in vain */
	bool rungs_off[N_RUNGS]; /* for measurements */
	uint64_t seed;
};

struct solver_stats {
	uint64_t queries, found, refuted, gave_up, pointer; /* each query has one of the last four answers */
	uint64_t at_once;        /* answered by slicing alone: a contradiction, or nothing that may change */
	uint64_t wrong;          /* answers of a rung that evaluation refused */
	uint64_t not_understood; /* queries with an earlier wish that evaluation does not find to hold in the run */
	uint64_t overflowed;     /* answers that make signed arithmetic overflow, */
	uint64_t ranges, in_range; /* those for which another was asked, and those for which one was found */
	uint64_t steps;          /* instructions evaluated; for Z3, what it was given */
	double seconds;          /* of all, slicing and compiling included */
	struct rung_stats rungs[N_RUNGS];
};

struct solver;
struct solver *solver_new(const struct solver_options *options);
void solver_free(struct solver *solver);
struct solver_stats solver_stats(const struct solver *solver);

/* Looks for inputs for which all wishes hold; wishes[n - 1] is the one that differs
 * from the run, the others hold in it. On ANSWER_FOUND *changes are the bytes to
 * change (they live until the next call). */
enum answer solver_solve(struct solver *solver, const struct trace *trace, const struct known_inputs *inputs,
                         const struct wish *wishes, size_t n, const struct input_byte **changes, size_t *n_changes);

/* The value of a label with these inputs (those not listed: as in the run); false
 * if it has none (division by zero, index outside a table). */
bool solve_evaluate(const struct trace *trace, const struct known_inputs *inputs, uint32_t label, uint64_t *value);

/* The inputs that a label depends on, sorted, each once, with their values in the
 * run. In arena. */
size_t solve_inputs_of(const struct trace *trace, uint32_t label, struct arena *arena, struct input_byte **inputs);

#endif
