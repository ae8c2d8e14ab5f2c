/* fault: handles and records crashes of the unit.
 *
 * A signal ends the worker after the record is written, because a library may be left in the middle
 * of something. In cases where that is impossible, the signal ends only the test, which is a
 * thousand times cheaper: a bad access or a division by zero in the unit's own code, and a bad
 * pointer that the unit passed to one of the C library's string functions, which hold no locks.
 * Writes of the unit before the fault are undone like those of any other test. Faults that the
 * runtime itself notices (a bad free, a failed assertion) end only the test, too. A timer ends
 * tests that last too long; it is for code that waits instead of computing, which burns no fuel. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include "inside.h"

#define HANDLER_STACK ((size_t)128 << 10)
#define TICK_MILLISECONDS 20
#define BY_FILTER 1 /* si_code of a SIGSYS from a seccomp filter; older headers have no SYS_SECCOMP */

struct sk_fault __skep_fault, __skep_minor_fault;

static sigjmp_buf guard;
static volatile sig_atomic_t guarded;   /* a fault now only means that memory is not readable */
static volatile sig_atomic_t handling;  /* a fault now is the runtime's own */
static clockid_t own_clock;             /* clock of the test's own thread */

struct registers {
	uintptr_t pc, fp, sp;
	bool is_write;
};

static struct registers registers_of(const void *context)
{
	const ucontext_t *uc = context;
#if defined(__x86_64__)
	const greg_t *r = uc->uc_mcontext.gregs;
	return (struct registers){ (uintptr_t)r[REG_RIP], (uintptr_t)r[REG_RBP], (uintptr_t)r[REG_RSP],
		                   r[REG_ERR] & 2 };
#elif defined(__aarch64__)
	return (struct registers){ uc->uc_mcontext.pc, uc->uc_mcontext.regs[29], uc->uc_mcontext.sp, false };
#else
#error "the registers of this processor are not known here"
#endif
}

/* ---- guarded access ---- */

bool __skep_guarded(void (*access)(void *), void *argument)
{
	sigjmp_buf outer;
	int was = guarded;
	memcpy(outer, guard, sizeof guard);
	bool worked = sigsetjmp(guard, 0) == 0;
	if (worked) {
		guarded = 1;
		access(argument);
	}
	guarded = was;
	memcpy(guard, outer, sizeof guard);
	return worked;
}

struct copying {
	unsigned char *to;
	const unsigned char *from;
	size_t size, done;
	bool stop_at_zero;
};

/* memcpy() would be checked by AddressSanitizer. */
__attribute__((no_builtin)) static void copy_bytes(void *argument)
{
	struct copying *c = argument;
	for (; c->done < c->size; c->done++) {
		unsigned char byte = *(const volatile unsigned char *)(c->from + c->done);
		if (c->stop_at_zero && !byte)
			return;
		if (c->to)
			*(volatile unsigned char *)(c->to + c->done) = byte;
	}
}

bool __skep_copy_guarded(void *to, const void *from, size_t size)
{
	struct copying copying = { .to = to, .from = from, .size = size };
	return __skep_guarded(copy_bytes, &copying);
}

bool __skep_readable_string(const char *text, size_t limit, size_t *length)
{
	struct copying copying = { .from = (const unsigned char *)text, .size = limit, .stop_at_zero = true };
	bool readable = __skep_guarded(copy_bytes, &copying);
	*length = copying.done;
	return readable;
}

/* ---- describing ---- */

void __skep_set_text(char *to, const char *from)
{
	size_t n = from ? strnlen(from, SK_MESSAGE_SIZE - 1) : 0;
	memcpy(to, from, n);
	to[n] = 0;
}

void __skep_describe_address(struct sk_fault *fault, uintptr_t address)
{
	struct heap_block block;
	uintptr_t start = 0;
	size_t size = 0;
	fault->address = address;
	fault->owner_step = UINT32_MAX;
	if (address < NULL_ZONE) {
		fault->owner = SK_OWNER_NULL;
	} else if (__skep_area_find(address, &fault->owner_step, &start, &size)) {
		fault->owner = SK_OWNER_TEST;
	} else if (__skep_heap_find(address, &block)) {
		fault->owner = block.freed ? SK_OWNER_FREED : SK_OWNER_UNIT_HEAP;
		fault->owner_step = block.step;
		start = block.start;
		size = block.size;
	} else {
		fault->owner = __skep_in_image(address)   ? SK_OWNER_GLOBAL
		               : __skep_in_stack(address) ? SK_OWNER_STACK
		                                          : SK_OWNER_WILD;
	}
	fault->region = start;
	fault->region_size = size;
}

