/* cost: the cost of work, without looking at a clock.
 *
 * A campaign that must come out the same every time counts the things that take time: tests, the conditions and
 * calls that they ran (fuel), the expressions that they traced, the instructions that a solver evaluated. Each
 * of these takes about the same time on every unit. Their numbers make a traced test expensive on one unit and
 * cheap on another. */
#ifndef SKEP_ENGINE_COST_H
#define SKEP_ENGINE_COST_H

#include <stddef.h>
#include <stdint.h>

#include "exec/exec.h"
#include "exec/trace.h"

struct work {
	double groups;           /* groups of tests that were handed to a target together */
	uint64_t tests;
	uint64_t fuel;           /* of all these tests */
	uint64_t traced;         /* nodes and records of their traces */
	uint64_t solver_steps;
};

/* Adds a run, except its part of a group; the trace may be NULL. */
void work_add(struct work *work, const struct run *run, const struct trace *trace);
/* Returns an estimate in nanoseconds. */
double work_nanoseconds(const struct work *work);

/* The work of one engine, in turns of a light engine: batches of tests in the fast build, as they were in this
 * campaign so far. */
struct cost {
	double batch;            /* tests in a turn */
	double plain;            /* nanoseconds of tests in the fast build so far, */
	uint64_t n_plain;        /* and how many tests they were */
};

void cost_init(struct cost *cost, size_t batch);
/* Notes the cost of tests in the fast build. */
void cost_learn(struct cost *cost, const struct work *work);
/* Returns the cost where the budget is a number of tests. A test is one unit of that budget, however long it
 * takes; but it also takes time that somebody waits for. The cost is the geometric mean of both. */
double cost_of(const struct cost *cost, const struct work *work);

#endif
