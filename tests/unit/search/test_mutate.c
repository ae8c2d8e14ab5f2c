/* Tests of changing sequences: compared values are put where they help. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "engine/mutate.h"
#include "model_of.h"
#include "seq/text/text.h"

#define TRIES 2000u

struct table {
	struct model *model;
	struct values *values;
	struct rng rng;
	struct arena *arena;
};

static int open_table(void **state)
{
	const char *path = "tests/units/gen/directives.c";
	struct table *table = calloc(1, sizeof *table);
	table->model = model_of(&path, 1, NULL, 0);
	table->values = values_new(table->model);
	table->arena = arena_new();
	rng_init(&table->rng, 7);
	*state = table;
	return 0;
}

static int close_table(void **state)
{
	struct table *table = *state;
	values_free(table->values);
	model_free(table->model);
	arena_free(table->arena);
	free(table);
	return 0;
}

static struct sk_texts texts_of(const char *left, const char *right)
{
	struct sk_texts texts = { .condition = 3, .sizes = { (uint8_t)strlen(left), (uint8_t)strlen(right) } };
	memcpy(texts.sides[0], left, texts.sizes[0]);
	memcpy(texts.sides[1], right, texts.sizes[1]);
	return texts;
}

/* Of so many changes of a call with `from`, how many call with `to`. */
static unsigned times_made(struct table *table, const char *from, const struct sk_texts *texts, const char *to)
{
	struct seq_file file;
	char *text = xprintf("test one\n  s = char[] \"%s\"\n  a = directive_of(s)\nend\n", from);
	struct mutation mutation = { .model = table->model,
		                     .values = table->values,
		                     .rng = &table->rng,
		                     .arena = table->arena,
		                     .texts = texts,
		                     .n_texts = 1,
		                     .condition = 3 };
	unsigned made = 0;
	assert_ok(seq_parse(table->arena, table->model, text, "test", &file));
	free(text);
	for (unsigned i = 0; i < TRIES; i++) {
		const struct seq *changed = mutate_sequence(&mutation, file.at[0].seq);
		if (!changed)
			continue;
		const struct step *step = changed->steps[0];
		assert_true(step->size > 0 && ((const char *)step->bytes)[step->size - 1] == 0);
		assert_int_equal(strlen(step->bytes), step->size - 1);
		made += strcmp(step->bytes, to) == 0;
	}
	return made;
}

static void test_text_takes_the_place(void **state)
{
	struct sk_texts texts = texts_of("abc", "include"), reversed = texts_of("include", "abc");
	assert_true(times_made(*state, "#abc <x>", &texts, "#include <x>") > TRIES / 8);
	assert_true(times_made(*state, "#abc <x>", &reversed, "#include <x>") > TRIES / 8);
}

static void test_text_in_other_letters(void **state)
{
	struct sk_texts texts = texts_of("abc", "include");
	assert_true(times_made(*state, "#ABC <x>", &texts, "#include <x>") > TRIES / 8);
}

static void test_text_over_what_is_there(void **state)
{
	struct sk_texts texts = texts_of("abc <x>", "include");
	assert_true(times_made(*state, "#abc <x>", &texts, "#include") > TRIES / 8);
	texts = texts_of("abcdefghi", "once");
	assert_true(times_made(*state, "#abcdefghi", &texts, "#onceefghi") > TRIES / 32);
}

static void test_text_that_is_not_there(void **state)
{
	struct sk_texts texts = texts_of("xyz", "include");
	assert_true(times_made(*state, "#abc", &texts, "#include") < TRIES / 32);
}

static void test_text_for_nothing(void **state)
{
	struct sk_texts texts = texts_of("", "include");
	assert_true(times_made(*state, "# <x>", &texts, "#include <x>") > TRIES / 64);
}

/* Of memory that was compared, what stands before the zero is the text. */
static void test_zero_stays_out_of_text(void **state)
{
	struct sk_texts texts = texts_of("abc", "include");
	texts.sizes[0] = 12;
	texts.sizes[1] = 8;
	assert_true(times_made(*state, "#abc", &texts, "#include") > TRIES / 8);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, open_table, close_table)
int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_text_takes_the_place),   TEST(test_text_in_other_letters), TEST(test_text_over_what_is_there),
		TEST(test_text_that_is_not_there), TEST(test_text_for_nothing),      TEST(test_zero_stays_out_of_text),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
