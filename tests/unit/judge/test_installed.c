/* Tests of the headers that build files install (judge/api/installed.h): there are only texts, no
 * unit is built. */
#include "test.h"

#include "judge/api/installed.h"

static bool names_header(const char *text, const char *header)
{
	struct strmap names = { 0 };
	read_installed(text, &names);
	bool found = strmap_get(&names, header) != NULL;
	strmap_release(&names);
	return found;
}

static void test_lists_of_automake(void **state)
{
	(void)state;
	static const char text[] = "noinst_HEADERS = lex.h\n"
	                           "public = api.h \\\n\tmore.h\n"
	                           "include_HEADERS = $(public)\n"
	                           "pkginclude_HEADERS = sub/part.h\n"
	                           "libx_la_SOURCES = x.c tree.h\n";
	assert_true(names_header(text, "api.h"));
	assert_true(names_header(text, "more.h"));
	assert_true(names_header(text, "part.h"));
	assert_false(names_header(text, "lex.h"));
	assert_false(names_header(text, "tree.h"));
}

static void test_lists_of_what_is_kept(void **state)
{
	(void)state;
	static const char text[] = "lib_LTLIBRARIES = libx.la\n"
	                           "noinst_HEADERS = lex.h \\\n\tmore.h\n"
	                           "include_HEADERS = api.h\n"
	                           "libx_la_SOURCES = x.c tree.h\n";
	struct strmap kept = { 0 };
	read_kept(text, &kept);
	assert_non_null(strmap_get(&kept, "lex.h"));
	assert_non_null(strmap_get(&kept, "more.h"));
	assert_non_null(strmap_get(&kept, "tree.h"));
	assert_null(strmap_get(&kept, "api.h"));
	strmap_release(&kept);
	struct strmap none = { 0 };
	read_kept("bin_PROGRAMS = x\nx_SOURCES = x.c lex.h\nnoinst_HEADERS = more.h\n", &none);
	assert_int_equal(none.n, 0);
	strmap_release(&none);
}

static void test_recipes(void **state)
{
	(void)state;
	static const char text[] = "HEADERS = api.h lex.h\n"
	                           "install: all\n"
	                           "\tcp -f api.h $(PREFIX)/include\n"
	                           "\tcp -f tool $(PREFIX)/bin\n"
	                           "\t$(INSTALL) -m 644 second.h \"$(DESTDIR)$(INCDIR)\"\n"
	                           "uninstall:\n"
	                           "\trm -f $(PREFIX)/include/install_old.h\n"
	                           "dist:\n"
	                           "\ttar cf x.tar api.h lex.h\n";
	assert_true(names_header(text, "api.h"));
	assert_true(names_header(text, "second.h"));
	assert_false(names_header(text, "lex.h"));
	assert_false(names_header(text, "install_old.h"));
}

static void test_calls_of_cmake_and_meson(void **state)
{
	(void)state;
	static const char cmake[] = "set(PUBLIC\n  api.h\n  more.h)\n"
	                            "add_library(x STATIC x.c lex.h)\n"
	                            "install(FILES ${PUBLIC} ${DIR}/third.h\n  DESTINATION include)\n"
	                            "set_target_properties(x PROPERTIES PUBLIC_HEADER fourth.h)\n";
	static const char meson[] = "sources = ['x.c', 'lex.h']\ninstall_headers('api.h',\n  'more.h')\n";
	assert_true(names_header(cmake, "api.h"));
	assert_true(names_header(cmake, "more.h"));
	assert_true(names_header(cmake, "third.h"));
	assert_true(names_header(cmake, "fourth.h"));
	assert_false(names_header(cmake, "lex.h"));
	assert_true(names_header(meson, "api.h"));
	assert_true(names_header(meson, "more.h"));
	assert_false(names_header(meson, "lex.h"));
}

/* A pattern for any header says nothing about a single one. */
static void test_patterns_and_folders(void **state)
{
	(void)state;
	static const char *const any[] = { "install:\n\tcp *.h $(prefix)/include\n",
		                           "install(DIRECTORY include/ DESTINATION include)\n" };
	for (size_t i = 0; i < 2; i++) {
		struct strmap names = { 0 };
		read_installed(any[i], &names);
		assert_true(installs_any(&names));
		strmap_release(&names);
	}
	struct strmap names = { 0 };
	read_installed("include_HEADERS = a.h\ninstall(DIRECTORY doc/ DESTINATION doc)\n", &names);
	assert_false(installs_any(&names));
	strmap_release(&names);
}

/* Variables that lead in a circle, and texts that end early. */
static void test_odd_texts(void **state)
{
	(void)state;
	assert_true(names_header("A = $(B)\nB = $(A) a.h\ninclude_HEADERS = $(A)\n", "a.h"));
	assert_true(names_header("include_HEADERS = a.h", "a.h"));
	assert_true(names_header("install(FILES a.h", "a.h"));
	assert_false(names_header("", "a.h"));
	assert_false(names_header("# include_HEADERS = a.h\n", "a.h"));
	assert_false(names_header("include_HEADERS", "a.h"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lists_of_automake),
		cmocka_unit_test(test_lists_of_what_is_kept),
		cmocka_unit_test(test_recipes),
		cmocka_unit_test(test_calls_of_cmake_and_meson),
		cmocka_unit_test(test_patterns_and_folders),
		cmocka_unit_test(test_odd_texts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
