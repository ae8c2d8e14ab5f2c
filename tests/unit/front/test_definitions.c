/* Tests of definitions.h: the names that a C text seems to define, without preprocessing. */
#include "test.h"

#include <string.h>

#include "base/str.h"
#include "front/context/definitions.h"

static void add(void *context, const char *name, size_t length, enum defined as)
{
	static const char *const marks[] = { [DEFINED_FUNCTION] = "()", [DEFINED_VARIABLE] = "", [DEFINED_PART] = "~" };
	sb_addf(context, "%.*s%s ", (int)length, name, marks[as]);
}

static void check(const char *text, const char *wanted)
{
	struct sb found = { 0 };
	definitions_read(text, strlen(text), add, &found);
	assert_string_equal(sb_text(&found), wanted);
	sb_release(&found);
}

static void test_functions(void **state)
{
	(void)state;
	check("int f(void) { if (1) { } return 0; }\nchar *g(int x)\n{\n}\n", "f() g() ");
	check("int prototype(int);\nstatic int hidden(void) { return 0; }\n", "");
	check("int f(int a) __attribute__((noinline)) { return a; }", "f() ");
	check("EXPORT(int) f(int a) UNUSED(a) { return a; }", "f() ");
	check("MACRO(x)\nint f(void) { }", "f() ");
}

static void test_made_names(void **state)
{
	(void)state;
	check("int TY_(copy)(int x, int y) { return x; }\nint (plain) (void) { }", "TY_() copy~ int() plain~ ");
	check("int TY_( copy )( a )\nint a;\n{ return a; }", "TY_() ");
	check("int f(int)(void) { }\nstatic int TY_(hidden)(void) { }", "f() int~ ");
	check("EXPORT(int) TY_(copy)(int) { }", "EXPORT() copy~ ");
	check("EXPORT(int) f(void) { }\nint g(int a, int b) { }", "f() g() ");
	check("const int TY_(table)[2] = { 1, 2 };\nint x = f(a);\nint (*p)(int) = 0;", "table~ x ");
}

static void test_old_style(void **state)
{
	(void)state;
	check("int f(a, b)\nint a;\nchar *b;\n{ return a; }", "b f() ");
	check("int f(void) __attribute__((noreturn));\nstruct s { int x; };\n", "s ");
}

static void test_variables(void **state)
{
	(void)state;
	check("int a, *b = 0, c[3] = { 1, 2 };\nconst struct s table[] = { { 1 }, { 2 } };\n", "a b c table ");
	check("static int hidden; extern int elsewhere; typedef int name;\n", "");
	check("struct s { int x; } v;\n", "v ");
}

static void test_what_is_no_code(void **state)
{
	(void)state;
	check("/* int f(void) { */ // int g(void) {\nint h(void) { return '{' + \"}{\"[0]; }\nint i(void) { }",
	      "h() i() ");
	check("#define f(x) { x\nint g(void) { }\n#define h \\\n  {\nint i(void) { }", "g() i() ");
}

static void test_branches(void **state)
{
	(void)state;
	check("#ifdef X\nint f(int a) {\n#else\nint f(int a, int b) {\n#endif\n}\nint g(void) { }\n", "f() f() g() ");
	check("#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void) { }\n#ifdef __cplusplus\n}\n#endif\n", "f() ");
	check("#if 0\nint f(void) {\n#if 1\n#endif\n#else\nint g(void) { }\n#endif\nint h(void) { }\n", "g() h() ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_functions),       cmocka_unit_test(test_made_names),
		cmocka_unit_test(test_old_style),       cmocka_unit_test(test_variables),
		cmocka_unit_test(test_what_is_no_code), cmocka_unit_test(test_branches),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
