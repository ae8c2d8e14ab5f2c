/* heap: the unit's memory in the fast build.
 *
 * It is one piece at a fixed address, as large as a test may allocate. Blocks are taken one behind
 * the other; freed blocks wait in lists by size class and are used again last in, first out. Reset
 * forgets all blocks of a test, in time that depends on how much the test used.
 *
 * Determinism: memory that no test has touched is zero (above `touched`); unused memory below it
 * reads FILL_FRESH. Each test starts with `touched` at the same place, so uninitialised memory
 * never depends on earlier tests. Before each block is a head with its owner; free() accepts only
 * an intact head. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "inside.h"
#include "libc.h"
#include "symbolic.h"

#if !SKEP_CHECKED

#define DEFAULT_LIMIT ((size_t)64 << 20)
#define MAX_LIMIT ((size_t)3 << 30)   /* sizes are 32 bits in a head */
#define KEPT ((size_t)1 << 20)        /* bytes that stay in memory between tests */
#define BIG ((size_t)64 << 10)        /* fresh blocks of this size and more read zero */
#define FREED_FILL 512                /* bytes of a freed block that are overwritten */
#define SLACK 256                     /* bytes that a small overrun may have changed */
#define LOOK 16                       /* bytes behind the slack that show whether a larger overrun came by */
#define N_CLASSES 128

enum state { LIVE = 0x51ee, FREED = 0xdead, UNUSED = 0x6a90 /* UNUSED: a gap before an aligned block */ };

struct head {
	uint32_t magic;
	uint32_t size;       /* the requested size */
	uint32_t next;       /* freed: the next block of its class, in units of 16 bytes; 0: none */
	uint16_t step;       /* the step that allocated it */
	uint16_t state;
};
_Static_assert(sizeof(struct head) == 16, "blocks stay aligned");

#define MAGIC 0x6b536870u

static struct {
	unsigned char *start, *end;
	unsigned char *bump;      /* next unused byte */
	unsigned char *touched;   /* memory from here on was never written and is zero */
} heap;
static uint32_t lists[N_CLASSES]; /* first freed block of each class, in units of 16 bytes */

/* Blocks that constructors allocated: every test starts with them. */
static struct {
	unsigned char *bump;
	unsigned char *kept;      /* memory up to here stays between tests */
	unsigned char *bytes;
	uint32_t lists[N_CLASSES];
} snapshot;

/* Classes in steps of 16 up to 256, then four for each doubling. */
static unsigned class_of(size_t size)
{
	size_t units = (size + 15) / 16;
	if (units <= 16)
		return units ? (unsigned)units - 1 : 0;
	unsigned log = 63 - (unsigned)__builtin_clzll(units - 1);
	return 16 + (log - 4) * 4 + (unsigned)(((units - 1) >> (log - 2)) & 3);
}

static size_t class_size(unsigned class)
{
	if (class < 16)
		return ((size_t)class + 1) * 16;
	unsigned log = 4 + (class - 16) / 4;
	return (((size_t)(class - 16) % 4 + 5) << (log - 2)) * 16;
}

