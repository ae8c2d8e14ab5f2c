/* Ends: crashes, endless loops, exits, signals, and a stack that is not one. */
#define _GNU_SOURCE
#include <alloca.h>
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include "hostile.h"

static long self(void)
{
	return syscall(SYS_getpid);
}

/* ---- crashes ---- */

int read_nowhere(uintptr_t address)
{
	return *(volatile int *)address;
}

int write_nowhere(uintptr_t address)
{
	*(volatile int *)address = 1;
	return 0;
}

int write_constant(void)
{
	static const char *volatile text = "constant";
	*(volatile char *)text = 'x';
	return 0;
}

int call_nowhere(uintptr_t address)
{
	int (*volatile function)(void) = (int (*)(void))address;
	return function() + 1;
}

int run_data(void)
{
	static unsigned char code[64] = { 0xc3 };
	void (*volatile function)(void) = (void (*)(void))(uintptr_t)code;
	function();
	return 0;
}

int divide(int a, int b)
{
	return a / b;
}

int trap(void)
{
	__builtin_trap();
}

int breakpoint(void)
{
#if defined(__x86_64__)
	__asm__ volatile("int3");
#else
	raise(SIGTRAP);
#endif
	return 0;
}

int read_behind_file(void)
{
	int fd = open("short", O_CREAT | O_RDWR, 0600);
	char *map = mmap(NULL, 8192, PROT_READ, MAP_SHARED, fd, 0);
	return map == MAP_FAILED ? 0 : *(volatile char *)(map + 5000);
}

int fail_assertion(int x)
{
	assert(x > 1000);
	return x;
}

/* ---- loops ---- */

int loop(int x)
{
	while (x != 7)
		x = x == 7 ? 7 : x ^ 1;
	return x;
}

int loop_without_condition(void)
{
	for (;;)
		__asm__ volatile("");
}

int wait_for_nothing(void)
{
	for (;;)
		pause();
}

int read_empty_pipe(void)
{
	int ends[2];
	char c;
	if (pipe(ends) != 0)
		return 0;
	return (int)read(ends[0], &c, 1);
}

int fill_pipe(void)
{
	int ends[2];
	static char block[65536];
	if (pipe(ends) != 0)
		return 0;
	for (;;)
		if (write(ends[1], block, sizeof block) < 0)
			return 0;
}

int lock_twice(void)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&lock);
	pthread_mutex_lock(&lock);
	return 0;
}

/* Nobody but the outside can end this one. */
int loop_deaf(void)
{
	sigset_t all;
	sigfillset(&all);
	syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, NULL, 8);
	for (;;)
		__asm__ volatile("");
}

int loop_without_clock(void)
{
	struct itimerval none = { 0 };
	syscall(SYS_setitimer, ITIMER_REAL, &none, NULL);
	for (;;)
		__asm__ volatile("");
}

/* ---- recursion ---- */

int recurse(int n)
{
	volatile char room[200];
	room[n & 127] = (char)n;
	return recurse(n + 1) + room[n & 63];
}

int recurse_in_leaps(int n)
{
	volatile char *room = alloca((size_t)1 << 20);
	room[0] = (char)n;
	return recurse_in_leaps(n + 1) + room[0];
}

static int again(const void *a, const void *b)
{
	int numbers[4] = { 4, 3, 2, 1 };
	(void)a;
	(void)b;
	qsort(numbers, 4, sizeof *numbers, again);
	return numbers[0];
}

int recurse_through_library(void)
{
	return again(NULL, NULL);
}

/* ---- exits ---- */

int leave(int status)
{
	exit(status);
}

int leave_at_once(int status)
{
	_exit(status);
}

int leave_quickly(int status)
{
	quick_exit(status);
}

int leave_really(int status)
{
	return (int)syscall(SYS_exit_group, status);
}

int end_thread(int status)
{
	return (int)syscall(SYS_exit, status);
}

int leave_thread(void)
{
	pthread_exit(NULL);
}

static void leave_again(void)
{
	exit(3);
}

static void crash_at_exit(void)
{
	*(volatile int *)0 = 1;
}

static void loop_at_exit(void)
{
	for (int x = 1; x != 7;)
		x = x == 7 ? 7 : x ^ 1;
}

int leave_badly(int how)
{
	atexit(how == 0 ? leave_again : how == 1 ? crash_at_exit : loop_at_exit);
	for (int i = 0; i < 100; i++)
		atexit(leave_again);
	exit(how);
}

int give_up(void)
{
	abort();
}

static void ignore(int number)
{
	(void)number;
}

int give_up_with_handler(void)
{
	signal(SIGABRT, ignore);
	abort();
}

/* ---- signals ---- */

int raise_signal(int number)
{
	raise(number);
	return 0;
}

int send_signal(int number)
{
	kill(getpid(), number);
	return 0;
}

int send_signal_really(int number)
{
	syscall(SYS_kill, self(), number);
	return 0;
}

int send_to_thread_really(int number)
{
	syscall(SYS_tgkill, self(), syscall(SYS_gettid), number);
	return 0;
}

