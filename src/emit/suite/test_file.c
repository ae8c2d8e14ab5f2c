/* test_file: the text of OUT/tests/test_UNIT.c, in each format. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "base/version.h"
#include "emit/text/beginning.h"
#include "emit/text/c_parts.h"
#include "emit/suite/draft.h"
#include "seq/names.h"

/* What differs between test frameworks. A word behind a dollar is a name of ours,
 * see free_word(). */
struct framework {
	const char *check;          /* macro around an expectation */
	const char *includes;
	const char *preamble;       /* before the tests */
	const char *open, *close;   /* of a test; @ is its name, in rows of the table too */
	const char *suite_open, *suite_row, *suite_close;
	unsigned needs;
};

static const char plain_preamble[] =
        "static int $failed;\n"
        "#define $CHECK(what) ((what) ? (void)0 : (void)($failed++, $printf(\"%s:%d: %s\\n\", __FILE__, __LINE__, #what)))\n\n";

/* For frameworks that run all tests in one process. A failed expectation leads a child back
 * to the framework, which goes on with the next test. */
#define OWN_PROCESS(check)                                                                                              \
	"/* Each test runs in a process of its own: whatever it leaves behind, the next starts afresh. */\n"            \
	"static int $apart(void)\n{\n    static int $inside;\n    int $status = 1;\n    pid_t $pid;\n"                  \
	"    if ($inside)\n        $exit(1); /* a failed check led this child back here */\n"                             \
	"    $fflush(NULL);\n    $pid = $fork();\n    $inside = $pid == 0;\n    if ($inside)\n        return 1;\n    "       \
	check "($pid > 0 && $waitpid($pid, &$status, 0) == $pid && $status == 0);\n    return 0;\n}\n\n"

#define PROCESSES "#include <sys/wait.h>\n#include <unistd.h>\n"

static const struct framework frameworks[N_FORMATS] = {
	[FORMAT_PLAIN] = { "$CHECK", PROCESSES, plain_preamble, "static void @(void)\n{\n", "}\n",
	                   "static const struct {\n    const char *$name;\n    void (*$run)(void);\n} $tests[] = {\n",
	                   "    { \"@\", @ },\n",
	                   "};\n\n"
	                   "/* Each test runs in a process of its own: whatever it leaves behind, the next starts afresh. */\n"
	                   "int main(int $argc, char **$argv)\n{\n    int $bad = 0, $count = 0;\n"
	                   "    size_t $i;\n"
	                   "    for ($i = 0; $i < sizeof $tests / sizeof *$tests; $i++) {\n        int $status = 0;\n"
	                   "        if ($argc > 1 && $strcmp($argv[1], $tests[$i].$name) != 0)\n            continue;\n"
	                   "        $fflush(NULL);\n        pid_t $pid = $fork();\n        if ($pid == 0) {\n            $tests[$i].$run();\n"
	                   "            $exit($failed != 0);\n        }\n        $count++;\n"
	                   "        if ($pid > 0 && $waitpid($pid, &$status, 0) == $pid && $status == 0)\n            continue;\n"
	                   "        $printf(\"FAILED: %s\\n\", $tests[$i].$name);\n        $bad++;\n    }\n"
	                   "    $printf(\"%d of %d tests passed\\n\", $count - $bad, $count);\n"
	                   "    return $bad != 0 || ($argc > 1 && $count == 0);\n}\n",
	                   C_NEEDS_STDIO | C_NEEDS_STRING | C_NEEDS_STDLIB | C_NEEDS_STDDEF },
	[FORMAT_CMOCKA] = { "assert_true",
	                    "#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <cmocka.h>\n" PROCESSES,
	                    OWN_PROCESS("assert_true"),
	                    "static void @(void **$state)\n{\n    (void)$state;\n    if (!$apart())\n        return;\n",
	                    "    $exit(0);\n}\n", "int main(void)\n{\n    const struct CMUnitTest $tests[] = {\n",
	                    "        cmocka_unit_test(@),\n",
	                    "    };\n    return cmocka_run_group_tests($tests, NULL, NULL);\n}\n",
	                    C_NEEDS_STDIO | C_NEEDS_STDLIB },
	[FORMAT_CHECK] = { "ck_assert", "#include <check.h>\n#include <stdlib.h>\n", "", "START_TEST(@)\n{\n",
	                   "}\nEND_TEST\n",
	                   "int main(void)\n{\n    Suite *$suite = suite_create(\"skep\");\n    TCase *$tests = tcase_create(\"tests\");\n",
	                   "    tcase_add_test($tests, @);\n",
	                   "    suite_add_tcase($suite, $tests);\n    SRunner *$runner = srunner_create($suite);\n"
	                   "    srunner_run_all($runner, CK_NORMAL);\n    int $failures = srunner_ntests_failed($runner);\n"
	                   "    srunner_free($runner);\n    return $failures != 0;\n}\n",
	                   0 },
	[FORMAT_UNITY] = { "TEST_ASSERT", "#include <unity.h>\n" PROCESSES, OWN_PROCESS("TEST_ASSERT"),
	                   "static void @(void)\n{\n    if (!$apart())\n        return;\n", "    $exit(0);\n}\n",
	                   "void setUp(void) {}\nvoid tearDown(void) {}\n\nint main(void)\n{\n    UNITY_BEGIN();\n",
	                   "    RUN_TEST(@);\n", "    return UNITY_END();\n}\n", C_NEEDS_STDIO | C_NEEDS_STDLIB },
};

