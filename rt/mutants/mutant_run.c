/* mutant_run: linked into every program with mutants; see mutant_run.h.
 *
 * When a suite is written, paths of mkstemp() are in /tmp. Here they get another beginning of equal
 * length that leads nowhere else. */
#define _GNU_SOURCE
#include "mutant_run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int __skep_mutant;
static int64_t fuel = -1;
static const struct mutant_test *tests; /* tests that have not run yet */
static uint32_t n_tests;

void __skep_use_fuel(void);
int __skep_next_test(void);

void __skep_use_fuel(void)
{
	if (fuel >= 0 && fuel-- == 0)
		_exit(MUTANT_OUT_OF_FUEL);
}

/* For main(): the number of the next test, -1 after the last. */
int __skep_next_test(void)
{
	if (!n_tests)
		return -1;
	n_tests--;
	fuel = tests->fuel;
	return (int)(tests++)->number;
}

/* ---- one copy per request ---- */

static void read_all(int fd, void *bytes, size_t size)
{
	for (char *rest = bytes; size;) {
		ssize_t n = read(fd, rest, size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			_exit(0); /* no more requests will come */
		rest += n;
		size -= (size_t)n;
	}
}

/* The code that runs after this may do anything, so it gets none of the descriptors for requests
 * and answers. */
static void become_copy(const struct mutant_request *request, pid_t parent, int socket, int out)
{
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent || dup2(out, STDOUT_FILENO) < 0)
		_exit(1);
	close(socket);
	close(out);
	__skep_mutant = (int)request->mutant;
	fuel = request->fuel;
	n_tests = request->n_tests;
}

/* True in the copy. The numbers are in memory of their own, because the heap is the unit's. */
static bool answer_request(int socket, int out)
{
	struct mutant_request request;
	int32_t ended = -1;
	int wait_status;
	pid_t self = getpid();
	read_all(socket, &request, sizeof request);
	size_t size = (size_t)request.n_tests * sizeof *tests + 1;
	void *numbers = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (numbers == MAP_FAILED)
		_exit(1);
	read_all(socket, numbers, size - 1);
	tests = numbers;
	pid_t pid = fork();
	if (pid == 0) {
		become_copy(&request, self, socket, out);
		return true;
	}
	if (pid > 0 && waitpid(pid, &wait_status, 0) == pid)
		ended = wait_status;
	munmap(numbers, size);
	if (write(socket, &ended, sizeof ended) != sizeof ended)
		_exit(0);
	return false;
}

/* Runs before the constructors of the unit, which may have mutants, too. */
__attribute__((constructor(101))) static void wake(void)
{
	const char *number = getenv(MUTANT_VARIABLE), *limit = getenv(MUTANT_FUEL_VARIABLE);
	const char *serve = getenv(MUTANT_SERVE_VARIABLE);
	if (number)
		__skep_mutant = atoi(number);
	if (limit)
		fuel = atol(limit);
	if (serve) {
		char *end;
		int socket = (int)strtol(serve, &end, 10), out = (int)strtol(end, NULL, 10);
		while (!answer_request(socket, out))
			;
	}
}

/* ---- files ---- */

__attribute__((weak)) int mkstemp(char *path)
{
	static int made;
	size_t n = strlen(path);
	char number[8];
	snprintf(number, sizeof number, "%06d", made++ % 1000000);
	memcpy(path + n - 6, number, 6);
	if (strncmp(path, "/tmp/", 5) == 0)
		memcpy(path, ".////", 5);
	return open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
}

__attribute__((weak)) FILE *tmpfile(void)
{
	int memory = memfd_create("tmpfile", MFD_CLOEXEC);
	return memory < 0 ? NULL : fdopen(memory, "w+");
}
