/* Tests of the modeller on small C units (tests/units/model): types, functions, constants,
 * literals; roles as golden text beside each unit. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "model/text.h"
#include "model_of.h"
#include "seq/life.h"
#include "seq/text/text.h"

#define UNITS "tests/units/model/"

static struct model *one(const char *path)
{
	static const char *const flags[] = { "-w" };
	return model_of(&path, 1, flags, 1);
}

static struct model *two(void)
{
	static const char *const paths[] = { UNITS "twice_a.c", UNITS "twice_b.c" };
	return model_of(paths, 2, NULL, 0);
}

static const struct function *function(const struct model *model, const char *name)
{
	uint32_t index = model_find_function(model, name);
	assert_int_not_equal(index, NONE);
	return &model->functions.at[index];
}

static const struct type *type_named(const struct model *model, const char *spelling)
{
	for (size_t i = 0; i < model->types.n; i++)
		if (str_equal(model->types.at[i].spelling, spelling))
			return &model->types.at[i];
	fail_msg("no type %s", spelling);
	return NULL;
}

/* --- types --- */

static void assert_field(const struct type *t, unsigned i, const char *name, unsigned offset, unsigned width)
{
	assert_string_equal(t->fields[i].name, name);
	assert_int_equal(t->fields[i].bit_offset, offset);
	assert_int_equal(t->fields[i].bit_width, width);
}

static void structs_have_fields(void **state)
{
	(void)state;
	struct model *model = one(UNITS "types.c");
	const struct type *t = type_named(model, "mixed_t");
	assert_int_equal(t->kind, TYPE_STRUCT);
	assert_string_equal(t->tag, "mixed");
	assert_true(t->complete && t->spellable && !t->opaque);
	assert_int_equal(t->size, 16);
	assert_int_equal(t->n_fields, 6);
	assert_field(t, 0, "a", 0, 0);
	assert_field(t, 1, "", 32, 0);
	assert_field(t, 2, "b", 64, 3);
	assert_field(t, 3, "c", 72, 4);
	assert_field(t, 4, "in", 96, 0);
	assert_field(t, 5, "tail", 128, 0);
	const struct type *choice = model_type(model, t->fields[1].type);
	assert_int_equal(choice->kind, TYPE_UNION);
	assert_int_equal(choice->n_fields, 2);
	assert_false(choice->spellable);
	const struct type *tail = model_type(model, t->fields[5].type);
	assert_int_equal(tail->kind, TYPE_ARRAY);
	assert_int_equal(tail->count, 0);
	assert_string_equal(model_type(model, tail->target)->spelling, "uint8_t");
	model_free(model);
}

static void types_may_name_themselves(void **state)
{
	(void)state;
	struct model *model = one(UNITS "types.c");
	const struct type *t = type_named(model, "struct node");
	assert_int_equal(t->n_fields, 3);
	const struct type *next = model_type(model, t->fields[0].type), *last = model_type(model, t->fields[1].type);
	assert_ptr_equal(model_canonical(model, next->target), t);
	assert_true(model_same_type(model, t->fields[0].type, t->fields[1].type));
	assert_true(last->is_const && model_type(model, last->target)->is_const);
	assert_false(next->is_const || model_type(model, next->target)->is_const);
	assert_int_equal(model_canonical(model, model_type(model, t->fields[2].type)->target)->kind, TYPE_FUNCTION);
	const struct type *hidden = type_named(model, "struct hidden");
	assert_false(hidden->complete);
	assert_int_equal(hidden->size, 0);
	model_free(model);
}

