/* labels_memory: the labels of memory.
 *
 * A load combines the entries of its bytes, and then writes the result down, so that the next load
 * is quick. Code that is not instrumented writes memory without changing labels: an entry whose
 * value differs from the memory is out of date and ignored. Memory that is allocated again has its
 * labels removed (heap.c, area.c); local variables are set before they are read. Reset clears the
 * granules that were marked, and nothing else. */
#define _GNU_SOURCE
#include "inside.h"
#include "labels_slow.h"
#include "symbolic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "labels_layout.h"

#define MAX_LISTED (1u << 16)

_Static_assert(AREA_PLACE >> 32 == AREA_AT, "is_in_area() knows where the area is");
_Static_assert(SYMBOLIC_PLACE == SYMBOLIC_AT, "what is inlined knows where the trace is");

typedef uint16_t unaligned16 __attribute__((aligned(1), may_alias));
typedef uint32_t unaligned32 __attribute__((aligned(1), may_alias));
typedef uint64_t unaligned64 __attribute__((aligned(1), may_alias));

/* Inputs are numbered as they come; a node is made when an input is used. */
struct given {
	uint32_t first;        /* number of its first byte */
	uint32_t step, offset; /* step and offset of that byte */
};

static uint32_t marked[MAX_LISTED]; /* granules */
static uint32_t n_marked;           /* MAX_LISTED + 1: more than were listed */
static struct given given[2 * SK_MAX_STEPS + SK_INPUT_SIZE / sizeof(struct sk_fill)];
static uint32_t n_given, n_inputs;
static uint32_t input_labels[SK_INPUT_SIZE]; /* 0: no node was made yet */
static uint8_t input_values[SK_INPUT_SIZE];

/* Blocks of the test, in the order of their addresses. */
static struct block {
	uintptr_t start, end;
	uint32_t step;
} blocks[SK_MAX_STEPS];
static uint32_t n_blocks;