uint32_t __skep_refused;

void __skep_fault_begin(struct sk_fault *fault, enum sk_fault_kind kind, int code, uintptr_t address)
{
	memset(fault, 0, sizeof *fault);
	fault->kind = kind;
	fault->code = code;
	fault->step = __skep_now.step;
	fault->is_write = 2;
	fault->owner_step = UINT32_MAX;
	fault->refused = __skep_refused;
	if (address)
		__skep_describe_address(fault, address);
}

/* The fault is outside of any test: the runtime's own, or a constructor's. */
static void end_unless_in_test(void)
{
	if (__skep_now.phase == PHASE_RESET)
		end_process(SK_END_RETIRED); /* the record is complete; only the reset failed */
	if (__skep_now.phase != PHASE_TEST)
		end_process(SK_END_LOST);
}

/* Frame pointers lead from here through the runtime to the unit. */
_Noreturn static void fail_here(void)
{
	uintptr_t fp = (uintptr_t)__builtin_frame_address(0);
	__skep_fault.n_frames = __skep_frames(__skep_fault.frames, (uintptr_t)__builtin_return_address(0) - 1, fp,
	                                      fp - sizeof fp);
	__skep_escape(SK_FAULT);
}

void __skep_fail(enum sk_fault_kind kind, int code, uintptr_t address, const char *message)
{
	end_unless_in_test();
	__skep_fault_begin(&__skep_fault, kind, code, address);
	__skep_set_text(__skep_fault.message, message);
	fail_here();
}

void __skep_fail_at(enum sk_fault_kind kind, const char *message, const char *file, unsigned line)
{
	end_unless_in_test();
	__skep_fault_begin(&__skep_fault, kind, 0, 0);
	__skep_set_text(__skep_fault.message, message);
	__skep_set_text(__skep_fault.file, file);
	__skep_fault.line = line;
	fail_here();
}

/* ---- signals ---- */

static enum sk_fault_kind kind_of(int number, uintptr_t address)
{
	switch (number) {
	case SIGSEGV:
		return __skep_is_stack_overflow(address) ? SK_STACK_OVERFLOW : SK_SEGV;
	case SIGBUS:
		return __skep_is_stack_overflow(address) ? SK_STACK_OVERFLOW : SK_BUS;
	case SIGFPE:
		return SK_FPE;
	case SIGILL:
		return SK_ILL;
	case SIGABRT:
		return __skep_in_libc_free ? SK_BAD_FREE : SK_ABORT;
	default:
		return SK_SIGNAL;
	}
}

/* Names the library function in which it happened, because the frames only show its caller. */
static void name_function(void *argument)
{
	Dl_info info;
	if (dladdr(argument, &info) && info.dli_sname)
		__skep_set_text(__skep_fault.message, info.dli_sname);
}

static void describe_signal(int number, const siginfo_t *info, const struct registers *at)
{
	struct sk_fault *fault = &__skep_fault;
	bool has_address = (number == SIGSEGV || number == SIGBUS) && info->si_code > 0 && info->si_code != SI_KERNEL;
	uintptr_t address = has_address ? (uintptr_t)info->si_addr : 0;
	__skep_fault_begin(fault, kind_of(number, address), number, 0);
	if (has_address) {
		__skep_describe_address(fault, address);
		fault->is_write = at->is_write;
	} else if (number == SIGSEGV) {
		fault->owner = SK_OWNER_WILD; /* an address that no processor would accept */
	}
	fault->n_frames = __skep_frames(fault->frames, at->pc, at->fp, at->sp);
	if (!__skep_in_image(at->pc))
		__skep_guarded(name_function, (void *)at->pc);
}

/* The unit called a function without a frame, which cannot have begun anything that it would leave
 * unfinished. */
static bool in_library_leaf(const struct registers *at)
{
	uintptr_t caller = 0;
	return !__skep_in_image(at->pc) && __skep_copy_guarded(&caller, (const void *)at->sp, sizeof caller) &&
	       __skep_in_unit_code(caller);
}

