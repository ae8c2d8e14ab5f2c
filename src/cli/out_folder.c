/* out_folder: see out_folder.h. */
#include "cli/out_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* True if there is nothing, or an empty folder. */
static bool is_free(const char *path)
{
	struct stat there;
	DIR *folder = lstat(path, &there) < 0 ? NULL : opendir(path);
	size_t n = 0;
	if (!folder)
		return lstat(path, &there) < 0;
	while (readdir(folder))
		n++;
	closedir(folder);
	return n <= 2; /* . and .. */
}

static bool has_words(const char *folder, const char *file, const char *words)
{
	char *path = xprintf("%s/%s", folder, file), *text = NULL;
	status st = file_read(path, &text, NULL);
	bool has = !st && strstr(text, words);
	status_free(st);
	free(text);
	free(path);
	return has;
}

/* True if the folder has results of ours, perhaps not all: a project may keep only the tests. */
static bool is_ours(const char *out, const struct out_kind *kind)
{
	bool ours = kind->mark && has_words(out, kind->mark, "\"skep\"");
	for (size_t i = 0; kind->names[i] && !ours; i++) {
		char *folder = xprintf("%s/%s", out, kind->names[i]);
		ours = has_words(folder, "Makefile", "# Builds the unit from its own sources");
		free(folder);
	}
	return ours;
}

status out_name_check(const char *out, const char *name, const struct out_kind *kind)
{
	char *path = xprintf("%s/%s", out, name);
	status st = NULL;
	if (!is_free(path) && !is_ours(out, kind))
		st = fail(
		        TROUBLE_INPUT,
		        "'%s' would be replaced, and nothing there shows that skep wrote it; give another folder with --out",
		        path);
	free(path);
	return st;
}

/* True if folders can be made in the nearest existing folder above. */
static bool parent_is_writable(const char *path)
{
	char *parent = xstrdup(path), *slash;
	bool known = false, writable = false;
	while (!known && (slash = strrchr(parent, '/'))) {
		slash[slash == parent] = 0;
		known = access(parent, F_OK) == 0;
		writable = known && access(parent, W_OK | X_OK) == 0;
		known |= slash == parent;
	}
	writable |= !known && access(".", W_OK | X_OK) == 0;
	free(parent);
	errno = EACCES;
	return writable;
}

status out_folder_check(const char *out, const char *stage, const struct out_kind *kind)
{
	struct stat there;
	if (stat(out, &there) == 0 && !S_ISDIR(there.st_mode)) {
		errno = ENOTDIR;
		return fail_errno("cannot make folder '%s'; give another one with --out", out);
	}
	for (size_t i = 0; kind->names[i]; i++)
		TRY(out_name_check(out, kind->names[i], kind));
	for (size_t i = 0; kind->outputs && kind->outputs[i]; i++)
		TRY(out_name_check(out, kind->outputs[i], kind));
	dir_remove(stage);
	if (mkdir(stage, 0777) < 0 && (errno != ENOENT || !parent_is_writable(stage)))
		return fail_errno("cannot make '%s', where results are written first; give another folder with --out",
		                  stage);
	rmdir(stage);
	return NULL;
}

/* Moves a result. If it goes to another file system, it is copied: a folder of results may be mounted. */
static status move_result(const char *stage, const char *out, const char *name)
{
	char *from = xprintf("%s/%s", stage, name), *to = xprintf("%s/%s", out, name);
	const char *const copy[] = { "cp", "-R", from, to, NULL };
	struct child_options options = { 0 };
	struct child_result result = { 0 };
	status st = NULL;
	dir_remove(to);
	bool moved = rename(from, to) == 0;
	if (!moved && errno != EXDEV)
		st = fail_errno("cannot move results to %s", to);
	else if (!moved && !(st = child_run(copy, &options, &result)) && result.status != 0)
		st = fail(TROUBLE_SYSTEM, "cannot copy results to %s", to);
	free(from);
	free(to);
	return st;
}

/* Moves all results. The file that shows the folder to be ours comes first, so that a folder which is left
 * half-way has it, too. */
static status move_all(const char *stage, const char *out, const struct out_kind *kind, const char *const *forget)
{
	char *mark = kind->mark ? xprintf("%s/%s", stage, kind->mark) : NULL;
	status st = dir_make(out);
	if (!st && mark && access(mark, F_OK) == 0)
		st = move_result(stage, out, kind->mark);
	free(mark);
	if (!st)
		remove_in(out, forget);
	DIR *folder = st ? NULL : opendir(stage);
	if (!st && !folder)
		st = fail_errno("cannot read %s", stage);
	for (struct dirent *entry; !st && (entry = readdir(folder));)
		if (!str_equal(entry->d_name, ".") && !str_equal(entry->d_name, ".."))
			st = move_result(stage, out, entry->d_name);
	if (folder)
		closedir(folder);
	return st;
}

status put_in_place(const char *stage, const char *out, const struct out_kind *kind, const char *const *forget)
{
	status st = move_all(stage, out, kind, forget);
	if (!st)
		return NULL;
	char *kept = path_beside(out, ".kept");
	dir_remove(kept);
	status told = rename(stage, kept) < 0
	                      ? NULL
	                      : fail(st->kind, "%s; the other results are kept in %s", st->message, kept);
	free(kept);
	if (!told)
		return st;
	status_free(st);
	return told;
}
