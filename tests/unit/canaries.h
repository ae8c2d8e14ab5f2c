/* canaries: files that no process may touch, with a description of their state.
 *
 * The description contains everything that a touch would change, including the times of a change
 * that was undone. */
#ifndef SKEP_TESTS_CANARIES_H
#define SKEP_TESTS_CANARIES_H

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/str.h"
#include "proc/child.h"

static inline void canary_describe(const char *path, struct sb *sb)
{
	struct stat info;
	struct dirent **entries;
	if (lstat(path, &info) != 0) {
		sb_addf(sb, "%s is gone\n", path);
		return;
	}
	sb_addf(sb, "%s mode %o owner %u:%u links %lu size %ld modified %ld.%09ld changed %ld.%09ld\n", path,
	        info.st_mode, info.st_uid, info.st_gid, (unsigned long)info.st_nlink, (long)info.st_size,
	        (long)info.st_mtim.tv_sec, info.st_mtim.tv_nsec, (long)info.st_ctim.tv_sec, info.st_ctim.tv_nsec);
	if (S_ISREG(info.st_mode)) {
		char *text = NULL;
		status st = file_read(path, &text, NULL);
		sb_addf(sb, "  contains %s\n", st ? st->message : text);
		status_free(st);
		free(text);
	}
	int n = S_ISDIR(info.st_mode) ? scandir(path, &entries, NULL, alphasort) : -1;
	for (int i = 0; i < n; i++) {
		char *inside = xprintf("%s/%s", path, entries[i]->d_name);
		if (!str_equal(entries[i]->d_name, ".") && !str_equal(entries[i]->d_name, ".."))
			canary_describe(inside, sb);
		free(inside);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
}

/* The caller frees it. */
static inline char *canaries_describe(const char *folder)
{
	struct sb sb = { 0 };
	canary_describe(folder, &sb);
	return sb_take(&sb);
}

/* A fresh folder with a file, an empty folder, and one with something in it. */
static inline status canaries_make(char **folder)
{
	TRY(temp_make("canaries", folder));
	char *file = xprintf("%s/file", *folder), *empty = xprintf("%s/folder", *folder),
	     *full = xprintf("%s/full", *folder);
	char *inside = xprintf("%s/full/inside", *folder);
	status st = file_write(file, "canary", 6);
	if (!st)
		st = dir_make(empty);
	if (!st)
		st = dir_make(full);
	if (!st)
		st = file_write(inside, "another", 7);
	free(file);
	free(empty);
	free(full);
	free(inside);
	return st;
}

#endif
