/* check_lines: see check_lines.h. */
#include "emit/check_lines.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* The next kept sight of the draft from *sight on; false: there is none. */
static bool next_kept(const struct draft *draft, uint32_t *sight)
{
	while (*sight < draft->n_sights && !draft->keep[*sight])
		(*sight)++;
	return *sight < draft->n_sights;
}

static bool starts_word(const char *text, const char *p, const char *word)
{
	bool inside_name = p > text && (isalnum((unsigned char)p[-1]) || p[-1] == '_');
	return !inside_name && str_starts(p, word);
}

/* Expectations are written in the order of the sights. */
static void read_draft(struct check_lines *lines, const draft_list *drafts, uint32_t d, const char *text,
                       const char *check)
{
	const struct draft *draft = &drafts->at[d];
	uint32_t line = 1, sight = 0;
	for (const char *p = text; *p && line <= draft->last_line; p++) {
		if (*p == '\n')
			line++;
		else if (line >= draft->first_line && starts_word(text, p, check) && next_kept(draft, &sight))
			vec_push(&lines->at, (struct check_line){ line, d, sight++ });
	}
}

void check_lines_read(struct check_lines *lines, const struct unit *unit, const draft_list *drafts, const char *text)
{
	char *word = check_word(unit), *check = xprintf("%s(", word);
	vec_clear(&lines->at);
	for (uint32_t d = 0; d < drafts->n; d++)
		if (!drafts->at[d].dropped)
			read_draft(lines, drafts, d, text, check);
	free(word);
	free(check);
}

/* The last expectation that starts on the line or before it: a long one may end on
 * a later line, which is the one that is told. */
static const struct check_line *find_line(const struct check_lines *lines, unsigned long line)
{
	const struct check_line *last = NULL;
	for (size_t i = 0; i < lines->at.n && lines->at.at[i].line <= line; i++)
		last = &lines->at.at[i];
	return last;
}

const struct check_line *check_line_at(const struct check_lines *lines, uint32_t line)
{
	const struct check_line *found = find_line(lines, line);
	return found && found->line == line ? found : NULL;
}

void output_make_text(struct sb *output)
{
	for (size_t i = 0; i < output->n; i++)
		if (!output->text[i])
			output->text[i] = ' ';
}

void check_lines_failed(const struct check_lines *lines, const struct unit *unit, const char *output,
                        void (*fn)(void *context, const struct check_line *failed), void *context)
{
	char *name = xprintf("test_%s.c:", unit->name);
	for (const char *p = output; (p = strstr(p, name)); p++) {
		char *end;
		unsigned long line = strtoul(p + strlen(name), &end, 10);
		const struct check_line *failed = *end == ':' ? find_line(lines, line) : NULL;
		if (failed)
			fn(context, failed);
	}
	free(name);
}
