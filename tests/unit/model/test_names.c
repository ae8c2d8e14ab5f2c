/* Tests of the names of variables. */
#include "test.h"

#include <string.h>

#include "model_of.h"
#include "seq/names.h"
#include "seq/text/text.h"

#define MAX_STEPS 8u

static struct model *model;
static struct arena *arena;

static int open_model(void **state)
{
	const char *path = "tests/units/gen/prefixed.c";
	(void)state;
	model = model_of(&path, 1, NULL, 0);
	arena = arena_new();
	return 0;
}

static int close_model(void **state)
{
	(void)state;
	model_free(model);
	arena_free(arena);
	return 0;
}

/* The name of the variable that the last of these steps gives. */
static const char *last_name(const char *steps)
{
	struct seq_file file;
	struct strmap taken = { 0 };
	bool wanted[MAX_STEPS];
	const char *names[MAX_STEPS];
	char *text = xprintf("test one\n%send\n", steps);
	assert_ok(seq_parse(arena, model, text, "test", &file));
	free(text);
	const struct seq *seq = file.at[0].seq;
	assert_true(seq->n <= MAX_STEPS);
	memset(wanted, true, sizeof wanted);
	names_reserve(model, &taken);
	names_choose(arena, model, seq, wanted, &taken, names);
	strmap_release(&taken);
	return names[seq->n - 1];
}

/* Without what all names of the unit begin with, and without what kind of thing it is. */
static void test_types_with_a_prefix(void **state)
{
	(void)state;
	assert_string_equal(last_name("  a = PFX_ReaderCreate(1)\n"), "reader");
	assert_string_equal(last_name("  a = PFX_ReaderCreate(1)\n  b = PFX_ReaderCreate(2)\n"), "reader2");
	assert_string_equal(last_name("  a = PFX_streamAt(1)\n"), "stream_hc");
}

/* The prefix alone is better than nothing. */
static void test_type_that_is_the_prefix(void **state)
{
	(void)state;
	assert_string_equal(last_name("  a = PFX_ReaderCreate(1)\n  b = PFX_rest(a)\n"), "pfx");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_types_with_a_prefix),
		cmocka_unit_test(test_type_that_is_the_prefix),
	};
	return cmocka_run_group_tests(tests, open_model, close_model);
}
