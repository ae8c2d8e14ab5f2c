/* test_file: the text of OUT/tests/test_UNIT.c, in each format. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "base/version.h"
#include "emit/clashes.h"
#include "emit/draft.h"
#include "seq/names.h"

/* What differs between test frameworks. A word behind a dollar is a name of ours,
 * see free_word(). */
struct framework {
	const char *check;          /* macro around an expectation */
	const char *includes;
	const char *preamble;       /* before the tests */
	const char *open, *close;   /* of a test; %s is its name */
	const char *suite_open, *suite_row, *suite_close;
	unsigned needs;
};

static const char plain_preamble[] =
        "static int $failed;\n"
        "#define $CHECK(what) ((what) ? (void)0 : (void)($failed++, printf(\"%s:%d: %s\\n\", __FILE__, __LINE__, #what)))\n\n";

/* For frameworks that run all tests in one process. A failed expectation leads a child back
 * to the framework, which goes on with the next test. */
#define OWN_PROCESS(check)                                                                                              \
	"/* Each test runs in a process of its own: whatever it leaves behind, the next starts afresh. */\n"            \
	"static int $apart(void)\n{\n    static int inside;\n    int status = 1;\n    pid_t pid;\n"                     \
	"    if (inside)\n        exit(1); /* a failed check led this child back here */\n"                                \
	"    fflush(stdout);\n    pid = fork();\n    inside = pid == 0;\n    if (inside)\n        return 1;\n    "  \
	check "(pid > 0 && waitpid(pid, &status, 0) == pid && status == 0);\n    return 0;\n}\n\n"

#define PROCESSES "#include <sys/wait.h>\n#include <unistd.h>\n"

static const struct framework frameworks[N_FORMATS] = {
	[FORMAT_PLAIN] = { "$CHECK", PROCESSES, plain_preamble, "static void %s(void)\n{\n", "}\n",
	                   "static const struct {\n    const char *name;\n    void (*run)(void);\n} $tests[] = {\n",
	                   "    { \"%1$s\", %1$s },\n",
	                   "};\n\n"
	                   "/* Each test runs in a process of its own: whatever it leaves behind, the next starts afresh. */\n"
	                   "int main(int argc, char **argv)\n{\n    int bad = 0, count = 0;\n"
	                   "    size_t i;\n"
	                   "    for (i = 0; i < sizeof $tests / sizeof *$tests; i++) {\n        int status = 0;\n"
	                   "        if (argc > 1 && strcmp(argv[1], $tests[i].name) != 0)\n            continue;\n"
	                   "        fflush(stdout);\n        pid_t pid = fork();\n        if (pid == 0) {\n            $tests[i].run();\n"
	                   "            exit($failed != 0);\n        }\n        count++;\n"
	                   "        if (pid > 0 && waitpid(pid, &status, 0) == pid && status == 0)\n            continue;\n"
	                   "        printf(\"FAILED: %s\\n\", $tests[i].name);\n        bad++;\n    }\n"
	                   "    printf(\"%d of %d tests passed\\n\", count - bad, count);\n    return bad != 0 || (argc > 1 && count == 0);\n}\n",
	                   C_NEEDS_STDIO | C_NEEDS_STRING | C_NEEDS_STDLIB | C_NEEDS_STDDEF },
	[FORMAT_CMOCKA] = { "assert_true",
	                    "#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <cmocka.h>\n" PROCESSES,
	                    OWN_PROCESS("assert_true"),
	                    "static void %s(void **$state)\n{\n    (void)$state;\n    if (!$apart())\n        return;\n",
	                    "    exit(0);\n}\n", "int main(void)\n{\n    const struct CMUnitTest tests[] = {\n",
	                    "        cmocka_unit_test(%s),\n",
	                    "    };\n    return cmocka_run_group_tests(tests, NULL, NULL);\n}\n",
	                    C_NEEDS_STDIO | C_NEEDS_STDLIB },
	[FORMAT_CHECK] = { "ck_assert", "#include <check.h>\n#include <stdlib.h>\n", "", "START_TEST(%s)\n{\n",
	                   "}\nEND_TEST\n",
	                   "int main(void)\n{\n    Suite *suite = suite_create(\"skep\");\n    TCase *tests = tcase_create(\"tests\");\n",
	                   "    tcase_add_test(tests, %s);\n",
	                   "    suite_add_tcase(suite, tests);\n    SRunner *runner = srunner_create(suite);\n"
	                   "    srunner_run_all(runner, CK_NORMAL);\n    int failures = srunner_ntests_failed(runner);\n"
	                   "    srunner_free(runner);\n    return failures != 0;\n}\n",
	                   0 },
	[FORMAT_UNITY] = { "TEST_ASSERT", "#include <unity.h>\n" PROCESSES, OWN_PROCESS("TEST_ASSERT"),
	                   "static void %s(void)\n{\n    if (!$apart())\n        return;\n", "    exit(0);\n}\n",
	                   "void setUp(void) {}\nvoid tearDown(void) {}\n\nint main(void)\n{\n    UNITY_BEGIN();\n",
	                   "    RUN_TEST(%s);\n", "    return UNITY_END();\n}\n", C_NEEDS_STDIO | C_NEEDS_STDLIB },
};

