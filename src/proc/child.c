/* child: runs a program to its end and collects its output.
 *
 * Input goes through a memory file instead of a pipe, because that can neither block nor raise
 * SIGPIPE. One poll() waits for both outputs, the child's end, the time limit and ctrl-C. When the
 * child is gone its group is ended, too, so that a process it left behind cannot keep the pipes
 * open. */
#define _GNU_SOURCE
#include "proc/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "proc/confine.h"
#include "proc/spawn.h"

/* Interval of looking for the child's end, on kernels without pidfd_open. */
#define TICK_MILLISECONDS 20
/* How long the signal to skep may lag behind a child that died of it. */
#define LAG_MILLISECONDS 200
/* How long an interrupted child may take to end by itself. */
#define FAREWELL_MILLISECONDS 500

struct stream {
	int read_end, write_end; /* -1: none */
	struct sb *into;
	size_t most;             /* bytes to keep; 0: all of them */
};

struct running {
	pid_t pid;
	int pidfd;               /* -1: the kernel has no pidfd_open */
	struct stream out, err;
	double deadline;         /* 0: none */
};

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static status open_null(int flags, int *fd)
{
	*fd = spawn_lift(open("/dev/null", flags | O_CLOEXEC));
	return *fd < 0 ? fail_errno("cannot open /dev/null") : NULL;
}

static status open_stream(struct sb *into, struct stream *stream)
{
	int ends[2];
	*stream = (struct stream){ .read_end = -1, .write_end = -1, .into = into };
	if (pipe2(ends, O_CLOEXEC) < 0)
		return fail_errno("cannot make a pipe");
	stream->read_end = spawn_lift(ends[0]);
	stream->write_end = spawn_lift(ends[1]);
	/* Only skep's end of the pipe: programs expect that the child's end blocks. */
	if (stream->read_end < 0 || stream->write_end < 0 || fcntl(stream->read_end, F_SETFL, O_NONBLOCK) < 0)
		return fail_errno("cannot make a pipe");
	return NULL;
}

bool write_all(int fd, const void *bytes, size_t size)
{
	for (const char *rest = bytes; size;) {
		ssize_t n = write(fd, rest, size);
		if (n < 0 && errno == EINTR && !interrupted())
			continue;
		if (n < 0)
			return false;
		rest += n;
		size -= (size_t)n;
	}
	return true;
}

static status open_input(const struct child_options *options, int *fd)
{
	if (!options->input)
		return open_null(O_RDONLY, fd);
	*fd = spawn_lift(memfd_create("skep-input", MFD_CLOEXEC));
	if (*fd < 0 || !write_all(*fd, options->input, options->input_size))
		return fail_errno("cannot hold the input of a child process in memory");
	if (lseek(*fd, 0, SEEK_SET) < 0)
		return fail_errno("cannot rewind the input of a child process");
	return NULL;
}

static void keep(struct stream *stream, const char *bytes, size_t n)
{
	size_t room = stream->most > stream->into->n ? stream->most - stream->into->n : 0;
	sb_add_bytes(stream->into, bytes, stream->most && room < n ? room : n);
}

/* Reads what is there, and closes skep's end when no more will come. Reads no more than a pipe can
 * hold (1 MB), because a child that writes for ever would keep skep here. */
static void drain(struct stream *stream)
{
	char buffer[16384];
	for (int i = 0; i < 64 && stream->read_end >= 0; i++) {
		ssize_t n = read(stream->read_end, buffer, sizeof buffer);
		if (n > 0)
			keep(stream, buffer, (size_t)n);
		else if (n == 0 || (errno != EINTR && errno != EAGAIN))
			close_fd(&stream->read_end);
		else if (errno == EAGAIN)
			return;
	}
}

static int poll_milliseconds(const struct running *child)
{
	double left = child->deadline ? (child->deadline - now_seconds()) * 1000 + 1 : -1;
	if (child->deadline && left < 0)
		left = 0;
	if (child->pidfd < 0 && (left < 0 || left > TICK_MILLISECONDS))
		return TICK_MILLISECONDS;
	return left > INT32_MAX ? INT32_MAX : (int)left;
}

