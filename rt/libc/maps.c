/* maps: undoes the unit's mappings after the test. Changes to memory that the unit did not map
 * retire the worker. */
#define _GNU_SOURCE
#include <stdarg.h>

#include "inside.h"
#include "libc.h"

#define MAX_MAPS 64

static struct {
	char *start;
	size_t size;
} maps[MAX_MAPS];
static size_t n_maps;

void __skep_maps_reset(void)
{
	while (n_maps > 0) {
		n_maps--;
		munmap(maps[n_maps].start, maps[n_maps].size);
	}
}

static void *track(void *start, size_t size)
{
	if (start == MAP_FAILED)
		return start;
	if (n_maps == MAX_MAPS) {
		__skep_retire();
		return start;
	}
	maps[n_maps].start = start;
	maps[n_maps++].size = size;
	return start;
}

/* False if the range is not exactly one mapping of the unit. */
static bool untrack(const void *start, size_t size)
{
	for (size_t i = 0; i < n_maps; i++) {
		if (maps[i].start != start ||
		    ((maps[i].size + PAGE - 1) & ~(PAGE - 1)) != ((size + PAGE - 1) & ~(PAGE - 1)))
			continue;
		maps[i] = maps[--n_maps];
		return true;
	}
	return false;
}

void *__skep_mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
	if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))
		__skep_retire();
	return track(mmap(address, size, protection, flags, fd, offset), size);
}

void *__skep_mmap64(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
	return __skep_mmap(address, size, protection, flags, fd, offset);
}

int __skep_munmap(void *address, size_t size)
{
	if (!untrack(address, size))
		__skep_retire();
	return munmap(address, size);
}

void *__skep_mremap(void *address, size_t old_size, size_t new_size, int flags, ...)
{
	va_list args;
	va_start(args, flags);
	void *place = flags & MREMAP_FIXED ? va_arg(args, void *) : NULL;
	va_end(args);
	if (flags & ~MREMAP_MAYMOVE)
		__skep_retire();
	void *moved = mremap(address, old_size, new_size, flags, place);
	if (moved == MAP_FAILED)
		return moved;
	if (!untrack(address, old_size))
		__skep_retire();
	return track(moved, new_size);
}
