/* shape: a number for what a pointer leads to, the same wherever it lies.
 *
 * Everything reachable from the pointer through blocks of the test and of the
 * unit is hashed, breadth first. A pointer into a block counts as the block's
 * place in that order and the offset, not as an address: two equal lists have
 * equal shapes. Other words count as they are. Beyond a limit the rest is left
 * out: then different things may look alike. */
#include "inside.h"

#define MAX_BLOCKS 256u
#define MAX_BYTES ((size_t)16 << 10)
#define N_PLACES 1024u /* to find a block by where it starts */

struct known {
	uintptr_t start;
	size_t size;
};

/* Emptied by another stamp. */
static struct {
	uint32_t stamp, block;
} places[N_PLACES];
static uint32_t stamp_now;

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
	if (__skep_area_spans(address) && __skep_area_find(address, &step, &known->start, &known->size))
		return true;
	if (!__skep_heap_spans(address) || !__skep_heap_find(address, &block) || block.freed)
		return false;
	*known = (struct known){ block.start, block.size };
	return true;
}

/* The number of a block, which is put at the list's end if it is new; MAX_BLOCKS: there is no more room. */
static size_t number_of(struct walk *walk, struct known block)
{
	size_t at = (block.start >> 4) * 0x9e3779b1u % N_PLACES;
	while (places[at].stamp == stamp_now && walk->blocks[places[at].block].start != block.start)
		at = (at + 1) % N_PLACES;
	if (places[at].stamp == stamp_now)
		return places[at].block;
	if (walk->n == MAX_BLOCKS)
		return MAX_BLOCKS;
	places[at].stamp = stamp_now;
	places[at].block = (uint32_t)walk->n;
	walk->blocks[walk->n] = block;
	return walk->n++;
}

/* Mixes in a word that may be a pointer. Where there is no more room for blocks, all of them look alike. */
static void mix_pointer(struct walk *walk, uintptr_t word)
{
	struct known found;
	if (!is_block(word, &found)) { /* the common case */
		mix(walk, word);
		return;
	}
	mix(walk, number_of(walk, found) + 1);
	mix(walk, word - found.start);
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
	if (++stamp_now == 0) /* stamps of long ago must not count */
		stamp_now = 1;
	mix_pointer(&walk, pointer);
	for (size_t i = 0; i < walk.n && walk.room > 0; i++)
		mix_block(&walk, walk.blocks[i]);
	return walk.hash ? walk.hash : 1;
}
