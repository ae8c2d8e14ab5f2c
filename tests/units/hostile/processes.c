/* Processes: others, limits, the network. Each deed that would reach somebody asks
 * with signal 0 first: if the answer is not "no", it reports BROKEN and stops. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hostile.h"

extern char **environ;

/* ---- new processes ---- */

int start_process(void)
{
	pid_t pid = fork();
	if (pid == 0)
		_exit(0);
	return pid < 0 ? 0 : BROKEN;
}

/* The child of a process that can fork ends at once, so this explodes nowhere. */
int start_many_processes(void)
{
	for (int i = 0; i < 50; i++)
		if (start_process() == BROKEN)
			return BROKEN;
	return 0;
}

int start_process_really(int how)
{
	long pid = how == 0   ? syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL) :
	           how == 1 ? syscall(SYS_clone, CLONE_VFORK | SIGCHLD, NULL, NULL, NULL, NULL) :
	           how == 2 ? syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL) :
	                      syscall(SYS_clone, CLONE_NEWUSER | CLONE_NEWPID | SIGCHLD, NULL, NULL, NULL, NULL);
	if (pid == 0)
		syscall(SYS_exit_group, 0);
	return pid < 0 ? 0 : BROKEN;
}

int run_program(int how)
{
	char *const argv[] = { "true", NULL };
	pid_t pid = 0;
	if (how == 0)
		execve("/bin/true", argv, environ);
	else if (how == 1)
		execlp("true", "true", (char *)NULL);
	else if (how == 2 && posix_spawn(&pid, "/bin/true", NULL, NULL, argv, environ) == 0)
		return waitpid(pid, &how, 0) == pid && WIFEXITED(how) && WEXITSTATUS(how) == 0 ? BROKEN : 0;
	else if (how == 3 && system("true") == 0)
		return BROKEN;
	else if (how == 4)
		return popen("true", "r") ? BROKEN : 0;
	else if (how == 5)
		return (int)syscall(SYS_execveat, AT_FDCWD, "/bin/true", argv, environ, 0) < 0 ? 0 : BROKEN;
	return 0;
}

int become_daemon(void)
{
	return daemon(0, 0) == 0 || setsid() >= 0 || setpgid(0, 0) == 0 ? BROKEN : 0;
}

/* ---- other processes ---- */

static int kill_if_denied(long pid)
{
	if (syscall(SYS_kill, pid, 0) == 0)
		return BROKEN;
	return syscall(SYS_kill, pid, SIGKILL) == 0 ? BROKEN : 0;
}

int kill_everybody(void)
{
	return kill_if_denied(-1);
}

int kill_group(void)
{
	return kill_if_denied(0);
}

int kill_parent(void)
{
	return kill_if_denied(syscall(SYS_getppid));
}

int kill_session(void)
{
	return kill_if_denied(-syscall(SYS_getsid, 0));
}

int kill_first(void)
{
	return kill_if_denied(1);
}

int kill_by_library(int pid)
{
	if (kill(pid, 0) == 0 && pid != 0)
		return BROKEN;
	return kill(pid, SIGKILL) == 0 && pid != 0 ? BROKEN : 0;
}

int kill_parent_by_descriptor(void)
{
	long fd = syscall(SYS_pidfd_open, syscall(SYS_getppid), 0);
	if (fd < 0)
		return 0;
	if (syscall(SYS_pidfd_send_signal, fd, 0, NULL, 0) == 0)
		return BROKEN;
	return syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0) == 0 ? BROKEN : 0;
}

int trace(void)
{
	long parent = syscall(SYS_getppid);
	if (ptrace(PTRACE_ATTACH, (pid_t)parent, NULL, NULL) == 0) {
		ptrace(PTRACE_DETACH, (pid_t)parent, NULL, NULL);
		return BROKEN;
	}
	return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0 ? BROKEN : 0;
}

int write_into_parent(void)
{
	char path[64], zero = 0;
	struct iovec from = { &zero, 1 }, to = { (void *)environ, 1 };
	long parent = syscall(SYS_getppid);
	snprintf(path, sizeof path, "/proc/%ld/mem", parent);
	if (open(path, O_RDWR) >= 0)
		return BROKEN;
	return process_vm_writev((pid_t)parent, &from, 1, &to, 1, 0) >= 0 ? BROKEN : 0;
}

int limit_parent(void)
{
	struct rlimit small = { 1 << 20, 1 << 20 };
	return prlimit((pid_t)syscall(SYS_getppid), RLIMIT_MEMLOCK, &small, NULL) == 0 ? BROKEN : 0;
}

int outlive_parent(void)
{
	return prctl(PR_SET_PDEATHSIG, 0) == 0 ? BROKEN : 0;
}

/* ---- itself ---- */

int limit_itself(int resource, int value)
{
	struct rlimit limit = { (rlim_t)value, (rlim_t)value };
	setrlimit((unsigned)resource % RLIM_NLIMITS, &limit);
	return 0;
}

int lift_limits(void)
{
	static const int bounded[] = { RLIMIT_FSIZE, RLIMIT_NOFILE };
	struct rlimit none = { RLIM_INFINITY, RLIM_INFINITY };
	for (size_t i = 0; i < sizeof bounded / sizeof *bounded; i++)
		if (setrlimit((unsigned)bounded[i], &none) == 0)
			return BROKEN;
	return 0;
}

int become_root(void)
{
	return unshare(CLONE_NEWUSER) == 0 || setns(0, 0) == 0 || chroot("/") == 0 ? BROKEN : 0;
}

/* No system call from now on, not even to end. */
int deny_itself_everything(int how)
{
	struct sock_filter filter[] = { BPF_STMT(BPF_RET | BPF_K, how == 0 ? SECCOMP_RET_ERRNO | EPERM : SECCOMP_RET_KILL_PROCESS) };
	struct sock_fprog program = { 1, filter };
	if (how == 2)
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
	else
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
	return 0;
}

int idle_priority(void)
{
	struct sched_param param = { 0 };
	nice(19);
	sched_setscheduler(0, SCHED_IDLE, &param);
	cpu_set_t one;
	CPU_ZERO(&one);
	CPU_SET(0, &one);
	return sched_setaffinity(0, sizeof one, &one) & 0;
}

int rename_itself(const char *name)
{
	prctl(PR_SET_NAME, name);
	prctl(PR_SET_DUMPABLE, 0);
	return prctl(PR_SET_CHILD_SUBREAPER, 1) & 0;
}

/* ---- the network ---- */

int open_socket(int domain, int type)
{
	int fd = socket(domain, type, 0);
	return fd < 0 ? 0 : BROKEN;
}

int open_socket_really(int domain, int type)
{
	return syscall(SYS_socket, domain, type, 0) < 0 ? 0 : BROKEN;
}

int open_socket_pair(void)
{
	int ends[2];
	return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0 ? 0 : BROKEN;
}

/* To descriptors that somebody may have left open. */
int connect_all(void)
{
	struct sockaddr_in here = { .sin_family = AF_INET, .sin_port = htons(9), .sin_addr = { htonl(INADDR_LOOPBACK) } };
	struct sockaddr_un named = { .sun_family = AF_UNIX, .sun_path = "socket" };
	for (int fd = 0; fd < 64; fd++)
		if (connect(fd, (struct sockaddr *)&here, sizeof here) == 0 || bind(fd, (struct sockaddr *)&named, sizeof named) == 0)
			return BROKEN;
	return 0;
}
