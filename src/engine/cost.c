/* cost: see cost.h. */
#include "engine/cost.h"

#include <math.h>

/* In nanoseconds, rounded; bench/traces and bench/exec-rate measure them. Only proportions matter. */
#define GROUP 20000.0            /* to hand a group of tests to a target and have it back */
#define TEST 4000.0              /* to make, encode, reset and look at a test */
#define FUEL 2.0
#define TRACED 20.0              /* to write, check and copy a node */
#define SOLVER_STEP 4.0

#define HANG_FUEL 200000u        /* counted for a test that hangs, since the clock may have ended it */

void work_add(struct work *work, const struct run *run, const struct trace *trace)
{
	work->tests++;
	if (run->outcome == SK_HANG)
		work->fuel += HANG_FUEL;
	else if (run->outcome == SK_NORMAL)
		work->fuel += run->fuel_used;
	if (trace)
		work->traced += trace->n_nodes + trace->n_met;
}

double work_nanoseconds(const struct work *work)
{
	return GROUP * work->groups + TEST * (double)work->tests + FUEL * (double)work->fuel +
	       TRACED * (double)work->traced + SOLVER_STEP * (double)work->solver_steps;
}

void cost_init(struct cost *cost, size_t batch)
{
	*cost = (struct cost){ .batch = (double)batch };
}

void cost_learn(struct cost *cost, const struct work *work)
{
	cost->plain += work_nanoseconds(work);
	cost->n_plain += work->tests;
}

double cost_of(const struct cost *cost, const struct work *work)
{
	double test = cost->n_plain ? cost->plain / (double)cost->n_plain : TEST + GROUP / cost->batch;
	double tests = (double)work->tests, as_plain = work_nanoseconds(work) / test;
	return sqrt(tests * as_plain) / cost->batch;
}
