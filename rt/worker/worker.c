/* worker: runs one test after another in one process.
 *
 * For each test it runs the steps, writes the record, and undoes the changes. A test leaves the
 * unit by returning or by __skep_escape() (exit, abort, assertion, no fuel left); a signal ends the
 * worker after its record is written (fault.c). After a test that did something which cannot be
 * undone, the worker retires: it ends, and the zygote forks the next. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "inside.h"
#include "symbolic.h"

void __skep_futex_wait(const uint32_t *word, uint32_t value)
{
	syscall(SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0);
}

void __skep_futex_wake(uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

void __skep_escape(enum sk_outcome outcome)
{
	if (__skep_now.phase != PHASE_TEST)
		end_process(SK_END_LOST);
	if (!__skep_is_own_thread()) { /* this thread's stack does not lead back to the test */
		bool failed = outcome == SK_FAULT || outcome == SK_HANG;
		__skep_fuel = (int64_t)__skep_shared->limits.fuel; /* the other thread has taken no fuel of the
		                                                      test's */
		__skep_record_end(outcome, failed ? &__skep_fault : NULL);
		end_process(SK_END_FAULT);
	}
	__skep_now.outcome = outcome;
	siglongjmp(__skep_now.escape, 1);
}

void __skep_retire(void)
{
	__skep_now.retire = true;
}

void __skep_out_of_fuel(void)
{
	struct sk_fault *fault = &__skep_fault;
	if (__skep_now.phase != PHASE_TEST) {
		__skep_fuel = INT64_MAX;
		return;
	}
	__skep_fault_begin(fault, SK_NO_FAULT, 0, 0);
	fault->n_frames = __skep_frames(fault->frames, (uintptr_t)__builtin_return_address(0) - 1,
	                                *(uintptr_t *)__builtin_frame_address(0),
	                                (uintptr_t)__builtin_frame_address(0));
	__skep_escape(SK_HANG);
}

static void begin_test(const struct sk_test *head)
{
	struct now *now = &__skep_now;
	now->step = 0;
	now->steps_done = 0;
	now->n_steps = head->n_steps;
	now->flags = head->flags;
	now->outcome = SK_NORMAL;
	now->exit_status = 0;
	now->retire = now->denied = false;
	now->in_program = now->ran_program = false;
	__skep_minor_fault.kind = SK_NO_FAULT;
	__skep_contracts_reset();
	now->serial++;
	__skep_fuel = (int64_t)__skep_shared->limits.fuel;
	__skep_watching = head->flags & SK_WANT_DISTANCES;
	__skep_trace_begin(head->flags & SK_WANT_TRACE);
	__skep_area_vary(head->flags);
#if SKEP_CHECKED
	__skep_heap_vary(head->flags);
#endif
	errno = 0;
	now->phase = PHASE_TEST;
}

/* Finds faults that only show after the test. */
static void look_back(void)
{
	struct now *now = &__skep_now;
	if (now->outcome != SK_NORMAL)
		return;
	if (__skep_minor_fault.kind != SK_NO_FAULT) {
		__skep_fault = __skep_minor_fault;
		now->outcome = SK_FAULT;
		return;
	}
	if (now->flags & SK_WANT_SHAPES)
		__skep_record_shapes();
	/* A program that ends leaves its memory to the system. */
	if ((now->flags & SK_WANT_LEAKS) && !now->ran_program && __skep_leaks(&__skep_fault))
		now->outcome = SK_FAULT;
}

static void run_test(const uint8_t *bytes, uint32_t length)
{
	if (sigsetjmp(__skep_now.escape, 0) == 0 && !__skep_interpret(bytes, length))
		end_process(SK_END_LOST);
	clean_flags();
	__skep_watching = 0;
	__skep_trace_end();
	look_back();
	__skep_now.phase = PHASE_RESET;
	bool ended = __skep_now.outcome == SK_NORMAL || __skep_now.outcome == SK_EXIT;
	if (ended && __skep_now.denied && !__skep_now.ran_program)
		__skep_now.outcome = SK_ILLEGAL;
	if (__skep_now.outcome == SK_FAULT)
		__skep_program_failed();
	bool failed = __skep_now.outcome == SK_FAULT || __skep_now.outcome == SK_HANG;
	__skep_record_end(__skep_now.outcome, failed ? &__skep_fault : NULL);
}

/* The bytes of test i; NULL if its header makes no sense. */
static const uint8_t *test_bytes(uint32_t i, struct sk_test *head)
{
	uint32_t offset = __skep_shared->test_offset[i];
	if (offset % 8 || offset > SK_INPUT_SIZE - sizeof *head)
		return NULL;
	const uint8_t *bytes = __skep_shared->input + offset;
	__builtin_memcpy(head, bytes, sizeof *head);
	if (head->length > SK_INPUT_SIZE - offset || head->n_steps > SK_MAX_STEPS)
		return NULL;
	return bytes;
}

/* False if the output is full. */
static bool one_test(uint32_t i)
{
	struct sk_test head;
	const uint8_t *bytes = test_bytes(i, &head);
	if (!bytes)
		end_process(SK_END_LOST);
	if (!__skep_record_begin(i, head.n_steps, head.flags))
		return false;
	__skep_shared->batch.current = i;
	begin_test(&head);
	run_test(bytes, head.length);
	return true;
}

/* Not on the stack, which the unit may have overwritten. */
static struct {
	uint32_t seen;      /* the last value of `go` that was handled */
	uint32_t test, end;
} at;

static void run_batch(void)
{
	at.end = __skep_shared->batch.n_tests;
	if (at.end > SK_MAX_BATCH)
		end_process(SK_END_LOST);
	for (at.test = __skep_shared->batch.first; at.test < at.end; at.test++) {
		if (!one_test(at.test))
			break;
		if (!__skep_stack_is_intact())
			__skep_retire();
		if (!__skep_now.retire)
			__skep_reset();
		if (__skep_now.retire)
			end_process(SK_END_RETIRED);
		__skep_now.phase = PHASE_IDLE;
	}
}

void __skep_worker(uint32_t seen)
{
	at.seen = seen;
	for (;;) {
		uint32_t go = __atomic_load_n(&__skep_shared->go, __ATOMIC_ACQUIRE);
		if (go == at.seen) {
			__skep_futex_wait(&__skep_shared->go, go);
			continue;
		}
		at.seen = __skep_now.batch = go;
		if (__skep_shared->stop)
			end_process(SK_END_RETIRED);
		__skep_shared->batch.taken = go;
		run_batch();
		__atomic_store_n(&__skep_shared->done, 1, __ATOMIC_RELEASE);
		__skep_futex_wake(&__skep_shared->done);
	}
}

bool __skep_has_threads;

void __skep_worker_once(uint32_t i)
{
	__skep_has_threads = true; /* the zygote starts one process for each test only for this reason */
	end_process(one_test(i) ? SK_END_ONE : SK_END_LOST);
}
