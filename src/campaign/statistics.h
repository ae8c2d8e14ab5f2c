/* statistics: a campaign in numbers.
 *
 * A worker counts its own part in plain fields. From time to time it adds the increase to the counts of the
 * exchange, which hold the numbers of all workers and of all earlier parts. */
#ifndef SKEP_CAMPAIGN_STATISTICS_H
#define SKEP_CAMPAIGN_STATISTICS_H

#include "campaign/campaign.h"
#include "store/counts.h"

/* The work of one engine. */
struct engine_use {
	uint64_t tests, won;
	double seconds;
	double turns;            /* of this worker and part, in the schedule's unit of cost */
};

struct statistics {
	struct campaign_stats own, added;    /* of this worker; the part of it that the counts have */
	struct engine_use *uses, *added_uses; /* per engine */
	const struct engine_choice *engines; /* borrowed, as are the counts */
	size_t n_engines;
	struct counts *counts;
	bool no_times;                       /* leaves times out of the counts */
};

void statistics_init(struct statistics *statistics, const struct campaign_options *options, struct counts *counts);
void statistics_release(struct statistics *statistics);

/* Adds the increase since the last time to the counts. */
void statistics_add(struct statistics *statistics);
/* Returns the numbers of all workers and parts; `own.seconds` is the time of this part. */
struct campaign_stats statistics_all(const struct statistics *statistics);
uint64_t statistics_executions(const struct statistics *statistics);
struct engine_use statistics_use(const struct statistics *statistics, size_t engine);

#endif
