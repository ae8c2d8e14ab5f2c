/* random: random numbers that are the same in every run.
 *
 * rand() and related functions are the C library's own, reset after a test that used them, so a
 * written test gets the same numbers. Random numbers of the system come from a small generator
 * instead. */
#define _GNU_SOURCE
#include <errno.h>

#include "inside.h"
#include "libc.h"

#define SEED 0x9e3779b97f4a7c15u

static bool used, used_48;
static uint64_t state = SEED;

void __skep_random_reset(void)
{
	/* The C library's initial state: seed 1, and these parameters for drand48(). */
	static unsigned short parameters[7] = { 0, 0, 0, 0xe66d, 0xdeec, 0x5, 0xb };
	static char own_state[128];
	if (used)
		initstate(1, own_state, sizeof own_state);
	if (used_48)
		lcong48(parameters);
	used = used_48 = false;
	state = SEED;
}

int __skep_rand(void)
{
	used = true;
	return rand();
}

void __skep_srand(unsigned seed)
{
	used = true;
	srand(seed);
}

long __skep_random(void)
{
	used = true;
	return random();
}

void __skep_srandom(unsigned seed)
{
	used = true;
	srandom(seed);
}

char *__skep_initstate(unsigned seed, char *buffer, size_t size)
{
	used = true;
	return initstate(seed, buffer, size);
}

char *__skep_setstate(char *buffer)
{
	used = true;
	return setstate(buffer);
}

double __skep_drand48(void)
{
	used_48 = true;
	return drand48();
}

long __skep_lrand48(void)
{
	used_48 = true;
	return lrand48();
}

long __skep_mrand48(void)
{
	used_48 = true;
	return mrand48();
}

void __skep_srand48(long seed)
{
	used_48 = true;
	srand48(seed);
}

unsigned short *__skep_seed48(unsigned short seed[3])
{
	used_48 = true;
	return seed48(seed);
}

void __skep_lcong48(unsigned short parameters[7])
{
	used_48 = true;
	lcong48(parameters);
}

/* xorshift64* */
static uint64_t next(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return state * 0x2545f4914f6cdd1du;
}

static void fill(void *buffer, size_t size)
{
	unsigned char *bytes = buffer;
	for (size_t i = 0; i < size; i++)
		bytes[i] = (unsigned char)(next() >> 56);
}

ssize_t __skep_getrandom(void *buffer, size_t size, unsigned flags)
{
	(void)flags;
	fill(buffer, size);
	return (ssize_t)size;
}

int __skep_getentropy(void *buffer, size_t size)
{
	if (size > 256) {
		errno = EIO;
		return -1;
	}
	fill(buffer, size);
	return 0;
}

uint32_t __skep_arc4random(void)
{
	return (uint32_t)(next() >> 32);
}

void __skep_arc4random_buf(void *buffer, size_t size)
{
	fill(buffer, size);
}

uint32_t __skep_arc4random_uniform(uint32_t limit)
{
	return limit ? (uint32_t)((next() >> 32) * limit >> 32) : 0;
}
