/* doubt: counts clean tests that contradict lessons.
 *
 * A lesson is learned from a test that failed, and holds for all later tests. The lesson "the
 * result of this call must be destroyed" is doubted by every clean test that did not destroy such a
 * result. The lesson "this call takes over its argument" is doubted by every clean test that used
 * or destroyed the argument after the call. */
#ifndef SKEP_JUDGE_DOUBT_H
#define SKEP_JUDGE_DOUBT_H

#include "base/map.h"
#include "exec/exec.h"
#include "judge/learn.h"

/* The count of a lesson in a map of counts; the entry is made if there is none. */
uint64_t *lesson_count(struct map *map, const struct lesson *lesson);

/* Counts the lessons that the run of a closed sequence contradicts. Requires that the run was
 * clean. */
void doubt_lessons(struct map *doubts, const struct model *model, const struct seq *closed, const struct run *run);

#endif
