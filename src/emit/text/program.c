/* program: see program.h. */
#include "emit/text/program.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "emit/suite/draft.h"
#include "proc/child.h"
#include "seq/names.h"

/* Makes a draft of each test, without expectations. */
static void draft_tests(const struct unit *unit, const struct seq_file *tests, draft_list *drafts, struct arena *arena)
{
	struct strmap taken = { 0 };
	names_reserve(unit->model, &taken);
	for (size_t i = 0; i < tests->n; i++) {
		const struct seq *seq = tests->at[i].seq;
		struct draft draft = { .own = seq, .closed = seq, .observed = seq, .n_own = seq->n };
		draft.name = unique_test_name(&taken, arena, tests->at[i].name);
		vec_push(drafts, draft);
	}
	strmap_release(&taken);
}

static char *folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? xprintf("%.*s", (int)(slash - path + (slash == path)), path) : xstrdup(".");
}

/* Returns the file of all tests. It is the file of one source, and declares functions of other sources. A test
 * that cannot stand there is written all the same, so that its author sees the compiler's message. */
static struct test_file all_in_one(const struct unit *unit, draft_list *drafts)
{
	uint32_t home = drafts->n ? drafts->at[0].home.source : 0;
	for (size_t i = 0; i < drafts->n; i++) {
		struct draft *draft = &drafts->at[i];
		if (draft->dropped)
			draft->home.beginning = BEGINS_WITH_SOURCE;
		draft->home.source = home;
		draft->dropped = false;
	}
	return test_file_of(unit, drafts, home);
}

status program_write(const struct unit *unit, const struct seq_file *tests, const struct program_options *options)
{
	struct test_file_options file = { .format = FORMAT_PLAIN,
		                          .command = options->command,
		                          .advice = "compile it with the unit's sources",
		                          .criterion = CRITERION_BRANCH,
		                          .goals = cover_count(options->cover, CRITERION_BRANCH) };
	struct arena *arena = arena_new();
	draft_list drafts = { 0 };
	struct sb text = { 0 };
	char *folder = folder_of(options->path);
	draft_tests(unit, tests, &drafts, arena);
	find_homes(unit, &drafts);
	struct test_file one = all_in_one(unit, &drafts);
	write_test_file(unit, &drafts, &one, &file, folder, &text);
	status st = file_write(options->path, sb_text(&text), text.n);
	free(folder);
	sb_release(&text);
	vec_release(&drafts);
	arena_free(arena);
	return st;
}
