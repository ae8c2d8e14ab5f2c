/* libc_heap: counts the memory that the C library allocates for itself.
 *
 * The unit's own allocations are elsewhere (heap.c). Memory that the C library keeps longer than a
 * test (a loaded locale, an expression that the test did not free) cannot be taken back, and moves
 * all its later allocations; then the worker retires. This is only for the fast build:
 * AddressSanitizer has its own functions of these names, and addresses differ there anyway. The
 * functions are weak, because a unit may define them itself. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#include "inside.h"

#if !SKEP_CHECKED

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *pointer, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *pointer);

static int64_t live, usual;

static void *count(void *block)
{
	live += block != NULL;
	return block;
}

/* Freed blocks are merged at once, and no threshold adapts, so equal requests give equal addresses
 * in every test. Its caches are off, too: see SK_ENV_TUNABLES. */
void __skep_libc_heap_init(void)
{
	mallopt(M_MXFAST, 0);
	mallopt(M_MMAP_THRESHOLD, 128 << 10);
	mallopt(M_TRIM_THRESHOLD, 128 << 10);
}

void __skep_libc_heap_snapshot(void)
{
	usual = live;
}

void __skep_libc_heap_check(void)
{
	if (live != usual)
		__skep_retire();
}

__attribute__((weak)) void *malloc(size_t size)
{
	return count(__libc_malloc(size));
}

__attribute__((weak)) void *calloc(size_t n, size_t size)
{
	return count(__libc_calloc(n, size));
}

__attribute__((weak)) void free(void *pointer)
{
	live -= pointer != NULL;
	__libc_free(pointer);
}

__attribute__((weak)) void *realloc(void *pointer, size_t size)
{
	void *moved = __libc_realloc(pointer, size);
	if (!pointer)
		count(moved);
	else if (!size)
		live--;
	return moved;
}

__attribute__((weak)) void *memalign(size_t alignment, size_t size)
{
	return count(__libc_memalign(alignment, size));
}

__attribute__((weak)) void *aligned_alloc(size_t alignment, size_t size)
{
	return count(__libc_memalign(alignment, size));
}

__attribute__((weak)) int posix_memalign(void **out, size_t alignment, size_t size)
{
	if (alignment % sizeof(void *) || alignment & (alignment - 1) || !alignment)
		return EINVAL;
	void *block = count(__libc_memalign(alignment, size));
	if (!block)
		return ENOMEM;
	*out = block;
	return 0;
}

#else

void __skep_libc_heap_init(void)
{
}

void __skep_libc_heap_snapshot(void)
{
}

void __skep_libc_heap_check(void)
{
}

#endif
