/* journal: where a campaign writes down what it finds, and reads what others found.
 *
 * A campaign appends entries, and reads the entries that others appended since it read last.
 * Where they lie is a matter of the journal: shared memory for the workers of one run
 * (campaign/sharing/crew_journal.h), SQLite for --continue (store_journal.h), PostgreSQL for many machines
 * (shared/shared_journal.h). A new place is a new
 * journal_kind; neither campaign nor engines learn of it.
 *
 * Nothing that was read counts before the campaign has run it again. Counts are increments. */
#ifndef SKEP_STORE_JOURNAL_H
#define SKEP_STORE_JOURNAL_H

#include "base/status.h"
#include "store/entry.h"

struct journal;

/* Takes one entry that others appended; it holds during the call. */
struct reading {
	status (*take)(void *context, const struct entry *entry);
	void *context;
};

struct journal_kind {
	/* Adds the entries: all of them, or none. */
	status (*append)(struct journal *journal, const struct entry *entries, size_t n);
	/* Gives all entries that others appended since the last time, in their order. */
	status (*read)(struct journal *journal, const struct reading *reading);
	/* This campaign appends nothing more. Gives what others still have to say: if the campaign
	 * spent its budget they are let spend theirs, else they are stopped. NULL: there are no others. */
	status (*finish)(struct journal *journal, bool spent, const struct reading *reading);
	/* These tests are all that is worth keeping, the others are forgotten. NULL: nothing outlives
	 * the campaign; then only tests that cover something new are worth an entry, too. */
	status (*condense)(struct journal *journal, const struct entry *tests, size_t n);
	void (*free)(struct journal *journal);
};

/* When a campaign turns to its journal. */
struct pace {
	double seconds;          /* this long after the last time, */
	uint64_t executions;     /* or, where nothing may hang on the clock, after so many; 0: by the clock */
};

/* The beginning of every journal. */
struct journal {
	const struct journal_kind *kind;
	struct pace pace;
	bool has_others;         /* others write to it all the time: an entry that makes no sense is passed over */
	bool is_dismissed;       /* set by the journal: the campaign is to end */
};

/* NULL is fine. */
static inline void journal_free(struct journal *journal)
{
	if (journal)
		journal->kind->free(journal);
}

#endif
