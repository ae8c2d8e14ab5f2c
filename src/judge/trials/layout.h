/* layout: does a test depend on where unrelated objects lie in memory?
 *
 * A unit may compare or subtract pointers that a test passed, and walk from one to the
 * other. If they lead to different objects, it then depends on their order whether that
 * ends well. The sequence is run again in the checked target with the test's own objects
 * in the opposite order, and those of the heap elsewhere. */
#ifndef SKEP_JUDGE_LAYOUT_H
#define SKEP_JUDGE_LAYOUT_H

#include "exec/exec.h"

/* *matters: a sequence that ended normally does not in another order. */
MUST_USE status layout_matters(struct executor *checked, const struct unit *unit, const struct seq *seq, bool *matters);

#endif
