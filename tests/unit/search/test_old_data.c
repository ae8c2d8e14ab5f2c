/* Tests of goals under names that survive a change (cover/goal_keys.h), and of counts that are taken over from the
 * version before (campaign/old_data.h). */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "campaign/old_data.h"
#include "cover/goal_keys.h"
#include "front/front.h"
#include "proc_fixture.h"

#define BEFORE                                                                                                        \
	"int half(int x)\n{\n\tif (x > 10)\n\t\tx -= 1;\n\tif (x > 10)\n\t\tx -= 1;\n\treturn x / 2;\n}\n"             \
	"int sign(int x)\n{\n\tswitch (x) {\n\tcase 0: return 0;\n\tdefault: return x > 0 ? 1 : -1;\n\t}\n}\n"
/* Lines have moved, sign() is gone, more() is new and half() has another condition. */
#define AFTER                                                                                                         \
	"/* new */\n\nint more(int x)\n{\n\treturn x + 1;\n}\nint half(int x)\n{\n\tif (x > 10)\n\t\tx -= 1;\n"        \
	"\tif (x > 20)\n\t\tx -= 1;\n\treturn x / 2;\n}\n"

static char *path, *kept;

static int set_up_files(void **state)
{
	if (set_up(state))
		return -1;
	path = in_folder("it.c");
	kept = in_folder("campaign.sqlite");
	return 0;
}

static int tear_down_files(void **state)
{
	free(path);
	free(kept);
	return tear_down(state);
}

static struct unit *read_unit(const char *text)
{
	struct source_list sources = { 0 };
	struct unit *unit;
	const char *source = path;
	assert_ok(file_write(path, text, strlen(text)));
	assert_ok(sources_from_args(&sources, &source, 1, NULL, 0));
	assert_ok(front_read(&sources, &unit));
	sources_release(&sources);
	return unit;
}

static uint32_t condition(const struct marks *marks, const char *text, uint32_t number)
{
	for (uint32_t c = 0; c < marks->conditions.n; c++)
		if (strcmp(marks->conditions.at[c].text, text) == 0 && !number--)
			return marks_condition_probe(marks, c, true);
	return NONE;
}

static void test_keys(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct unit *before = read_unit(BEFORE);
	const uint64_t *old = goal_keys(before->marks, arena);
	for (uint32_t i = 0; i < before->marks->first_path_probe; i++) { /* no two are the same */
		assert_int_not_equal(old[i], 0);
		for (uint32_t k = 0; k < i; k++)
			assert_int_not_equal(old[i], old[k]);
	}
	struct unit *after = read_unit(AFTER);
	const uint64_t *new = goal_keys(after->marks, arena);
	uint32_t first = condition(before->marks, "x > 10", 0), second = condition(before->marks, "x > 10", 1);
	assert_int_equal(old[first], new[condition(after->marks, "x > 10", 0)]);
	assert_int_not_equal(old[second], new[condition(after->marks, "x > 20", 0)]);
	unit_free(before);
	unit_free(after);
	arena_free(arena);
}

/* A kept campaign that hit one goal 9 times, 7 of them with this operation. */
static void keep(const struct unit *unit, uint32_t goal, uint32_t operation)
{
	struct store *store;
	struct arena *arena = arena_new();
	struct counts *counts = counts_new(), *nothing = counts_new();
	struct entry *entries;
	struct store_unit name = { unit->name, unit->hash };
	struct influence_size size = influence_size(unit->model, unit->marks, INFLUENCE_CELLS);
	counts_add(counts, INFLUENCE_TESTS, 0, 100);
	counts_add(counts, INFLUENCE_OPERATIONS, operation, 50);
	counts_add(counts, INFLUENCE_GOALS, goal, 9);
	counts_add(counts, INFLUENCE_BOTH, goal * size.n_operations + operation, 7);
	char *working = in_folder("working.sqlite");
	assert_ok(store_create(working, &name, &store));
	assert_ok(store_begin(store));
	assert_ok(old_data_note(store, unit->model, unit->marks));
	size_t n = counts_since(counts, nothing, arena, &entries);
	for (size_t i = 0; i < n; i++)
		assert_ok(store_add_counts(store, &entries[i]));
	assert_ok(store_commit(store));
	assert_ok(store_write(store, kept)); /* as results have it */
	store_remove(store);
	free(working);
	counts_free(counts);
	counts_free(nothing);
	arena_free(arena);
}

static status take(void *context, const struct entry *entry)
{
	assert_int_equal(entry->kind, ENTRY_COUNTS);
	counts_take(context, entry);
	return NULL;
}

static void test_taking_over(void **state)
{
	(void)state;
	struct unit *before = read_unit(BEFORE);
	keep(before, condition(before->marks, "x > 10", 0), model_find_function(before->model, "half"));
	struct unit *after = read_unit(AFTER);
	struct old_data data;
	struct counts *counts = counts_new();
	assert_ok(old_data_read(kept, after->name, after->model, after->marks, &data));
	assert_non_null(data.journal);
	assert_int_equal(data.tests, 100);
	assert_int_equal(data.goals, 1);
	assert_int_equal(data.matched, 1);
	struct reading reading = { take, counts };
	assert_ok(data.journal->kind->read(data.journal, &reading));
	assert_ok(data.journal->kind->read(data.journal, &reading)); /* gives them once */
	struct influences all = influences_read(counts, influence_size(after->model, after->marks, INFLUENCE_CELLS));
	uint32_t goal = condition(after->marks, "x > 10", 0), half = model_find_function(after->model, "half");
	assert_int_equal(all.n_tests, 100);
	assert_int_equal(influences_hits(&all, goal), 9);
	assert_int_equal(influences_of(&all, half, goal).both, 7);
	assert_int_equal(influences_hits(&all, condition(after->marks, "x > 20", 0)), 0);
	journal_free(data.journal);
	counts_free(counts);
	unit_free(before);
	unit_free(after);
}

/* What is not there, is something else, or is about goals that are gone gives no data and no trouble. */
static void test_no_data(void **state)
{
	(void)state;
	struct unit *after = read_unit(AFTER);
	struct old_data data;
	assert_ok(old_data_read("/nowhere/campaign.sqlite", after->name, after->model, after->marks, &data));
	assert_null(data.journal);
	assert_ok(file_write(kept, "no store", 8));
	assert_ok(old_data_read(kept, after->name, after->model, after->marks, &data));
	assert_null(data.journal);
	struct unit *before = read_unit(BEFORE);
	keep(before, condition(before->marks, "x > 0", 0), model_find_function(before->model, "sign"));
	assert_ok(old_data_read(kept, "another", after->model, after->marks, &data));
	assert_null(data.journal);
	assert_ok(file_write(path, AFTER, strlen(AFTER)));
	assert_ok(old_data_read(kept, after->name, after->model, after->marks, &data));
	assert_int_equal(data.goals, 1);
	assert_int_equal(data.matched, 0);
	journal_free(data.journal);
	unit_free(before);
	unit_free(after);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_keys, set_up_files, tear_down_files),
		cmocka_unit_test_setup_teardown(test_taking_over, set_up_files, tear_down_files),
		cmocka_unit_test_setup_teardown(test_no_data, set_up_files, tear_down_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
