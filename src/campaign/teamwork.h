/* teamwork: one campaign's part in a crew (crew.h): it tells the others what it won, and
 * takes over what they did. */
#ifndef SKEP_CAMPAIGN_TEAMWORK_H
#define SKEP_CAMPAIGN_TEAMWORK_H

#include "campaign/shares.h"

/* What it needs of its campaign; all borrowed. */
struct ties {
	const struct model *model;
	const struct cover *cover;
	struct judge *judge;
	/* Runs and judges a test of another worker; it counts if it is fine here, too. */
	status (*replay)(void *campaign, const struct seq *seq);
	void *campaign;
	bool exact;      /* nothing may hang on the clock: all hear of each other at marks */
};

struct teamwork;

/* The crew is borrowed. NULL for `teamwork` is fine in all of the following: nobody else
 * is at work. */
struct teamwork *teamwork_new(struct crew *crew, const struct ties *ties);
void teamwork_free(struct teamwork *teamwork);

/* A test was accepted that covers something new. */
void teamwork_won(struct teamwork *teamwork, const struct seq *seq, const uint64_t *probes);
/* Between two turns, if it is time. `own`: what this campaign did so far. */
MUST_USE status teamwork_share(struct teamwork *teamwork, const struct counts *own);
/* The last time. `spent`: because the budget is, which the others' will be, too; else the
 * first worker, whose wish it is, stops them. */
MUST_USE status teamwork_end(struct teamwork *teamwork, const struct counts *own, bool spent);
/* The first worker wants all to stop. */
bool teamwork_is_dismissed(const struct teamwork *teamwork);

/* Adds what the others did, as they said last. */
void teamwork_add_counts(const struct teamwork *teamwork, struct counts *sum);

#endif
