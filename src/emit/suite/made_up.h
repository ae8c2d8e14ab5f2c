/* made_up: which sights of a test only repeat what a stand-in made up.
 *
 * The test runs a second time with other answers of the stand-ins. What then differs
 * although the unit decided everything as before, and is an answer both times, is no
 * doing of the unit: a test that expects it says nothing. */
#ifndef SKEP_EMIT_MADE_UP_H
#define SKEP_EMIT_MADE_UP_H

#include "emit/suite/observe.h"

/* Repeats the test with other answers of the functions that stood in; *shift tells how many steps
 * stand before those of `observed`. NULL: no answer can be another. In arena. */
const struct seq *with_other_answers(struct arena *arena, const struct model *model, const struct seq *observed,
                                     const uint16_t *stood_in, uint32_t n_stood_in, uint32_t *shift);

/* Takes out the sights that are made up, as the run of `other` (with_other_answers()) shows; it
 * must have hit the same probes. Returns how many are left. */
size_t drop_made_up(struct arena *arena, const struct model *model, struct sight *sights, size_t n,
                    const struct seq *other, const struct run *run, uint32_t shift);

#endif
