/* labels_tables: loads from an address with a label, as table lookups.
 *
 * If an address is a known base plus a multiple of something, it stays an expression, provided that
 * it leads into a variable, a heap block or a block of the test that is small enough and has no
 * labels: its contents are copied, and the load becomes a lookup in the copy. Otherwise the address
 * is fixed. */
#include "inside.h"
#include "labels_slow.h"
#include "symbolic.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CHARACTER 128 /* the C library's tables begin this far before zero */
#define N_CHARACTERS 384
#define N_RECENT 16

/* A stretch of memory that may contain a table. */
struct stretch {
	uintptr_t start;
	uint64_t size;
	bool is_constant;
};

/* A table as entries at start, start + stride, ... */
struct view {
	uintptr_t start;
	uint64_t stride;
	uint32_t n, size;
	uint64_t is_constant;
};

static struct stretch *globals;   /* sorted by start */
static size_t n_globals;
static struct stretch library[3]; /* tables for characters in the C library */
static struct view views[SK_MAX_TABLES];
static uint32_t n_views;

static int by_start(const void *a, const void *b)
{
	const struct stretch *one = a, *other = b;
	return one->start < other->start ? -1 : one->start > other->start;
}

void __skep_tables_init(void)
{
	n_globals = __skep_n_globals;
	globals = calloc(n_globals + 1, sizeof *globals);
	if (!globals)
		end_process(SK_END_LOST);
	for (size_t i = 0; i < n_globals; i++)
		globals[i] = (struct stretch){ (uintptr_t)__skep_globals[i].start, __skep_globals[i].size,
			                       __skep_globals[i].is_constant };
	qsort(globals, n_globals, sizeof *globals, by_start);
	library[0] = (struct stretch){ (uintptr_t)(*__ctype_b_loc() - FIRST_CHARACTER), N_CHARACTERS * 2, true };
	library[1] = (struct stretch){ (uintptr_t)(*__ctype_tolower_loc() - FIRST_CHARACTER), N_CHARACTERS * 4, true };
	library[2] = (struct stretch){ (uintptr_t)(*__ctype_toupper_loc() - FIRST_CHARACTER), N_CHARACTERS * 4, true };
}

static bool holds(const struct stretch *stretch, uintptr_t address, uint32_t size)
{
	return address >= stretch->start && address - stretch->start < stretch->size &&
	       size <= stretch->size - (address - stretch->start);
}

