/* waiting: ends mutants at once that would wait for ever.
 *
 * As in the worker (rt/libc/clock.c), only the test itself could end such a wait, so a wait without
 * a limit in time never ends. If there is another thread or a child, that could end the wait; then
 * the copy waits, and skep ends it after some time. The C library's functions cannot be called,
 * because the functions here have their names, so this file makes system calls. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mutant_run.h"

#define MASK_SIZE 8 /* of the kernel's sigset_t */

/* Each thread is a folder in there, and a folder has two links besides. */
static bool is_alone(void)
{
	struct stat threads;
	siginfo_t child;
	bool one_thread = stat("/proc/self/task", &threads) == 0 && threads.st_nlink == 3;
	return one_thread && waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD;
}

static void wait_for_ever(void)
{
	int error = errno;
	if (is_alone())
		_exit(MUTANT_OUT_OF_FUEL);
	errno = error;
}

__attribute__((weak)) int poll(struct pollfd *files, nfds_t n, int milliseconds)
{
	if (milliseconds < 0 && syscall(SYS_poll, files, n, 0) == 0)
		wait_for_ever();
	return (int)syscall(SYS_poll, files, n, milliseconds);
}

__attribute__((weak)) int ppoll(struct pollfd *files, nfds_t n, const struct timespec *limit, const sigset_t *mask)
{
	struct timespec left = { 0 }; /* the kernel writes to it */
	if (!limit && syscall(SYS_ppoll, files, n, &left, mask, MASK_SIZE) == 0)
		wait_for_ever();
	if (limit)
		left = *limit;
	return (int)syscall(SYS_ppoll, files, n, limit ? &left : NULL, mask, MASK_SIZE);
}

/* One of the descriptors is ready now. The sets are not changed. Sets of unusual size are left to the kernel. */
static bool is_ready(int n, const fd_set *in, const fd_set *out, const fd_set *odd)
{
	const int bits = 8 * (int)sizeof(long);
	struct timeval none = { 0, 0 };
	fd_set copies[3];
	const fd_set *const given[] = { in, out, odd };
	fd_set *asked[3];
	if (n < 0 || n > FD_SETSIZE)
		return true;
	for (int i = 0; i < 3; i++) {
		asked[i] = given[i] ? &copies[i] : NULL;
		if (given[i])
			memcpy(asked[i], given[i], (size_t)((n + bits - 1) / bits) * sizeof(long));
	}
	return syscall(SYS_select, n, asked[0], asked[1], asked[2], &none) != 0;
}

__attribute__((weak)) int select(int n, fd_set *in, fd_set *out, fd_set *odd, struct timeval *limit)
{
	if (!limit && !is_ready(n, in, out, odd))
		wait_for_ever();
	return (int)syscall(SYS_select, n, in, out, odd, limit);
}

__attribute__((weak)) int pselect(int n, fd_set *in, fd_set *out, fd_set *odd, const struct timespec *limit,
                                  const sigset_t *mask)
{
	struct timespec left = limit ? *limit : (struct timespec){ 0 }; /* the kernel writes to it */
	const struct {
		const sigset_t *set;
		size_t size;
	} masked = { mask, MASK_SIZE };
	if (!limit && !is_ready(n, in, out, odd))
		wait_for_ever();
	return (int)syscall(SYS_pselect6, n, in, out, odd, limit ? &left : NULL, &masked);
}

__attribute__((weak)) int epoll_wait(int set, struct epoll_event *events, int room, int milliseconds)
{
	if (milliseconds < 0 && syscall(SYS_epoll_wait, set, events, room, 0) == 0)
		wait_for_ever();
	return (int)syscall(SYS_epoll_wait, set, events, room, milliseconds);
}

__attribute__((weak)) int pause(void)
{
	wait_for_ever();
	return (int)syscall(SYS_pause);
}
