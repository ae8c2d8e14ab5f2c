/* doubt: what clean tests say against lessons.
 *
 * A lesson comes from a test that failed, and holds for all tests to come. One that
 * says the result of a call must be destroyed is doubted by every clean test that did
 * not; one that says a call takes over what it is given, by every clean test that
 * destroyed or used it afterwards. */
#ifndef SKEP_JUDGE_DOUBT_H
#define SKEP_JUDGE_DOUBT_H

#include "base/map.h"
#include "exec/exec.h"
#include "judge/learn.h"

/* The entry of a lesson in a map of counts. */
uint64_t *lesson_count(struct map *map, const struct lesson *lesson);

/* Counts what the run of a closed sequence, a clean one, speaks against. */
void doubt_lessons(struct map *doubts, const struct model *model, const struct seq *closed, const struct run *run);

#endif
