/* cost: what work costs, without looking at a clock.
 *
 * A campaign that must come out the same every time counts what takes time: tests, the conditions
 * and calls that they ran (fuel), the expressions that they traced, the instructions that a solver
 * evaluated. How long one of each takes is about the same on every unit; how many there are makes
 * a traced test dear on one unit and cheap on another. */
#ifndef SKEP_ENGINE_COST_H
#define SKEP_ENGINE_COST_H

#include <stddef.h>
#include <stdint.h>

#include "exec/exec.h"
#include "exec/trace.h"

struct work {
	double groups;           /* of tests that were handed to a target together */
	uint64_t tests;
	uint64_t fuel;           /* of all these tests */
	uint64_t traced;         /* nodes and records of their traces */
	uint64_t solver_steps;
};

/* Adds a run, without its part of a group; the trace may be NULL. */
void work_add(struct work *work, const struct run *run, const struct trace *trace);
/* About. */
double work_nanoseconds(const struct work *work);

/* Work of one engine in turns of a light engine: batches of tests in the fast build, as these were
 * in this campaign so far. */
struct cost {
	double batch;            /* tests of a turn */
	double plain;            /* nanoseconds of tests in the fast build so far, */
	uint64_t n_plain;        /* and how many tests they were */
};

void cost_init(struct cost *cost, size_t batch);
/* Notes what tests in the fast build cost. */
void cost_learn(struct cost *cost, const struct work *work);
/* Where the budget is a number of tests: a test is one of them, however long it takes, and takes a
 * time that somebody waits for. The cost is the geometric mean of both. */
double cost_of(const struct cost *cost, const struct work *work);

#endif
