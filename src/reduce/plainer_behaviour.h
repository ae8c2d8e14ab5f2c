/* plainer_behaviour: simpler behaviour of one callback, or of one stand-in for a missing
 * function, plainest first. A callback that gives 0 and does nothing else is the plainest. */
#ifndef SKEP_REDUCE_PLAINER_BEHAVIOUR_H
#define SKEP_REDUCE_PLAINER_BEHAVIOUR_H

#include "seq/seq.h"

/* As plainer_forms(), for a step that has a behaviour; 0 if step i has none. */
size_t plainer_behaviours(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                          const struct seq **out, size_t max);

#endif
