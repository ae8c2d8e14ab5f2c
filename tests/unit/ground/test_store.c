/* Tests of store/: committed data is there, whatever happened since; files of others, or damaged
 * files, are refused and not changed. */
#include "test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "proc_fixture.h"
#include "store/entry.h"
#include "store/store.h"

static const struct store_unit ring = { "ring", UINT64_C(0xfedcba9876543210) };
static char *path;
static struct arena *arena;

static int set_up_store(void **state)
{
	arena = arena_new();
	if (set_up(state))
		return -1;
	path = in_folder("campaign.sqlite");
	return 0;
}

static int tear_down_store(void **state)
{
	free(path);
	arena_free(arena);
	return tear_down(state);
}

static struct store *created(void)
{
	struct store *store;
	assert_ok(store_create(path, &ring, &store));
	return store;
}

static struct store *opened(void)
{
	struct store *store;
	assert_ok(store_open(path, &ring, &store));
	return store;
}

static void add_test(struct store *store, const char *text, uint64_t probes)
{
	struct entry entry = { .kind = ENTRY_TEST, .text = text };
	entry.test = (struct test_entry){ .probes = &probes, .n_words = 1, .tag = "random/3", .cost = 77 };
	assert_ok(store_add_test(store, &entry));
}

static void add_finding(struct store *store, uint64_t key, uint32_t count)
{
	struct entry entry = { .kind = ENTRY_FINDING, .text = "test kept\nend\n" };
	entry.finding = (struct finding_entry){ key, "bug", "leak", "leak in f, f.c:3", 2, count };
	assert_ok(store_add_finding(store, &entry));
}

static void add_count(struct store *store, const char *name, uint64_t by)
{
	struct increment increment = { 0, by };
	struct entry entry = { .kind = ENTRY_COUNTS };
	entry.counts = (struct counts_entry){ name, &increment, 1 };
	assert_ok(store_add_counts(store, &entry));
}

static size_t n_tests(struct store *store)
{
	struct entry *tests;
	size_t n;
	assert_ok(store_tests(store, arena, &tests, &n));
	return n;
}

static void what_is_put_comes_back(void **state)
{
	(void)state;
	struct store *store = created();
	assert_ok(store_begin(store));
	add_test(store, "first", 5);
	add_test(store, "second \xff\x01", UINT64_MAX);
	add_finding(store, UINT64_MAX, 3);
	assert_ok(store_put_text(store, "model", "ring_new(cap)"));
	add_count(store, "executions", 40);
	add_count(store, "executions", 2);
	assert_ok(store_commit(store));
	store_close(store);

	struct entry *tests, *findings, *counts;
	const char *model, *nothing;
	uint64_t executions, none;
	size_t n;
	store = opened();
	assert_ok(store_tests(store, arena, &tests, &n));
	assert_int_equal(n, 2);
	assert_string_equal(tests[0].text, "first");
	assert_string_equal(tests[1].text, "second \xff\x01");
	assert_int_equal(tests[1].test.n_words, 1);
	assert_int_equal(tests[0].test.probes[0], 5);
	assert_string_equal(tests[0].test.tag, "random/3");
	assert_int_equal(tests[0].test.cost, 77);
	assert_ok(store_findings(store, arena, &findings, &n));
	assert_int_equal(n, 1);
	assert_true(findings[0].finding.key == UINT64_MAX);
	assert_string_equal(findings[0].finding.summary, "leak in f, f.c:3");
	assert_int_equal(findings[0].finding.n_own, 2);
	assert_int_equal(findings[0].finding.count, 3);
	assert_ok(store_text(store, "model", arena, &model));
	assert_string_equal(model, "ring_new(cap)");
	assert_ok(store_text(store, "nothing", arena, &nothing));
	assert_null(nothing);
	assert_ok(store_count(store, "executions", 0, &executions));
	assert_int_equal(executions, 42); /* counts are increments */
	assert_ok(store_counts(store, arena, &counts, &n));
	assert_int_equal(n, 1);
	assert_string_equal(counts[0].counts.name, "executions");
	assert_int_equal(counts[0].counts.at[0].by, 42);
	assert_ok(store_count(store, "nothing", 0, &none));
	assert_int_equal(none, 0);
	store_close(store);
}

static void a_finding_is_kept_once(void **state)
{
	(void)state;
	struct entry *findings;
	size_t n;
	struct store *store = created();
	add_finding(store, 7, 1);
	add_finding(store, 8, 1);
	add_finding(store, 7, 40);
	assert_ok(store_findings(store, arena, &findings, &n));
	assert_int_equal(n, 2);
	assert_int_equal(findings[0].finding.count, 41);
	store_close(store);
}

static void abandoned_is_not_there(void **state)
{
	(void)state;
	struct store *store = created();
	add_test(store, "kept", 1);
	assert_ok(store_begin(store));
	add_test(store, "not kept", 1);
	assert_ok(store_clear_tests(store));
	store_abandon(store);
	assert_int_equal(n_tests(store), 1);
	store_close(store);
}