static void scalars_and_enums(void **state)
{
	(void)state;
	struct model *model = one(UNITS "types.c");
	const struct function *f = function(model, "by_value");
	const struct type *sign = model_type(model, f->params[1].type);
	assert_int_equal(sign->kind, TYPE_ENUM);
	assert_true(sign->is_signed);
	assert_int_equal(sign->n_enumerators, 2);
	assert_string_equal(sign->enumerators[0].name, "MINUS");
	assert_int_equal(sign->enumerators[0].value, -4);
	assert_string_equal(model_type(model, f->params[2].type)->spelling, "size_kind");
	assert_int_equal(model_type(model, f->params[3].type)->kind, TYPE_BOOL);
	assert_int_equal(model_type(model, f->params[4].type)->kind, TYPE_FLOAT);
	assert_int_equal(model_type(model, f->params[4].type)->size, 16);
	const struct function *walk = function(model, "walk");
	assert_string_equal(model_type(model, walk->params[1].type)->spelling, "int64_t *");
	assert_string_equal(model_canonical(model, walk->params[1].type)->spelling, "long *");
	assert_string_equal(model_type(model, walk->params[2].type)->spelling, "char *");
	assert_int_equal(walk->params[2].count, 10);
	assert_string_equal(model_type(model, walk->params[3].type)->spelling, "int (*)[4]");
	assert_int_equal(model_type(model, walk->params[4].type)->kind, TYPE_VA_LIST);
	assert_string_equal(model_type(model, function(model, "choose")->result)->spelling, "int (*)(int, char)");
	model_free(model);
}

/* --- functions --- */

static void functions_know_their_place(void **state)
{
	(void)state;
	struct model *model = one(UNITS "ring.c");
	const struct function *push = function(model, "ring_push"), *empty = function(model, "ring_is_empty");
	assert_string_equal(push->file, UNITS "ring.c");
	assert_int_equal(push->line, 20);
	assert_string_equal(push->header, "\"ring.h\"");
	assert_false(push->is_static);
	assert_true(empty->is_static);
	assert_string_equal(path_base(empty->file), "ring.h");
	assert_int_equal(model->prologues.n, 1);
	assert_string_equal(model->prologues.at[0].all, "#include \"ring.h\"\n#include <stdlib.h>\n");
	assert_string_equal(model->prologues.at[0].leading, model->prologues.at[0].all);
	assert_true(type_named(model, "struct ring")->opaque);
	assert_true(type_named(model, "struct ring")->complete);
	model_free(model);
	model = one("tests/units/gen/attrs.c");
	assert_true(function(model, "count_up")->must_use);
	assert_false(function(model, "count_reset")->must_use);
	assert_true(function(model, "steps_to")->is_macro);
	assert_false(function(model, "count_up")->is_macro);
	model_free(model);
	model = one(UNITS "types.c");
	assert_true(function(model, "stop")->noreturn);
	assert_false(function(model, "walk")->noreturn);
	assert_null(function(model, "walk")->header);
	assert_int_equal(function(model, "oldstyle")->n_params, 2);
	assert_string_equal(function(model, "oldstyle")->params[1].name, "b");
	assert_non_null(strstr(function(model, "huge")->why_not, "parameter x has type __int128"));
	assert_null(function(model, "walk")->why_not);
	model_free(model);
}

static void sources_share_what_is_the_same(void **state)
{
	(void)state;
	struct model *model = two();
	unsigned n_helpers = 0, n_twice = 0, n_boxes = 0;
	for (size_t i = 0; i < model->functions.n; i++) {
		n_helpers += str_equal(model->functions.at[i].name, "helper");
		n_twice += str_equal(model->functions.at[i].name, "twice");
	}
	for (size_t i = 0; i < model->types.n; i++)
		n_boxes += str_equal(model->types.at[i].spelling, "struct box");
	assert_int_equal(n_helpers, 2);
	assert_int_equal(n_twice, 1);
	assert_int_equal(n_boxes, 1);
	assert_true(type_named(model, "struct box")->complete);
	assert_int_equal(function(model, "box_use")->source, 1);
	assert_int_equal(model->prologues.n, 2);
	model_free(model);
}

/* In the other order the struct is incomplete first and completed later. */
static void later_sources_complete_structs(void **state)
{
	(void)state;
	static const char *const paths[] = { UNITS "twice_b.c", UNITS "twice_a.c" };
	struct model *model = model_of(paths, 2, NULL, 0);
	const struct function *use = function(model, "box_use");
	const struct type *box = model_type(model, model_type(model, use->params[0].type)->target);
	assert_true(box->complete && box->opaque);
	assert_int_equal(box->size, 4);
	assert_int_equal(box->n_fields, 1);
	model_free(model);
}

