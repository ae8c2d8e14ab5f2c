/* target: the processes behind an executor.
 *
 * The zygote is skep's child, in the sandbox; its reports about workers come through a pipe that
 * workers do not have. A target that ended is started again by the next batch. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "exec/executor.h"
#include "proc/child.h"

#define READY_MILLISECONDS 30000
#define DEFAULT_FUEL 2000000u
#define DEFAULT_MILLISECONDS 2000u
#define DEFAULT_BUSY_MILLISECONDS 100u
#define CHECKED_BUSY_MILLISECONDS 300u
#define DEFAULT_HEAP ((uint64_t)64 << 20)

/* Moves a descriptor above the standard three, which the target uses itself. */
static int lift(int fd)
{
	if (fd < 0 || fd > 2)
		return fd;
	int lifted = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	close(fd);
	return lifted;
}

static status share(size_t size, int *fd, void **memory)
{
	*fd = lift(memfd_create("skep", MFD_CLOEXEC));
	if (*fd < 0 || ftruncate(*fd, (off_t)size) != 0)
		return fail_errno("cannot make shared memory for the target");
	void *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
	if (mapped == MAP_FAILED)
		return fail_errno("cannot map shared memory for the target");
	*memory = mapped;
	return NULL;
}

static status share_memory(struct executor *executor)
{
	void *memory;
	TRY(share(sizeof(struct sk_shared), &executor->fds.shared, &memory));
	executor->shared = memory;
	if (executor->target->kind != BUILD_SYMBOLIC)
		return NULL;
	TRY(share(sizeof(struct sk_symbolic), &executor->fds.symbolic, &memory));
	executor->symbolic = memory;
	return NULL;
}

/* Writes them again for every batch, because a test may have overwritten them. */
void write_limits(struct executor *executor)
{
	struct sk_shared *shared = executor->shared;
	shared->limits.fuel = executor->fuel;
	shared->limits.heap_limit = executor->options.heap_limit;
	shared->limits.milliseconds = executor->options.milliseconds;
	shared->limits.busy_milliseconds = executor->options.busy_milliseconds;
	shared->limits.no_threads = executor->options.refuse_threads;
}

bool forks_per_test(const struct executor *executor)
{
	const struct exec_options *options = &executor->options;
	return options->fork_per_test || (executor->target->starts_threads && !options->refuse_threads);
}

static uint32_t mode_of(const struct executor *executor)
{
	return forks_per_test(executor) ? SK_FORK_PER_TEST : SK_PERSISTENT;
}

bool head_is_intact(const struct executor *executor)
{
	const struct sk_shared *shared = executor->shared;
	return shared->magic == SK_MAGIC && shared->version == SK_VERSION && shared->mode == mode_of(executor) &&
	       __atomic_load_n(&shared->go, __ATOMIC_ACQUIRE) == executor->go && shared->stop == 0 &&
	       shared->batch.n_tests == executor->batch.until && shared->batch.first == executor->batch.first &&
	       shared->limits.fuel == executor->fuel && shared->limits.heap_limit == executor->options.heap_limit &&
	       shared->limits.milliseconds == executor->options.milliseconds &&
	       shared->limits.busy_milliseconds == executor->options.busy_milliseconds &&
	       shared->limits.no_threads == executor->options.refuse_threads;
}

static void write_head(struct executor *executor)
{
	struct sk_shared *shared = executor->shared;
	memset(shared, 0, offsetof(struct sk_shared, input));
	shared->magic = SK_MAGIC;
	shared->version = SK_VERSION;
	shared->mode = mode_of(executor);
	shared->n_probes = executor->sizes.n_probes;
	write_limits(executor);
}

static void add_variable(struct arena *arena, const char **env, size_t *n, const char *name, const char *value)
{
	if (value)
		env[(*n)++] = arena_printf(arena, "%s=%s", name, value);
}

