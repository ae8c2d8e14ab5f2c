/* letters: entries on their way to a shared store. Private to store/shared/. */
#ifndef SKEP_STORE_LETTERS_H
#define SKEP_STORE_LETTERS_H

#include "base/str.h"
#include "base/vec.h"
#include "store/entry.h"
#include "store/shared/connection.h"
#include "store/shared/words.h"

/* One entry as bytes, with its number among those of the stint. */
struct letter {
	uint32_t place;
	enum entry_kind kind;
	uint32_t covered;
	char *bytes;
	size_t size;
};

typedef VEC(struct letter) letter_list;

/* The sender, and the state of its stint. */
struct sender {
	int64_t campaign, worker;
	uint32_t share, attempt;     /* of the stint */
	uint32_t key; /* the attempt in keys; in exact campaigns all attempts append equal entries */
	uint64_t executions;
	uint32_t tests, covered;
	double processor;            /* seconds of it that the exchange took */
	bool is_writer; /* may append to a closed campaign */
	bool reads;     /* wants the tests of others, */
	int64_t cursor; /* of this transaction and later ones */
};

/* The statement that appends entries and reads those of others, with its parameters.
 *
 * Its rows: whether the campaign goes on, the next cursor, and the bytes of a test; one row without a test if there are none.
 * No row: the campaign takes no more entries, and these were not appended. */
struct parcel {
	size_t n;                    /* letters in it */
	struct parameter parameters[21];
	size_t n_parameters;
	struct words words[21];
	struct sb places, kinds, covered, starts, sizes, bodies;
};
extern const char parcel_sql[];

void letters_add(letter_list *letters, uint32_t place, const struct entry *entry);
/* Takes the first n letters out of the list. */
void letters_drop(letter_list *letters, size_t n);
void letters_release(letter_list *letters);

/* Packs as many letters as go into one statement, from the first on. */
void parcel_pack(struct parcel *parcel, const letter_list *letters, const struct sender *sender,
                 const struct traffic *traffic);
void parcel_release(struct parcel *parcel);

#endif
