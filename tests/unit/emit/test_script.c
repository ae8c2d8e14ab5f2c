/* Tests of calls of a program in shell text: they are found, with the inputs that the text gives
 * them. */
#include "test.h"

#include <string.h>

#include "base/str.h"
#include "emit/programs/program_test.h"
#include "emit/programs/script.h"
#include "emit/programs/shell.h"
#include "proc/child.h"

/* "command | standard input" of every call, a line each; no input: no bar. */
static char *calls_of(const char *folder, const char *text)
{
	struct arena *arena = arena_new();
	struct shape shape = { .program = "prog", .is_free = true, .has_args = true };
	invocation_list calls = { 0 };
	struct sb all = { 0 };
	char *path = xprintf("%s/calls.sh", folder);
	script_read(path, (struct bytes){ (const unsigned char *)text, (uint32_t)strlen(text) }, &shape, arena, &calls);
	for (size_t i = 0; i < calls.n; i++) {
		invocation_command(&calls.at[i], &all);
		if (calls.at[i].has_input)
			sb_addf(&all, " | %.*s", (int)calls.at[i].input.size, (const char *)calls.at[i].input.at);
		for (size_t f = 0; f < calls.at[i].files.n; f++)
			sb_addf(&all, " [%s]", calls.at[i].files.at[f].name);
		sb_add_char(&all, '\n');
	}
	invocation_list_release(&calls);
	arena_free(arena);
	free(path);
	return sb_take(&all);
}

static void expect_in(const char *folder, const char *text, const char *calls)
{
	char *found = calls_of(folder, text);
	assert_string_equal(found, calls);
	free(found);
}

static void expect(const char *text, const char *calls)
{
	expect_in("/nowhere", text, calls);
}

static void test_words(void **state)
{
	(void)state;
	expect("prog -n 'a b' \"c\\\"d\" e\\ f\n", "prog -n 'a b' 'c\"d' 'e f'\n");
	expect("prog '1\n2' \\\n  3 # a comment\n# prog 4\n", "prog '1\n2' 3\n");
	expect("other prog\n./prog a; prog b && ../src/prog c || prog d & prog e\n",
	       "prog a\nprog b\nprog c\nprog d\nprog e\n");
	expect("if prog a > out 2>&1; then ! prog b 2> err; fi\n", "prog a\nprog b\n");
	expect("A=1 B='x y' prog\nenv C=2 prog z\n", "A=1 B='x y' prog\nC=2 prog z\n");
	expect("prog ''\n", "prog ''\n");
}

static void test_inputs(void **state)
{
	(void)state;
	expect("echo one two | prog\n", "prog | one two\n\n");
	expect("printf '%s-%d\\n\\101' a 3 | prog -v\n", "prog -v | a-3\nA\n");
	expect("echo x | tr x y | prog\n", "prog\n");
	expect("prog -a <<EOF && prog -b\none\ntwo\nEOF\nprog -c\n", "prog -a | one\ntwo\n\nprog -b\nprog -c\n");
	expect("prog <<-'END'\n\ta $b\n\tEND\nprog <<< word\n", "prog | a $b\n\nprog | word\n\n");
}

/* Words that only a shell could replace. */
static void test_variables(void **state)
{
	(void)state;
	expect("prog $name\nprog \"$(date)\" a\nprog `date`\nprog 'a$b' \"c$\"\n", "prog 'a$b' 'c$'\n");
	expect("$PROG a\n\"${PROG}\" b\n$OTHER c\n$PROG $d\n", "prog a\nprog b\n");
	expect("prog <<EOF\n$HOME\nEOF\nprog > $out\n", "prog\n");
}

static void test_files(void **state)
{
	(void)state;
	char *folder = NULL;
	assert_null(temp_make("script", &folder));
	char *path = xprintf("%s/data.txt", folder), *below = xprintf("%s/sub", folder),
	     *other = xprintf("%s/x", below);
	assert_null(file_write(path, "d\n", 2));
	assert_null(dir_make(below));
	assert_null(file_write(other, "x\n", 2));
	expect_in(folder, "prog data.txt nothing.txt --from=data.txt\n",
	          "prog data.txt nothing.txt --from=data.txt [data.txt]\n");
	expect_in(folder, "prog < data.txt\ncat data.txt | prog\n", "prog | d\n\nprog | d\n\n");
	expect_in(folder, "(cd sub && prog x data.txt)\nprog x sub/x\n", "prog x data.txt [x]\nprog x sub/x [sub/x]\n");
	expect_in(folder, "prog < missing\n", "");
	free(path);
	free(below);
	free(other);
	temp_remove(folder);
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_inputs),
		cmocka_unit_test(test_variables),
		cmocka_unit_test(test_files),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}
