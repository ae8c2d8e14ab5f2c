/* letters: see letters.h.
 *
 * There is one statement for any number of letters, so that the server plans it once per connection: the letters are
 * arrays, and their bodies one string of bytes. */
#include "store/shared/letters.h"

#include <stdlib.h>
#include <string.h>

#define AT_ONCE 1000u            /* letters in a statement, */
#define AT_ONCE_BYTES (4u << 20) /* and bytes, about */

/* Locks the row of the campaign for a moment, so that numbers come in the order of the commits: a reader that has
 * seen a number has seen all numbers before it. The tests of others are those of the moment when the statement began. */
const char parcel_sql[] =
        "WITH c AS (UPDATE skep.campaign SET last = last + $2 WHERE id = $1 AND (state <> 'closed' OR $3)"
        " RETURNING last - $2 AS base, state = 'open' AND held > now() AS goes_on),"
        " s AS (UPDATE skep.stint SET seen = clock_timestamp(), executions = $4, tests = $5,"
        " covered = greatest(covered, $6), messages = $7, bytes = $8, waiting = $9, processor = $10"
        " WHERE campaign = $1 AND share = $11 AND attempt = $12),"
        " e AS (INSERT INTO skep.entry(campaign, share, attempt, place, number, worker, kind, covered, body)"
        " SELECT $1, $11, $13::integer, v.place, c.base + v.i, $14::bigint, v.kind, v.covered,"
        " substring($20::bytea FROM v.start FOR v.size) FROM c, unnest($15::integer[], $16::smallint[],"
        " $17::integer[], $18::integer[], $19::integer[]) WITH ORDINALITY AS v(place, kind, covered, start, size, i)"
        " ON CONFLICT DO NOTHING)"
        " SELECT c.goes_on, o.number, o.body FROM c LEFT JOIN (SELECT number, body FROM skep.entry WHERE campaign = $1"
        " AND number > $21 AND kind = 0 AND (share <> $11 OR attempt <> $12)) o ON $22 ORDER BY o.number";

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

void letters_drop(letter_list *letters, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(letters->at[i].bytes);
	if (n)
		memmove(letters->at, letters->at + n, (letters->n - n) * sizeof *letters->at);
	letters->n -= n;
}

void letters_release(letter_list *letters)
{
	letters_drop(letters, letters->n);
	vec_release(letters);
}

/* ---- parcels ---- */

static void add_element(struct sb *array, size_t number)
{
	sb_addf(array, "%c%zu", array->n ? ',' : '{', number);
}

static void end_array(struct sb *array)
{
	sb_add(array, array->n ? "}" : "{}");
}

static void pack_letter(struct parcel *parcel, const struct letter *letter)
{
	add_element(&parcel->places, letter->place);
	add_element(&parcel->kinds, letter->kind);
	add_element(&parcel->covered, letter->covered);
	add_element(&parcel->starts, parcel->bodies.n + 1);
	add_element(&parcel->sizes, letter->size);
	sb_add_bytes(&parcel->bodies, letter->bytes, letter->size);
}

static void add(struct parcel *parcel, struct parameter parameter)
{
	parcel->parameters[parcel->n_parameters++] = parameter;
}

static void add_number(struct parcel *parcel, int64_t number)
{
	add(parcel, number_of(number, &parcel->words[parcel->n_parameters]));
}

static void add_real(struct parcel *parcel, double number)
{
	add(parcel, real_of(number, &parcel->words[parcel->n_parameters]));
}

static void add_array(struct parcel *parcel, struct sb *array)
{
	end_array(array);
	add(parcel, text_of(sb_text(array)));
}

static void pack_sender(struct parcel *parcel, const struct sender *sender, const struct traffic *traffic)
{
	add_number(parcel, sender->campaign);
	add_number(parcel, (int64_t)parcel->n);
	add(parcel, text_of(sender->is_writer ? "t" : "f"));
	add_number(parcel, (int64_t)sender->executions);
	add_number(parcel, sender->tests);
	add_number(parcel, sender->covered);
	add_number(parcel, (int64_t)traffic->messages);
	add_number(parcel, (int64_t)traffic->bytes);
	add_real(parcel, traffic->seconds);
	add_real(parcel, sender->processor);
	add_number(parcel, sender->share);
	add_number(parcel, sender->attempt);
	add_number(parcel, sender->key);
	add_number(parcel, sender->worker);
}

void parcel_pack(struct parcel *parcel, const letter_list *letters, const struct sender *sender,
                 const struct traffic *traffic)
{
	*parcel = (struct parcel){ 0 };
	while (parcel->n < letters->n && parcel->n < AT_ONCE && parcel->bodies.n < AT_ONCE_BYTES)
		pack_letter(parcel, &letters->at[parcel->n++]);
	pack_sender(parcel, sender, traffic);
	struct sb *arrays[] = { &parcel->places, &parcel->kinds, &parcel->covered, &parcel->starts, &parcel->sizes };
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		add_array(parcel, arrays[i]);
	add(parcel, (struct parameter){ .bytes = sb_text(&parcel->bodies), .size = parcel->bodies.n });
	add_number(parcel, sender->cursor);
	add(parcel, text_of(sender->reads ? "t" : "f"));
}

void parcel_release(struct parcel *parcel)
{
	struct sb *all[] = { &parcel->places, &parcel->kinds, &parcel->covered,
		             &parcel->starts, &parcel->sizes, &parcel->bodies };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		sb_release(all[i]);
}
