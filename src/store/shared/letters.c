/* letters: see letters.h. */
#include "store/shared/letters.h"

#include <string.h>

#include "store/shared/words.h"

#define AT_ONCE 400u             /* letters in a statement, */
#define AT_ONCE_BYTES (4u << 20) /* and bytes, about */
#define PER_LETTER 4u
#define BEFORE 12u               /* parameters that stand before those of the letters */

/* Locks the row of the campaign for a moment, so that numbers come in the order of the commits: a reader that
 * has seen a number has seen all numbers before it. */
static const char head[] =
        "WITH c AS (UPDATE skep.campaign SET last = last + $2 WHERE id = $1 AND (state <> 'closed' OR $12)"
        " RETURNING last - $2 AS base),"
        " s AS (UPDATE skep.stint SET seen = clock_timestamp(), executions = $6, tests = $7,"
        " covered = greatest(covered, $8), messages = $9, bytes = $10, waiting = $11"
        " WHERE campaign = $1 AND share = $3 AND attempt = $5),"
        " e AS (INSERT INTO skep.entry(campaign, share, attempt, place, number, worker, kind, covered, body)"
        " SELECT $1, $3, $4::integer, v.place, c.base + v.i, $13::bigint, v.kind, v.covered, v.body FROM c, (VALUES ";

void letters_add(letter_list *letters, uint32_t place, const struct entry *entry)
{
	struct sb bytes = { 0 };
	entry_encode(entry, &bytes);
	vec_push(letters, (struct letter){ .place = place,
	                                   .kind = entry->kind,
	                                   .covered = entry->kind == ENTRY_TEST ? entry->test.covered : 0,
	                                   .size = bytes.n,
	                                   .bytes = bytes.text });
}

static size_t how_many(const letter_list *letters)
{
	size_t n = 0, bytes = 0;
	while (n < letters->n && n < AT_ONCE && (!n || bytes + letters->at[n].size < AT_ONCE_BYTES))
		bytes += letters->at[n++].size;
	return n;
}

static char *statement(size_t n)
{
	struct sb sql = { 0 };
	sb_add(&sql, head);
	for (size_t i = 0; i < n; i++) {
		unsigned first = BEFORE + 2 + PER_LETTER * (unsigned)i;
		sb_addf(&sql, "%s(%zu, $%u::integer, $%u::smallint, $%u::integer, $%u::bytea)", i ? ", " : "", i + 1,
		        first, first + 1, first + 2, first + 3);
	}
	sb_add(&sql, ") AS v(i, place, kind, covered, body) ON CONFLICT DO NOTHING) SELECT count(*) FROM c");
	return sb_take(&sql);
}

static void fill_head(const struct sender *sender, const struct traffic *traffic, size_t n, struct parameter *out,
                      struct words *words)
{
	int64_t numbers[] = { sender->campaign,
		              (int64_t)n,
		              sender->share,
		              sender->key,
		              sender->attempt,
		              (int64_t)sender->executions,
		              sender->tests,
		              sender->covered,
		              (int64_t)traffic->messages,
		              (int64_t)traffic->bytes };
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		out[i] = number_of(numbers[i], &words[i]);
	out[10] = real_of(traffic->seconds, &words[10]);
	out[11] = text_of(sender->is_writer ? "t" : "f");
	out[12] = number_of(sender->worker, &words[12]);
}

static void fill_letter(const struct letter *letter, struct parameter *out, struct words *words)
{
	out[0] = number_of(letter->place, &words[0]);
	out[1] = number_of(letter->kind, &words[1]);
	out[2] = number_of(letter->covered, &words[2]);
	out[3] = (struct parameter){ .bytes = letter->bytes, .size = letter->size };
}

static void take_out(letter_list *letters, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(letters->at[i].bytes);
	if (n)
		memmove(letters->at, letters->at + n, (letters->n - n) * sizeof *letters->at);
	letters->n -= n;
}

status letters_send(letter_list *letters, struct connection *connection, const struct sender *sender, bool *closed)
{
	size_t n = how_many(letters), n_parameters = BEFORE + 1 + PER_LETTER * n;
	struct parameter *parameters = xcalloc(n_parameters, sizeof *parameters);
	struct words *words = xcalloc(n_parameters, sizeof *words);
	struct traffic traffic = connection_traffic(connection);
	struct rows *rows = NULL;
	if (!n) {
		free(parameters);
		free(words);
		return NULL;
	}
	fill_head(sender, &traffic, n, parameters, words);
	for (size_t i = 0; i < n; i++)
		fill_letter(&letters->at[i], parameters + BEFORE + 1 + PER_LETTER * i,
		            words + BEFORE + 1 + PER_LETTER * i);
	char *sql = statement(n);
	status st = connection_ask(connection, sql, parameters, n_parameters, &rows);
	if (!st) {
		*closed = rows_number(rows, 0, 0) == 0;
		take_out(letters, n);
	}
	rows_free(rows);
	free(sql);
	free(parameters);
	free(words);
	return st;
}

void letters_release(letter_list *letters)
{
	take_out(letters, letters->n);
	vec_release(letters);
}
