/* test_mutants: small units become programs with exactly the expected faults. Each fault does
 * exactly what its description says, and nothing while it is not awake. */
#define _GNU_SOURCE
#include "test.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/log.h"
#include "base/str.h"
#include "emit/suite/mutants/mutant_runs.h"
#include "front/front.h"
#include "instr/mutants/mutants.h"
#include "proc/child.h"
#include "proc/sandbox.h"

static char *folder; /* of this program */

static int set_up(void **state)
{
	(void)state;
	log_set_level(LOG_QUIET);
	assert_ok(temp_make("test-mutants", &folder));
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	temp_remove(folder);
	return 0;
}

/* ---- a unit, a program that uses it, and its mutants ---- */

struct fixture {
	struct source_list sources, parts;
	struct unit *unit;
	struct arena *arena;
	struct mutant_list mutants;
	struct sb out;
	char *program;
};

static char *write_source(const char *name, const char *text)
{
	char *path = xprintf("%s/%s", folder, name);
	assert_ok(file_write(path, text, strlen(text)));
	return path;
}

/* `user` has main(); if it includes unit.c, that is no part of its own. */
static struct fixture make(const char *text, const char *user, size_t limit)
{
	struct fixture f = { .arena = arena_new(), .program = xprintf("%s/program", folder) };
	char *unit = write_source("unit.c", text), *program = write_source("user.c", user);
	const char *const paths[] = { unit, program };
	bool included = strstr(user, "#include \"unit.c\"") != NULL;
	assert_ok(sources_from_args(&f.sources, paths, 1, NULL, 0));
	assert_ok(sources_from_args(&f.parts, paths + included, 2 - included, NULL, 0));
	assert_ok(front_read(&f.sources, &f.unit));
	assert_ok(mutants_build(f.unit, &f.parts, NULL, f.program, limit, f.arena, &f.mutants));
	free(unit);
	free(program);
	return f;
}

static void release(struct fixture *f)
{
	unit_free(f->unit);
	sources_release(&f->sources);
	sources_release(&f->parts);
	arena_free(f->arena);
	sb_release(&f->out);
	free(f->program);
}

/* What the program prints with mutant k awake; its exit code in *code, -1: a signal. */
static const char *run(struct fixture *f, size_t k, int *code)
{
	char *number = xprintf(MUTANT_VARIABLE "=%zu", k);
	const char *const argv[] = { f->program, NULL }, *const env[] = { number, MUTANT_FUEL_VARIABLE "=1000", NULL };
	struct child_options options = { .env = env, .out = &f->out };
	struct child_result result;
	sb_clear(&f->out);
	assert_ok(child_run(argv, &options, &result));
	*code = WIFEXITED(result.status) ? WEXITSTATUS(result.status) : -1;
	free(number);
	return sb_text(&f->out);
}

struct expected {
	uint32_t line;
	const char *text;        /* of the mutant */
	const char *out;         /* of the program with it awake */
};

static void check(struct fixture *f, const struct expected *expected, size_t n)
{
	int code;
	for (size_t i = 0; i < n && i < f->mutants.n; i++) {
		assert_string_equal(f->mutants.at[i].text, expected[i].text);
		assert_int_equal(f->mutants.at[i].line, expected[i].line);
		assert_string_equal(run(f, i + 1, &code), expected[i].out);
		assert_int_equal(code, 0);
	}
	assert_int_equal(f->mutants.n, n);
	assert_int_equal(f->mutants.n_possible, n);
}
#define CHECK_MUTANTS(f, ...)                                                  \
	check(f, (const struct expected[]){ __VA_ARGS__ },                      \
	      sizeof((const struct expected[]){ __VA_ARGS__ }) / sizeof(struct expected))

/* ---- tests ---- */

static void numbers_and_comparisons(void **state)
{
	(void)state;
	struct fixture f = make("int limit(int x)\n"
	                        "{\n"
	                        "        if (x < 10)\n"
	                        "                return x + 1;\n"
	                        "        return 10;\n"
	                        "}\n",
	                        "#include <stdio.h>\n"
	                        "int limit(int);\n"
	                        "int main(void) { printf(\"%d %d %d\", limit(3), limit(9), limit(10)); return 0; }\n",
	                        100);
	int code;
	assert_string_equal(run(&f, 0, &code), "4 10 10");
	assert_int_equal(code, 0);
	CHECK_MUTANTS(&f, { 3, "if (x < 10) became if (x <= 10)", "4 10 11" },
	              { 3, "if (x < 10) became if (x >= 10)", "10 10 11" },
	              { 4, "return x + 1; became return x - 1;", "2 8 10" },
	              { 4, "1 became 2 in return x + 1;", "5 11 10" }, { 5, "10 became 11 in return 10;", "4 10 11" },
	              { 6, "limit returns one more", "5 11 11" });
	release(&f);
}

