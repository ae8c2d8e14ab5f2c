/* store_journal: see store_journal.h. All entries that are appended at once are one transaction. */
#include "store/store_journal.h"

#include <stdlib.h>

#define SECONDS_BETWEEN 1.0

struct store_journal {
	struct journal base;
	struct store *store;
	bool was_read;
};

static status put(struct store *store, const struct entry *entry)
{
	switch (entry->kind) {
	case ENTRY_TEST:
		return store_add_test(store, entry);
	case ENTRY_FINDING:
		return store_add_finding(store, entry);
	case ENTRY_LESSONS:
		return store_put_text(store, "model", entry->text);
	default:
		return store_add_counts(store, entry);
	}
}

static status put_all(struct store *store, const struct entry *entries, size_t n, bool instead)
{
	TRY(store_begin(store));
	if (instead)
		TRY(store_clear_tests(store));
	for (size_t i = 0; i < n; i++)
		TRY(put(store, &entries[i]));
	return store_commit(store);
}

static status put_or_abandon(struct journal *journal, const struct entry *entries, size_t n, bool instead)
{
	struct store *store = ((struct store_journal *)journal)->store;
	status st = put_all(store, entries, n, instead);
	if (st)
		store_abandon(store);
	return st;
}

static status append(struct journal *journal, const struct entry *entries, size_t n)
{
	return n ? put_or_abandon(journal, entries, n, false) : NULL;
}

static status condense(struct journal *journal, const struct entry *tests, size_t n)
{
	return put_or_abandon(journal, tests, n, true);
}

static status give(const struct entry *entries, size_t n, const struct reading *reading)
{
	for (size_t i = 0; i < n; i++)
		TRY(reading->take(reading->context, &entries[i]));
	return NULL;
}

static status read_all(struct store *store, struct arena *arena, const struct reading *reading)
{
	status (*const tables[])(struct store *, struct arena *, struct entry **,
	                         size_t *) = { store_counts, store_tests, store_findings };
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		struct entry *entries;
		size_t n;
		TRY(tables[i](store, arena, &entries, &n));
		TRY(give(entries, n, reading));
	}
	return NULL;
}

static status read_journal(struct journal *journal, const struct reading *reading)
{
	struct store_journal *own = (struct store_journal *)journal;
	if (own->was_read)
		return NULL;
	own->was_read = true;
	struct arena *arena = arena_new();
	status st = read_all(own->store, arena, reading);
	arena_free(arena);
	return st;
}

static void free_journal(struct journal *journal)
{
	free(journal);
}

static const struct journal_kind kind = {
	.append = append, .read = read_journal, .condense = condense, .free = free_journal
};

struct journal *store_journal_new(struct store *store)
{
	struct store_journal *journal = xcalloc(1, sizeof *journal);
	journal->base = (struct journal){ .kind = &kind, .pace.seconds = SECONDS_BETWEEN };
	journal->store = store;
	return &journal->base;
}
