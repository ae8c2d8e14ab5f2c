/* main: the zygote, which is the process that the engine starts.
 *
 * It attaches to the engine's shared memory, takes a snapshot of the unit after its constructors,
 * and from then on forks workers, one at a time. It runs no test itself, so it can fork a clean
 * worker whatever a test does. It writes only to the report pipe, which workers close. */
#define _GNU_SOURCE
#include <alloca.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inside.h"
#include "symbolic.h"

struct now __skep_now;
struct sk_shared *__skep_shared;
_Thread_local int64_t __skep_fuel = INT64_MAX; /* constructors run before any test */

static int report_fd = -1;

static int descriptor_named(const char *name)
{
	const char *text = getenv(name);
	return text ? atoi(text) : -1;
}

/* Runs before the unit's constructors, which may allocate; the limit is in the shared memory. */
__attribute__((constructor(101))) static void attach(void)
{
	int fd = descriptor_named(SK_ENV_SHARED);
	report_fd = descriptor_named(SK_ENV_REPORT);
	__skep_image_init();
	if (fd < 0 || report_fd < 0)
		return;
	void *memory = mmap(SHARED_ADDRESS, sizeof(struct sk_shared), PROT_READ | PROT_WRITE,
	                    MAP_SHARED | MAP_FIXED_NOREPLACE, fd, 0);
	close(fd);
	if (memory == MAP_FAILED)
		return;
	__skep_shared = memory;
	__skep_symbolic_attach();
	__skep_heap_init();
}

static void report(enum sk_report_kind what, pid_t pid, int status, uint32_t test)
{
	struct sk_report message = { .what = what, .pid = pid, .status = status, .test = test };
	ssize_t written;
	do
		written = write(report_fd, &message, sizeof message);
	while (written < 0 && errno == EINTR);
}

/* Clears environment variables that the unit should not see. */
static void forget_environment(void)
{
	unsetenv(SK_ENV_SHARED);
	unsetenv(SK_ENV_REPORT);
	unsetenv(SK_ENV_SCRATCH);
	unsetenv(SK_ENV_TUNABLES);
}

/* AddressSanitizer and labels need terabytes of address space. Memory beyond that is limited as in
 * the fast build, where the engine sets the limit. */
static void limit_memory(void)
{
	unsigned long pages = 0;
	FILE *file = SKEP_CHECKED || SKEP_SYMBOLIC ? fopen("/proc/self/statm", "r") : NULL;
	if (!file)
		return;
	if (fscanf(file, "%lu", &pages) == 1) {
		rlim_t most = (rlim_t)pages * PAGE + __skep_shared->limits.heap_limit + SK_OTHER_MEMORY;
		setrlimit(RLIMIT_AS, &(struct rlimit){ most, most });
	}
	fclose(file);
}

static void prepare(void)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	__skep_libc_heap_init();
	fcntl(report_fd, F_SETFL, O_NONBLOCK); /* an engine that does not read must not block the zygote */
	__skep_scratch_init();
	forget_environment();
	__skep_environ_init();
	__skep_files_init();
	__skep_area_init();
	__skep_stubs_init();
	__skep_distances_init();
	__skep_symbolic_init();
	__skep_contracts_init();
	__skep_catch_signals();
	__skep_heap_snapshot();
	__skep_snapshot();
	memset(__skep_hits, 0, __skep_target.n_probes); /* constructors belong to no test */
	limit_memory();
	__skep_libc_heap_snapshot();
}

/* Opens the files anew, because flags of an open file belong to all processes that share it. */
static void open_standard(void)
{
	int null = open("/dev/null", O_RDWR);
	for (int fd = 0; fd < 3 && null >= 0; fd++)
		dup2(null, fd);
}

static void enter_worker(pid_t zygote)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != zygote)
		_exit(SK_END_RETIRED);
	open_standard();
	close_range(3, ~0u, 0);
	__skep_confine();
	__skep_start_clock();
}