/* In place of main, where one program runs the tests of several files; @ is the number of the source. */
static const char shared_close[] = "};\n\nint " SHARED_RUN "@(int $i);\nint " SHARED_RUN
                                   "@(int $i)\n{\n    $tests[$i].$run();\n    return $failed != 0;\n}\n";

/* ---- names of ours ---- */

/* Names that the unit has. */
struct words {
	struct strmap taken;
};

/* The word, or if it means something else already the word with underscores. The caller
 * frees it. */
static char *free_word(const struct words *words, const char *word, size_t length)
{
	char *name = xprintf("%.*s", (int)length, word);
	while (strmap_get(&words->taken, name)) {
		char *longer = xprintf("%s_", name);
		free(name);
		name = longer;
	}
	return name;
}

/* `subject` stands for @. */
static void add_with_words(const struct words *words, const char *text, const char *subject, struct sb *out)
{
	while (*text) {
		size_t plain = strcspn(text, "$@");
		sb_add_bytes(out, text, plain);
		text += plain;
		if (!*text)
			return;
		if (*text == '@') {
			sb_add(out, subject);
			text++;
			continue;
		}
		size_t length = strspn(++text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
		char *name = free_word(words, text, length);
		sb_add(out, name);
		free(name);
		text += length;
	}
}

/* Words that tests meet: no variable of theirs may have one of these names. */
static void reserve_words(const struct words *words, struct c_code *code)
{
	static const char *const ours[] = { "failed", "tests", "CHECK", "apart", "state" };
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
		char *name = free_word(words, ours[i], strlen(ours[i]));
		c_code_reserve(code, name);
		free(name);
	}
}

/* What the C library has is for everybody, unless the unit itself has such a name. */
static void words_init(struct words *words, const struct model *model)
{
	*words = (struct words){ 0 };
	names_reserve_own(model, &words->taken);
}

static void words_release(struct words *words)
{
	strmap_release(&words->taken);
}

char *check_word(const struct unit *unit)
{
	static const char word[] = "CHECK";
	struct words words;
	words_init(&words, unit->model);
	char *name = free_word(&words, word, strlen(word));
	words_release(&words);
	return name;
}

char *relative_path(const char *from, const char *to)
{
	char *a = realpath(from, NULL), *b = realpath(to, NULL);
	struct sb out = { 0 };
	if (!a || !b) {
		free(a);
		free(b);
		return xstrdup(to);
	}
	size_t common = 0;
	for (size_t i = 0; a[i] == b[i] || (!a[i] && b[i] == '/'); i++) {
		if (!a[i] || (a[i] == '/' && b[i] == '/'))
			common = i;
		if (!a[i])
			break;
		if (a[i + 1] == '/' && !b[i + 1]) /* `to` is a folder around `from` */
			common = i + 1;
	}
	for (const char *p = a + common; *p; p++)
		if (*p == '/' && p[1])
			sb_add(&out, "../");
	sb_add(&out, b[common] == '/' ? b + common + 1 : b + common);
	free(a);
	free(b);
	return sb_take(&out);
}

/* Marks the steps of a merged test where its parts start; `at`: where the draft does. */
static void mark_parts(const struct draft *draft, uint32_t at, bool *starts)
{
	if (!draft->parts)
		return;
	mark_parts(&draft->parts[0], at, starts);
	starts[at + draft_second_part(draft)] = true;
	mark_parts(&draft->parts[1], at + draft_second_part(draft), starts);
}

