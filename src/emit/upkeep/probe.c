/* probe: see probe.h. */
#define _GNU_SOURCE
#include "emit/upkeep/probe.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "proc/child.h"
#include "proc/sandbox.h"

#define SUITE_MILLISECONDS 120000u
#define MAX_BUILDS 12u

static const char probe_flags[] = "CFLAGS=-g -O1 -w -Werror=implicit-function-declaration -Werror=int-conversion "
                                  "-Werror=incompatible-pointer-types -include skep_see.h";

/* Stands before all other text in the copy. No header of the system may be read before the file's own settings. */
static const char see_header[] =
        "void skep_see_int(int line, int ok, long long v);\n"
        "void skep_see_unsigned(int line, int ok, unsigned long long v);\n"
        "void skep_see_real(int line, int ok, double v);\n"
        "void skep_see_text(int line, int ok, const char *v);\n"
        "void skep_see_pointer(int line, int ok, const void *v);\n"
        "void skep_see_truth(int line, int ok);\n"
        "int skep_same_text(const char *a, const char *b);\n"
        "#define SKEP_SEE(line, ok, v) _Generic((v), float: skep_see_real, double: skep_see_real, "
        "long double: skep_see_real, unsigned: skep_see_unsigned, unsigned long: skep_see_unsigned, "
        "unsigned long long: skep_see_unsigned, int: skep_see_int, long: skep_see_int, long long: skep_see_int, "
        "default: skep_see_pointer)(line, (ok), (v))\n";

/* Prints by system call: a test may make write() fail, and stdio has a buffer that is lost when a test dies. */
static const char see_source[] =
        "#define _GNU_SOURCE\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
        "#include <sys/syscall.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
        "extern const char *const skep_names[];\nextern void (*const skep_runs[])(void);\n"
        "static void say(const char *text, int n) { syscall(SYS_write, 1, text, (long)n); }\n"
        "#define SAY(...) do { char line_[400]; say(line_, snprintf(line_, sizeof line_, __VA_ARGS__)); } while (0)\n"
        "void skep_see_int(int line, int ok, long long v) { SAY(\"\\n@skep see %d %d i %lld\\n\", line, ok, v); }\n"
        "void skep_see_unsigned(int line, int ok, unsigned long long v) { SAY(\"\\n@skep see %d %d u %llu\\n\", line, ok, v); }\n"
        "void skep_see_real(int line, int ok, double v) { SAY(\"\\n@skep see %d %d r %.17g\\n\", line, ok, v); }\n"
        "void skep_see_pointer(int line, int ok, const void *v) { SAY(\"\\n@skep see %d %d p %d\\n\", line, ok, v != 0); }\n"
        "void skep_see_truth(int line, int ok) { SAY(\"\\n@skep see %d %d b %d\\n\", line, ok, ok); }\n"
        "int skep_same_text(const char *a, const char *b) { return a && strcmp(a, b) == 0; }\n"
        "void skep_see_text(int line, int ok, const char *v)\n{\n    SAY(\"\\n@skep see %d %d %s\", line, ok, v ? \"t \" : \"n\");\n"
        "    for (; v && *v; v++)\n        SAY(\"%02x\", (unsigned char)*v);\n    say(\"\\n\", 1);\n}\n"
        "int main(void)\n{\n    for (int i = 0; skep_names[i]; i++) {\n        int status = 0;\n"
        "        SAY(\"\\n@skep begin %s\\n\", skep_names[i]);\n        fflush(NULL);\n        pid_t pid = fork();\n"
        "        if (pid == 0) {\n            alarm(10);\n            skep_runs[i]();\n            exit(0);\n        }\n"
        "        waitpid(pid, &status, 0);\n"
        "        SAY(\"\\n@skep end %d %d\\n\", WIFSIGNALED(status) ? WTERMSIG(status) : 0, WIFEXITED(status) ? WEXITSTATUS(status) : 0);\n"
        "    }\n    return 0;\n}\n";

/* ---- the copy ---- */

static struct tried_test *find_test(struct probe *probe, const char *name)
{
	for (size_t i = 0; i < probe->tests.n; i++)
		if (str_equal(probe->tests.at[i].name, name))
			return &probe->tests.at[i];
	return NULL;
}

static void add_blank_lines(const char *text, size_t begin, size_t end, struct sb *out)
{
	for (; begin < end; begin++)
		if (text[begin] == '\n')
			sb_add_char(out, '\n');
}

/* Adds the opening of a test. check's START_TEST(name) becomes a function, as in the other formats. */
static size_t add_opening(const char *text, const struct item *item, struct sb *out)
{
	sb_add_bytes(out, text + item->begin, item->code - item->begin);
	if (!str_starts(text + item->code, "START_TEST("))
		return item->code;
	sb_addf(out, "static void %s(void)", item->name);
	return item->code + strcspn(text + item->code, ")") + 1;
}