int stop(void)
{
	syscall(SYS_kill, self(), SIGSTOP);
	return 0;
}

static void raise_again(int number)
{
	raise(number);
}

int recurse_in_handler(void)
{
	signal(SIGUSR1, raise_again);
	raise(SIGUSR1);
	return 0;
}

static void crash_again(int number)
{
	*(volatile int *)8 = number;
}

static void loop_in_handler(int number)
{
	(void)number;
	for (;;)
		__asm__ volatile("");
}

struct kernel_action {
	void (*handler)(int);
	unsigned long flags;
	void (*restorer)(void);
	uint64_t mask;
};

__attribute__((naked)) static void restore(void)
{
#if defined(__x86_64__)
	__asm__ volatile("mov $15, %eax\n\tsyscall");
#endif
}

static void handle_really(int number, void (*handler)(int), unsigned long flags)
{
	struct kernel_action action = { handler, flags | 0x04000000, restore, 0 };
	syscall(SYS_rt_sigaction, number, &action, NULL, 8);
}

int crash_in_handler(void)
{
	handle_really(SIGSEGV, crash_again, SA_NODEFER);
	return *(volatile int *)16;
}

int loop_in_crash_handler(void)
{
	handle_really(SIGSEGV, loop_in_handler, 0);
	return *(volatile int *)16;
}

int return_from_crash_handler(void)
{
	handle_really(SIGSEGV, ignore, 0);
	return *(volatile int *)16;
}

int ignore_all_signals(void)
{
	for (int number = 1; number < 65; number++)
		handle_really(number, SIG_IGN, 0);
	return 0;
}

int default_all_signals(void)
{
	for (int number = 1; number < 65; number++)
		handle_really(number, SIG_DFL, 0);
	return *(volatile int *)32;
}

int ring_really(void)
{
	struct itimerval soon = { { 0, 1000 }, { 0, 1000 } };
	handle_really(SIGALRM, SIG_DFL, 0);
	syscall(SYS_setitimer, ITIMER_REAL, &soon, NULL);
	for (;;)
		__asm__ volatile("");
}

int ring_pretended(void)
{
	struct itimerval soon = { { 0, 1 }, { 0, 1 } };
	alarm(1);
	setitimer(ITIMER_REAL, &soon, NULL);
	setitimer(ITIMER_VIRTUAL, &soon, NULL);
	setitimer(ITIMER_PROF, &soon, NULL);
	return 0;
}

int ring_by_timer(int number)
{
	timer_t timer;
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = number };
	struct itimerspec soon = { { 0, 1 }, { 0, 1 } };
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
		timer_settime(timer, 0, &soon, NULL);
	return 0;
}

int recurse_without_signal_stack(void)
{
	stack_t none = { .ss_flags = SS_DISABLE };
	syscall(SYS_sigaltstack, &none, NULL);
	return recurse(1);
}

/* ---- jumps and stacks ---- */

static jmp_buf gone;

static int __attribute__((noinline)) remember_place(void)
{
	return setjmp(gone);
}

int jump_into_the_past(void)
{
	if (remember_place() == 0)
		longjmp(gone, 1);
	return 0;
}

int jump_to_garbage(int fill)
{
	jmp_buf nowhere;
	memset(nowhere, fill, sizeof nowhere);
	longjmp(nowhere, 1);
}

int switch_to_garbage(int fill)
{
	static ucontext_t context;
	if (getcontext(&context) != 0)
		return 0;
	memset(&context.uc_mcontext, fill, sizeof context.uc_mcontext);
	context.uc_mcontext.fpregs = NULL;
	return setcontext(&context);
}

/* Upwards, over the frames of whoever called. */
__attribute__((noinline)) static void overwrite_upwards(volatile char *from, int size)
{
	void *(*volatile fill)(void *, int, size_t) = memset;
	fill((char *)from, 'A', (size_t)size);
}

int smash_stack(int size)
{
	volatile char buffer[16];
	overwrite_upwards(buffer, size);
	return buffer[0];
}

int smash_stack_and_exit(int size)
{
	volatile char buffer[16];
	overwrite_upwards(buffer, size);
	exit(buffer[0]);
}

int smash_stack_and_abort(int size)
{
	volatile char buffer[16];
	overwrite_upwards(buffer, size);
	abort();
}

int lose_stack(uintptr_t address)
{
#if defined(__x86_64__)
	__asm__ volatile("mov %0, %%rsp\n\tpush %%rax\n\tret" : : "r"(address) : "memory");
#endif
	return (int)address;
}

int set_flags(int how)
{
#if defined(__x86_64__)
	if (how == 0)
		__asm__ volatile("std" : : : "cc");
	else
		__asm__ volatile("pushf\n\torl $0x40000, (%%rsp)\n\tpopf" : : : "cc", "memory");
#endif
	return how;
}

/* Every thread-local of the C library is somewhere else from now on. */
int lose_thread_pointer(uintptr_t address)
{
#if defined(__x86_64__)
	syscall(SYS_arch_prctl, 0x1002, address);
#endif
	return (int)address;
}
