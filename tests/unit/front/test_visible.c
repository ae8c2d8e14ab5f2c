/* Tests of the beginning of test files: which lines of a source they repeat, and which names these
 * lines make visible. */
#include "test.h"

#include <string.h>

#include "base/str.h"
#include "emit/text/said.h"
#include "emit/text/standard.h"
#include "front/read/visible.h"
#include "hand_model.h"
#include "model_of.h"
#include "proc/child.h"

/* Directives that are taken and some that are not; comments, continued lines, strings that look
 * like comments; code between the #include lines. */
static const char source_text[] = "/* #include <not_there.h> */\n"
                                  "#define _GNU_SOURCE /* for\n   all */\n"
                                  "#  include <stdio.h> // first\n"
                                  "#ifdef NOT_DEFINED\n"
                                  "#include <not_there.h>\n"
                                  "#else\n"
                                  "#include <stddef.h>\n"
                                  "#endif\n"
                                  "#define TEXT \"/* no comment */\"\n"
                                  "#define SUM(a, b) \\\n\t((a) + (b))\n"
                                  "#undef TEXT\n"
                                  "static int own = 1;\n"
                                  "#include <limits.h>\n"
                                  "#define LATE 1\n"
                                  "int get(void) { return own + LATE; }\n";

static void prologue_is_what_was_taken(void **state)
{
	(void)state;
	char *folder, *path;
	assert_ok(temp_make("prologue", &folder));
	path = xprintf("%s/get.c", folder);
	assert_ok(file_write(path, source_text, strlen(source_text)));
	const char *const paths[] = { path };
	struct model *model = model_of(paths, 1, NULL, 0);
	assert_string_equal(model->prologues.at[0].leading,
	                    "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stddef.h>\n");
	assert_string_equal(model->prologues.at[0].all,
	                    "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stddef.h>\n"
	                    "#define TEXT \"/* no comment */\"\n#define SUM(a, b) \t((a) + (b))\n#undef TEXT\n"
	                    "#include <limits.h>\n");
	model_free(model);
	temp_remove(folder);
	free(path);
}

static struct visible *see(const char *text)
{
	static const char *const flags[] = { "-DFLAG=1" };
	static const struct source source = { .path = "here.c", .flags = flags, .n_flags = 1 };
	return visible_read(&source, text);
}

static void names_are_told_apart(void **state)
{
	(void)state;
	struct visible *v = see("#include <stddef.h>\n"
	                        "typedef struct whole { enum color { RED } c; } whole;\n"
	                        "typedef struct part part;\n"
	                        "extern int count;\n"
	                        "int get(part *p);\n"
	                        "static int hide(void) { return 1; }\n"
	                        "static inline int small(void) { return 1; }\n"
	                        "#define LIMIT 7\n");
	assert_int_equal(visible_as(v, "whole"), SEES_TYPE | SEES_COMPLETE);
	assert_int_equal(visible_as(v, "struct whole"), SEES_TYPE | SEES_COMPLETE);
	assert_int_equal(visible_as(v, "part"), SEES_TYPE);
	assert_int_equal(visible_as(v, "struct part"), SEES_TYPE);
	assert_int_equal(visible_as(v, "enum color"), SEES_TYPE | SEES_COMPLETE);
	assert_int_equal(visible_as(v, "RED"), SEES_NUMBER);
	assert_int_equal(visible_as(v, "count"), SEES_VARIABLE);
	assert_int_equal(visible_as(v, "get"), SEES_FUNCTION);
	assert_int_equal(visible_as(v, "hide"), SEES_FUNCTION | SEES_STATIC);
	assert_int_equal(visible_as(v, "LIMIT"), SEES_MACRO | SEES_OWN_MACRO);
	assert_int_equal(visible_as(v, "FLAG") & SEES_OWN_MACRO, SEES_OWN_MACRO);
	assert_int_equal(visible_as(v, "size_t"), SEES_TYPE | SEES_COMPLETE | SEES_LIBRARY);
	assert_int_equal(visible_as(v, "NULL"), SEES_MACRO);
	assert_int_equal(visible_as(v, "nothing"), 0);
	assert_false(v->defines || v->errors.n);
	visible_free(v);
}