/* --- constants and literals --- */

static const struct constant *constant(const struct model *model, const char *name)
{
	for (size_t i = 0; i < model->constants.n; i++)
		if (str_equal(model->constants.at[i].name, name))
			return &model->constants.at[i];
	return NULL;
}

static void macros_and_enumerators_are_constants(void **state)
{
	(void)state;
	struct model *model = one(UNITS "types.c");
	static const struct {
		const char *name;
		int value;
	} expected[] = { { "LIMIT", 10 },   { "FLAG", 8 },     { "BOTH", 72 },     { "LATER", 64 },
		         { "LETTER", 'x' }, { "NEWLINE", 10 }, { "NEGATIVE", -5 }, { "MASKED", 243 },
		         { "ALPHA", 1 },    { "BETA", 2 },     { "MINUS", -4 },    { "LARGE", 1 } };
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		const struct constant *c = constant(model, expected[i].name);
		assert_non_null(c);
		assert_int_equal(c->value, expected[i].value);
		assert_int_equal(c->is_macro, c->enum_type == 0);
	}
	static const char *const none[] = { "TEXT", "CAST", "ITSELF", "CALL", "INT64_MAX", "__GNUC__" };
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		assert_null(constant(model, none[i]));
	model_free(model);
}

static bool has_number(const struct model *model, uint32_t function_index, int64_t number)
{
	for (size_t i = 0; i < model->literals.n; i++) {
		const struct literal *l = &model->literals.at[i];
		if (l->function == function_index && !l->is_string && !l->is_real && l->number == number)
			return true;
	}
	return false;
}

static void literals_keep_their_function(void **state)
{
	(void)state;
	struct model *model = one(UNITS "types.c");
	uint32_t f = model_find_function(model, "literals");
	static const int64_t numbers[] = { -7, 'a', 0x1234, -1 };
	for (size_t i = 0; i < 4; i++)
		assert_true(has_number(model, f, numbers[i]));
	assert_false(has_number(model, f, 7));
	assert_false(has_number(model, model_find_function(model, "walk"), -7));
	bool real = false, text = false;
	for (size_t i = 0; i < model->literals.n; i++) {
		const struct literal *l = &model->literals.at[i];
		real |= l->is_real && l->real > 1.4 && l->real < 1.6 && l->function == f;
		text |= l->is_string && l->length == 6 && memcmp(l->bytes, "a\0bA\n\"", 6) == 0;
	}
	assert_true(real);
	assert_true(text);
	model_free(model);
}

/* --- roles: golden text --- */

static void assert_golden(struct model *model, const char *path)
{
	struct sb printed = { 0 };
	char golden[16384] = { 0 };
	assert_true(model_is_valid(model));
	model_print(model, NULL, &printed);
	if (getenv("SKEP_BLESS")) {
		FILE *out = fopen(path, "w");
		assert_non_null(out);
		fputs(sb_text(&printed), out);
		fclose(out);
	}
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	size_t n = fread(golden, 1, sizeof golden - 1, file);
	fclose(file);
	assert_true(n < sizeof golden - 1);
	assert_string_equal(sb_text(&printed), golden);
	sb_release(&printed);
	model_free(model);
}

static void roles_of_ring(void **state)
{
	(void)state;
	assert_golden(one(UNITS "ring.c"), UNITS "ring.model");
}

static void roles_of_stream(void **state)
{
	(void)state;
	assert_golden(one(UNITS "stream.c"), UNITS "stream.model");
}

static void roles_of_items(void **state)
{
	(void)state;
	assert_golden(one("tests/units/gen/items.c"), UNITS "items.model");
}

static void roles_of_ends(void **state)
{
	(void)state;
	assert_golden(one("tests/units/gen/ends.c"), UNITS "ends.model");
}

static void roles_of_menus(void **state)
{
	(void)state;
	assert_golden(one("tests/units/gen/menus.c"), UNITS "menus.model");
}

static void roles_of_ranges(void **state)
{
	(void)state;
	assert_golden(one(UNITS "ranges.c"), UNITS "ranges.model");
}

static bool takes_over(const struct model *model, const char *function)
{
	return model->functions.at[model_find_function(model, function)].params[0].taken;
}

