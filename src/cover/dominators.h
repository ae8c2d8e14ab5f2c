/* dominators: the probe that every run hits on its way to another probe.
 *
 * For code that few or no tests reach, the nearest place before it that all ways to it come
 * through tells where tests get to. Within one function: the last such place is its entry. */
#ifndef SKEP_COVER_DOMINATORS_H
#define SKEP_COVER_DOMINATORS_H

#include "model/marks.h"

/* Per probe below marks->first_path_probe: the nearest probe of a region or function that
 * dominates it, which for an outcome or case is that of the place where it is decided; NONE for a
 * function's entry. In arena. `flow` has one graph per function mark. */
const uint32_t *dominators_find(const struct marks *marks, const struct flow_graph *flow, uint32_t n_flow,
                                struct arena *arena);

#endif
