/* shared: campaigns in a store that many machines share, a PostgreSQL database.
 *
 * `skep gen --store` opens a campaign: the unit in pieces, and the work in shares. Workers lease shares, and
 * append what they win to the journal of the campaign (shared_journal.h). The campaign is held by whoever writes its
 * results: a campaign that nobody holds is open to no worker. A lease has a deadline that is renewed; the share of a worker
 * that died is leased again.
 *
 * Exact campaigns have a budget in executions. Their shares form rounds: a share begins with all that the rounds
 * before its own won, and with nothing else, so it appends the same entries whoever works at it, and however
 * often. */
#ifndef SKEP_STORE_SHARED_H
#define SKEP_STORE_SHARED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/unit_piece.h"
#include "base/status.h"

struct connection;

/* Connects, and makes or upgrades the tables; see connection_open() and schema_prepare() for failures. End with
 * shared_close(). A process that forked needs a connection of its own. */
MUST_USE status shared_open(const char *url, struct connection **connection);
void shared_close(struct connection *connection);
/* The address without user and password; of the connection, or in arena. */
const char *shared_name(const struct connection *connection);
const char *shared_name_of(const char *url, struct arena *arena);
/* After a failure: may the same succeed later? */
bool shared_may_recover(const struct connection *connection);

/* ---- campaigns ---- */

struct shared_campaign {
	int64_t id;
	const char *name;            /* that users know it by */
	const char *unit;
	const char *unit_hash;       /* of the unit's state */
	const char *skep, *build;    /* version, and which build of it */
	bool is_exact;
	bool is_held;                /* somebody will write its results */
	const char *state;           /* "open", "closing", "closed" */
	uint32_t goals;              /* how many there are */
};

/* A share to be made. */
struct share_plan {
	uint32_t round;              /* among those of this opening, from 0 */
	uint32_t lane, lanes;        /* its place among the shares of the round */
	uint64_t seed, executions;   /* 0 executions: until the campaign is closed */
	const char *engine;          /* for engines_choose() */
};

struct opening {
	const struct shared_campaign *campaign; /* id 0: a new one */
	const struct unit_piece *pieces;
	size_t n_pieces;
	const struct share_plan *shares;
	size_t n_shares;
	double hold;                 /* seconds until it counts as left, unless shared_hold() comes before */
};

/* Opens a campaign for work; *id is its number. One that was there gets these pieces, and these shares behind the ones that it
 * has; shares that were not finished are given up, their entries stay. */
MUST_USE status shared_begin(struct connection *connection, const struct opening *opening, int64_t *id);
/* The latest of that name; campaign->id is 0 if there is none. In arena. */
MUST_USE status shared_find(struct connection *connection, const char *name, struct arena *arena,
                            struct shared_campaign *campaign);
/* All that are open and held, those first that win most for their time; `name` NULL: whatever they are called. */
MUST_USE status shared_list_open(struct connection *connection, const char *name, struct arena *arena,
                                 struct shared_campaign **campaigns, size_t *n);
MUST_USE status shared_hold(struct connection *connection, int64_t campaign, double seconds);
/* No new stints, those under way come to an end. */
MUST_USE status shared_stop(struct connection *connection, int64_t campaign);
/* From now on nothing can be appended but by the writer of the results. */
MUST_USE status shared_end(struct connection *connection, int64_t campaign);
/* All pieces of a campaign's unit, in arena. */
MUST_USE status shared_pieces(struct connection *connection, int64_t campaign, struct arena *arena,
                              struct unit_piece **pieces, size_t *n);

/* ---- workers and shares ---- */

MUST_USE status shared_join(struct connection *connection, const char *name, int64_t *worker);

struct lease {
	int64_t campaign, worker;
	uint32_t share, round, lane, lanes;
	uint32_t attempt; /* from 1 */
	uint64_t seed, executions;
	const char *engine;
};

/* Up to `most` shares that are free, or whose worker let its deadline pass; in arena. */
MUST_USE status shared_lease(struct connection *connection, int64_t campaign, int64_t worker, size_t most,
                             double seconds, struct arena *arena, struct lease **leases, size_t *n);
/* All leases of the worker hold for so many seconds from now. */
MUST_USE status shared_renew(struct connection *connection, int64_t worker, double seconds);
/* The stint is over. `finished`: so is the share; else it is free again. */
MUST_USE status shared_return(struct connection *connection, const struct lease *lease, bool finished);

/* How far a campaign has come, as its workers tell. */
struct standing {
	const char *state;
	uint32_t free, leased, done; /* shares; those whose deadline passed are free */
	uint64_t executions;
	uint32_t covered, goals;
	double since_win; /* seconds since a test that raised `covered` */
	uint32_t workers; /* that hold a lease */
};
MUST_USE status shared_standing(struct connection *connection, int64_t campaign, struct arena *arena,
                                struct standing *standing);

#endif
