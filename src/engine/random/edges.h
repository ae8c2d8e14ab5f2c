/* edges: a test changed so that one of its literals stands at an edge.
 *
 * Mistakes by one, overflows and overruns need no branch that is not covered. They show where a number is
 * the least or the largest of its type or just as large as some buffer, and where a text or buffer is
 * empty, is cut in the middle, is all of one byte, or is as long as buffers usually are. */
#ifndef SKEP_ENGINE_RANDOM_EDGES_H
#define SKEP_ENGINE_RANDOM_EDGES_H

#include "engine/mutate.h"

/* NULL: there is no literal to change, or it stands there already. Lengths follow their buffers. */
const struct seq *mutate_to_edge(const struct mutation *mutation, const struct seq *seq);

#endif
