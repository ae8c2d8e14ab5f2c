/* shared: see shared.h. This file has campaigns and their units; shares.c has the work. */
#include "store/shared/shared.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

#include "base/str.h"
#include "store/shared/connection.h"
#include "store/shared/schema.h"
#include "store/shared/words.h"

#define COLUMNS "id, name, unit, unit_hash, skep, build, is_exact, held > now(), state, goals"

status shared_open(const char *url, struct connection **connection)
{
	TRY(connection_open(url, connection));
	status st = schema_prepare(*connection);
	if (st) {
		connection_close(*connection);
		*connection = NULL;
	}
	return st;
}

void shared_close(struct connection *connection)
{
	connection_close(connection);
}

const char *shared_name(const struct connection *connection)
{
	return connection_shown(connection);
}

const char *shared_name_of(const char *url, struct arena *arena)
{
	return url_shown(url, arena);
}

bool shared_may_recover(const struct connection *connection)
{
	return connection_may_recover(connection);
}

/* ---- the unit ---- */

/* Hashes a piece to 128 bits: two texts with the same hash would be one piece. */
static void hash_piece(const struct unit_piece *piece, char words[40])
{
	XXH128_hash_t hash = XXH3_128bits(piece->bytes, piece->size);
	snprintf(words, 40, "%016" PRIx64 "%016" PRIx64, (uint64_t)hash.high64, (uint64_t)hash.low64);
}

/* Stores a piece. The bytes are sent only if the store does not have them. */
static status put_piece(struct connection *connection, int64_t campaign, const struct unit_piece *piece)
{
	char hash[40];
	struct words id;
	struct rows *rows;
	hash_piece(piece, hash);
	struct parameter bytes = { .bytes = piece->size ? piece->bytes : "", .size = piece->size };
	struct parameter name = { .bytes = piece->name, .size = strlen(piece->name) };
	TRY(connection_ask(connection, "SELECT 1 FROM skep.piece WHERE hash = $1",
	                   (struct parameter[]){ text_of(hash) }, 1, &rows));
	bool there = rows_n(rows) > 0;
	rows_free(rows);
	if (!there)
		TRY(connection_ask(connection, "INSERT INTO skep.piece VALUES ($1, $2) ON CONFLICT DO NOTHING",
		                   (struct parameter[]){ text_of(hash), bytes }, 2, NULL));
	return connection_ask(connection, "INSERT INTO skep.part VALUES ($1, $2, $3)",
	                      (struct parameter[]){ number_of(campaign, &id), name, text_of(hash) }, 3, NULL);
}

status shared_pieces(struct connection *connection, int64_t campaign, struct arena *arena, struct unit_piece **pieces,
                     size_t *n)
{
	struct words id;
	struct rows *rows;
	TRY(connection_ask(connection,
	                   "SELECT p.name, b.bytes FROM skep.part p JOIN skep.piece b ON b.hash = p.hash"
	                   " WHERE p.campaign = $1 ORDER BY p.name",
	                   (struct parameter[]){ number_of(campaign, &id) }, 1, &rows));
	*n = rows_n(rows);
	*pieces = ARENA_ARRAY(arena, struct unit_piece, *n + 1);
	for (size_t i = 0; i < *n; i++) {
		size_t size;
		const char *name = rows_bytes(rows, i, 0, arena, &size);
		(*pieces)[i].name = arena_strndup(arena, name, size);
		(*pieces)[i].bytes = rows_bytes(rows, i, 1, arena, &(*pieces)[i].size);
	}
	rows_free(rows);
	return NULL;
}

/* ---- opening ---- */

static status put_campaign(struct connection *connection, const struct opening *opening, int64_t *id)
{
	const struct shared_campaign *campaign = opening->campaign;
	struct words goals, hold;
	struct rows *rows;
	TRY(connection_ask(connection,
	                   "INSERT INTO skep.campaign(name, unit, unit_hash, skep, build, is_exact, goals, held)"
	                   " VALUES ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 second') RETURNING id",
	                   (struct parameter[]){ text_of(campaign->name), text_of(campaign->unit),
	                                         text_of(campaign->unit_hash), text_of(campaign->skep),
	                                         text_of(campaign->build), text_of(campaign->is_exact ? "t" : "f"),
	                                         number_of(campaign->goals, &goals), real_of(opening->hold, &hold) },
	                   8, &rows));
	*id = rows_number(rows, 0, 0);
	rows_free(rows);
	return NULL;
}

