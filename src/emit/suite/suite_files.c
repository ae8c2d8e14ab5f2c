/* suite_files: the files of a written suite, the tests of each source and their Makefile. */
#include <stdlib.h>
#include <unistd.h>

#include "emit/suite/draft.h"
#include "proc/child.h"

static status write_one(const struct unit *unit, draft_list *drafts, const struct test_file *file,
                        const struct test_file_options *options, const char *folder)
{
	char *path = xprintf("%s/test_%s.c", folder, file->name);
	struct sb text = { 0 };
	write_test_file(unit, drafts, file, options, folder, &text);
	status st = file_write(path, sb_text(&text), text.n);
	sb_release(&text);
	free(path);
	return st;
}

/* Removes the test files of sources that have lost their last test. */
static void remove_others(const struct unit *unit, const test_file_list *files, const char *folder)
{
	for (uint32_t s = 0; s < unit->model->sources.n; s++) {
		bool is_used = false;
		for (size_t i = 0; i < files->n; i++)
			is_used |= files->at[i].source == s;
		char *path = xprintf("%s/test_%s.c", folder, test_file_name(unit, s));
		if (!is_used)
			unlink(path);
		free(path);
	}
}

status write_suite_files(const struct unit *unit, draft_list *drafts, const struct test_file_options *options,
                         const char *folder)
{
	char *make_path = xprintf("%s/Makefile", folder);
	struct sb makefile = { 0 };
	test_file_list files = { 0 };
	status st = dir_make(folder);
	find_homes(unit, drafts);
	list_test_files(unit, drafts, &files);
	for (size_t i = 0; i < files.n && !st; i++)
		st = write_one(unit, drafts, &files.at[i], options, folder);
	if (!st) {
		remove_others(unit, &files, folder);
		write_tests_makefile(unit, &files, options, folder, &makefile);
		st = file_write(make_path, sb_text(&makefile), makefile.n);
	}
	vec_release(&files);
	free(make_path);
	sb_release(&makefile);
	return st;
}
