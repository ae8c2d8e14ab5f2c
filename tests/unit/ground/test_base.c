/* Tests of base/: status, memory, strings, vectors, maps, random numbers. */
#define _GNU_SOURCE
#include "test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/str.h"
#include "base/timetable.h"
#include "base/vec.h"

/* ---- status ---- */

static void failure_carries_kind_and_message(void **state)
{
	(void)state;
	status st = fail(TROUBLE_INPUT, "cannot read '%s'", "x.c");
	assert_int_equal(st->kind, TROUBLE_INPUT);
	assert_string_equal(st->message, "cannot read 'x.c'");
	status_free(st);
	errno = ENOENT;
	st = fail_errno("cannot open %d", 7);
	assert_int_equal(st->kind, TROUBLE_SYSTEM);
	assert_string_equal(st->message, "cannot open 7: No such file or directory");
	status_free(st);
	status_free(NULL);
}

static status succeed_or_not(bool good)
{
	return good ? NULL : fail(TROUBLE_USAGE, "no");
}

static status hand_on(bool good, int *reached)
{
	TRY(succeed_or_not(good));
	*reached = 1;
	return NULL;
}

static status hand_on_and_clean_up(bool good, int *reached, int *cleaned)
{
	status st = NULL;
	TRY_OUT(succeed_or_not(good));
	*reached = 1;
out:
	*cleaned = 1;
	return st;
}

static void try_hands_failures_on(void **state)
{
	(void)state;
	int reached = 0, cleaned = 0;
	status st = hand_on(false, &reached);
	assert_non_null(st);
	assert_int_equal(reached, 0);
	status_free(st);
	assert_ok(hand_on(true, &reached));
	assert_int_equal(reached, 1);

	reached = 0;
	st = hand_on_and_clean_up(false, &reached, &cleaned);
	assert_non_null(st);
	assert_int_equal(reached, 0);
	assert_int_equal(cleaned, 1);
	status_free(st);
	cleaned = 0;
	assert_ok(hand_on_and_clean_up(true, &reached, &cleaned));
	assert_int_equal(reached, 1);
	assert_int_equal(cleaned, 1);
}

/* ---- memory ---- */

static bool all_zero(const unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (bytes[i])
			return false;
	return true;
}

/* Sizes around those at which an arena adds a chunk; what was written earlier
 * must survive what is allocated later. */
static void arena_memory_is_zeroed_aligned_and_separate(void **state)
{
	(void)state;
	static const size_t sizes[] = { 0, 1, 15, 16, 17, 100, 16383, 16384, 16385, 65535, 65536, 65537, 1 << 20, 3 };
	enum { N = sizeof sizes / sizeof sizes[0], ROUNDS = 3 };
	struct arena *arena = arena_new();
	for (int round = 0; round < ROUNDS; round++) {
		unsigned char *blocks[N];
		for (int i = 0; i < N; i++) {
			blocks[i] = arena_alloc(arena, sizes[i]);
			assert_int_equal((uintptr_t)blocks[i] % 16, 0);
			assert_true(all_zero(blocks[i], sizes[i]));
			memset(blocks[i], i + 1, sizes[i]);
		}
		for (int i = 0; i < N; i++)
			for (size_t k = 0; k < sizes[i]; k++)
				if (blocks[i][k] != i + 1)
					fail_msg("block %d lost byte %zu", i, k);
		arena_clear(arena);
	}
	arena_free(arena);
	arena_free(NULL);
}

static void arena_copies_text(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	assert_string_equal(arena_strdup(arena, "hello"), "hello");
	assert_string_equal(arena_strndup(arena, "hello", 2), "he");
	assert_string_equal(arena_strdup(arena, ""), "");
	assert_string_equal(arena_printf(arena, "%d-%s", 5, "x"), "5-x");
	assert_memory_equal(arena_memdup(arena, "a\0b", 3), "a\0b", 3);
	assert_non_null(arena_memdup(arena, NULL, 0));
	int *numbers = ARENA_ARRAY(arena, int, 10);
	assert_int_equal(numbers[9], 0);
	arena_free(arena);
}

/* ---- vectors ---- */

static void vec_grows_and_keeps(void **state)
{
	(void)state;
	VEC(int) numbers = { 0 };
	for (int i = 0; i < 10000; i++)
		vec_push(&numbers, i * i);
	assert_int_equal(numbers.n, 10000);
	assert_int_equal(vec_last(&numbers), 9999 * 9999);
	for (int i = 0; i < 10000; i++)
		assert_int_equal(numbers.at[i], i * i);
	vec_clear(&numbers);
	assert_int_equal(numbers.n, 0);
	assert_true(numbers.cap >= 10000);
	vec_reserve(&numbers, 50000);
	assert_true(numbers.cap >= 50000);
	vec_release(&numbers);
	assert_null(numbers.at);
	assert_int_equal(numbers.cap, 0);
}

