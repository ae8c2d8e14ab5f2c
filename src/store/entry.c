/* entry: see entry.h. Numbers take seven bits a byte, the low ones first; all bytes but the last have the high bit. A
 * text has its length plus one before it, or 0 if it is NULL. In a bit set a byte 0 is followed by the number of such
 * bytes in a row. Increments have the distance from the index before.
 *
 * Before COMPACT, numbers had eight bytes, and the length of a text that is NULL was NO_TEXT. Such entries are in stores of
 * users and are read still. */
#include "store/entry.h"

#include <string.h>

#define COMPACT 0x40u            /* in the first byte, beside the kind */
#define NO_TEXT UINT64_MAX
#define MOST_IN_A_ROW 255u

static void add_number(struct sb *out, uint64_t number)
{
	for (; number > 0x7f; number >>= 7)
		sb_add_char(out, (char)(number | 0x80));
	sb_add_char(out, (char)number);
}

static void add_text(struct sb *out, const char *text)
{
	add_number(out, text ? strlen(text) + 1 : 0);
	if (text)
		sb_add(out, text);
}

static void add_bits(struct sb *out, const void *bits, size_t size)
{
	const unsigned char *bytes = bits;
	add_number(out, size);
	for (size_t i = 0; i < size;) {
		size_t n = 0;
		while (i + n < size && !bytes[i + n] && n < MOST_IN_A_ROW)
			n++;
		sb_add_char(out, (char)bytes[i]);
		if (n)
			sb_add_char(out, (char)n);
		i += n ? n : 1;
	}
}

static void add_counts(struct sb *out, const struct counts_entry *counts)
{
	add_text(out, counts->name);
	add_number(out, counts->n);
	for (size_t i = 0; i < counts->n; i++) {
		add_number(out, counts->at[i].index - (i ? counts->at[i - 1].index : 0));
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
	sb_add_char(out, (char)(COMPACT | entry->kind));
	add_text(out, entry->text);
	if (entry->kind == ENTRY_TEST) {
		add_bits(out, entry->test.probes, entry->test.n_words * sizeof *entry->test.probes);
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
	bool wide;               /* before COMPACT */
	bool bad;
};

static uint64_t read_wide(struct reader *reader)
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

static uint64_t read_number(struct reader *reader)
{
	uint64_t number = 0;
	unsigned shift = 0;
	if (reader->wide)
		return read_wide(reader);
	while (reader->left && shift < 64) {
		unsigned char byte = (unsigned char)*reader->at++;
		reader->left--;
		number |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return number;
		shift += 7;
	}
	reader->bad = true;
	return 0;
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
	if (size == (reader->wide ? NO_TEXT : 0))
		return NULL;
	size -= !reader->wide;
	const char *bytes = read_bytes(reader, size);
	return bytes ? arena_strndup(reader->arena, bytes, size) : NULL;
}

static const uint64_t *read_bits(struct reader *reader, uint64_t size)
{
	if (reader->wide) {
		const char *bytes = read_bytes(reader, size);
		return bytes ? arena_memdup(reader->arena, bytes, size) : NULL;
	}
	if (size / MOST_IN_A_ROW > reader->left || size % sizeof(uint64_t)) {
		reader->bad = true;
		return NULL;
	}
	uint64_t *bits = ARENA_ARRAY(reader->arena, uint64_t, size / sizeof(uint64_t) + 1);
	unsigned char *to = (unsigned char *)bits;
	for (uint64_t at = 0; at < size && !reader->bad;) {
		const char *byte = read_bytes(reader, 1);
		const char *n = byte && !*byte ? read_bytes(reader, 1) : NULL;
		uint64_t step = n ? (unsigned char)*n : 1;
		reader->bad |= !step || step > size - at;
		if (byte && *byte)
			to[at] = (unsigned char)*byte;
		at += step;
	}
	return bits;
}

static void read_test(struct reader *reader, struct entry *entry)
{
	struct test_entry *test = &entry->test;
	uint64_t size = read_number(reader);
	test->n_words = (uint32_t)(size / sizeof *test->probes);
	test->probes = read_bits(reader, size);
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
	if (reader->bad || !counts->name || n > reader->left / 2) { /* an increment has two bytes at least */
		reader->bad = true;
		return;
	}
	struct increment *at = ARENA_ARRAY(reader->arena, struct increment, n + 1);
	for (size_t i = 0; i < n; i++) {
		at[i].index = (uint32_t)read_number(reader) + (i && !reader->wide ? at[i - 1].index : 0);
		at[i].by = read_number(reader);
	}
	counts->at = at;
	counts->n = n;
}

bool entry_decode(const void *bytes, size_t size, struct arena *arena, struct entry *entry)
{
	struct reader reader = { .at = bytes, .left = size, .arena = arena };
	unsigned first = size ? (unsigned char)reader.at[0] : 0;
	reader.wide = !(first & COMPACT);
	*entry = (struct entry){ .kind = (enum entry_kind)(read_number(&reader) & ~(uint64_t)COMPACT) };
	entry->text = read_text(&reader);
	if (entry->kind == ENTRY_TEST)
		read_test(&reader, entry);
	else if (entry->kind == ENTRY_FINDING)
		read_finding(&reader, &entry->finding);
	else if (entry->kind == ENTRY_COUNTS)
		read_counts(&reader, &entry->counts);
	return !reader.bad && !reader.left && entry->kind < N_ENTRY_KINDS;
}
