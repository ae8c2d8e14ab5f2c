/* mark_of: which mark belongs to a function of the model. */
#ifndef SKEP_ENGINE_FLIPS_MARK_OF_H
#define SKEP_ENGINE_FLIPS_MARK_OF_H

#include "model/marks.h"
#include "model/model.h"

/* Per function of the model its function mark, or NONE; free() it. */
uint32_t *mark_of_functions(const struct model *model, const struct marks *marks);

#endif
