/* shared_claims: see shared_claims.h. */
#include "store/shared/shared_claims.h"

#include <unistd.h>

#include "base/log.h"
#include "base/str.h"
#include "store/shared/words.h"

#define TURNS_AT_RISK 2          /* a worker that dies has tried all that it claimed before its last two turns */
#define PATIENCE_SECONDS 2.0     /* for a server that does not answer */
#define RETRY_SECONDS 1.0
#define NAP_MICROSECONDS 200u

/* A claim counts before it is on the server's disk: after a crash of the server some frontiers may be tried twice. Only
 * a campaign that goes on gives frontiers away. */
static const char claim_sql[] =
        "WITH c AS (SELECT set_config('synchronous_commit', 'off', true) FROM skep.campaign WHERE id = $1"
        " AND state = 'open' AND held > now())"
        " INSERT INTO skep.claim(campaign, frontier, share, attempt, turn)"
        " SELECT $1, f, $2::integer, $3::integer, $4::integer FROM c, unnest($5::bigint[]) AS f"
        " ON CONFLICT DO NOTHING RETURNING frontier";

struct shared_claims {
	struct claims base;
	const char *url;
	const struct lease *lease;
	struct connection *connection; /* NULL: nobody has asked yet, or the server could not be reached */
	int64_t turn;
	double failed; /* when the server was found to be away; 0: never */
	/* The question under way: */
	bool is_asked; /* the server was asked, and has not answered */
	uint32_t question;
	uint64_t frontiers[CLAIMS_AT_ONCE];
	size_t n;
	uint32_t n_questions; /* so far */
	uint32_t answers[CLAIMS_UNDER_WAY]; /* by question */
	struct traffic before; /* of connections that were lost */
	double waited; /* seconds, between looks whether the answer is there */
};

static struct traffic traffic_of(const struct shared_claims *own)
{
	return traffic_sum(own->before, connection_traffic(own->connection));
}

/* A share that was leased before may have claims of a worker that died: the last of these were not tried. */
static status free_untried(const struct shared_claims *own)
{
	struct words campaign, share, attempt, turns;
	return connection_ask(
	        own->connection,
	        "DELETE FROM skep.claim c USING (SELECT attempt, max(turn) AS last FROM skep.claim"
	        " WHERE campaign = $1 AND share = $2 AND attempt < $3 GROUP BY attempt) d"
	        " WHERE campaign = $1 AND share = $2 AND c.attempt = d.attempt AND turn > d.last - $4",
	        (struct parameter[]){ number_of(own->lease->campaign, &campaign), number_of(own->lease->share, &share),
	                              number_of(own->lease->attempt, &attempt), number_of(TURNS_AT_RISK, &turns) },
	        4, NULL);
}

static void hang_up(struct shared_claims *own, status st)
{
	status_free(st); /* the journal tells the user */
	own->before = traffic_of(own);
	if (own->connection)
		connection_close(own->connection);
	own->connection = NULL;
	own->failed = now_seconds();
}

static bool be_open(struct shared_claims *own)
{
	if (own->connection)
		return true;
	if (own->failed > 0 && now_seconds() - own->failed < RETRY_SECONDS)
		return false;
	status st = connection_open(own->url, &own->connection);
	if (!st && own->lease->attempt > 1)
		st = free_untried(own);
	if (st)
		hang_up(own, st);
	return own->connection != NULL;
}

static void write_array(const struct shared_claims *own, struct sb *array)
{
	for (size_t i = 0; i < own->n; i++)
		sb_addf(array, "%c%" PRId64, i ? ',' : '{', (int64_t)own->frontiers[i]);
	sb_add(array, "}");
}

/* Sends the statement, which the server may have to learn before. */
static status send(struct shared_claims *own, const char *frontiers)
{
	struct words campaign, share, attempt, turn;
	const struct parameter parameters[] = { number_of(own->lease->campaign, &campaign),
		                                number_of(own->lease->share, &share),
		                                number_of(own->lease->attempt, &attempt), number_of(own->turn++, &turn),
		                                text_of(frontiers) };
	const double start = now_seconds();
	while (!own->is_asked && now_seconds() - start < PATIENCE_SECONDS) {
		TRY(connection_send(own->connection, claim_sql, parameters, 5, &own->is_asked));
		if (!own->is_asked)
			usleep(NAP_MICROSECONDS);
	}
	return NULL;
}

static uint32_t bit_of(const struct shared_claims *own, uint64_t frontier)
{
	for (size_t i = 0; i < own->n; i++)
		if (own->frontiers[i] == frontier)
			return 1u << i;
	return 0;
}

static status wait_for_rows(struct shared_claims *own, struct rows **rows)
{
	const double start = now_seconds();
	*rows = NULL;
	TRY(connection_take(own->connection, false, rows));
	while (!*rows && now_seconds() - start < PATIENCE_SECONDS) {
		usleep(NAP_MICROSECONDS);
		own->waited += NAP_MICROSECONDS * 1e-6;
		TRY(connection_take(own->connection, false, rows));
	}
	return NULL;
}

/* Takes the answer that is under way. If there is none in time, everything is ours. */
static void await(struct shared_claims *own)
{
	struct rows *rows;
	uint32_t ours = 0;
	if (!own->is_asked)
		return;
	own->is_asked = false;
	status st = wait_for_rows(own, &rows);
	if (st || !rows) {
		hang_up(own, st);
		return;
	}
	for (size_t i = 0; i < rows_n(rows); i++)
		ours |= bit_of(own, (uint64_t)rows_number(rows, i, 0));
	own->answers[own->question % CLAIMS_UNDER_WAY] = ours;
	rows_free(rows);
}

static uint32_t ask(struct claims *claims, const uint64_t *frontiers, size_t n)
{
	struct shared_claims *own = (struct shared_claims *)claims;
	struct sb array = { 0 };
	await(own); /* an answer for somebody else */
	own->question = own->n_questions++;
	own->answers[own->question % CLAIMS_UNDER_WAY] = UINT32_MAX;
	memcpy(own->frontiers, frontiers, n * sizeof *frontiers);
	own->n = n;
	if (!be_open(own))
		return own->question;
	write_array(own, &array);
	status st = send(own, sb_text(&array));
	if (!own->is_asked)
		hang_up(own, st);
	sb_release(&array);
	return own->question;
}

static uint32_t take(struct claims *claims, uint32_t question)
{
	struct shared_claims *own = (struct shared_claims *)claims;
	if (question == own->question)
		await(own);
	return own->answers[question % CLAIMS_UNDER_WAY];
}

static const struct claims_kind kind = { .ask = ask, .take = take };

struct claims *shared_claims_new(const char *url, const struct lease *lease)
{
	struct shared_claims *own = xcalloc(1, sizeof *own);
	own->base.kind = &kind;
	own->url = url;
	own->lease = lease;
	return &own->base;
}

struct traffic shared_claims_traffic(const struct claims *claims)
{
	const struct shared_claims *own = (const struct shared_claims *)claims;
	struct traffic all = traffic_of(own);
	all.seconds += own->waited;
	return all;
}

void shared_claims_free(struct claims *claims)
{
	struct shared_claims *own = (struct shared_claims *)claims;
	if (!own)
		return;
	if (own->connection)
		connection_close(own->connection);
	free(own);
}
