/* unset: does a test depend on memory that nobody set?
 *
 * The checked target can be told what such memory reads as. A sequence is run again
 * with other bytes there: if it then fails or no longer fails, decides otherwise, or
 * a call gives another number, that comes from memory that was never written.
 * A sequence whose runs differ without that (addresses, time) tells nothing: each fill
 * must do the same again and again, with the blocks of the heap in other places. */
#ifndef SKEP_JUDGE_UNSET_H
#define SKEP_JUDGE_UNSET_H

#include "exec/exec.h"

enum unset_code { UNSET_WITH_EFFECT, UNSET_WITHOUT_EFFECT };
enum unset_look {
	UNSET_LOOK_FULLY,
	UNSET_LOOK_LIKELY /* only with the bytes that most likely make a difference */
};

/* Looks at a sequence that `first` is the run of, with values; it ended normally or
 * in a fault. *found tells if it depends on unset memory. Then *fault is of kind
 * SK_UNSET_USE, else as the fault that some bytes bring about and others do not; or
 * SK_UNSET_DECISION or SK_UNSET_RESULT, with the step, and as message, file and line
 * the function and the place; and as code of a decision whether any result of the
 * sequence hangs on it. What it needs meanwhile is taken from arena. Runs are made side
 * by side in as many targets as there are. */
MUST_USE status unset_find(struct executor *const *checked, size_t n_checked, const struct unit *unit,
                           const struct seq *seq, const struct run *first, enum unset_look look, struct arena *arena,
                           struct sk_fault *fault, bool *found);

#endif
