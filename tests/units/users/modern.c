/* modern: constructs of today's C that a place for a mark, or for an object, must not break. */
#include <fenv.h>
#include <poll.h>
#include <stdint.h>
#include <sys/select.h>

#ifdef __clang__
#define ASSUME(what) __builtin_assume(what)
#else
#define ASSUME(what) ((what) ? (void)0 : __builtin_unreachable())
#endif

struct slot {
	_Alignas(64) int head;
	int tail;
};

int slot_push(struct slot *slot, int n)
{
	if (n < 1)
		return -1;
	slot->head += n & 7;
	return (uintptr_t)slot % 64 ? -2 : slot->head;
}

int is_exact(double x)
{
#pragma STDC FENV_ACCESS ON
	feclearexcept(FE_ALL_EXCEPT);
	volatile double third = x / 3;
	(void)third;
	return fetestexcept(FE_INEXACT) ? 0 : 1;
}

int quarter(int n)
{
	ASSUME(n >= 0 && n < 1000);
	if (n == 400)
		return 100;
	return n / 4;
}

#if __STDC_VERSION__ > 201710L
int thousands(int n)
{
	int count = 0;
	for (int i = 0; i < 3'000; i += 1'000)
		count += i < n;
	return count;
}
#endif

int pause_for(int milliseconds)
{
	struct timeval time = { 0, (milliseconds & 63) * 1000 };
	if (milliseconds < 0)
		return poll(0, 0, 40);
	return select(0, 0, 0, 0, &time);
}

static int once(int x)
{
	return x == 5 ? 50 : x;
}

static int twice(int x)
{
	return x == 6 ? 60 : 2 * x;
}

static int (*choose(void))(int)
{
	return sizeof(void *) == 8 ? twice : once;
}

int work(int x) __attribute__((ifunc("choose")));
