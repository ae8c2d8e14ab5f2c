/* shared_journal: the journal of a stint. See shared_journal.h; shared_writer.c has the writer's journal. */
#include "store/shared/shared_journal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "proc/child.h"
#include "store/shared/connection.h"
#include "store/shared/letters.h"
#include "store/shared/shared_claims.h"
#include "store/shared/words.h"

#define SECONDS_BETWEEN 1.0
#define EXECUTIONS_BETWEEN 1024u /* if nothing may depend on the clock */
#define PATIENCE_SECONDS 600.0   /* for a server that is away, once the stint is over */
#define SECONDS_UNTIL_READY 0.05
#define NAP_MICROSECONDS 10000u

struct shared_journal {
	struct journal base;
	struct connection *connection;
	struct claims *claims;   /* NULL: the campaign is exact */
	struct sender sender;
	bool is_exact, was_read;
	uint32_t round;
	uint32_t place;          /* of the next entry */
	int64_t cursor;
	letter_list letters;     /* letters that the store does not have for sure, */
	size_t n_sent;           /* and how many of them are in the statement under way */
	bool is_asked;           /* a statement is under way */
	bool closed, told;       /* told: the user knows of trouble that passes */
	status trouble;          /* trouble that does not pass */
};

/* ---- appending ---- */

static void note(struct sender *sender, const struct entry *entry)
{
	if (entry->kind == ENTRY_TEST) {
		sender->tests++;
		if (entry->test.covered > sender->covered)
			sender->covered = entry->test.covered;
	} else if (entry->kind == ENTRY_COUNTS && str_equal(entry->counts.name, "executions")) {
		for (size_t i = 0; i < entry->counts.n; i++)
			sender->executions += entry->counts.at[i].by;
	}
}

/* Notes how the last talk with the server went. With trouble that passes, the letters stay where they are. */
static void judge_talk(struct shared_journal *own, status st)
{
	if (st && !connection_may_recover(own->connection)) {
		own->trouble = st;
		own->base.is_dismissed = true;
		return;
	}
	if (st && !own->told &&
	    connection_is_there(own->connection)) /* otherwise the process that leases shares tells the user */
		log_error("%s; results wait until it answers", st->message);
	own->told = st != NULL;
	status_free(st);
}

/* Returns the traffic of the stint: of entries and of claims. */
static struct traffic traffic_of(const struct shared_journal *own)
{
	struct traffic none = { 0 };
	return traffic_sum(connection_traffic(own->connection),
	                   own->claims ? shared_claims_traffic(own->claims) : none);
}

/* Sends the letters, as many as go into one statement, and asks for the tests of others. Nobody waits for the answer: it is
 * taken at the next turn. */
static void send(struct shared_journal *own)
{
	struct parcel parcel;
	struct traffic traffic = traffic_of(own);
	own->sender.processor = own->base.processor;
	own->sender.cursor = own->cursor;
	parcel_pack(&parcel, &own->letters, &own->sender, &traffic);
	status st = connection_send(own->connection, parcel_sql, parcel.parameters, parcel.n_parameters,
	                            &own->is_asked);
	own->n_sent = own->is_asked ? parcel.n : 0;
	parcel_release(&parcel);
	if (st)
		judge_talk(own, st);
}

static status append(struct journal *journal, const struct entry *entries, size_t n)
{
	struct shared_journal *own = (struct shared_journal *)journal;
	for (size_t i = 0; i < n; i++) {
		note(&own->sender, &entries[i]);
		letters_add(&own->letters, own->place++, &entries[i]);
	}
	return NULL;
}

/* ---- reading ---- */

#define OF_OTHERS                                                                                                    \
	"SELECT c.state = 'open' AND c.held > now(), " FIRST_OPEN "::text::bigint, e.body FROM skep.campaign c"      \
	" LEFT JOIN skep.entry e ON e.campaign = c.id AND e.kind = 0 AND e.xid < " FIRST_OPEN                        \
	" AND (e.share <> $2 OR e.attempt <> $3) WHERE c.id = $1 ORDER BY e.number"

#define OF_EARLIER                                                                                                  \
	"SELECT c.state = 'open' AND c.held > now(), 0, e.body FROM skep.campaign c LEFT JOIN (skep.entry e"        \
	" LEFT JOIN skep.share s ON s.campaign = e.campaign AND s.number = e.share)"                                \
	" ON e.campaign = c.id AND e.kind = 0 AND coalesce(s.round, -1) < $2"                                       \
	" WHERE c.id = $1 ORDER BY e.share, e.attempt, e.place"

/* Asks for the tests that are there already, and waits for them: whatever they cover need not be found again. In an exact
 * campaign the whole share depends on them. */
static status ask_first(struct shared_journal *own, struct rows **rows)
{
	struct words words[3];
	struct parameter id = number_of(own->sender.campaign, &words[0]);
	if (own->is_exact)
		return connection_insist(own->connection, OF_EARLIER,
		                         (struct parameter[]){ id, number_of(own->round, &words[1]) }, 2, rows);
	return connection_ask(own->connection, OF_OTHERS,
	                      (struct parameter[]){ id, number_of(own->sender.share, &words[1]),
	                                            number_of(own->sender.attempt, &words[2]) },
	                      3, rows);
}

