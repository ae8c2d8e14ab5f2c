/* crashing: a unit of which about one test in three crashes, for bench/long.
 *
 * A call crashes depending on a hash of its number, so that no test looks dangerous and
 * no lesson can avoid the crash. There are goals that take
 * some time, and one that nobody reaches, so that a search goes on. */
#include <stdlib.h>

struct lock {
	unsigned state, turns;
};

static unsigned mix(unsigned x)
{
	x = (x ^ (x >> 16)) * 0x45d9f3bu;
	x = (x ^ (x >> 16)) * 0x45d9f3bu;
	return x ^ (x >> 16);
}

/* Four ways to crash, told apart by their place. */
static void crash_now_and_then(unsigned x)
{
	volatile int *nowhere = NULL;
	if (mix(x) % 4 != 0)
		return;
	switch (mix(x) / 4 % 4) {
	case 0:
		*nowhere = 1;
		break;
	case 1:
		abort();
	case 2:
		((volatile int *)nowhere)[2] = 3;
		break;
	default:
		*(volatile char *)nowhere = 4;
	}
}

struct lock *lock_new(void)
{
	return calloc(1, sizeof(struct lock));
}

void lock_free(struct lock *lock)
{
	free(lock);
}

int lock_turn(struct lock *lock, unsigned number)
{
	crash_now_and_then(number);
	lock->turns++;
	if (number == lock->state * 3 + 1)
		lock->state++;
	else if (lock->state > 0 && number % 7 == 0)
		lock->state--;
	if (lock->state == 2)
		return 2;
	if (lock->state == 5)
		return 5;
	if (lock->state == 9 && lock->turns == 9)
		return 9;
	return 0;
}

unsigned lock_state(const struct lock *lock)
{
	return lock->state;
}

int never(unsigned number)
{
	crash_now_and_then(number + 1);
	return number * number % 4 == 2;
}
