/* influence: operations that help tests to hit a goal, and operations that hinder them.
 *
 * The population is the swarm tests: tests that were made from nothing with a configuration drawn at random. A
 * test has an operation if its configuration has it, whether or not the test calls it. The configuration was
 * drawn, so it causes any difference between tests with and without the operation. Tests with all operations,
 * and tests that change or continue an earlier test, were not drawn that way and do not count: they would make
 * every operation of the earlier test look helpful. A run counts with the probes that it hit, however it ended.
 *
 * Four numbers are counted: the tests, per goal its hits, per operation its tests, and per goal and operation
 * the tests with both. A goal is a probe here. The table is bounded (influence_size). Where operations times
 * probes exceed the bound, the first probes are counted: functions, then regions, then outcomes of conditions,
 * then cases (model/marks.h). Paths never are.
 *
 * Counts are kept under "swarm ..." in store/counts.h: parallel and successive campaigns add to the same
 * numbers. */
#ifndef SKEP_ENGINE_INFLUENCE_H
#define SKEP_ENGINE_INFLUENCE_H

#include "engine/configuration.h"
#include "model/marks.h"
#include "store/counts.h"

#define INFLUENCE_CELLS (UINT32_C(1) << 21)

/* The names under which counts are kept. */
#define INFLUENCE_TESTS "swarm tests"
#define INFLUENCE_OPERATIONS "swarm operations" /* by operation */
#define INFLUENCE_GOALS "swarm goals"           /* by goal */
#define INFLUENCE_BOTH "swarm both"             /* by goal * operations + operation */

/* The size of the table: the number of operations, and the number of probes, from the first on. */
struct influence_size {
	uint32_t n_operations, n_goals;
};

/* Returns the size for all functions of the model, and as many probes as `cells` pairs allow. */
struct influence_size influence_size(const struct model *model, const struct marks *marks, uint32_t cells);

/* ---- counting ---- */

struct influence; /* counts that were not published yet */

struct influence *influence_new(struct influence_size size);
/* `influence` may be NULL. */
void influence_free(struct influence *influence);
/* Counts a swarm test that ran with this configuration and hit these probes. */
void influence_count(struct influence *influence, const struct configuration *configuration, const uint64_t *probes);
/* Adds everything counted since the last time to `counts`. */
void influence_publish(struct influence *influence, struct counts *counts);

/* ---- asking ---- */

/* Published counts to be read; valid until `counts` change. */
struct influences {
	struct influence_size size;
	uint64_t n_tests;
	const uint64_t *tests;           /* per operation */
	const uint64_t *hits;            /* per goal */
	const uint64_t *both;            /* [goal * n_operations + operation] */
	size_t n_tests_known, n_hits_known, n_both_known; /* entries beyond are 0 */
};

struct influences influences_read(const struct counts *counts, struct influence_size size);
uint64_t influences_hits(const struct influences *influences, uint32_t goal);

struct interval {
	double low, high;
};

/* Returns the Wilson score interval at 95 % of a proportion with `hits` of `n`; n 0: [0, 1]. */
struct interval wilson(uint64_t hits, uint64_t n);

enum influence_kind { IRRELEVANT_TO_IT, TRIGGER, SUPPRESSOR };

struct influence_of {
	enum influence_kind kind;
	double rate;             /* r: share of all tests that have the operation */
	struct interval interval; /* of the operation's share of the tests that hit the goal */
	double fraction;         /* F: the bound that decides the kind; r if the operation is irrelevant */
	uint64_t both;
};

/* Returns the influence of an operation on a goal. Trigger: the interval lies above the rate; suppressor: below
 * it. */
struct influence_of influences_of(const struct influences *influences, uint32_t operation, uint32_t goal);

#endif
