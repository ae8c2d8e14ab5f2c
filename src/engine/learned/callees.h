/* callees: which stand-ins the functions of the unit were seen to call.
 *
 * A unit may miss hundreds of functions, and a test calls few of them. What a run
 * showed tells which ones are worth an answer. */
#ifndef SKEP_ENGINE_CALLEES_H
#define SKEP_ENGINE_CALLEES_H

#include "base/rng.h"
#include "exec/exec.h"
#include "seq/seq.h"

struct callees;

struct callees *callees_new(const struct model *model);
void callees_free(struct callees *callees);

/* Notes what stood in during a run, for the functions that the test calls. */
void callees_learn(struct callees *callees, const struct seq *seq, const struct run *run);
/* A missing function that this one was seen to call; NONE: none was. */
uint32_t callees_pick(const struct callees *callees, struct rng *rng, uint32_t function);

#endif
