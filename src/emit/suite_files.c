/* suite_files: the two files of a written suite, the tests and their Makefile. */
#include <stdlib.h>

#include "emit/draft.h"
#include "proc/child.h"

status write_suite_files(const struct unit *unit, const struct source_list *sources, draft_list *drafts,
                         const struct test_file_options *options, const char *folder)
{
	bool *included = xcalloc(sources->at.n + 1, sizeof *included);
	char *test_path = xprintf("%s/test_%s.c", folder, unit->name), *make_path = xprintf("%s/Makefile", folder);
	struct sb text = { 0 }, makefile = { 0 };
	status st = dir_make(folder);
	find_included_sources(unit, drafts, included);
	if (!st) {
		write_test_file(unit, sources, drafts, options, folder, &text);
		write_tests_makefile(unit, sources, included, options->format, folder, &makefile);
		st = file_write(test_path, sb_text(&text), text.n);
	}
	if (!st)
		st = file_write(make_path, sb_text(&makefile), makefile.n);
	free(test_path);
	free(make_path);
	free(included);
	sb_release(&text);
	sb_release(&makefile);
	return st;
}
