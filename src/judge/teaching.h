/* teaching: which lessons are believed.
 *
 * An incident suggests lessons (judge/learn.h). A lesson is tried out on the sequence: if that runs
 * clean with it, the lesson explains the incident. It is believed for good once enough
 * incidents taught it, and more than clean tests speak against it (judge/doubt.h). */
#ifndef SKEP_JUDGE_TEACHING_H
#define SKEP_JUDGE_TEACHING_H

#include "base/map.h"
#include "base/vec.h"
#include "judge/checker.h"
#include "judge/learn.h"

struct teaching {
	struct model *model;              /* that lessons correct */
	struct map votes;                 /* lesson -> how often it was taught */
	struct map doubts;                /* lesson -> how many clean tests speak against it */
	struct map failures;              /* lesson -> how often it explained nothing */
	VEC(const char *) lessons;        /* that are believed, as text */
	size_t n_told;                    /* of these */
};

void teaching_release(struct teaching *teaching);

/* Tries lessons until one explains the incident that `seq` became, as the rule saw it. If one does, *closed is
 * the sequence as it is closed then. The incident's run is gone afterwards. */
MUST_USE status teach(struct teaching *teaching, struct checker *checker, struct arena *arena, const struct seq *seq,
                      const struct incident *incident, const struct rule *rule, const struct seq **closed,
                      bool *explained);

#endif
