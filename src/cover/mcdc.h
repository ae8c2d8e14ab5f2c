/* mcdc: which conditions of a decision were shown to matter. Private to cover/;
 * cover_mcdc() is the question others ask. */
#ifndef SKEP_COVER_MCDC_H
#define SKEP_COVER_MCDC_H

#include "cover/cover.h"

/* How many conditions of the decision were shown to matter. */
uint32_t mcdc_count(const struct cover *cover, uint32_t decision);

/* How many conditions were shown to matter, and which: bit i of `shown` for condition i of the decision. `shown`
 * has n_conditions bits, in words of 64, and is overwritten. */
uint32_t mcdc_shown(const struct cover *cover, uint32_t decision, uint64_t *shown);

#endif
