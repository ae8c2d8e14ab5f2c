/* mark_of: the mark of each function of the model. */
#ifndef SKEP_ENGINE_FLIPS_MARK_OF_H
#define SKEP_ENGINE_FLIPS_MARK_OF_H

#include "model/marks.h"
#include "model/model.h"

/* Returns the function mark, or NONE, of each function of the model. The caller frees the list. */
uint32_t *mark_of_functions(const struct model *model, const struct marks *marks);

#endif
