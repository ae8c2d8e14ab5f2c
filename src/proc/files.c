/* files: reads and writes whole files, makes folders.
 *
 * A file is written under another name beside its place, flushed to the disk and renamed: after a
 * full disk, a crash or ctrl-C, there is either the old file or the new one, never a part. A file
 * that is not regular (a device, a pipe) is written in place, because renaming would replace the
 * device itself. */
#define _GNU_SOURCE
#include "proc/child.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

static status cannot_read(const char *path)
{
	int error = errno;
	if (error == EINTR)
		return fail(TROUBLE_INTERRUPTED, "interrupted while reading '%s'", path);
	bool users_fault = error == ENOENT || error == EACCES || error == ENOTDIR || error == EISDIR || error == ELOOP;
	return fail(users_fault ? TROUBLE_INPUT : TROUBLE_SYSTEM, "cannot read '%s': %s", path, strerror(error));
}

static status cannot_write(const char *path)
{
	if (errno == EINTR)
		return fail(TROUBLE_INTERRUPTED, "interrupted while writing '%s'", path);
	return fail_errno("cannot write '%s'", path);
}

/* The user's path may be a pipe that nobody writes to, so ctrl-C must work. */
static bool try_again(ssize_t result)
{
	return result < 0 && errno == EINTR && !interrupted();
}

static status read_into(int fd, const char *path, struct sb *sb)
{
	char buffer[65536];
	ssize_t n;
	do {
		n = read(fd, buffer, sizeof buffer);
		if (n > 0)
			sb_add_bytes(sb, buffer, (size_t)n);
	} while (n > 0 || try_again(n));
	return n < 0 ? cannot_read(path) : NULL;
}

status file_read(const char *path, char **text, size_t *size)
{
	struct sb sb = { 0 };
	int fd;
	do
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	while (try_again(fd));
	if (fd < 0)
		return cannot_read(path);
	status st = read_into(fd, path, &sb);
	close(fd);
	if (st) {
		sb_release(&sb);
		return st;
	}
	if (size)
		*size = sb.n;
	*text = sb_take(&sb);
	return NULL;
}

static int flush(int fd)
{
	int result;
	do
		result = fsync(fd);
	while (result < 0 && errno == EINTR);
	return result;
}

static status write_in_place(const char *path, const void *bytes, size_t size)
{
	int fd;
	do
		fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	while (try_again(fd));
	if (fd < 0)
		return cannot_write(path);
	status st = write_all(fd, bytes, size) ? NULL : cannot_write(path);
	if (close(fd) < 0 && errno != EINTR && !st)
		st = cannot_write(path);
	return st;
}

/* Opens a new file beside `path`; the caller frees *name. */
static int open_beside(const char *path, char **name)
{
	static unsigned counter;
	int folder = (int)(path_base(path) - path);
	int fd;
	*name = NULL;
	do {
		free(*name);
		unsigned number = __atomic_add_fetch(&counter, 1, __ATOMIC_RELAXED);
		*name = xprintf("%.*s.skep-%ld-%u.tmp", folder, path, (long)getpid(), number);
		fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
	} while (fd < 0 && (errno == EEXIST || errno == EINTR));
	return fd;
}

/* Does everything but the rename; an older file's mode is kept. */
static status fill(int fd, const char *path, const struct stat *older, const void *bytes, size_t size)
{
	if (!write_all(fd, bytes, size))
		return cannot_write(path);
	if (older && fchmod(fd, older->st_mode & 07777) < 0)
		return cannot_write(path);
	if (flush(fd) < 0)
		return cannot_write(path);
	return NULL;
}

static status write_and_rename(const char *path, const struct stat *older, const void *bytes, size_t size)
{
	char *name;
	int fd = open_beside(path, &name);
	status st = fd < 0 ? cannot_write(path) : fill(fd, path, older, bytes, size);
	if (fd >= 0 && close(fd) < 0 && errno != EINTR && !st)
		st = cannot_write(path);
	if (!st && rename(name, path) < 0)
		st = cannot_write(path);
	if (st && fd >= 0)
		unlink(name);
	free(name);
	return st;
}

status file_write(const char *path, const void *bytes, size_t size)
{
	struct stat older;
	if (stat(path, &older) < 0)
		return errno == ENOENT ? write_and_rename(path, NULL, bytes, size) : cannot_write(path);
	if (!S_ISREG(older.st_mode))
		return write_in_place(path, bytes, size);
	/* Renaming needs no right to write the old file, so the right is checked as open() would. */
	if (access(path, W_OK) < 0)
		return cannot_write(path);
	/* Follows links, so that they stay links. */
	char *real = realpath(path, NULL);
	if (!real)
		return cannot_write(path);
	status st = write_and_rename(real, &older, bytes, size);
	free(real);
	return st;
}

bool path_is_file(const char *path)
{
	struct stat info;
	return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

bool path_is_folder(const char *path)
{
	struct stat info;
	return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static status make_one(const char *path)
{
	if (mkdir(path, 0777) == 0)
		return NULL;
	int error = errno;
	if (path_is_folder(path))
		return NULL;
	errno = error == EEXIST ? ENOTDIR : error;
	return fail_errno("cannot make folder '%s'", path);
}

status dir_make(const char *path)
{
	status st = NULL;
	char *copy = xstrdup(path);
	if (!copy[0]) {
		free(copy);
		return fail(TROUBLE_USAGE, "cannot make a folder without a name");
	}
	for (char *p = copy + 1; *p && !st; p++) {
		if (*p != '/' || p[-1] == '/')
			continue;
		*p = 0;
		st = make_one(copy);
		*p = '/';
	}
	if (!st)
		st = make_one(copy);
	free(copy);
	return st;
}
