/* entry: a message of a campaign, as plain data.
 *
 * Sequences and models are text (seq/text/text.h, model/text.h), so a reader needs nothing of the writer's
 * memory. entry_encode() gives bytes for journals that keep bytes. */
#ifndef SKEP_STORE_ENTRY_H
#define SKEP_STORE_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"

enum entry_kind { ENTRY_TEST, ENTRY_FINDING, ENTRY_LESSONS, ENTRY_COUNTS, N_ENTRY_KINDS };

struct test_entry {
	const uint64_t *probes;  /* hit by its run: a bit set */
	uint32_t n_words;
	const char *tag;         /* the engine that proposed it, perhaps with a configuration */
	uint64_t cost;           /* fuel of its run */
	uint32_t covered;        /* covered goals, including this test's, as far as its campaign knew */
};

struct finding_entry {
	uint64_t key;            /* the same for the same bug */
	const char *verdict, *kind, *summary;
	uint32_t n_own;          /* steps before the steps that destroy the test's objects */
	uint32_t count;          /* how often it was seen since the last entry with this key */
};

struct increment {
	uint32_t index;
	uint64_t by;
};

struct counts_entry {
	const char *name;
	const struct increment *at;
	size_t n;
};

struct entry {
	enum entry_kind kind;
	/* ENTRY_TEST, ENTRY_FINDING: the sequence; NULL for a finding whose test the journal has.
	 * ENTRY_LESSONS: the model with the lessons. */
	const char *text;
	const char *who;         /* who appended it, in a journal with others; NULL: not known */
	double seconds;          /* since the campaign began, if the journal knows; else 0 */
	union {
		struct test_entry test;
		struct finding_entry finding;
		struct counts_entry counts;
	};
};

/* Appends the entry as bytes. */
void entry_encode(const struct entry *entry, struct sb *out);
/* Reads an entry back from bytes; texts and arrays are in arena. False: the bytes are no entry. */
bool entry_decode(const void *bytes, size_t size, struct arena *arena, struct entry *entry);

#endif
