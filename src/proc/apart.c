/* apart: see apart.h. */
#define _GNU_SOURCE
#include "proc/apart.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "proc/child.h"

#define LOOK_AROUND_MILLISECONDS 100

/* Works in the child. The waiting process ends it, or the system does if that one is gone. Messages
 * of a dying child are useless, and so is a core file. */
_Noreturn static void work_in_child(int fd, pid_t parent, void (*work)(void *, void *), void *context, void *result,
                                    size_t size)
{
	static const int own[] = { SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM };
	struct rlimit none = { 0, 0 };
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	signal(SIGINT, SIG_IGN);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		signal(own[i], SIG_DFL);
	setrlimit(RLIMIT_CORE, &none);
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (nowhere >= 0)
		dup2(nowhere, STDERR_FILENO);
	work(context, result);
	_exit(write_all(fd, result, size) ? 0 : 1);
}

static bool read_all(int fd, char *bytes, size_t size, double until)
{
	while (size) {
		struct pollfd ready = { .fd = fd, .events = POLLIN };
		if (interrupted() || now_seconds() > until)
			return false;
		if (poll(&ready, 1, LOOK_AROUND_MILLISECONDS) <= 0)
			continue;
		ssize_t n = read(fd, bytes, size);
		if (n == 0 || (n < 0 && errno != EINTR))
			return false;
		bytes += n > 0 ? n : 0;
		size -= n > 0 ? (size_t)n : 0;
	}
	return true;
}

bool run_apart(void (*work)(void *context, void *result), void *context, void *result, size_t size, double seconds)
{
	int ends[2];
	pid_t parent = getpid();
	if (pipe2(ends, O_CLOEXEC) < 0)
		return false;
	pid_t child = fork();
	if (child == 0)
		work_in_child(ends[1], parent, work, context, result, size);
	close(ends[1]);
	bool done = child > 0 && read_all(ends[0], result, size, now_seconds() + seconds);
	close(ends[0]);
	if (child > 0) {
		kill(child, SIGKILL); /* the child has written everything, or will not */
		while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
			;
	}
	return done;
}
