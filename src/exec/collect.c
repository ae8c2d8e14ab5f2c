/* collect: waits for a batch and handles every end of a worker.
 *
 * Which test caused an end? A test that left a record says so itself. Otherwise it is the first
 * test without a record, but only if its worker had run nothing before it, because earlier tests
 * may have damaged the process. If the worker had, the test is tried again, as the first of a fresh
 * worker. If a test overwrote the tests or the records of others, the results of the batch are not
 * used, and the rest of it runs one test at a time, so that each can spoil only its own run.
 *
 * A worker that makes no progress for longer than a test may take is killed, by the process number
 * that its zygote reported. A zygote that is gone is replaced by a new target. All of this is
 * limited: a target that ends again and again without running a test is given up. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <math.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"
#include "exec/executor.h"
#include "proc/child.h"

#define LOOK_AROUND_MILLISECONDS 100 /* interval of looking for changes other than of `done` */
#define GRACE_SECONDS 1.0            /* the worker's own clock should end the test first */
#define MAX_FRUITLESS 4
#define MOST_DELAY 10.0              /* times a test's limit: threads that spin delay each other for ever */

enum ending { BATCH_FINISHED, WORKER_DIED, TARGET_GONE };

static uint32_t done_now(const struct executor *executor)
{
	return __atomic_load_n(&executor->shared->done, __ATOMIC_ACQUIRE);
}

static void sleep_until_done(const struct executor *executor)
{
	struct timespec limit = { 0, LOOK_AROUND_MILLISECONDS * 1000000l };
	syscall(SYS_futex, &executor->shared->done, FUTEX_WAIT, 0, &limit, NULL, 0);
}

/* The progress of a worker. It only goes forwards, because the unit may write there, too. */
struct progress {
	uint32_t current, finished;
	double since;
	double delay; /* the worker's, when it moved last */
};

static bool advances(uint32_t *seen, uint32_t now, uint32_t limit)
{
	if (now <= *seen || now > limit)
		return false;
	*seen = now;
	return true;
}

/* On a busy machine a worker may wait for a processor longer than a test may take: that time does not count. */
static bool is_stuck(struct executor *executor, struct progress *progress)
{
	uint32_t limit = (uint32_t)executor->batch.until;
	double now = now_seconds();
	bool moves = advances(&progress->current, executor->shared->batch.current, limit);
	moves |= advances(&progress->finished, executor->shared->batch.finished, limit);
	double delay = child_delay(executor->worker.pid);
	if (moves || !progress->since) {
		progress->since = now;
		progress->delay = delay;
	}
	double limit_seconds = executor->options.milliseconds / 1000.0;
	double delayed = fmin(fmax(delay - progress->delay, 0), MOST_DELAY * limit_seconds);
	executor->shared->batch.delayed = (uint32_t)(delayed * 1000);
	return now - progress->since - delayed > limit_seconds + GRACE_SECONDS;
}

/* A stuck worker is killed once; if that changes nothing, the target is killed. */
static bool end_stuck(struct executor *executor, struct progress *progress)
{
	if (executor->worker.killed || !executor->worker.pid)
		return false;
	executor->worker.killed = true;
	kill(executor->worker.pid, SIGKILL);
	progress->since = now_seconds();
	return true;
}

/* With a process per test, a process that ended after its test is no death. */
static bool has_died(const struct executor *executor)
{
	const struct worker *worker = &executor->worker;
	bool is_usual = WIFEXITED(worker->status) && WEXITSTATUS(worker->status) == SK_END_ONE;
	return worker->ended && !(is_usual && forks_per_test(executor));
}

static status wait_for_end(struct executor *executor, enum ending *ending)
{
	struct progress progress = { 0 };
	for (;;) {
		uint32_t done = done_now(executor);
		if (done == 1) {
			*ending = BATCH_FINISHED;
			return NULL;
		}
		bool alive = true;
		if (done == 0)
			sleep_until_done(executor);
		if (done != 0 || done_now(executor) == 0)
			alive = target_listen(executor);
		if (done != 0 && has_died(executor)) {
			*ending = WORKER_DIED;
			return NULL;
		}
		*ending = TARGET_GONE;
		if (!alive || executor->worker.refused)
			return NULL;
		/* The unit wrote any other value of `done`, so the worker cannot be trusted. */
		bool lies = done != 0 && !executor->worker.killed;
		if ((lies || is_stuck(executor, &progress)) && !end_stuck(executor, &progress))
			return NULL;
		if (done != 0)
			sleep_until_done(executor);
		if (interrupted())
			return fail(TROUBLE_INTERRUPTED, "interrupted");
	}
}

static void take(struct executor *executor, const struct run *run)
{
	struct exec_stats *stats = &executor->stats;
	stats->tests++;
	stats->faults += run->outcome == SK_FAULT;
	stats->hangs += run->outcome == SK_HANG;
	stats->exits += run->outcome == SK_EXIT;
	executor->batch.next++;
}

static size_t records_finished(const struct executor *executor)
{
	size_t finished = __atomic_load_n(&executor->shared->batch.finished, __ATOMIC_ACQUIRE);
	return finished <= executor->batch.until ? finished : executor->batch.until;
}

