/* Tests of the elites: which test is changed next, and for which goal. */
#include "test.h"

#include <string.h>

#include "engine/elites.h"

#define N_ELITES 40u
#define PICKS 4000u

/* Ten conditions of a function each, and a switch of three cases. */
struct table {
	struct marks *marks;
	struct cover cover;
	struct elites *elites;
	struct rng rng;
	bool aim[11];
	struct seq seqs[N_ELITES];
};

static void table_open(struct table *table, bool aimed)
{
	struct marks *marks = table->marks = marks_new();
	struct place place = { .line = 1, .column = 1, .macro_file = NONE };
	marks_file(marks, "a.c");
	for (uint32_t i = 0; i < 11; i++)
		vec_push(&marks->functions, (struct function_mark){ .name = "f", .place = place });
	for (uint32_t i = 0; i < 10; i++) {
		vec_push(&marks->decisions,
		         (struct decision){ .place = place, .function = i, .first_condition = i, .n_conditions = 1 });
		vec_push(&marks->conditions, (struct condition){ .place = place,
		                                                 .function = i,
		                                                 .decision = i,
		                                                 .next = { NEXT_FALSE, NEXT_TRUE },
		                                                 .text = "c" });
		marks_count_paths(marks, i);
	}
	vec_push(&marks->switches, (struct switch_mark){ .place = place, .function = 10, .n_cases = 3 });
	for (int i = 0; i < 3; i++)
		vec_push(&marks->cases,
		         (struct case_mark){ .place = place, .low = i, .high = i, .is_default = i == 2 });
	marks_number(marks);
	assert_true(marks_is_valid(marks));
	cover_init(&table->cover, marks);
	rng_init(&table->rng, 1);
	struct engine_world world = { .marks = marks, .cover = &table->cover, .aim = aimed ? table->aim : NULL };
	table->elites = elites_new(&world);
}

static void table_close(struct table *table)
{
	elites_free(table->elites);
	cover_release(&table->cover);
	marks_free(table->marks);
}

/* Elite `i` took these ways. */
static void add(struct table *table, uint32_t i, const uint32_t *probes, uint32_t n, struct sk_compared *compared)
{
	uint64_t bits[8] = { 0 };
	struct run run = { .probes = bits, .compared = compared, .n_compared = compared != NULL };
	for (uint32_t k = 0; k < n; k++)
		bits[probes[k] / 64] |= UINT64_C(1) << (probes[k] % 64);
	cover_add(&table->cover, bits);
	elites_add(table->elites, &table->rng, &table->seqs[i], &run);
}

static uint32_t picks_of(struct table *table, uint32_t i, uint32_t condition)
{
	uint32_t count = 0;
	for (uint32_t k = 0; k < PICKS; k++) {
		uint32_t aimed_at;
		struct elite *elite = elites_pick(table->elites, &table->rng, &aimed_at);
		count += elite->seq == &table->seqs[i] && aimed_at == condition;
	}
	return count;
}

/* Of forty one comes to the only condition that went one way so far. */
static void test_open_end_is_picked_for(void **state)
{
	(void)state;
	struct table table;
	table_open(&table, false);
	for (uint32_t i = 0; i < N_ELITES; i++) {
		uint32_t both[] = { marks_condition_probe(table.marks, 2, false),
			            marks_condition_probe(table.marks, 2, true) };
		uint32_t one = marks_condition_probe(table.marks, 7, true);
		if (i == 5)
			add(&table, i, &one, 1, NULL);
		else
			add(&table, i, both, 2, NULL);
	}
	uint32_t picks = picks_of(&table, 5, 7);
	assert_in_range(picks, PICKS * 2 / 5, PICKS * 3 / 5);
	table_close(&table);
}

static void test_case_is_an_open_end(void **state)
{
	(void)state;
	struct table table;
	table_open(&table, false);
	uint32_t one_case = marks_case_probe(table.marks, 1);
	for (uint32_t i = 0; i < N_ELITES; i++)
		add(&table, i, &one_case, i == 5, NULL);
	assert_true(picks_of(&table, 5, NONE) > PICKS * 2 / 5);
	table_close(&table);
}

/* What nobody wants is no reason to pick. */
static void test_aim(void **state)
{
	(void)state;
	for (int wanted = 0; wanted < 2; wanted++) {
		struct table table = { .aim = { [7] = wanted } };
		table_open(&table, true);
		uint32_t one = marks_condition_probe(table.marks, 7, false);
		for (uint32_t i = 0; i < N_ELITES; i++)
			add(&table, i, &one, i == 5, NULL);
		assert_int_equal(picks_of(&table, 5, 7) > 0, wanted);
		table_close(&table);
	}
}

/* An end that was tried often leaves room for others. */
static void test_tries_are_shared(void **state)
{
	(void)state;
	struct table table;
	table_open(&table, false);
	for (uint32_t i = 0; i < 10; i++) {
		uint32_t one = marks_condition_probe(table.marks, i, false);
		add(&table, i, &one, 1, NULL);
	}
	uint32_t counts[10] = { 0 };
	for (uint32_t k = 0; k < PICKS; k++) {
		uint32_t condition;
		elites_pick(table.elites, &table.rng, &condition);
		if (condition != NONE)
			counts[condition]++;
	}
	for (uint32_t i = 1; i < 10; i++)
		assert_in_range(counts[i], counts[0] * 9 / 10, counts[0] * 11 / 10);
	table_close(&table);
}

static void test_watched_once(void **state)
{
	(void)state;
	struct table table;
	table_open(&table, false);
	struct sk_compared pair = { 3, 4, 5, 6 };
	uint32_t probe = 0;
	for (uint32_t i = 0; i < 3; i++)
		add(&table, i, &probe, 1, i == 1 ? &pair : NULL);
	uint32_t first = elites_next_unwatched(table.elites), second = elites_next_unwatched(table.elites);
	assert_ptr_equal(elites_seq(table.elites, first), &table.seqs[0]);
	assert_ptr_equal(elites_seq(table.elites, second), &table.seqs[2]);
	assert_int_equal(elites_next_unwatched(table.elites), NONE);
	struct run run = { .compared = &pair, .n_compared = 1 };
	elites_watched(table.elites, first, &table.seqs[0], &run);
	elites_watched(table.elites, second, &table.seqs[1], &run); /* another one by now */
	for (uint32_t k = 0; k < 100; k++) {
		uint32_t condition;
		struct elite *elite = elites_pick(table.elites, &table.rng, &condition);
		assert_int_equal(elite->n_compared, elite->seq == &table.seqs[2] ? 0 : 1);
	}
	table_close(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_open_end_is_picked_for),
		cmocka_unit_test(test_case_is_an_open_end),
		cmocka_unit_test(test_aim),
		cmocka_unit_test(test_tries_are_shared),
		cmocka_unit_test(test_watched_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
