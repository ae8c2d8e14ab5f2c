/* entry: see entry.h. Numbers have eight bytes, and texts have their length before them; a text that is NULL
 * has the length NO_TEXT. */
#include "store/entry.h"

#include <string.h>

#define NO_TEXT UINT64_MAX

static void add_number(struct sb *out, uint64_t number)
{
	sb_add_bytes(out, &number, sizeof number);
}

static void add_bytes(struct sb *out, const void *bytes, size_t size)
{
	add_number(out, size);
	sb_add_bytes(out, bytes, size);
}

static void add_text(struct sb *out, const char *text)
{
	if (text)
		add_bytes(out, text, strlen(text));
	else
		add_number(out, NO_TEXT);
}

static void add_counts(struct sb *out, const struct counts_entry *counts)
{
	add_text(out, counts->name);
	add_number(out, counts->n);
	for (size_t i = 0; i < counts->n; i++) {
		add_number(out, counts->at[i].index);
		add_number(out, counts->at[i].by);
	}
}

static void add_finding(struct sb *out, const struct finding_entry *finding)
{
	add_number(out, finding->key);
	add_text(out, finding->verdict);
	add_text(out, finding->kind);
	add_text(out, finding->summary);
	add_number(out, finding->n_own);
	add_number(out, finding->count);
}

void entry_encode(const struct entry *entry, struct sb *out)
{
	add_number(out, entry->kind);
	add_text(out, entry->text);
	if (entry->kind == ENTRY_TEST) {
		add_bytes(out, entry->test.probes, entry->test.n_words * sizeof *entry->test.probes);
		add_text(out, entry->test.tag);
		add_number(out, entry->test.cost);
		add_number(out, entry->test.covered);
		add_text(out, entry->who);
	} else if (entry->kind == ENTRY_FINDING) {
		add_finding(out, &entry->finding);
	} else if (entry->kind == ENTRY_COUNTS) {
		add_counts(out, &entry->counts);
	}
}

/* ---- reading ---- */

struct reader {
	const char *at;
	size_t left;
	struct arena *arena;
	bool bad;
};

static uint64_t read_number(struct reader *reader)
{
	uint64_t number = 0;
	if (reader->left < sizeof number) {
		reader->bad = true;
		return 0;
	}
	memcpy(&number, reader->at, sizeof number);
	reader->at += sizeof number;
	reader->left -= sizeof number;
	return number;
}

static const char *read_bytes(struct reader *reader, uint64_t size)
{
	if (reader->bad || size > reader->left) {
		reader->bad = true;
		return NULL;
	}
	const char *bytes = reader->at;
	reader->at += size;
	reader->left -= size;
	return bytes;
}

static const char *read_text(struct reader *reader)
{
	uint64_t size = read_number(reader);
	if (size == NO_TEXT)
		return NULL;
	const char *bytes = read_bytes(reader, size);
	return bytes ? arena_strndup(reader->arena, bytes, size) : NULL;
}

static void read_test(struct reader *reader, struct entry *entry)
{
	struct test_entry *test = &entry->test;
	uint64_t size = read_number(reader);
	const char *bytes = read_bytes(reader, size);
	test->n_words = (uint32_t)(size / sizeof *test->probes);
	test->probes = bytes ? arena_memdup(reader->arena, bytes, size) : NULL;
	test->tag = read_text(reader);
	test->cost = read_number(reader);
	test->covered = (uint32_t)read_number(reader);
	entry->who = read_text(reader);
}

static void read_finding(struct reader *reader, struct finding_entry *finding)
{
	finding->key = read_number(reader);
	finding->verdict = read_text(reader);
	finding->kind = read_text(reader);
	finding->summary = read_text(reader);
	finding->n_own = (uint32_t)read_number(reader);
	finding->count = (uint32_t)read_number(reader);
}

static void read_counts(struct reader *reader, struct counts_entry *counts)
{
	counts->name = read_text(reader);
	uint64_t n = read_number(reader);
	if (reader->bad || !counts->name || n > reader->left / (2 * sizeof(uint64_t))) {
		reader->bad = true;
		return;
	}
	struct increment *at = ARENA_ARRAY(reader->arena, struct increment, n + 1);
	for (size_t i = 0; i < n; i++) {
		at[i].index = (uint32_t)read_number(reader);
		at[i].by = read_number(reader);
	}
	counts->at = at;
	counts->n = n;
}

bool entry_decode(const void *bytes, size_t size, struct arena *arena, struct entry *entry)
{
	struct reader reader = { bytes, size, arena, false };
	*entry = (struct entry){ .kind = (enum entry_kind)read_number(&reader) };
	entry->text = read_text(&reader);
	if (entry->kind == ENTRY_TEST)
		read_test(&reader, entry);
	else if (entry->kind == ENTRY_FINDING)
		read_finding(&reader, &entry->finding);
	else if (entry->kind == ENTRY_COUNTS)
		read_counts(&reader, &entry->counts);
	return !reader.bad && !reader.left && entry->kind < N_ENTRY_KINDS;
}