static void what_is_left_out(void **state)
{
	(void)state;
	struct fixture f = make(
	        "#include <stdlib.h>\n"
	        "#include <string.h>\n"
	        "void set(int *p) { *p = 3; }\n"
	        "void both(int *p, int *q)\n"
	        "{\n"
	        "        void *spare = malloc(1);\n"
	        "        set(p);\n"
	        "        memcpy(q, p, sizeof *q);\n"
	        "        free(spare);\n"
	        "}\n",
	        "#include <stdio.h>\n"
	        "void both(int *, int *);\n"
	        "int main(void) { int p = 1, q = 2; both(&p, &q); printf(\"%d %d\", p, q); return 0; }\n",
	        100);
	int code;
	assert_string_equal(run(&f, 0, &code), "3 3");
	CHECK_MUTANTS(&f, { 3, "3 became 4 in void set(int *p) { *p = 3; }", "4 4" },
	              { 3, "an assignment left out in void set(int *p) { *p = 3; }", "1 1" },
	              { 7, "the call of set left out in set(p);", "1 1" },
	              { 8, "a copy left out in memcpy(q, p, sizeof *q);", "3 2" });
	release(&f);
}

static void truth_and_pointers(void **state)
{
	(void)state;
	struct fixture f = make("#include <stdbool.h>\n"
	                        "struct box { bool full; double weight; };\n"
	                        "const struct box *pick(const struct box *a, const struct box *b)\n"
	                        "{\n"
	                        "        if (a->full)\n"
	                        "                return a;\n"
	                        "        return b;\n"
	                        "}\n"
	                        "bool heavier(const struct box *a, const struct box *b)\n"
	                        "{\n"
	                        "        return a->weight > b->weight;\n"
	                        "}\n",
	                        "#include <stdbool.h>\n"
	                        "#include <stdio.h>\n"
	                        "struct box { bool full; double weight; };\n"
	                        "const struct box *pick(const struct box *, const struct box *);\n"
	                        "bool heavier(const struct box *, const struct box *);\n"
	                        "int main(void)\n"
	                        "{\n"
	                        "        struct box a = { true, 1.5 }, b = { false, 1.5 };\n"
	                        "        const struct box *p = pick(&a, &b);\n"
	                        "        printf(\"%s %d\", p == &a ? \"a\" : p ? \"b\" : \"none\", heavier(&a, &b));\n"
	                        "        return 0;\n"
	                        "}\n",
	                        100);
	int code;
	assert_string_equal(run(&f, 0, &code), "a 0");
	CHECK_MUTANTS(&f, { 5, "a condition turned round in if (a->full)", "b 0" },
	              { 8, "pick returns NULL", "none 0" },
	              { 11, "return a->weight > b->weight; became return a->weight >= b->weight;", "a 1" },
	              { 11, "return a->weight > b->weight; became return a->weight <= b->weight;", "a 1" },
	              { 11, "heavier returns the opposite", "a 1" });
	release(&f);
}

/* A mutant that never ends is stopped by counting, wherever its loop is. */
static void fuel_ends_what_never_ends(void **state)
{
	(void)state;
	struct fixture f = make("unsigned count(unsigned n)\n"
	                        "{\n"
	                        "        unsigned k = 0;\n"
	                        "        while (n != 0) {\n"
	                        "                n--;\n"
	                        "                k++;\n"
	                        "        }\n"
	                        "        return k;\n"
	                        "}\n",
	                        "#include <stdio.h>\n"
	                        "unsigned count(unsigned);\n"
	                        "int main(void) { printf(\"%u\", count(900)); return 0; }\n",
	                        100);
	int code, endless = 0;
	assert_string_equal(run(&f, 0, &code), "900");
	for (size_t k = 1; k <= f.mutants.n; k++) {
		run(&f, k, &code);
		if (str_equal(f.mutants.at[k - 1].text, "n--; became n++;")) {
			assert_int_equal(code, MUTANT_OUT_OF_FUEL);
			endless++;
		}
	}
	assert_int_equal(endless, 1);
	release(&f);
}

/* Faults go into the unit alone, also where it is compiled as part of its user,
 * and both have a main. */
