/* out_folder: see out_folder.h. */
#include "cli/out_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/str.h"
#include "proc/child.h"

char *path_beside(const char *folder, const char *suffix)
{
	char *full = realpath(folder, NULL), *name = full ? full : xstrdup(folder);
	size_t n = strlen(name);
	while (n > 1 && name[n - 1] == '/')
		name[--n] = 0;
	char *path = xprintf("%s%s", name, suffix);
	free(name);
	return path;
}

static void remove_in(const char *folder, const char *const *names)
{
	for (; *names; names++) {
		char *path = xprintf("%s/%s", folder, *names);
		dir_remove(path);
		free(path);
	}
}

status out_folder_check(const char *out)
{
	struct stat there;
	if (stat(out, &there) < 0 || S_ISDIR(there.st_mode))
		return NULL;
	errno = ENOTDIR;
	return fail_errno("cannot make folder '%s'; give another one with --out", out);
}

status put_in_place(const char *stage, const char *out, const char *const *forget)
{
	status st = dir_make(out);
	if (!st)
		remove_in(out, forget);
	DIR *folder = st ? NULL : opendir(stage);
	if (!st && !folder)
		st = fail_errno("cannot read %s", stage);
	for (struct dirent *entry; !st && (entry = readdir(folder));) {
		if (str_equal(entry->d_name, ".") || str_equal(entry->d_name, ".."))
			continue;
		char *from = xprintf("%s/%s", stage, entry->d_name), *to = xprintf("%s/%s", out, entry->d_name);
		dir_remove(to);
		if (rename(from, to) != 0)
			st = fail_errno("cannot move results to %s", to);
		free(from);
		free(to);
	}
	if (folder)
		closedir(folder);
	return st;
}
