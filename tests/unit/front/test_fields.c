/* Tests of the roles of fields of structs (front/roles/fields.c), and of fields in tests: they stay consistent
 * however the test is changed (seq/fields.c). */
#include "test.h"

#include "base/str.h"
#include "exec_world.h"
#include "seq/arrays.h"
#include "seq/fields.h"
#include "seq/literal.h"
#include "seq/value.h"

#define UNIT "tests/units/state/objects.c"

static struct world world;

static int open_unit(void **state)
{
	(void)state;
	assert_ok(world_open(&world, UNIT));
	assert_ok(world_start(&world, BUILD_FAST, NULL));
	return 0;
}

static int close_unit(void **state)
{
	(void)state;
	world_close(&world);
	return 0;
}

static const struct type *record_named(const char *spelling)
{
	const struct model *model = world.unit->model;
	for (type_id i = 0; i < model->types.n; i++)
		if (model->types.at[i].canonical == i && str_equal(model->types.at[i].spelling, spelling))
			return &model->types.at[i];
	return NULL;
}

static const struct field_role *role_of(const char *spelling, const char *name)
{
	const struct type *record = record_named(spelling);
	assert_non_null(record);
	for (uint32_t i = 0; i < record->n_fields; i++)
		if (str_equal(record->fields[i].name, name))
			return model_field_role(world.unit->model, record->canonical, i);
	fail_msg("%s has no %s", spelling, name);
	return NULL;
}

static void assert_role(const char *spelling, const char *name, enum field_use use, const char *partner,
                        enum null_use null)
{
	const struct field_role *role = role_of(spelling, name);
	assert_non_null(role);
	assert_int_equal(role->use, use);
	assert_int_equal(role->null, null);
	if (!partner)
		assert_int_equal(role->partner, NONE);
	else
		assert_string_equal(record_named(spelling)->fields[role->partner].name, partner);
}

static void test_roles(void **state)
{
	(void)state;
	assert_role("struct list", "items", FIELD_BUFFER, "n", NULL_FORBIDDEN);
	assert_role("struct list", "n", FIELD_LENGTH, "items", NULL_UNKNOWN);
	assert_role("struct list", "cap", FIELD_CAPACITY, "items", NULL_UNKNOWN);
	assert_role("struct buffer", "data", FIELD_BUFFER, "len", NULL_FORBIDDEN);
	assert_true(role_of("struct buffer", "data")->has_end);
	assert_false(role_of("struct list", "items")->length_in_bytes);
	assert_role("struct buffer", "name", FIELD_STRING, NULL, NULL_FORBIDDEN);
	assert_role("struct value", "kind", FIELD_TAG, "u", NULL_UNKNOWN);
	assert_role("struct holder", "hook", FIELD_ANY, NULL, NULL_FORBIDDEN);
	assert_role("struct holder", "list", FIELD_ANY, NULL, NULL_FORBIDDEN);
	assert_role("struct range", "end", FIELD_END, "at", NULL_FORBIDDEN);
	assert_role("struct bytes", "bytes", FIELD_BUFFER, "nbytes", NULL_UNKNOWN);
	assert_null(role_of("struct node", "next"));
	assert_null(role_of("struct node", "v"));
}

static void test_tags(void **state)
{
	(void)state;
	const struct model *model = world.unit->model;
	assert_int_equal(model->tag_cases.n, 3);
	for (uint32_t i = 0; i < 3; i++) {
		assert_int_equal(model->tag_cases.at[i].value, i);
		assert_int_equal(model->tag_cases.at[i].member, i);
	}
}

static int number_in(const struct step *step, size_t offset)
{
	int number;
	memcpy(&number, (const char *)step->bytes + offset, sizeof number);
	return number;
}

