/* exchange: what a campaign writes to its journals, and how it takes over what it reads there.
 *
 * All journals (store/journal.h) get the same: accepted tests, findings, lessons, counts. A test or
 * finding of another campaign is run and judged here before it counts; it is passed on to the
 * other journals then. Trouble with a journal never ends a campaign: it is said once, and the
 * campaign goes on without. */
#ifndef SKEP_CAMPAIGN_EXCHANGE_H
#define SKEP_CAMPAIGN_EXCHANGE_H

#include "cover/archive.h"
#include "cover/cover.h"
#include "judge/judge.h"
#include "store/counts.h"
#include "store/journal.h"

/* Parts of the campaign that the exchange needs; all borrowed. */
struct ties {
	const struct model *model;
	const struct cover *cover;
	const struct archive *archive;
	struct judge *judge;
	/* Runs and judges the test of an entry; it counts if it is fine here, too. */
	status (*replay)(void *campaign, const struct seq *seq, const struct entry *entry);
	/* The finding of an entry was seen again, and nobody had told of it before. */
	void (*found)(void *campaign, const struct entry *entry);
	void *campaign;
};

struct exchange;

struct exchange *exchange_new(const struct ties *ties);
/* NULL is fine. */
void exchange_free(struct exchange *exchange);

/* The journal is borrowed. `takes_findings`: this campaign writes the results, so it wants to know. */
void exchange_join(struct exchange *exchange, struct journal *journal, bool takes_findings);
/* Takes over all that is in the journals already. A test that makes no sense is TROUBLE_INPUT, unless the
 * journal has others. */
MUST_USE status exchange_begin(struct exchange *exchange);

/* The counts of all campaigns, those of this one included as far as they were added. */
struct counts *exchange_counts(struct exchange *exchange);

/* A test was accepted. `is_new`: it covers something that no test covered. */
struct accepted {
	const struct seq *seq;
	const uint64_t *probes;
	const char *tag;
	uint64_t cost;
	uint32_t covered;        /* goals, this test's included */
	bool is_new;
};
void exchange_accepted(struct exchange *exchange, const struct accepted *test);

/* Between two turns of the campaign: writes and reads where it is time to, by the clock or by the
 * number of this campaign's executions. */
MUST_USE status exchange_turn(struct exchange *exchange, uint64_t executions);
/* Is exchange_turn() about to do something? Then counts should be up to date. */
bool exchange_is_due(const struct exchange *exchange, uint64_t executions);
/* A journal says that the campaign is to end. */
bool exchange_is_dismissed(const struct exchange *exchange);
/* The last time: writes what is left, hears the others out, or stops them unless the budget is
 * `spent`. */
MUST_USE status exchange_end(struct exchange *exchange, bool spent);
/* Nothing changes any more: journals that outlive the campaign keep the tests of the archive, and
 * counts as they are now. */
void exchange_close(struct exchange *exchange);

#endif