static bool find_global(uintptr_t address, uint32_t size, struct stretch *found)
{
	size_t low = 0, high = n_globals;
	while (low < high) { /* finds the last stretch that starts at the address or before it */
		size_t middle = (low + high) / 2;
		if (globals[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || !holds(&globals[low - 1], address, size))
		return false;
	*found = globals[low - 1];
	return true;
}

static bool find_stretch(uintptr_t address, uint32_t size, struct stretch *found)
{
	struct heap_block block;
	uint32_t step;
	uintptr_t start;
	size_t length;
	if (find_global(address, size, found))
		return true;
	for (size_t i = 0; i < sizeof library / sizeof *library; i++) {
		*found = library[i];
		if (holds(found, address, size))
			return true;
	}
	if (__skep_heap_find(address, &block) && !block.freed)
		*found = (struct stretch){ block.start, block.size, false };
	else if (__skep_area_find(address, &step, &start, &length))
		*found = (struct stretch){ start, length, false };
	else
		return false;
	return holds(found, address, size);
}

/* ---- addresses ---- */

static struct term operand(uint32_t label, uint64_t value)
{
	return (struct term){ label, value };
}

/* The part of an address that depends on inputs, without the part that is the same in every run. */
static struct term moving_part(uint32_t label)
{
	struct term term = { label, label_value(label) };
	for (;;) {
		const struct sk_node *node = node_of(term.label);
		if (node->op != SK_NODE_ADD)
			return term;
		if (!node->right)
			term = operand(node->left, node->left_value);
		else if (!node->left)
			term = operand(node->right, node->right_value);
		else
			return term;
	}
}

/* index * stride, both of 64 bits; the index may need an extension. */
struct scaled {
	struct term index;
	unsigned bits;
	bool is_signed;
	uint64_t stride;
};

static struct scaled scale_of(struct term term)
{
	const struct sk_node *node = node_of(term.label);
	unsigned bits = node->bits;
	if (node->op == SK_NODE_MUL && !node->right && node->right_value && node->right_value < SK_MAX_TABLE_ENTRIES)
		return (struct scaled){ operand(node->left, node->left_value), 64, false, node->right_value };
	if (node->op == SK_NODE_ZEXT) {
		term = operand(node->left, node->left_value);
		bits = node->extra;
		node = node_of(term.label);
	}
	if (node->op == SK_NODE_CONCAT && !node->right && !node->right_value && node->extra < 12)
		return (struct scaled){ operand(node->left, node->left_value), bits - node->extra, bits == 64,
			                UINT64_C(1) << node->extra };
	return (struct scaled){ term, bits, false, 1 };
}

static uint64_t index_value(const struct scaled *scaled)
{
	return scaled->is_signed ? sign_extended(scaled->index.value, scaled->bits) : scaled->index.value;
}

static struct term index_term(const struct scaled *scaled)
{
	return scaled->is_signed ? __skep_sext(scaled->index, scaled->bits, 64)
	                         : __skep_zext(scaled->index, scaled->bits, 64);
}

/* ---- tables ---- */

/* The entries inside the stretch that the index can reach; *first is the number of the first. */
static bool make_view(const struct stretch *stretch, uintptr_t address, uint64_t index, uint64_t stride, uint32_t size,
                      struct view *view, uint64_t *first)
{
	uint64_t before = (address - stretch->start) / stride;
	uint64_t behind = (stretch->start + stretch->size - address - size) / stride;
	if (before + 1 + behind > SK_MAX_TABLE_ENTRIES)
		return false;
	*view = (struct view){ address - before * stride, stride, (uint32_t)(before + 1 + behind), size,
		               stretch->is_constant };
	*first = index - before;
	return true;
}

static void copy_entries(const struct view *view, uint8_t *to)
{
	for (uint32_t i = 0; i < view->n; i++)
		memcpy(to + (uint64_t)i * view->size, (const uint8_t *)view->start + i * view->stride, view->size);
}

/* The number of a table in shared memory with the view's contents; UINT32_MAX: there is no room. */
static uint32_t table_of(const struct view *view)
{
	static uint8_t now[SK_MAX_TABLE_ENTRIES * 8];
	struct sk_symbolic *shared = __skep_symbolic;
	uint32_t size = view->n * view->size;
	if (!view->is_constant)
		copy_entries(view, now);
	for (uint32_t i = n_views; i-- > 0;)
		if (memcmp(&views[i], view, sizeof *view) == 0 &&
		    (view->is_constant || memcmp(shared->table_bytes + shared->tables[i].offset, now, size) == 0))
			return i;
	if (view->is_constant)
		copy_entries(view, now);
	uint32_t used = n_views ? shared->tables[n_views - 1].offset +
	                                  shared->tables[n_views - 1].n * shared->tables[n_views - 1].entry_size
	                        : 0;
	used = (used + 7) & ~7u;
	if (n_views == SK_MAX_TABLES || used > SK_TABLE_BYTES || size > SK_TABLE_BYTES - used) {
		__skep_full(SK_FULL_TABLES);
		return UINT32_MAX;
	}
	memcpy(shared->table_bytes + used, now, size);
	shared->tables[n_views] = (struct sk_table){ used, view->n, view->size, 0 };
	views[n_views++] = *view;
	shared->n_tables = n_views;
	shared->n_table_bytes = used + size;
	return n_views - 1;
}

/* ---- lookups ---- */

/* Tables that do not change, by the address for index zero. */
static struct recent {
	uintptr_t zero;
	uint64_t stride;
	uint32_t size, table;
	uintptr_t start, end;
	uint64_t first; /* index of the first entry */
} recent[N_RECENT];

static struct recent *recent_at(uintptr_t zero, uint64_t stride, uint32_t size)
{
	return &recent[(zero ^ stride << 3 ^ size) * 0x9e3779b97f4a7c15u >> 60];
}

static bool is_recent(const struct recent *last, uintptr_t address, uintptr_t zero, uint64_t stride, uint32_t size)
{
	return last->zero == zero && last->stride == stride && last->size == size && address >= last->start &&
	       address < last->end;
}

/* Finds or makes the table that the index leads into; false if there is none. */
static bool find_table(uintptr_t address, const struct scaled *scaled, uint32_t size, struct recent *found)
{
	struct stretch stretch;
	struct view view;
	/* Memory that has labels itself cannot be a table; this check is quick. */
	if (!__skep_labels_none((const void *)address, size) || !find_stretch(address, size, &stretch) ||
	    !scaled->index.label ||
	    !make_view(&stretch, address, index_value(scaled), scaled->stride, size, &view, &found->first) ||
	    (!stretch.is_constant && !__skep_labels_none((const void *)view.start, (view.n - 1) * view.stride + size)))
		return false;
	found->zero = address - index_value(scaled) * scaled->stride;
	found->stride = scaled->stride;
	found->size = size;
	found->start = view.start;
	found->end = view.start + view.n * view.stride;
	found->table = table_of(&view);
	if (stretch.is_constant && found->table != UINT32_MAX)
		*recent_at(found->zero, found->stride, size) = *found;
	return found->table != UINT32_MAX;
}

void __skep_tables_reset(void)
{
	n_views = 0;
	memset(recent, 0, sizeof recent);
}

bool __skep_table_load(uintptr_t address, uint32_t label, uint32_t size, struct term *loaded)
{
	if ((size & (size - 1)) || !__skep_tracing)
		return false;
	struct scaled scaled = scale_of(moving_part(label));
	uintptr_t zero = address - index_value(&scaled) * scaled.stride;
	struct recent now = *recent_at(zero, scaled.stride, size);
	if (!is_recent(&now, address, zero, scaled.stride, size) && !find_table(address, &scaled, size, &now))
		return false;
	struct term entry = __skep_binary_term(SK_NODE_SUB, index_term(&scaled), constant(now.first), 64);
	uint64_t value = 0;
	memcpy(&value, (const void *)address, size);
	if (!entry.label)
		return false;
	*loaded = __skep_node(node_shape(SK_NODE_TABLE, 0, 8 * size, now.table), entry, constant(0), value);
	return true;
}
