/* made_up: does a fault hang on structs and callbacks that the test made up?
 *
 * A struct that the test filled may hold a wrong index, and a callback may give one. But a unit that overruns an array
 * of its own whatever the structs hold and the callbacks give is wrong by itself. */
#ifndef SKEP_JUDGE_MADE_UP_H
#define SKEP_JUDGE_MADE_UP_H

#include "judge/evidence.h"

#define N_MADE_UP 2

/* The sequence with other numbers in the structs that the test made before the fault, and from its callbacks: zeroes,
 * and ones. False: there are none, or the fault is no access outside of memory of the unit. */
bool made_up_variants(struct arena *arena, const struct incident *incident, const struct seq *variants[N_MADE_UP]);

#endif