/* Leaves the child unreaped, so that its group number stays its own. */
static bool has_ended(pid_t pid)
{
	siginfo_t info = { 0 };
	return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

/* Waits until the child has ended, its time is up or skep is interrupted. */
static void attend(struct running *child, struct child_result *result)
{
	while (!has_ended(child->pid)) {
		struct pollfd fds[] = {
			{ .fd = child->out.read_end, .events = POLLIN },
			{ .fd = child->err.read_end, .events = POLLIN },
			{ .fd = child->pidfd, .events = POLLIN },
			{ .fd = interrupt_fd(), .events = POLLIN },
		};
		poll(fds, sizeof fds / sizeof fds[0], poll_milliseconds(child));
		drain(&child->out);
		drain(&child->err);
		if (interrupted())
			return;
		if (child->deadline && now_seconds() >= child->deadline && !has_ended(child->pid)) {
			result->timed_out = true;
			return;
		}
	}
}

/* A signal for the whole group can reach a child that has not left the group yet, and end it before
 * skep itself hears of the signal. */
static bool died_of_interruption(int wait_status)
{
	int number = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
	if (number != SIGINT && number != SIGTERM && number != SIGHUP)
		return false;
	struct pollfd event = { .fd = interrupt_fd(), .events = POLLIN };
	if (event.fd >= 0 && !interrupted())
		poll(&event, 1, LAG_MILLISECONDS);
	return interrupted();
}

/* A failure while skep was interrupted is a consequence of that. */
static bool was_interrupted(bool ended, int wait_status)
{
	if (interrupted())
		return !ended || wait_status != 0;
	return ended && died_of_interruption(wait_status);
}

/* Asks first, because a compiler removes its temporary files when it is asked to end. */
static void ask_to_end(struct running *child)
{
	double patience = now_seconds() + FAREWELL_MILLISECONDS / 1000.0;
	kill(-child->pid, SIGTERM);
	while (!has_ended(child->pid) && now_seconds() < patience) {
		struct pollfd end = { .fd = child->pidfd, .events = POLLIN };
		poll(&end, 1, TICK_MILLISECONDS);
		drain(&child->out);
		drain(&child->err);
	}
}

static status finish(struct running *child, const char *program, struct child_result *result)
{
	attend(child, result);
	bool ended = has_ended(child->pid);
	if (!ended && !result->timed_out)
		ask_to_end(child);
	kill(-child->pid, SIGKILL);
	drain(&child->out);
	drain(&child->err);
	result->status = spawn_wait(child->pid);
	spawn_reap_group(child->pid, false);
	if (was_interrupted(ended, result->status))
		return fail(TROUBLE_INTERRUPTED, "interrupted while '%s' was running", program);
	return NULL;
}

static status start(const char *const *argv, const struct child_options *options, struct running *child)
{
	status st = NULL;
	int in = -1, null = -1;
	struct confinement limits = { .ruleset = -1 };

	if (options->sandbox)
		TRY_OUT(confinement_make(options->sandbox, &limits));
	TRY_OUT(open_input(options, &in));
	if (options->out)
		TRY_OUT(open_stream(options->out, &child->out));
	else
		TRY_OUT(open_null(O_WRONLY, &null));
	if (options->err)
		TRY_OUT(open_stream(options->err, &child->err));
	child->out.most = child->err.most = options->most_output;
	const struct spawn plan = {
		.argv = argv,
		.env = options->env,
		.directory = options->directory,
		.in = in,
		.out = options->out ? child->out.write_end : null,
		.err = child->err.write_end,
		.new_session = options->sandbox != NULL,
		.prepare = options->sandbox ? confinement_enter : NULL,
		.context = &limits,
	};
	TRY_OUT(spawn(&plan, &child->pid));
	child->pidfd = (int)syscall(SYS_pidfd_open, child->pid, 0); /* closes on exec */
out:
	close_fd(&in);
	close_fd(&null);
	close_fd(&child->out.write_end);
	close_fd(&child->err.write_end);
	confinement_release(&limits);
	return st;
}

status child_run(const char *const *argv, const struct child_options *options, struct child_result *result)
{
	static const struct child_options none;
	const struct stream closed = { .read_end = -1, .write_end = -1 };
	struct running child = { .pid = -1, .pidfd = -1, .out = closed, .err = closed };

	if (!options)
		options = &none;
	*result = (struct child_result){ 0 };
	if (interrupted())
		return fail(TROUBLE_INTERRUPTED, "interrupted before '%s' was started", argv[0]);
	if (options->milliseconds)
		child.deadline = now_seconds() + options->milliseconds / 1000.0;
	status st = start(argv, options, &child);
	if (!st)
		st = finish(&child, argv[0], result);
	close_fd(&child.out.read_end);
	close_fd(&child.err.read_end);
	close_fd(&child.pidfd);
	return st;
}

bool said_disk_full(const char *said)
{
	return strstr(said, "No space left on device") || strstr(said, "File too large");
}
