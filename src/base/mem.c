/* mem: see mem.h. */
#define _GNU_SOURCE
#include "base/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/status.h"

#define CHUNK_SIZE ((size_t)64 * 1024)

struct chunk {
	struct chunk *next;
	size_t used, size;
	_Alignas(16) char bytes[];
};

struct arena {
	struct chunk *current; /* newest first */
};

NORETURN static void out_of_memory(size_t size)
{
	fprintf(stderr, "skep: out of memory: %zu bytes more were needed; -j 1 or a smaller unit needs less\n", size);
	exit(TROUBLE_SYSTEM);
}

void *xmalloc(size_t size)
{
	void *memory = malloc(size ? size : 1);
	if (!memory)
		out_of_memory(size);
	return memory;
}

void *xcalloc(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size ? size : 1);
	if (!memory)
		out_of_memory(count * size);
	return memory;
}

void *xrealloc(void *old, size_t size)
{
	void *memory = realloc(old, size ? size : 1);
	if (!memory)
		out_of_memory(size);
	return memory;
}

char *xstrdup(const char *text)
{
	size_t size = strlen(text) + 1;
	return memcpy(xmalloc(size), text, size);
}

char *xvprintf(const char *format, va_list args)
{
	char *text;
	if (vasprintf(&text, format, args) < 0)
		out_of_memory(strlen(format));
	return text;
}

char *xprintf(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = xvprintf(format, args);
	va_end(args);
	return text;
}

static struct chunk *chunk_new(size_t size, struct chunk *next)
{
	struct chunk *chunk = xmalloc(sizeof *chunk + size);
	*chunk = (struct chunk){ .next = next, .size = size };
	return chunk;
}

struct arena *arena_new(void)
{
	struct arena *arena = xmalloc(sizeof *arena);
	arena->current = chunk_new(CHUNK_SIZE, NULL);
	return arena;
}

static void free_chunks(struct chunk *chunk, const struct chunk *stop)
{
	while (chunk != stop) {
		struct chunk *next = chunk->next;
		free(chunk);
		chunk = next;
	}
}

void arena_free(struct arena *arena)
{
	if (!arena)
		return;
	free_chunks(arena->current, NULL);
	free(arena);
}

void arena_clear(struct arena *arena)
{
#ifdef __SANITIZE_ADDRESS__ /* so that uses of the old contents are found */
	free_chunks(arena->current, NULL);
	arena->current = chunk_new(CHUNK_SIZE, NULL);
	return;
#endif
	struct chunk *first = arena->current;
	while (first->next)
		first = first->next;
	free_chunks(arena->current, first);
	arena->current = first;
	first->used = 0;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	size = (size + 15) & ~(size_t)15;
	struct chunk *chunk = arena->current;
	if (chunk->size - chunk->used < size) {
		size_t grown = size > CHUNK_SIZE / 4 ? size : CHUNK_SIZE;
		chunk = chunk_new(grown, chunk);
		arena->current = chunk;
	}
	void *memory = chunk->bytes + chunk->used;
	chunk->used += size;
	return memset(memory, 0, size);
}

void *arena_memdup(struct arena *arena, const void *bytes, size_t size)
{
	void *copy = arena_alloc(arena, size);
	return size ? memcpy(copy, bytes, size) : copy;
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
	char *copy = arena_alloc(arena, length + 1);
	memcpy(copy, text, length);
	return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
	return arena_strndup(arena, text, strlen(text));
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = xvprintf(format, args);
	va_end(args);
	char *copy = arena_strdup(arena, text);
	free(text);
	return copy;
}
