/* flags: which flags of the user's build matter here. Private to front/.
 *
 * Kept: what changes the text after preprocessing or the meaning of the
 * language. Dropped: output, warnings, optimisation, debugging, dependencies,
 * and what clang does not know. Set aside: what the linker needs. */
#ifndef SKEP_FRONT_FLAGS_H
#define SKEP_FRONT_FLAGS_H

#include "base/status.h"
#include "base/vec.h"

typedef VEC(const char *) text_vec;

struct flag_lists {
	text_vec keep, link;
};

/* Sorts `flags`; texts are borrowed or live in the arena. Relative libraries
 * count from `directory` (NULL: here). */
MUST_USE status flags_sort(struct arena *arena, const char *directory, const char *const *flags, size_t n_flags,
                           struct flag_lists *out);

/* Splits a command as a POSIX shell would, without expansions. */
void flags_split(struct arena *arena, const char *command, text_vec *out);

#endif
