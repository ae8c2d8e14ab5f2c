/* spawn: vfork and exec by the book.
 *
 * Until exec the child lives in skep's memory (vfork): copying the page tables of a
 * process that has LLVM in it takes longer than most of what is run. So the child makes
 * system calls and nothing else: it leaves no trace in memory but errno.
 *
 * The child tells what went wrong before exec through a pipe that exec closes:
 * an empty pipe means the program runs. Signals are blocked around it so that
 * no handler of ours ever runs in the child. */
#define _GNU_SOURCE
#include "proc/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

struct report {
	int error;
	char what[124]; /* empty: the failure is exec's */
};

static const char *enter_own_group(const struct spawn *plan, pid_t parent)
{
	if (plan->new_session ? setsid() < 0 : setpgid(0, 0) < 0)
		return "leave the process group";
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0)
		return "tie its life to skep's";
	if (getppid() != parent)
		_exit(127); /* skep died before the tie was made */
	return NULL;
}

static const char *place_descriptors(const struct spawn *plan)
{
	const int wanted[3] = { plan->in, plan->out, plan->err };
	for (int i = 0; i < 3; i++)
		if (wanted[i] >= 0 && dup2(wanted[i], i) < 0)
			return "connect its input and output";
	return NULL;
}

/* Makes all descriptors above 2 close on exec, including those that skep itself was started with;
 * prepare() may except some again. */
static void close_rest_on_exec(void)
{
	if (close_range(3, ~0u, CLOSE_RANGE_CLOEXEC) == 0)
		return;
	long limit = sysconf(_SC_OPEN_MAX); /* a kernel before 5.11 */
	for (int fd = 3; fd < limit; fd++)
		fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/* A signal that skep ignores must not be ignored in the child: exec resets handlers but keeps
 * SIG_IGN. */
static void reset_signals(void)
{
	const struct sigaction normal = { .sa_handler = SIG_DFL };
	sigset_t none;
	for (int number = 1; number < NSIG; number++)
		sigaction(number, &normal, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* The prototype of exec is older than const; exec changes nothing. */
static char *const *words_of(const char *const *words)
{
	const union {
		const char *const *given;
		char *const *taken;
	} both = { .given = words };
	return both.taken;
}

static const char *become(const struct spawn *plan, pid_t parent)
{
	const char *trouble = enter_own_group(plan, parent);
	if (!trouble)
		trouble = place_descriptors(plan);
	if (!trouble && plan->directory && chdir(plan->directory) < 0)
		trouble = "enter its folder";
	if (trouble)
		return trouble;
	reset_signals();
	close_rest_on_exec();
	if (plan->prepare)
		trouble = plan->prepare(plan->context);
	if (trouble)
		return trouble;
	char *const *env = plan->env ? words_of(plan->env) : environ;
	execvpe(plan->argv[0], words_of(plan->argv), env);
	return "";
}

NORETURN static void run_child(const struct spawn *plan, pid_t parent, int report_fd)
{
	const char *what = become(plan, parent);
	struct report report = { .error = errno };
	strncpy(report.what, what, sizeof report.what - 1);
	ssize_t n;
	do
		n = write(report_fd, &report, sizeof report);
	while (n < 0 && errno == EINTR);
	_exit(127);
}

/* A function of its own, because one that calls vfork may find its variables changed. */
static __attribute__((noinline)) pid_t start_child(const struct spawn *plan, pid_t parent, int report_fd)
{
	pid_t child = vfork();
	if (child == 0)
		run_child(plan, parent, report_fd);
	return child;
}

static status explain(const struct spawn *plan, const struct report *report)
{
	const char *program = plan->argv[0];
	const char *reason = strerror(report->error);
	if (!report->what[0] && report->error == ENOENT)
		return fail(TROUBLE_SYSTEM, "cannot start '%s': no such program; install it or add its folder to PATH",
		            program);
	if (!report->what[0])
		return fail(TROUBLE_SYSTEM, "cannot start '%s': %s", program, reason);
	if (plan->directory && strcmp(report->what, "enter its folder") == 0)
		return fail(TROUBLE_SYSTEM, "cannot start '%s' in folder '%s': %s", program, plan->directory, reason);
	return fail(TROUBLE_SYSTEM, "cannot start '%s': cannot %s: %s", program, report->what, reason);
}

/* True if the child reported a failure. A report is shorter than PIPE_BUF, so it comes as a whole. */
static bool read_report(int fd, struct report *report)
{
	ssize_t n;
	do
		n = read(fd, report, sizeof *report);
	while (n < 0 && errno == EINTR);
	report->what[sizeof report->what - 1] = 0;
	return n == (ssize_t)sizeof *report;
}

int spawn_wait(pid_t pid)
{
	int wait_status = 0;
	while (waitpid(pid, &wait_status, 0) < 0 && errno == EINTR)
		;
	return wait_status;
}

int spawn_lift(int fd)
{
	if (fd < 0 || fd > 2)
		return fd;
	int lifted = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	int error = errno;
	close(fd);
	errno = error;
	return lifted;
}

static status make_report_pipe(int ends[2])
{
	if (pipe2(ends, O_CLOEXEC) < 0)
		return fail_errno("cannot make a pipe");
	ends[0] = spawn_lift(ends[0]);
	ends[1] = spawn_lift(ends[1]);
	return ends[0] < 0 || ends[1] < 0 ? fail_errno("cannot make a pipe") : NULL;
}

void spawn_reap_group(pid_t group, bool patient)
{
	pid_t pid;
	do
		pid = waitpid(-group, NULL, patient ? 0 : WNOHANG);
	while (pid > 0 || (pid < 0 && errno == EINTR));
}

/* If the program that started skep ignored SIGCHLD, the kernel would reap skep's children itself
 * and their wait status would be lost. Orphans become skep's children instead of process 1's, so
 * that skep knows when they are gone. */
static void keep_children(void)
{
	struct sigaction now;
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	if (sigaction(SIGCHLD, NULL, &now) == 0 && now.sa_handler == SIG_IGN) {
		now.sa_handler = SIG_DFL;
		sigaction(SIGCHLD, &now, NULL);
	}
}

status spawn(const struct spawn *plan, pid_t *pid)
{
	status st = NULL;
	int ends[2] = { -1, -1 };
	pid_t parent = getpid();
	struct report report = { 0 };
	sigset_t all, before;

	keep_children();
	TRY_OUT(make_report_pipe(ends));
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pid_t child = start_child(plan, parent, ends[1]);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (child < 0) {
		st = fail_errno("cannot start a process for '%s'", plan->argv[0]);
		goto out;
	}
	close(ends[1]);
	ends[1] = -1;
	if (read_report(ends[0], &report)) {
		spawn_wait(child);
		st = explain(plan, &report);
		goto out;
	}
	*pid = child;
out:
	if (ends[0] >= 0)
		close(ends[0]);
	if (ends[1] >= 0)
		close(ends[1]);
	return st;
}