/* Commits three tests, puts a fourth, and dies. */
static int die_while_writing(void)
{
	struct store *store;
	if (store_create(path, &ring, &store))
		return 1;
	for (int i = 0; i < 4; i++) {
		add_test(store, "kept", 1);
		if (i == 2 && store_begin(store))
			return 2;
	}
	raise(SIGKILL);
	return 3;
}

static void killed_while_writing(void **state)
{
	(void)state;
	assert_int_equal(exit_status_of(in_process(die_while_writing)), -SIGKILL);
	struct store *store = opened();
	assert_int_equal(n_tests(store), 3);
	store_close(store);
}

static void only_one_at_a_time(void **state)
{
	(void)state;
	struct store *store = created(), *other;
	expect_failure(store_open(path, &ring, &other), TROUBLE_INPUT, "in use by another skep");
	store_close(store);
}

static void of_another_unit(void **state)
{
	(void)state;
	struct store *store;
	store_close(created());
	struct store_unit other = { "queue", ring.hash }, changed = { "ring", 1 };
	expect_failure(store_open(path, &other, &store), TROUBLE_INPUT, "the campaign of another unit, ring");
	expect_failure(store_open(path, &changed, &store), TROUBLE_INPUT, "of another state of ring");
	assert_null(store);
}

static void of_another_version(void **state)
{
	(void)state;
	struct store *store = created();
	assert_ok(store_put_text(store, "skep", "0.0.1"));
	store_close(store);
	expect_failure(store_open(path, &ring, &store), TROUBLE_INPUT, "is of skep 0.0.1, this is ");
}

static void not_there(void **state)
{
	(void)state;
	struct store *store;
	expect_failure(store_open(path, &ring, &store), TROUBLE_SYSTEM, "cannot open");
	assert_int_not_equal(access(path, F_OK), 0);
}

/* ---- damage ---- */

/* Refused, and not a byte of it changed. */
static void expect_refused(const char *bytes, size_t size)
{
	struct store *store;
	char *after;
	size_t size_after;
	assert_ok(file_write(path, bytes, size));
	status st = store_open(path, &ring, &store);
	assert_non_null(st);
	assert_int_equal(st->kind, TROUBLE_INPUT);
	status_free(st);
	assert_null(store);
	assert_ok(file_read(path, &after, &size_after));
	assert_int_equal(size_after, size);
	assert_memory_equal(after, bytes, size);
	free(after);
}

static void damaged(void **state)
{
	(void)state;
	char *copy = in_folder("whole.sqlite"), *bytes, *wrong;
	size_t size;
	struct store *store = created();
	for (int i = 0; i < 500; i++)
		add_test(store, "a test that is a few words long, so that many of them need many pages", 1);
	assert_ok(store_write(store, copy));
	store_close(store);
	store_remove_file(path);
	assert_ok(file_read(copy, &bytes, &size));
	wrong = xmalloc(size);
	expect_refused("", 0);
	expect_refused("no database at all, but longer than the name that one begins with", 60);
	expect_refused(bytes, size / 2);
	expect_refused(bytes, 4096);
	for (size_t page = 1; page < size / 4096; page++) { /* the first byte of a page says what it holds */
		memcpy(wrong, bytes, size);
		memset(wrong + page * 4096, 0xa5, 64);
		expect_refused(wrong, size);
	}
	assert_ok(file_write(path, bytes, size));
	store = opened();
	assert_int_equal(n_tests(store), 500);
	store_close(store);
	free(wrong);
	free(bytes);
	free(copy);
}

/* ---- the written form ---- */

/* Writes equal facts in one transaction or in many, to a store that had other contents. */
static void fill(struct store *store, bool in_steps)
{
	if (in_steps) {
		for (int i = 0; i < 200; i++)
			add_test(store, "something that is cleared again", 3);
		assert_ok(store_put_text(store, "model", "short"));
		assert_ok(store_clear_tests(store));
	}
	assert_ok(store_begin(store));
	for (uint64_t i = 0; i < 100; i++) {
		add_test(store, "kept", i);
		add_finding(store, i, 1);
		if (in_steps) {
			assert_ok(store_commit(store));
			assert_ok(store_begin(store));
		}
	}
	assert_ok(store_put_text(store, "model", "ring_new(cap)"));
	assert_ok(store_commit(store));
}

static void same_content_same_bytes(void **state)
{
	(void)state;
	char *copies[2] = { in_folder("one.sqlite"), in_folder("other.sqlite") }, *bytes[2];
	size_t sizes[2];
	for (int i = 0; i < 2; i++) {
		struct store *store = created();
		fill(store, i);
		assert_ok(store_write(store, copies[i]));
		store_remove(store);
		assert_ok(file_read(copies[i], &bytes[i], &sizes[i]));
	}
	assert_int_equal(sizes[0], sizes[1]);
	assert_memory_equal(bytes[0], bytes[1], sizes[0]);
	assert_int_not_equal(access(path, F_OK), 0);
	for (int i = 0; i < 2; i++) {
		free(bytes[i]);
		free(copies[i]);
	}
}

