/* area: memory of the variables and blocks that a test makes.
 *
 * Fast build: taken one behind the other from one piece at a fixed address, with
 * a gap between, so that addresses are the same in every run. Checked build: each
 * in an allocation of its own, so that AddressSanitizer sees every overrun.
 * What the test made is listed, to tell whose memory a faulty address is in. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "inside.h"

#define AREA_SIZE ((size_t)32 << 20)
#define KEPT ((size_t)256 << 10)  /* beyond this, pages go back to the system */
#define GAP 16
#define USUAL_ALIGNMENT 16u
#define MOST_ALIGNMENT 64u        /* a line of the cache */
#define SLACK 256                 /* what a small overrun may have touched */
#define MAX_MADE (2 * SK_MAX_STEPS)

struct made {
	unsigned char *start;
	size_t size;
	uint32_t step;
};

static struct made made[MAX_MADE];
static size_t n_made;

/* A type that wants more than the usual alignment has a size that is a multiple of it. */
static size_t alignment_for(size_t size)
{
	size_t divisor = size & -size;
	return divisor < USUAL_ALIGNMENT ? USUAL_ALIGNMENT : divisor < MOST_ALIGNMENT ? divisor : MOST_ALIGNMENT;
}

static void *list(void *start, size_t size, uint32_t step)
{
	made[n_made++] = (struct made){ start, size, step };
	if (!SKEP_CHECKED && size <= sizeof(uint64_t))
		return memset(start, 0, sizeof(uint64_t)); /* the gap has room, and a known size is one store */
	return memset(start, 0, size);
}

#if SKEP_CHECKED

void __skep_area_init(void)
{
}

void *__skep_area_take(size_t size, uint32_t step)
{
	void *start = n_made < MAX_MADE ? memalign(alignment_for(size), size ? size : 1) : NULL;
	return start ? list(start, size, step) : NULL;
}

void __skep_area_reset(void)
{
	while (n_made > 0)
		free(made[--n_made].start);
}

#else

static unsigned char *area;
static size_t used;

void __skep_area_init(void)
{
	area = mmap(AREA_ADDRESS, AREA_SIZE + PAGE, PROT_READ | PROT_WRITE,
	            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
	if (area == MAP_FAILED)
		_Exit(SK_END_LOST);
	mprotect(area + AREA_SIZE, PAGE, PROT_NONE);
}

void *__skep_area_take(size_t size, uint32_t step)
{
	size_t alignment = alignment_for(size), at = (used + alignment - 1) & ~(alignment - 1);
	size_t taken = (size + GAP + 15) & ~(size_t)15;
	if (n_made == MAX_MADE || at > AREA_SIZE || taken > AREA_SIZE - at)
		return NULL;
	used = at + taken;
	return list(area + at, size, step);
}

/* Unused area reads as zero in every test. */
void __skep_area_reset(void)
{
	size_t dirty = used + SLACK < AREA_SIZE ? used + SLACK : AREA_SIZE;
	if (dirty < AREA_SIZE && *(const volatile uint64_t *)(area + (dirty & ~(size_t)7)))
		dirty = AREA_SIZE; /* a larger overrun came by */
	if (dirty > KEPT) {
		madvise(area + KEPT, AREA_SIZE - KEPT, MADV_DONTNEED);
		dirty = KEPT;
	}
	memset(area, 0, dirty);
	used = 0;
	n_made = 0;
}

#endif

bool __skep_area_find(uintptr_t address, uint32_t *step, uintptr_t *start, size_t *size)
{
	/* One past the end belongs to the block too: that is where overruns start. */
	for (size_t i = n_made; i-- > 0;) {
		uintptr_t from = (uintptr_t)made[i].start;
		if (address < from || address > from + made[i].size + (SKEP_CHECKED ? 0 : GAP - 1))
			continue;
		*step = made[i].step;
		*start = from;
		*size = made[i].size;
		return true;
	}
	return false;
}

size_t __skep_area_count(void)
{
	return n_made;
}

void __skep_area_entry(size_t i, uintptr_t *start, size_t *size)
{
	*start = (uintptr_t)made[i].start;
	*size = made[i].size;
}

bool __skep_area_spans(uintptr_t address)
{
#if SKEP_CHECKED
	return address >= NULL_ZONE;
#else
	return address - (uintptr_t)area <= used;
#endif
}
