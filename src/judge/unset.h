/* unset: does a test depend on memory that nobody set?
 *
 * The checked target can be told what such memory reads as. A sequence that is
 * fine is run again with other bytes there: if it then decides otherwise, or a call
 * gives another number, the difference comes from memory that was never written.
 * A sequence whose runs differ without that (addresses, time) tells nothing. */
#ifndef SKEP_JUDGE_UNSET_H
#define SKEP_JUDGE_UNSET_H

#include "exec/exec.h"

/* Looks at a sequence that `first` is the run of, with values, and that ended
 * normally. *found tells if it depends on unset memory; then *fault is of kind
 * SK_UNSET_DECISION or SK_UNSET_RESULT, with the step, and as message, file and line
 * the function and the place. What it needs meanwhile is taken from arena. */
MUST_USE status unset_find(struct executor *checked, const struct unit *unit, const struct seq *seq,
                           const struct run *first, struct arena *arena, struct sk_fault *fault, bool *found);

#endif
