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
#include "emit/text/c_tables.h"
#include "emit/text/frameworks.h"
#include "emit/suite/draft.h"
#include "seq/names.h"

/* Takes the place of main() where one program runs the tests of several files; @ is the number of the source. */
static const char shared_close[] = "};\n\nint " SHARED_RUN "@(int $i);\nint " SHARED_RUN
                                   "@(int $i)\n{\n    $tests[$i].$run();\n    return $failed != 0;\n}\n";

/* ---- names of ours ---- */

/* Names that the unit has. */
struct words {
	struct strmap taken;
};

/* Returns the word, with underscores if the unit has it already. The caller frees it. */
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

/* Adds the text with our words; `subject` stands for @. */
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
		size_t length = strspn(++text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_");
		char *name = free_word(words, text, length);
		sb_add(out, name);
		free(name);
		text += length;
	}
}

/* Reserves words that no variable of a test may have as its name. */
static void reserve_words(const struct words *words, struct c_code *code)
{
	static const char *const ours[] = { "failed",     "tests",      "apart",      "state",
		                            "is_near",    "check_int",  "check_uint", "check_real",
		                            "check_near", "check_text", "check_bytes" };
	size_t n = sizeof ours / sizeof *ours;
	for (size_t i = 0; i < n || plain_words[i - n]; i++) {
		const char *word = i < n ? ours[i] : plain_words[i - n];
		char *name = free_word(words, word, strlen(word));
		c_code_reserve(code, name);
		free(name);
	}
}

/* Collects the unit's names. Names of the C library are free unless the unit itself has them. */
static void words_init(struct words *words, const struct model *model)
{
	*words = (struct words){ 0 };
	names_reserve_own(model, &words->taken);
}

static void words_release(struct words *words)
{
	strmap_release(&words->taken);
}

char *check_word(const struct unit *unit, const char *plain)
{
	struct words words;
	words_init(&words, unit->model);
	char *name = free_word(&words, plain, strlen(plain));
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

/* Marks the steps of a merged test where its parts start; `at` is the start of the draft. */
static void mark_parts(const struct draft *draft, uint32_t at, bool *starts)
{
	if (!draft->parts)
		return;
	mark_parts(&draft->parts[0], at, starts);
	starts[at + draft_second_part(draft)] = true;
	mark_parts(&draft->parts[1], at + draft_second_part(draft), starts);
}

/* Translates the starts of parts to the written steps, which have looks between them. */
static void set_parts_apart(const struct draft *draft, struct c_note *notes, struct arena *arena)
{
	bool *starts = ARENA_ARRAY(arena, bool, draft->own->n + 1);
	uint32_t step = 0;
	mark_parts(draft, 0, starts);
	for (uint32_t i = 0; i < draft->observed->n && step < draft->own->n; i++)
		if (draft->observed->steps[i]->kind != STEP_PEEK)
			notes[i].apart = starts[step++];
}

/* Returns the step behind which the expectation is written. The text that a call returns is looked at directly
 * behind the call, and is expected of the call itself. */
static uint32_t step_of(const struct draft *draft, const struct sight *sight)
{
	uint32_t step = sight->step;
	if (sight->kind != SIGHT_STRING || sight->access || !step_is_call(draft->observed->steps[sight->variable]))
		return step;
	while (step > sight->variable && draft->observed->steps[step]->kind == STEP_PEEK)
		step--;
	return step == sight->variable ? step : sight->step;
}

/* Returns notes for the printer: the kept expectations, by step. */
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
		struct c_note *note = &notes[step_of(draft, &draft->sights[i])];
		checks[n] = sight_expectation(code, &draft->sights[i]);
		if (!note->n_checks)
			note->checks = &checks[n];
		note->n_checks++;
		n++;
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
	bool is_apart;               /* each test gets a process of its own */
	bool tables;
};

