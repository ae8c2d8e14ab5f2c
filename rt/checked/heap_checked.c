/* heap_checked: the unit's memory in the checked build.
 *
 * AddressSanitizer allocates. This file lists the blocks of the unit, so that after a test the rest
 * can be freed, leaks be found, and the owner of a faulty address be named. Only calls of the unit
 * come through here: memory that the C library allocates for itself outlives tests and is not
 * looked at. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "inside.h"
#include "libc.h"

#if SKEP_CHECKED

#include <sanitizer/allocator_interface.h>

#define N_SLOTS ((size_t)1 << 16)
#define MAX_BLOCKS (N_SLOTS / 2)
#define MAX_KEPT 4096
#define MAX_LEFT_OUT 1024u
#define MOST_LEFT_OUT 4096u   /* bytes */

enum state { EMPTY, LIVE, FREED };

struct slot {
	uintptr_t start;
	size_t size;
	uint32_t step;
	enum state state;
};

/* A block that constructors allocated, with its contents at that time. */
struct kept {
	unsigned char *start, *copy;
	size_t size;
};

volatile bool __skep_in_libc_free;
unsigned char __skep_fresh[8] = { FILL_FRESH, FILL_FRESH, FILL_FRESH, FILL_FRESH,
	                          FILL_FRESH, FILL_FRESH, FILL_FRESH, FILL_FRESH };
static uint32_t layout; /* 0: blocks lie where the allocator puts them; else other layouts */
static void *left_out[MAX_LEFT_OUT]; /* blocks that only make others lie elsewhere */
static size_t n_left_out;
static size_t word = 1; /* the fill begins again after this many bytes */
static struct slot slots[N_SLOTS];
static uint32_t used[MAX_BLOCKS]; /* slots in order of allocation */
static size_t n_used;
static size_t live_bytes;
static struct kept kept[MAX_KEPT];
static size_t n_kept;

void __skep_heap_init(void)
{
}

static struct slot *slot_of(uintptr_t start)
{
	size_t i = (start >> 4) * 0x9e3779b97f4a7c15u >> 48;
	while (slots[i].state != EMPTY && slots[i].start != start)
		i = (i + 1) % N_SLOTS;
	return &slots[i];
}

static void *list(void *block, size_t size)
{
	if (!block)
		return NULL;
	struct slot *slot = slot_of((uintptr_t)block);
	if (slot->state == EMPTY) {
		if (n_used == MAX_BLOCKS) {
			__skep_retire(); /* too many blocks to free afterwards */
			return block;
		}
		used[n_used++] = (uint32_t)(slot - slots);
	}
	*slot = (struct slot){ (uintptr_t)block, size, __skep_now.step, LIVE };
	live_bytes += size;
	return block;
}

static void unlist(const void *block)
{
	struct slot *slot = slot_of((uintptr_t)block);
	if (slot->state != LIVE)
		return;
	slot->state = FREED;
	live_bytes -= slot->size;
}

static bool within_limit(size_t size)
{
	uint64_t limit = __skep_shared ? __skep_shared->limits.heap_limit : UINT64_MAX;
	if (size <= limit && live_bytes <= limit - size)
		return true;
	errno = ENOMEM;
	__skep_refuse(size);
	return false;
}

static bool is_kept(const void *block)
{
	for (size_t i = 0; i < n_kept; i++)
		if (kept[i].start == block)
			return true;
	return false;
}

/* The unit has freed the block, and no other block has its memory since. */
static bool is_freed(const void *pointer)
{
	return slot_of((uintptr_t)pointer)->state == FREED && !__sanitizer_get_ownership(pointer);
}

/* AddressSanitizer would notice it, too, but its reports end the worker. */
#define CHECK_FREED(pointer)                                                                                  \
	do {                                                                                                  \
		if (is_freed(pointer))                                                                        \
			__skep_report_free(pointer, (uintptr_t)__builtin_return_address(0) - 1,               \
			                   *(uintptr_t *)__builtin_frame_address(0),                          \
			                   (uintptr_t)__builtin_frame_address(0));                            \
	} while (0)

/* Checks a pointer that is about to be freed: the unit must not free a test's own memory. */
static void check_free(void *pointer)
{
	uint32_t step;
	uintptr_t start;
	size_t size;
	if (__skep_area_find((uintptr_t)pointer, &step, &start, &size))
		__skep_fail(SK_BAD_FREE, 0, (uintptr_t)pointer, "free of memory that was not allocated");
	if (is_kept(pointer))
		__skep_retire();
}

void __skep_heap_vary(uint32_t flags)
{
	unsigned char number = (unsigned char)(flags >> SK_FILL_WORD_SHIFT);
	word = number ? sizeof(int) : 1;
	memset(__skep_fresh, number ? 0 : FILL_FRESH ^ (unsigned char)(flags >> SK_FILL_SHIFT), sizeof __skep_fresh);
	if (number)
		__skep_fresh[0] = number;
	layout = flags >> SK_LAYOUT_SHIFT;
}