static const char *const *environment(struct executor *executor, struct arena *arena, int report)
{
	const char **env = ARENA_ARRAY(arena, const char *, 16);
	size_t n = 0;
	add_variable(arena, env, &n, SK_ENV_SHARED, arena_printf(arena, "%d", executor->fds.shared));
	add_variable(arena, env, &n, SK_ENV_REPORT, arena_printf(arena, "%d", report));
	if (executor->symbolic)
		add_variable(arena, env, &n, SK_ENV_SYMBOLIC, arena_printf(arena, "%d", executor->fds.symbolic));
	add_variable(arena, env, &n, SK_ENV_SCRATCH, executor->scratch);
	add_variable(arena, env, &n, "LD_LIBRARY_PATH", getenv("LD_LIBRARY_PATH"));
	add_variable(arena, env, &n, "PATH", "/usr/bin:/bin");
	add_variable(arena, env, &n, "HOME", "/");
	add_variable(arena, env, &n, "LC_ALL", "C");
	add_variable(arena, env, &n, "TZ", "UTC0");
	/* A program may write there, as in the suite that it gets (emit/programs/program_runner.c). */
	add_variable(arena, env, &n, "TMPDIR", executor->options.pretend ? "." : NULL);
	add_variable(arena, env, &n, SK_ENV_TUNABLES, "glibc.malloc.tcache_count=0"); /* see rt/libc/libc_heap.c */
	return env;
}

static status launch(struct executor *executor, int report)
{
	struct arena *arena = arena_new();
	int keep[] = { executor->fds.shared, report, executor->fds.symbolic };
	bool limited = executor->target->kind == BUILD_FAST; /* the others need terabytes, and limit themselves */
	struct sandbox sandbox = {
		.scratch = executor->scratch,
		.pretends = executor->options.pretend,
		.denial = DENIAL_TELLS, /* rt/worker/fault.c */
		.memory_limit = limited ? executor->options.heap_limit + SK_OTHER_MEMORY : 0,
	};
	status st = sandbox_start(&sandbox, executor->target->path, environment(executor, arena, report), keep,
	                          executor->symbolic ? 3 : 2, false, &executor->child);
	arena_free(arena);
	return st;
}

/* Why the target is gone, as far as its wait status tells. */
static status fail_gone(struct executor *executor, bool closed)
{
	siginfo_t info = { 0 };
	const char *path = executor->target->path;
	/* The pipe closes a moment before the process can be waited for. */
	for (int i = 0; i < 100 && !info.si_pid && closed; i++) {
		waitid(P_PID, (id_t)executor->child.pid, &info, WEXITED | WNOHANG | WNOWAIT);
		if (!info.si_pid)
			usleep(1000);
	}
	if (info.si_pid && (info.si_code == CLD_KILLED || info.si_code == CLD_DUMPED))
		return fail(
		        TROUBLE_TARGET,
		        "the target %s was ended by signal %d (%s) before any test: does a constructor of the unit crash?",
		        path, info.si_status, strsignal(info.si_status));
	if (info.si_pid)
		return fail(TROUBLE_TARGET,
		            "the target %s ended with status %d before any test: does a constructor of the unit exit?",
		            path, info.si_status);
	return fail(TROUBLE_TARGET,
	            "the target %s was not ready within %d seconds: does a constructor of the unit hang?", path,
	            READY_MILLISECONDS / 1000);
}

static status wait_until_ready(struct executor *executor)
{
	double end = now_seconds() + READY_MILLISECONDS / 1000.0;
	struct pollfd fd = { .fd = executor->fds.report, .events = POLLIN };
	bool closed = false;
	while (!closed && now_seconds() < end && !interrupted()) {
		if (poll(&fd, 1, 200) <= 0)
			continue;
		struct sk_report report;
		ssize_t n = read(executor->fds.report, &report, sizeof report);
		if (n == sizeof report && report.what == SK_ZYGOTE_READY)
			return NULL;
		closed = n == 0;
	}
	if (interrupted())
		return fail(TROUBLE_INTERRUPTED, "interrupted");
	return fail_gone(executor, closed);
}