/* Sets the framework's macros with our words. In arena. */
static void choose_macros(const struct writing *writing, struct arena *arena, c_macros *macros)
{
	for (size_t i = 0; i < N_RELATIONS; i++) {
		struct sb text = { 0 };
		add_with_words(writing->words, writing->framework->macros[i], "", &text);
		(*macros)[i] = arena_strdup(arena, sb_text(&text));
		sb_release(&text);
	}
}

static void write_body(const struct writing *writing, struct c_code *code, const struct draft *draft, struct sb *out)
{
	struct arena *arena = arena_new();
	c_macros macros;
	choose_macros(writing, arena, &macros);
	struct c_style style = { .macros = &macros };
	struct c_note *notes = make_notes(code, draft, arena);
	c_code_body(code, draft->observed, notes, &style, out);
	arena_free(arena);
}

static void open_test(const struct writing *writing, struct c_code *code, const struct draft *draft, struct sb *out)
{
	const struct framework *framework = writing->framework;
	if (draft->written.comment)
		add_comment(draft->written.comment, out);
	add_with_words(writing->words, writing->is_apart ? framework->apart_open : framework->open,
	               draft->name ? draft->name : "test", out);
	if (draft->looks.leaves_memory || seq_calls_main(writing->model, draft->observed))
		c_code_leave_memory(code, out);
}

static void close_test(const struct writing *writing, struct sb *out)
{
	const struct framework *framework = writing->framework;
	add_with_words(writing->words, writing->is_apart ? framework->apart_close : framework->close, "", out);
}

static void write_test(const struct writing *writing, struct c_code *code, const struct draft *draft, struct sb *out)
{
	open_test(writing, code, draft, out);
	write_body(writing, code, draft, out);
	close_test(writing, out);
}

/* Writes bodies that no table can hold, in the macros of this framework, one after the other. */
static void write_blocks(char *const *bodies, size_t n, struct sb *out)
{
	for (size_t i = 0; i < n; i++) {
		sb_add(out, "    {\n");
		for (const char *line = bodies[i]; *line; line += strcspn(line, "\n") + 1)
			sb_addf(out, "    %.*s\n", (int)strcspn(line, "\n"), line);
		sb_add(out, "    }\n");
	}
}

/* Writes all rows as one test. */
static void write_table(const struct writing *writing, struct c_code *code, size_t leader, struct sb *out)
{
	VEC(char *) bodies = { 0 };
	c_code_need(code, C_NEEDS_STDDEF);
	for (size_t i = leader; i < writing->drafts->n; i++) {
		const struct draft *draft = &writing->drafts->at[i];
		struct sb body = { 0 };
		if (draft->dropped || draft->home.row.of != leader + 1)
			continue;
		write_body(writing, code, draft, &body);
		bool is_known = false;
		for (size_t k = 0; k < bodies.n && !is_known; k++)
			is_known = str_equal(bodies.at[k], sb_text(&body));
		if (is_known)
			sb_release(&body);
		else
			vec_push(&bodies, sb_take(&body));
	}
	open_test(writing, code, &writing->drafts->at[leader], out);
	if (!c_table_write(writing->model, (const char *const *)bodies.at, bodies.n, out))
		write_blocks(bodies.at, bodies.n, out);
	close_test(writing, out);
	for (size_t k = 0; k < bodies.n; k++)
		free(bodies.at[k]);
	vec_release(&bodies);
}