/* The word, or if the unit has that name already the word with underscores. The
 * caller frees it. */
static char *free_word(const struct model *model, const char *word, size_t length)
{
	struct strmap taken = { 0 };
	char *name = xprintf("%.*s", (int)length, word);
	names_reserve(model, &taken);
	while (strmap_get(&taken, name)) {
		char *longer = xprintf("%s_", name);
		free(name);
		name = longer;
	}
	strmap_release(&taken);
	return name;
}

static void add_with_words(const struct model *model, const char *text, struct sb *out)
{
	while (*text) {
		size_t plain = strcspn(text, "$");
		sb_add_bytes(out, text, plain);
		text += plain;
		if (!*text)
			return;
		size_t length = strspn(++text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
		char *name = free_word(model, text, length);
		sb_add(out, name);
		free(name);
		text += length;
	}
}

/* No variable of a test may have one of our names. */
static void reserve_words(const struct model *model, struct c_code *code)
{
	static const char *const words[] = { "failed", "tests", "CHECK", "apart", "state" };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		char *name = free_word(model, words[i], strlen(words[i]));
		c_code_reserve(code, name);
		free(name);
	}
}

char *suite_word(const struct unit *unit, const char *word)
{
	return free_word(unit->model, word, strlen(word));
}

char *check_word(const struct unit *unit)
{
	return suite_word(unit, "CHECK");
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

/* Calls fn for each function that the kept tests call. */
static void each_called(const struct unit *unit, const draft_list *drafts, void (*fn)(void *, const struct function *),
                        void *context)
{
	for (size_t i = 0; i < drafts->n; i++)
		for (uint32_t k = 0; !drafts->at[i].dropped && k < drafts->at[i].observed->n; k++) {
			const struct step *step = drafts->at[i].observed->steps[k];
			if (step->kind == STEP_CALL)
				fn(context, &unit->model->functions.at[step->index]);
		}
}

struct calls {
	const struct model *model;
	bool *called;
};

static void note_call(void *context, const struct function *function)
{
	struct calls *calls = context;
	calls->called[function - calls->model->functions.at] = true;
}

void find_called(const struct unit *unit, const draft_list *drafts, bool *called)
{
	each_called(unit, drafts, note_call, &(struct calls){ unit->model, called });
}

static void include_source(void *context, const struct function *function)
{
	bool *included = context;
	if (function->is_static || !function->header)
		included[function->source] = true;
}

void find_included_sources(const struct unit *unit, const draft_list *drafts, bool *included)
{
	each_called(unit, drafts, include_source, included);
}

struct header_list {
	const struct model *model;
	bool needs_others; /* which headers are added now */
	const bool *included; /* sources that the file includes as a whole */
	const char *before; /* what the file has already */
	struct strmap seen;
	struct sb text;
};

static void include_once(struct header_list *list, const char *header)
{
	bool added;
	char *line = xprintf("#include %s\n", header);
	strmap_put(&list->seen, header, &added);
	if (added && !strstr(list->before, line))
		sb_add(&list->text, line);
	free(line);
}

/* A source that is included brings its headers, some of which cannot be included twice. */
static bool comes_with_source(const struct header_list *list, const char *header)
{
	const struct model *model = list->model;
	for (size_t i = 0; i < model->inclusions.n; i++)
		if (list->included[model->inclusions.at[i].source] &&
		    str_equal(model->inclusions.at[i].written, header))
			return true;
	return false;
}

/* A header that does not compile by itself comes after those that a source includes before it. */
static void include_header(void *context, const struct function *function)
{
	struct header_list *list = context;
	const struct model *model = list->model;
	if (!function->header || function->header_needs_others != list->needs_others ||
	    comes_with_source(list, function->header))
		return;
	uint32_t last = function->header_needs_others ? model_find_inclusion(model, function->header) : 0;
	for (uint32_t i = 0; i < last; i++)
		if (model->inclusions.at[i].source == model->inclusions.at[last].source)
			include_once(list, model->inclusions.at[i].written);
	include_once(list, function->header);
}

/* A function that stands in for a missing one has its types. */
static void include_for_stubs(struct header_list *list)
{
	const struct model *model = list->model;
	for (size_t i = 0; i < model->missing.n; i++)
		for (size_t k = 0; k < model->declared.n; k++)
			if (model->declared.at[k].header &&
			    str_equal(model->declared.at[k].name, model->missing.at[i].name))
				include_once(list, model->declared.at[k].header);
}

static bool is_to_be_defined(const struct function *function)
{
	return function->wants_definition && function->header;
}

static void include_for_inline(struct header_list *list)
{
	for (size_t i = 0; i < list->model->functions.n; i++)
		if (is_to_be_defined(&list->model->functions.at[i]))
			include_once(list, list->model->functions.at[i].header);
}

/* To declare it once more, without `inline`, defines it. */
static void define_inline(const struct model *model, struct sb *out)
{
	struct arena *arena = arena_new();
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *f = &model->functions.at[i];
		const char *name = f->is_macro ? arena_printf(arena, "(%s)", f->name) : f->name;
		if (is_to_be_defined(f))
			sb_addf(out, "extern %s;\n", type_declare(model, f->type, name, arena));
	}
	arena_free(arena);
}