static void add_test(const char *text, const struct item *item, struct sb *out)
{
	expectation_list found = { 0 };
	size_t at = add_opening(text, item, out), end = item->end;
	if (str_starts(text + item->code, "START_TEST(") && end > 9)
		end -= strlen("END_TEST\n");
	expectations_find(text, item, &found);
	for (size_t i = 0; i < found.n; i++) {
		sb_add_bytes(out, text + at, found.at[i].whole.begin - at);
		size_t before = out->n;
		expectation_probe(text, &found.at[i], out);
		uint32_t written = 0, wanted = line_at(text, found.at[i].whole.end) - found.at[i].line;
		for (size_t k = before; k < out->n; k++)
			written += out->text[k] == '\n';
		for (; written < wanted; written++)
			sb_add_char(out, '\n');
		at = found.at[i].whole.end;
	}
	sb_add_bytes(out, text + at, end - at);
	if (end != item->end)
		sb_add_char(out, '\n');
	vec_release(&found);
}

/* True for the list of tests, and for the main() that runs them. */
static bool runs_tests(const char *text, const struct item *item, const item_list *items)
{
	if (item->is_function && item->name && str_equal(item->name, "main"))
		return true;
	for (size_t i = 0; i < items->n; i++) {
		size_t begin, end;
		if (items->at[i].is_test && items_row(text, items->at[i].name, &begin, &end))
			return begin >= item->begin && begin < item->end;
	}
	return false;
}

static void write_copy(struct probe *probe, const char *text, const item_list *items, struct sb *out)
{
	struct sb names = { 0 }, runs = { 0 };
	for (size_t i = 0; i < items->n; i++) {
		const struct item *item = &items->at[i];
		const struct tried_test *test = item->is_test ? find_test(probe, item->name) : NULL;
		if ((test && (test->is_left_out || !test->compiles)) || runs_tests(text, item, items)) {
			add_blank_lines(text, item->begin, item->end, out);
		} else if (test) {
			add_test(text, item, out);
			sb_addf(&names, "\"%s\", ", test->name);
			sb_addf(&runs, "(void (*)(void))%s, ", test->name);
		} else {
			sb_add_bytes(out, text + item->begin, item->end - item->begin);
		}
	}
	sb_addf(out, "\nconst char *const skep_names[] = { %s0 };\nvoid (*const skep_runs[])(void) = { %s0 };\n",
	        sb_text(&names), sb_text(&runs));
	sb_release(&names);
	sb_release(&runs);
}

/* ---- building ---- */

static status put_file(const struct probe *probe, const char *name, const char *text, size_t n)
{
	char *path = xprintf("%s/%s", probe->folder, name);
	status st = file_write(path, text, n);
	free(path);
	return st;
}

static status write_files(struct probe *probe, const char *text, const item_list *items)
{
	struct sb copy = { 0 };
	char *name = xprintf("%s.c", probe->program);
	write_copy(probe, text, items, &copy);
	status st = dir_make(probe->folder);
	if (!st)
		st = put_file(probe, "skep_see.h", see_header, strlen(see_header));
	if (!st)
		st = put_file(probe, "skep_see.c", see_source, strlen(see_source));
	if (!st)
		st = put_file(probe, "Makefile", probe->makefile, strlen(probe->makefile));
	if (!st)
		st = put_file(probe, name, sb_text(&copy), copy.n);
	free(name);
	sb_release(&copy);
	return st;
}

static bool is_built(const struct probe *probe)
{
	char *path = xprintf("%s/%s", probe->folder, probe->program);
	bool there = access(path, X_OK) == 0;
	free(path);
	return there;
}

/* Builds the copy. Calls of functions that do not exist any more must be errors, though old C allows them. */
static status build(struct probe *probe, struct sb *said)
{
	const char *const see[] = { "gcc", "-g", "-O1", "-w", "-c", "skep_see.c", NULL };
	const char *const make[] = { "make",         "-s", "-k", "-j2", "DEPENDS=", probe_flags, "LDFLAGS=skep_see.o",
		                     probe->program, NULL };
	struct child_options options = { .directory = probe->folder, .err = said };
	struct child_result result;
	char *program = xprintf("%s/%s", probe->folder, probe->program);
	unlink(program);
	free(program);
	TRY(child_run(see, &options, &result));
	return child_run(make, &options, &result);
}

/* Returns the test that a message is about, by its line. */
static struct tried_test *blamed(struct probe *probe, const item_list *items, uint32_t line)
{
	for (size_t i = 0; i < items->n; i++)
		if (items->at[i].is_test && line >= items->at[i].line && line <= items->at[i].last_line)
			return find_test(probe, items->at[i].name);
	return NULL;
}

/* Reads the compiler's messages. False: no message names a test. */
static bool read_messages(struct probe *probe, const item_list *items, const char *said)
{
	char *mark = xprintf("%s.c:", probe->program);
	bool any = false;
	for (const char *p = said; (p = strstr(p, mark)); p++) {
		uint32_t line = (uint32_t)strtoul(p + strlen(mark), NULL, 10);
		size_t length = strcspn(p, "\n");
		const char *error = memmem(p, length, "error: ", 7);
		const char *undefined = memmem(p, length, "undefined reference", 19);
		struct tried_test *test = error || undefined ? blamed(probe, items, line) : NULL;
		if (!test || !test->compiles)
			continue;
		const char *what = error ? error + 7 : undefined;
		test->compiles = false;
		test->trouble = arena_printf(probe->arena, "%.*s", (int)strcspn(what, "\n"), what);
		any = true;
	}
	free(mark);
	return any;
}

