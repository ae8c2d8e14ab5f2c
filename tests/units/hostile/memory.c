/* Memory: all of it, that of others, and what must not be touched. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hostile.h"

/* ---- the heap ---- */

int fill_heap(int size)
{
	int n = 0;
	for (char *p; size > 0 && (p = malloc((size_t)size)); n++)
		memset(p, n, (size_t)size);
	return n > 0 ? 0 : -1;
}

int ask_for_too_much(void)
{
	void *volatile p = malloc(SIZE_MAX / 2), *volatile q = calloc(SIZE_MAX / 4, 3);
	return p || q ? BROKEN : 0;
}

int grow_for_ever(void)
{
	char *p = NULL, *more;
	for (size_t size = 1; (more = realloc(p, size)); size *= 2)
		p = more;
	return 0;
}

int free_twice(void)
{
	char *p = malloc(100), *volatile q = p;
	free(p);
	free(q);
	return 0;
}

int free_nowhere(uintptr_t address)
{
	free((void *)address);
	return 0;
}

int free_inside(int offset)
{
	char *p = malloc(1000);
	free(p + offset);
	return 0;
}

int overrun_heap(int size)
{
	volatile char *p = malloc(32);
	char *volatile after = malloc(32);
	for (int i = 0; i < size; i++)
		p[i] = 'B';
	free((char *)p);
	free(after);
	return after ? 0 : -1;
}

int underrun_heap(int size)
{
	volatile char *p = malloc(32);
	for (int i = 1; i <= size; i++)
		p[-i] = 'C';
	free((char *)p);
	return 0;
}

int use_freed(int size)
{
	char *p = malloc((size_t)size), *volatile q = p;
	free(p);
	memset(q, 'D', (size_t)size);
	char *volatile r = malloc((size_t)size), *volatile s = malloc((size_t)size);
	return r && s ? r[0] == s[0] : -1;
}

static char last_words[100];

int overrun_globals(int size)
{
	volatile char *p = last_words;
	for (int i = 0; i < size; i++)
		p[i] = 'E';
	return p[0];
}

/* ---- mappings ---- */

/* At most this much, in case nobody stops it. */
#define ENOUGH ((size_t)3 << 30)

int map_memory(void)
{
	const size_t size = (size_t)64 << 20;
	size_t total = 0;
	for (; total < ENOUGH; total += size)
		if (mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
			return 0;
	return BROKEN;
}

int map_memory_really(void)
{
	const size_t size = (size_t)64 << 20;
	size_t total = 0;
	for (; total < ENOUGH; total += size)
		if (syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == -1)
			return 0;
	return BROKEN;
}

struct part {
	uintptr_t start, end;
	char mode[8];
};

/* Calls `deed` for every mapping that is there now; they are listed first, as the
 * deed may take away what lists them. */
static int for_each_mapping(int (*deed)(const struct part *, int), int argument)
{
	static struct part parts[200];
	int n = 0, done = 0;
	char line[512];
	FILE *maps = fopen("/proc/self/maps", "r");
	while (maps && n < 200 && fgets(line, sizeof line, maps))
		n += sscanf(line, "%lx-%lx %7s", &parts[n].start, &parts[n].end, parts[n].mode) == 3;
	if (maps)
		fclose(maps);
	for (int i = 0; i < n; i++)
		done += deed(&parts[i], argument);
	return done;
}

static int holds(const struct part *part, const void *address)
{
	return (uintptr_t)address >= part->start && (uintptr_t)address < part->end;
}

static int unmap_part(const struct part *part, int what)
{
	int chosen = what == 0 ? part->mode[0] == 'r' && !holds(part, &what) && !holds(part, (void *)(uintptr_t)unmap_part) :
	             what == 1 ? holds(part, &what) :
	             what == 2 ? part->mode[3] == 's' :
	                         part->mode[2] == 'x';
	return chosen ? munmap((void *)part->start, part->end - part->start) : 0;
}

/* 0: all it can without falling over at once, 1: the stack, 2: what is shared, 3: all code */
int unmap(int what)
{
	return for_each_mapping(unmap_part, what) & 0;
}

static int protect_part(const struct part *part, int protection)
{
	return mprotect((void *)part->start, part->end - part->start, protection);
}

int protect(int protection)
{
	return for_each_mapping(protect_part, protection) & 0;
}

static int drop_part(const struct part *part, int advice)
{
	return part->mode[1] == 'w' ? madvise((void *)part->start, part->end - part->start, advice) : 0;
}

int drop_pages(void)
{
	return for_each_mapping(drop_part, MADV_DONTNEED) & 0;
}

int map_over_everything(void)
{
	for (uintptr_t at = 0x400000; at < 0x800000; at += 4096)
		mmap((void *)at, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	return 0;
}

/* ---- scribbling ---- */

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static void scribble(const struct part *part, uint32_t *state)
{
	size_t offset = ((size_t)next_random(state) << 12 | next_random(state) % 4096) % (part->end - part->start);
	size_t length = 1 + next_random(state) % 64;
	if (next_random(state) % 4 == 0)
		length *= 256;
	if (length > part->end - part->start - offset)
		length = part->end - part->start - offset;
	memset((char *)part->start + offset, (int)next_random(state), length);
}

static int scribble_shared_part(const struct part *part, int seed)
{
	uint32_t state = (uint32_t)seed;
	if (part->mode[3] != 's' || part->mode[1] != 'w')
		return 0;
	for (int i = 0; i < 8; i++)
		scribble(part, &state);
	return 0;
}

int scribble_shared(int seed)
{
	return for_each_mapping(scribble_shared_part, seed);
}

/* The words at its start, where whoever shares it may keep what matters. */
static int scribble_head_part(const struct part *part, int seed)
{
	uint32_t state = (uint32_t)seed;
	if (part->mode[3] != 's' || part->mode[1] != 'w')
		return 0;
	for (unsigned n = 1 + next_random(&state) % 4; n > 0; n--)
		((volatile uint32_t *)part->start)[next_random(&state) % 24] = next_random(&state) % 3;
	return 0;
}

int scribble_head(int seed)
{
	return for_each_mapping(scribble_head_part, seed);
}

static int fill_shared_part(const struct part *part, int value)
{
	if (part->mode[3] == 's' && part->mode[1] == 'w')
		memset((char *)part->start, value, part->end - part->start);
	return 0;
}

int fill_shared(int value)
{
	return for_each_mapping(fill_shared_part, value);
}

/* The same in an endless loop: whoever looks at the memory sees it change. */
int keep_scribbling(int seed)
{
	for (;; seed++)
		for_each_mapping(scribble_head_part, seed);
}

/* Makes everything writable, code too, and writes all over it. */
static int destroy_part(const struct part *part, int seed)
{
	uint32_t state = (uint32_t)(seed * 31) + (uint32_t)part->start;
	if (mprotect((void *)part->start, part->end - part->start, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
		return 0;
	for (int i = 0; i < 20; i++)
		scribble(part, &state);
	return 0;
}

int destroy_everything(int seed)
{
	return for_each_mapping(destroy_part, seed);
}

/* Its own private memory only, and it goes on as if nothing had happened: only for
 * those who give each test a process to itself. */
static int scribble_private_part(const struct part *part, int seed)
{
	uint32_t state = (uint32_t)(seed * 17) + (uint32_t)part->start;
	if (part->mode[3] != 's' && part->mode[1] == 'w')
		scribble(part, &state);
	return 0;
}

int scribble_private(int seed)
{
	return for_each_mapping(scribble_private_part, seed);
}
