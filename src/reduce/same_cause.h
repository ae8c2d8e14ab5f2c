/* same_cause: do two failing tests show one bug?
 *
 * A call that leaves an object broken makes later calls fail: one bug, seen in many functions. Two shortened tests
 * with the same kind of fault count as one bug if the same calls lead to it, among them a call that may have
 * changed an object of the failing call. A bad access in one place is one bug, whether the memory was freed, too
 * small, missing, or reached through unset memory. Bad accesses in several lines of a function are one bug if tests
 * reach them through one function. Faults of one function that come from unset memory are one bug, in whichever
 * lines they show. Leaks are one, also if they are unclear, if tests with the same calls lose memory that one function
 * allocated for them. */
#ifndef SKEP_REDUCE_SAME_CAUSE_H
#define SKEP_REDUCE_SAME_CAUSE_H

#include "judge/judge.h"

/* A finding with its shortened test, which fails in seq->steps[step]. */
struct shown_fault {
	const struct finding *finding;
	const struct seq *seq;
	uint32_t step;
};

bool same_cause(const struct model *model, const struct shown_fault *a, const struct shown_fault *b);

/* `other`, whose test by itself shows no bug, is described by `bug` already: it has the same test,
 * or the same kind of fault in the same place. Readers of both would ask which is right. */
bool is_told_by(const struct shown_fault *bug, const struct shown_fault *other);

#endif
