/* teaching: decides which lessons are believed.
 *
 * An incident suggests lessons (judge/learn.h). Each lesson is tried on the sequence: if the
 * sequence runs clean with it, the lesson explains the incident. A lesson is believed for good once
 * enough incidents taught it, and more incidents than clean tests that contradict it
 * (judge/doubt.h). */
#ifndef SKEP_JUDGE_TEACHING_H
#define SKEP_JUDGE_TEACHING_H

#include "base/map.h"
#include "base/vec.h"
#include "judge/checker.h"
#include "judge/learn.h"

struct teaching {
	struct model *model;              /* the model that lessons correct; borrowed */
	struct map votes;                 /* lesson -> how often it was taught */
	struct map doubts;                /* lesson -> how many clean tests speak against it */
	struct map failures;              /* lesson -> how often it failed to explain an incident */
	VEC(const char *) lessons;        /* texts of the lessons that are believed */
	size_t n_told;                    /* how many of `lessons` the user was told */
};

void teaching_release(struct teaching *teaching);

/* Tries lessons until one explains the incident of `seq` under this rule. If *explained, *closed is the sequence as it
 * is closed with the lesson applied. The incident's run is gone afterwards. */
MUST_USE status teach(struct teaching *teaching, struct checker *checker, struct arena *arena, const struct seq *seq,
                      const struct incident *incident, const struct rule *rule, const struct seq **closed,
                      bool *explained);

#endif
