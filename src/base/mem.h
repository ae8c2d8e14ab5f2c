/* mem: allocation that never fails (the process ends instead), and arenas.
 *
 * There are few, named lifetimes: most data belongs to an arena (of a campaign, a unit, one
 * generation) and is freed with it as a whole. */
#ifndef SKEP_BASE_MEM_H
#define SKEP_BASE_MEM_H

#include <stdarg.h>
#include <stddef.h>

#include "base/attr.h"

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *old, size_t size);
char *xstrdup(const char *text);
PRINTF_LIKE(1, 2)
char *xprintf(const char *format, ...);
char *xvprintf(const char *format, va_list args);

struct arena; /* grows in chunks; everything in it is freed together */

struct arena *arena_new(void);
void arena_free(struct arena *arena);
/* Empties the arena and keeps its first chunk for reuse. */
void arena_clear(struct arena *arena);
/* Memory filled with zeroes, aligned to 16 bytes. */
void *arena_alloc(struct arena *arena, size_t size);
char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t length);
void *arena_memdup(struct arena *arena, const void *bytes, size_t size);
PRINTF_LIKE(2, 3)
char *arena_printf(struct arena *arena, const char *format, ...);

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, n) ((type *)arena_alloc((arena), (n) * sizeof(type)))

#endif
