/* labels_layout: the places of the labels of memory.
 *
 * Each byte of memory has an entry of 32 bits at a fixed place, which is computed from the low 40
 * bits of its address; all addresses in a target differ in these bits (see inside.h). Most memory
 * has no labels: a map with one byte for each granule of 256 bytes says so, and an access looks
 * only at this byte, which is almost always in the cache. A granule is also marked if labels lie
 * within SPILL bytes behind it, so an access of at most this size needs to look only at its start.
 *
 * An entry is 0 (no label), or a label with the number of the byte within its value in the bits
 * from 24 on, or, with the highest bit set, the number of an input. */
#ifndef SKEP_RT_LABELS_LAYOUT_H
#define SKEP_RT_LABELS_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "labels.h"

#define ADDRESS_BITS 40
#define GRANULE_BITS 8
#define SPILL 15

/* Low enough to be the displacement in an instruction. */
#define GRANULES ((uint8_t *)0x70000000)
#define GRANULES_SIZE ((uint64_t)1 << (ADDRESS_BITS - GRANULE_BITS))
#define ENTRIES ((uint32_t *)0x100000000000)
#define ENTRIES_SIZE ((uint64_t)4 << ADDRESS_BITS)

typedef uint64_t two_entries __attribute__((aligned(4), may_alias));
#define ENTRY_BYTE 24
#define ENTRY_LABEL 0xffffffu
#define ENTRY_INPUT 0x80000000u

_Static_assert(ADDRESS_BITS - GRANULE_BITS == 32, "the number of a granule is the low half of a shifted address");

/* The test's memory and the trace lie in these 4 GB, at low addresses: see inside.h. */
#define AREA_AT 0x2010u
#define SYMBOLIC_AT 0x6e000000u

/* The optimiser by itself does not inline into code that rarely runs. */
#define INLINE_ALWAYS static inline __attribute__((always_inline))

INLINE_ALWAYS bool is_in_area(uintptr_t address)
{
	return address >> 32 == AREA_AT;
}

INLINE_ALWAYS uint8_t *granule_at(uintptr_t address)
{
	return &GRANULES[(uint32_t)(address >> GRANULE_BITS)];
}

INLINE_ALWAYS uint32_t *entry_at(uintptr_t address)
{
	return &ENTRIES[address & (((uint64_t)1 << ADDRESS_BITS) - 1)];
}

/* The runtime's own notes about a node, which the engine does not see. */
struct known {
	uint64_t value;     /* in this run */
	uint32_t wide;      /* label of the last node that extends this one */
	/* As in the low half of node_shape(), where the other two are zero. */
	uint8_t op;
	uint8_t wide_shape; /* the kind of that extension: extension_shape() */
	uint8_t bits;
	uint8_t noted;
};
extern struct known __skep_known[SK_MAX_NODES];

#endif
