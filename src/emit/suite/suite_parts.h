/* suite_parts: what the files behind suite.h share. Private to emit/. */
#ifndef SKEP_EMIT_SUITE_PARTS_H
#define SKEP_EMIT_SUITE_PARTS_H

#include "emit/suite/gate/aside.h"
#include "emit/suite/draft.h"
#include "emit/suite/suite.h"
#include "emit/suite/mutants/mutation.h"

struct suite {
	struct unit *unit;
	struct compilers *compilers;
	struct campaign *campaign;
	struct executor *executor;      /* of the fast build */
	struct arena *arena, *scratch;
	draft_list drafts;
	struct variety variety;
	struct suite_options options;
	uint32_t n_words;
	bool has_tables;             /* tests that do the same with other values are written as one */
	bool is_together;            /* tests leave nothing behind: they can share a process */
	bool is_counted;             /* mutants were tried: drafts are known by their place from now on */
	struct aside aside;          /* what was built between two looks at the suite */
	char *tests_dir;
	struct cover *cover;         /* by the drafts that are kept */
	struct mutation *mutation;   /* NULL: mutants were not tried */
};

/* ---- drafting.c ---- */

/* How many steps of a closed sequence come before the closing calls. */
uint32_t suite_own_steps(const struct suite *suite, const struct seq *closed);
/* Drafts one short test per goal that no earlier test reached. */
MUST_USE status suite_draft_goals(struct suite *suite);
/* Tests whose every goal some other test has go, the longest first: they are spares. */
void suite_drop_redundant(struct suite *suite);
/* Spares that reach what no kept test does come back; returns how many. */
size_t suite_revive_spares(struct suite *suite);
/* A probe that the suite's criterion counts. */
bool suite_is_goal(const struct marks *marks, enum criterion criterion, uint32_t probe);
bool suite_has_all(const struct suite *suite, const uint64_t *probes, const uint64_t *needed);
/* Adds `by` to the count of every probe that the draft hits. */
void suite_count_hits(const struct suite *suite, const struct draft *draft, uint32_t *hits, int by);

/* ---- split.c ---- */

/* Adds the parts of a draft that have nothing to do with each other as drafts; false: it is one thing. */
MUST_USE status suite_push_parts(struct suite *suite, const struct draft *draft, bool *is_split);

/* ---- plain_results.c ---- */

/* The sequence with literals in place of numbers that calls gave, and of a text that the call which gets it could read
 * in its own object; what they were in a run. The same sequence if there are none. In the scratch arena. */
MUST_USE status suite_plain_results(struct suite *suite, const struct seq *seq, const struct seq **plain);

/* ---- sharpen.c ---- */

/* Adds tests that show other results than those that are there: candidates. */
MUST_USE status suite_sharpen(struct suite *suite);

/* ---- looking.c ---- */

/* Runs the test and takes down what can be seen; `variety`: what varies comes first. */
MUST_USE status suite_observe(struct suite *suite, struct draft *draft, const struct variety *variety);
/* All that could be said; which of it can fail is found out by mutants. */
void suite_choose_expectations(struct suite *suite, struct draft *draft);
/* Runs archived tests to see which results vary with the input. */
MUST_USE status suite_widen_variety(struct suite *suite);
/* Takes out the calls of observers about which no test expects anything. */
MUST_USE status suite_drop_idle_observers(struct suite *suite);

/* ---- limits.c ---- */

/* Keeps so many tests as the user allows: each time the one that reaches most that no other kept one does. */
void suite_limit(struct suite *suite);
/* Drops tests that wait longest until all together wait for no more than a few seconds. */
void suite_limit_waiting(struct suite *suite);

/* ---- merge.c ---- */

/* How many drafts stay whatever mutants say. */
size_t suite_count_sure(const struct suite *suite);

/* There are more tests than a reader has patience for. */
bool suite_is_large(const struct suite *suite);
/* Sorts the drafts by what they are about, and merges neighbours where there are too many. */
MUST_USE status suite_merge(struct suite *suite);
/* Of a merged test that had to go, one part may be to blame and the other fine: both
 * come back as drafts of their own. */
MUST_USE status suite_split_dropped(struct suite *suite);

#endif
