/* traces: copies of traces, so that a candidate can be solved long after its run.
 *
 * The memory that a trace stands in belongs to the next run. What it takes to solve
 * its candidates is copied; when the copies together grow too large the oldest are
 * let go, and their tests run again when one of their candidates is chosen. */
#ifndef SKEP_ENGINE_FLIPS_TRACES_H
#define SKEP_ENGINE_FLIPS_TRACES_H

#include "engine/flips/candidates.h"

struct traces {
	VEC(struct traced *) held;   /* those with a copy, oldest first */
	size_t bytes;
};

/* Gives the test a copy of its trace. The test is held while it has one. */
void traces_keep(struct traces *traces, struct traced *test, const struct trace *trace);
/* Lets copies go of which only this holds the test. */
void traces_forget_unused(struct traces *traces);
void traces_release(struct traces *traces);

#endif
