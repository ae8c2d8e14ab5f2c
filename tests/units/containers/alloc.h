/* alloc: memory for the containers. There is enough of it, or the program ends:
 * so a container has no branch for an allocation that failed, and its branches
 * can be counted beside those of containers in languages that throw instead. */
#ifndef ALLOC_H
#define ALLOC_H

#include <stdlib.h>

static inline void *alloc_checked(void *memory)
{
	if (!memory)
		abort();
	return memory;
}

/* n zeroed objects of this size. */
static inline void *alloc_zeroed(size_t n, size_t size)
{
	return alloc_checked(calloc(n, size));
}

/* The array with room for n objects, its first ones as they were. */
static inline void *alloc_resized(void *array, size_t n, size_t size)
{
	return alloc_checked(reallocarray(array, n, size));
}

#endif
