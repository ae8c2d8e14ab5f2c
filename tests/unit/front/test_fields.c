/* Tests of the roles of fields of structs (front/roles/fields.c), and of fields in tests: they stay consistent
 * however the test is changed (seq/fields.c). */
#include "test.h"

#include "base/str.h"
#include "exec_world.h"
#include "seq/fields.h"
#include "seq/literal.h"
#include "seq/value.h"

#define UNIT "tests/units/state/objects.c"

static struct world world;

static int open_unit(void **state)
{
	(void)state;
	const char *path = UNIT;
	find_runtime();
	world = (struct world){ .arena = arena_new() };
	status st = temp_make("cache", &world.cache);
	if (!st)
		st = sources_from_args(&world.sources, &path, 1, NULL, 0);
	if (!st)
		st = front_read(&world.sources, &world.unit);
	if (!st)
		st = world_start(&world, BUILD_FAST, NULL);
	if (st)
		fprintf(stderr, "%s\n", st->message);
	return st ? -1 : 0;
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_roles),
		cmocka_unit_test(test_tags),
		cmocka_unit_test(test_lengths_follow),
		cmocka_unit_test(test_union_follows),
	};
	return cmocka_run_group_tests(tests, open_unit, close_unit);
}