void write_source_include(const char *source, const char *tests_dir, const char *main_name, struct sb *out)
{
	char *path = relative_path(tests_dir, source),
	     *rename = main_name ? xprintf("#define main %s\n", main_name) : NULL;
	sb_addf(out,
	        "#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wunused-function\"\n"
	        "#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n#pragma GCC diagnostic ignored \"-Wsign-compare\"\n"
	        "%s#include \"%s\"\n%s#pragma GCC diagnostic pop\n",
	        rename ? rename : "", path, rename ? "#undef main\n" : "");
	free(rename);
	free(path);
}

void write_unit_includes(const struct unit *unit, const struct source_list *sources, const draft_list *drafts,
                         const char *tests_dir, struct sb *out)
{
	bool *included = xcalloc(sources->at.n + 1, sizeof *included);
	struct header_list headers = { .model = unit->model, .before = sb_text(out), .included = included };
	find_included_sources(unit, drafts, included);
	headers.needs_others = true; /* first: what comes before them must come before all others, too */
	each_called(unit, drafts, include_header, &headers);
	headers.needs_others = false;
	each_called(unit, drafts, include_header, &headers);
	if (unit->stubs_want_headers)
		include_for_stubs(&headers);
	include_for_inline(&headers);
	sb_add(out, sb_text(&headers.text));
	define_inline(unit->model, out);
	for (size_t i = 0; i < sources->at.n; i++)
		if (included[i]) {
			clashes_write(unit, out);
			break;
		}
	for (size_t i = 0; i < sources->at.n; i++)
		if (included[i])
			write_source_include(sources->at.at[i].path, tests_dir, name_of_main(unit, i), out);
	if (included[sources->at.n])
		write_source_include(sources->contracts.path, tests_dir, NULL, out);
	free(included);
	strmap_release(&headers.seen);
	sb_release(&headers.text);
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

static void write_test(const struct model *model, struct c_code *code, const struct framework *framework,
                       const struct draft *draft, struct sb *out)
{
	struct arena *arena = arena_new();
	struct sb check = { 0 };
	add_with_words(model, framework->check, &check);
	struct c_style style = { .check = sb_text(&check) };
	struct c_note *notes = make_notes(code, draft, arena);
	if (draft->comment)
		add_comment(draft->comment, out);
	struct sb open = { 0 };
	add_with_words(model, framework->open, &open);
	sb_addf(out, sb_text(&open), draft->name);
	sb_release(&open);
	c_code_body(code, draft->observed, notes, &style, out);
	sb_add(out, framework->close);
	sb_release(&check);
	arena_free(arena);
}

static uint32_t count_lines(const struct sb *text)
{
	uint32_t n = 0;
	for (size_t i = 0; i < text->n; i++)
		n += text->text[i] == '\n';
	return n;
}

static void write_head(const struct unit *unit, const draft_list *drafts, const struct test_file_options *options,
                       struct sb *out)
{
	size_t n = 0;
	for (size_t i = 0; i < drafts->n; i++)
		n += !drafts->at[i].dropped;
	sb_addf(out, "/* Tests for %s. Written by skep %s: %s\n", path_base(unit->model->sources.at[0]), SKEP_VERSION,
	        options->command);
	sb_addf(out, " * %zu test%s", n, n == 1 ? "" : "s");
	if (options->goals.total)
		sb_addf(out, " cover%s %u of %u %s goals", n == 1 ? "s" : "", options->goals.covered,
		        options->goals.total, criterion_name(options->criterion));
	sb_addf(out, ". No skep needed: %s */\n", options->advice ? options->advice : "make check");
}

static void write_suite_table(const struct model *model, const struct framework *framework, const draft_list *drafts,
                              struct sb *out)
{
	add_with_words(model, framework->suite_open, out);
	for (size_t i = 0; i < drafts->n; i++)
		if (!drafts->at[i].dropped)
			sb_addf(out, framework->suite_row, drafts->at[i].name);
	add_with_words(model, framework->suite_close, out);
}

static struct c_code *begin_code(const struct model *model, const struct framework *framework, const draft_list *drafts)
{
	struct c_code *code = c_code_new(model);
	c_code_need(code, framework->needs);
	reserve_words(model, code);
	for (size_t i = 0; i < drafts->n; i++)
		if (!drafts->at[i].dropped)
			c_code_reserve(code, drafts->at[i].name);
	return code;
}

static void write_bodies(const struct model *model, struct c_code *code, const struct framework *framework,
                         draft_list *drafts, struct sb *bodies)
{
	for (size_t i = 0; i < drafts->n; i++) {
		struct draft *draft = &drafts->at[i];
		if (draft->dropped)
			continue;
		draft->first_line = count_lines(bodies) + 1;
		write_test(model, code, framework, draft, bodies);
		draft->last_line = count_lines(bodies);
		sb_add_char(bodies, '\n');
	}
}

/* Twice: the first time shows which callbacks some test asks for their calls. */
static struct c_code *write_code(const struct model *model, const struct framework *framework, draft_list *drafts,
                                 struct sb *bodies)
{
	struct sb attempt = { 0 };
	struct c_code *first = begin_code(model, framework, drafts), *code = begin_code(model, framework, drafts);
	write_bodies(model, first, framework, drafts, &attempt);
	c_code_count_as(code, first);
	write_bodies(model, code, framework, drafts, bodies);
	sb_release(&attempt);
	c_code_free(first);
	return code;
}

void write_test_file(const struct unit *unit, const struct source_list *sources, draft_list *drafts,
                     const struct test_file_options *options, const char *tests_dir, struct sb *out)
{
	const struct framework *framework = &frameworks[options->format];
	struct sb bodies = { 0 };
	struct c_code *code = write_code(unit->model, framework, drafts, &bodies);
	write_head(unit, drafts, options, out);
	c_code_includes(code, framework->includes, out);
	sb_add(out, framework->includes);
	write_unit_includes(unit, sources, drafts, tests_dir, out);
	sb_add_char(out, '\n');
	add_with_words(unit->model, framework->preamble, out);
	c_code_helpers(code, out);
	uint32_t before = count_lines(out);
	for (size_t i = 0; i < drafts->n; i++) {
		drafts->at[i].first_line += before;
		drafts->at[i].last_line += before;
	}
	sb_add(out, sb_text(&bodies));
	write_suite_table(unit->model, framework, drafts, out);
	sb_release(&bodies);
	c_code_free(code);
}