static void map_at(void *address, uint64_t size)
{
	void *memory = mmap(address, size, PROT_READ | PROT_WRITE,
	                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
	if (memory == address)
		return;
	dprintf(2,
	        "skep: cannot reserve %llu bytes of address space at %p for labels: %m; is vm.overcommit_memory 2, "
	        "or a limit set (ulimit -v)?\n",
	        (unsigned long long)size, address);
	_exit(SK_END_LOST);
}

void __skep_labels_map(void)
{
	map_at(GRANULES, GRANULES_SIZE);
	map_at(ENTRIES, ENTRIES_SIZE);
	madvise(ENTRIES, ENTRIES_SIZE, MADV_DONTDUMP);
	madvise(GRANULES, GRANULES_SIZE, MADV_DONTDUMP);
}

/* ---- granules ---- */

static void mark_granule(uint8_t *granule)
{
	if (*granule)
		return;
	*granule = 1;
	if (n_marked < MAX_LISTED)
		marked[n_marked++] = (uint32_t)(granule - GRANULES);
	else
		n_marked = MAX_LISTED + 1;
}

static void mark(uintptr_t address, size_t size)
{
	mark_granule(granule_at(address - SPILL));
	for (uintptr_t at = address >> GRANULE_BITS; at <= (address + size - 1) >> GRANULE_BITS; at++)
		mark_granule(&GRANULES[(uint32_t)at]);
}

static bool any_marked(uintptr_t address, size_t size)
{
	for (uintptr_t at = address >> GRANULE_BITS; at <= (address + size - 1) >> GRANULE_BITS; at++)
		if (GRANULES[(uint32_t)at])
			return true;
	return false;
}

static void clear(uintptr_t address, size_t size)
{
	uintptr_t end = address + size;
	while (address < end) {
		uintptr_t next = ((address >> GRANULE_BITS) + 1) << GRANULE_BITS;
		next = next < end ? next : end;
		if (*granule_at(address))
			memset(entry_at(address), 0, 4 * (next - address));
		address = next;
	}
}

void __skep_labels_reset(void)
{
	if (n_marked > MAX_LISTED) {
		madvise(ENTRIES, ENTRIES_SIZE, MADV_DONTNEED);
		madvise(GRANULES, GRANULES_SIZE, MADV_DONTNEED);
	} else {
		for (uint32_t i = 0; i < n_marked; i++) {
			GRANULES[marked[i]] = 0;
			memset(ENTRIES + ((uint64_t)marked[i] << GRANULE_BITS), 0, 4u << GRANULE_BITS);
		}
	}
	memset(input_labels, 0, n_inputs * sizeof *input_labels);
	n_marked = n_given = n_inputs = n_blocks = 0;
}

/* ---- inputs ---- */

void __skep_labels_input(const void *start, size_t size, uint32_t step, uint32_t offset)
{
	uintptr_t address = (uintptr_t)start;
	if (!__skep_tracing || !size || size > SK_INPUT_SIZE - n_inputs || n_given == sizeof given / sizeof *given)
		return;
	given[n_given++] = (struct given){ n_inputs, step, offset };
	mark(address, size);
	memcpy(input_values + n_inputs, start, size);
	uint32_t *entries = entry_at(address);
	for (size_t i = 0; i < size; i++)
		entries[i] = ENTRY_INPUT | (n_inputs + (uint32_t)i);
	n_inputs += (uint32_t)size;
}

static const struct given *given_with(uint32_t number)
{
	uint32_t low = 0, high = n_given;
	while (high - low > 1) {
		uint32_t middle = (low + high) / 2;
		if (given[middle].first <= number)
			low = middle;
		else
			high = middle;
	}
	return &given[low];
}

static struct term input_term(uint32_t number)
{
	if (number >= n_inputs)
		return constant(0);
	uint8_t value = input_values[number];
	if (!input_labels[number]) {
		const struct given *from = given_with(number);
		input_labels[number] = __skep_node(node_shape(SK_NODE_INPUT, 0, 8, from->step),
		                                   constant(from->offset + number - from->first), constant(value),
		                                   value)
		                               .label;
	}
	return (struct term){ input_labels[number], value };
}

/* ---- blocks ---- */

static void put(uintptr_t address, size_t size, uint32_t label);

void __skep_labels_pointer(const void *place, const void *pointer, uint32_t step)
{
	uintptr_t start;
	size_t size;
	uint32_t maker;
	__skep_labels_forget(place, sizeof pointer);
	if (!__skep_tracing || n_blocks == SK_MAX_STEPS || !__skep_area_find((uintptr_t)pointer, &maker, &start, &size))
		return;
	blocks[n_blocks++] = (struct block){ start, start + size, step };
}

/* The two low bytes of the offset are inputs of the step; the block may be anywhere. */
void __skep_labels_place(const void *place, uint64_t base, uint32_t offset, uint32_t step)
{
	__skep_labels_forget(place, sizeof base);
	if (!__skep_tracing || offset > UINT16_MAX || SK_INPUT_SIZE - n_inputs < 2 ||
	    n_given == sizeof given / sizeof *given)
		return;
	given[n_given++] = (struct given){ n_inputs, step, 0 };
	input_values[n_inputs] = (uint8_t)offset;
	input_values[n_inputs + 1] = (uint8_t)(offset >> 8);
	n_inputs += 2;
	struct term number = __skep_concat(input_term(n_inputs - 1), 8, input_term(n_inputs - 2), 8);
	struct term pointer = __skep_binary_term(SK_NODE_ADD, __skep_zext(number, 16, 64), constant(base), 64);
	if (pointer.label)
		put((uintptr_t)place, sizeof base, pointer.label);
}

struct term __skep_pointer_term(uint64_t pointer)
{
	uint32_t low = 0, high = n_blocks;
	while (low < high) { /* finds the last block that starts at the address or before it */
		uint32_t middle = (low + high) / 2;
		if (blocks[middle].start <= pointer)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || pointer > blocks[low - 1].end)
		return constant(pointer);
	const struct block *block = &blocks[low - 1];
	return __skep_node(node_shape(SK_NODE_POINTER, 0, 64, block->step), constant(pointer - block->start),
	                   constant(pointer), pointer);
}

/* ---- stores ---- */

/* The entries of bytes i and i + 1 of a value with this label. */
static inline uint64_t two_of(uint32_t label, uint64_t i)
{
	return (label | (uint64_t)label << 32) + (i << ENTRY_BYTE | (i + 1) << (32 + ENTRY_BYTE));
}

static inline void write_entries(uintptr_t address, uint32_t size, uint32_t label)
{
	uint32_t *entries = entry_at(address), done = 0;
	for (; done + 2 <= size; done += 2)
		*(two_entries *)(entries + done) = label ? two_of(label, done) : 0;
	if (done < size)
		entries[done] = label | done << ENTRY_BYTE;
}

static void put(uintptr_t address, size_t size, uint32_t label)
{
	mark(address, size);
	for (uint32_t i = 0; i < size; i++)
		entry_at(address)[i] = label | i << ENTRY_BYTE;
}

/* Fixes an address that had to be concrete. Its label may be that of a value that differs from it
 * by the same number in every run. */
static void fix_address(uint32_t label)
{
	if (label)
		__skep_met_fixed(SK_MET_ADDRESS, (struct term){ label, label_value(label) });
}

SLOW_PATH void __skep_slow_store(uintptr_t address, uint32_t address_label, uint32_t size, uint32_t label)
{
	fix_address(address_label);
	unsigned bits = __skep_known[label].bits;
	if (label && bits < 8 * size)
		label = __skep_zext((struct term){ label, label_value(label) }, bits, 8 * size).label;
	if (label)
		put(address, size, label);
	else
		clear(address, size);
}

/* The usual cases in a few instructions: to store no label where there may be labels, or a label of
 * the right width where there are labels already. The first case needs no register that would have
 * to be saved, because memory beside labels is often written and read. */
#define STORE_PATH(size)                                                                                              \
	static SLOW_PATH void store_label##size(uintptr_t address, uint32_t address_label, uint32_t label)            \
	{                                                                                                             \
		bool usual = !address_label && __skep_known[label].bits == 8 * (size) &&                              \
		             *granule_at(address - SPILL) && *granule_at(address + (size)-1);                         \
		if (__builtin_expect(usual, 1))                                                                       \
			write_entries(address, size, label);                                                          \
		else                                                                                                  \
			__skep_slow_store(address, address_label, size, label);                                       \
	}                                                                                                             \
	SLOW_PATH void __skep_slow_store##size(uintptr_t address, uint32_t address_label, uint32_t label)             \
	{                                                                                                             \
		if (address_label | label)                                                                            \
			store_label##size(address, address_label, label);                                             \
		else                                                                                                  \
			write_entries(address, size, 0);                                                              \
	}

STORE_PATH(1)
STORE_PATH(2)
STORE_PATH(4)
STORE_PATH(8)

void __skep_labels_forget(const void *start, size_t size)
{
	if (size)
		clear((uintptr_t)start, size);
}

bool __skep_labels_none(const void *start, size_t size)
{
	uintptr_t address = (uintptr_t)start;
	for (uintptr_t end = address + size, next; address < end; address = next) {
		next = ((address >> GRANULE_BITS) + 1) << GRANULE_BITS;
		next = next < end ? next : end;
		const uint32_t *entries = entry_at(address);
		uint32_t any = 0;
		for (size_t i = 0; *granule_at(address) && i < next - address; i++)
			any |= entries[i];
		if (any)
			return false;
	}
	return true;
}

void __skep_labels_copy(const void *to, const void *from, size_t size)
{
	if (!size || to == from)
		return;
	if (!any_marked((uintptr_t)from, size)) {
		clear((uintptr_t)to, size);
		return;
	}
	mark((uintptr_t)to, size);
	memmove(entry_at((uintptr_t)to), entry_at((uintptr_t)from), 4 * size);
}

/* ---- loads ---- */

/* The number of bytes from `first` on that belong to one label, or to none; *piece is their value. */
static uint32_t next_piece(uintptr_t address, uint32_t first, uint32_t size, struct term *piece)
{
	const uint32_t *entries = entry_at(address);
	const uint8_t *bytes = (const uint8_t *)address;
	uint32_t entry = entries[first], n = 1;
	*piece = constant(bytes[first]);
	if (!entry)
		return 1;
	if (entry & ENTRY_INPUT) {
		struct term input = input_term(entry & ~ENTRY_INPUT);
		if (input.value == bytes[first])
			*piece = input;
		return 1;
	}
	while (first + n < size && entries[first + n] == entry + (n << ENTRY_BYTE))
		n++;
	uint32_t label = entry & ENTRY_LABEL, k = entry >> ENTRY_BYTE;
	const struct sk_node *node = node_of(label);
	uint64_t held = 0, value = label_value(label);
	memcpy(&held, bytes + first, n);
	*piece = constant(held);
	if (8 * (k + n) > node->bits || low_bits(value >> 8 * k, 8 * n) != held)
		return n;
	*piece = __skep_extract((struct term){ label, value }, node->bits, 8 * k, 8 * n);
	return n;
}

static uint32_t load_pieces(uintptr_t address, uint32_t size)
{
	struct term all;
	uint32_t n = next_piece(address, 0, size, &all);
	if (n == size) {
		if (size == 1 && all.label)
			*entry_at(address) = all.label; /* the input has a node now */
		return all.label;
	}
	while (n < size) {
		struct term piece;
		uint32_t taken = next_piece(address, n, size, &piece);
		all = __skep_concat(piece, 8 * taken, all, 8 * n);
		n += taken;
	}
	if (all.label)
		put(address, size, all.label);
	else
		clear(address, size);
	return all.label;
}

void __skep_labels_fix(const void *start, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		struct term byte;
		if (!*entry_at((uintptr_t)start + i))
			continue;
		next_piece((uintptr_t)start + i, 0, 1, &byte);
		if (byte.label)
			__skep_met_fixed(SK_MET_CONCRETE, byte);
	}
}

