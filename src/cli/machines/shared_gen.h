/* shared_gen: skep gen with a store that many machines share (--store).
 *
 * skep gen opens the campaign, holds it while it works at shares like any worker, stops it, and takes over the
 * tests of all workers: each test is run and judged again before it counts. */
#ifndef SKEP_CLI_SHARED_GEN_H
#define SKEP_CLI_SHARED_GEN_H

#include "cli/machines/workplace.h"
#include "proc/beside.h"
#include "store/journal.h"
#include "store/shared/overview.h"

/* Begins as all zeroes. */
struct shared_gen {
	struct connection *connection;
	struct arena *arena;
	piece_list pieces;               /* of the unit */
	struct shared_campaign campaign; /* id 0: not opened yet */
	bool taken_up;                   /* it has an earlier part of the campaign */
	uint64_t executions;             /* of the earlier parts */
	struct beside *holder;           /* the process that renews the hold */
	struct journal *journal;         /* to take over from */
};

/* Connects, so that the user learns of a wrong password before anything is built. */
MUST_USE status shared_gen_connect(struct shared_gen *shared, const struct gen_settings *settings);
/* Opens the campaign for --continue, and corrects the model by its lessons. If there is none, or it cannot be
 * continued, the failure is TROUBLE_INPUT. */
MUST_USE status shared_gen_take_up(struct shared_gen *shared, const struct gen_settings *settings, struct unit *unit);
/* Takes the unit apart as it was read, before the steps that workers do themselves. */
void shared_gen_keep(struct shared_gen *shared, const struct gen_settings *settings, struct unit *unit);
/* Opens the campaign for work with a budget of so many executions, or without a limit; `goals` is their number. */
MUST_USE status shared_gen_open(struct shared_gen *shared, const struct gen_settings *settings, uint32_t goals);
/* Works at it with others until its budget or `seconds` are spent. Leaves in *options how to take over the
 * results: campaign_run() with these options ends the search. */
MUST_USE status shared_gen_search(struct shared_gen *shared, const struct gen_settings *settings,
                                  const struct workplace *place, double seconds, struct campaign_options *options);
/* Tells how much each worker did, for the report; nothing if the store does not answer. It belongs to `shared`. */
void shared_gen_workers(const struct shared_gen *shared, const struct worker_view **workers, size_t *n);
void shared_gen_release(struct shared_gen *shared);

/* Opens the campaign of a project's unit before its turn comes, and leaves it to the workers. */
MUST_USE status shared_gen_open_early(const struct gen_settings *settings, struct unit *unit, int64_t *id);
/* Holds campaigns until the process ends. */
MUST_USE status shared_gen_hold(const char *url, const int64_t *campaigns, size_t n, struct beside **holder);

#endif
