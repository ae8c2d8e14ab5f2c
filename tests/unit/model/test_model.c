/* Tests of the model as plain data: checks, questions, C declarations. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "model/model.h"

static type_id add(struct model *model, struct type type)
{
	type.tag = type.tag ? type.tag : "";
	type.spellable = true;
	if (!type.canonical)
		type.canonical = (type_id)model->types.n;
	vec_push(&model->types, type);
	return (type_id)model->types.n - 1;
}

static type_id pointer_to(struct model *model, type_id target)
{
	type_id id = add(
	        model,
	        (struct type){ .kind = TYPE_POINTER, .spelling = "*", .target = target, .size = 8, .complete = true });
	model->types.at[id].spelling = type_declare(model, id, "", model->arena);
	return id;
}

struct small {
	struct model *model;
	type_id number, object, handle, function;
	struct param params[2];
};

/* void f(struct ring *ring, int n), in one source. */
static struct small small_model(void)
{
	struct small s = { .model = model_new() };
	s.number = add(s.model, (struct type){ .kind = TYPE_INT, .spelling = "int", .size = 4, .complete = true });
	s.object = add(
	        s.model,
	        (struct type){
	                .kind = TYPE_STRUCT, .spelling = "struct ring", .tag = "ring", .size = 8, .complete = true });
	s.handle = pointer_to(s.model, s.object);
	type_id list[] = { s.handle, s.number };
	s.function = add(s.model, (struct type){ .kind = TYPE_FUNCTION,
	                                         .spelling = "(",
	                                         .n_params = 2,
	                                         .params = arena_memdup(s.model->arena, list, sizeof list) });
	s.model->types.at[s.function].spelling = type_declare(s.model, s.function, "", s.model->arena);
	struct param *params = ARENA_ARRAY(s.model->arena, struct param, 2);
	params[0] = (struct param){ .name = "ring", .type = s.handle, .role = ROLE_OBJECT, .partner = NONE };
	params[1] = (struct param){ .name = "n", .type = s.number, .partner = NONE };
	struct function f = {
		.name = "f", .type = s.function, .params = params, .n_params = 2, .file = "f.c", .made_param = NONE
	};
	vec_push(&s.model->functions, f);
	vec_push(&s.model->sources, "f.c");
	return s;
}

static void new_model_is_valid(void **state)
{
	(void)state;
	struct model *model = model_new();
	assert_true(model_is_valid(model));
	assert_int_equal(model->types.at[0].kind, TYPE_VOID);
	assert_int_equal(model_find_function(model, "f"), NONE);
	model_free(model);
	model_free(NULL);
}

/* The table, the entry, and what is wrong with it. */
static void assert_fault(const struct model *model, const char *where, const char *what)
{
	char *fault = model_fault(model);
	assert_non_null(fault);
	assert_non_null(strstr(fault, where));
	assert_non_null(strstr(fault, what));
	free(fault);
}

static void broken_tables_are_noticed(void **state)
{
	(void)state;
	struct small s = small_model();
	struct function *f = &s.model->functions.at[0];
	assert_true(model_is_valid(s.model));
	f->params[1].role = ROLE_LENGTH; /* of nothing */
	assert_false(model_is_valid(s.model));
	assert_fault(s.model, f->name, "parameter 1");
	assert_fault(s.model, f->params[1].name, "length of nothing");
	f->params[1].partner = 0; /* whose partner it is not */
	assert_false(model_is_valid(s.model));
	f->params[0].role = ROLE_BUFFER;
	f->params[0].partner = 1;
	assert_true(model_is_valid(s.model));
	f->params[0].length_in_bytes = true; /* they disagree */
	assert_false(model_is_valid(s.model));
	f->params[0].length_in_bytes = false;
	f->params[0].destroyed = true; /* but the function is no destroyer */
	assert_false(model_is_valid(s.model));
	f->params[0].destroyed = false;
	f->is_maker = true; /* of void */
	assert_false(model_is_valid(s.model));
	assert_fault(s.model, f->name, "maker of nothing");
	f->is_maker = false;
	s.model->types.at[s.handle].target = 99;
	assert_false(model_is_valid(s.model));
	assert_fault(s.model, s.model->types.at[s.handle].spelling, "not there");
	model_free(s.model);
}

static void makers_decide_what_is_a_handle(void **state)
{
	(void)state;
	struct small s = small_model();
	assert_int_equal(model_default_role(s.model, s.handle), ROLE_OBJECT);
	assert_int_equal(model_default_role(s.model, s.number), ROLE_VALUE);
	assert_int_equal(model_default_role(s.model, pointer_to(s.model, s.function)), ROLE_CALLBACK);
	struct function *f = &s.model->functions.at[0];
	f->is_maker = true;
	f->made_param = 0;
	assert_int_equal(model_made_by(s.model, f), s.object);
	assert_false(model_has_maker(s.model, s.object)); /* it is set up in place */
	f->made_param = NONE;
	f->result = s.handle;
	assert_true(model_has_maker(s.model, s.object));
	assert_int_equal(model_default_role(s.model, s.handle), ROLE_HANDLE);
	model_free(s.model);
}

static void declarations_are_c(void **state)
{
	(void)state;
	struct small s = small_model();
	struct arena *arena = s.model->arena;
	type_id callback = pointer_to(s.model, s.function);
	type_id row = add(s.model,
	                  (struct type){ .kind = TYPE_ARRAY, .spelling = "[", .target = s.number, .count = 4 });
	type_id rows = pointer_to(s.model, row);
	type_id table = add(s.model,
	                    (struct type){ .kind = TYPE_ARRAY, .spelling = "[", .target = callback, .count = 2 });
	assert_string_equal(type_declare(s.model, s.handle, "ring", arena), "struct ring *ring");
	assert_string_equal(type_declare(s.model, s.handle, "", arena), "struct ring *");
	assert_string_equal(type_declare(s.model, callback, "f", arena), "void (*f)(struct ring *, int)");
	assert_string_equal(type_declare(s.model, rows, "m", arena), "int (*m)[4]");
	assert_string_equal(type_declare(s.model, table, "t", arena), "void (*t[2])(struct ring *, int)");
	assert_string_equal(type_declare(s.model, pointer_to(s.model, s.handle), "p", arena), "struct ring **p");
	model_free(s.model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(new_model_is_valid),
		cmocka_unit_test(broken_tables_are_noticed),
		cmocka_unit_test(makers_decide_what_is_a_handle),
		cmocka_unit_test(declarations_are_c),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