static status build_what_compiles(struct probe *probe, const char *text, const item_list *items)
{
	for (uint32_t i = 0; i < MAX_BUILDS; i++) {
		struct sb said = { 0 };
		TRY(write_files(probe, text, items));
		status st = build(probe, &said);
		bool built = !st && is_built(probe), any = !st && !built && read_messages(probe, items, sb_text(&said));
		if (!st && !built && !any) {
			const char *undefined = strstr(sb_text(&said),
			                               "undefined reference"); /* says more than ld's error */
			const char *error = undefined ? undefined : strstr(sb_text(&said), "error: ");
			log_verbose("%s.c does not build:\n%.3000s", probe->program, sb_text(&said));
			probe->trouble = error ? arena_printf(probe->arena, "%.*s", (int)strcspn(error, "\n"), error)
			                       : "it does not build (-v shows why)";
		}
		sb_release(&said);
		if (st || built || !any)
			return st;
	}
	probe->trouble = "it does not build, whichever test is left out";
	return NULL;
}

/* ---- running ---- */

static void read_seen(struct tried_test *test, const char *line, size_t n)
{
	struct seen seen = { 0 };
	unsigned number, ok;
	int used = 0;
	if (sscanf(line, "see %u %u %c%n", &number, &ok, &seen.kind, &used) != 3)
		return;
	seen.line = number;
	seen.ok = ok;
	const char *value = line + used + (line[used] == ' ');
	size_t length = n - (size_t)(value - line);
	if (seen.kind == 't') {
		seen.value = xcalloc(length / 2 + 1, 1);
		for (; seen.size < length / 2; seen.size++) {
			char digits[3] = { value[2 * seen.size], value[2 * seen.size + 1], 0 };
			seen.value[seen.size] = (char)strtoul(digits, NULL, 16);
		}
	} else if (seen.kind == 'n') {
		seen.kind = 't'; /* without a value: a null pointer */
	} else {
		seen.value = xprintf("%.*s", (int)length, value);
	}
	vec_push(&test->seen, seen);
}

static void read_end(struct probe *probe, struct tried_test *test, const char *line)
{
	int number = 0, code = 0;
	if (sscanf(line, "end %d %d", &number, &code) != 2 || (!number && !code))
		return;
	test->trouble = number == SIGALRM ? "it does not end"
	                : number          ? arena_printf(probe->arena, "it crashes: %s", strsignal(number))
	                                  : arena_printf(probe->arena, "it ends the program with %d", code);
}

static void read_output(struct probe *probe, const char *said)
{
	static const char mark[] = "\n@skep ";
	struct tried_test *test = NULL;
	for (const char *p = said; (p = strstr(p, mark)); p++) {
		const char *line = p + strlen(mark);
		size_t n = strcspn(line, "\n");
		if (str_starts(line, "begin ")) {
			char *name = xprintf("%.*s", (int)(n - 6), line + 6);
			test = find_test(probe, name);
			free(name);
		} else if (test && str_starts(line, "see ")) {
			read_seen(test, line, n);
		} else if (test && str_starts(line, "end ")) {
			read_end(probe, test, line);
		}
	}
}

static status run(struct probe *probe)
{
	struct sb out = { 0 }, err = { 0 };
	char *scratch = NULL, *relative = xprintf("%s/%s", probe->folder, probe->program);
	char *program = realpath(relative, NULL);
	free(relative);
	status st = temp_make("update", &scratch);
	const char *const argv[] = { program, NULL };
	struct sandbox sandbox = { .scratch = scratch,
		                   .random_addresses = true,
		                   .may_trace = true,
		                   .file_limit_kills = true,
		                   .denial = DENIAL_KILLS };
	struct child_options options = {
		.directory = scratch, .sandbox = &sandbox, .out = &out, .err = &err, .milliseconds = SUITE_MILLISECONDS
	};
	struct child_result result;
	if (!st)
		st = child_run(argv, &options, &result);
	for (size_t i = 0; i < out.n; i++)
		if (!out.text[i])
			out.text[i] = ' ';
	if (!st)
		read_output(probe, sb_text(&out));
	if (scratch)
		temp_remove(scratch);
	free(program);
	sb_release(&out);
	sb_release(&err);
	return st;
}

status probe_run(struct probe *probe, const char *text, const item_list *items)
{
	for (size_t i = 0; i < probe->tests.n; i++)
		probe->tests.at[i].compiles = true;
	TRY(build_what_compiles(probe, text, items));
	return probe->trouble ? NULL : run(probe);
}

void probe_release(struct probe *probe)
{
	for (size_t i = 0; i < probe->tests.n; i++) {
		for (size_t k = 0; k < probe->tests.at[i].seen.n; k++)
			free(probe->tests.at[i].seen.at[k].value);
		vec_release(&probe->tests.at[i].seen);
	}
	vec_release(&probe->tests);
}
