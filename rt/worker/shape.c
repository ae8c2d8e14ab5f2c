/* shape: a number for what a pointer leads to, the same wherever it lies.
 *
 * Everything reachable from the pointer through blocks of the test and of the
 * unit is hashed, breadth first. A pointer into a block counts as the block's
 * place in that order and the offset, not as an address: two equal lists have
 * equal shapes. Other words count as they are. Beyond a limit the rest is left
 * out: then different things may look alike. */
#include "inside.h"

#define MAX_BLOCKS 24
#define MAX_BYTES ((size_t)2 << 10)

struct known {
	uintptr_t start;
	size_t size;
};

struct walk {
	struct known blocks[MAX_BLOCKS];
	size_t n;
	uint64_t hash;
	size_t room;
};

static void mix(struct walk *walk, uint64_t word)
{
	uint64_t hash = (walk->hash ^ word) * 0x9e3779b97f4a7c15u;
	walk->hash = hash ^ hash >> 29;
}

static bool is_block(uintptr_t address, struct known *known)
{
	struct heap_block block;
	uint32_t step;
	if (address < NULL_ZONE)
		return false;
	if (__skep_area_find(address, &step, &known->start, &known->size))
		return true;
	if (!__skep_heap_find(address, &block) || block.freed)
		return false;
	*known = (struct known){ block.start, block.size };
	return true;
}

/* Mixes in a word that may be a pointer; a new block is put at the list's end. */
static void mix_pointer(struct walk *walk, uintptr_t word)
{
	struct known found;
	size_t i = 0;
	if (!__skep_area_spans(word) && !__skep_heap_spans(word)) { /* the common case */
		mix(walk, word);
		return;
	}
	while (i < walk->n && (word < walk->blocks[i].start || word - walk->blocks[i].start > walk->blocks[i].size))
		i++;
	if (i == walk->n && walk->n < MAX_BLOCKS && is_block(word, &found))
		walk->blocks[walk->n++] = found;
	if (i == walk->n) {
		mix(walk, word);
		return;
	}
	mix(walk, i + 1);
	mix(walk, word - walk->blocks[i].start);
}

/* Read one by one through volatile: AddressSanitizer need not agree. */
static void mix_block(struct walk *walk, struct known block)
{
	size_t size = block.size < walk->room ? block.size : walk->room;
	size_t at = 0;
	walk->room -= size;
	mix(walk, block.size);
	for (; block.start % sizeof(uintptr_t) == 0 && at + sizeof(uintptr_t) <= size; at += sizeof(uintptr_t))
		mix_pointer(walk, *(const volatile uintptr_t *)(block.start + at));
	for (; at < size; at++)
		mix(walk, *(const volatile unsigned char *)(block.start + at));
}

uint64_t __skep_shape(uintptr_t pointer)
{
	struct walk walk;
	walk.n = 0;
	walk.hash = 0x736b6570;
	walk.room = MAX_BYTES;
	if (!pointer)
		return 0;
	mix_pointer(&walk, pointer);
	for (size_t i = 0; i < walk.n && walk.room > 0; i++)
		mix_block(&walk, walk.blocks[i]);
	return walk.hash ? walk.hash : 1;
}