SLOW_PATH uint32_t __skep_slow_load(uintptr_t address, uint32_t address_label, uint32_t size)
{
	struct term loaded;
	if (address_label && __skep_table_load(address, address_label, size, &loaded))
		return loaded.label;
	fix_address(address_label);
	if (!*granule_at(address))
		return 0;
	return load_pieces(address, size);
}

static inline uint64_t held_at(uintptr_t address, uint32_t size)
{
	switch (size) {
	case 1:
		return *(const uint8_t *)address;
	case 2:
		return *(const unaligned16 *)address;
	case 4:
		return *(const unaligned32 *)address;
	default:
		return *(const unaligned64 *)address;
	}
}

/* Handles values that were stored as a whole, the most frequent case, in a few instructions. */
static inline __attribute__((always_inline)) uint32_t load(uintptr_t address, uint32_t address_label, uint32_t size)
{
	const uint32_t *entries = entry_at(address);
	uint32_t first = *entries;
	uint64_t other = 0;
	if (__builtin_expect(address_label != 0, 0))
		return __skep_slow_load(address, address_label, size);
	for (uint32_t i = 0; i + 2 <= size; i += 2)
		other |= *(const two_entries *)(entries + i) ^ two_of(first, i);
	if (!other && first <= ENTRY_LABEL && __skep_known[first].bits == 8 * size &&
	    held_at(address, size) == label_value(first))
		return first;
	return __skep_slow_load(address, 0, size);
}

