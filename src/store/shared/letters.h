/* letters: entries on their way to a shared store. Private to store/shared/. */
#ifndef SKEP_STORE_LETTERS_H
#define SKEP_STORE_LETTERS_H

#include "base/vec.h"
#include "store/entry.h"
#include "store/shared/connection.h"

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
	bool is_writer; /* may append to a closed campaign */
};

void letters_add(letter_list *letters, uint32_t place, const struct entry *entry);
/* Sends as many letters as go into one statement, and takes them out of the list. *closed: the campaign takes
 * no more. */
MUST_USE status letters_send(letter_list *letters, struct connection *connection, const struct sender *sender,
                             bool *closed);
void letters_release(letter_list *letters);

#endif
