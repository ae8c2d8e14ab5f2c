/* outside: a campaign with tests of an outside generator.
 *
 * Each test is made with a configuration: every feature is in with probability one half, or as the pursuit of
 * targets wants it (engine/random/pursuit.h); one test in ten has all features. Runs are counted with the lines
 * they hit (engine/influence.h). A test that hits new lines is kept. A test that crashes, hangs, ends with a
 * bad exit code or differs from a second program's result is a finding.
 *
 * With a budget in tests the same seed gives the same campaign, if generator and program give the same results
 * for the same input. */
#ifndef SKEP_OUTSIDE_OUTSIDE_H
#define SKEP_OUTSIDE_OUTSIDE_H

#include "campaign/campaign.h"
#include "outside/coverage.h"
#include "outside/lane.h"
#include "store/journal.h"

#define OUTSIDE_CELLS (UINT32_C(1) << 21) /* pairs of a feature and a line that are counted */

struct outside_options {
	uint64_t seed, executions;       /* executions 0: a limit in time */
	double seconds;
	uint32_t workers;
	const struct random_targets *targets; /* NULL: none */
	struct journal *journal;         /* NULL: not kept. Borrowed */
	uint64_t earlier;                /* tests of earlier parts of the campaign */
	void (*progress)(void *context, const struct campaign_progress *progress);
	void *context;
};

/* A test in the form in which the generator can make it again. */
struct outside_test {
	uint64_t seed;
	const struct configuration *configuration;
	const char *text;                /* input of the program */
	size_t size;
	const uint64_t *probes;          /* NULL for findings */
	uint32_t added;                  /* probes that no earlier test hit */
};

struct outside_finding {
	struct outside_test test;
	const char *kind, *detail;       /* as in struct lane_result */
	uint64_t key;
	uint32_t count;
	const char *shorter;             /* the reduced input; NULL: reducing was not tried */
	size_t shorter_size;
	uint64_t tries;
};

struct outside;

/* Spends the budget. A generator that makes nothing, or a program that leaves no coverage, is TROUBLE_INPUT.
 * The caller frees *outside in any case. */
MUST_USE status outside_run(struct coverage *coverage, const struct outside_options *options, struct outside **outside);
void outside_free(struct outside *outside);

/* Makes the inputs of findings shorter, as long as each fails as before. `seconds` 0: only tries are limited. */
MUST_USE status outside_shorten(struct outside *outside, double seconds);

const struct counts *outside_counts(const struct outside *outside);
const struct cover *outside_cover(const struct outside *outside);
struct campaign_stats outside_stats(const struct outside *outside);
uint64_t outside_barren(const struct outside *outside);
enum stop_reason outside_stop_reason(const struct outside *outside);
const struct campaign_point *outside_timeline(const struct outside *outside, size_t *n);
/* Returns the tests that hit lines which no other kept test hits, in the order in which they came. */
const struct outside_test *outside_tests(const struct outside *outside, size_t *n);
const struct outside_finding *outside_findings(const struct outside *outside, size_t *n);

#endif