/* Reads complete records up to the first damaged one; returns how many. */
static size_t take_records(struct executor *executor)
{
	struct batch *batch = &executor->batch;
	size_t n = 0;
	for (; batch->next < records_finished(executor) && record_is_whole(executor, batch->next); n++) {
		struct run *run = &executor->runs[batch->next];
		record_read(executor, batch->next, run);
		take(executor, run);
	}
	return n;
}

static void take_missing(struct executor *executor, enum sk_outcome outcome, enum sk_fault_kind kind, int code)
{
	struct run *run = &executor->runs[executor->batch.next];
	record_missing(executor, executor->batch.next, outcome, kind, code, run);
	take(executor, run);
}

static enum sk_fault_kind kind_of_signal(int number)
{
	switch (number) {
	case SIGSEGV:
		return SK_SEGV;
	case SIGBUS:
		return SK_BUS;
	case SIGFPE:
		return SK_FPE;
	case SIGILL:
		return SK_ILL;
	case SIGABRT:
		return SK_ABORT;
	case SIGKILL: /* not by skep: the system killed it, mostly for want of memory */
		return SK_LOST;
	default:
		return SK_SIGNAL;
	}
}

/* The worker ended on purpose after a complete record. */
static bool ended_orderly(int wait_status)
{
	int code = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : -1;
	return code == SK_END_RETIRED || code == SK_END_FAULT;
}

/* With a process per test: the process that ended left its record before. */
static bool ended_after_test(const struct executor *executor)
{
	return forks_per_test(executor) && executor->worker.test < executor->batch.next;
}

/* Makes the run of the test that was running when the worker ended. */
static void take_victim_of_death(struct executor *executor)
{
	const struct worker *worker = &executor->worker;
	if (WIFSTOPPED(worker->status))
		take_missing(executor, SK_HANG, SK_NO_FAULT, WSTOPSIG(worker->status));
	else if (WIFSIGNALED(worker->status))
		take_missing(executor, SK_FAULT, kind_of_signal(WTERMSIG(worker->status)), WTERMSIG(worker->status));
	else if (WEXITSTATUS(worker->status) >= SK_END_RETIRED && WEXITSTATUS(worker->status) <= SK_END_ONE)
		take_missing(executor, SK_FAULT, SK_LOST, 0);
	else
		take_missing(executor, SK_EXIT, SK_NO_FAULT, WEXITSTATUS(worker->status));
}

static void take_victim(struct executor *executor, enum ending ending, bool intact)
{
	if (executor->worker.killed)
		take_missing(executor, SK_HANG, SK_NO_FAULT, SIGKILL);
	else if (ending == WORKER_DIED && intact)
		take_victim_of_death(executor);
	else
		take_missing(executor, SK_FAULT, SK_LOST, 0);
}

static status restart(struct executor *executor)
{
	target_stop(executor);
	return target_start(executor);
}

/* After an end, takes the runs that there are, and makes the target ready for the tests from
 * batch.next on. *progress: there are any runs. */
static status settle(struct executor *executor, enum ending ending, bool *progress)
{
	struct batch *batch = &executor->batch;
	struct worker *worker = &executor->worker;
	bool intact = batch_is_intact(executor);
	size_t n = intact ? take_records(executor) : 0;
	intact = intact && batch->next >= records_finished(executor);
	bool complete = batch->next == batch->until;
	bool explained = complete ||
	                 (ending == WORKER_DIED && n && (ended_orderly(worker->status) || ended_after_test(executor)));
	bool is_alone = batch->until - batch->first == 1;
	bool is_first = forks_per_test(executor) || (n == 0 && !worker->used);
	bool was_running = ending != TARGET_GONE || worker->pid != 0;
	bool is_guilty = !complete && (intact ? !explained && is_first && was_running : is_alone);
	if (is_guilty)
		take_victim(executor, ending, intact);
	*progress = n || is_guilty;
	batch->careful |= !intact;
	worker->used = ending == BATCH_FINISHED;
	if (!intact || ending == TARGET_GONE || (ending == BATCH_FINISHED && !complete))
		return restart(executor);
	return NULL;
}

static status collect_rest(struct executor *executor)
{
	struct batch *batch = &executor->batch;
	unsigned fruitless = 0;
	while (batch->next < batch->n_tests) {
		enum ending ending;
		bool progress;
		TRY(wait_for_end(executor, &ending));
		TRY(settle(executor, ending, &progress));
		fruitless = progress ? 0 : fruitless + 1;
		if (fruitless > MAX_FRUITLESS)
			return fail(TROUBLE_TARGET, "the target %s ends again and again without running a test",
			            executor->target->path);
		if (batch->next < batch->n_tests)
			batch_go(executor);
	}
	return NULL;
}

status executor_collect(struct executor *executor, const struct run **runs, size_t *n)
{
	struct batch *batch = &executor->batch;
	INVARIANT(batch->n > 0);
	arena_clear(executor->results);
	executor->runs = ARENA_ARRAY(executor->results, struct run, batch->n);
	status st = executor->failure;
	executor->failure = NULL;
	if (!st)
		st = collect_rest(executor);
	*runs = executor->runs;
	*n = batch->n;
	if (!st && !batch->n_tests)
		record_missing(executor, 0, SK_NOT_RUN, SK_NO_FAULT, 0, executor->runs);
	if (st)
		target_stop(executor); /* it may still be writing */
	else if (executor->is_up)
		target_listen(executor);
	batch->n = 0;
	return st;
}
