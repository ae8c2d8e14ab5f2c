/* equal: which slots have the same value whenever the wishes hold. */
#ifndef SKEP_SOLVE_EQUAL_H
#define SKEP_SOLVE_EQUAL_H

#include "solve/program.h"

/* Per slot, the lowest slot that is known to be equal, itself if there is none. In arena. */
const uint32_t *equal_slots(const struct program *program, struct arena *arena);

#endif
