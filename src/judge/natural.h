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

/* The call, step i, got a number for an enum that is none of its enumerators. */
bool passes_no_enumerator(const struct incident *incident, uint32_t i);

/* The call, step i, sets up an object that was made or set up before, and not ended since. */
bool sets_up_again(const struct incident *incident, uint32_t i);

/* The call, step i, takes an object without a look at it, which may be of another kind than it is
 * for. */
bool takes_any_kind(const struct incident *incident, uint32_t i);

/* The call, step i, may have put memory into a struct of the test, and nothing ended it afterwards. */
bool leaves_unended(const struct incident *incident, uint32_t i);

#endif
