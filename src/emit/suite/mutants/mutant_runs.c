/* mutant_runs: see mutant_runs.h. */
#define _GNU_SOURCE
#include "emit/suite/mutants/mutant_runs.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "proc/child.h"
#include "proc/spawn.h"

#define MEMORY_LIMIT (UINT64_C(1) << 30)
#define FIRST_SECONDS 60.0     /* without a mutant, and before the first run has shown a time */
#define MANY_TIMES 100.0       /* a run may take so many times the longest so far */
#define PATIENCE_SECONDS 3.0
#define MOST_PATIENCE 10.0     /* for mutants that wait: there may be many of them */
#define LITTLE_PATIENCE 1.0    /* where many mutants wait for ever */
#define FEW_TIMES 10.0         /* times the longest, where many mutants wait */
#define MANY_WAIT 5u

/* ---- the program ---- */

/* Returns the processes whose parent we are. Orphans become ours, so the list differs after a run that left
 * processes behind. NULL: this kernel does not tell. */
static char *list_children(void)
{
	char text[4096];
	int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text);
	if (fd >= 0)
		close(fd);
	return n < 0 || n == (ssize_t)sizeof text ? NULL : xprintf("%.*s", (int)n, text);
}

static bool left_nothing_behind(const struct mutant_runs *runs)
{
	char *now = list_children();
	bool same = now && runs->children && str_equal(now, runs->children);
	free(now);
	return same;
}

static void close_all(const int *fds, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

/* Opens the socket and the pipe. Our end comes first in each pair. */
static status open_ways(int socket[2], int out[2])
{
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, socket) < 0 || pipe2(out, O_CLOEXEC) < 0)
		return fail_errno("cannot make a pipe");
	for (int i = 0; i < 2; i++) {
		socket[i] = spawn_lift(socket[i]);
		out[i] = spawn_lift(out[i]);
		if (socket[i] < 0 || out[i] < 0)
			return fail_errno("cannot make a pipe");
	}
	return fcntl(out[0], F_SETFL, O_NONBLOCK) < 0 ? fail_errno("cannot make a pipe") : NULL;
}

static status start(struct mutant_runs *runs)
{
	int socket[2] = { -1, -1 }, out[2] = { -1, -1 };
	const struct sandbox sandbox = { .scratch = runs->box, .memory_limit = MEMORY_LIMIT };
	char *serve = NULL;
	status st = NULL;
	dir_remove(runs->box);
	TRY_OUT(dir_make(runs->box));
	TRY_OUT(open_ways(socket, out));
	serve = xprintf(MUTANT_SERVE_VARIABLE "=%d %d", socket[1], out[1]);
	const char *const env[] = { serve, NULL };
	const int keep[] = { socket[1], out[1] };
	TRY_OUT(sandbox_start(&sandbox, runs->program, env, keep, 2, false, &runs->server));
	runs->children = list_children();
	runs->socket = socket[0];
	runs->out = out[0];
	socket[0] = out[0] = -1;
out:
	close_all(socket, 2);
	close_all(out, 2);
	free(serve);
	return st;
}

void mutant_runs_end(struct mutant_runs *runs)
{
	if (!runs->server.pid)
		return;
	sandbox_end(&runs->server);
	close(runs->socket);
	close(runs->out);
	free(runs->children);
	runs->children = NULL;
}

/* ---- one run ---- */

/* Sends all bytes. False: the program is gone. */
static bool send_all(int fd, const void *bytes, size_t size)
{
	for (const char *rest = bytes; size;) {
		ssize_t n = send(fd, rest, size, MSG_NOSIGNAL);
		if (n < 0 && errno != EINTR)
			return false;
		rest += n > 0 ? n : 0;
		size -= n > 0 ? (size_t)n : 0;
	}
	return true;
}

/* Reads at most as much as a pipe can hold (1 MB): a program that prints for ever must not hold skep here. */
static void drain(int fd, struct sb *into)
{
	char buffer[16384];
	for (int i = 0; i < 64; i++) {
		ssize_t n = read(fd, buffer, sizeof buffer);
		if (n > 0)
			sb_add_bytes(into, buffer, (size_t)n);
		else if (n == 0 || errno != EINTR)
			return;
	}
}

/* Returns how many seconds to wait for a run. A mutant that sleeps or waits uses no fuel, so time limits it.
 * The first run, and every run of the unit without a mutant, gets much more. */
static double patience(const struct mutant_runs *runs, const struct mutant_request *request)
{
	bool many_wait = runs->waited_for >= MANY_WAIT;
	double least = many_wait ? LITTLE_PATIENCE : PATIENCE_SECONDS, times = many_wait ? FEW_TIMES : MANY_TIMES;
	if (runs->longest == 0 || !request->mutant)
		return FIRST_SECONDS;
	double enough = fmin(runs->longest * times, MOST_PATIENCE) + runs->longest;
	return fmax(enough, least);
}

/* Waits for the copy. *ended is its status as waitpid() gives it; false: it did not end. */
static bool hear(const struct mutant_runs *runs, const struct mutant_request *request, struct sb *out, int32_t *ended)
{
	const double deadline = now_seconds() + patience(runs, request);
	while (!interrupted() && now_seconds() < deadline) {
		struct pollfd fds[] = {
			{ .fd = runs->socket, .events = POLLIN },
			{ .fd = runs->out, .events = POLLIN },
			{ .fd = interrupt_fd(), .events = POLLIN },
		};
		poll(fds, sizeof fds / sizeof *fds, (int)((deadline - now_seconds()) * 1000) + 1);
		drain(runs->out, out);
		if (!fds[0].revents)
			continue;
		bool whole = recv(runs->socket, ended, sizeof *ended, MSG_WAITALL) == sizeof *ended;
		drain(runs->out, out); /* the last output before the copy ended */
		return whole;
	}
	return false;
}

/* Notes the time of a run that passed, and counts runs that never came back. A run that used up its fuel came
 * back, too, but its time tells nothing about other runs. */
static void note_time(struct mutant_runs *runs, bool came_back, bool passed, double seconds)
{
	runs->waited_for += !came_back;
	if (passed && seconds > runs->longest)
		runs->longest = seconds;
}

status mutant_runs_do(struct mutant_runs *runs, const struct mutant_request *request, const struct mutant_test *tests,
                      struct sb *out, bool *passed)
{
	int32_t ended = -1;
	*passed = false;
	if (!runs->server.pid)
		TRY(start(runs));
	else
		dir_clear(runs->box);
	double began = now_seconds();
	bool came_back = send_all(runs->socket, request, sizeof *request) &&
	                 send_all(runs->socket, tests, request->n_tests * sizeof *tests) &&
	                 hear(runs, request, out, &ended);
	*passed = came_back && WIFEXITED(ended) && WEXITSTATUS(ended) == 0;
	note_time(runs, came_back, *passed, now_seconds() - began);
	if (!came_back || !left_nothing_behind(runs))
		mutant_runs_end(runs);
	if (interrupted())
		return fail(TROUBLE_INTERRUPTED, "interrupted while mutants were tried");
	return NULL;
}
