/* shares: the work of campaigns, and its workers. See shared.h. */
#include "store/shared/shared.h"

#include <stdlib.h>

#include "base/str.h"
#include "base/version.h"
#include "store/shared/connection.h"
#include "store/shared/words.h"

status shared_join(struct connection *connection, const char *name, int64_t *worker)
{
	struct rows *rows;
	TRY(connection_ask(connection, "INSERT INTO skep.worker(name, skep) VALUES ($1, $2) RETURNING id",
	                   (struct parameter[]){ text_of(name), text_of(SKEP_VERSION) }, 2, &rows));
	*worker = rows_number(rows, 0, 0);
	rows_free(rows);
	return NULL;
}

/* SKIP LOCKED: workers that lease at the same moment get different shares, and none waits. In an exact campaign
 * the next round begins when all shares of the last are done. */
#define LEASE                                                                                                          \
	"WITH open AS (SELECT id FROM skep.campaign WHERE id = $1 AND state = 'open' AND held > now()),"               \
	" picked AS (SELECT number FROM skep.share WHERE campaign = (SELECT id FROM open)"                             \
	"  AND (state = 'free' OR (state = 'leased' AND deadline < now()))"                                            \
	"  AND round = (SELECT min(round) FROM skep.share WHERE campaign = $1 AND state IN ('free', 'leased'))"        \
	"  ORDER BY number LIMIT $2 FOR UPDATE SKIP LOCKED),"                                                          \
	" leased AS (UPDATE skep.share s SET state = 'leased', worker = $3, attempt = attempt + 1,"                    \
	"  deadline = now() + $4 * interval '1 second' FROM picked WHERE s.campaign = $1 AND s.number = picked.number" \
	"  RETURNING s.number, s.round, s.lane, s.lanes, s.attempt, s.seed, s.executions, s.engine),"                  \
	" noted AS (INSERT INTO skep.stint(campaign, share, attempt, worker)"                                          \
	"  SELECT $1, number, attempt, $3 FROM leased)"                                                                \
	" SELECT * FROM leased ORDER BY number"

static void read_lease(const struct rows *rows, size_t row, struct arena *arena, struct lease *lease)
{
	lease->share = (uint32_t)rows_number(rows, row, 0);
	lease->round = (uint32_t)rows_number(rows, row, 1);
	lease->lane = (uint32_t)rows_number(rows, row, 2);
	lease->lanes = (uint32_t)rows_number(rows, row, 3);
	lease->attempt = (uint32_t)rows_number(rows, row, 4);
	lease->seed = (uint64_t)rows_number(rows, row, 5);
	lease->executions = (uint64_t)rows_number(rows, row, 6);
	lease->engine = arena_strdup(arena, rows_text(rows, row, 7));
}

status shared_lease(struct connection *connection, int64_t campaign, int64_t worker, size_t most, double seconds,
                    struct arena *arena, struct lease **leases, size_t *n)
{
	struct words id, limit, who, length;
	struct rows *rows;
	*n = 0;
	TRY(connection_ask(connection, LEASE,
	                   (struct parameter[]){ number_of(campaign, &id), number_of((int64_t)most, &limit),
	                                         number_of(worker, &who), real_of(seconds, &length) },
	                   4, &rows));
	*n = rows_n(rows);
	*leases = ARENA_ARRAY(arena, struct lease, *n + 1);
	for (size_t i = 0; i < *n; i++) {
		(*leases)[i] = (struct lease){ .campaign = campaign, .worker = worker };
		read_lease(rows, i, arena, &(*leases)[i]);
	}
	rows_free(rows);
	return NULL;
}

status shared_renew(struct connection *connection, int64_t worker, double seconds)
{
	struct words who, length;
	return connection_ask(connection,
	                      "UPDATE skep.share SET deadline = now() + $2 * interval '1 second'"
	                      " WHERE worker = $1 AND state = 'leased'",
	                      (struct parameter[]){ number_of(worker, &who), real_of(seconds, &length) }, 2, NULL);
}

/* A share that was leased to another worker meanwhile is returned by that worker. */
status shared_return(struct connection *connection, const struct lease *lease, bool finished)
{
	struct words id, share, attempt;
	return connection_ask(connection,
	                      "UPDATE skep.share SET state = $4, deadline = NULL"
	                      " WHERE campaign = $1 AND number = $2 AND attempt = $3 AND state = 'leased'",
	                      (struct parameter[]){ number_of(lease->campaign, &id), number_of(lease->share, &share),
	                                            number_of(lease->attempt, &attempt),
	                                            text_of(finished ? "done" : "free") },
	                      4, NULL);
}

#define STANDING                                                                                                       \
	"WITH s AS (SELECT state = 'leased' AND deadline >= now() AS leased, state = 'done' AS done,"                  \
	"  state = 'free' OR (state = 'leased' AND deadline < now()) AS free, worker FROM skep.share"                  \
	"  WHERE campaign = $1),"                                                                                      \
	" best AS (SELECT coalesce(max(covered), 0) AS covered FROM skep.stint WHERE campaign = $1)"                   \
	" SELECT c.state, (SELECT count(*) FROM s WHERE free), (SELECT count(*) FROM s WHERE leased),"                 \
	" (SELECT count(*) FROM s WHERE done),"                                                                        \
	" (SELECT coalesce(sum(executions), 0) FROM skep.stint WHERE campaign = $1), best.covered, c.goals,"           \
	" extract(epoch FROM clock_timestamp() - coalesce((SELECT min(at) FROM skep.entry"                             \
	"  WHERE campaign = $1 AND covered >= best.covered AND kind = 0), c.began)),"                                  \
	" (SELECT count(DISTINCT worker) FROM s WHERE leased) FROM skep.campaign c, best WHERE c.id = $1"

status shared_standing(struct connection *connection, int64_t campaign, struct arena *arena, struct standing *standing)
{
	struct words id;
	struct rows *rows;
	*standing = (struct standing){ .state = "closed" };
	TRY(connection_ask(connection, STANDING, (struct parameter[]){ number_of(campaign, &id) }, 1, &rows));
	if (rows_n(rows))
		*standing = (struct standing){ .state = arena_strdup(arena, rows_text(rows, 0, 0)),
			                       .free = (uint32_t)rows_number(rows, 0, 1),
			                       .leased = (uint32_t)rows_number(rows, 0, 2),
			                       .done = (uint32_t)rows_number(rows, 0, 3),
			                       .executions = (uint64_t)rows_number(rows, 0, 4),
			                       .covered = (uint32_t)rows_number(rows, 0, 5),
			                       .goals = (uint32_t)rows_number(rows, 0, 6),
			                       .since_win = rows_real(rows, 0, 7),
			                       .workers = (uint32_t)rows_number(rows, 0, 8) };
	rows_free(rows);
	return NULL;
}
