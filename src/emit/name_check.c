/* name_check: see name_check.h. A line of a file for each name: what the compiler says names the line. */
#include "emit/name_check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "proc/child.h"

#define FILE_NAME "names.c"
#define MOST_MILLISECONDS 300000u

/* Marks what namings speak of; returns how many. */
static size_t mark_named(const struct model *model, bool *named)
{
	size_t n = 0;
	for (size_t i = 0; i < model->namings.n; i++)
		named[model->namings.at[i].constant] = true;
	for (size_t i = 0; i < model->field_namings.n; i++)
		named[model->field_namings.at[i].constant] = true;
	for (size_t i = 0; i < model->constants.n; i++)
		n += named[i];
	return n;
}

static unsigned long count_lines(const char *text)
{
	unsigned long n = 0;
	for (; (text = strchr(text, '\n')); text++)
		n++;
	return n;
}

/* True: what the compiler says of this line is an error. */
static bool has_error(const char *said, unsigned long line)
{
	char *start = xprintf(FILE_NAME ":%lu:", line);
	bool found = false;
	for (const char *p = said; !found && (p = strstr(p, start)); p++) {
		const char *error = strstr(p, " error: "), *end = strchr(p, '\n');
		found = error && (!end || error < end);
	}
	free(start);
	return found;
}

static status compile(const struct source_list *sources, const char *folder, struct sb *said)
{
	struct sb line = { 0 };
	struct child_result result;
	sb_add(&line, "clang-19 -fsyntax-only -w -ferror-limit=0 -fno-color-diagnostics -Qunused-arguments " FILE_NAME);
	write_compile_flags(sources, folder, &line);
	const char *const words[] = { "bash", "-c", sb_text(&line), NULL };
	const struct child_options options = { .directory = folder, .err = said, .milliseconds = MOST_MILLISECONDS };
	status st = child_run(words, &options, &result);
	sb_release(&line);
	if (st && st->kind == TROUBLE_SYSTEM) { /* the gate will say more of it */
		status_free(st);
		st = NULL;
	}
	return st;
}

status names_check(struct unit *unit, const struct source_list *sources, const draft_list *drafts, const char *folder)
{
	struct model *model = unit->model;
	bool *named = xcalloc(model->constants.n + 1, sizeof *named);
	char *path = xprintf("%s/" FILE_NAME, folder);
	struct sb text = { 0 }, said = { 0 };
	size_t n = mark_named(model, named);
	status st = n ? dir_make(folder) : NULL;
	if (st || !n)
		goto out;
	write_unit_includes(unit, sources, drafts, folder, &text);
	unsigned long line = 1 + count_lines(sb_text(&text));
	for (size_t i = 0; i < model->constants.n; i++)
		if (named[i])
			sb_addf(&text, "_Static_assert((long long)(%s) == (long long)%" PRIu64 "u, \"\");\n",
			        model->constants.at[i].name, (uint64_t)model->constants.at[i].value);
	TRY_OUT(file_write(path, sb_text(&text), text.n));
	TRY_OUT(compile(sources, folder, &said));
	for (size_t i = 0; i < model->constants.n; i++) {
		if (!named[i] || !has_error(sb_text(&said), line++))
			continue;
		log_verbose("%s is another number in a test file, or none: it is not named",
		            model->constants.at[i].name);
		model->constants.at[i].unknown_to_tests = true;
	}
out:
	unlink(path);
	free(path);
	free(named);
	sb_release(&text);
	sb_release(&said);
	return st;
}
