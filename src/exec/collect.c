/* collect: waits for a batch and deals with whatever ends a worker.
 *
 * A death belongs to the first test without a record; the rest of the batch goes
 * to the next worker. A worker that shows no progress for longer than a test may
 * take is killed, by the process number its zygote reported. A zygote that is
 * gone is replaced by a new target. All of this is bounded: a target that dies
 * again and again without running anything is given up. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"
#include "exec/executor.h"
#include "proc/child.h"

#define LOOK_AROUND_MILLISECONDS 100 /* how often to look for more than `done` */
#define GRACE_SECONDS 1.0            /* the worker's own clock comes first */
#define MAX_FRUITLESS 4

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

/* What must change for a worker to be alive and well. */
struct progress {
	uint32_t current, finished;
	double since;
};

static bool is_stuck(const struct executor *executor, struct progress *progress)
{
	uint32_t current = executor->shared->current, finished = executor->shared->finished;
	double now = now_seconds();
	if (current != progress->current || finished != progress->finished || !progress->since)
		*progress = (struct progress){ current, finished, now };
	return now - progress->since > executor->options.milliseconds / 1000.0 + GRACE_SECONDS;
}

/* A stuck worker is killed once; if even that changes nothing, so is the target. */
static bool end_stuck(struct executor *executor, struct progress *progress)
{
	if (executor->worker.killed || !executor->worker.pid)
		return false;
	executor->worker.killed = true;
	kill(executor->worker.pid, SIGKILL);
	progress->since = now_seconds();
	return true;
}

/* With a process per test, one that ended after its test is no death. */
static bool has_died(const struct worker *worker)
{
	return worker->ended && !(WIFEXITED(worker->status) && WEXITSTATUS(worker->status) == SK_END_ONE);
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
		if (done != 0 && has_died(&executor->worker)) {
			*ending = WORKER_DIED;
			return NULL;
		}
		*ending = TARGET_GONE;
		if (!alive)
			return NULL;
		/* Any other `done` was written by the unit: the worker cannot be trusted. */
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

/* Reads the records that are complete; returns how many. */
static size_t take_records(struct executor *executor)
{
	struct batch *batch = &executor->batch;
	size_t finished = __atomic_load_n(&executor->shared->finished, __ATOMIC_ACQUIRE), n = 0;
	if (finished > batch->n_tests)
		finished = batch->next;
	for (; batch->next < finished; n++) {
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
	case SIGKILL: /* not from us: the system, mostly for want of memory */
		return SK_LOST;
	default:
		return SK_SIGNAL;
	}
}

/* True if the worker ended as it should after a complete record. */
static bool ended_orderly(int wait_status)
{
	int code = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : -1;
	return code == SK_END_RETIRED || code == SK_END_FAULT;
}

/* The test that was running when the worker ended. */
static void take_victim(struct executor *executor)
{
	const struct worker *worker = &executor->worker;
	if (worker->killed)
		take_missing(executor, SK_HANG, SK_NO_FAULT, SIGKILL);
	else if (WIFSIGNALED(worker->status))
		take_missing(executor, SK_FAULT, kind_of_signal(WTERMSIG(worker->status)), WTERMSIG(worker->status));
	else if (WEXITSTATUS(worker->status) >= SK_END_RETIRED && WEXITSTATUS(worker->status) <= SK_END_ONE)
		take_missing(executor, SK_FAULT, SK_LOST, 0);
	else
		take_missing(executor, SK_EXIT, SK_NO_FAULT, WEXITSTATUS(worker->status));
}

static status restart(struct executor *executor)
{
	target_stop(executor);
	return target_start(executor);
}

/* After a worker's end: what it finished, and whose fault the end was. */
static status take_after_death(struct executor *executor, unsigned *fruitless)
{
	struct batch *batch = &executor->batch;
	bool took = executor->shared->taken == executor->go;
	size_t n = take_records(executor);
	*fruitless = n ? 0 : *fruitless + 1;
	if (batch->next == batch->n_tests || (n && ended_orderly(executor->worker.status)))
		return NULL;
	if (!took && !executor->worker.killed)
		return restart(executor); /* it died before this batch */
	take_victim(executor);
	*fruitless = 0;
	return NULL;
}

static status collect_rest(struct executor *executor)
{
	struct batch *batch = &executor->batch;
	unsigned fruitless = 0;
	while (batch->next < batch->n_tests) {
		enum ending ending;
		TRY(wait_for_end(executor, &ending));
		if (ending == BATCH_FINISHED) {
			take_records(executor);
			if (batch->next == batch->n_tests)
				return NULL;
			ending = TARGET_GONE; /* it says done and is not */
		}
		if (ending == WORKER_DIED) {
			TRY(take_after_death(executor, &fruitless));
		} else {
			take_records(executor);
			if (batch->next < batch->n_tests)
				take_missing(executor, executor->worker.killed ? SK_HANG : SK_FAULT,
				             executor->worker.killed ? SK_NO_FAULT : SK_LOST, 0);
			TRY(restart(executor));
		}
		if (fruitless > MAX_FRUITLESS)
			return fail(TROUBLE_TARGET, "the target %s ends again and again without running a test",
			            executor->target->path);
		if (batch->next == batch->n_tests)
			return NULL;
		if (!head_is_intact(executor))
			TRY(restart(executor));
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
	if (st || (batch->n_tests && !head_is_intact(executor)))
		target_stop(executor); /* it may still be writing */
	else if (executor->is_up)
		target_listen(executor);
	batch->n = 0;
	return st;
}
