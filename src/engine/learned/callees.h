/* callees: the stand-ins that each function of the unit was seen to call.
 *
 * A unit may miss hundreds of functions, and a test calls few of them. Runs show which of them are worth an
 * answer. */
#ifndef SKEP_ENGINE_CALLEES_H
#define SKEP_ENGINE_CALLEES_H

#include "base/rng.h"
#include "exec/exec.h"
#include "seq/seq.h"

struct callees;

struct callees *callees_new(const struct model *model);
void callees_free(struct callees *callees);

/* Notes the stand-ins that answered in a run, for the functions that the test calls. */
void callees_learn(struct callees *callees, const struct seq *seq, const struct run *run);
/* Returns a missing function that this function was seen to call, or NONE. */
uint32_t callees_pick(const struct callees *callees, struct rng *rng, uint32_t function);

#endif
