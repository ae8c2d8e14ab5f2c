/* record: how often the calls of a function came back, and what follows for its faults.
 *
 * A function of a library works for those who use it as its manual says. If it failed with
 * every object and every number that tests passed, and never came back, then what is
 * missing is in the tests: something that C does not tell and nobody learned. Such a
 * fault is not told as a bug. */
#ifndef SKEP_JUDGE_RECORD_H
#define SKEP_JUDGE_RECORD_H

#include "base/map.h"
#include "exec/exec.h"
#include "judge/judge.h"

struct record {
	struct map came_back, failed;    /* function -> calls */
};

void record_release(struct record *record);
/* Counts the calls of a judged run, as far as it went. */
void record_run(struct record *record, const struct seq *seq, const struct run *run);
/* The function whose call the finding is about failed each time, more than a few times. */
bool never_came_back(const struct record *record, const struct finding *finding);

#endif
