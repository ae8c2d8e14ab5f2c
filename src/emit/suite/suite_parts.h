/* suite_parts: declarations that the files behind suite.h share. Private to emit/. */
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
	bool has_tables;             /* tests with the same calls and other values become one test with a table */
	bool is_together;            /* tests leave nothing behind, so they can share a process */
	bool is_counted;             /* mutants were tried, so drafts must keep their places in the list */
	struct aside aside;          /* files that were built between two looks at the suite */
	char *tests_dir;
	struct cover *cover;         /* of the kept drafts */
	struct mutation *mutation;   /* NULL: mutants were not tried */
};

/* ---- drafting.c ---- */

/* Returns the number of steps of a closed sequence before the closing calls. */
uint32_t suite_own_steps(const struct suite *suite, const struct seq *closed);
/* Drafts one short test for each goal that no earlier test reached. */
MUST_USE status suite_draft_goals(struct suite *suite);
/* Makes spares of tests whose every goal another test has, the longest first. */
void suite_drop_redundant(struct suite *suite);
/* Brings back spares that reach goals which no kept test reaches. Returns their number. */
size_t suite_revive_spares(struct suite *suite);
/* Drafts other archived tests for goals that no kept test reaches. *drafted: their number. */
status suite_draft_lost(struct suite *suite, size_t *drafted);
/* True if the suite's criterion counts the probe. */
bool suite_is_goal(const struct marks *marks, enum criterion criterion, uint32_t probe);
bool suite_has_all(const struct suite *suite, const uint64_t *probes, const uint64_t *needed);
/* Adds `by` to the count of every probe that the draft hits. */
void suite_count_hits(const struct suite *suite, const struct draft *draft, uint32_t *hits, int by);

/* ---- split.c ---- */

/* Splits a draft into parts that have nothing to do with each other, and adds these as drafts. False: there is
 * only one part. */
MUST_USE status suite_push_parts(struct suite *suite, const struct draft *draft, bool *is_split);

/* ---- plain_results.c ---- */

/* The sequence with literals in place of numbers that calls gave, and of a text that the call which gets it could read
 * in its own object; the values are those of a run. Gives `seq` if there are none. In the scratch arena. */
MUST_USE status suite_plain_results(struct suite *suite, const struct seq *seq, const struct seq **plain);

/* ---- showing.c ---- */

/* Fills structs of zeroes that the last call may write to, and in which nothing is seen; they stay so if something is
 * seen then. */
MUST_USE status suite_show_writes(struct suite *suite, struct draft *draft);

/* ---- sharpen.c ---- */

/* Adds candidates: tests that show other results than the tests so far. */
MUST_USE status suite_sharpen(struct suite *suite);

/* ---- looking.c ---- */

/* Runs the test and records its sights. `variety`: sights that vary come first. */
MUST_USE status suite_observe(struct suite *suite, struct draft *draft, const struct variety *variety);
/* Chooses every expectation that is possible. Mutants find out later which of them can fail. */
void suite_choose_expectations(struct suite *suite, struct draft *draft);
/* Runs archived tests to see which results vary with the input. */
MUST_USE status suite_widen_variety(struct suite *suite);
/* Takes out the calls of observers about which no test expects anything. */
MUST_USE status suite_drop_idle_observers(struct suite *suite);

/* ---- limits.c ---- */

/* Keeps as many tests as the user allows: each time the test that reaches most goals which no kept test reaches. */
void suite_limit(struct suite *suite);
/* Drops the tests that wait longest, until all together wait for no more than a few seconds. */
void suite_limit_waiting(struct suite *suite);

/* ---- merge.c ---- */

/* Returns the number of drafts that stay, whatever mutants say. */
size_t suite_count_sure(const struct suite *suite);

/* True if the suite has more tests than a reader has patience for. */
bool suite_is_large(const struct suite *suite);
/* Sorts the drafts by their subjects, and merges neighbours where there are too many. */
MUST_USE status suite_merge(struct suite *suite);
/* Brings both parts of a merged test that was dropped back as drafts of their own: one part may be to blame and
 * the other fine. */
MUST_USE status suite_split_dropped(struct suite *suite);

#endif
