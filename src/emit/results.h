/* results: all results of a finished run, as plain data.
 *
 * The suite writer fills in tests. Report, summary, lcov, JUnit and SARIF are printed from this alone. */
#ifndef SKEP_EMIT_RESULTS_H
#define SKEP_EMIT_RESULTS_H

#include <stdbool.h>
#include <stdint.h>

#include "campaign/campaign.h"
#include "campaign/sharing/winners.h"
#include "cover/cover.h"
#include "engine/influence.h"
#include "front/front.h"
#include "judge/judge.h"

struct regress_results; /* emit/regress.h */

struct suite_test {
	const char *name;             /* C identifier: push_into_full_ring */
	const char *comment;          /* says what the test shows and which goals it adds */
	const struct seq *seq;        /* closed and reduced; if the test has a table, its first row */
	const struct seq *const *rows; /* all rows of the table, seq among them; NULL: no table */
	uint32_t n_rows;
	const uint64_t *probes;       /* hit by the test */
	uint32_t n_checks;            /* assertions in the emitted test */
	uint32_t added_goals;         /* goals no earlier test of the suite has */
	const char *file;             /* "tests/test_ring.c" */
	uint32_t line;                /* in the file */
};

/* A mutant that no test of the suite kills. */
struct survivor {
	const char *file, *function;
	uint32_t line;
	const char *change;           /* "if (i < n) became if (i <= n)" */
};

struct suite_failure {
	const struct finding *finding;
	const char *file;             /* "failing/bug_001.c", "unclear/unclear_001.c" or "misuse/misuse_001.c" */
	const char *text;             /* of the file; NULL: not known */
	uint32_t calls_found;         /* calls of the unit in the test that the search found */
	uint32_t calls;               /* calls of the unit in the file */
	const char *also_in;          /* functions in which a fault of the same cause shows: "a, b"; NULL: none */
};

/* Goals that the search covered and the suite does not, all for one cause. */
struct suite_loss {
	const char *cause;            /* a word or two, for other programs */
	const char *text;             /* said of a test: "a compiler objects to it" */
	const uint32_t *probes;
	uint32_t n;
};

/* A number that an engine counted: "candidates run", 120. */
struct engine_count {
	const char *name;
	double value;
};

/* Time by the clock, in seconds. */
struct time_spent {
	double building;                      /* until the search began */
	double all;                           /* from then on: search, suite and findings */
};

/* The user's wishes, as far as results depend on them. */
struct results_asked {
	enum criterion criterion;
	const char *command;                  /* as the user could repeat it */
	const char *out_dir;
	uint64_t seed;
	double budget_seconds;                /* 0: no limit in time */
	uint64_t budget_executions;           /* 0: no limit in number */
};

struct worker_view; /* store/shared/overview.h */

/* The search, whether or not its tests came into the suite. */
struct results_search {
	const struct campaign_point *timeline;
	size_t n_timeline;
	struct campaign_stats stats;
	struct engine_count *counts;          /* numbers that the engines counted */
	size_t n_counts;
	const struct engine_part *parts;      /* how the budget was spent, per engine */
	size_t n_parts;
	const struct winners *winners;        /* goals by machine, if several searched; else empty, or NULL */
	const struct worker_view *workers;    /* the work of each, if the clock may show; may be empty */
	size_t n_workers;
	const char *const *laws;              /* built-in contracts that were checked, a line each */
	size_t n_laws;
	enum stop_reason stop_reason;
	/* Per probe of marks: the reason why the probe is not covered. NULL: nothing is known beyond "not
	 * reached". */
	const char *const *why_not;
	struct influences influences;         /* counts of swarm tests, by operation and probe; may be empty */
	const uint32_t *dominators;           /* cover/dominators.h; NULL: not known */
};

struct results_suite {
	struct suite_test *tests;
	uint32_t n_tests;
	const struct cover *cover;            /* by the tests */
	struct suite_loss *losses;
	uint32_t n_losses;
	uint32_t n_found, n_lost;             /* covered by the search; of these, not covered by the suite */
	uint32_t mutants, mutants_killed;     /* 0 mutants: mutants were not tried */
	const struct survivor *survivors;     /* mutants that no test kills */
	size_t n_survivors;
};

struct results_findings {
	struct suite_failure *failures;
	uint32_t n_failures;
	uint32_t not_written;                 /* findings that were not written to files */
};

struct results {
	const struct unit *unit;
	struct results_asked asked;
	struct results_search search;
	struct results_suite suite;
	struct results_findings findings;
	const struct regress_results *regress; /* emit/regress.h; NULL: there were no targets */
	struct time_spent spent;
};

/* True if results may depend on the clock. With a budget of executions the same run gives the same bytes, so
 * nothing that is written may depend on the clock. */
static inline bool results_have_clock(const struct results *results)
{
	return !results->asked.budget_executions;
}

#endif
