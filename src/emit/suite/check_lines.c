/* check_lines: see check_lines.h. */
#include "emit/suite/check_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emit/text/frameworks.h"

/* Finds the next kept sight of the draft from *sight on; false: there is none. */
static bool next_kept(const struct draft *draft, uint32_t *sight)
{
	while (*sight < draft->n_sights && !draft->keep[*sight])
		(*sight)++;
	return *sight < draft->n_sights;
}

/* The macros of expectations, each with its bracket. */
struct check_words {
	char *at[8];
	size_t n;
};

/* True if the line begins with an expectation, which is always the first word of its line. */
static bool starts_check(const char *line, const struct check_words *words)
{
	line += strspn(line, " \t");
	for (size_t i = 0; i < words->n; i++)
		if (str_starts(line, words->at[i]))
			return true;
	return false;
}

/* Reading the lines of one draft. */
struct reader {
	struct check_lines *lines;
	const struct draft *draft;
	uint32_t index, sight;   /* the draft; its next sight that may have been written */
	const char *text;
	const struct check_words *words;
};

/* Returns the number of turns of the loop whose first line this is; 1: it is no loop. */
static unsigned turns_of(const char *line)
{
	char name[16];
	unsigned turns;
	line += strspn(line, " \t");
	return sscanf(line, "for (int %15[a-z] = 0; %*[a-z] < %u; ", name, &turns) == 2 ? turns : 1;
}

/* Returns where the statement below the first line of a loop ends: at a lone brace, or at a semicolon. */
static const char *end_of_loop(const char *line)
{
	size_t first = strcspn(line, "\n");
	const char *end = strstr(line + first, first && line[first - 1] == '{' ? "}\n" : ";\n");
	return end ? end + 1 : line + strlen(line);
}

/* Matches expectations with sights, in whose order they are written. Inside of a loop, an expectation stands
 * for all turns. */
static void read_part(struct reader *r, const char *from, const char *to, uint32_t line, unsigned turns)
{
	VEC(uint32_t) found = { 0 };
	for (const char *p = from; p < to && *p; line++) {
		if (starts_check(p, r->words))
			vec_push(&found, line);
		p += strcspn(p, "\n");
		p += *p == '\n';
	}
	for (unsigned turn = 0; turn < turns; turn++)
		for (size_t i = 0; i < found.n && next_kept(r->draft, &r->sight); i++)
			vec_push(&r->lines->at, (struct check_line){ found.at[i], r->index, r->sight++ });
	vec_release(&found);
}

static void read_draft(struct reader *r)
{
	uint32_t line = 1;
	for (const char *p = r->text; *p && line <= r->draft->written.last_line;) {
		unsigned turns = line >= r->draft->written.first_line ? turns_of(p) : 1;
		const char *end = turns > 1 ? end_of_loop(p) : p + strcspn(p, "\n");
		if (line >= r->draft->written.first_line)
			read_part(r, p, end, line, turns);
		for (; p < end; p++)
			line += *p == '\n';
		line += *p == '\n';
		p += *p == '\n';
	}
}

static int compare_lines(const void *a, const void *b)
{
	const struct check_line *x = a, *y = b;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return (x->sight > y->sight) - (x->sight < y->sight);
}

void check_lines_read(struct check_lines *lines, const struct unit *unit, const draft_list *drafts,
                      const struct test_file *file, const char *text)
{
	struct check_words words = { .n = 0 };
	for (; plain_words[words.n]; words.n++) {
		char *word = check_word(unit, plain_words[words.n]);
		words.at[words.n] = xprintf("%s(", word);
		free(word);
	}
	vec_clear(&lines->at);
	for (uint32_t d = 0; d < drafts->n; d++)
		if (is_in_file(&drafts->at[d], file))
			read_draft(&(struct reader){
			        .lines = lines, .draft = &drafts->at[d], .index = d, .text = text, .words = &words });
	if (lines->at.n)
		qsort(lines->at.at, lines->at.n, sizeof *lines->at.at, compare_lines);
	for (size_t i = 0; i < words.n; i++)
		free(words.at[i]);
}

/* Returns the line of the last expectation that starts on this line or before it, since a message names the
 * last line of a long expectation. 0: there is none. */
static uint32_t start_of(const struct check_lines *lines, unsigned long line)
{
	uint32_t last = 0;
	for (size_t i = 0; i < lines->at.n && lines->at.at[i].line <= line; i++)
		last = lines->at.at[i].line;
	return last;
}

bool check_lines_at(const struct check_lines *lines, uint32_t line,
                    void (*fn)(void *context, const struct check_line *found), void *context)
{
	bool any = false;
	for (size_t i = 0; i < lines->at.n; i++)
		if (lines->at.at[i].line == line) {
			fn(context, &lines->at.at[i]);
			any = true;
		}
	return any;
}

void output_make_text(struct sb *output)
{
	for (size_t i = 0; i < output->n; i++)
		if (!output->text[i])
			output->text[i] = ' ';
}

void each_line_named(const struct test_file *file, const char *output,
                     void (*fn)(void *context, uint32_t line, const char *rest), void *context)
{
	char *name = xprintf("test_%s.c:", file->name), *end;
	for (const char *p = output; (p = strstr(p, name)); p++) {
		unsigned long line = strtoul(p + strlen(name), &end, 10);
		bool is_longer = p > output && (is_name_char(p[-1]) || strchr("-+.", p[-1]));
		if (line && *end == ':' && !is_longer)
			fn(context, (uint32_t)line, end + 1);
	}
	free(name);
}

struct failures {
	const struct check_lines *lines;
	void (*fn)(void *context, const struct check_line *failed);
	void *context;
};

static void tell_failed(void *context, uint32_t line, const char *rest)
{
	(void)rest;
	const struct failures *failures = context;
	check_lines_at(failures->lines, start_of(failures->lines, line), failures->fn, failures->context);
}

void check_lines_failed(const struct check_lines *lines, const struct test_file *file, const char *output,
                        void (*fn)(void *context, const struct check_line *failed), void *context)
{
	struct failures failures = { lines, fn, context };
	each_line_named(file, output, tell_failed, &failures);
}
