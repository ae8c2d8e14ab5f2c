/* goal_keys: names of goals that survive changes of the sources.
 *
 * When code is changed, lines move and probes get other numbers. A key is made from the function's name, the kind
 * of the goal and its text; goals of a function that are equal in these get numbers. Equal code in two versions of
 * a unit has equal keys. */
#ifndef SKEP_COVER_GOAL_KEYS_H
#define SKEP_COVER_GOAL_KEYS_H

#include "model/marks.h"

/* The key of each probe below marks->first_path_probe, never 0. The text of a region is the line on which it
 * begins, read from its file now. In arena. */
const uint64_t *goal_keys(const struct marks *marks, struct arena *arena);

#endif