static bool leaves_nothing_behind(int number, const struct registers *at)
{
	if (number == SIGFPE)
		return __skep_in_unit_code(at->pc);
	if (number != SIGSEGV || __skep_fault.kind != SK_SEGV)
		return false;
	return __skep_in_unit_code(at->pc) || (!at->is_write && in_library_leaf(at));
}

_Noreturn static void end_with_record(enum sk_outcome outcome)
{
	__skep_record_end(outcome, &__skep_fault);
	end_process(SK_END_FAULT);
}

static void on_signal(int number, siginfo_t *info, void *context)
{
	clean_flags();
	if (guarded) {
		guarded = 0; /* tries once, because the way back may be damaged, too */
		siglongjmp(guard, 1);
	}
	if (handling)
		end_process(SK_END_LOST);
	handling = 1;
	end_unless_in_test();
	struct registers at = registers_of(context);
	describe_signal(number, info, &at);
	if (info->si_code > 0 && leaves_nothing_behind(number, &at)) {
		handling = 0;
		__skep_escape(SK_FAULT);
	}
	end_with_record(SK_FAULT);
}

/* The sandbox denies a call, which would succeed elsewhere. From here on the test's behaviour says nothing. */
static void on_denial(int number, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;
	if (info->si_code != BY_FILTER) {
		on_signal(number, info, context);
		return;
	}
	__skep_now.denied = true;
#if defined(__x86_64__)
	uc->uc_mcontext.gregs[REG_RAX] = -EACCES;
#elif defined(__aarch64__)
	uc->uc_mcontext.regs[0] = (unsigned long long)-EACCES;
#endif
}

/* Counts the test's own thread, because the time of other threads depends on how the machine shares
 * its processors. */
static uint64_t busy_milliseconds(void)
{
	struct timespec used = { 0 };
	clock_gettime(own_clock, &used);
	return (uint64_t)used.tv_sec * 1000 + (uint64_t)used.tv_nsec / 1000000;
}

/* Ticks follow the wall clock, so a test that sleeps is seen as well. The time in which others had the processors does not
 * count: what a test does must not hang on what else the machine does. */
static bool lasts_too_long(void)
{
	static uint64_t last_serial, busy_before;
	static uint32_t ticks;
	if (__skep_now.serial != last_serial) {
		last_serial = __skep_now.serial;
		busy_before = busy_milliseconds();
		ticks = 0;
		return false;
	}
	ticks++;
	return ticks * TICK_MILLISECONDS >=
	               (uint64_t)__skep_shared->limits.milliseconds + __skep_shared->batch.delayed ||
	       busy_milliseconds() - busy_before >= __skep_shared->limits.busy_milliseconds;
}

static void on_tick(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)info;
	clean_flags();
	if (!lasts_too_long() || handling)
		return;
	if (__skep_now.phase == PHASE_IDLE)
		return;
	handling = 1;
	end_unless_in_test();
	struct registers at = registers_of(context);
	__skep_fault_begin(&__skep_fault, SK_NO_FAULT, 0, 0);
	__skep_fault.n_frames = __skep_frames(__skep_fault.frames, at.pc, at.fp, at.sp);
	end_with_record(SK_HANG);
}

static void catch_signal(int number, void (*handler)(int, siginfo_t *, void *))
{
	struct sigaction action = { .sa_sigaction = handler,
		                    .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART };
	sigaction(number, &action, NULL);
}

void __skep_catch_signals(void)
{
	static const int caught[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGXCPU };
	void *memory = mmap(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	stack_t stack = { .ss_sp = memory, .ss_size = HANDLER_STACK };
	if (memory == MAP_FAILED || sigaltstack(&stack, NULL) != 0)
		end_process(SK_END_LOST);
	for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
		catch_signal(caught[i], on_signal);
	catch_signal(SIGSYS, on_denial);
	catch_signal(SIGALRM, on_tick);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* writing too large a file is an error, not the end */
}

void __skep_start_clock(void)
{
	struct timeval tick = { .tv_usec = TICK_MILLISECONDS * 1000 };
	pthread_getcpuclockid(pthread_self(), &own_clock);
	setitimer(ITIMER_REAL, &(struct itimerval){ tick, tick }, NULL);
}
