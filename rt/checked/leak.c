/* leak: blocks of the unit that after a test only the test points to, or nothing (checked build).
 *
 * The search is conservative: a block is kept by any aligned word that looks like an address inside
 * it, if the word is in the unit's globals or in a block that is reachable itself. The test's own
 * variables keep nothing, because at its end the test must have destroyed its objects. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

#if SKEP_CHECKED

#include <sanitizer/asan_interface.h>

#define MAX_BLOCKS 32768

static struct heap_block blocks[MAX_BLOCKS];
static uint32_t pending[MAX_BLOCKS]; /* reached, and not searched yet */
static bool reached[MAX_BLOCKS];
static bool is_part[MAX_BLOCKS]; /* another lost block leads to it */
static size_t n_blocks, n_pending;

static int by_start(const void *a, const void *b)
{
	uintptr_t left = ((const struct heap_block *)a)->start, right = ((const struct heap_block *)b)->start;
	return (left > right) - (left < right);
}

/* An empty block has no inside but its start. */
static bool holds(const struct heap_block *block, uintptr_t address)
{
	return address == block->start || (address > block->start && address - block->start < block->size);
}

/* The block that the address is in; n_blocks: none is. */
static size_t find_block(uintptr_t address)
{
	size_t low = 0, high = n_blocks;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (blocks[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low == 0 || !holds(&blocks[low - 1], address) ? n_blocks : low - 1;
}

static void reach(uintptr_t address)
{
	size_t i = find_block(address);
	if (i == n_blocks || reached[i])
		return;
	reached[i] = true;
	pending[n_pending++] = (uint32_t)i;
}

/* Reads the words one by one through volatile, because some of them are in red zones. */
static void look_into(uintptr_t start, size_t size)
{
	uintptr_t end = start + size;
	for (uintptr_t at = (start + 7) & ~(uintptr_t)7; at + sizeof(uintptr_t) <= end; at += sizeof(uintptr_t))
		reach(*(const volatile uintptr_t *)at);
}

static void reach_all(void)
{
	if (__start_skep_data)
		look_into((uintptr_t)__start_skep_data, (size_t)(__stop_skep_data - __start_skep_data));
	while (n_pending > 0) {
		const struct heap_block *block = &blocks[pending[--n_pending]];
		look_into(block->start, block->size);
	}
}

/* Marks the blocks that lost blocks lead to: an object that is lost with its parts is one leak. */
static void find_parts(void)
{
	memset(is_part, 0, n_blocks * sizeof *is_part);
	for (size_t i = 0; i < n_blocks; i++) {
		uintptr_t start = blocks[i].start, end = start + blocks[i].size;
		for (uintptr_t at = start; !reached[i] && at + sizeof(uintptr_t) <= end; at += sizeof(uintptr_t)) {
			size_t k = find_block(*(const volatile uintptr_t *)at);
			if (k != n_blocks && k != i)
				is_part[k] = true;
		}
	}
}

/* A variable or block of the test has the block's address, or one inside: a text may stand behind its length. */
static bool held_by_test(const struct heap_block *block)
{
	for (size_t i = 0; i < __skep_area_count(); i++) {
		uintptr_t start;
		size_t size;
		__skep_area_entry(i, &start, &size);
		for (size_t at = 0; at + sizeof(uintptr_t) <= size; at += sizeof(uintptr_t))
			if (holds(block, *(const volatile uintptr_t *)(start + at)))
				return true;
	}
	return false;
}

static void describe(struct sk_fault *fault, const struct heap_block *first, size_t n, size_t bytes)
{
	void *trace[SK_MAX_FRAMES];
	int thread;
	__skep_fault_begin(fault, SK_LEAK, 0, 0);
	fault->step = __skep_now.n_steps;
	fault->owner = held_by_test(first) ? SK_OWNER_TEST : SK_OWNER_UNIT_HEAP;
	fault->owner_step = first->step;
	fault->address = fault->region = first->start;
	fault->region_size = first->size;
	size_t depth = __asan_get_alloc_stack((void *)first->start, trace, SK_MAX_FRAMES, &thread);
	fault->n_alloc_frames = __skep_frames_from(fault->alloc_frames, trace, depth);
	snprintf(fault->message, sizeof fault->message, "%zu byte%s in %zu block%s", bytes, bytes == 1 ? "" : "s", n,
	         n == 1 ? "" : "s");
}

/* The block says more about the leak than the other: only it is held by the test; or neither is (or both are), and
 * only the other is part of a lost block. */
static bool tells_more(const struct heap_block *block, const struct heap_block *than)
{
	bool held = held_by_test(block), other = held_by_test(than);
	return held != other ? held : !is_part[block - blocks] && is_part[than - blocks];
}

bool __skep_leaks(struct sk_fault *fault)
{
	const struct heap_block *first = NULL;
	size_t n = 0, bytes = 0;
	n_blocks = __skep_heap_live(blocks, MAX_BLOCKS);
	n_pending = 0;
	memset(reached, 0, n_blocks * sizeof *reached);
	qsort(blocks, n_blocks, sizeof *blocks, by_start);
	reach_all();
	find_parts();
	for (size_t i = 0; i < n_blocks; i++) {
		if (reached[i])
			continue;
		if (!first || tells_more(&blocks[i], first))
			first = &blocks[i];
		n++;
		bytes += blocks[i].size;
	}
	if (n)
		describe(fault, first, n, bytes);
	return n > 0;
}

#else

bool __skep_leaks(struct sk_fault *fault)
{
	(void)fault;
	return false;
}

#endif