/* One of the bytes has a label. */
static inline uint64_t has_entries(uintptr_t address, uint32_t size)
{
	const uint32_t *entries = entry_at(address);
	uint64_t any = size & 1 ? *entries : 0;
	for (uint32_t i = 0; i + 2 <= size; i += 2)
		any |= *(const two_entries *)(entries + i);
	return any;
}

#define LOAD_PATH(size)                                                                          \
	static SLOW_PATH uint32_t load_label##size(uintptr_t address, uint32_t address_label)    \
	{                                                                                        \
		return load(address, address_label, size);                                       \
	}                                                                                        \
	SLOW_PATH uint32_t __skep_slow_load##size(uintptr_t address, uint32_t address_label)     \
	{                                                                                        \
		return address_label || has_entries(address, size) ? load_label##size(address, address_label) : 0; \
	}

LOAD_PATH(1)
LOAD_PATH(2)
LOAD_PATH(4)
LOAD_PATH(8)

SLOW_PATH void __skep_slow_copy(uintptr_t to, uint32_t to_label, uintptr_t from, uint32_t from_label, uint64_t size,
                                uint32_t size_label)
{
	fix_address(to_label);
	fix_address(from_label);
	if (size_label)
		__skep_met_fixed(SK_MET_ADDRESS, (struct term){ size_label, size });
	__skep_labels_copy((const void *)to, (const void *)from, size);
}

SLOW_PATH void __skep_slow_fill(uintptr_t to, uint32_t to_label, uint32_t label, uint64_t size, uint32_t size_label)
{
	fix_address(to_label);
	if (size_label)
		__skep_met_fixed(SK_MET_ADDRESS, (struct term){ size_label, size });
	if (!size)
		return;
	if (!label) {
		clear(to, size);
		return;
	}
	mark(to, size);
	for (uint64_t i = 0; i < size; i++)
		*entry_at(to + i) = label;
}
