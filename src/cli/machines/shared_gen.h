/* shared_gen: skep gen with a store that many machines share (--store).
 *
 * skep gen opens the campaign, holds it while it works at shares like any worker, stops it, and takes over what all workers won: each
 * test is run and judged again before it counts. */
#ifndef SKEP_CLI_SHARED_GEN_H
#define SKEP_CLI_SHARED_GEN_H

#include "cli/machines/workplace.h"
#include "proc/beside.h"
#include "store/journal.h"

/* Zero-initialise it. */
struct shared_gen {
	struct connection *connection;
	struct arena *arena;
	piece_list pieces;               /* of the unit */
	struct shared_campaign campaign; /* id 0: not opened yet */
	bool taken_up;                   /* it holds an earlier part of the campaign */
	uint64_t executions;             /* of the earlier parts */
	struct beside *holder;           /* renews the hold */
	struct journal *journal;         /* to take over */
};

/* Connects, so that a wrong password is told before anything is built. */
MUST_USE status shared_gen_connect(struct shared_gen *shared, const struct gen_settings *settings);
/* Opens what --continue is to take up, and corrects the model by what was learned. Nothing to continue, or nothing that
 * can be continued, is TROUBLE_INPUT. */
MUST_USE status shared_gen_take_up(struct shared_gen *shared, const struct gen_settings *settings, struct unit *unit);
/* Takes the unit apart as it was read: workers do with it what comes after. */
void shared_gen_keep(struct shared_gen *shared, const struct gen_settings *settings, struct unit *unit);
/* Opens the campaign for work with a budget of so many executions, or none; `goals`: how many there are. */
MUST_USE status shared_gen_open(struct shared_gen *shared, const struct gen_settings *settings, uint32_t goals);
/* Works at it with others until its budget is spent, or `seconds` are, and leaves in *options how to take over what
 * came of it: campaign_run() with these is the end of the search. */
MUST_USE status shared_gen_search(struct shared_gen *shared, const struct gen_settings *settings,
                                  const struct workplace *place, double seconds, struct campaign_options *options);
void shared_gen_release(struct shared_gen *shared);

/* For a project: opens the campaign of a unit before its turn comes, and leaves it to the workers. */
MUST_USE status shared_gen_open_early(const struct gen_settings *settings, struct unit *unit, int64_t *id);
/* Holds campaigns until the process is ended. */
MUST_USE status shared_gen_hold(const char *url, const int64_t *campaigns, size_t n, struct beside **holder);

#endif