static void sources_that_are_included(void **state)
{
	(void)state;
	struct fixture f = make("static int half(int x) { return x / 2; }\n",
	                        "#include <stdio.h>\n"
	                        "#include \"unit.c\"\n"
	                        "int main(void) { int sum = 0; sum = sum + half(8); printf(\"%d\", sum); return 0; }\n",
	                        100);
	int code;
	assert_string_equal(run(&f, 0, &code), "4");
	CHECK_MUTANTS(
	        &f,
	        { 1, "static int half(int x) { return x / 2; } became static int half(int x) { return x * 2; }", "16" },
	        { 1, "2 became 3 in static int half(int x) { return x / 2; }", "2" },
	        { 1, "half returns one more", "5" });
	release(&f);
	f = make("int twice(int x) { return x + x; }\nint main(void) { return twice(1); }\n",
	         "#include <stdio.h>\nint twice(int);\nint main(void) { printf(\"%d\", twice(4)); return 0; }\n", 100);
	assert_string_equal(run(&f, 0, &code), "8");
	release(&f);
}

/* The same ones each time, from every function before two from one. */
static void a_limit_spreads_over_functions(void **state)
{
	static const char unit[] = "int a(int x) { return x * 3 + 1; }\n"
	                           "int b(int x) { return x * 5 - 1; }\n"
	                           "int c(int x) { return x * 7 + 2; }\n";
	static const char user[] = "int a(int), b(int), c(int);\nint main(void) { return a(1) + b(1) + c(1); }\n";
	(void)state;
	struct fixture all = make(unit, user, 100), few = make(unit, user, 3), again = make(unit, user, 3);
	bool seen[3] = { 0 };
	assert_int_equal(few.mutants.n, 3);
	assert_int_equal(few.mutants.n_possible, all.mutants.n);
	for (size_t i = 0; i < few.mutants.n; i++) {
		seen[few.mutants.at[i].function] = true;
		assert_string_equal(few.mutants.at[i].text, again.mutants.at[i].text);
	}
	assert_true(seen[0] && seen[1] && seen[2]);
	release(&all);
	release(&few);
	release(&again);
}

static void a_part_that_does_not_compile(void **state)
{
	(void)state;
	struct fixture f = make("int one(void) { return 1; }\n", "int one(void);\nint main(void) { return one(); }\n",
	                        9);
	char *bad = write_source("bad.c", "int main(void) { return }\n");
	struct source_list parts = { 0 };
	struct mutant_list mutants;
	const char *const path = bad;
	assert_ok(sources_from_args(&parts, &path, 1, NULL, 0));
	status st = mutants_build(f.unit, &parts, NULL, f.program, 9, f.arena, &mutants);
	assert_non_null(st);
	assert_int_equal(st->kind, TROUBLE_COMPILE);
	assert_non_null(strstr(st->message, "bad.c"));
	status_free(st);
	sources_release(&parts);
	free(bad);
	release(&f);
}

/* Mutants run where they can change nothing, and files of tests still work there. */
static void mutants_live_in_the_sandbox(void **state)
{
	(void)state;
	if (sandbox_probe().landlock_abi < 1)
		skip(); /* then nothing can be written in the box either */
	struct fixture f = make(
	        "#include <stdio.h>\n"
	        "int spoil(const char *path) { return remove(path); }\n",
	        "#define _GNU_SOURCE\n"
	        "#include <stdio.h>\n"
	        "#include <stdlib.h>\n"
	        "#include <unistd.h>\n"
	        "int spoil(const char *);\n"
	        "int main(void)\n"
	        "{\n"
	        "        char path[] = \"/tmp/test-XXXXXX\";\n"
	        "        int made = mkstemp(path);\n"
	        "        FILE *file = tmpfile();\n"
	        "        printf(\"%d %d %d %d\", made >= 0, access(path, F_OK), file && fputs(\"x\", file) >= 0,\n"
	        "               spoil(getenv(\"VICTIM\")));\n"
	        "        return 0;\n"
	        "}\n",
	        9);
	char *victim = write_source("victim", "still here"), *box = xprintf("%s/box", folder);
	char *variable = xprintf("VICTIM=%s", victim), *text = NULL;
	const char *const argv[] = { f.program, NULL }, *const env[] = { variable, NULL };
	struct sandbox sandbox = { .scratch = box };
	struct child_options options = { .directory = box, .sandbox = &sandbox, .env = env, .out = &f.out };
	struct child_result result;
	assert_ok(dir_make(box));
	assert_ok(child_run(argv, &options, &result));
	assert_string_equal(sb_text(&f.out), "1 0 1 -1");
	assert_ok(file_read(victim, &text, NULL));
	assert_string_equal(text, "still here");
	free(victim);
	free(box);
	free(variable);
	free(text);
	release(&f);
}

