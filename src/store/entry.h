/* entry: what a campaign has to say, as plain data.
 *
 * Sequences and models go as text (seq/text/text.h, model/text.h), so a reader needs nothing of the
 * writer's memory. entry_encode() gives bytes for journals that keep bytes. */
#ifndef SKEP_STORE_ENTRY_H
#define SKEP_STORE_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"

enum entry_kind { ENTRY_TEST, ENTRY_FINDING, ENTRY_LESSONS, ENTRY_COUNTS, N_ENTRY_KINDS };

struct test_entry {
	const uint64_t *probes;  /* that its run hit: a bit set */
	uint32_t n_words;
	const char *tag;         /* who proposed it: an engine's name, perhaps with a configuration */
	uint64_t cost;           /* fuel that its run used */
	uint32_t covered;        /* goals, this test's included, as far as its campaign knew */
};

struct finding_entry {
	uint64_t key;            /* the same bug has the same key */
	const char *verdict, *kind, *summary;
	uint32_t n_own;          /* steps before those that destroy what the test made */
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
	 * ENTRY_LESSONS: the model with what was learned. */
	const char *text;
	const char *who;         /* appended it, where others do; NULL: not known */
	double seconds;          /* since the campaign began, where a journal knows; else 0 */
	union {
		struct test_entry test;
		struct finding_entry finding;
		struct counts_entry counts;
	};
};

/* Appends the entry as bytes. */
void entry_encode(const struct entry *entry, struct sb *out);
/* Reads such bytes back; texts and arrays are in arena. False: they are no entry. */
bool entry_decode(const void *bytes, size_t size, struct arena *arena, struct entry *entry);

#endif
