/* new_goals: the lines that a test adds to what earlier tests cover, for the sentence that describes the test. Private to
 * emit/. */
#ifndef SKEP_EMIT_NEW_GOALS_H
#define SKEP_EMIT_NEW_GOALS_H

#include "base/str.h"
#include "model/marks.h"

/* Adds " Adds ring.c:31 true, ring.c:40 false and 3 more." for the conditions and cases among the probes in `fresh`; nothing
 * if there are none. Conditions on the same line are not told apart: the line is named once. */
void add_new_goals(const struct marks *marks, const uint64_t *fresh, uint32_t n_words, struct sb *out);

#endif
