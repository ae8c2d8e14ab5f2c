/* remove: rm -r that is safe in a signal handler and against hostile trees.
 *
 * It allocates no memory, follows no link, and works at any depth: the code under test may have
 * made folders nested a thousand deep, or unreadable ones. Instead of descending, it moves a folder
 * inside a folder to the top, so two open descriptors are always enough. */
#define _GNU_SOURCE
#include "proc/child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

struct tree {
	int top;
	unsigned moved;   /* number of names given so far */
};

static int open_folder(int parent, const char *name)
{
	int fd = openat(parent, name, FOLDER_FLAGS);
	if (fd < 0 && errno == EACCES && fchmodat(parent, name, 0700, AT_SYMLINK_NOFOLLOW) == 0)
		fd = openat(parent, name, FOLDER_FLAGS);
	return fd;
}

/* A folder can be renamed over an empty folder, which removes one of them. */
static bool move_up(struct tree *tree, int folder, const char *name)
{
	fchmodat(folder, name, 0700, AT_SYMLINK_NOFOLLOW); /* the move changes ".." in it */
	for (int attempt = 0; attempt < 1000; attempt++) {
		char fresh[32];
		snprintf(fresh, sizeof fresh, ".moved-%u", tree->moved++);
		if (renameat(folder, name, tree->top, fresh) == 0)
			return true;
		if (errno != ENOTEMPTY && errno != EEXIST && errno != ENOTDIR)
			return false;
	}
	return false;
}

static bool remove_folder(struct tree *tree, const char *name);

/* True if the entry is gone from `folder`. */
static bool remove_entry(struct tree *tree, int folder, const char *name)
{
	if (unlinkat(folder, name, 0) == 0)
		return true;
	if (errno != EISDIR && errno != EPERM)
		return false;
	if (unlinkat(folder, name, AT_REMOVEDIR) == 0)
		return true;
	if (folder == tree->top)
		return remove_folder(tree, name);
	return move_up(tree, folder, name);
}

static bool is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Goes once through the folder; returns how many entries it removed. */
static unsigned sweep(struct tree *tree, int folder)
{
	_Alignas(struct dirent64) char buffer[4096];
	unsigned removed = 0;
	ssize_t n;
	if (lseek(folder, 0, SEEK_SET) < 0)
		return 0;
	while ((n = getdents64(folder, buffer, sizeof buffer)) > 0) {
		for (ssize_t at = 0; at < n;) {
			const struct dirent64 *entry = (const struct dirent64 *)(buffer + at);
			if (!is_dots(entry->d_name))
				removed += remove_entry(tree, folder, entry->d_name);
			at += entry->d_reclen;
		}
	}
	return removed;
}

/* Removes a folder directly below the top. Sweeps until a sweep changes nothing, because removing
 * while reading may hide entries from one sweep. */
static bool remove_folder(struct tree *tree, const char *name)
{
	int fd = open_folder(tree->top, name);
	if (fd < 0)
		return false;
	fchmod(fd, 0700);
	while (sweep(tree, fd))
		;
	close(fd);
	return unlinkat(tree->top, name, AT_REMOVEDIR) == 0;
}

void dir_clear(const char *path)
{
	int error = errno;
	struct tree tree = { .top = open_folder(AT_FDCWD, path) };
	if (tree.top >= 0) {
		fchmod(tree.top, 0700);
		while (sweep(&tree, tree.top))
			;
		close(tree.top);
	}
	errno = error;
}

void dir_remove(const char *path)
{
	int error = errno;
	if (unlinkat(AT_FDCWD, path, 0) < 0 && (errno == EISDIR || errno == EPERM)) {
		dir_clear(path);
		unlinkat(AT_FDCWD, path, AT_REMOVEDIR);
	}
	errno = error;
}