/* ---- entries as bytes ---- */

static void encode(const struct entry *entry, struct sb *bytes)
{
	sb_clear(bytes);
	entry_encode(entry, bytes);
}

static void entries_come_back(void **state)
{
	(void)state;
	uint64_t probes[] = { 0, UINT64_C(0x8000000000000001), 0, 0, UINT64_MAX };
	uint64_t none[40] = { 0 }; /* longer than a row of zeroes */
	const struct increment increments[] = { { 3, 1 }, { 4, UINT64_MAX }, { UINT32_MAX, 128 } };
	struct sb bytes = { 0 };
	struct entry back, test = { .kind = ENTRY_TEST, .text = "", .who = "host:7" };
	test.test = (struct test_entry){ probes, 5, "random/3", UINT64_C(1) << 40, 200 };
	encode(&test, &bytes);
	assert_true(entry_decode(bytes.text, bytes.n, arena, &back));
	assert_string_equal(back.text, "");
	assert_string_equal(back.who, "host:7");
	assert_int_equal(back.test.n_words, 5);
	assert_memory_equal(back.test.probes, probes, sizeof probes);
	assert_true(back.test.cost == UINT64_C(1) << 40 && back.test.covered == 200);
	test.test = (struct test_entry){ none, 40, NULL, 0, 0 };
	encode(&test, &bytes);
	assert_true(bytes.n < 20); /* zeroes take no room */
	assert_true(entry_decode(bytes.text, bytes.n, arena, &back));
	assert_memory_equal(back.test.probes, none, sizeof none);
	assert_null(back.test.tag);
	encode(&(struct entry){ .kind = ENTRY_COUNTS, .counts = { "executions", increments, 3 } }, &bytes);
	assert_true(entry_decode(bytes.text, bytes.n, arena, &back));
	assert_null(back.text);
	assert_int_equal(back.counts.n, 3);
	for (size_t i = 0; i < 3; i++)
		assert_true(back.counts.at[i].index == increments[i].index && back.counts.at[i].by == increments[i].by);
	encode(&(struct entry){ .kind = ENTRY_FINDING, .finding = { 77, "bug", "leak", "leak in f", 2, 9 } }, &bytes);
	assert_true(entry_decode(bytes.text, bytes.n, arena, &back));
	assert_true(back.kind == ENTRY_FINDING && back.finding.key == 77 && back.finding.count == 9);
	sb_release(&bytes);
}

/* Entries that skep 0.1 first wrote: numbers of eight bytes. */
static void entries_of_an_earlier_form(void **state)
{
	(void)state;
	const uint64_t numbers[] = { ENTRY_COUNTS, UINT64_MAX, 8 };
	const uint64_t rest[] = { 1, 5, 300 };
	struct sb bytes = { 0 };
	struct entry back;
	sb_add_bytes(&bytes, numbers, sizeof numbers);
	sb_add(&bytes, "tests/ab");
	sb_add_bytes(&bytes, rest, sizeof rest);
	assert_true(entry_decode(bytes.text, bytes.n, arena, &back));
	assert_true(back.kind == ENTRY_COUNTS && !back.text);
	assert_string_equal(back.counts.name, "tests/ab");
	assert_true(back.counts.n == 1 && back.counts.at[0].index == 5 && back.counts.at[0].by == 300);
	sb_release(&bytes);
}

/* Others write to a shared journal: whatever the bytes are, they are refused or make an entry. */
static void damaged_entries(void **state)
{
	(void)state;
	uint64_t probes[] = { 1, 0, 1 };
	struct sb bytes = { 0 };
	struct entry back, test = { .kind = ENTRY_TEST, .text = "test kept\nend\n" };
	test.test = (struct test_entry){ probes, 3, "random", 1, 1 };
	encode(&test, &bytes);
	for (size_t size = 0; size < bytes.n; size++)
		assert_false(entry_decode(bytes.text, size, arena, &back));
	size_t refused = 0;
	for (size_t i = 0; i < bytes.n; i++)
		for (unsigned byte = 0; byte < 256; byte++) {
			char *copy = arena_memdup(arena, bytes.text, bytes.n);
			copy[i] = (char)byte;
			refused += !entry_decode(copy, bytes.n, arena, &back);
			arena_clear(arena);
		}
	assert_true(refused > 0);
	sb_release(&bytes);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_store, tear_down_store)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_is_put_comes_back),
		TEST(a_finding_is_kept_once),
		TEST(abandoned_is_not_there),
		TEST(killed_while_writing),
		TEST(only_one_at_a_time),
		TEST(of_another_unit),
		TEST(of_another_version),
		TEST(not_there),
		TEST(damaged),
		TEST(same_content_same_bytes),
		TEST(entries_come_back),
		TEST(entries_of_an_earlier_form),
		TEST(damaged_entries),
	};
	return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