void __skep_heap_init(void)
{
	if (heap.start)
		return;
	size_t limit = __skep_shared && __skep_shared->limits.heap_limit ? __skep_shared->limits.heap_limit
	                                                                 : DEFAULT_LIMIT;
	limit = limit > MAX_LIMIT ? MAX_LIMIT : limit < KEPT ? KEPT : limit & ~(PAGE - 1);
	void *memory = mmap(HEAP_ADDRESS, limit + PAGE, PROT_READ | PROT_WRITE,
	                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
	if (memory == MAP_FAILED)
		_exit(SK_END_LOST);
	mprotect((char *)memory + limit, PAGE, PROT_NONE);
	heap.start = memory;
	heap.end = heap.start + limit;
	heap.bump = heap.start + 16; /* an entry of a list is never 0 */
	heap.touched = heap.start + KEPT;
	memset(heap.start, FILL_FRESH, KEPT);
}

void __skep_heap_snapshot(void)
{
	__skep_heap_init();
	snapshot.bump = heap.bump;
	snapshot.kept = KEPT < (size_t)(heap.end - heap.bump) ? heap.bump + KEPT : heap.end;
	memcpy(snapshot.lists, lists, sizeof lists);
	size_t used = (size_t)(heap.bump - heap.start);
	if (used > 16) {
		snapshot.bytes = malloc(used);
		if (!snapshot.bytes)
			_exit(SK_END_LOST);
		memcpy(snapshot.bytes, heap.start, used);
	}
	memset(heap.bump, FILL_FRESH, (size_t)(snapshot.kept - heap.bump));
	heap.touched = snapshot.kept;
}

/* Returns the pages above `kept` to the system: they read zero again. */
static void untouch(void)
{
	unsigned char *page = (unsigned char *)(((uintptr_t)snapshot.kept + PAGE - 1) & ~(PAGE - 1));
	if (page < heap.end)
		madvise(page, (size_t)(heap.end - page), MADV_DONTNEED);
	memset(snapshot.kept, 0, (size_t)(page - snapshot.kept));
	heap.touched = snapshot.kept;
}

static bool is_all(const unsigned char *bytes, unsigned char value, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (bytes[i] != value)
			return false;
	return true;
}

/* The end of memory that a test may have written. An overrun beyond the slack has left a trace
 * there; then all memory that is kept may be dirty, and memory above it, too. */
static unsigned char *end_of_dirt(void)
{
	unsigned char *dirty = SLACK < heap.end - heap.bump ? heap.bump + SLACK : heap.end;
	if (heap.touched - dirty < LOOK || is_all(dirty, FILL_FRESH, LOOK))
		return dirty;
	if (heap.touched < heap.end && !is_all(heap.touched, 0, LOOK))
		heap.touched = heap.end;
	return heap.touched;
}

void __skep_heap_reset(void)
{
	unsigned char *dirty = end_of_dirt();
	if (heap.touched > snapshot.kept)
		untouch();
	if (dirty > heap.touched)
		dirty = heap.touched;
	if (snapshot.bytes)
		memcpy(heap.start, snapshot.bytes, (size_t)(snapshot.bump - heap.start));
	memset(snapshot.bump, FILL_FRESH, (size_t)(dirty - snapshot.bump));
	heap.bump = snapshot.bump;
	memcpy(lists, snapshot.lists, sizeof lists);
}

static bool inside(const void *pointer)
{
	return (const unsigned char *)pointer >= heap.start && (const unsigned char *)pointer < heap.end;
}

static struct head *head_of(void *pointer)
{
	return (struct head *)pointer - 1;
}

static bool is_head(const struct head *head)
{
	return (uintptr_t)head % 16 == 0 && inside(head) && (const unsigned char *)(head + 1) <= heap.bump &&
	       head->magic == MAGIC && (head->state == LIVE || head->state == FREED || head->state == UNUSED);
}

/* Makes [start, end) of a fresh block read the same in every run. */
static void make_fresh(unsigned char *start, unsigned char *end, size_t size)
{
	if (size >= BIG) {
		if (start < heap.touched)
			memset(start, 0, (size_t)((end < heap.touched ? end : heap.touched) - start));
	} else if (end > heap.touched) {
		unsigned char *from = start > heap.touched ? start : heap.touched;
		memset(from, FILL_FRESH, (size_t)(end - from));
	}
	if (end > heap.touched)
		heap.touched = end;
}

static void *take_fresh(size_t room, size_t size)
{
	if (room + sizeof(struct head) > (size_t)(heap.end - heap.bump))
		return NULL;
	unsigned char *start = heap.bump;
	heap.bump += sizeof(struct head) + room;
	make_fresh(start, heap.bump, size);
	return start + sizeof(struct head);
}

static void *take(size_t size, bool *fresh)
{
	if (!heap.start)
		__skep_heap_init();
	if (size > MAX_LIMIT)
		return NULL;
	unsigned class = class_of(size);
	*fresh = !lists[class];
	void *block;
	if (*fresh) {
		block = take_fresh(class_size(class), size);
		if (!block)
			return NULL;
	} else {
		struct head *first = (struct head *)(heap.start + (size_t)lists[class] * 16);
		if (!is_head(first) || first->state != FREED)
			__skep_fail(SK_BAD_FREE, 0, (uintptr_t)(first + 1), "a freed block was written to");
		lists[class] = first->next;
		block = first + 1;
	}
	*head_of(block) = (struct head){ MAGIC, (uint32_t)size, 0, (uint16_t)__skep_now.step, LIVE };
	__skep_labels_forget(block, size);
	return block;
}

void *__skep_heap_malloc(size_t size)
{
	bool fresh;
	void *block = take(size, &fresh);
	if (!block) {
		__skep_refuse(size);
		errno = ENOMEM;
	}
	return block;
}

void *__skep_heap_calloc(size_t count, size_t size)
{
	size_t total;
	bool fresh, fits = !__builtin_mul_overflow(count, size, &total);
	void *block = fits ? take(total, &fresh) : NULL;
	if (!block) {
		__skep_refuse(fits ? total : SIZE_MAX);
		errno = ENOMEM;
		return NULL;
	}
	return fresh && total >= BIG ? block : memset(block, 0, total);
}

/* The block behind a pointer that free() or realloc() got; ends the test if it is not a live block.
 * NULL: the block is the C library's. */
static struct head *checked_head(void *pointer)
{
	uint32_t step;
	uintptr_t start, address = (uintptr_t)pointer;
	size_t size;
	if (inside(pointer)) {
		struct head *head = head_of(pointer);
		if (!is_head(head) || head->state == UNUSED)
			__skep_fail(SK_BAD_FREE, 0, address, "free of a pointer that is not the start of a block");
		if (head->state == FREED)
			__skep_fail(SK_BAD_FREE, 0, address, "block freed twice");
		return head;
	}
	if (address < NULL_ZONE || __skep_in_image(address) || __skep_in_stack(address) ||
	    __skep_area_find(address, &step, &start, &size))
		__skep_fail(SK_BAD_FREE, 0, address, "free of memory that was not allocated");
	return NULL;
}

volatile bool __skep_in_libc_free;

void __skep_free(void *pointer)
{
	if (!pointer)
		return;
	struct head *head = checked_head(pointer);
	if (!head) {
		__skep_in_libc_free = true;
		free(pointer);
		__skep_in_libc_free = false;
		return;
	}
	unsigned class = class_of(head->size);
	memset(pointer, FILL_FREED, head->size < FREED_FILL ? head->size : FREED_FILL);
	head->state = FREED;
	head->next = lists[class];
	lists[class] = (uint32_t)(((unsigned char *)head - heap.start) / 16);
}

/* A large block that is the last one grows where it is: it would else touch fresh pages with each step. Small blocks move,
 * so that a pointer to where they were leads to a freed block. */
static bool grow_last(struct head *head, size_t size)
{
	unsigned char *block = (unsigned char *)(head + 1), *end = heap.bump;
	size_t room = class_size(class_of(head->size)), wanted = size <= MAX_LIMIT ? class_size(class_of(size)) : 0;
	if (head->size < PAGE || block + room != end || wanted <= room || wanted - room > (size_t)(heap.end - end))
		return false;
	heap.bump += wanted - room;
	make_fresh(end, heap.bump, size);
	__skep_labels_forget(block + head->size, size - head->size);
	head->size = (uint32_t)size;
	return true;
}

void *__skep_heap_realloc(void *pointer, size_t size)
{
	if (!pointer)
		return __skep_heap_malloc(size);
	struct head *head = checked_head(pointer);
	if (!head) {
		__skep_in_libc_free = true;
		void *moved = realloc(pointer, size);
		__skep_in_libc_free = false;
		return moved;
	}
	if (!size) {
		__skep_free(pointer);
		return NULL;
	}
	if (size <= MAX_LIMIT && class_of(size) == class_of(head->size)) {
		head->size = (uint32_t)size;
		return pointer;
	}
	if (grow_last(head, size))
		return pointer;
	void *moved = __skep_heap_malloc(size);
	if (!moved)
		return NULL;
	memcpy(moved, pointer, head->size < size ? head->size : size);
	__skep_labels_copy(moved, pointer, head->size < size ? head->size : size);
	__skep_free(pointer);
	return moved;
}

/* Leaves a gap so that the next fresh block is aligned. */
static bool leave_gap(size_t alignment)
{
	size_t front = -((uintptr_t)heap.bump + sizeof(struct head)) & (alignment - 1);
	if (!front)
		return true;
	size_t size = front - sizeof(struct head);
	void *gap = take_fresh(size, 0);
	if (gap)
		*head_of(gap) = (struct head){ MAGIC, (uint32_t)size, 0, (uint16_t)__skep_now.step, UNUSED };
	return gap;
}

void *__skep_heap_aligned_alloc(size_t alignment, size_t size)
{
	if (alignment <= 16)
		return __skep_heap_malloc(size);
	if (alignment & (alignment - 1) || size > MAX_LIMIT || alignment > MAX_LIMIT) {
		errno = EINVAL;
		return NULL;
	}
	__skep_heap_init();
	void *block = leave_gap(alignment) ? take_fresh(class_size(class_of(size)), size) : NULL;
	if (!block) {
		errno = ENOMEM;
		return NULL;
	}
	*head_of(block) = (struct head){ MAGIC, (uint32_t)size, 0, (uint16_t)__skep_now.step, LIVE };
	__skep_labels_forget(block, size);
	return block;
}

size_t __skep_malloc_usable_size(void *pointer)
{
	if (!pointer)
		return 0;
	struct head *head = checked_head(pointer);
	return head ? head->size : malloc_usable_size(pointer);
}

static struct {
	uint32_t heads[4096]; /* in units of 16 bytes from the start */
	size_t n;
	unsigned char *bump; /* its value when the index was made: if it changed, the index is of no use */
} listing;

static size_t room_behind(const struct head *head)
{
	return head->state == UNUSED ? head->size : class_size(class_of(head->size));
}

/* Walks along the heads up to the first that is damaged. */
void __skep_heap_index(void)
{
	unsigned char *at = heap.start + 16;
	listing.n = 0;
	while (at < heap.bump && is_head((struct head *)at) &&
	       listing.n < sizeof listing.heads / sizeof *listing.heads) {
		listing.heads[listing.n++] = (uint32_t)((size_t)(at - heap.start) / 16);
		at += sizeof(struct head) + room_behind((struct head *)at);
	}
	listing.bump = heap.bump;
}

size_t __skep_heap_touched(void)
{
	return (size_t)(heap.bump - heap.start);
}

bool __skep_heap_spans(uintptr_t address)
{
	return address >= (uintptr_t)heap.start && address < (uintptr_t)heap.bump;
}

bool __skep_heap_find(uintptr_t address, struct heap_block *block)
{
	if (!__skep_heap_spans(address))
		return false;
	if (listing.bump != heap.bump)
		__skep_heap_index();
	size_t low = 0, high = listing.n;
	while (low < high) { /* finds the last head before the address */
		size_t middle = (low + high) / 2;
		if ((uintptr_t)heap.start + (uintptr_t)listing.heads[middle] * 16 <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return false;
	const struct head *head = (const struct head *)(heap.start + (size_t)listing.heads[low - 1] * 16);
	if (!is_head(head) || address >= (uintptr_t)(head + 1) + room_behind(head))
		return false;
	*block = (struct heap_block){ (uintptr_t)(head + 1), head->size, head->step, head->state != LIVE };
	return true;
}

#endif
