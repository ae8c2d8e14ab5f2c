/* setup: would the object have been whole if the test had set it up?
 *
 * Some makers only allocate: `state_new()` gives memory, `state_reset(state, seed)`
 * makes an object of it, or `state_obtain_buffer(state)` gives it a part without which it
 * cannot work. A test that leaves the second out depends on unset memory or comes across
 * a null pointer, and the unit is not to blame. */
#ifndef SKEP_JUDGE_SETUP_H
#define SKEP_JUDGE_SETUP_H

#include "judge/evidence.h"

/* A sequence in which an object is set up, at once or before the call that failed. */
struct setup {
	const struct seq *seq;
	uint32_t added; /* steps that this took */
};

/* The sequences in which an object that a call gave is set up by a function that the test did
 * not call, and that is named so (init, reset, ...) or, where a null pointer was followed,
 * gives a pointer of the same type for the object. */
size_t with_setup(struct arena *arena, const struct incident *incident, struct setup *setups, size_t room);

#endif