static void roles_of_descriptors(void **state)
{
	(void)state;
	struct model *model = one("tests/units/gen/records.c");
	assert_true(takes_over(model, "journal_open"));
	assert_true(takes_over(model, "page_open")); /* page_close() closes what it kept */
	assert_false(takes_over(model, "records_append"));
	model_free(model);
	assert_golden(one("tests/units/gen/records.c"), UNITS "records.model");
}

static void streams_of_commands_are_taken_over(void **state)
{
	(void)state;
	struct model *model = one(UNITS "filters.c");
	assert_true(takes_over(model, "filter_end"));
	assert_false(takes_over(model, "filter_first"));
	model_free(model);
}

/* --- disguises --- */

static void assert_leads_to(const struct model *model, type_id type, const char *spelling, const char *record)
{
	assert_string_equal(model_type(model, type)->spelling, spelling);
	const struct type *target = model_canonical(model, model_canonical(model, type)->target);
	assert_string_equal(target->spelling, record);
}

static void void_pointers_are_what_bodies_take_them_for(void **state)
{
	(void)state;
	struct model *model = one("tests/units/gen/disguised.c");
	const struct function *add = function(model, "bag_add"), *compare = function(model, "item_compare");
	assert_leads_to(model, add->params[0].type, "void *", "struct bag");
	assert_leads_to(model, function(model, "bag_new")->result, "void *", "struct bag");
	assert_leads_to(model, function(model, "bag_free")->params[0].type, "void *", "struct bag");
	assert_true(model_same_type(model, add->params[0].type, function(model, "bag_count")->params[0].type));
	assert_true(type_named(model, "struct bag")->opaque);
	assert_leads_to(model, compare->params[0].type, "const void *", "struct item");
	assert_false(type_named(model, "struct item")->opaque);
	/* two things, and bytes */
	assert_leads_to(model, function(model, "area")->params[0].type, "const void *", "void");
	assert_leads_to(model, function(model, "sum_bytes")->params[0].type, "const void *", "void");
	assert_leads_to(model, function(model, "local_sum")->params[0].type, "const void *", "void");
	assert_leads_to(model, function(model, "block_size")->params[0].type, "const void *", "void");
	/* in C it stays what it was */
	assert_string_equal(type_declare(model, add->params[0].type, "bag", model->arena), "void *bag");
	model_free(model);
}

static void typedefs_may_hide_structs(void **state)
{
	(void)state;
	struct model *model = one("tests/units/gen/disguised.c");
	const struct function *open = function(model, "counter_open");
	assert_leads_to(model, function(model, "counter_next")->params[0].type, "counter_t", "struct counter");
	const struct type *out = model_canonical(model, open->params[0].type);
	assert_leads_to(model, model_type(model, open->params[0].type)->target, "counter_t", "struct counter");
	assert_true(model_same_type(model, out->target, function(model, "counter_close")->params[0].type));
	/* what lies before the text is the unit's own affair */
	assert_leads_to(model, function(model, "text_new")->result, "text", "text");
	assert_true(type_named(model, "text")->kind == TYPE_POINTER || type_named(model, "text")->holds_text);
	assert_leads_to(model, function(model, "bytes_tail")->params[0].type, "bytes", "unsigned char");
	assert_int_equal(function(model, "text_upper")->params[0].role, ROLE_HANDLE);
	assert_int_equal(function(model, "text_new")->params[0].role, ROLE_STRING);
	model_free(model);
}

static void roles_of_disguised(void **state)
{
	(void)state;
	assert_golden(one("tests/units/gen/disguised.c"), UNITS "disguised.model");
}

static void roles_of_paths(void **state)
{
	(void)state;
	assert_golden(one(UNITS "paths.c"), UNITS "paths.model");
}

static void roles_of_words(void **state)
{
	(void)state;
	assert_golden(one(UNITS "words.c"), UNITS "words.model");
}

static void roles_of_types(void **state)
{
	(void)state;
	assert_golden(one(UNITS "types.c"), UNITS "types.model");
}

static void roles_of_two_sources(void **state)
{
	(void)state;
	assert_golden(two(), UNITS "twice.model");
}

