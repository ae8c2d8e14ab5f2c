/* campaign_parts: a campaign, as the loop (campaign.c), the workers beside it (workers.c) and its reports (told.c) see it.
 * Private to campaign/. */
#ifndef SKEP_CAMPAIGN_PARTS_H
#define SKEP_CAMPAIGN_PARTS_H

#include "campaign/campaign.h"
#include "campaign/intake.h"
#include "campaign/schedule.h"
#include "campaign/sharing/crew.h"
#include "campaign/sharing/winners.h"
#include "engine/cost.h"

#define MOST_BATCH SK_MAX_BATCH

/* Proposals of one engine. */
struct batch {
	struct proposal proposals[MOST_BATCH];
	size_t n;
	size_t collected; /* proposals with results */
	size_t engine;
};

/* The work of engines, and its price. */
struct account {
	struct cost cost;
	struct work turn; /* of the present turn */
	uint64_t *solver_steps; /* per engine: steps that were counted */
};

struct campaign {
	struct unit *unit;
	struct campaign_options options;
	struct engine_choice *choices; /* own copy, to which options.engines points */
	struct engine **engines; /* of these choices */
	struct schedule schedule;
	struct account account;
	struct cover *seen; /* per engine: coverage by its tests alone */
	struct judge *judge;
	struct runner *runner;
	struct budget budget;
	struct intake intake;
	struct exchange *exchange;
	struct statistics statistics;
	struct crew *crew; /* NULL: no other workers */
	struct journal *crew_journal;
	struct batch batches[2]; /* one runs, the other is looked at */
	unsigned running; /* the index of the batch that runs */
	size_t batch; /* the wanted size of the next batch (choose_batch()) */
	double last_progress;
	struct winners winners;
};

/* Returns the kind of an engine, by its index among the choices. */
static inline const struct engine_kind *campaign_kind(const struct campaign *campaign, size_t engine)
{
	return campaign->options.engines[engine].kind;
}

/* A campaign among parallel campaigns. */
struct share_of_work {
	struct unit *unit;
	const struct target *fast, *checked;
	struct campaign_options options;
	struct crew *crew;
};

/* ---- campaign.c ---- */

/* Runs one campaign from its start to its end. The caller frees *campaign, also after an error. */
MUST_USE status campaign_work(const struct share_of_work *work, struct campaign **campaign);

#endif