static void test_lengths_follow(void **state)
{
	(void)state;
	static const char text[] = "test list\n  i = int[] { 1, 2, 3 }\n  l = struct list[] { { i, 3, 3 } }\n"
	                           "  list_sum(l)\nend\n";
	const struct model *model = world.unit->model;
	struct seq_file file;
	assert_null(world_parse(&world, text, &file));
	const struct seq *seq = file.at[0].seq;
	assert_ptr_equal(seq_settle_fields(world.arena, model, seq), seq);
	int one = 1;
	const struct seq *shorter = seq_with_bytes(world.arena, model, seq, 0, &one, sizeof one);
	assert_int_equal(number_in(shorter->steps[1], 8), 1);
	assert_int_equal(number_in(shorter->steps[1], 12), 1);
	unsigned char bytes[16] = { 0 };
	bytes[8] = 2; /* fewer than there are is fine */
	bytes[13] = 2; /* 512 is not */
	const struct seq *changed = seq_with_bytes(world.arena, model, seq, 1, bytes, sizeof bytes);
	assert_int_equal(number_in(changed->steps[1], 8), 2);
	assert_int_equal(number_in(changed->steps[1], 12), 3);
}

/* A member of a union is looked into if its tag says so. */
static void test_union_follows(void **state)
{
	(void)state;
	static const char text[] = "test value\n  s = char[] raw \"xyz\"\n"
	                           "  v = struct value[] raw \"\\001\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0"
	                           "\\003\\0\\0\\0\\0\\0\\0\\0\" with s at 8\n"
	                           "  value_show(v)\nend\n";
	const struct model *model = world.unit->model;
	struct seq_file file;
	status st = world_parse(&world, text, &file);
	if (st)
		fail_msg("%s", st->message);
	const struct seq *shorter = seq_with_bytes(world.arena, model, file.at[0].seq, 0, "x", 1);
	assert_int_equal(number_in(shorter->steps[1], 16), 1);
	assert_false(step_byte_is_free(model, shorter->steps[1], 0)); /* the tag goes with the union */
	assert_true(step_byte_is_free(model, shorter->steps[1], 16));
}

static void assert_ends(const struct step *block, uint32_t count, size_t element)
{
	assert_int_equal(block->size, count * element);
	assert_true(bytes_are_zero((const char *)block->bytes + (count - 1) * element, element));
	for (uint32_t f = 0; f < block->n_fills; f++)
		assert_true(block->fills[f].offset < (count - 1) * element);
}

/* An array of options keeps its end, whatever is done to its bytes; it may be an argument, or behind a field. */
static void test_ends_stay(void **state)
{
	(void)state;
	static const char *const uses[] = { "  options_shown(o)\n",
		                            "  m = struct menu[] raw \"\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0"
		                            "\\0\\0\\0\\0\\0\" with o at 8\n  menu_size(m)\n" };
	struct world menus;
	assert_ok(world_open(&menus, "tests/units/gen/menus.c"));
	for (size_t i = 0; i < 2; i++) {
		struct seq_file file;
		char *text = xprintf(
		        "test menu\n  s = char[] \"ab\"\n  o = struct option[] { { s }, { s, 1 }, { } }\n%send\n",
		        uses[i]);
		assert_ok(world_parse(&menus, text, &file));
		const struct seq *seq = file.at[0].seq;
		assert_ptr_equal(seq_settle_arrays(menus.arena, menus.unit->model, seq), seq);
		unsigned char bytes[64] = { 0 };
		bytes[16 + 8] = bytes[32 + 8] = 3; /* the second option, and the end */
		const struct seq *changed = seq_with_bytes(menus.arena, menus.unit->model, seq, 1, bytes, 48);
		assert_ends(changed->steps[1], 3, 16);
		assert_int_equal(number_in(changed->steps[1], 24), 3);
		assert_ends(seq_with_bytes(menus.arena, menus.unit->model, seq, 1, bytes, 32)->steps[1], 2, 16);
		bytes[8] = 1;
		assert_ends(seq_with_bytes(menus.arena, menus.unit->model, seq, 1, bytes, 16)->steps[1], 2, 16);
		assert_ends(seq_with_bytes(menus.arena, menus.unit->model, seq, 1, bytes, 0)->steps[1], 1, 16);
		free(text);
	}
	world_close(&menus);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_roles),          cmocka_unit_test(test_tags),
		cmocka_unit_test(test_lengths_follow), cmocka_unit_test(test_union_follows),
		cmocka_unit_test(test_ends_stay),
	};
	return cmocka_run_group_tests(tests, open_unit, close_unit);
}
