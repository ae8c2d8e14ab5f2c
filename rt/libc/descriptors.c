/* descriptors: closes the descriptors that the unit opens below stdio after the test, by one call,
 * which is made only if the unit opened any. The worker itself holds no descriptor but the standard
 * three, so a unit can close any descriptor. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>

#include "inside.h"
#include "libc.h"

static bool dirty;

void __skep_descriptors_dirty(void)
{
	dirty = true;
}

void __skep_descriptors_reset(void)
{
	if (dirty && close_range(3, ~0u, 0) != 0)
		__skep_retire();
	dirty = false;
}

/* Random devices are replaced by files that give the same bytes in every run. */
const char *__skep_path(const char *path)
{
	if (path && (strcmp(path, "/dev/urandom") == 0 || strcmp(path, "/dev/random") == 0))
		return "/dev/zero";
	return path;
}

static int note(int result)
{
	dirty |= result >= 0;
	return result;
}

static int note_open(const char *path, int result, int flags)
{
	if (result < 0)
		__skep_note_absent(path);
	if (result >= 0 && (flags & (O_CREAT | O_WRONLY | O_RDWR | O_TMPFILE)))
		__skep_scratch_dirty();
	return note(result);
}

static void note_standard(int fd)
{
	if (fd >= 0 && fd <= 2)
		__skep_retire();
}

/* The mode argument exists only if the flags say so; reading it in other cases does no harm. */
#define MODE_ARGUMENT(last)                                                    \
	va_list args;                                                          \
	va_start(args, last);                                                  \
	mode_t mode = (last) & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0; \
	va_end(args)

int __skep_open(const char *path, int flags, ...)
{
	MODE_ARGUMENT(flags);
	if (__skep_fails_with(SK_FAIL_OPEN, EACCES))
		return -1;
	return note_open(path, open(__skep_path(path), flags, mode), flags);
}

int __skep_open64(const char *path, int flags, ...)
{
	MODE_ARGUMENT(flags);
	return note_open(path, open(__skep_path(path), flags, mode), flags);
}

int __skep___open_2(const char *path, int flags)
{
	return note_open(path, open(__skep_path(path), flags, 0), flags);
}

int __skep___open64_2(const char *path, int flags)
{
	return __skep___open_2(path, flags);
}

int __skep_openat(int folder, const char *path, int flags, ...)
{
	MODE_ARGUMENT(flags);
	return note_open(path, openat(folder, __skep_path(path), flags, mode), flags);
}

int __skep_openat64(int folder, const char *path, int flags, ...)
{
	MODE_ARGUMENT(flags);
	return note_open(path, openat(folder, __skep_path(path), flags, mode), flags);
}

int __skep_creat(const char *path, mode_t mode)
{
	return note_open(path, creat(path, mode), O_CREAT);
}

int __skep_creat64(const char *path, mode_t mode)
{
	return __skep_creat(path, mode);
}

/* The standard three stay open, and the unit cannot notice. Others are closed also if that fails. */
int __skep_close(int fd)
{
	const bool fails = __skep_fails_with(SK_FAIL_WRITE, ENOSPC);
	int closed = fd >= 0 && fd <= 2 ? 0 : close(fd);
	return fails ? -1 : closed;
}

int __skep_dup(int fd)
{
	return note(dup(fd));
}

int __skep_dup2(int fd, int to)
{
	note_standard(to);
	return note(dup2(fd, to));
}

int __skep_dup3(int fd, int to, int flags)
{
	note_standard(to);
	return note(dup3(fd, to, flags));
}

int __skep_pipe(int ends[2])
{
	return note(pipe(ends));
}

int __skep_pipe2(int ends[2], int flags)
{
	return note(pipe2(ends, flags));
}

static void note_change(int fd, int command)
{
	if (command == F_SETFL || command == F_SETFD)
		note_standard(fd);
}

int __skep_fcntl(int fd, int command, ...)
{
	va_list args;
	note_change(fd, command);
	va_start(args, command);
	void *argument = va_arg(args, void *);
	va_end(args);
	return note(fcntl(fd, command, argument));
}

__typeof__(__skep_fcntl) __skep_fcntl64 __attribute__((alias("__skep_fcntl")));

int __skep_socket(int domain, int type, int protocol)
{
	return note(socket(domain, type, protocol));
}

int __skep_socketpair(int domain, int type, int protocol, int ends[2])
{
	return note(socketpair(domain, type, protocol, ends));
}

int __skep_accept(int fd, struct sockaddr *restrict address, socklen_t *restrict length)
{
	return note(accept(fd, address, length));
}

int __skep_accept4(int fd, struct sockaddr *restrict address, socklen_t *restrict length, int flags)
{
	return note(accept4(fd, address, length, flags));
}

int __skep_eventfd(unsigned count, int flags)
{
	return note(eventfd(count, flags));
}

int __skep_epoll_create(int size)
{
	return note(epoll_create(size));
}

int __skep_epoll_create1(int flags)
{
	return note(epoll_create1(flags));
}

int __skep_inotify_init(void)
{
	return note(inotify_init());
}

int __skep_inotify_init1(int flags)
{
	return note(inotify_init1(flags));
}

int __skep_timerfd_create(int clock_id, int flags)
{
	return note(timerfd_create(clock_id, flags));
}

int __skep_signalfd(int fd, const sigset_t *mask, int flags)
{
	return note(signalfd(fd, mask, flags));
}

int __skep_memfd_create(const char *name, unsigned flags)
{
	return note(memfd_create(name, flags));
}
