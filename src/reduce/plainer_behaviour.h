/* plainer_behaviour: simpler behaviours of one callback, or of one stand-in for a missing function,
 * plainest first. The plainest returns 0 and does nothing else. */
#ifndef SKEP_REDUCE_PLAINER_BEHAVIOUR_H
#define SKEP_REDUCE_PLAINER_BEHAVIOUR_H

#include "seq/seq.h"

/* Like plainer_forms(), for a step with a behaviour; 0 if step i has none. */
size_t plainer_behaviours(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                          const struct seq **out, size_t max);

#endif
