/* setup: would the object have been whole if the test had set it up?
 *
 * Some makers only allocate: `state_new()` gives memory, `state_reset(state, seed)`
 * makes an object of it. A test that leaves the second out depends on unset memory,
 * and the unit is not to blame. */
#ifndef SKEP_JUDGE_SETUP_H
#define SKEP_JUDGE_SETUP_H

#include "judge/evidence.h"

/* The sequence with an object that the failing call got, and that a call gave, set up at
 * once by a function named so (init, reset, ...) that the test did not call; *added: how
 * many steps that took. NULL: there is none. */
const struct seq *with_setup(struct arena *arena, const struct incident *incident, uint32_t *added);

#endif
