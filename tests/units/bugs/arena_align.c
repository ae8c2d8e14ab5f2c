/* arena_align: memory from one chunk. Planted: what rounding adds is not looked at. */
#include <assert.h>
#include <stdlib.h>

struct arena {
	size_t used, size;
	unsigned char bytes[256];
};

struct arena *arena_open(void)
{
	struct arena *arena = calloc(1, sizeof *arena);
	if (arena)
		arena->size = sizeof arena->bytes - 3;
	return arena;
}

void arena_close(struct arena *arena)
{
	free(arena);
}

static size_t rounded(size_t n)
{
	return (n + 7) / 8 * 8;
}

static size_t take(struct arena *arena, size_t n)
{
	size_t at = arena->used;
	arena->used += rounded(n);
	assert(arena->used <= arena->size);
	return at;
}

/* The place of n bytes, or -1. */
int arena_take(struct arena *arena, size_t n)
{
	if (n == 0 || n > arena->size || arena->used + n > arena->size)
		return -1;
	return (int)take(arena, n);
}

size_t arena_left(const struct arena *arena)
{
	return arena->size - arena->used;
}