/* In what is written, looks stand between the steps. */
static void set_parts_apart(const struct draft *draft, struct c_note *notes, struct arena *arena)
{
	bool *starts = ARENA_ARRAY(arena, bool, draft->own->n + 1);
	uint32_t step = 0;
	mark_parts(draft, 0, starts);
	for (uint32_t i = 0; i < draft->observed->n && step < draft->own->n; i++)
		if (draft->observed->steps[i]->kind != STEP_PEEK)
			notes[i].apart = starts[step++];
}

/* Notes for the printer: the kept expectations, by step. */
static struct c_note *make_notes(struct c_code *code, const struct draft *draft, struct arena *arena)
{
	struct c_note *notes = ARENA_ARRAY(arena, struct c_note, draft->observed->n + 1);
	struct c_check *checks = ARENA_ARRAY(arena, struct c_check, draft->n_sights + 1);
	size_t n = 0;
	set_parts_apart(draft, notes, arena);
	if (draft->end.is_expected) {
		notes[draft->n_own - 1].ends = true;
		notes[draft->n_own - 1].status = draft->end.status;
	}
	for (size_t i = 0; i < draft->n_sights; i++) {
		if (!draft->keep[i])
			continue;
		struct c_note *note = &notes[draft->sights[i].step];
		struct sb expect = { 0 };
		sight_expectation(code, &draft->sights[i], &expect);
		checks[n] = (struct c_check){ draft->sights[i].variable, arena_strdup(arena, sb_text(&expect)) };
		if (!note->n_checks)
			note->checks = &checks[n];
		note->n_checks++;
		n++;
		sb_release(&expect);
	}
	return notes;
}

static void add_comment(const char *text, struct sb *out)
{
	size_t column = 3;
	sb_add(out, "/* ");
	for (const char *word = text; *word;) {
		size_t n = strcspn(word, " ");
		bool first = word == text;
		if (!first && column + 1 + n > 100) {
			sb_add(out, "\n * ");
			column = 3;
		} else if (!first) {
			sb_add_char(out, ' ');
			column++;
		}
		sb_add_bytes(out, word, n);
		column += n;
		word += n + strspn(word + n, " ");
	}
	sb_add(out, " */\n");
}

/* A file while it is written. */
struct writing {
	const struct model *model;
	const struct framework *framework;
	const struct words *words;
	draft_list *drafts;
	const struct test_file *file;
};

static void write_test(const struct writing *writing, struct c_code *code, const struct draft *draft, struct sb *out)
{
	struct arena *arena = arena_new();
	struct sb check = { 0 };
	add_with_words(writing->words, writing->framework->check, "", &check);
	struct c_style style = { .check = sb_text(&check) };
	struct c_note *notes = make_notes(code, draft, arena);
	if (draft->written.comment)
		add_comment(draft->written.comment, out);
	add_with_words(writing->words, writing->framework->open, draft->name ? draft->name : "test", out);
	if (seq_calls_main(writing->model, draft->observed))
		c_code_as_program(code, out);
	c_code_body(code, draft->observed, notes, &style, out);
	add_with_words(writing->words, writing->framework->close, "", out);
	sb_release(&check);
	arena_free(arena);
}

void write_draft(const struct unit *unit, const struct draft *draft, struct sb *out)
{
	struct words words = { 0 };
	const struct writing writing = { .model = unit->model,
		                         .framework = &frameworks[FORMAT_PLAIN],
		                         .words = &words };
	struct c_code *code = c_code_new(unit->model);
	write_test(&writing, code, draft, out);
	sb_add(out, sb_text(&code->callbacks));
	c_code_free(code);
}

static uint32_t count_lines(const struct sb *text)
{
	uint32_t n = 0;
	for (size_t i = 0; i < text->n; i++)
		n += text->text[i] == '\n';
	return n;
}

static void write_head(const struct unit *unit, const struct writing *writing, const struct test_file_options *options,
                       struct sb *out)
{
	size_t n = 0, all = 0;
	for (size_t i = 0; i < writing->drafts->n; i++) {
		n += is_in_file(&writing->drafts->at[i], writing->file);
		all += !writing->drafts->at[i].dropped;
	}
	sb_addf(out, "/* Tests for %s. Written by skep %s: %s\n",
	        path_base(unit->model->sources.at[writing->file->source]), SKEP_VERSION, options->command);
	sb_addf(out, " * %zu test%s", n, n == 1 ? "" : "s");
	if (n != all)
		sb_addf(out, " of %zu, which together", all);
	if (options->goals.total)
		sb_addf(out, " cover%s %u of %u %s goals", all == 1 ? "s" : "", options->goals.covered,
		        options->goals.total, criterion_name(options->criterion));
	sb_addf(out, ". No skep needed: %s */\n", options->advice ? options->advice : "make check");
}

