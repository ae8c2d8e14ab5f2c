/* flags: the flags of the user's build that matter here. Private to front/.
 *
 * Kept are flags that change the preprocessed text or the meaning of the language. Dropped are
 * flags for output, warnings, optimisation, debugging and dependencies, and flags that clang does
 * not know. Set aside are flags for the linker. */
#ifndef SKEP_FRONT_FLAGS_H
#define SKEP_FRONT_FLAGS_H

#include "base/status.h"
#include "base/vec.h"

typedef VEC(const char *) text_vec;

struct flag_lists {
	text_vec keep, link;
};

/* Sorts `flags`; texts are borrowed or in the arena. Relative libraries count from `directory`
 * (NULL: the current directory). */
MUST_USE status flags_sort(struct arena *arena, const char *directory, const char *const *flags, size_t n_flags,
                           struct flag_lists *out);

/* Splits a command into words as a POSIX shell would, without expansions. */
void flags_split(struct arena *arena, const char *command, text_vec *out);

#endif