/* typedef void TAPE: a struct that nobody sees. Other pointers to void are what they are. */
static void named_voids_are_opaque(void **state)
{
	(void)state;
	struct model *model = one(UNITS "named_void.c");
	const struct function *open = function(model, "tape_open"), *tell = function(model, "tape_tell"),
	                      *close = function(model, "tape_close"), *sum = function(model, "sum");
	type_id tape = model_object_of(model, open->result);
	assert_int_not_equal(tape, NONE);
	assert_int_equal(model_object_of(model, tell->params[0].type), tape);
	assert_int_equal(model_object_of(model, function(model, "tape_swap")->params[0].type), tape);
	assert_int_equal(model_object_of(model, close->params[0].type), tape);
	assert_string_equal(model_type(model, tape)->spelling, "TAPE");
	assert_false(model_type(model, tape)->complete);
	assert_true(open->is_maker);
	assert_true(close->params[0].destroyed);
	assert_int_equal(model_object_of(model, sum->params[0].type), NONE);
	assert_int_equal(sum->params[0].role, ROLE_BUFFER);
	assert_int_equal(model_object_of(model, function(model, "is_there")->params[0].type), NONE);
	model_check(model);
	model_free(model);
}

/* free_x() ends an x, and rather than what ends a part of it. */
static void what_names_the_object_ends_it(void **state)
{
	(void)state;
	struct model *model = one(UNITS "spools.c");
	struct arena *arena = arena_new();
	struct seq_file file;
	assert_true(function(model, "free_spool")->params[0].destroyed);
	assert_ok(seq_parse(arena, model, "test t\n  spool = spool_open(1)\nend\n", "t", &file));
	const struct seq *closed = seq_close(arena, model, file.at[0].seq);
	assert_int_equal(closed->n, file.at[0].seq->n + 1);
	const struct step *last = closed->steps[closed->n - 1];
	assert_string_equal(model->functions.at[last->index].name, "free_spool");
	assert_true(last->args[0].address);
	arena_free(arena);
	model_free(model);
}

/* A struct stays hidden if tests can get one. Tests fill a struct that nothing makes, or that only functions make
 * which need one. */
static void what_nothing_makes_is_not_hidden(void **state)
{
	(void)state;
	struct model *model = one(UNITS "page.c");
	assert_false(type_named(model, "struct page")->opaque);
	assert_int_equal(function(model, "page_width")->params[0].role, ROLE_OBJECT);
	assert_false(type_named(model, "struct sheet")->opaque);
	assert_true(type_named(model, "struct stock")->opaque);
	assert_int_equal(function(model, "stock_left")->params[0].role, ROLE_HANDLE);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(structs_have_fields),
		cmocka_unit_test(types_may_name_themselves),
		cmocka_unit_test(named_voids_are_opaque),
		cmocka_unit_test(what_names_the_object_ends_it),
		cmocka_unit_test(what_nothing_makes_is_not_hidden),
		cmocka_unit_test(scalars_and_enums),
		cmocka_unit_test(functions_know_their_place),
		cmocka_unit_test(sources_share_what_is_the_same),
		cmocka_unit_test(later_sources_complete_structs),
		cmocka_unit_test(macros_and_enumerators_are_constants),
		cmocka_unit_test(literals_keep_their_function),
		cmocka_unit_test(roles_of_ring),
		cmocka_unit_test(roles_of_stream),
		cmocka_unit_test(roles_of_descriptors),
		cmocka_unit_test(streams_of_commands_are_taken_over),
		cmocka_unit_test(roles_of_items),
		cmocka_unit_test(roles_of_ends),
		cmocka_unit_test(roles_of_menus),
		cmocka_unit_test(roles_of_ranges),
		cmocka_unit_test(void_pointers_are_what_bodies_take_them_for),
		cmocka_unit_test(typedefs_may_hide_structs),
		cmocka_unit_test(roles_of_disguised),
		cmocka_unit_test(roles_of_paths),
		cmocka_unit_test(roles_of_words),
		cmocka_unit_test(roles_of_types),
		cmocka_unit_test(roles_of_two_sources),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
