/* mcdc: which conditions of a decision were shown to matter. Private to cover/; other folders ask
 * cover_mcdc(). */
#ifndef SKEP_COVER_MCDC_H
#define SKEP_COVER_MCDC_H

#include "cover/cover.h"

/* The number of conditions of the decision that were shown to matter. */
uint32_t mcdc_count(const struct cover *cover, uint32_t decision);

/* The number of conditions that were shown to matter; bit i of `shown` is set for condition i of the decision.
 * `shown` has n_conditions bits, in words of 64, and is overwritten. */
uint32_t mcdc_shown(const struct cover *cover, uint32_t decision, uint64_t *shown);

#endif