static void definitions_and_errors_are_seen(void **state)
{
	(void)state;
	struct visible *v = see("int twice(int x) { return 2 * x; }\n");
	assert_true(v->defines);
	visible_free(v);
	v = see("int tentative;\n");
	assert_true(v->defines);
	visible_free(v);
	v = see("extern int good;\nunknown_t bad;\n_Static_assert(1 == 2, \"\");\nint more(void);\n");
	assert_false(visible_fails_before(v, 1));
	assert_true(visible_fails_before(v, 2));
	assert_true(visible_fails_at(v, 3));
	assert_false(visible_fails_at(v, 4));
	assert_int_equal(visible_as(v, "more"), SEES_FUNCTION);
	visible_free(v);
	v = see("#include \"not_there.h\"\n");
	assert_true(visible_fails_at(v, 1));
	visible_free(v);
}

static void note_name(void *context, const char *name, bool is_called)
{
	sb_addf(context, "%s%s;", name, is_called ? "()" : "");
}

static void names_are_read_off_code(void **state)
{
	(void)state;
	struct sb names = { 0 };
	each_name("struct ring *r = {.size = 0x1fu}; /* no */ r->first.x = \"no\\\" no\"[0] + 'n'; f(1.5e3, ..., b)",
	          note_name, &names);
	assert_string_equal(sb_text(&names), "struct;struct ring;r;r;f();b;");
	sb_release(&names);
}

static void what_cannot_be_said_is_known(void **state)
{
	(void)state;
	struct model *model = hand_model();
	struct unit_names names;
	struct visible *none = see(""), *v = see("struct ring;\n");
	unit_names_init(&names, model);
	assert_false(can_be_said(&names, none, "struct ring *ring = NULL;", false));
	assert_true(can_be_said(&names, none, "struct ring *ring = NULL;", true));
	assert_true(can_be_said(&names, v, "struct ring *ring = NULL;", false));
	assert_true(can_be_said(&names, none, "int n = 1; struct own_stub x;", false));
	strmap_put(&names.at, "CHECK", NULL); /* a constant of the unit, and a macro of the test */
	assert_false(can_be_said(&names, none, "ring_set(CHECK);", false));
	assert_true(can_be_said(&names, none, "CHECK(ring_get() == 1);", false));
	unit_names_release(&names);
	visible_free(v);
	visible_free(none);
	model_free(model);
}

static void names_of_c_survive(void **state)
{
	(void)state;
	struct sb text = { 0 };
	struct visible *v = see("#include <stdlib.h>\n#define exit(x) stop(x)\n#define main own_main\n#define NULL 0\n"
	                        "#define printf log\nint printf(const char *format, ...);\nint fork(int x);\n");
	standard_undefine(v, &text);
	assert_non_null(strstr(sb_text(&text), "#undef main\n"));
	assert_non_null(strstr(sb_text(&text), "#undef exit\n"));
	assert_non_null(strstr(sb_text(&text), "#undef NULL\n"));
	assert_null(strstr(sb_text(&text), "#undef free\n"));
	sb_clear(&text);
	standard_declare(v, "exit(0); free(NULL); printf(\"%d\", fork_()); fclose(f);", &text);
	assert_string_equal(sb_text(&text), "typedef struct _IO_FILE FILE;\n"
	                                    "#define NULL ((void *)0)\n"
	                                    "int fork_(void) __asm__(\"fork\");\n"
	                                    "int printf(const char *, ...);\n"
	                                    "int fclose(FILE *);\n");
	sb_release(&text);
	visible_free(v);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prologue_is_what_was_taken),      cmocka_unit_test(names_are_told_apart),
		cmocka_unit_test(definitions_and_errors_are_seen), cmocka_unit_test(names_are_read_off_code),
		cmocka_unit_test(what_cannot_be_said_is_known),    cmocka_unit_test(names_of_c_survive),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
