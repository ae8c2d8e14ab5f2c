/* letters: see letters.h.
 *
 * There is one statement for any number of letters, so that the server plans it once per connection: the letters are
 * arrays, and their bodies one string of bytes. */
#include "store/shared/letters.h"

#include <stdlib.h>
#include <string.h>

#define AT_ONCE 1000u            /* letters in a statement, */
#define AT_ONCE_BYTES (4u << 20) /* and bytes, about */

/* Nobody waits for anybody but a skep gen that closes the campaign (FOR SHARE), so the server writes many of these
 * to its disk at once. Numbers do not come in the order of the commits then. Therefore the cursor is a number of a
 * transaction: $20 is the first that was not over at the last reading, and all before the first that is not over now
 * are read. */
const char parcel_sql[] =
        "WITH c AS (SELECT state = 'open' AND held > now() AS goes_on FROM skep.campaign WHERE id = $1"
        " AND (state <> 'closed' OR $2) FOR SHARE),"
        " s AS (UPDATE skep.stint SET seen = clock_timestamp(), executions = $3, tests = $4,"
        " covered = greatest(covered, $5), messages = $6, bytes = $7, waiting = $8, processor = $9"
        " WHERE campaign = $1 AND share = $10 AND attempt = $11),"
        " e AS (INSERT INTO skep.entry(campaign, share, attempt, place, number, worker, kind, covered, body)"
        " SELECT $1, $10, $12::integer, v.place, nextval('skep.entry_number'), $13::bigint, v.kind, v.covered,"
        " substring($19::bytea FROM v.start FOR v.size) FROM c, unnest($14::integer[], $15::smallint[],"
        " $16::integer[], $17::integer[], $18::integer[]) AS v(place, kind, covered, start, size)"
        " ON CONFLICT DO NOTHING)"
        " SELECT c.goes_on, " FIRST_OPEN "::text::bigint, o.body FROM c LEFT JOIN (SELECT number, body FROM skep.entry"
        " WHERE campaign = $1 AND kind = 0 AND xid >= $20::text::xid8 AND xid < " FIRST_OPEN
        " AND (share <> $10 OR attempt <> $11)) o ON $21 ORDER BY o.number";

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
