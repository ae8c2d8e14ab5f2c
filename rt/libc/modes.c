/* modes: changes of mode, owner and time of a file by its name.
 *
 * No filter can see which file a name leads to, so the sandbox refuses these calls. If the sandbox pretends that
 * such changes of open files succeed (programs: proc/sandbox.h), changes by name seem to succeed, too, if the file
 * exists and is in the folder of the test; nothing happens to it. A file elsewhere belongs to another user. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

#include "inside.h"
#include "libc.h"

/* The sandbox pretends: only then does a call with a descriptor that does not exist succeed. */
static bool pretends(void)
{
	return fchmod(-1, 0) == 0;
}

static int pretend(int folder, const char *path, int flags)
{
	struct stat about;
	if (fstatat(folder, path, &about, flags & AT_SYMLINK_NOFOLLOW) != 0)
		return -1;
	if (path[0] != '/' && !strstr(path, ".."))
		return 0;
	errno = EPERM;
	return -1;
}

int __skep_chmod(const char *path, mode_t mode)
{
	return pretends() ? pretend(AT_FDCWD, path, 0) : chmod(path, mode);
}

int __skep_fchmodat(int folder, const char *path, mode_t mode, int flags)
{
	return pretends() ? pretend(folder, path, flags) : fchmodat(folder, path, mode, flags);
}

int __skep_chown(const char *path, uid_t user, gid_t group)
{
	return pretends() ? pretend(AT_FDCWD, path, 0) : chown(path, user, group);
}

int __skep_lchown(const char *path, uid_t user, gid_t group)
{
	return pretends() ? pretend(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW) : lchown(path, user, group);
}

int __skep_fchownat(int folder, const char *path, uid_t user, gid_t group, int flags)
{
	return pretends() ? pretend(folder, path, flags) : fchownat(folder, path, user, group, flags);
}

int __skep_utime(const char *path, const struct utimbuf *times)
{
	return pretends() ? pretend(AT_FDCWD, path, 0) : utime(path, times);
}

int __skep_utimes(const char *path, const struct timeval *times)
{
	return pretends() ? pretend(AT_FDCWD, path, 0) : utimes(path, times);
}

int __skep_lutimes(const char *path, const struct timeval *times)
{
	return pretends() ? pretend(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW) : lutimes(path, times);
}

/* Without a path, the call is about the descriptor. */
int __skep_utimensat(int folder, const char *path, const struct timespec *times, int flags)
{
	return path && pretends() ? pretend(folder, path, flags) : utimensat(folder, path, times, flags);
}
