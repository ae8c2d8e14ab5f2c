/* beside: see beside.h. The status comes back through a pipe: its kind, then its message. An empty
 * pipe and a clean exit mean success. */
#define _GNU_SOURCE
#include "proc/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "base/mem.h"
#include "proc/child.h"
#include "proc/spawn.h"

#define FAREWELL_MILLISECONDS 3000

struct beside {
	pid_t pid;
	int report;    /* read end of the pipe */
	char *folder;  /* TMPDIR of the copy */
};

static void write_report(int fd, status st)
{
	struct sb text = { 0 };
	sb_add_bytes(&text, &st->kind, sizeof st->kind);
	sb_add(&text, st->message);
	for (size_t done = 0; done < text.n;) {
		ssize_t n = write(fd, text.text + done, text.n - done);
		if (n < 0 && errno != EINTR)
			break;
		done += n > 0 ? (size_t)n : 0;
	}
	sb_release(&text);
}

/* Uses _exit(), because functions registered for the end of skep must run only in skep. */
NORETURN static void run_copy(const struct beside *beside, pid_t parent, int report, status (*work)(void *),
                              void *context)
{
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent)
		_exit(1);
	log_set_level(LOG_QUIET);
	setenv("TMPDIR", beside->folder, 1);
	status st = work(context);
	if (st)
		write_report(report, st);
	_exit(st ? 1 : 0);
}

static status start(status (*make_folder)(const char *purpose, char **path), status (*work)(void *context),
                    void *context, struct beside **out)
{
	struct beside *beside = xcalloc(1, sizeof *beside);
	int ends[2] = { -1, -1 };
	pid_t parent = getpid();
	status st = NULL;
	beside->report = -1;
	TRY_OUT(make_folder("beside", &beside->folder));
	if (pipe2(ends, O_CLOEXEC) < 0) {
		st = fail_errno("cannot make a pipe");
		goto out;
	}
	fflush(NULL); /* otherwise both would print the buffers */
	beside->pid = fork();
	if (beside->pid == 0)
		run_copy(beside, parent, ends[1], work, context);
	close(ends[1]);
	beside->report = ends[0];
	if (beside->pid < 0)
		st = fail_errno("cannot start a second process");
out:
	if (st) {
		beside->pid = 0;
		beside_cancel(beside);
	} else {
		*out = beside;
	}
	return st;
}

status beside_start(status (*work)(void *context), void *context, struct beside **beside)
{
	return start(temp_make, work, context, beside);
}

status beside_start_quick(status (*work)(void *context), void *context, struct beside **beside)
{
	return start(temp_make_quick, work, context, beside);
}

static int end(struct beside *beside)
{
	int wait_status = beside->pid ? spawn_wait(beside->pid) : 0;
	if (beside->report >= 0)
		close(beside->report);
	temp_remove(beside->folder);
	free(beside);
	return wait_status;
}

/* Reads until the other end of the pipe is closed; false if skep was interrupted before. */
static bool read_report(const struct beside *beside, struct sb *text)
{
	char buffer[4096];
	while (!interrupted()) {
		struct pollfd fds[] = { { .fd = beside->report, .events = POLLIN },
			                { .fd = interrupt_fd(), .events = POLLIN } };
		if (poll(fds, 2, -1) < 0 || !fds[0].revents)
			continue;
		ssize_t n = read(beside->report, buffer, sizeof buffer);
		if (n == 0 || (n < 0 && errno != EINTR))
			return true;
		if (n > 0)
			sb_add_bytes(text, buffer, (size_t)n);
	}
	return false;
}

static status report_status(const struct sb *text, int wait_status)
{
	enum trouble kind;
	if (text->n >= sizeof kind) {
		memcpy(&kind, text->text, sizeof kind);
		return fail(kind, "%s", text->text + sizeof kind);
	}
	if (WIFSIGNALED(wait_status))
		return fail(TROUBLE_SYSTEM, "a second process of skep was ended by signal %d; is there enough memory?",
		            WTERMSIG(wait_status));
	return wait_status ? fail(TROUBLE_SYSTEM, "a second process of skep ended without a message") : NULL;
}

/* The pipe becomes readable by a report as well as by the end of the copy. */
bool beside_is_done(const struct beside *beside)
{
	struct pollfd fd = { .fd = beside->report, .events = POLLIN };
	return poll(&fd, 1, 0) != 0;
}

bool beside_wait(const struct beside *beside)
{
	while (!interrupted() && !beside_is_done(beside)) {
		struct pollfd fds[] = { { .fd = beside->report, .events = POLLIN },
			                { .fd = interrupt_fd(), .events = POLLIN } };
		poll(fds, 2, -1);
	}
	return !interrupted();
}

status beside_finish(struct beside *beside)
{
	struct sb text = { 0 };
	bool complete = read_report(beside, &text);
	if (!complete)
		kill(beside->pid, SIGKILL);
	int wait_status = end(beside);
	status st = complete ? report_status(&text, wait_status)
	                     : fail(TROUBLE_INTERRUPTED, "interrupted while a second process of skep was at work");
	sb_release(&text);
	return st;
}

void beside_stop(struct beside *beside)
{
	struct pollfd fd = { .events = POLLIN };
	if (!beside)
		return;
	kill(beside->pid, SIGTERM);
	fd.fd = beside->report;
	double patience = now_seconds() + FAREWELL_MILLISECONDS / 1000.0;
	while (poll(&fd, 1, FAREWELL_MILLISECONDS) < 0 && errno == EINTR && now_seconds() < patience)
		;
	beside_cancel(beside);
}

void beside_cancel(struct beside *beside)
{
	if (!beside)
		return;
	if (beside->pid)
		kill(beside->pid, SIGKILL);
	end(beside);
}
