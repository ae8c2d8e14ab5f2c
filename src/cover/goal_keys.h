/* goal_keys: goals under names that survive a change of the sources.
 *
 * Lines move and probes are numbered anew when code is changed. A key is made of the function's name,
 * the kind of the goal and its text; of equal ones in a function, of its number among them. The same
 * code in two versions of a unit has the same key. */
#ifndef SKEP_COVER_GOAL_KEYS_H
#define SKEP_COVER_GOAL_KEYS_H

#include "model/marks.h"

/* Per probe below marks->first_path_probe its key, never 0. The text of a region is the line on which
 * it begins, read from its file now. In arena. */
const uint64_t *goal_keys(const struct marks *marks, struct arena *arena);

#endif
