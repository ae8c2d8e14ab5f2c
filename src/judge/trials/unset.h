/* unset: does a test depend on memory that nobody set?
 *
 * The checked target can be told which bytes such memory reads as. A sequence is run again with
 * other bytes. If it fails with some bytes and not with others, decides differently, or a call
 * gives another number, then the difference comes from memory that was never written. A sequence
 * whose runs differ for other reasons (addresses, time) says nothing, so each fill must behave the
 * same in several runs with different layouts of the heap. */
#ifndef SKEP_JUDGE_UNSET_H
#define SKEP_JUDGE_UNSET_H

#include "exec/exec.h"

enum unset_code { UNSET_WITH_EFFECT, UNSET_WITHOUT_EFFECT };
enum unset_look {
	UNSET_LOOK_FULLY,
	UNSET_LOOK_LIKELY /* tries only the bytes that most likely make a difference */
};

/* Looks at a sequence whose run `first`, recorded with values, ended normally or in a fault.
 * *found: the sequence depends on unset memory. Then *fault is one of three. Its kind is
 * SK_UNSET_USE, and the rest is the fault that some bytes bring about and others do not. Or its
 * kind is SK_UNSET_DECISION or SK_UNSET_RESULT with the step; message, file and line are the
 * function and the place, and the code of a decision is an unset_code. Temporary memory is taken
 * from arena. Runs are made side by side in as many targets as there are. */
MUST_USE status unset_find(struct executor *const *checked, size_t n_checked, const struct unit *unit,
                           const struct seq *seq, const struct run *first, enum unset_look look, struct arena *arena,
                           struct sk_fault *fault, bool *found);

#endif
