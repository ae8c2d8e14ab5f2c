/* shared_journal: the journal of a stint. See shared_journal.h; shared_writer.c has the writer's journal. */
#include "store/shared/shared_journal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "proc/child.h"
#include "store/shared/connection.h"
#include "store/shared/letters.h"
#include "store/shared/words.h"

#define SECONDS_BETWEEN 1.0
#define EXECUTIONS_BETWEEN 1024u /* if nothing may depend on the clock */
#define PATIENCE_SECONDS 600.0   /* for a server that is away, once the stint is over */
#define NAP_MICROSECONDS 200000u

struct shared_journal {
	struct journal base;
	struct connection *connection;
	struct sender sender;
	bool is_exact, was_read;
	uint32_t round;
	uint32_t place;          /* of the next entry */
	int64_t cursor;
	letter_list letters;     /* letters that wait */
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

/* Sends the letters. With trouble that passes, they stay where they are. */
static void send(struct shared_journal *own)
{
	status st = NULL;
	while (own->letters.n && !own->closed && !own->trouble && !st) {
		st = letters_send(&own->letters, own->connection, &own->sender, &own->closed);
		if (st && !connection_may_recover(own->connection)) {
			own->trouble = st;
			own->base.is_dismissed = true;
			return;
		}
	}
	own->base.is_dismissed |= own->closed;
	if (st && !own->told &&
	    connection_is_there(own->connection)) /* otherwise the process that leases shares tells the user */
		log_error("%s; results wait until it answers", st->message);
	own->told = st != NULL;
	status_free(st);
}

static status append(struct journal *journal, const struct entry *entries, size_t n)
{
	struct shared_journal *own = (struct shared_journal *)journal;
	for (size_t i = 0; i < n; i++) {
		note(&own->sender, &entries[i]);
		letters_add(&own->letters, own->place++, &entries[i]);
	}
	send(own);
	return NULL;
}

/* ---- reading ---- */

#define OF_OTHERS                                                                                                  \
	"SELECT c.state = 'open' AND c.held > now(), e.number, e.body FROM skep.campaign c LEFT JOIN skep.entry e" \
	" ON e.campaign = c.id AND e.number > $2 AND e.kind = 0 AND (e.share <> $3 OR e.attempt <> $4)"           \
	" WHERE c.id = $1 ORDER BY e.number"

#define OF_EARLIER                                                                                                  \
	"SELECT c.state = 'open' AND c.held > now(), e.number, e.body FROM skep.campaign c LEFT JOIN (skep.entry e" \
	" LEFT JOIN skep.share s ON s.campaign = e.campaign AND s.number = e.share)"                                \
	" ON e.campaign = c.id AND e.kind = 0 AND coalesce(s.round, -1) < $2"                                       \
	" WHERE c.id = $1 ORDER BY e.share, e.attempt, e.place"

#define ONLY_STATE "SELECT c.state = 'open' AND c.held > now(), NULL, NULL FROM skep.campaign c WHERE c.id = $1"

static status ask(struct shared_journal *own, struct rows **rows)
{
	struct words id, number, share, attempt;
	struct parameter parameters[4] = { number_of(own->sender.campaign, &id),
		                           number_of(own->is_exact ? own->round : own->cursor, &number),
		                           number_of(own->sender.share, &share),
		                           number_of(own->sender.attempt, &attempt) };
	if (!own->is_exact)
		return connection_ask(own->connection, OF_OTHERS, parameters, 4, rows);
	if (!own->was_read) /* all shares depend on it, so the stint cannot go on */
		return connection_insist(own->connection, OF_EARLIER, parameters, 2, rows);
	return connection_ask(own->connection, ONLY_STATE, parameters, 1, rows);
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

static status read_journal(struct journal *journal, const struct reading *reading)
{
	struct shared_journal *own = (struct shared_journal *)journal;
	struct rows *rows;
	status st = ask(own, &rows);
	if (st) {
		if (!own->was_read || !connection_may_recover(own->connection))
			return st;
		status_free(st); /* again next time */
		return NULL;
	}
	own->was_read = true;
	own->base.is_dismissed |= !rows_n(rows) || !rows_truth(rows, 0, 0);
	for (size_t i = 0; i < rows_n(rows) && !st; i++) {
		if (!rows_text(rows, i, 1))
			continue;
		own->cursor = rows_number(rows, i, 1);
		st = give(rows, i, reading);
	}
	rows_free(rows);
	return st;
}

/* ---- the end ---- */

static status finish(struct journal *journal, bool spent, const struct reading *reading)
{
	struct shared_journal *own = (struct shared_journal *)journal;
	double start = now_seconds();
	(void)spent;
	(void)reading;
	send(own);
	while (own->letters.n && !own->closed && !own->trouble && !interrupted() &&
	       now_seconds() - start < PATIENCE_SECONDS) {
		usleep(NAP_MICROSECONDS);
		send(own);
	}
	status st = own->trouble;
	own->trouble = NULL;
	if (!st && own->letters.n && !own->closed)
		st = fail(TROUBLE_SYSTEM, "the store at %s did not come back: %zu entries of share %u are not appended",
		          connection_shown(own->connection), own->letters.n, own->sender.share);
	return st;
}

static void free_journal(struct journal *journal)
{
	struct shared_journal *own = (struct shared_journal *)journal;
	letters_release(&own->letters);
	status_free(own->trouble);
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
	own->is_exact = is_exact;
	own->round = lease->round;
	own->sender = (struct sender){ .campaign = lease->campaign,
		                       .worker = lease->worker,
		                       .share = lease->share,
		                       .attempt = lease->attempt,
		                       .key = is_exact ? 0 : lease->attempt };
	*journal = &own->base;
	return NULL;
}