static void vec_holds_structs(void **state)
{
	(void)state;
	struct pair {
		int a, b;
	};
	VEC(struct pair) pairs = { 0 };
	vec_push(&pairs, (struct pair){ 1, 2 });
	vec_push(&pairs, (struct pair){ .b = 4 });
	assert_int_equal(pairs.at[0].b, 2);
	assert_int_equal(pairs.at[1].a, 0);
	assert_int_equal(vec_last(&pairs).b, 4);
	vec_release(&pairs);
}

/* ---- strings ---- */

static void sb_builds_text(void **state)
{
	(void)state;
	struct sb sb = { 0 };
	assert_string_equal(sb_text(&sb), "");
	sb_add(&sb, "one");
	sb_add_char(&sb, ' ');
	sb_addf(&sb, "%d%%", 50);
	sb_add_bytes(&sb, "\0x", 2);
	sb_add_bytes(&sb, NULL, 0);
	assert_int_equal(sb.n, 9);
	assert_memory_equal(sb_text(&sb), "one 50%\0x", 10);
	sb_clear(&sb);
	assert_string_equal(sb_text(&sb), "");
	sb_add(&sb, "again");
	char *text = sb_take(&sb);
	assert_string_equal(text, "again");
	assert_null(sb.text);
	free(text);
	text = sb_take(&sb);
	assert_string_equal(text, "");
	free(text);
	sb_release(&sb);
}

static void sb_grows_by_single_characters(void **state)
{
	(void)state;
	struct sb sb = { 0 };
	for (int i = 0; i < 100000; i++)
		sb_add_char(&sb, (char)('a' + i % 26));
	assert_int_equal(sb.n, 100000);
	assert_int_equal(strlen(sb.text), 100000);
	for (int i = 0; i < 100000; i++)
		assert_int_equal(sb.text[i], 'a' + i % 26);
	sb_release(&sb);
}

static void small_questions_about_strings(void **state)
{
	(void)state;
	assert_true(str_equal("a", "a"));
	assert_false(str_equal("a", "A"));
	assert_true(str_starts("prefix", "pre"));
	assert_true(str_starts("x", ""));
	assert_false(str_starts("pr", "pre"));
	assert_true(str_ends("file.c", ".c"));
	assert_true(str_ends(".c", ".c"));
	assert_false(str_ends("c", ".c"));
	assert_int_equal(str_common_start("inflateInit", "inflateEnd"), 7);
	assert_int_equal(str_common_start("same", "same"), 4);
	assert_int_equal(str_common_start("", "a"), 0);
	assert_string_equal(path_base("/a/b.c"), "b.c");
	assert_string_equal(path_base("b.c"), "b.c");
	assert_string_equal(path_base("a/"), "");
}

