/* made_up: sights of a test that only repeat the answer of a stand-in.
 *
 * The test runs a second time with other answers of its stand-ins. If every decision of the unit is the same in
 * both runs, a sight that differs shows the stand-in's answer and no work of the unit: a test that expects it
 * checks nothing. */
#ifndef SKEP_EMIT_MADE_UP_H
#define SKEP_EMIT_MADE_UP_H

#include "emit/suite/observe.h"

/* Returns the test with other answers of the functions that stood in; *shift is the number of steps before the
 * steps of `observed`. NULL: no answer can be another. In arena. */
const struct seq *with_other_answers(struct arena *arena, const struct model *model, const struct seq *observed,
                                     const uint16_t *stood_in, uint32_t n_stood_in, uint32_t *shift);

/* Removes the sights that are made up, according to the run of `other` (with_other_answers()), which must have
 * hit the same probes. Returns the number of sights that are left. */
size_t drop_made_up(struct arena *arena, const struct model *model, struct sight *sights, size_t n,
                    const struct seq *other, const struct run *run, uint32_t shift);

#endif
