/* shares: what the campaigns of a crew tell each other (crew.h): tests that cover something
 * new, findings, and how much was done. A test goes as text, so that whoever hears of it
 * needs nothing of the other's memory; and it is run and judged again before it counts. */
#ifndef SKEP_CAMPAIGN_SHARES_H
#define SKEP_CAMPAIGN_SHARES_H

#include "campaign/campaign.h"
#include "campaign/crew.h"

/* What one engine did. */
struct engine_use {
	uint64_t tests, won;
	double seconds;
};

/* What one member did. */
struct counts {
	struct campaign_stats stats;
	struct engine_use uses[MAX_ENGINES];
};

/* Adds all but the seconds that the campaign took. */
void counts_add(struct counts *sum, const struct counts *more);

void share_test(struct crew *crew, const struct model *model, const struct seq *seq, const uint64_t *probes,
                uint32_t n_words);
/* Those from number `first` on; gives the number of the next. */
size_t share_findings(struct crew *crew, const struct model *model, const struct judge *judge, size_t first);
void share_counts(struct crew *crew, const struct counts *counts);

/* The probes that the test of a CREW_TEST hits, in its message. */
const uint64_t *shared_probes(const struct crew_message *message);
MUST_USE status shared_test(const struct crew_message *message, uint32_t n_words, struct arena *arena,
                            const struct model *model, const struct seq **seq);
MUST_USE status shared_finding(const struct crew_message *message, struct arena *arena, const struct model *model,
                               struct earlier_finding *finding);

#endif