/* Waits for the worker's end, and ends a worker that stopped itself. */
static int wait_for(pid_t pid)
{
	int status = 0, later;
	while (waitpid(pid, &status, WUNTRACED) < 0)
		if (errno != EINTR)
			return 0;
	if (!WIFSTOPPED(status))
		return status;
	kill(pid, SIGKILL);
	while (waitpid(pid, &later, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* Forks a process for `run` and waits for its end; returns the wait status. */
static int in_worker(void (*run)(uint32_t), uint32_t argument)
{
	pid_t zygote = getpid();
	if (!__skep_scratch_clean())
		_exit(SK_END_LOST); /* the engine can start the zygote again */
	pid_t pid = _Fork();
	if (pid == 0) {
		enter_worker(zygote);
		run(argument);
	}
	if (pid < 0) {
		report(SK_NO_WORKER, 0, errno, 0);
		return -1;
	}
	report(SK_WORKER_STARTED, pid, 0, argument);
	int status = wait_for(pid);
	report(SK_WORKER_ENDED, pid, status, argument);
	return status;
}

static void run_once(uint32_t i)
{
	__skep_worker_once(i);
}

static void run_batches(uint32_t seen)
{
	__skep_worker(seen);
}

static void announce(uint32_t how)
{
	__atomic_store_n(&__skep_shared->done, how, __ATOMIC_RELEASE);
	__skep_futex_wake(&__skep_shared->done);
}

static void wait_for_work(uint32_t seen)
{
	while (__atomic_load_n(&__skep_shared->go, __ATOMIC_ACQUIRE) == seen)
		__skep_futex_wait(&__skep_shared->go, seen);
}

static bool stopping(void)
{
	return __atomic_load_n(&__skep_shared->stop, __ATOMIC_ACQUIRE) != 0;
}

/* Runs workers. Each lives as long as its tests let it; the next is forked at once, unless the last
 * could not even take a batch. */
static void serve_persistent(void)
{
	uint32_t seen = 0; /* not the present `go`, because the engine may have asked already */
	while (!stopping()) {
		in_worker(run_batches, seen);
		bool took = __skep_shared->batch.taken != seen;
		seen = __atomic_load_n(&__skep_shared->go, __ATOMIC_ACQUIRE);
		announce(2);
		if (!took)
			wait_for_work(seen);
	}
}

/* False if a worker ended in another way than by finishing its test. */
static bool serve_batch_forking(void)
{
	uint32_t n = __skep_shared->batch.n_tests;
	for (uint32_t i = __skep_shared->batch.first; i < n && n <= SK_MAX_BATCH; i++) {
		int status = in_worker(run_once, i);
		if (!WIFEXITED(status) || WEXITSTATUS(status) != SK_END_ONE)
			return false;
	}
	return true;
}

static void serve_forking(void)
{
	uint32_t seen = 0; /* not the present `go`, because the engine may have asked already */
	for (;;) {
		wait_for_work(seen);
		if (stopping())
			return;
		seen = __skep_now.batch = __atomic_load_n(&__skep_shared->go, __ATOMIC_ACQUIRE);
		__skep_shared->batch.taken = seen;
		announce(serve_batch_forking() ? 1 : 2);
	}
}

#define GUARD 0x6b73206564697375u
static volatile uint64_t *guard_words; /* above the frames of all code that calls the unit */

bool __skep_stack_is_intact(void)
{
	return guard_words[0] == GUARD && guard_words[1] == GUARD;
}

__attribute__((noinline)) static int zygote(void)
{
	volatile uint64_t words[2] = { GUARD, GUARD };
	guard_words = words;
	__skep_stack_top = (uintptr_t)__builtin_frame_address(0) + 64;
	if (!__skep_shared || __skep_shared->magic != SK_MAGIC || __skep_shared->version != SK_VERSION)
		return 2;
	prepare();
	__skep_now.phase = PHASE_IDLE;
	report(SK_ZYGOTE_READY, getpid(), 0, 0);
	if (__skep_shared->mode == SK_FORK_PER_TEST)
		serve_forking();
	else
		serve_persistent();
	_exit(0); /* exit() would run destructors of the unit */
}

int main(void)
{
	/* The size of the environment must not move the unit's stack, so the stack starts at a
	 * round address, which is the same in every process without randomisation. */
	size_t gap = (uintptr_t)__builtin_frame_address(0) & 0x3ffff;
	volatile char *pad = alloca(gap + 16);
	pad[0] = 0;
	return zygote();
}
