/* Functions that do not come back, or should not have been called. */
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int fine(int x)
{
	return x + 1;
}

int read_at(const int *p)
{
	return *p;
}

void write_at(int *p)
{
	*p = 1;
}

int divide(int a, int b)
{
	return a / b;
}

size_t measure(const char *text)
{
	return strlen(text) + 1; /* not the very last thing it does: that would be a jump */
}

void give_up(void)
{
	abort();
}

int positive(int x)
{
	assert(x > 0);
	return x;
}

static int cleaned;

static void clean(void)
{
	cleaned++;
}

void leave(int status)
{
	atexit(clean);
	exit(status);
}

void leave_at_once(int status)
{
	syscall(SYS_exit_group, status);
}

void leave_with_message(void)
{
	errx(3, "it is over");
}

int deep(int n)
{
	volatile char room[100];
	room[n % 100] = 1;
	return n <= 0 ? 0 : deep(n + 1) + room[0];
}

int spin(int n)
{
	while (n > 0)
		n = n % 7 + 1;
	return n;
}

/* No condition, no call: no fuel is used. */
void wait_forever(void)
{
	for (;;)
		pause();
}

void stop(void)
{
	syscall(SYS_kill, syscall(SYS_getpid), SIGSTOP);
	for (;;)
		pause();
}

void free_twice(void)
{
	char *p = malloc(10), *q = p;
	free(p);
	free(q);
}

void free_middle(void)
{
	char *p = malloc(100);
	free(p + 16);
}

void release(void *p)
{
	free(p);
}

static int number;

void free_global(void)
{
	int *volatile p = &number;
	free(p);
}

int take_much(size_t size)
{
	char *p = malloc(size);
	if (!p)
		return errno == ENOMEM ? -1 : -2;
	p[size - 1] = 1;
	free(p);
	return 1;
}

int take_all(void)
{
	int n = 0;
	while (malloc(1 << 20))
		n++;
	return n;
}

int start_process(void)
{
	pid_t pid = fork();
	if (pid == 0)
		_exit(0);
	return pid < 0 ? -errno : 0;
}

int run_program(void)
{
	execl("/bin/true", "true", (char *)NULL);
	return -errno;
}

/* The zygote: it must not be reachable. */
int end_parent(void)
{
	return syscall(SYS_kill, syscall(SYS_getppid), SIGKILL) == 0 ? 0 : -errno;
}

int outlive_parent(void)
{
	return prctl(PR_SET_PDEATHSIG, 0) == 0 ? 0 : -errno;
}

void send_to_self(int signal_number)
{
	kill(getpid(), signal_number);
}

void send_really(int signal_number)
{
	syscall(SYS_kill, syscall(SYS_getpid), signal_number);
}

int close_all(void)
{
	return syscall(SYS_close_range, 0, ~0u, 0) == 0;
}

int remove_file(const char *path)
{
	return remove(path) == 0 ? 0 : -errno;
}

/* Looks for memory shared with others and fills it. */
static void scribble(int value, size_t from, size_t size)
{
	char line[512];
	FILE *maps = fopen("/proc/self/maps", "r");
	while (maps && fgets(line, sizeof line, maps)) {
		unsigned long start, end;
		char mode[8];
		if (sscanf(line, "%lx-%lx %7s", &start, &end, mode) != 3 || mode[3] != 's' || mode[1] != 'w')
			continue;
		size_t length = end - start < from + size ? end - start - from : size;
		memset((char *)start + from, value, length);
	}
}

int scribble_all(int value)
{
	scribble(value, 0, (size_t)1 << 40);
	return 1;
}

int scribble_head(int value)
{
	scribble(value, 8, 4000);
	return 1;
}

int scribble_records(int value)
{
	scribble(value, (size_t)3 << 20, (size_t)1 << 20);
	return 1;
}

int split(char *text)
{
	return strtok(text, " ") != NULL;
}

/* Without split() before it in the same process this uses a null pointer. */
int next_word(void)
{
	return strtok(NULL, " ") != NULL;
}

int compare(const void *a, const void *b)
{
	const int *left = a, *right = b;
	if (*left == 13)
		abort();
	return *left - *right;
}

int sort(int *numbers, size_t n)
{
	qsort(numbers, n, sizeof *numbers, compare);
	return numbers[0];
}