/* ---- parts that were compiled before ---- */

static char *only_file_in(const char *path)
{
	struct dirent *entry;
	char *found = NULL;
	DIR *dir = opendir(path);
	assert_non_null(dir);
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.') {
			assert_null(found);
			found = xprintf("%s/%s", path, entry->d_name);
		}
	closedir(dir);
	assert_non_null(found);
	return found;
}

/* The source may be gone the second time; what was kept and is damaged is made again. */
static void parts_stay_compiled(void **state)
{
	(void)state;
	int code;
	struct fixture f = make("int next(int x) { return x + 1; }\n",
	                        "#include <stdio.h>\n"
	                        "int next(int);\n"
	                        "int main(void) { printf(\"%d\", next(1)); return 0; }\n",
	                        9);
	char *cache = xprintf("%s/cache", folder), *unit = xprintf("%s/unit.c", folder);
	assert_ok(dir_make(cache));
	assert_ok(mutants_build(f.unit, &f.parts, cache, f.program, 9, f.arena, &f.mutants));
	char *kept = only_file_in(cache);
	assert_ok(file_write(unit, "no C", 4));
	assert_ok(mutants_build(f.unit, &f.parts, cache, f.program, 9, f.arena, &f.mutants));
	assert_string_equal(run(&f, 0, &code), "2");
	assert_string_equal(run(&f, 1, &code), "0");
	assert_ok(file_write(kept, "BC", 2));
	status st = mutants_build(f.unit, &f.parts, cache, f.program, 9, f.arena, &f.mutants);
	assert_non_null(st);
	assert_int_equal(st->kind, TROUBLE_COMPILE);
	status_free(st);
	assert_ok(file_write(unit, "int next(int x) { return x + 1; }\n", 34));
	assert_ok(mutants_build(f.unit, &f.parts, cache, f.program, 9, f.arena, &f.mutants));
	assert_string_equal(run(&f, 0, &code), "2");
	free(kept);
	free(cache);
	free(unit);
	release(&f);
}

/* ---- many runs of one program ---- */

/* What test t does is its number; what it prints goes before. */
static const char deeds[] =
        "#define _GNU_SOURCE\n"
        "#include <fcntl.h>\n"
        "#include <poll.h>\n"
        "#include <signal.h>\n"
        "#include <stdio.h>\n"
        "#include <stdlib.h>\n"
        "#include <sys/epoll.h>\n"
        "#include <sys/select.h>\n"
        "#include <sys/wait.h>\n"
        "#include <unistd.h>\n"
        "int next(int), early(void), __skep_next_test(void);\n"
        "static void wait_for_child(void)\n"
        "{\n"
        "        int ends[2];\n"
        "        fd_set set;\n"
        "        FD_ZERO(&set);\n"
        "        if (pipe(ends) < 0) exit(1);\n"
        "        FD_SET(ends[0], &set);\n"
        "        if (fork() == 0) { usleep(20000); (void)!write(ends[1], \"x\", 1); _exit(0); }\n"
        "        struct pollfd file = { .fd = ends[0], .events = POLLIN };\n"
        "        if (poll(&file, 1, -1) != 1 || select(ends[0] + 1, &set, NULL, NULL, NULL) != 1) exit(1);\n"
        "        if (!FD_ISSET(ends[0], &set) || wait(NULL) < 0) exit(1);\n"
        "}\n"
        "int main(void)\n"
        "{\n"
        "        for (int t; (t = __skep_next_test()) >= 0;) {\n"
        "                printf(\"%d \", t);\n"
        "                fflush(stdout);\n"
        "                switch (t) {\n"
        "                case 1: printf(\"%d \", next(1)); break;\n"
        "                case 2: printf(\"%d \", early()); break;\n"
        "                case 3: return 3;\n"
        "                case 4: abort();\n"
        "                case 5: for (int i = 0;;) i = next(i) & 1;\n"
        "                case 6: kill(getppid(), SIGKILL); for (;;) pause();\n"
        "                case 7: if (fork()) break; for (int i = 0; i < 99; i++) close(i); for (;;) sleep(1000);\n"
        "                case 8: return open(\"here\", O_WRONLY | O_CREAT | O_EXCL, 0600) < 0;\n"
        "                case 9: for (int i = 3; i < 99; i++) (void)!write(i, \"noise\", 5); break;\n"
        "                case 10: for (;;) sleep(1000);\n"
        "                case 11: sleep(4); break;\n"
        "                case 12: pause(); break;\n"
        "                case 13: poll(NULL, 0, -1); break;\n"
        "                case 14: select(0, NULL, NULL, NULL, NULL); break;\n"
        "                case 15: epoll_wait(epoll_create1(0), &(struct epoll_event){ 0 }, 1, -1); break;\n"
        "                case 16: ppoll(NULL, 0, NULL, NULL); break;\n"
        "                case 17: pselect(0, NULL, NULL, NULL, NULL, NULL); break;\n"
        "                case 18: wait_for_child(); break;\n"
        "                }\n"
        "        }\n"
        "        return 0;\n"
        "}\n";