static status reopen(struct connection *connection, const struct opening *opening)
{
	const struct shared_campaign *campaign = opening->campaign;
	struct words id, goals, hold;
	struct parameter number = number_of(campaign->id, &id);
	TRY(connection_ask(connection, "DELETE FROM skep.part WHERE campaign = $1", &number, 1, NULL));
	TRY(connection_ask(connection,
	                   "UPDATE skep.share SET state = 'given up' WHERE campaign = $1 AND state <> 'done'", &number,
	                   1, NULL));
	return connection_ask(connection,
	                      "UPDATE skep.campaign SET state = 'open', ended = NULL, build = $2, is_exact = $3,"
	                      " goals = $4, held = now() + $5 * interval '1 second' WHERE id = $1",
	                      (struct parameter[]){ number, text_of(campaign->build),
	                                            text_of(campaign->is_exact ? "t" : "f"),
	                                            number_of(campaign->goals, &goals), real_of(opening->hold, &hold) },
	                      5, NULL);
}

/* Stores a share. Numbers and rounds continue behind existing ones; number 0 is the writer's. */
static status put_share(struct connection *connection, int64_t campaign, const struct share_plan *plan,
                        int64_t first_round)
{
	struct words id, round, lane, lanes, seed, executions;
	return connection_ask(
	        connection,
	        "INSERT INTO skep.share(campaign, number, round, lane, lanes, seed, executions, engine)"
	        " SELECT $1::bigint, coalesce(max(number), 0) + 1, $2::integer, $3::integer, $4::integer, $5::bigint,"
	        " $6::bigint, $7::text FROM skep.share WHERE campaign = $1",
	        (struct parameter[]){ number_of(campaign, &id), number_of(first_round + plan->round, &round),
	                              number_of(plan->lane, &lane), number_of(plan->lanes, &lanes),
	                              number_of((int64_t)plan->seed, &seed),
	                              number_of((int64_t)plan->executions, &executions), text_of(plan->engine) },
	        7, NULL);
}

static status put_shares(struct connection *connection, int64_t campaign, const struct opening *opening)
{
	struct words id;
	struct rows *rows;
	TRY(connection_ask(connection, "SELECT coalesce(max(round), -1) + 1 FROM skep.share WHERE campaign = $1",
	                   (struct parameter[]){ number_of(campaign, &id) }, 1, &rows));
	int64_t first_round = rows_number(rows, 0, 0);
	rows_free(rows);
	for (size_t i = 0; i < opening->n_shares; i++)
		TRY(put_share(connection, campaign, &opening->shares[i], first_round));
	return NULL;
}

/* Fails if another process writes the results of a campaign of that name: two writers would take each other's
 * entries away. The lock is for processes that open one at the same moment. */
static status check_not_under_way(struct connection *connection, const char *name)
{
	struct parameter parameter = text_of(name);
	struct rows *rows;
	TRY(connection_ask(connection, "SELECT pg_advisory_xact_lock(hashtext($1))", &parameter, 1, NULL));
	TRY(connection_ask(connection,
	                   "SELECT 1 FROM skep.campaign WHERE name = $1 AND state <> 'closed' AND held > now()",
	                   &parameter, 1, &rows));
	bool under_way = rows_n(rows) > 0;
	rows_free(rows);
	return under_way ? fail(TROUBLE_INPUT,
	                        "campaign '%s' in %s is under way; wait for its end, or name another with --campaign",
	                        name, connection_shown(connection))
	                 : NULL;
}

static status put_all(struct connection *connection, const struct opening *opening, int64_t *id)
{
	*id = opening->campaign->id;
	TRY(check_not_under_way(connection, opening->campaign->name));
	if (*id)
		TRY(reopen(connection, opening));
	else
		TRY(put_campaign(connection, opening, id));
	for (size_t i = 0; i < opening->n_pieces; i++)
		TRY(put_piece(connection, *id, &opening->pieces[i]));
	return put_shares(connection, *id, opening);
}

status shared_begin(struct connection *connection, const struct opening *opening, int64_t *id)
{
	TRY(connection_begin(connection));
	return connection_finish(connection, put_all(connection, opening, id));
}

