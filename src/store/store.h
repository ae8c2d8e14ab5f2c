/* store: a campaign on disk, so that nothing is lost if skep is killed.
 *
 * The store is one SQLite file. Results go in as the campaign finds them, in transactions: after kill -9 at any
 * moment the file holds everything up to the last commit. The store keeps sequences and models as text
 * (seq/text/text.h, model/text.h) and the rest as numbers, without knowing their meaning. It contains no times
 * of day.
 *
 * A store belongs to one unit in one state (sources, flags, contracts) and to one version of skep, because type
 * and function numbers may stand in the text of sequences. While it is open no other skep can open it. */
#ifndef SKEP_STORE_STORE_H
#define SKEP_STORE_STORE_H

#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/status.h"
#include "store/entry.h"

struct store;

/* The unit of the campaign. */
struct store_unit {
	const char *name;
	uint64_t hash;
};

/* Makes a new store; an existing file of that name is removed. */
MUST_USE status store_create(const char *path, const struct store_unit *unit, struct store **store);
/* Opens a store. It refuses, and changes nothing (TROUBLE_INPUT): a damaged file, a file that is no store, a
 * store in use, of another unit or of another version of skep. */
MUST_USE status store_open(const char *path, const struct store_unit *unit, struct store **store);
/* Opens a store to read it, in whatever state its unit of that name was. It refuses as store_open() does. */
MUST_USE status store_open_any(const char *path, const char *unit, struct store **store);
/* Fails if store_open() would fail. Not a byte of the file changes. */
MUST_USE status store_check(const char *path, const struct store_unit *unit);
/* Closes the store; uncommitted entries are lost. `store` may be NULL. */
void store_close(struct store *store);
/* Closes the store and removes the file. */
void store_remove(struct store *store);
/* Removes a store that is not open, and files that SQLite may have left beside it. */
void store_remove_file(const char *path);
/* Writes everything that was committed to a fresh file, laid out anew: equal contents give equal bytes, however
 * they came together. */
MUST_USE status store_write(struct store *store, const char *path);

/* Begins a transaction: all entries up to store_commit() are stored as a whole or not at all. */
MUST_USE status store_begin(struct store *store);
MUST_USE status store_commit(struct store *store);
/* Takes back the entries since store_begin(). */
void store_abandon(struct store *store);

/* Each function takes an entry of its kind (entry.h). A known finding gets the count added; if the entry has a
 * test, everything else is replaced. */
MUST_USE status store_add_test(struct store *store, const struct entry *entry);
MUST_USE status store_add_finding(struct store *store, const struct entry *entry);
MUST_USE status store_add_counts(struct store *store, const struct entry *entry);
/* Forgets all tests, so that the tests that matter can be stored anew. */
MUST_USE status store_clear_tests(struct store *store);
/* Stores a named fact: "model", "seed", ... */
MUST_USE status store_put_text(struct store *store, const char *name, const char *text);

/* Returns all entries of a kind, in the order in which they were stored; in arena. */
MUST_USE status store_tests(struct store *store, struct arena *arena, struct entry **entries, size_t *n);
MUST_USE status store_findings(struct store *store, struct arena *arena, struct entry **entries, size_t *n);
MUST_USE status store_counts(struct store *store, struct arena *arena, struct entry **entries, size_t *n);
/* Reads one count; 0 if there is none. */
MUST_USE status store_count(struct store *store, const char *name, uint32_t index, uint64_t *value);
/* Reads a fact; NULL if there is none of that name. */
MUST_USE status store_text(struct store *store, const char *name, struct arena *arena, const char **text);

#endif
