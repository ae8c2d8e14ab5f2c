/* keeper: what a campaign writes to its store as it goes, and how it takes it up again.
 *
 * Writing waits for the next whole second, so it costs next to nothing, and a campaign
 * that is killed loses at most what it found since. Trouble with the store never ends a
 * campaign: it is said once, and the campaign goes on unkept. */
#ifndef SKEP_CAMPAIGN_KEEPER_H
#define SKEP_CAMPAIGN_KEEPER_H

#include "campaign/campaign.h"
#include "store/store.h"

struct keeper;

/* `n_words` is the size of a set of probes. All is borrowed. */
struct keeper *keeper_new(struct store *store, const struct model *model, uint32_t n_words);
/* NULL is fine, here and below: nothing is kept. */
void keeper_free(struct keeper *keeper);

/* A test was accepted. */
void keeper_accepted(struct keeper *keeper, const struct seq *seq, const uint64_t *probes);
/* Writes what has come since the last time, unless that was just now. `stats` are of
 * the campaign in all its parts. */
void keeper_pause(struct keeper *keeper, const struct judge *judge, const struct campaign_stats *stats);
/* The end: of the tests, those in the archive are kept. */
void keeper_finish(struct keeper *keeper, const struct judge *judge, const struct campaign_stats *stats,
                   const struct archive *archive);

/* What an earlier part of the campaign left. */
struct earlier {
	const struct seq **tests;
	size_t n_tests;
	struct earlier_finding *findings;
	size_t n_findings;
	uint64_t *probes;            /* that the tests hit, together */
};

/* Reads it, in arena. A text that makes no sense is TROUBLE_INPUT. */
MUST_USE status keeper_load(const struct keeper *keeper, struct arena *arena, struct earlier *earlier,
                            struct campaign_stats *stats);

#endif