void __skep_make_fresh(void *start, size_t size)
{
	unsigned char *bytes = start;
	memset(bytes, __skep_fresh[1], size);
	for (size_t i = 0; word > 1 && i < size; i += word)
		bytes[i] = __skep_fresh[0];
}

#define MAPPED ((size_t)1 << 20)     /* AddressSanitizer maps larger blocks anew: they read zero, as in the fast
                                        build, */
#define MAPPED_FILL ((size_t)64 << 10) /* and to fill all of such a block costs as much as thousands of tests */

/* Fills the part [from, size) of a block, because AddressSanitizer fills only the start of a block. */
static void *fresh(void *block, size_t from, size_t size)
{
	size_t fill = size - from;
	if (size >= MAPPED && fill > MAPPED_FILL)
		fill = MAPPED_FILL;
	if (block)
		__skep_make_fresh((unsigned char *)block + from, fill);
	return block;
}

/* Makes the next block of this size get another address, by allocating others before it. Their
 * number differs from one block to the next; otherwise one bit of all addresses might still be the
 * same. */
static void leave_out(size_t size)
{
	if (!layout || size > MOST_LEFT_OUT)
		return;
	layout = layout * 1103515245u + 12345u;
	for (uint32_t n = layout >> 16 & 7; n > 0 && n_left_out < MAX_LEFT_OUT; n--)
		left_out[n_left_out++] = malloc(size);
}

void *__skep_heap_malloc(size_t size)
{
	if (!within_limit(size))
		return NULL;
	leave_out(size);
	return list(fresh(malloc(size), 0, size), size);
}

void *__skep_heap_calloc(size_t count, size_t size)
{
	size_t total;
	if (__builtin_mul_overflow(count, size, &total) || !within_limit(total)) {
		errno = ENOMEM;
		return NULL;
	}
	leave_out(total);
	return list(calloc(count, size), total);
}

void __skep_free(void *pointer)
{
	if (!pointer)
		return;
	check_free(pointer);
	CHECK_FREED(pointer);
	unlist(pointer);
	free(pointer);
}

void *__skep_heap_realloc(void *pointer, size_t size)
{
	if (!pointer)
		return __skep_heap_malloc(size);
	check_free(pointer);
	CHECK_FREED(pointer);
	if (!within_limit(size))
		return NULL;
	leave_out(size);
	size_t before = malloc_usable_size(pointer);
	void *moved = realloc(pointer, size);
	if (moved && size > before)
		fresh(moved, before, size);
	if (moved || !size) {
		unlist(pointer);
		list(moved, size);
	}
	return moved;
}

void *__skep_heap_aligned_alloc(size_t alignment, size_t size)
{
	return within_limit(size) ? list(fresh(memalign(alignment, size), 0, size), size) : NULL;
}

size_t __skep_malloc_usable_size(void *pointer)
{
	return malloc_usable_size(pointer);
}

static void clear_slots(void)
{
	for (size_t i = 0; i < n_used; i++)
		slots[used[i]].state = EMPTY;
	n_used = 0;
	live_bytes = 0;
}

void __skep_heap_snapshot(void)
{
	for (size_t i = 0; i < n_used && n_kept < MAX_KEPT; i++) {
		struct slot *slot = &slots[used[i]];
		if (slot->state != LIVE)
			continue;
		struct kept *k = &kept[n_kept++];
		*k = (struct kept){ (unsigned char *)slot->start, malloc(slot->size), slot->size };
		if (!k->copy)
			_exit(SK_END_LOST);
		memcpy(k->copy, k->start, k->size);
	}
	clear_slots();
}

void __skep_heap_reset(void)
{
	for (size_t i = 0; i < n_used; i++)
		if (slots[used[i]].state == LIVE)
			free((void *)slots[used[i]].start);
	clear_slots();
	while (n_left_out > 0)
		free(left_out[--n_left_out]);
	for (size_t i = 0; i < n_kept; i++)
		memcpy(kept[i].start, kept[i].copy, kept[i].size);
}

bool __skep_heap_find(uintptr_t address, struct heap_block *block)
{
	/* Newest first, because an address may have been used again. */
	for (size_t i = n_used; i-- > 0;) {
		const struct slot *slot = &slots[used[i]];
		if (address < slot->start || address > slot->start + slot->size)
			continue;
		*block = (struct heap_block){ slot->start, slot->size, slot->step, slot->state == FREED };
		return true;
	}
	return false;
}

size_t __skep_heap_live(struct heap_block *blocks, size_t room)
{
	size_t n = 0;
	for (size_t i = 0; i < n_used && n < room; i++) {
		const struct slot *slot = &slots[used[i]];
		if (slot->state == LIVE)
			blocks[n++] = (struct heap_block){ slot->start, slot->size, slot->step, false };
	}
	return n;
}

/* Not counted: runs of the checked build are dear anyway. */
size_t __skep_heap_touched(void)
{
	return 0;
}

bool __skep_heap_spans(uintptr_t address)
{
	return address >= NULL_ZONE;
}

void __skep_heap_index(void)
{
	/* the list of blocks is an index already */
}

#endif
