/* shape: a number for everything that a pointer leads to, independent of addresses.
 *
 * Everything that can be reached from the pointer through blocks of the test and of the unit is
 * hashed, breadth first. A pointer into a block counts as the block's number in that order and the
 * offset, not as an address, so two equal lists have equal shapes. Other words count as they are.
 * Beyond a limit the rest is left out, so different objects may look alike. */
#include "inside.h"

#define MAX_BLOCKS 256u
#define MAX_BYTES ((size_t)16 << 10)
#define N_PLACES 1024u /* slots of the index of blocks by their start */

struct known {
	uintptr_t start;
	size_t size;
};

/* Another stamp empties the table. */
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

/* The number of a block, which is appended to the list if it is new; MAX_BLOCKS: there is no more room. */
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

/* Mixes in a word that may be a pointer. If there is no more room for blocks, all further ones count as equal. */
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

/* Reads words one by one through volatile, because AddressSanitizer may object to some. */
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
	if (++stamp_now == 0) /* stamps from before the overflow must not count */
		stamp_now = 1;
	mix_pointer(&walk, pointer);
	for (size_t i = 0; i < walk.n && walk.room > 0; i++)
		mix_block(&walk, walk.blocks[i]);
	return walk.hash ? walk.hash : 1;
}