static void write_suite_table(const struct writing *writing, struct sb *out)
{
	const struct framework *framework = writing->framework;
	char *number = xprintf("%u", writing->file->source);
	add_with_words(writing->words, framework->suite_open, "", out);
	for (size_t i = 0; i < writing->drafts->n; i++)
		if (is_in_file(&writing->drafts->at[i], writing->file))
			add_with_words(writing->words, framework->suite_row, writing->drafts->at[i].name, out);
	add_with_words(writing->words, writing->file->is_shared ? shared_close : framework->suite_close, number, out);
	free(number);
}

static struct c_code *begin_code(const struct writing *writing)
{
	struct c_code *code = c_code_new(writing->model);
	c_code_need(code, writing->framework->needs);
	reserve_words(writing->words, code);
	for (size_t i = 0; i < writing->drafts->n; i++)
		if (is_in_file(&writing->drafts->at[i], writing->file))
			c_code_reserve(code, writing->drafts->at[i].name);
	return code;
}

static void write_bodies(const struct writing *writing, struct c_code *code, struct sb *bodies)
{
	for (size_t i = 0; i < writing->drafts->n; i++) {
		struct draft *draft = &writing->drafts->at[i];
		if (!is_in_file(draft, writing->file))
			continue;
		draft->written.first_line = count_lines(bodies) + 1;
		write_test(writing, code, draft, bodies);
		draft->written.last_line = count_lines(bodies);
		sb_add_char(bodies, '\n');
	}
}

/* Twice: the first time shows which callbacks some test asks for their calls. */
static struct c_code *write_code(const struct writing *writing, struct sb *bodies)
{
	struct sb attempt = { 0 };
	struct c_code *first = begin_code(writing), *code = begin_code(writing);
	write_bodies(writing, first, &attempt);
	c_code_count_as(code, first);
	write_bodies(writing, code, bodies);
	sb_release(&attempt);
	c_code_free(first);
	return code;
}

/* The lines that the beginning needs to know of. */
static void write_beginning(const struct unit *unit, const struct compilers *compilers, const struct writing *writing,
                            struct c_code *code, const char *text, const char *tests_dir, struct sb *out)
{
	struct sb headers = { 0 };
	bool *called = xcalloc(unit->model->functions.n + 1, sizeof *called);
	find_called(unit, writing->drafts, writing->file, called);
	bool is_plain = writing->framework == &frameworks[FORMAT_PLAIN];
	c_code_includes(code, writing->framework->includes, &headers);
	sb_add(&headers, is_plain ? writing->framework->includes : "");
	const struct needs needs = { .headers = sb_text(&headers),
		                     .framework = is_plain ? "" : writing->framework->includes,
		                     .text = text,
		                     .called = called };
	beginning_write(unit, compilers, writing->file, &needs, tests_dir, out);
	sb_add_char(out, '\n');
	sb_release(&headers);
	free(called);
}

static void move_lines(const struct writing *writing, uint32_t by)
{
	for (size_t i = 0; i < writing->drafts->n; i++)
		if (is_in_file(&writing->drafts->at[i], writing->file)) {
			writing->drafts->at[i].written.first_line += by;
			writing->drafts->at[i].written.last_line += by;
		}
}

void write_test_file(const struct unit *unit, draft_list *drafts, const struct test_file *file,
                     const struct test_file_options *options, const char *tests_dir, struct sb *out)
{
	struct words words;
	struct sb bodies = { 0 }, text = { 0 };
	beginning_prepare(unit, file);
	words_init(&words, unit->model);
	const struct writing writing = { unit->model, &frameworks[options->format], &words, drafts, file };
	struct c_code *code = write_code(&writing, &bodies);
	add_with_words(&words, writing.framework->preamble, "", &text);
	beginning_choose_stand_ins(unit, file, code);
	c_code_helpers(code, &text);
	uint32_t before = count_lines(&text);
	sb_add(&text, sb_text(&bodies));
	write_suite_table(&writing, &text);
	write_head(unit, &writing, options, out);
	write_beginning(unit, options->compilers, &writing, code, sb_text(&text), tests_dir, out);
	move_lines(&writing, before + count_lines(out));
	sb_add(out, sb_text(&text));
	sb_release(&text);
	sb_release(&bodies);
	c_code_free(code);
	words_release(&words);
}
