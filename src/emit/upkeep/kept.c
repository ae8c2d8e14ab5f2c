/* kept: see kept.h. */
#include "emit/upkeep/kept.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit/suite/draft.h"
#include "emit/upkeep/items.h"
#include "emit/upkeep/line_keys.h"
#include "proc/child.h"
#include "seq/text/text.h"

#define LONGEST 300

static const char head[] = "# Facts about the tests that skep update needs: keep this file beside them.\n";

/* Returns the hash of a test in the file; 0: the file does not have it. */
static uint64_t hash_of(const char *folder, const char *file, const char *name)
{
	struct arena *arena = arena_new();
	item_list items = { 0 };
	char *path = xprintf("%s/tests/%s", folder, file), *text = NULL;
	status st = file_read(path, &text, NULL);
	if (!st)
		items_parse(text, arena, &items);
	const struct item *test = st ? NULL : items_test(&items, name);
	uint64_t hash = test ? item_hash(text, test) : 0;
	status_free(st);
	vec_release(&items);
	free(text);
	free(path);
	arena_free(arena);
	return hash;
}

static void add_steps(const char *steps, struct sb *out)
{
	for (size_t n; steps && *steps; steps += n + (steps[n] == '\n')) {
		n = strcspn(steps, "\n");
		sb_addf(out, "| %.*s\n", (int)n, steps);
	}
}

status kept_suite_renew(const char *folder, const struct kept_suite *kept)
{
	struct sb out = { 0 };
	char *path = xprintf("%s/upkeep", folder);
	sb_add(&out, head);
	if (kept->command && kept->folder)
		sb_addf(&out, "command %s\nfolder %s\n", kept->command, kept->folder);
	for (size_t i = 0; i < kept->sources.n; i++)
		sb_addf(&out, "source %s %s\n", kept->sources.at[i].keys, kept->sources.at[i].path);
	for (size_t i = 0; i < kept->tests.n; i++) {
		const struct kept_test *test = &kept->tests.at[i];
		if (!test->hash)
			continue;
		sb_addf(&out, "test %s %s %016" PRIx64 "\n", test->file, test->name, test->hash);
		add_steps(test->steps, &out);
	}
	for (size_t i = 0; i < kept->constants.n; i++)
		sb_addf(&out, "constant %u %s %lld\n", kept->constants.at[i].group, kept->constants.at[i].name,
		        kept->constants.at[i].value);
	status st = file_write(path, sb_text(&out), out.n);
	free(path);
	sb_release(&out);
	return st;
}

static void add_constants(const struct model *model, struct kept_suite *kept)
{
	for (size_t i = 0; i < model->constants.n; i++)
		if (model->constants.at[i].enum_type)
			vec_push(&kept->constants,
			         (struct kept_constant){ (unsigned)model->constants.at[i].enum_type,
			                                 model->constants.at[i].name, model->constants.at[i].value });
}

/* Takes the files whose functions are tested. A file that cannot be read any more has no lines to compare with. */
void kept_suite_take_sources(struct kept_suite *kept, const struct marks *marks, struct arena *arena)
{
	vec_clear(&kept->sources);
	for (uint32_t file = 0; file < marks->files.n; file++) {
		bool counts = false;
		for (size_t i = 0; i < marks->functions.n; i++)
			counts |= marks->functions.at[i].place.file == file;
		char *text = NULL;
		status st = counts ? file_read(marks->files.at[file], &text, NULL) : NULL;
		if (text)
			vec_push(&kept->sources, (struct kept_source){ marks->files.at[file], line_keys(text, arena) });
		status_free(st);
		free(text);
	}
}

const char *kept_steps(const struct model *model, const struct suite_test *test, struct arena *arena)
{
	struct sb text = { 0 };
	for (uint32_t i = 0; i < test->n_rows; i++)
		seq_print(test->rows[i], model, test->name, &text);
	if (!test->n_rows)
		seq_print(test->seq, model, test->name, &text);
	const char *steps = arena_strdup(arena, sb_text(&text));
	sb_release(&text);
	return steps;
}

status kept_suite_write(const char *folder, const struct results *results)
{
	struct arena *arena = arena_new();
	char *back = relative_path(folder, ".");
	struct kept_suite kept = { .command = results->asked.command, .folder = *back ? back : "." };
	for (uint32_t i = 0; i < results->suite.n_tests; i++) {
		const struct suite_test *test = &results->suite.tests[i];
		const char *file = path_base(test->file), *name = test->name;
		vec_push(&kept.tests, (struct kept_test){ file, name, hash_of(folder, file, name),
		                                          kept_steps(results->unit->model, test, arena) });
	}
	add_constants(results->unit->model, &kept);
	kept_suite_take_sources(&kept, results->unit->marks, arena);
	status st = kept_suite_renew(folder, &kept);
	kept_suite_release(&kept);
	arena_free(arena);
	free(back);
	return st;
}

/* Reads the next line of the last test's steps. */
static void read_step(const char *line, struct arena *arena, struct kept_suite *kept)
{
	struct kept_test *test = kept->tests.n ? &vec_last(&kept->tests) : NULL;
	if (test)
		test->steps = arena_printf(arena, "%s%s\n", test->steps ? test->steps : "", line);
}

static void read_line(const char *line, struct arena *arena, struct kept_suite *kept)
{
	char a[LONGEST + 1], b[LONGEST + 1];
	uint64_t hash;
	unsigned group;
	long long value;
	const char *space = strrchr(line, ' ');
	if (sscanf(line, "test %300s %300s %" SCNx64, a, b, &hash) == 3)
		vec_push(&kept->tests,
		         (struct kept_test){ arena_strdup(arena, a), arena_strdup(arena, b), hash, NULL });
	else if (str_starts(line, "| "))
		read_step(line + 2, arena, kept);
	else if (sscanf(line, "constant %u %300s %lld", &group, a, &value) == 3)
		vec_push(&kept->constants, (struct kept_constant){ group, arena_strdup(arena, a), value });
	else if (str_starts(line, "command "))
		kept->command = line + strlen("command ");
	else if (str_starts(line, "folder "))
		kept->folder = line + strlen("folder ");
	else if (str_starts(line, "source ") && space > line + strlen("source "))
		vec_push(&kept->sources,
		         (struct kept_source){ strchr(line + 7, ' ') + 1,
		                               arena_printf(arena, "%.*s", (int)strcspn(line + 7, " "), line + 7) });
}

status kept_suite_read(const char *folder, struct arena *arena, struct kept_suite *kept)
{
	char *path = xprintf("%s/upkeep", folder), *text = NULL;
	status st = file_read(path, &text, NULL);
	free(path);
	if (st) {
		status_free(st);
		return fail(TROUBLE_INPUT, "%s holds no suite that skep gen wrote: there is no %s/upkeep", folder,
		            folder);
	}
	for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
		read_line(arena_printf(arena, "%.*s", (int)strcspn(line, "\n"), line), arena, kept);
	free(text);
	return NULL;
}

void kept_suite_release(struct kept_suite *kept)
{
	vec_release(&kept->tests);
	vec_release(&kept->constants);
	vec_release(&kept->sources);
}
