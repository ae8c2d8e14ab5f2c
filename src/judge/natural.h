/* natural: is the test a use of the unit that its authors may have had in mind?
 *
 * C does not say which of the objects of one type a function is for, in which order
 * calls make sense, or that a result must be looked at. Where the test did
 * something of the kind, what follows is not told as a bug. */
#ifndef SKEP_JUDGE_NATURAL_H
#define SKEP_JUDGE_NATURAL_H

#include "judge/evidence.h"

/* Circumstances of the call that failed, step i, and of what came before it. */
uint64_t natural_circumstances(const struct incident *incident, uint32_t i);

#endif
