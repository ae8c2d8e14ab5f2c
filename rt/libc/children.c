/* children: processes that the program starts, which exist only as far as the program can see.
 *
 * The worker starts no processes. While a program runs, fork() nevertheless gives the number of a child, and the test
 * goes on as the parent. The child takes everything that is written to it, says nothing, and ends with 0. The gate of
 * the written suite starts real processes, and takes outputs from there. Without a program (tests of functions),
 * starting fails. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inside.h"
#include "libc.h"

#define MAX_CHILDREN 64
#define MAX_DESCRIPTORS 256
#define NOT_FOUND 127 /* the shell's status of a command that does not exist */

static uint64_t waiting; /* a bit per child that nobody waited for */
static int n_children;
static struct {
	FILE *file;
	int status;
} opened[8]; /* by popen() */

void __skep_children_reset(void)
{
	waiting = 0;
	n_children = 0;
	memset(opened, 0, sizeof opened);
}

static pid_t number_of(int child)
{
	return __skep_getpid() + 1 + child;
}

/* The child has the other ends of all pipes: it reads to the end and writes nothing. */
static void lead_pipes_nowhere(void)
{
	struct stat about;
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int fd = 3; fd < MAX_DESCRIPTORS && null >= 0; fd++)
		if (fstat(fd, &about) == 0 && S_ISFIFO(about.st_mode))
			dup2(null, fd);
	if (null >= 0)
		close(null);
}

static pid_t start(void)
{
	if (!__skep_now.in_program || n_children == MAX_CHILDREN) {
		errno = EAGAIN;
		return -1;
	}
	lead_pipes_nowhere();
	waiting |= UINT64_C(1) << n_children;
	return number_of(n_children++);
}

pid_t __skep_fork(void)
{
	return start();
}

pid_t __skep_vfork(void)
{
	return start();
}

/* ---- is there such a program? ---- */

static bool is_program(const char *path)
{
	struct stat about;
	return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, X_OK) == 0;
}

static bool is_in_path(const char *name)
{
	const char *folders = getenv("PATH");
	char path[PATH_MAX];
	if (!folders)
		folders = "/bin:/usr/bin";
	for (const char *at = folders; at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL) {
		int length = (int)strcspn(at, ":");
		if (snprintf(path, sizeof path, "%.*s/%s", length, at, name) < (int)sizeof path && is_program(path))
			return true;
	}
	return false;
}

static int spawn(pid_t *pid, bool exists)
{
	int before = errno;
	pid_t child = exists ? start() : -1;
	int error = exists ? errno : ENOENT;
	errno = before;
	if (child < 0)
		return error;
	if (pid)
		*pid = child;
	return 0;
}

int __skep_posix_spawn(pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *restrict attributes, char *const arguments[restrict],
                       char *const environment[restrict])
{
	(void)actions;
	(void)attributes;
	(void)arguments;
	(void)environment;
	return spawn(pid, is_program(path));
}

int __skep_posix_spawnp(pid_t *restrict pid, const char *restrict file, const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *restrict attributes, char *const arguments[restrict],
                        char *const environment[restrict])
{
	(void)actions;
	(void)attributes;
	(void)arguments;
	(void)environment;
	return spawn(pid, strchr(file, '/') ? is_program(file) : is_in_path(file));
}

/* ---- waiting ---- */

static pid_t wait_for(pid_t pid, int *status)
{
	for (int i = 0; i < n_children; i++) {
		if (!(waiting >> i & 1) || (pid > 0 && pid != number_of(i)))
			continue;
		waiting &= ~(UINT64_C(1) << i);
		if (status)
			*status = 0;
		return number_of(i);
	}
	errno = ECHILD;
	return -1;
}

pid_t __skep_waitpid(pid_t pid, int *status, int options)
{
	(void)options;
	return wait_for(pid, status);
}

pid_t __skep_wait(int *status)
{
	return wait_for(-1, status);
}

pid_t __skep_wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
	(void)options;
	if (usage)
		memset(usage, 0, sizeof *usage);
	return wait_for(pid, status);
}

pid_t __skep_wait3(int *status, int options, struct rusage *usage)
{
	return __skep_wait4(-1, status, options, usage);
}

bool __skep_is_child(pid_t pid)
{
	return pid > number_of(-1) && pid < number_of(n_children);
}

/* ---- shells ---- */

/* Finds the first word of a command; false if that is more than a name. */
static bool first_word(const char *command, char *word, size_t size)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
	size_t length = strspn(command, letters);
	if (!length || length >= size || (command[length] && !strchr(" \t\n", command[length])))
		return false;
	memcpy(word, command, length);
	word[length] = 0;
	return true;
}

static bool is_builtin(const char *word)
{
	static const char *const builtins[] = { ".",    "alias",  "break",  "case",   "cd",    "command", "continue",
		                                "eval", "exec",   "exit",   "export", "for",   "getopts", "hash",
		                                "if",   "read",   "return", "set",    "shift", "times",   "trap",
		                                "type", "ulimit", "umask",  "unset",  "until", "wait",    "while" };
	for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
		if (strcmp(word, builtins[i]) == 0)
			return true;
	return false;
}

/* Returns the status that a shell would give for the command as far as that can be seen. */
static int shell_status(const char *command)
{
	char word[256];
	if (!first_word(command, word, sizeof word) || is_builtin(word))
		return 0;
	bool exists = strchr(word, '/') ? is_program(word) : is_in_path(word);
	return exists ? 0 : NOT_FOUND << 8;
}

/* NULL asks whether there is a shell. */
int __skep_system(const char *command)
{
	if (__skep_now.in_program)
		return command ? shell_status(command) : 1;
	if (!command)
		return 0;
	errno = EAGAIN;
	return -1;
}

FILE *__skep_popen(const char *command, const char *mode)
{
	size_t i = 0;
	while (i < sizeof opened / sizeof *opened && opened[i].file)
		i++;
	if (!__skep_now.in_program || i == sizeof opened / sizeof *opened || (mode[0] != 'r' && mode[0] != 'w')) {
		errno = __skep_now.in_program ? EINVAL : EAGAIN;
		return NULL;
	}
	opened[i].file = __skep_fopen("/dev/null", mode[0] == 'r' ? "r" : "w");
	opened[i].status = shell_status(command);
	return opened[i].file;
}

int __skep_pclose(FILE *file)
{
	for (size_t i = 0; i < sizeof opened / sizeof *opened && file; i++)
		if (opened[i].file == file) {
			opened[i].file = NULL;
			__skep_fclose(file);
			return opened[i].status;
		}
	errno = ECHILD;
	return -1;
}
