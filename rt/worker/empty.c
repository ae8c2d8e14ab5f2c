/* empty: deletes everything that tests left in the scratch folder.
 *
 * Links are not followed, because they lead to other people's files. Folders may be nested deeper
 * than there are descriptors, so nothing descends: a folder inside a folder is moved to the top and
 * emptied later. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "inside.h"

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

struct count {
	unsigned seen, gone;
};

static bool move_up(int top, int folder, const char *name)
{
	static uint32_t n_moved;
	char fresh[32];
	/* The unit may have taken any name already. */
	for (int attempt = 0; attempt < 1000; attempt++) {
		snprintf(fresh, sizeof fresh, ".moved-%u", n_moved++);
		if (renameat(folder, name, top, fresh) == 0)
			return true;
	}
	return false;
}

static bool remove_folder(int top, const char *name);

/* True if the entry is not in the folder any more. */
static bool remove_entry(int top, int folder, const char *name)
{
	if (unlinkat(folder, name, 0) == 0 || unlinkat(folder, name, AT_REMOVEDIR) == 0)
		return true;
	return folder == top ? remove_folder(top, name) : move_up(top, folder, name);
}

/* Goes once through the folder. */
static struct count sweep(int top, DIR *dir)
{
	struct count count = { 0, 0 };
	rewinddir(dir);
	for (struct dirent *entry; (entry = readdir(dir));) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		count.seen++;
		count.gone += remove_entry(top < 0 ? dirfd(dir) : top, dirfd(dir), entry->d_name);
	}
	return count;
}

/* True if nothing is left. One sweep may miss entries that come while others go, so sweeps are
 * repeated until one sees nothing. */
static bool sweep_all(int top, int fd)
{
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	struct count count = { 1, 1 };
	while (dir && count.seen && count.gone)
		count = sweep(top, dir);
	if (dir)
		closedir(dir);
	return !count.seen;
}

static bool remove_folder(int top, const char *name)
{
	return sweep_all(top, openat(top, name, FOLDER_FLAGS)) && unlinkat(top, name, AT_REMOVEDIR) == 0;
}

bool __skep_empty(const char *folder)
{
	return sweep_all(-1, open(folder, FOLDER_FLAGS));
}