char *write_draft_body(const struct unit *unit, const struct draft *draft)
{
	struct words words = { 0 };
	const struct writing writing = { .model = unit->model,
		                         .framework = &frameworks[FORMAT_PLAIN],
		                         .words = &words };
	struct c_code *code = c_code_new(unit->model);
	struct sb body = { 0 };
	write_body(&writing, code, draft, &body);
	c_code_free(code);
	return sb_take(&body);
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

static bool is_shown(const struct writing *writing, size_t i)
{
	return is_in_file(&writing->drafts->at[i], writing->file) &&
	       draft_is_shown(writing->drafts, i, writing->tables);
}

static void write_head(const struct unit *unit, const struct writing *writing, const struct test_file_options *options,
                       struct sb *out)
{
	size_t n = 0, all = 0;
	for (size_t i = 0; i < writing->drafts->n; i++) {
		n += is_shown(writing, i);
		all += draft_is_shown(writing->drafts, i, writing->tables);
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
		if (is_shown(writing, i))
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
		if (is_shown(writing, i))
			c_code_reserve(code, writing->drafts->at[i].name);
	return code;
}

static void write_bodies(const struct writing *writing, struct c_code *code, struct sb *bodies)
{
	for (size_t i = 0; i < writing->drafts->n; i++) {
		struct draft *draft = &writing->drafts->at[i];
		if (is_in_file(draft, writing->file)) /* others have their lines in other files */
			draft->written.first_line = draft->written.last_line = 0;
		if (!is_shown(writing, i))
			continue;
		draft->written.first_line = count_lines(bodies) + 1;
		if (writing->tables && draft->home.row.of)
			write_table(writing, code, i, bodies);
		else
			write_test(writing, code, draft, bodies);
		draft->written.last_line = count_lines(bodies);
		sb_add_char(bodies, '\n');
	}
}

/* Writes the code twice: the first time shows which callbacks have their calls counted by a test. */
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

/* Writes the beginning, which has to know the lines that follow. */
static void write_beginning(const struct unit *unit, const struct compilers *compilers, const struct writing *writing,
                            struct c_code *code, const char *text, const char *tests_dir, struct sb *out)
{
	struct sb headers = { 0 }, own = { 0 };
	bool *called = xcalloc(unit->model->functions.n + 1, sizeof *called);
	find_called(unit, writing->drafts, writing->file, called);
	bool is_plain = writing->framework == &frameworks[FORMAT_PLAIN] ||
	                writing->framework == &frameworks[FORMAT_BARE];
	sb_addf(&own, "%s%s", writing->framework->includes, writing->is_apart ? APART_INCLUDES : "");
	c_code_includes(code, sb_text(&own), &headers);
	sb_add(&headers, is_plain ? sb_text(&own) : "");
	const struct needs needs = {
		.headers = sb_text(&headers), .framework = is_plain ? "" : sb_text(&own), .text = text, .called = called
	};
	beginning_write(unit, compilers, writing->file, &needs, tests_dir, out);
	sb_add_char(out, '\n');
	sb_release(&headers);
	sb_release(&own);
	free(called);
}

/* Writes the pieces of the framework that the tests of this file use. */
static void write_preamble(const struct writing *writing, const struct c_code *code, struct sb *out)
{
	const struct framework_piece *pieces = writing->framework->pieces;
	size_t most = sizeof writing->framework->pieces / sizeof *pieces;
	for (size_t i = 0; i < most && pieces[i].text; i++) {
		bool is_used = i == 0 && writing->framework->macros[0][0] == '$'; /* main() uses it */
		for (enum c_relation r = 0; r < N_RELATIONS && !is_used; r++)
			is_used = pieces[i].relations >> r & 1 && c_code_has(code, r);
		if (is_used)
			add_with_words(writing->words, pieces[i].text, "", out);
	}
	if (writing->is_apart)
		add_with_words(writing->words, writing->framework->apart, "", out);
}

static void move_lines(const struct writing *writing, uint32_t by)
{
	for (size_t i = 0; i < writing->drafts->n; i++)
		if (is_shown(writing, i)) {
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
	const struct framework *framework = &frameworks[options->format];
	const struct writing writing = { unit->model,    framework, &words,
		                         drafts,         file,      framework->apart && !options->together,
		                         options->tables };
	struct c_code *code = write_code(&writing, &bodies);
	write_preamble(&writing, code, &text);
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
