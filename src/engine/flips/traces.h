/* traces: copies of traces, so that a candidate can be solved long after its run.
 *
 * The next run overwrites the memory of a trace. The parts needed to solve its candidates are copied. If all
 * copies together grow too large, the oldest are dropped, and their tests run again when one of their
 * candidates is chosen. */
#ifndef SKEP_ENGINE_FLIPS_TRACES_H
#define SKEP_ENGINE_FLIPS_TRACES_H

#include "engine/flips/candidates.h"

struct traces {
	VEC(struct traced *) held;   /* tests with a copy, oldest first */
	size_t bytes;
};

/* Gives the test a copy of its trace, and holds the test while it has one. */
void traces_keep(struct traces *traces, struct traced *test, const struct trace *trace);
/* Drops the copies of tests that nobody else holds. */
void traces_forget_unused(struct traces *traces);
void traces_release(struct traces *traces);

#endif
