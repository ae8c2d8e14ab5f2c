/* shared_writer: the journal of the process that writes the results of a shared campaign. See shared_journal.h.
 *
 * It appends nothing as the campaign goes. The entries of the workers stay in the store until condense()
 * replaces all of them by the entries worth keeping, in one transaction. */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/map.h"
#include "base/vec.h"
#include "store/counts.h"
#include "store/shared/connection.h"
#include "store/shared/letters.h"
#include "store/shared/shared_journal.h"
#include "store/shared/words.h"

#define AT_ONCE "500"            /* rows of one query */

/* The position of the reading: a number, or share, attempt and place. */
struct position {
	int64_t number, share, attempt, place;
};

struct shared_writer {
	struct journal base;
	struct connection *connection;
	int64_t campaign;
	bool is_exact, was_read;
	struct counts *counts;           /* of all entries */
	VEC(struct entry) findings;      /* one per key */
	struct map finding_of;           /* key -> index, plus one */
	struct entry lessons;            /* text NULL: there are none */
	struct arena *arena;             /* of the gathered entries */
};

/* ---- gathering ---- */

static struct entry copy_finding(struct arena *arena, const struct entry *entry)
{
	struct entry copy = *entry;
	copy.text = arena_strdup(arena, entry->text ? entry->text : "");
	copy.finding.verdict = arena_strdup(arena, entry->finding.verdict ? entry->finding.verdict : "");
	copy.finding.kind = arena_strdup(arena, entry->finding.kind ? entry->finding.kind : "");
	copy.finding.summary = arena_strdup(arena, entry->finding.summary ? entry->finding.summary : "");
	return copy;
}

/* Gathers a finding. A known finding gets the count added; if the entry has a test, everything else is replaced. */
static void gather_finding(struct shared_writer *own, const struct entry *entry)
{
	bool added;
	uint64_t *place = map_put(&own->finding_of, entry->finding.key, &added);
	if (added) {
		*place = own->findings.n + 1;
		vec_push(&own->findings, copy_finding(own->arena, entry));
		return;
	}
	struct entry *known = &own->findings.at[*place - 1];
	uint32_t count = known->finding.count + entry->finding.count;
	if (entry->text)
		*known = copy_finding(own->arena, entry);
	known->finding.count = count;
}

static void gather(struct shared_writer *own, const struct entry *entry)
{
	if (entry->kind == ENTRY_COUNTS)
		counts_take(own->counts, entry);
	else if (entry->kind == ENTRY_FINDING)
		gather_finding(own, entry);
	else if (entry->kind == ENTRY_LESSONS)
		own->lessons = (struct entry){ .kind = ENTRY_LESSONS, .text = arena_strdup(own->arena, entry->text) };
}

static status append(struct journal *journal, const struct entry *entries, size_t n)
{
	for (size_t i = 0; i < n; i++)
		gather((struct shared_writer *)journal, &entries[i]);
	return NULL;
}

/* ---- reading ---- */

#define SELECTION                                                                                                    \
	"SELECT e.number, e.share, e.attempt, e.place, e.body, w.name, extract(epoch FROM e.at - c.began)"           \
	" FROM skep.entry e JOIN skep.campaign c ON c.id = e.campaign LEFT JOIN skep.worker w ON w.id = e.worker"    \
	" WHERE e.campaign = $1 AND "

static const char by_number[] = SELECTION "e.number > $2 ORDER BY e.number LIMIT " AT_ONCE;
static const char by_share[] = SELECTION "(e.share, e.attempt, e.place) > ($2, $3, $4)"
                                         " ORDER BY e.share, e.attempt, e.place LIMIT " AT_ONCE;

static status ask(const struct shared_writer *own, const struct position *from, struct rows **rows)
{
	struct words words[4];
	struct parameter campaign = number_of(own->campaign, &words[0]);
	if (!own->is_exact)
		return connection_insist(own->connection, by_number,
		                         (struct parameter[]){ campaign, number_of(from->number, &words[1]) }, 2, rows);
	return connection_insist(own->connection, by_share,
	                         (struct parameter[]){ campaign, number_of(from->share, &words[1]),
	                                               number_of(from->attempt, &words[2]),
	                                               number_of(from->place, &words[3]) },
	                         4, rows);
}

static status give(struct shared_writer *own, const struct rows *rows, size_t row, struct arena *arena,
                   const struct reading *reading)
{
	struct entry *entry = ARENA_NEW(arena, struct entry);
	size_t size;
	const void *bytes = rows_bytes(rows, row, 4, arena, &size);
	const char *name = rows_text(rows, row, 5);
	if (!entry_decode(bytes, size, arena, entry))
		return NULL;
	if (!entry->who && own->is_exact)
		entry->who = arena_printf(arena, "share %lld", (long long)rows_number(rows, row, 1));
	else if (!entry->who)
		entry->who = name;
	entry->seconds = own->is_exact ? 0 : rows_real(rows, row, 6);
	gather(own, entry);
	return reading->take(reading->context, entry);
}

static status give_all(struct shared_writer *own, const struct rows *rows, struct position *position,
                       const struct reading *reading)
{
	struct arena *arena = arena_new();
	status st = NULL;
	for (size_t i = 0; i < rows_n(rows) && !st; i++) {
		arena_clear(arena);
		*position = (struct position){ rows_number(rows, i, 0), rows_number(rows, i, 1),
			                       rows_number(rows, i, 2), rows_number(rows, i, 3) };
		st = give(own, rows, i, arena, reading);
	}
	arena_free(arena);
	return st;
}

