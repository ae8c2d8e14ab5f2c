/* record: counts the calls of each function that came back and that failed.
 *
 * A library function works for users who follow its manual. If every call failed, with all objects
 * and numbers that tests passed, then the tests lack something that C does not tell and nobody
 * learned. A fault in such a function is not told as a bug. */
#ifndef SKEP_JUDGE_RECORD_H
#define SKEP_JUDGE_RECORD_H

#include "base/map.h"
#include "exec/exec.h"
#include "judge/judge.h"

struct record {
	struct map came_back, failed;    /* index of the function -> number of its calls */
};

void record_release(struct record *record);
/* Counts the calls of a judged run up to the step where it ended. */
void record_run(struct record *record, const struct seq *seq, const struct run *run);
/* The called function of the finding failed in each of its calls, and there were more than a few. */
bool never_came_back(const struct record *record, const struct finding *finding);

#endif
