/* failing: calls of the unit into the C library that fail because the test wants them to.
 *
 * A test says "the n-th from now on"; the worker counts down. Functions that give memory of their
 * own making (asprintf, getline) take it from heap.c directly: a written test cannot count these. */
#define _GNU_SOURCE
#include <errno.h>

#include "inside.h"
#include "libc.h"

uint32_t __skep_until_failure[SK_N_FAILING];
uint32_t __skep_failed_step = UINT32_MAX;

bool __skep_fails(enum sk_failing kind)
{
	if (!__skep_until_failure[kind] || --__skep_until_failure[kind])
		return false;
	__skep_failed_step = __skep_now.step;
	__skep_refused |= SK_REFUSED_BY_TEST;
	return true;
}

static bool memory_fails(void)
{
	if (!__skep_fails(SK_FAIL_MEMORY))
		return false;
	errno = ENOMEM;
	return true;
}

void __skep_failing_reset(void)
{
	for (unsigned i = 0; i < SK_N_FAILING; i++)
		__skep_until_failure[i] = 0;
	__skep_failed_step = UINT32_MAX;
	__skep_refused = 0;
}

void *__skep_malloc(size_t size)
{
	return memory_fails() ? NULL : __skep_heap_malloc(size);
}

void *__skep_calloc(size_t count, size_t size)
{
	return memory_fails() ? NULL : __skep_heap_calloc(count, size);
}

void *__skep_realloc(void *pointer, size_t size)
{
	return memory_fails() ? NULL : __skep_heap_realloc(pointer, size);
}

void *__skep_aligned_alloc(size_t alignment, size_t size)
{
	return memory_fails() ? NULL : __skep_heap_aligned_alloc(alignment, size);
}
