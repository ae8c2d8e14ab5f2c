/* edges: puts one literal of a test at an edge.
 *
 * Mistakes by one, overflows and overruns need no uncovered branch. They show where a number is the least or
 * the largest of its type or as large as some buffer, and where a text or buffer is empty, is cut in the
 * middle, is all of one byte, or is as long as buffers usually are. */
#ifndef SKEP_ENGINE_RANDOM_EDGES_H
#define SKEP_ENGINE_RANDOM_EDGES_H

#include "engine/mutate.h"

/* Returns the changed sequence; NULL: it has no literal to change, or the literal is at the edge already.
 * Lengths follow their buffers. */
const struct seq *mutate_to_edge(const struct mutation *mutation, const struct seq *seq);

#endif
