/* layout: does a test depend on the places of unrelated objects in memory?
 *
 * A unit may compare or subtract pointers that a test passed, and walk from one to the other. If
 * they lead to different objects, their order decides whether the walk ends well. The sequence is
 * run again in the checked target, with the test's own objects in the opposite order and the blocks
 * of the heap in other places. */
#ifndef SKEP_JUDGE_LAYOUT_H
#define SKEP_JUDGE_LAYOUT_H

#include "exec/exec.h"

/* *matters: the sequence, which ended normally, does not end normally in another order. */
MUST_USE status layout_matters(struct executor *checked, const struct unit *unit, const struct seq *seq, bool *matters);

#endif
