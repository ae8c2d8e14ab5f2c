/* setup: would the object have been whole if the test had set it up?
 *
 * Some makers only allocate: `state_new()` gives memory, and `state_reset(state, seed)` makes an
 * object of it, or `state_obtain_buffer(state)` gives it a part without which it cannot work. A
 * test that leaves the second call out depends on unset memory or meets a null pointer, and the
 * unit is not to blame. */
#ifndef SKEP_JUDGE_SETUP_H
#define SKEP_JUDGE_SETUP_H

#include "judge/evidence.h"

/* A sequence in which an object is set up, at once or before the failing call. */
struct setup {
	const struct seq *seq;
	uint32_t added; /* how many steps were added */
};

/* Finds sequences in which an object that a call gave is set up by a function that the test did not
 * call. The function is named like it (init, reset, ...) or, if a null pointer was followed, gives
 * a pointer of the same type for the object. Returns how many there are, at most `room`; they are
 * in arena. */
size_t with_setup(struct arena *arena, const struct incident *incident, struct setup *setups, size_t room);

/* Finds sequences that begin with a call that sets the module up, for faults that hang on what the unit itself keeps.
 * Such a function is named so, and takes no more than numbers. */
size_t with_module_set_up(struct arena *arena, const struct incident *incident, struct setup *setups, size_t room);

/* The sequence with plain numbers for earlier calls that set up what the failing call got, and return a number; in
 * arena. NULL: there are no such numbers. */
const struct seq *with_plain_setups(struct arena *arena, const struct incident *incident);

/* By its result such a call failed: `plain`, the run of that sequence, has success where the incident's run has none.
 * Zero is success where the incident has another number, and 1 or true where it has 0. */
bool setup_had_failed(const struct incident *incident, const struct run *plain);

#endif
