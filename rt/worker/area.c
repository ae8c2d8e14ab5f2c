/* area: memory of the variables and blocks that a test makes.
 *
 * Fast build: they are taken one behind the other, with gaps, from one piece at a fixed address, so
 * addresses are the same in every run. Checked build: each is an allocation of its own, so
 * AddressSanitizer sees every overrun. A test can ask for the reverse order, each below those
 * before it: if it behaves differently then, it depends on the places of unrelated objects. A list
 * of them tells whose memory a faulty address is in. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "inside.h"

#define AREA_SIZE ((size_t)32 << 20)
#define KEPT ((size_t)256 << 10)  /* pages beyond this go back to the system */
#define GAP 16
#define USUAL_ALIGNMENT 16u
#define MOST_ALIGNMENT 64u        /* a line of the cache */
#define SLACK 256                 /* bytes that a small overrun may have changed */
#define SHELF_SIZE ((size_t)4 << 20)
#define MAX_MADE (2 * SK_MAX_STEPS)

struct made {
	unsigned char *start;
	size_t size;
	uint32_t step;
};

static struct made made[MAX_MADE];
static size_t n_made;
static bool downwards;
#if SKEP_CHECKED
static uintptr_t lowest = UINTPTR_MAX, highest; /* of all blocks */
#endif

void __skep_area_vary(uint32_t flags)
{
	downwards = flags >> SK_LAYOUT_SHIFT & 1;
}

/* The size of a type with an unusual alignment is a multiple of that alignment. */
static size_t alignment_for(size_t size)
{
	size_t divisor = size & -size;
	return divisor < USUAL_ALIGNMENT ? USUAL_ALIGNMENT : divisor < MOST_ALIGNMENT ? divisor : MOST_ALIGNMENT;
}

static void *list(void *start, size_t size, uint32_t step)
{
	made[n_made++] = (struct made){ start, size, step };
#if SKEP_CHECKED
	lowest = (uintptr_t)start < lowest ? (uintptr_t)start : lowest;
	highest = (uintptr_t)start + size > highest ? (uintptr_t)start + size : highest;
#endif
	if (!SKEP_CHECKED && size <= sizeof(uint64_t))
		return memset(start, 0, sizeof(uint64_t)); /* the gap has room, and a constant size makes it one
		                                              store */
	return memset(start, 0, size);
}

#if SKEP_CHECKED

#include <sanitizer/asan_interface.h>

/* The allocator sorts blocks by size, so a block that must be below others is cut from a shelf,
 * where everything but the blocks is poisoned. */
static unsigned char *shelf;
static size_t shelved;

void __skep_area_init(void)
{
	shelf = mmap(NULL, SHELF_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (shelf == MAP_FAILED)
		_Exit(SK_END_LOST);
}

static void *take_below(size_t size, uint32_t step)
{
	/* A poisoned line is below it, and at least one above. */
	size_t taken = (size + 3 * MOST_ALIGNMENT - 1) & ~(size_t)(MOST_ALIGNMENT - 1);
	if (n_made == MAX_MADE || size > SHELF_SIZE || taken > SHELF_SIZE - shelved)
		return NULL;
	if (!shelved)
		__asan_poison_memory_region(shelf, SHELF_SIZE);
	shelved += taken;
	unsigned char *start = shelf + SHELF_SIZE - shelved + MOST_ALIGNMENT;
	__asan_unpoison_memory_region(start, size);
	return list(start, size, step);
}

void *__skep_area_take(size_t size, uint32_t step)
{
	if (downwards)
		return take_below(size, step);
	void *start = n_made < MAX_MADE ? memalign(alignment_for(size), size ? size : 1) : NULL;
	return start ? list(start, size, step) : NULL;
}

void __skep_area_reset(void)
{
	for (; n_made > 0; n_made--)
		if (!shelved)
			free(made[n_made - 1].start);
	if (shelved)
		__asan_unpoison_memory_region(shelf, SHELF_SIZE);
	shelved = 0;
	lowest = UINTPTR_MAX;
	highest = 0;
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
	if (downwards) { /* the whole area has the alignment of a page */
		at = (AREA_SIZE - used) & ~(alignment - 1);
		used = AREA_SIZE - at;
	}
	return list(area + at, size, step);
}

static void reset_downwards(void)
{
	size_t dirty = used + SLACK < AREA_SIZE ? used + SLACK : AREA_SIZE;
	memset(area + AREA_SIZE - dirty, 0, dirty);
	used = 0;
	n_made = 0;
}

/* Unused area reads as zero in every test. */
void __skep_area_reset(void)
{
	if (downwards) {
		reset_downwards();
		return;
	}
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

static bool holds(const struct made *entry, uintptr_t address)
{
	/* The byte behind the end belongs to the block, too, because overruns start there. */
	uintptr_t from = (uintptr_t)entry->start;
	return address >= from && address <= from + entry->size + (SKEP_CHECKED ? 0 : GAP - 1);
}

/* The index of the block with the address; n_made: there is none. */
static size_t place_of(uintptr_t address)
{
#if SKEP_CHECKED
	for (size_t i = n_made; i-- > 0;)
		if (holds(&made[i], address))
			return i;
	return n_made;
#else
	size_t low = 0, high = n_made; /* blocks are in order: finds the last that starts before the address */
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (((uintptr_t)made[middle].start <= address) != downwards)
			low = middle + 1;
		else
			high = middle;
	}
	size_t place = downwards ? low : low - 1;
	return place < n_made && holds(&made[place], address) ? place : n_made;
#endif
}

bool __skep_area_find(uintptr_t address, uint32_t *step, uintptr_t *start, size_t *size)
{
	size_t place = place_of(address);
	if (place == n_made)
		return false;
	*step = made[place].step;
	__skep_area_entry(place, start, size);
	return true;
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
	return address >= lowest && address <= highest;
#else
	return downwards ? (uintptr_t)area + AREA_SIZE - address <= used : address - (uintptr_t)area <= used;
#endif
}