static struct mutant_runs runs;

/* `numbers`: of the tests, each of which may use so much. True if they passed; what they
 * printed must be `out`. */
static bool passes_with(int64_t fuel, uint32_t mutant, const char *numbers, const char *out)
{
	struct sb said = { 0 };
	struct mutant_test tests[16] = { 0 };
	bool passed;
	struct mutant_request request = { .fuel = 100, .mutant = mutant };
	for (const char *p = numbers; *p; p++)
		tests[request.n_tests++] = (struct mutant_test){ .fuel = fuel, .number = (uint32_t)(*p - '0') };
	assert_ok(mutant_runs_do(&runs, &request, tests, &said, &passed));
	assert_string_equal(sb_text(&said), out);
	sb_release(&said);
	return passed;
}

static bool passes(uint32_t mutant, const char *numbers, const char *out)
{
	return passes_with(100, mutant, numbers, out);
}

/* One program for all runs, unless one of them spoils it. */
static void runs_share_a_program(void **state)
{
	(void)state;
	if (sandbox_probe().landlock_abi < 1)
		skip();
	struct fixture f = make("static int was;\n"
	                        "int next(int x) { return x + 1; }\n"
	                        "int early(void) { return was; }\n"
	                        "__attribute__((constructor)) static void wake_up(void) { was = next(7); }\n",
	                        deeds, 3);
	char *box = xprintf("%s/runs", folder);
	runs = (struct mutant_runs){ .program = f.program, .box = box };
	assert_string_equal(f.mutants.at[0].text, "1 became 2 in int next(int x) { return x + 1; }");
	assert_true(passes(0, "012", "0 1 2 2 8 "));
	pid_t server = runs.server.pid;
	assert_true(passes(1, "12", "1 3 2 9 ")); /* awake before constructors run */
	assert_true(passes(0, "", ""));
	assert_false(passes(0, "03", "0 3 "));
	assert_false(passes(0, "40", "4 "));
	assert_false(passes(0, "5", "5 ")); /* out of fuel */
	assert_false(passes_with(0, 0, "1", "1 "));
	assert_true(passes_with(1, 0, "111", "1 2 1 2 1 2 ")); /* each has its own */
	assert_true(passes(0, "9", "9 "));  /* nothing leads to the program from a copy */
	assert_true(passes(0, "8", "8 "));
	assert_true(passes(0, "8", "8 ")); /* in an empty folder */
	for (char wait = '<'; wait < '<' + 6; wait++) { /* for what nobody does: over at once */
		const char numbers[] = { wait, 0 };
		char *said = xprintf("%d ", wait - '0');
		assert_false(passes(0, numbers, said));
		free(said);
	}
	assert_true(passes(0, "B", "18 ")); /* for a child */
	assert_int_equal(runs.server.pid, server);
	assert_false(passes(0, "6", "6 "));
	assert_int_equal(runs.server.pid, 0);
	assert_true(passes(0, "1", "1 2 "));
	assert_true(passes(0, "7", "7 "));
	assert_int_equal(runs.server.pid, 0); /* and what was left behind is gone with it */
	assert_true(passes(0, "1", "1 2 "));
	assert_false(passes(1, ":", "10 ")); /* waits for ever, without fuel */
	assert_int_equal(runs.server.pid, 0);
	assert_true(passes(0, ";", "11 ")); /* the unit as it is may take its time */
	mutant_runs_end(&runs);
	free(box);
	release(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_and_comparisons),      cmocka_unit_test(what_is_left_out),
		cmocka_unit_test(truth_and_pointers),           cmocka_unit_test(fuel_ends_what_never_ends),
		cmocka_unit_test(sources_that_are_included),    cmocka_unit_test(a_limit_spreads_over_functions),
		cmocka_unit_test(a_part_that_does_not_compile), cmocka_unit_test(mutants_live_in_the_sandbox),
		cmocka_unit_test(parts_stay_compiled),          cmocka_unit_test(runs_share_a_program),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
