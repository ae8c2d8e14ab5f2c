/* made_up: does a fault depend on structs and callbacks that the test made up?
 *
 * A struct that the test filled may hold a wrong index, and a callback may return one. But a unit that overruns its own
 * array with any contents of the structs and any answers of the callbacks is wrong by itself. */
#ifndef SKEP_JUDGE_MADE_UP_H
#define SKEP_JUDGE_MADE_UP_H

#include "judge/evidence.h"

#define N_MADE_UP 2

/* Variants of the sequence, in arena: zeroes, and ones, in all structs that the test made before the fault and as
 * answers of its callbacks. False: there are no such structs or callbacks, or the fault is not an access outside of the
 * unit's memory. */
bool made_up_variants(struct arena *arena, const struct incident *incident, const struct seq *variants[N_MADE_UP]);

#endif
