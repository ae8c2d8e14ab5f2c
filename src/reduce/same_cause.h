/* same_cause: do two failing tests show one bug?
 *
 * A call that leaves an object broken makes others fail that are called after it:
 * one bug, seen in many functions. Two shortened tests with the same kind of fault
 * are taken for one if the same calls lead to it, among them one that may have
 * changed an object which the failing call got. And a bad access in one place is one
 * bug, whether the memory was freed, too small, not there or led to by what nobody set; so are those in several
 * lines of a function on behalf of one that tests call, and what one function does
 * with memory that nobody set, in whichever line it shows. */
#ifndef SKEP_REDUCE_SAME_CAUSE_H
#define SKEP_REDUCE_SAME_CAUSE_H

#include "judge/judge.h"

/* A finding with its shortened test; seq->steps[step] fails. */
struct shown_fault {
	const struct finding *finding;
	const struct seq *seq;
	uint32_t step;
};

bool same_cause(const struct model *model, const struct shown_fault *a, const struct shown_fault *b);

/* `other`, which is no bug by its own test, is what `bug` tells: the same test, or the same
 * kind of fault in the same place. Whoever reads of both would ask which it is. */
bool is_told_by(const struct shown_fault *bug, const struct shown_fault *other);

#endif
