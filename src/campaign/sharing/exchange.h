/* exchange: writes a campaign's results to its journals, and takes over the results of others.
 *
 * All journals (store/journal.h) get the same entries: accepted tests, findings, lessons, counts. A test or
 * finding of another campaign is run and judged here before it counts, and is then passed on to the other
 * journals. Trouble with a journal never ends a campaign: the user is told once, and the campaign goes on
 * without that journal. */
#ifndef SKEP_CAMPAIGN_EXCHANGE_H
#define SKEP_CAMPAIGN_EXCHANGE_H

#include "cover/archive.h"
#include "cover/cover.h"
#include "judge/judge.h"
#include "store/counts.h"
#include "store/journal.h"

/* Parts of the campaign that the exchange needs; all are borrowed. */
struct ties {
	const struct model *model;
	const struct cover *cover;
	const struct archive *archive;
	struct judge *judge;
	/* Runs and judges the test of an entry. It counts if it is fine here, too. */
	status (*replay)(void *campaign, const struct seq *seq, const struct entry *entry);
	/* Called when the finding of an entry was seen again and is new here. */
	void (*found)(void *campaign, const struct entry *entry);
	void *campaign;
};

struct exchange;

struct exchange *exchange_new(const struct ties *ties);
/* `exchange` may be NULL. */
void exchange_free(struct exchange *exchange);

/* Adds a journal, which is borrowed. `takes_findings`: this campaign writes the results, so it needs findings. */
void exchange_join(struct exchange *exchange, struct journal *journal, bool takes_findings);
/* Takes over all entries that the journals have already. A test that makes no sense is TROUBLE_INPUT, unless
 * others write to the journal. */
MUST_USE status exchange_begin(struct exchange *exchange);

/* Returns the counts of all campaigns, including those that this campaign has added. */
struct counts *exchange_counts(struct exchange *exchange);

/* An accepted test. `is_new`: it covers something that no test covered. */
struct accepted {
	const struct seq *seq;
	const uint64_t *probes;
	const char *tag;
	uint64_t cost;
	uint32_t covered;        /* covered goals, including this test's */
	bool is_new;
};
void exchange_accepted(struct exchange *exchange, const struct accepted *test);

/* Writes and reads where it is time to, by the clock or by the number of this campaign's executions. Called
 * between two turns of the campaign. */
MUST_USE status exchange_turn(struct exchange *exchange, uint64_t executions);
/* True if exchange_turn() is about to act; counts should then be up to date. */
bool exchange_is_due(const struct exchange *exchange, uint64_t executions);
/* True if a journal says that the campaign must end. */
bool exchange_is_dismissed(const struct exchange *exchange);
/* Writes the rest, and reads the rest of the others' entries; stops the others unless the budget is `spent`.
 * Called last. */
MUST_USE status exchange_end(struct exchange *exchange, bool spent);
/* Replaces the contents of journals that outlive the campaign by the tests of the archive and the final counts.
 * Nothing may change afterwards. */
void exchange_close(struct exchange *exchange);

#endif
