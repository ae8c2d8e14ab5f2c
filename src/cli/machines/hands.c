/* hands: see hands.h. */
#include "cli/machines/hands.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"
#include "base/map.h"
#include "proc/beside.h"
#include "proc/child.h"

#define LEASE_SECONDS 15.0
#define RENEW_SECONDS 3.0
#define PATIENCE_SECONDS 600.0   /* for a store that is away */

struct hand {
	struct beside *process;      /* NULL: idle, or its share waits to be returned */
	struct lease lease;
	char *engine;                /* of the lease */
	const struct workplace *place;
	double slice;
	bool has_share, finished;
};

struct hands {
	struct connection *connection;
	int64_t worker;
	struct hand *at;
	size_t n;
	double renewed;
	double away_since;           /* 0: the store answers */
	struct map failures;         /* per campaign */
};

status hands_new(struct connection *connection, size_t n, struct hands **out)
{
	struct hands *hands = xcalloc(1, sizeof *hands);
	char host[200] = "", name[256];
	gethostname(host, sizeof host - 1);
	snprintf(name, sizeof name, "%s:%ld", host, (long)getpid());
	hands->connection = connection;
	hands->at = xcalloc(n, sizeof *hands->at);
	hands->n = n;
	*out = hands;
	return shared_join(connection, name, &hands->worker);
}

void hands_free(struct hands *hands)
{
	if (!hands)
		return;
	for (size_t i = 0; i < hands->n; i++) {
		beside_stop(hands->at[i].process);
		free(hands->at[i].engine);
	}
	map_release(&hands->failures);
	free(hands->at);
	free(hands);
}

size_t hands_idle(const struct hands *hands)
{
	return hands->n - hands_busy(hands);
}

size_t hands_busy(const struct hands *hands)
{
	size_t n = 0;
	for (size_t i = 0; i < hands->n; i++)
		n += hands->at[i].has_share;
	return n;
}

bool hands_busy_at(const struct hands *hands, const struct workplace *place)
{
	for (size_t i = 0; i < hands->n; i++)
		if (hands->at[i].process && hands->at[i].place == place)
			return true;
	return false;
}

unsigned hands_failures(const struct hands *hands, int64_t campaign)
{
	const uint64_t *n = map_get(&hands->failures, (uint64_t)campaign);
	return n ? (unsigned)*n : 0;
}

/* ---- trouble ---- */

/* Waits for a store that is away, and tells the user once when it goes and when it is back. */
static status unless_it_passes(struct hands *hands, status st)
{
	double now = now_seconds();
	if (!st) {
		if (hands->away_since > 0)
			log_note("the store is there again");
		hands->away_since = 0;
		return NULL;
	}
	if (!shared_may_recover(hands->connection) ||
	    (hands->away_since > 0 && now - hands->away_since > PATIENCE_SECONDS))
		return st;
	if (hands->away_since <= 0) {
		log_warn("%s; results wait until it answers", st->message);
		hands->away_since = now;
	}
	status_free(st);
	return NULL;
}

/* ---- beginning ---- */

static status work(void *context)
{
	const struct hand *hand = context;
	return workplace_work(hand->place, &hand->lease, hand->slice);
}

static status begin(struct hand *hand, const struct lease *lease, const struct workplace *place, double slice)
{
	free(hand->engine);
	hand->engine = xstrdup(lease->engine);
	hand->lease = *lease;
	hand->lease.engine = hand->engine;
	hand->place = place;
	hand->slice = slice;
	hand->finished = false;
	hand->has_share = true;
	return beside_start_quick(work, hand, &hand->process);
}

static struct hand *idle_hand(struct hands *hands)
{
	size_t i = 0;
	while (i < hands->n && hands->at[i].has_share)
		i++;
	return i < hands->n ? &hands->at[i] : NULL;
}

status hands_lease(struct hands *hands, const struct workplace *place, int64_t campaign, double slice, size_t *n)
{
	struct arena *arena = arena_new();
	struct lease *leases;
	size_t wanted = hands_idle(hands);
	*n = 0;
	status st = wanted ? shared_lease(hands->connection, campaign, hands->worker, wanted, LEASE_SECONDS, arena,
	                                  &leases, n)
	                   : NULL;
	bool failed = st;
	st = unless_it_passes(hands, st);
	for (size_t i = 0; !failed && !st && i < *n; i++)
		st = begin(idle_hand(hands), &leases[i], place, slice);
	arena_free(arena);
	return st;
}

/* ---- looking after them ---- */

static void reap(struct hands *hands, struct hand *hand)
{
	status st = beside_finish(hand->process);
	uint64_t *failures = map_put(&hands->failures, (uint64_t)hand->lease.campaign, NULL);
	hand->process = NULL;
	hand->finished = !st;
	*failures = st && st->kind != TROUBLE_INTERRUPTED ? *failures + 1 : 0;
	if (st && st->kind != TROUBLE_INTERRUPTED)
		log_warn("share %u was broken off, and is given out again: %s", hand->lease.share, st->message);
	status_free(st);
}

static status renew(struct hands *hands)
{
	if (!hands_busy(hands) || now_seconds() - hands->renewed < RENEW_SECONDS)
		return NULL;
	hands->renewed = now_seconds();
	return unless_it_passes(hands, shared_renew(hands->connection, hands->worker, LEASE_SECONDS));
}

status hands_look(struct hands *hands)
{
	TRY(renew(hands));
	for (size_t i = 0; i < hands->n; i++) {
		struct hand *hand = &hands->at[i];
		if (hand->process && beside_is_done(hand->process))
			reap(hands, hand);
		if (!hand->has_share || hand->process)
			continue;
		status st = shared_return(hands->connection, &hand->lease, hand->finished);
		hand->has_share = st != NULL; /* otherwise again at the next look */
		TRY(unless_it_passes(hands, st));
	}
	return NULL;
}

void hands_stop(struct hands *hands)
{
	for (size_t i = 0; i < hands->n; i++) {
		beside_stop(hands->at[i].process);
		hands->at[i].process = NULL;
	}
}