/* Passes on an entry. Bytes that are no entry are passed over. */
static status give(const struct rows *rows, size_t row, const struct reading *reading)
{
	struct arena *arena = arena_new();
	struct entry entry;
	size_t size;
	const void *bytes = rows_bytes(rows, row, 2, arena, &size);
	status st = entry_decode(bytes, size, arena, &entry) ? reading->take(reading->context, &entry) : NULL;
	arena_free(arena);
	return st;
}

static status give_all(struct shared_journal *own, const struct rows *rows, const struct reading *reading)
{
	own->base.is_dismissed |= !rows_n(rows) || !rows_truth(rows, 0, 0);
	for (size_t i = 0; i < rows_n(rows); i++)
		if (rows_text(rows, i, 2))
			TRY(give(rows, i, reading));
	if (rows_n(rows))
		own->cursor = rows_number(rows, 0, 1);
	return NULL;
}

/* Takes the answer to the statement under way if it is there, or waits for it. `reading` NULL: the tests of others are
 * passed over. */
static status take_answer(struct shared_journal *own, bool wait, const struct reading *reading)
{
	struct rows *rows;
	status st = connection_take(own->connection, wait, &rows);
	if (!st && !rows)
		return NULL;
	own->is_asked = false;
	judge_talk(own, st);
	if (st)
		return NULL;
	letters_drop(&own->letters, own->n_sent);
	own->closed = !rows_n(rows);
	st = reading ? give_all(own, rows, reading) : NULL;
	rows_free(rows);
	return st;
}

static status read_first(struct shared_journal *own, const struct reading *reading)
{
	struct rows *rows;
	TRY(ask_first(own, &rows));
	own->was_read = true;
	status st = give_all(own, rows, reading);
	rows_free(rows);
	return st;
}

static status read_journal(struct journal *journal, const struct reading *reading)
{
	struct shared_journal *own = (struct shared_journal *)journal;
	if (!own->was_read)
		return read_first(own, reading);
	if (own->is_asked)
		TRY(take_answer(own, false, reading));
	bool can_send = !own->is_asked && !own->closed && !own->trouble;
	if (can_send)
		send(own);
	bool is_late = can_send && !own->is_asked; /* the connection is not ready */
	own->base.pace.seconds = is_late ? SECONDS_UNTIL_READY : SECONDS_BETWEEN;
	return NULL;
}

/* ---- the end ---- */

/* Takes the answer under way, and sends what is left. */
static void go_on(struct shared_journal *own)
{
	if (own->is_asked)
		status_free(take_answer(own, true, NULL));
	if (own->letters.n && !own->is_asked && !own->closed && !own->trouble)
		send(own);
}

static bool is_unsent(const struct shared_journal *own)
{
	return own->letters.n && !own->closed && !own->trouble;
}

static status finish(struct journal *journal, bool spent, const struct reading *reading)
{
	struct shared_journal *own = (struct shared_journal *)journal;
	double start = now_seconds();
	(void)spent;
	(void)reading;
	go_on(own);
	while (is_unsent(own) && !interrupted() && now_seconds() - start < PATIENCE_SECONDS) {
		if (!own->is_asked)
			usleep(NAP_MICROSECONDS);
		go_on(own);
	}
	status st = own->trouble;
	own->trouble = NULL;
	if (!st && is_unsent(own))
		st = fail(TROUBLE_SYSTEM, "the store at %s did not come back: %zu entries of share %u are not appended",
		          connection_shown(own->connection), own->letters.n, own->sender.share);
	if (!st && !own->is_asked && !own->closed)
		send(own); /* the cost of all that; nothing depends on it */
	return st;
}

static void free_journal(struct journal *journal)
{
	struct shared_journal *own = (struct shared_journal *)journal;
	letters_release(&own->letters);
	status_free(own->trouble);
	shared_claims_free(own->claims);
	connection_close(own->connection);
	free(own);
}

static const struct journal_kind kind = {
	.append = append, .read = read_journal, .finish = finish, .free = free_journal
};

status shared_journal_new(const char *url, const struct lease *lease, bool is_exact, struct journal **journal)
{
	struct connection *connection;
	TRY(connection_open(url, &connection));
	struct shared_journal *own = xcalloc(1, sizeof *own);
	own->base = (struct journal){ .kind = &kind, .pace.seconds = SECONDS_BETWEEN, .has_others = true };
	own->base.pace.executions = is_exact ? EXECUTIONS_BETWEEN : 0;
	own->connection = connection;
	own->claims = is_exact ? NULL : shared_claims_new(url, lease);
	own->is_exact = is_exact;
	own->round = lease->round;
	own->sender = (struct sender){ .campaign = lease->campaign,
		                       .worker = lease->worker,
		                       .share = lease->share,
		                       .attempt = lease->attempt,
		                       .key = is_exact ? 0 : lease->attempt,
		                       .reads = !is_exact };
	*journal = &own->base;
	return NULL;
}

struct claims *shared_journal_claims(struct journal *journal)
{
	return ((struct shared_journal *)journal)->claims;
}
