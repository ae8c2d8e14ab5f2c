/* journal: where a campaign writes down its results, and reads the results of others.
 *
 * A campaign appends entries, and reads the entries that others have appended since it last read. Each journal
 * has its own place for them: shared memory for the workers of one run (campaign/sharing/crew_journal.h),
 * SQLite for --continue (store_journal.h), PostgreSQL for many machines (shared/shared_journal.h). A new place
 * is a new journal_kind; neither campaign nor engines learn of it.
 *
 * An entry that was read counts only after the campaign has run it again. Counts are increments. */
#ifndef SKEP_STORE_JOURNAL_H
#define SKEP_STORE_JOURNAL_H

#include "base/status.h"
#include "store/entry.h"

struct journal;

/* Takes one entry that others appended; it is valid during the call. */
struct reading {
	status (*take)(void *context, const struct entry *entry);
	void *context;
};

struct journal_kind {
	/* Adds the entries: all of them, or none. */
	status (*append)(struct journal *journal, const struct entry *entries, size_t n);
	/* Passes on all entries that others appended since the last time, in their order. */
	status (*read)(struct journal *journal, const struct reading *reading);
	/* Called when this campaign appends nothing more. Passes on the rest of the others' entries. If the
	 * campaign has spent its budget, the others may spend theirs, else they are stopped. NULL: there are no
	 * others. */
	status (*finish)(struct journal *journal, bool spent, const struct reading *reading);
	/* Replaces all tests by these, which are worth keeping. NULL: nothing outlives the campaign; then only
	 * tests that cover something new are worth an entry, too. */
	status (*condense)(struct journal *journal, const struct entry *tests, size_t n);
	void (*free)(struct journal *journal);
};

/* When a campaign turns to its journal. */
struct pace {
	double seconds;          /* after so many seconds, */
	uint64_t executions;     /* or after so many, if the clock may not matter; 0: by the clock */
};

/* The first part of every journal. */
struct journal {
	const struct journal_kind *kind;
	struct pace pace;
	bool has_others;         /* others write to it: an entry that makes no sense is passed over */
	bool is_dismissed;       /* set by the journal: the campaign must end */
	double processor;        /* seconds that writing and reading took so far, without running the tests of others;
	                          * set by the campaign */
};

/* `journal` may be NULL. */
static inline void journal_free(struct journal *journal)
{
	if (journal)
		journal->kind->free(journal);
}

#endif