/* ---- finding ---- */

static void read_campaign(const struct rows *rows, size_t row, struct arena *arena, struct shared_campaign *campaign)
{
	*campaign = (struct shared_campaign){ .id = rows_number(rows, row, 0),
		                              .name = arena_strdup(arena, rows_text(rows, row, 1)),
		                              .unit = arena_strdup(arena, rows_text(rows, row, 2)),
		                              .unit_hash = arena_strdup(arena, rows_text(rows, row, 3)),
		                              .skep = arena_strdup(arena, rows_text(rows, row, 4)),
		                              .build = arena_strdup(arena, rows_text(rows, row, 5)),
		                              .is_exact = rows_truth(rows, row, 6),
		                              .is_held = rows_truth(rows, row, 7),
		                              .state = arena_strdup(arena, rows_text(rows, row, 8)),
		                              .goals = (uint32_t)rows_number(rows, row, 9) };
}

status shared_find(struct connection *connection, const char *name, struct arena *arena,
                   struct shared_campaign *campaign)
{
	struct rows *rows;
	*campaign = (struct shared_campaign){ 0 };
	TRY(connection_ask(connection, "SELECT " COLUMNS " FROM skep.campaign WHERE name = $1 ORDER BY id DESC LIMIT 1",
	                   (struct parameter[]){ text_of(name) }, 1, &rows));
	if (rows_n(rows))
		read_campaign(rows, 0, arena, campaign);
	rows_free(rows);
	return NULL;
}

/* Campaigns are sorted by the tests that their last stints won per second, times the time since then. So each is worked
 * at as often as it wins, none is forgotten, and a campaign without any stint comes early. */
#define BY_YIELD                                                                                               \
	"(SELECT (1 + coalesce(sum(tests), 0)) / (1 + coalesce(sum(extract(epoch FROM seen - l.began)), 0))"   \
	" * (1 + extract(epoch FROM now() - coalesce(max(seen), c.began)) / 20) FROM (SELECT tests, seen, began" \
	" FROM skep.stint s WHERE s.campaign = c.id ORDER BY seen DESC LIMIT 3) l) DESC, id"

status shared_list_open(struct connection *connection, const char *name, struct arena *arena,
                        struct shared_campaign **campaigns, size_t *n)
{
	struct rows *rows;
	TRY(connection_ask(connection,
	                   "SELECT " COLUMNS " FROM skep.campaign c WHERE state = 'open' AND held > now()"
	                   " AND ($1::text IS NULL OR name = $1 OR starts_with(name, $1 || '/')) ORDER BY " BY_YIELD,
	                   (struct parameter[]){ text_of(name) }, 1, &rows));
	*n = rows_n(rows);
	*campaigns = ARENA_ARRAY(arena, struct shared_campaign, *n + 1);
	for (size_t i = 0; i < *n; i++)
		read_campaign(rows, i, arena, &(*campaigns)[i]);
	rows_free(rows);
	return NULL;
}

/* ---- holding and ending ---- */

status shared_hold(struct connection *connection, int64_t campaign, double seconds)
{
	struct words id, length;
	return connection_ask(connection,
	                      "UPDATE skep.campaign SET held = now() + $2 * interval '1 second' WHERE id = $1",
	                      (struct parameter[]){ number_of(campaign, &id), real_of(seconds, &length) }, 2, NULL);
}

status shared_stop(struct connection *connection, int64_t campaign)
{
	struct words id;
	return connection_insist(connection,
	                         "UPDATE skep.campaign SET state = 'closing' WHERE id = $1 AND state = 'open'",
	                         (struct parameter[]){ number_of(campaign, &id) }, 1, NULL);
}

status shared_end(struct connection *connection, int64_t campaign)
{
	struct words id;
	struct parameter number = number_of(campaign, &id);
	TRY(connection_insist(connection,
	                      "UPDATE skep.share SET state = 'given up' WHERE campaign = $1 AND state <> 'done'",
	                      &number, 1, NULL));
	TRY(connection_insist(connection, "DELETE FROM skep.claim WHERE campaign = $1", &number, 1, NULL));
	return connection_insist(connection,
	                         "UPDATE skep.campaign SET state = 'closed', ended = clock_timestamp() WHERE id = $1",
	                         &number, 1, NULL);
}
