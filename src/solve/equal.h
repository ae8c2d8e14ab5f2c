/* equal: the slots that have equal values whenever the wishes hold. */
#ifndef SKEP_SOLVE_EQUAL_H
#define SKEP_SOLVE_EQUAL_H

#include "solve/program.h"

/* For each slot, the lowest slot that is known to be equal, which may be the slot itself. In arena. */
const uint32_t *equal_slots(const struct program *program, struct arena *arena);

#endif