status target_start(struct executor *executor)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
		return fail_errno("cannot make a pipe for the target");
	executor->fds.report = lift(ends[0]);
	ends[1] = lift(ends[1]);
	executor->worker = (struct worker){ 0 };
	executor->go = 0;
	dir_clear(executor->scratch); /* removes files of the last target */
	write_head(executor);
	status st = launch(executor, ends[1]);
	close(ends[1]);
	executor->is_up = !st;
	if (!st)
		st = wait_until_ready(executor);
	if (st)
		target_stop(executor);
	return st;
}

void target_stop(struct executor *executor)
{
	if (executor->is_up)
		sandbox_end(&executor->child);
	executor->is_up = false;
	if (executor->fds.report >= 0)
		close(executor->fds.report);
	executor->fds.report = -1;
}

bool target_listen(struct executor *executor)
{
	struct worker *worker = &executor->worker;
	struct sk_report report;
	ssize_t n;
	while ((n = read(executor->fds.report, &report, sizeof report)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno == EAGAIN;
		if (n != sizeof report)
			continue;
		if (report.what == SK_WORKER_STARTED) {
			worker->pid = report.pid;
			executor->stats.workers_started++;
		} else if (report.what == SK_WORKER_ENDED) {
			worker->pid = 0;
			worker->status = report.status;
			worker->test = report.test;
			worker->ended = true;
		} else if (report.what == SK_NO_WORKER) {
			worker->refused = true;
		}
	}
	return false;
}

static struct exec_options with_defaults(const struct exec_options *given, enum build_kind kind)
{
	uint32_t busy = kind == BUILD_FAST ? DEFAULT_BUSY_MILLISECONDS : CHECKED_BUSY_MILLISECONDS;
	struct exec_options options = given ? *given : (struct exec_options){ 0 };
	options.fuel = options.fuel ? options.fuel : DEFAULT_FUEL;
	options.milliseconds = options.milliseconds ? options.milliseconds : DEFAULT_MILLISECONDS;
	options.busy_milliseconds = options.busy_milliseconds ? options.busy_milliseconds : busy;
	options.heap_limit = options.heap_limit ? options.heap_limit : DEFAULT_HEAP;
	return options;
}

status executor_new(const struct target *target, const struct unit *unit, const struct exec_options *options,
                    struct executor **out)
{
	status st = NULL;
	struct executor *executor = xcalloc(1, sizeof *executor);
	*executor = (struct executor){
		.target = target,
		.model = unit->model,
		.sizes.n_probes = unit->marks->n_probes,
		.sizes.n_conditions = (uint32_t)unit->marks->conditions.n,
		.sizes.n_switches = (uint32_t)unit->marks->switches.n,
		.sizes.n_distances = (uint32_t)(2 * unit->marks->conditions.n + unit->marks->cases.n),
		.options = with_defaults(options, target->kind),
		.fds = { -1, -1, -1 },
		.results = arena_new(),
	};
	executor->fuel = executor->options.fuel;
	TRY_OUT(share_memory(executor));
	TRY_OUT(temp_make_quick("scratch", &executor->scratch));
	TRY_OUT(target_start(executor));
	*out = executor;
	return NULL;
out:
	executor_free(executor);
	return st;
}

void executor_free(struct executor *executor)
{
	if (!executor)
		return;
	target_stop(executor);
	if (executor->shared)
		munmap(executor->shared, sizeof *executor->shared);
	if (executor->fds.shared >= 0)
		close(executor->fds.shared);
	if (executor->symbolic)
		munmap(executor->symbolic, sizeof *executor->symbolic);
	if (executor->fds.symbolic >= 0)
		close(executor->fds.symbolic);
	if (executor->scratch)
		temp_remove(executor->scratch);
	status_free(executor->failure);
	sb_release(&executor->batch.code);
	arena_free(executor->results);
	free(executor);
}

void executor_limit_fuel(struct executor *executor, uint64_t fuel)
{
	executor->fuel = fuel && fuel < executor->options.fuel ? fuel : executor->options.fuel;
}

void executor_want_always(struct executor *executor, unsigned want)
{
	executor->always = want;
}

struct exec_stats executor_stats(const struct executor *executor)
{
	return executor->stats;
}
