/* scratch: the only folder that a unit can write to, and the files of tests in it.
 *
 * The worker runs inside the folder, and names of files are relative, so they are the same whatever
 * the folder's name is. It is emptied after a test that may have created files. FILE * variables of
 * tests are files without a name. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "inside.h"
#include "libc.h"

static char folder[PATH_MAX];
static bool dirty, moved;
static uint32_t n_temporary; /* names given to the unit in this test */

void __skep_scratch_init(void)
{
	const char *path = getenv(SK_ENV_SCRATCH);
	if (path)
		snprintf(folder, sizeof folder, "%s", path);
	moved = true;
	__skep_scratch_reset();
}

void __skep_scratch_dirty(void)
{
	dirty = true;
}

const char *__skep_scratch_folder(void)
{
	return folder[0] ? folder : ".";
}

void __skep_cwd_dirty(void)
{
	moved = true;
}

void __skep_scratch_reset(void)
{
	n_temporary = 0;
	if (moved && folder[0] && chdir(folder) != 0)
		__skep_retire();
	if (dirty && folder[0] && !__skep_empty(folder))
		__skep_retire();
	moved = dirty = false;
}

bool __skep_scratch_clean(void)
{
	return !folder[0] || __skep_empty(folder);
}

char *__skep_scratch_name(uint32_t step)
{
	char *name = __skep_area_take(16, step);
	if (!name)
		__skep_fail(SK_OUT_OF_MEMORY, 0, 0, "the test's own blocks are too large");
	snprintf(name, 16, "test-%06u", step); /* as long as the names that written tests make */
	return name;
}

static bool write_all(int fd, const void *bytes, size_t size)
{
	while (size > 0) {
		ssize_t n = write(fd, bytes, size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		bytes = (const char *)bytes + n;
		size -= (size_t)n;
	}
	return true;
}

bool __skep_scratch_write(const char *name, const void *bytes, size_t size)
{
	dirty = true;
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	bool written = fd >= 0 && write_all(fd, bytes, size);
	if (fd >= 0)
		close(fd);
	return written;
}

static int unnamed_file(void)
{
	int fd = memfd_create("file", MFD_CLOEXEC);
	return fd >= 0 ? fd : open(".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

void *__skep_scratch_open(const void *bytes, size_t size)
{
	int fd = unnamed_file();
	if (fd < 0)
		return NULL;
	FILE *file = write_all(fd, bytes, size) && lseek(fd, 0, SEEK_SET) == 0 ? fdopen(fd, "r+") : NULL;
	if (file)
		__skep_files_track(file);
	else
		close(fd);
	return file;
}

/* Far from the usual numbers of descriptors. A result rarely is this number by chance, and an
 * assertion that is true only for this number fails where the file gets another. */
#define FIRST_DESCRIPTOR 100

int __skep_scratch_descriptor(const void *bytes, size_t size)
{
	int low = unnamed_file(), fd = -1;
	if (low >= 0 && write_all(low, bytes, size) && lseek(low, 0, SEEK_SET) == 0)
		fd = fcntl(low, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
	if (low >= 0)
		close(low);
	__skep_descriptors_dirty();
	return fd;
}

/* ---- files that the unit may leave in the folder ---- */

static int note(int result)
{
	dirty |= result == 0;
	return result;
}

int __skep_mkdir(const char *path, mode_t mode)
{
	return note(mkdir(path, mode));
}

int __skep_mkdirat(int fd, const char *path, mode_t mode)
{
	return note(mkdirat(fd, path, mode));
}

int __skep_rename(const char *from, const char *to)
{
	return note(rename(from, to));
}

int __skep_renameat(int from_fd, const char *from, int to_fd, const char *to)
{
	return note(renameat(from_fd, from, to_fd, to));
}

int __skep_renameat2(int from_fd, const char *from, int to_fd, const char *to, unsigned flags)
{
	return note(renameat2(from_fd, from, to_fd, to, flags));
}

int __skep_link(const char *from, const char *to)
{
	return note(link(from, to));
}

int __skep_linkat(int from_fd, const char *from, int to_fd, const char *to, int flags)
{
	return note(linkat(from_fd, from, to_fd, to, flags));
}

int __skep_symlink(const char *target, const char *path)
{
	return note(symlink(target, path));
}

int __skep_symlinkat(const char *target, int fd, const char *path)
{
	return note(symlinkat(target, fd, path));
}

int __skep_mkfifoat(int fd, const char *path, mode_t mode)
{
	return note(mkfifoat(fd, path, mode));
}

int __skep_mknodat(int fd, const char *path, mode_t mode, dev_t device)
{
	return note(mknodat(fd, path, mode, device));
}

int __skep_mkfifo(const char *path, mode_t mode)
{
	return note(mkfifo(path, mode));
}

int __skep_mknod(const char *path, mode_t mode, dev_t device)
{
	return note(mknod(path, mode, device));
}

int __skep_chdir(const char *path)
{
	moved = true;
	return chdir(path);
}

int __skep_fchdir(int fd)
{
	moved = true;
	return fchdir(fd);
}

/* ---- temporary names, by counting instead of at random ---- */

/* Replaces the six X before the suffix; NULL if they are missing. */
static char *next_name(char *pattern, size_t suffix)
{
	size_t length = strlen(pattern);
	if (length < suffix + 6 || memcmp(pattern + length - suffix - 6, "XXXXXX", 6) != 0) {
		errno = EINVAL;
		return NULL;
	}
	char number[8];
	snprintf(number, sizeof number, "%06u", ++n_temporary % 1000000);
	memcpy(pattern + length - suffix - 6, number, 6);
	return pattern;
}

static int make_temporary(char *pattern, int suffix, int flags)
{
	if (suffix < 0 || !next_name(pattern, (size_t)suffix))
		return -1;
	return __skep_open(pattern, O_RDWR | O_CREAT | O_EXCL | flags, 0600);
}

int __skep_mkstemp(char *pattern)
{
	return make_temporary(pattern, 0, 0);
}

int __skep_mkstemp64(char *pattern)
{
	return make_temporary(pattern, 0, 0);
}

int __skep_mkostemp(char *pattern, int flags)
{
	return make_temporary(pattern, 0, flags);
}

int __skep_mkostemp64(char *pattern, int flags)
{
	return make_temporary(pattern, 0, flags);
}

int __skep_mkstemps(char *pattern, int suffix)
{
	return make_temporary(pattern, suffix, 0);
}

int __skep_mkstemps64(char *pattern, int suffix)
{
	return make_temporary(pattern, suffix, 0);
}

int __skep_mkostemps(char *pattern, int suffix, int flags)
{
	return make_temporary(pattern, suffix, flags);
}

int __skep_mkostemps64(char *pattern, int suffix, int flags)
{
	return make_temporary(pattern, suffix, flags);
}

char *__skep_mkdtemp(char *pattern)
{
	return next_name(pattern, 0) && __skep_mkdir(pattern, 0700) == 0 ? pattern : NULL;
}

char *__skep_mktemp(char *pattern)
{
	if (!next_name(pattern, 0))
		pattern[0] = 0;
	return pattern;
}

char *__skep_tmpnam(char *name)
{
	static char own[L_tmpnam];
	char *to = name ? name : own;
	snprintf(to, L_tmpnam, "tmp%06u", ++n_temporary % 1000000);
	return to;
}

char *__skep_tempnam(const char *directory, const char *prefix)
{
	char *name;
	(void)directory;
	return __skep_asprintf(&name, "%.5s%06u", prefix ? prefix : "file", ++n_temporary % 1000000) < 0 ? NULL : name;
}
