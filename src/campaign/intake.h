/* intake: takes in the runs of a campaign.
 *
 * Most runs bring nothing and are only counted. The judge looks at runs that hit something new, came nearer to
 * it, broke, or were drawn by lot. Tests that it finds fine are accepted: they enter the archive and the
 * coverage, and are written to the journals. */
#ifndef SKEP_CAMPAIGN_INTAKE_H
#define SKEP_CAMPAIGN_INTAKE_H

#include "base/rng.h"
#include "campaign/budget.h"
#include "campaign/sharing/exchange.h"
#include "campaign/faults.h"
#include "campaign/running.h"
#include "campaign/statistics.h"

/* Parts of the campaign that the intake works with; all are borrowed. */
struct intake_parts {
	const struct campaign_options *options;
	struct unit *unit;
	struct judge *judge;
	struct runner *runner;
	struct budget *budget;
	struct exchange *exchange;
	struct statistics *statistics;
};

struct intake {
	struct intake_parts parts;
	struct archive *archive;
	struct cover cover;
	uint64_t *inferior; /* covered probes that only tests hit which end the program, or want much memory */
	struct nearest *nearest;
	struct arena *arena; /* of one judgement */
	struct rng rng; /* for sampling only */
	uint64_t *once, *twice; /* probes hit by one run, and by several: Good-Turing */
	unsigned char *rejections; /* per probe: refused tests that hit it */
	size_t lessons; /* lessons of the judge when rejections were last forgotten */
	unsigned char *close_calls; /* per outcome: tests that came nearer to it */
	struct fault_table faults;
	struct {
		uint64_t tests, hits;
	} watched; /* not published yet */
};

/* Begins the intake. `parts` may be filled in until the first run is taken. */
void intake_init(struct intake *intake, const struct marks *marks, const struct model *model, uint64_t seed);
void intake_release(struct intake *intake);

/* Takes in the run of a proposal. *result is for the engines, and must have the trace already. `tag` is the
 * proposal's tag in words, for the journals. */
MUST_USE status intake_take(struct intake *intake, const struct proposal *proposal, const struct run *run,
                            const char *tag, struct engine_result *result);
/* Runs and takes in a test from elsewhere. *is_run: it could be run, and *result is filled in. */
MUST_USE status intake_replay(struct intake *intake, const struct seq *seq, const char *tag,
                              struct engine_result *result, bool *is_run);

/* Returns the number of goals, and of covered goals. */
struct count intake_goals(const struct intake *intake);
/* Returns the same numbers for the coverage of these tests. */
struct count intake_goals_of(const struct intake *intake, const struct cover *cover);
/* Adds the counts of watched probes. */
void intake_publish(struct intake *intake, struct counts *counts);
/* Returns the number of probes that exactly one run hit. */
uint64_t intake_singles(const struct intake *intake);

#endif