static void words_are_found_in_names(void **state)
{
	(void)state;
	static const struct {
		const char *text, *word;
		bool has;
	} cases[] = {
		{ "list_free", "free", true },   { "list_free_all", "free", true },  { "free", "free", true },
		{ "FreeList", "free", true },    { "listFree", "free", true },       { "LIST_FREE", "free", true },
		{ "list_Free", "FREE", true },   { "freedom", "free", false },       { "carefree", "free", false },
		{ "list_freed", "free", false }, { "unfreeze_free", "free", true },  { "", "free", false },
		{ "fre", "free", false },        { "free2", "free", true },          { "buf_len", "len", true },
		{ "bufLen", "len", true },       { "buflen", "len", false },         { "lenBuf", "len", true },
		{ "length", "len", false },      { "_len_", "len", true },           { "n_lenlen_len", "len", true },
		{ "lenlen", "len", false },      { "cJSON_Delete", "delete", true }, { "newThing", "new", true },
		{ "MD5Init", "init", true },     { "utf8len", "len", true },         { "JSONInit", "init", true },
		{ "XMLFree", "free", true },     { "BUFLEN", "len", false },         { "4len", "len", true },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		if (str_has_word(cases[i].text, cases[i].word) != cases[i].has)
			fail_msg("'%s' in '%s': expected %d", cases[i].word, cases[i].text, cases[i].has);
}

static void names_in_code(void **state)
{
	(void)state;
	static const struct {
		const char *text, *name;
		bool has;
	} cases[] = {
		{ "n < 3", "n", true },        { "a[n]", "n", true }, { "n_max > n2", "n", false },
		{ "len(n_max)+n", "n", true }, { "_n", "n", false },  { "p->n == 0", "n", true },
		{ "nn", "n", false },          { "n", "n", true },    { "", "n", false },
		{ "anything", "", false },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		if (str_has_name(cases[i].text, cases[i].name) != cases[i].has)
			fail_msg("'%s' in '%s': expected %d", cases[i].name, cases[i].text, cases[i].has);
}

/* ---- maps ---- */

static void map_agrees_with_a_plain_array(void **state)
{
	(void)state;
	enum { KEYS = 5000 };
	static uint64_t expected[KEYS];
	static bool present[KEYS];
	struct map map = { 0 };
	struct rng rng;
	size_t n = 0;
	rng_init(&rng, 1);
	assert_null(map_get(&map, 0));
	for (int i = 0; i < 20000; i++) {
		uint64_t k = rng_below(&rng, KEYS), value = rng_next(&rng);
		bool added;
		/* Far apart and alike in their low bits. */
		uint64_t *place = map_put(&map, k << 40, &added);
		assert_int_equal(added, !present[k]);
		assert_int_equal(*place, present[k] ? expected[k] : 0);
		n += !present[k];
		present[k] = true;
		*place = expected[k] = value;
	}
	assert_int_equal(map.n, n);
	for (uint64_t k = 0; k < KEYS; k++) {
		uint64_t *place = map_get(&map, k << 40);
		assert_int_equal(place != NULL, present[k]);
		if (place)
			assert_int_equal(*place, expected[k]);
	}
	assert_null(map_get(&map, 1));
	map_release(&map);
	assert_null(map_get(&map, 0));
}

static void map_takes_extreme_keys(void **state)
{
	(void)state;
	struct map map = { 0 };
	*map_put(&map, 0, NULL) = 10;
	*map_put(&map, UINT64_MAX, NULL) = 20;
	assert_int_equal(*map_get(&map, 0), 10);
	assert_int_equal(*map_get(&map, UINT64_MAX), 20);
	map_release(&map);
}

static void strmap_owns_its_keys(void **state)
{
	(void)state;
	struct strmap map = { 0 };
	char key[32];
	bool added;
	assert_null(strmap_get(&map, "k1"));
	for (int i = 0; i < 3000; i++) {
		snprintf(key, sizeof key, "k%d", i);
		*strmap_put(&map, key, &added) = (uint64_t)i;
		assert_true(added);
	}
	assert_int_equal(map.n, 3000);
	for (int i = 0; i < 3000; i++) {
		snprintf(key, sizeof key, "k%d", i);
		assert_int_equal(*strmap_get(&map, key), i);
		assert_int_equal(*strmap_put(&map, key, &added), i);
		assert_false(added);
	}
	assert_null(strmap_get(&map, "k3000"));
	assert_null(strmap_get(&map, ""));
	*strmap_put(&map, "", NULL) = 5;
	assert_int_equal(*strmap_get(&map, ""), 5);
	strmap_release(&map);
}

static void hashes_are_the_published_ones(void **state)
{
	(void)state;
	/* XXH3 of nothing, from its specification. */
	assert_true(hash_bytes("", 0, 0) == 0x2d06800538d394c2u);
	assert_true(hash_text("a", 0) == hash_bytes("a", 1, 0));
	assert_true(hash_text("a", 0) != hash_text("a", 1));
	assert_true(hash_text("a", 0) != hash_text("b", 0));
}

/* ---- random numbers ---- */

static void rng_is_the_published_one(void **state)
{
	(void)state;
	/* xoshiro256** from the state 1, 2, 3, 4. */
	struct rng rng = { { 1, 2, 3, 4 } };
	assert_true(rng_next(&rng) == 11520);
	assert_true(rng_next(&rng) == 0);
	assert_true(rng_next(&rng) == 1509978240);
	assert_true(rng_next(&rng) == 1215971899390074240);
	/* splitmix64 seeds it. */
	rng_init(&rng, 42);
	assert_true(rng.s[0] == 0xbdd732262feb6e95u);
}

static void rng_repeats_itself(void **state)
{
	(void)state;
	struct rng a, b, c;
	rng_init(&a, 7);
	rng_init(&b, 7);
	rng_init(&c, 8);
	bool differs = false;
	for (int i = 0; i < 100; i++) {
		uint64_t number = rng_next(&a);
		assert_true(number == rng_next(&b));
		differs |= number != rng_next(&c);
	}
	assert_true(differs);
}

static void rng_stays_in_range_and_spreads(void **state)
{
	(void)state;
	struct rng rng;
	int counts[10] = { 0 }, hits = 0;
	double sum = 0;
	rng_init(&rng, 3);
	for (int i = 0; i < 100000; i++) {
		uint64_t number = rng_below(&rng, 10);
		assert_true(number < 10);
		counts[number]++;
		double unit = rng_unit(&rng);
		assert_true(unit >= 0 && unit < 1);
		sum += unit;
		hits += rng_chance(&rng, 0.1);
		assert_int_equal(rng_below(&rng, 1), 0);
		assert_true(rng_chance(&rng, 1.0));
		assert_false(rng_chance(&rng, 0.0));
	}
	for (int i = 0; i < 10; i++)
		assert_in_range(counts[i], 9500, 10500);
	assert_true(sum > 49500 && sum < 50500);
	assert_in_range(hits, 9500, 10500);
	uint64_t above = 0;
	for (int i = 0; i < 1000; i++)
		above += rng_below(&rng, UINT64_MAX) > UINT64_MAX / 2;
	assert_in_range(above, 400, 600);
}

/* The search leaves the more, the longer builds take, and never more than half. */
static void timetable_leaves_time_behind_the_search(void **state)
{
	(void)state;
	struct timetable quick, slow, endless;
	timetable_begin(&quick, 100, 0);
	timetable_begin(&slow, 100, 4);
	timetable_begin(&endless, 100, 1000);
	assert_float_equal(quick.search - quick.begin, 85, 5);
	assert_float_equal(slow.search - slow.begin, 70, 5);
	assert_float_equal(endless.search - endless.begin, 50, 5);
	assert_float_equal(slow.end - slow.begin, 100, 5);
	assert_true(slow.search < slow.drafts && slow.drafts < slow.mutants && slow.mutants < slow.end);
}

/* A build that takes longer than the time until then is not begun. */
static void timetable_has_mutants_only_if_they_can_be_built(void **state)
{
	(void)state;
	struct timetable quick, slow, endless;
	timetable_begin(&quick, 20, 1);
	timetable_begin(&slow, 20, 100);
	timetable_begin(&endless, 0, 100);
	assert_true(timetable_fits_mutants(&quick) && timetable_fits_mutants(&endless));
	assert_false(timetable_fits_mutants(&slow));
}

/* A search that ends early leaves all the rest to the stages behind it. */
static void timetable_moves_when_the_search_is_over(void **state)
{
	(void)state;
	struct timetable times;
	timetable_begin(&times, 100, 0);
	double drafts = times.drafts, end = times.end;
	timetable_search_over(&times);
	assert_true(times.drafts < drafts && times.search < times.drafts);
	assert_true(times.end == end);
}

/* Whoever interrupts a search waits neither for the rest of an hour nor for ever. */
static void timetable_hurries_after_an_interrupt(void **state)
{
	(void)state;
	struct timetable hour, endless;
	timetable_begin(&hour, 3600, 0);
	timetable_begin(&endless, 0, 0);
	hour.begin -= 100;
	endless.begin -= 1000;
	timetable_interrupted(&hour);
	timetable_interrupted(&endless);
	assert_float_equal(hour.end - hour.begin, 125, 5);
	assert_float_equal(endless.end - endless.begin, 1060, 5);
	assert_true(endless.search < endless.drafts && endless.drafts < endless.mutants &&
	            endless.mutants < endless.end);
}

static void timetable_without_a_limit_has_no_moments(void **state)
{
	(void)state;
	struct timetable times;
	timetable_begin(&times, 0, 5);
	timetable_search_over(&times);
	assert_true(times.begin > 0);
	assert_true(times.search == 0 && times.drafts == 0 && times.mutants == 0 && times.end == 0);
	assert_false(is_past(times.end));
	assert_true(is_past(times.begin - 1));
	assert_false(is_past(times.begin + 1e6));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_in_code),
		cmocka_unit_test(failure_carries_kind_and_message),
		cmocka_unit_test(try_hands_failures_on),
		cmocka_unit_test(arena_memory_is_zeroed_aligned_and_separate),
		cmocka_unit_test(arena_copies_text),
		cmocka_unit_test(vec_grows_and_keeps),
		cmocka_unit_test(vec_holds_structs),
		cmocka_unit_test(sb_builds_text),
		cmocka_unit_test(sb_grows_by_single_characters),
		cmocka_unit_test(small_questions_about_strings),
		cmocka_unit_test(words_are_found_in_names),
		cmocka_unit_test(map_agrees_with_a_plain_array),
		cmocka_unit_test(map_takes_extreme_keys),
		cmocka_unit_test(strmap_owns_its_keys),
		cmocka_unit_test(hashes_are_the_published_ones),
		cmocka_unit_test(rng_is_the_published_one),
		cmocka_unit_test(rng_repeats_itself),
		cmocka_unit_test(rng_stays_in_range_and_spreads),
		cmocka_unit_test(timetable_leaves_time_behind_the_search),
		cmocka_unit_test(timetable_has_mutants_only_if_they_can_be_built),
		cmocka_unit_test(timetable_moves_when_the_search_is_over),
		cmocka_unit_test(timetable_hurries_after_an_interrupt),
		cmocka_unit_test(timetable_without_a_limit_has_no_moments),
	};
	return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
