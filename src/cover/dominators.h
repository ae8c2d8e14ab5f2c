/* dominators: for each probe, the probe that every run hits on its way to it.
 *
 * For code that few or no tests reach, the nearest earlier place on all ways to it shows how far
 * tests get. Dominators are found within a function; the first of them is the function's entry. */
#ifndef SKEP_COVER_DOMINATORS_H
#define SKEP_COVER_DOMINATORS_H

#include "model/marks.h"

/* For each probe below marks->first_path_probe, the nearest probe of a region or function that
 * dominates it. For an outcome or case this is the probe of the place where it is decided; for a
 * function's entry it is NONE. In arena. `flow` has one graph per function mark. */
const uint32_t *dominators_find(const struct marks *marks, const struct flow_graph *flow, uint32_t n_flow,
                                struct arena *arena);

#endif
