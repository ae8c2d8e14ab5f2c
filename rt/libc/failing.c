/* failing: calls of the unit into the C library that fail because the test wants them to.
 *
 * A test says "the n-th call from now on"; the worker counts. Functions that allocate memory themselves (asprintf,
 * getline) take it from heap.c directly, because a written test cannot count these allocations. */
#define _GNU_SOURCE
#include <errno.h>

#include "inside.h"
#include "libc.h"

uint32_t __skep_until_failure[SK_N_FAILING];
uint32_t __skep_failed_step = UINT32_MAX;

bool __skep_fails_with(enum sk_failing kind, int error)
{
	if (!__skep_until_failure[kind] || --__skep_until_failure[kind])
		return false;
	__skep_failed_step = __skep_now.step;
	__skep_refused |= SK_REFUSED_BY_TEST;
	errno = error;
	return true;
}

static bool memory_fails(void)
{
	return __skep_fails_with(SK_FAIL_MEMORY, ENOMEM);
}

static bool reading_fails(void)
{
	return __skep_fails_with(SK_FAIL_READ, EIO);
}

static bool writing_fails(void)
{
	return __skep_fails_with(SK_FAIL_WRITE, ENOSPC);
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

/* ---- reading and writing ---- */

ssize_t __skep_read(int fd, void *to, size_t size)
{
	return reading_fails() ? -1 : read(fd, to, size);
}

size_t __skep_fread(void *to, size_t size, size_t count, FILE *file)
{
	return reading_fails() ? 0 : fread(to, size, count, file);
}

char *__skep_fgets(char *text, int size, FILE *file)
{
	return reading_fails() ? NULL : fgets(text, size, file);
}

int __skep_fseek(FILE *file, long offset, int whence)
{
	return reading_fails() ? -1 : fseek(file, offset, whence);
}

off_t __skep_lseek(int fd, off_t offset, int whence)
{
	return reading_fails() ? -1 : lseek(fd, offset, whence);
}

ssize_t __skep_write(int fd, const void *from, size_t size)
{
	return writing_fails() ? -1 : write(fd, from, size);
}

size_t __skep_fwrite(const void *from, size_t size, size_t count, FILE *file)
{
	return writing_fails() ? 0 : fwrite(from, size, count, file);
}

int __skep_fputs(const char *text, FILE *file)
{
	return writing_fails() ? EOF : fputs(text, file);
}

int __skep_fflush(FILE *file)
{
	return writing_fails() ? EOF : fflush(file);
}
