/* schema: see schema.h. A change of the tables is another step at the end of `steps`; published steps stay as
 * they are. */
#include "store/shared/schema.h"

#include <stdlib.h>

#include "base/str.h"

/* Only one skep at a time makes or upgrades tables: "SKEP" as a number. */
#define LOCK "SELECT pg_advisory_xact_lock(1397441872)"

static const char *const steps[] = {
	"CREATE SCHEMA IF NOT EXISTS skep;"
	"CREATE TABLE skep.version(number integer NOT NULL);"
	"INSERT INTO skep.version VALUES (0);"
	"CREATE TABLE skep.piece(hash text PRIMARY KEY, bytes bytea NOT NULL);"
	"CREATE TABLE skep.campaign(id bigserial PRIMARY KEY, name text NOT NULL, unit text NOT NULL, unit_hash text"
	" NOT NULL, skep text NOT NULL, build text NOT NULL, is_exact boolean NOT NULL,"
	" goals integer NOT NULL DEFAULT 0, state text NOT NULL DEFAULT 'open'"
	" CHECK (state IN ('open', 'closing', 'closed')),"
	" began timestamptz NOT NULL DEFAULT clock_timestamp(), ended timestamptz, held timestamptz NOT NULL,"
	" last bigint NOT NULL DEFAULT 0);"
	"CREATE INDEX ON skep.campaign(name);"
	"CREATE TABLE skep.part(campaign bigint NOT NULL REFERENCES skep.campaign ON DELETE CASCADE, name bytea NOT NULL,"
	" hash text NOT NULL REFERENCES skep.piece, PRIMARY KEY(campaign, name));"
	"CREATE TABLE skep.worker(id bigserial PRIMARY KEY, name text NOT NULL, skep text NOT NULL,"
	" began timestamptz NOT NULL DEFAULT clock_timestamp());"
	"CREATE TABLE skep.share(campaign bigint NOT NULL REFERENCES skep.campaign ON DELETE CASCADE, number integer"
	" NOT NULL, round integer NOT NULL, lane integer NOT NULL, lanes integer NOT NULL, seed bigint NOT NULL,"
	" executions bigint NOT NULL, engine text NOT NULL, state text NOT NULL DEFAULT 'free'"
	" CHECK (state IN ('free', 'leased', 'done', 'given up')), attempt integer NOT NULL DEFAULT 0,"
	" worker bigint, deadline timestamptz, PRIMARY KEY(campaign, number));"
	"CREATE TABLE skep.stint(campaign bigint NOT NULL, share integer NOT NULL, attempt integer NOT NULL,"
	" worker bigint NOT NULL, began timestamptz NOT NULL DEFAULT clock_timestamp(),"
	" seen timestamptz NOT NULL DEFAULT clock_timestamp(), executions bigint NOT NULL DEFAULT 0,"
	" tests integer NOT NULL DEFAULT 0, covered integer NOT NULL DEFAULT 0, PRIMARY KEY(campaign, share, attempt),"
	" FOREIGN KEY(campaign, share) REFERENCES skep.share ON DELETE CASCADE);"
	"CREATE TABLE skep.entry(campaign bigint NOT NULL REFERENCES skep.campaign ON DELETE CASCADE, share integer"
	" NOT NULL, attempt integer NOT NULL, place integer NOT NULL, number bigint NOT NULL, worker bigint NOT NULL,"
	" at timestamptz NOT NULL DEFAULT clock_timestamp(), kind smallint NOT NULL, covered integer NOT NULL,"
	" body bytea NOT NULL, PRIMARY KEY(campaign, share, attempt, place));"
	"CREATE INDEX ON skep.entry(campaign, number);",
	/* The cost of the exchange for a worker. */
	"ALTER TABLE skep.stint ADD messages bigint NOT NULL DEFAULT 0, ADD bytes bigint NOT NULL DEFAULT 0,"
	" ADD waiting double precision NOT NULL DEFAULT 0;",
	"ALTER TABLE skep.stint ADD processor double precision NOT NULL DEFAULT 0;",
	/* Goals over time, which would go with the entries that the writer replaces. */
	"CREATE TABLE skep.moment(campaign bigint NOT NULL REFERENCES skep.campaign ON DELETE CASCADE,"
	" at timestamptz NOT NULL, covered integer NOT NULL);"
	"CREATE INDEX ON skep.moment(campaign);",
	/* Entries without a lock on their campaign: letters.c. */
	"CREATE SEQUENCE skep.entry_number;"
	"SELECT setval('skep.entry_number', coalesce(max(number), 0) + 1) FROM skep.entry;"
	"ALTER TABLE skep.entry ADD xid xid8 NOT NULL DEFAULT pg_current_xact_id();"
	"CREATE INDEX ON skep.entry(campaign, xid) WHERE kind = 0;",
	/* Who tries which frontier, in the order of its turns: shared_claims.c. */
	"CREATE TABLE skep.claim(campaign bigint NOT NULL, frontier bigint NOT NULL, share integer NOT NULL,"
	" attempt integer NOT NULL, turn integer NOT NULL, PRIMARY KEY(campaign, frontier));"
	"CREATE INDEX ON skep.claim(campaign, share, turn);",
};

#define LATEST ((int)(sizeof steps / sizeof *steps))

/* The catalog's tables show what others have committed by now, while to_regclass() may answer from a cache. */
#define IS_THERE "SELECT EXISTS (SELECT FROM pg_catalog.pg_tables WHERE schemaname = 'skep' AND tablename = 'version')"

static status read_version(struct connection *connection, int *version)
{
	struct rows *rows;
	*version = 0;
	TRY(connection_ask(connection, IS_THERE, NULL, 0, &rows));
	bool there = rows_truth(rows, 0, 0);
	rows_free(rows);
	if (!there)
		return NULL;
	TRY(connection_ask(connection, "SELECT max(number) FROM skep.version", NULL, 0, &rows));
	*version = (int)rows_number(rows, 0, 0);
	rows_free(rows);
	return NULL;
}

static status upgrade(struct connection *connection)
{
	int version;
	TRY(connection_run(connection, LOCK));
	TRY(read_version(connection, &version)); /* another skep may have been quicker */
	for (; version < LATEST; version++) {
		char *step = xprintf("%s UPDATE skep.version SET number = %d", steps[version], version + 1);
		status st = connection_run(connection, step);
		free(step);
		TRY(st);
	}
	return NULL;
}

status schema_prepare(struct connection *connection)
{
	int version;
	TRY(read_version(connection, &version));
	if (version > LATEST)
		return fail(TROUBLE_INPUT,
		            "the store at %s is of a later skep (its schema is %d, this skep knows %d); use that skep",
		            connection_shown(connection), version, LATEST);
	if (version == LATEST)
		return NULL;
	TRY(connection_begin(connection));
	return connection_finish(connection, upgrade(connection));
}
