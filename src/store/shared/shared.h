/* shared: campaigns in a store that many machines share, a PostgreSQL database.
 *
 * `skep gen --store` opens a campaign: the unit in pieces, and the work in shares. Workers lease shares, and
 * append their results to the journal of the campaign (shared_journal.h). The process that writes the results
 * holds the campaign; a campaign that nobody holds is open to no worker. A lease has a deadline that is
 * renewed; the share of a dead worker is leased again.
 *
 * An exact campaign has a budget in executions. Its shares form rounds: a share begins with everything that
 * earlier rounds won, and with nothing else, so it appends the same entries whoever works at it, and however
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

/* Connects, and makes or upgrades the tables; see connection_open() and schema_prepare() for failures. Close
 * with shared_close(). A process that was forked needs a connection of its own. */
MUST_USE status shared_open(const char *url, struct connection **connection);
void shared_close(struct connection *connection);
/* Returns the address without user and password; it belongs to the connection, or is in arena. */
const char *shared_name(const struct connection *connection);
const char *shared_name_of(const char *url, struct arena *arena);
/* True after a failure if the same call may succeed later. */
bool shared_may_recover(const struct connection *connection);

/* ---- campaigns ---- */

struct shared_campaign {
	int64_t id;
	const char *name;            /* for users */
	const char *unit;
	const char *unit_hash;       /* of the unit's state */
	const char *skep, *build;    /* version, and build of that version */
	bool is_exact;
	bool is_held;                /* a process will write its results */
	const char *state;           /* "open", "closing", "closed" */
	uint32_t goals;              /* how many there are */
};

/* A share that is planned. */
struct share_plan {
	uint32_t round;              /* from 0, among the shares of this opening */
	uint32_t lane, lanes;        /* its place among the shares of the round */
	uint64_t seed, executions;   /* 0 executions: until the campaign is closed */
	const char *engine;          /* as for engines_choose() */
};

struct opening {
	const struct shared_campaign *campaign; /* id 0: a new campaign */
	const struct unit_piece *pieces;
	size_t n_pieces;
	const struct share_plan *shares;
	size_t n_shares;
	double hold;                 /* seconds until it counts as left, unless shared_hold() is called before */
};

/* Opens a campaign for work; *id is its number. An existing campaign gets these pieces, and these shares behind
 * its own. Its unfinished shares are given up; their entries stay. */
MUST_USE status shared_begin(struct connection *connection, const struct opening *opening, int64_t *id);
/* Finds the latest campaign of that name; campaign->id is 0 if there is none. In arena. */
MUST_USE status shared_find(struct connection *connection, const char *name, struct arena *arena,
                            struct shared_campaign *campaign);
/* Lists the campaigns that are open and held, first those that win most for their time; `name` NULL: of any name. */
MUST_USE status shared_list_open(struct connection *connection, const char *name, struct arena *arena,
                                 struct shared_campaign **campaigns, size_t *n);
MUST_USE status shared_hold(struct connection *connection, int64_t campaign, double seconds);
/* Stops a campaign: no stint begins, and stints under way come to an end. */
MUST_USE status shared_stop(struct connection *connection, int64_t campaign);
/* Closes a campaign: only the writer of the results can append from now on. */
MUST_USE status shared_end(struct connection *connection, int64_t campaign);
/* Returns all pieces of a campaign's unit, in arena. */
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

/* Leases up to `most` shares that are free, or whose worker let its deadline pass; in arena. */
MUST_USE status shared_lease(struct connection *connection, int64_t campaign, int64_t worker, size_t most,
                             double seconds, struct arena *arena, struct lease **leases, size_t *n);
/* Makes all leases of the worker valid for so many seconds from now. */
MUST_USE status shared_renew(struct connection *connection, int64_t worker, double seconds);
/* Ends the stint. `finished`: the share is done; else it is free again. */
MUST_USE status shared_return(struct connection *connection, const struct lease *lease, bool finished);

/* The progress of a campaign, as its workers report it. */
struct standing {
	const char *state;
	uint32_t free, leased, done; /* shares; free includes shares with a past deadline */
	uint64_t executions;
	uint32_t covered, goals;
	double since_win; /* seconds since the last test that raised `covered` */
	uint32_t workers; /* workers with a lease */
};
MUST_USE status shared_standing(struct connection *connection, int64_t campaign, struct arena *arena,
                                struct standing *standing);

#endif
