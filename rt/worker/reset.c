/* reset: restores the process after a test.
 *
 * The unit's globals are copied back from a snapshot. If there are many, the snapshot is a file
 * mapped over them, private to the worker: dropping the changed pages takes time in proportion to
 * what the test wrote, not to the number of globals. Other changes are undone by the files that
 * know them. */
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "inside.h"

#define COPY_AT_MOST ((size_t)128 << 10)

/* A stretch of memory with its contents at the start of every test. */
struct region {
	unsigned char *start;
	size_t size;
	unsigned char *copy;
};

static struct region globals;
static struct region pages; /* the part of the globals that a file is mapped over */

#if SKEP_CHECKED
/* AddressSanitizer's memcpy() would report the red zones between globals. */
__attribute__((no_builtin)) static void copy(unsigned char *to, const unsigned char *from, size_t size)
{
	typedef uint64_t quad __attribute__((vector_size(16), aligned(1), may_alias));
	size_t i = 0;
	for (; i + sizeof(quad) <= size; i += sizeof(quad))
		*(quad *)(to + i) = *(const quad *)(from + i);
	for (; i < size; i++)
		to[i] = from[i];
}
#else
static void copy(unsigned char *to, const unsigned char *from, size_t size)
{
	memcpy(to, from, size);
}
#endif

static struct region region_save(unsigned char *start, size_t size)
{
	struct region region = { start, size, NULL };
	if (!size)
		return region;
	region.copy = malloc(size);
	if (!region.copy)
		_exit(SK_END_LOST);
	copy(region.copy, start, size);
	return region;
}

/* Maps a file with the same contents over whole pages of the globals. If that fails, copying does
 * the same more slowly. */
static void map_pages(void)
{
	uintptr_t start = ((uintptr_t)globals.start + PAGE - 1) & ~(PAGE - 1);
	uintptr_t end = ((uintptr_t)globals.start + globals.size) & ~(PAGE - 1);
	int fd = memfd_create("globals", MFD_CLOEXEC);
	if (fd < 0)
		return;
	size_t size = end - start;
	bool written = syscall(SYS_write, fd, start, size) == (long)size;
	if (written && mmap((void *)start, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, fd, 0) != MAP_FAILED)
		pages = (struct region){ (unsigned char *)start, size, NULL };
	close(fd);
}

void __skep_snapshot(void)
{
	size_t size = __start_skep_data ? (size_t)(__stop_skep_data - __start_skep_data) : 0;
	globals = region_save(__start_skep_data, size);
	if (size > COPY_AT_MOST)
		map_pages();
}

static void restore_around_pages(void)
{
	size_t before = (size_t)(pages.start - globals.start);
	size_t after = before + pages.size;
	copy(globals.start, globals.copy, before);
	copy(globals.start + after, globals.copy + after, globals.size - after);
	if (madvise(pages.start, pages.size, MADV_DONTNEED) != 0)
		__skep_now.retire = true;
}

static void restore_globals(void)
{
	if (pages.size)
		restore_around_pages();
	else if (globals.size)
		copy(globals.start, globals.copy, globals.size);
}

/* Setting the floating-point environment is slow, and few units change it. */
static bool float_environment_is_clean(void)
{
#if defined(__x86_64__)
	unsigned mxcsr = __builtin_ia32_stmxcsr();
	unsigned short control, status;
	__asm__ volatile("fnstcw %0" : "=m"(control));
	__asm__ volatile("fnstsw %0" : "=a"(status));
	return mxcsr == 0x1f80 && control == 0x037f && status == 0;
#else
	return false;
#endif
}

void __skep_reset(void)
{
	__skep_files_reset();
	__skep_program_reset();
	__skep_descriptors_reset();
	__skep_scratch_reset();
	__skep_process_reset();
	__skep_children_reset();
	__skep_signals_reset();
	__skep_environ_reset();
	__skep_clock_reset();
	__skep_random_reset();
	__skep_hidden_reset();
	__skep_multibyte_reset();
	__skep_maps_reset();
	__skep_stubs_reset();
	__skep_distances_reset();
	__skep_heap_reset();
	__skep_failing_reset();
	__skep_area_reset();
	restore_globals();
	__skep_libc_heap_check();
	if (!float_environment_is_clean())
		fesetenv(FE_DFL_ENV);
	__skep_scrub_stack();
	errno = 0;
}