static status read_journal(struct journal *journal, const struct reading *reading)
{
	struct shared_writer *own = (struct shared_writer *)journal;
	struct position position = { 0, -1, -1, -1 };
	size_t n = own->was_read ? 0 : 1;
	own->was_read = true;
	while (n) {
		struct rows *rows;
		TRY(ask(own, &position, &rows));
		n = rows_n(rows);
		status st = give_all(own, rows, &position, reading);
		rows_free(rows);
		TRY(st);
	}
	return NULL;
}

/* ---- keeping ---- */

static void write_letters(struct shared_writer *own, const struct entry *tests, size_t n, letter_list *letters)
{
	struct counts *nothing = counts_new();
	struct entry *counts;
	uint32_t place = 0;
	size_t n_counts = counts_since(own->counts, nothing, own->arena, &counts);
	for (size_t i = 0; i < n_counts; i++)
		letters_add(letters, place++, &counts[i]);
	for (size_t i = 0; i < n; i++)
		letters_add(letters, place++, &tests[i]);
	for (size_t i = 0; i < own->findings.n; i++)
		letters_add(letters, place++, &own->findings.at[i]);
	if (own->lessons.text)
		letters_add(letters, place++, &own->lessons);
	counts_free(nothing);
}

static status append_some(struct shared_writer *own, letter_list *letters)
{
	struct sender sender = { .campaign = own->campaign, .is_writer = true };
	struct traffic none = { 0 };
	struct parcel parcel;
	parcel_pack(&parcel, letters, &sender, &none);
	status st = connection_ask(own->connection, parcel_sql, parcel.parameters, parcel.n_parameters, NULL);
	letters_drop(letters, parcel.n);
	parcel_release(&parcel);
	return st;
}

/* Keeps the moments, because the new entries are all of the same moment. */
#define KEEP_MOMENTS                                                                                        \
	"WITH m AS (" MOMENTS_OF_CAMPAIGN "), gone AS (DELETE FROM skep.moment WHERE campaign = $1)"        \
	" INSERT INTO skep.moment SELECT $1, at, covered FROM m"

static status replace_all(struct shared_writer *own, letter_list *letters)
{
	struct words id;
	struct parameter campaign = number_of(own->campaign, &id);
	TRY(connection_ask(own->connection, KEEP_MOMENTS, &campaign, 1, NULL));
	TRY(connection_ask(own->connection, "DELETE FROM skep.entry WHERE campaign = $1", &campaign, 1, NULL));
	while (letters->n)
		TRY(append_some(own, letters));
	return NULL;
}

static status condense(struct journal *journal, const struct entry *tests, size_t n)
{
	struct shared_writer *own = (struct shared_writer *)journal;
	letter_list letters = { 0 };
	write_letters(own, tests, n, &letters);
	status st = connection_begin(own->connection);
	if (!st)
		st = connection_finish(own->connection, replace_all(own, &letters));
	letters_release(&letters);
	return st;
}

static void free_journal(struct journal *journal)
{
	struct shared_writer *own = (struct shared_writer *)journal;
	counts_free(own->counts);
	vec_release(&own->findings);
	map_release(&own->finding_of);
	arena_free(own->arena);
	free(own);
}

static const struct journal_kind kind = {
	.append = append, .read = read_journal, .condense = condense, .free = free_journal
};

struct journal *shared_writer_new(struct connection *connection, int64_t campaign, bool is_exact)
{
	struct shared_writer *own = xcalloc(1, sizeof *own);
	own->base = (struct journal){ .kind = &kind, .pace.seconds = 1, .has_others = true };
	own->connection = connection;
	own->campaign = campaign;
	own->is_exact = is_exact;
	own->counts = counts_new();
	own->arena = arena_new();
	return &own->base;
}

/* ---- questions about kept entries ---- */

static status ask_kind(struct connection *connection, int64_t campaign, enum entry_kind which, struct rows **rows)
{
	struct words id, number;
	return connection_insist(connection,
	                         "SELECT body FROM skep.entry WHERE campaign = $1 AND kind = $2 ORDER BY number",
	                         (struct parameter[]){ number_of(campaign, &id), number_of(which, &number) }, 2, rows);
}

status shared_lessons(struct connection *connection, int64_t campaign, struct arena *arena, const char **text)
{
	struct rows *rows;
	struct entry entry;
	size_t size;
	*text = NULL;
	TRY(ask_kind(connection, campaign, ENTRY_LESSONS, &rows));
	size_t n = rows_n(rows);
	if (n && entry_decode(rows_bytes(rows, n - 1, 0, arena, &size), size, arena, &entry))
		*text = entry.text;
	rows_free(rows);
	return NULL;
}

status shared_executions(struct connection *connection, int64_t campaign, uint64_t *executions)
{
	struct counts *counts = counts_new();
	struct arena *arena = arena_new();
	struct rows *rows = NULL;
	status st = ask_kind(connection, campaign, ENTRY_COUNTS, &rows);
	for (size_t i = 0; !st && i < rows_n(rows); i++) {
		struct entry entry;
		size_t size;
		const void *bytes = rows_bytes(rows, i, 0, arena, &size);
		if (entry_decode(bytes, size, arena, &entry))
			counts_take(counts, &entry);
	}
	*executions = counts_get(counts, "executions", 0);
	rows_free(rows);
	arena_free(arena);
	counts_free(counts);
	return st;
}
