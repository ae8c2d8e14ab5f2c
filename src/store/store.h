/* store: a campaign on disk, so that nothing is lost if skep is killed.
 *
 * One SQLite file. What a campaign finds goes in as it goes, in transactions: after
 * kill -9 at any moment the file holds everything up to the last commit. It knows
 * sequences and models as text (seq/text/text.h, model/text.h) and the rest as numbers;
 * what they mean is the campaign's matter. There are no times of day in it.
 *
 * A store belongs to one unit in one state (sources, flags, contracts) and to one
 * version of skep, because type and function numbers may stand in the text of
 * sequences. While it is open no other skep can open it. */
#ifndef SKEP_STORE_STORE_H
#define SKEP_STORE_STORE_H

#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/status.h"
#include "store/entry.h"

struct store;

/* Whose campaign it is. */
struct store_unit {
	const char *name;
	uint64_t hash;
};

/* Makes a new one; a file of that name goes away. */
MUST_USE status store_create(const char *path, const struct store_unit *unit, struct store **store);
/* Opens one that is there. Refused, with nothing changed (TROUBLE_INPUT): a file that is
 * damaged, no store, in use, of another unit or of another version of skep. */
MUST_USE status store_open(const char *path, const struct store_unit *unit, struct store **store);
/* Opens one to read it, whatever state its unit of that name was in. Refused as by store_open(). */
MUST_USE status store_open_any(const char *path, const char *unit, struct store **store);
/* Could it be opened? Not a byte of it changes. */
MUST_USE status store_check(const char *path, const struct store_unit *unit);
/* Ends it; what was not committed is forgotten. NULL is fine. */
void store_close(struct store *store);
/* Ends it and removes the file. */
void store_remove(struct store *store);
/* Removes a store that is not open, with what SQLite may have left beside it. */
void store_remove_file(const char *path);
/* Writes all that was committed to a fresh file, laid out anew: the same content gives
 * the same bytes, however it came together. */
MUST_USE status store_write(struct store *store, const char *path);

/* Everything that is put between these is there as a whole or not at all. */
MUST_USE status store_begin(struct store *store);
MUST_USE status store_commit(struct store *store);
/* Takes back what was put since store_begin(). */
void store_abandon(struct store *store);

/* Each takes an entry of its kind (entry.h). A finding that is known is counted on, and if the entry
 * has a test, replaced but for its count. */
MUST_USE status store_add_test(struct store *store, const struct entry *entry);
MUST_USE status store_add_finding(struct store *store, const struct entry *entry);
MUST_USE status store_add_counts(struct store *store, const struct entry *entry);
/* Forgets all tests, to put those that matter in anew. */
MUST_USE status store_clear_tests(struct store *store);
/* Named facts: "model", "seed", ... */
MUST_USE status store_put_text(struct store *store, const char *name, const char *text);

/* All entries of a kind, in the order they were put; in arena. */
MUST_USE status store_tests(struct store *store, struct arena *arena, struct entry **entries, size_t *n);
MUST_USE status store_findings(struct store *store, struct arena *arena, struct entry **entries, size_t *n);
MUST_USE status store_counts(struct store *store, struct arena *arena, struct entry **entries, size_t *n);
/* Reads one count; 0 if it is not there. */
MUST_USE status store_count(struct store *store, const char *name, uint32_t index, uint64_t *value);
/* NULL if there is no fact of that name. */
MUST_USE status store_text(struct store *store, const char *name, struct arena *arena, const char **text);

#endif
