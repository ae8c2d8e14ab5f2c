/* intake: what becomes of a run.
 *
 * Most runs bring nothing and are only counted. The judge looks at those that hit something new,
 * came nearer to it, broke, or were drawn by lot; tests that it finds fine are accepted: they
 * enter the archive and the coverage, and the journals hear of them. */
#ifndef SKEP_CAMPAIGN_INTAKE_H
#define SKEP_CAMPAIGN_INTAKE_H

#include "base/rng.h"
#include "campaign/budget.h"
#include "campaign/sharing/exchange.h"
#include "campaign/faults.h"
#include "campaign/running.h"
#include "campaign/statistics.h"

/* Parts of the campaign that the intake works with; all borrowed. */
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
	uint64_t *ended;                  /* covered probes that only tests which end the program have */
	struct nearest *nearest;
	struct arena *arena;              /* of one judgement */
	struct rng rng;                   /* for sampling only */
	uint64_t *once, *twice;           /* probes hit by one run, by more: Good-Turing */
	unsigned char *rejections;        /* per probe: tests that reached it and were refused */
	size_t lessons;              /* that the judge had learned when these were last forgotten */
	unsigned char *close_calls;       /* per outcome: how often a test came nearer to it */
	struct fault_table faults;
	struct {
		uint64_t tests, hits;
	} watched; /* not published yet */
};

/* `parts` may be filled in until the first run is taken. */
void intake_init(struct intake *intake, const struct marks *marks, const struct model *model, uint64_t seed);
void intake_release(struct intake *intake);

/* Takes in the run of a proposal; what engines are to hear of it goes to *result, which is to
 * have the trace already. `tag` is the proposal's in words, for the journals. */
MUST_USE status intake_take(struct intake *intake, const struct proposal *proposal, const struct run *run,
                            const char *tag, struct engine_result *result);
/* Runs and takes in a test from elsewhere. *is_run: it could be run, and *result tells how. */
MUST_USE status intake_replay(struct intake *intake, const struct seq *seq, const char *tag,
                              struct engine_result *result, bool *is_run);

/* The goals that count, and how many of them are covered. */
struct count intake_goals(const struct intake *intake);
/* The same for these tests instead of all. */
struct count intake_goals_of(const struct intake *intake, const struct cover *cover);
/* Adds what was counted of watched probes. */
void intake_publish(struct intake *intake, struct counts *counts);
/* Probes that exactly one run hit. */
uint64_t intake_singles(const struct intake *intake);

#endif
