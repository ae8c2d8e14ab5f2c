/* symbolic: what the files of the runtime share in the symbolic build.
 *
 * labels_nodes.c keeps the table of expressions, labels_simplify.c and labels_compare.c
 * decide which node an operation becomes, labels_build.c makes operations out of several nodes,
 * labels_memory.c keeps the labels of memory, labels_tables.c looks up tables,
 * labels_trace.c writes down what was met. labels_inline.c is what stands in the unit
 * itself; it calls these files only where a label is not zero. In the other builds
 * everything here is nothing. */
#ifndef SKEP_RT_SYMBOLIC_H
#define SKEP_RT_SYMBOLIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "inside.h"
#include "labels.h"
#include "labels_layout.h"

#ifndef SKEP_SYMBOLIC
#define SKEP_SYMBOLIC 0
#endif

#if SKEP_SYMBOLIC

/* A value of this run and, unless the label is 0, where it comes from. */
struct term {
	uint32_t label;
	uint64_t value;
};

static inline struct term constant(uint64_t value)
{
	return (struct term){ 0, value };
}

static inline uint64_t low_bits(uint64_t value, unsigned bits)
{
	return bits < 64 ? value & ((UINT64_C(1) << bits) - 1) : value;
}

static inline uint64_t sign_extended(uint64_t value, unsigned bits)
{
	unsigned unused = 64 - bits;
	return bits && bits < 64 ? (uint64_t)((int64_t)(value << unused) >> unused) : value;
}

/* ---- labels_nodes.c ---- */

/* Always at the same place: nothing is looked up to get there. */
static struct sk_symbolic *const __skep_symbolic = SYMBOLIC_ADDRESS;

static inline const struct sk_node *node_of(uint32_t label)
{
	return &__skep_symbolic->nodes[label];
}

static inline uint64_t label_value(uint32_t label)
{
	return __skep_known[label].value;
}

/* Which extension, and to how many bits. */
static inline uint8_t extension_shape(unsigned op, unsigned bits)
{
	return (uint8_t)(bits | (op == SK_NODE_SEXT ? 0x80 : 0));
}

/* False if the label was noted before in this run. */
static inline bool note_once(uint32_t label)
{
	bool first = !__skep_known[label].noted;
	__skep_known[label].noted = 1;
	return first;
}

/* What a node is apart from its operands, as one number: it travels in a register. */
static inline uint64_t node_shape(unsigned op, unsigned flags, unsigned bits, uint32_t extra)
{
	return op | flags << 8 | bits << 16 | (uint64_t)extra << 32;
}

/* The node as a term, made if there is none like it; a constant if there is no room. */
struct term __skep_node(uint64_t shape, struct term left, struct term right, uint64_t value);
/* The value of an operation; false if it has none. */
bool __skep_compute(uint64_t shape, uint64_t left, uint64_t right, uint64_t *value);
void __skep_nodes_reset(void);
void __skep_nodes_stop(void); /* no more in this run */

/* ---- labels_simplify.c: operations on terms; values in and out have no bits above their width ---- */

struct term __skep_binary_term(enum sk_node_op op, struct term a, struct term b, unsigned bits);
struct term __skep_compare_term(enum sk_node_op op, struct term a, struct term b, unsigned bits_of_operands);
struct term __skep_not(struct term a);
struct term __skep_zext(struct term a, unsigned from, unsigned to);
struct term __skep_sext(struct term a, unsigned from, unsigned to);
struct term __skep_extract(struct term a, unsigned from, unsigned offset, unsigned bits);
struct term __skep_concat(struct term high, unsigned high_bits, struct term low, unsigned low_bits);
struct term __skep_if(struct term condition, struct term a, struct term b, unsigned bits);
/* Conversions and functions of one operand; floats among them. */
struct term __skep_unary_term(enum sk_node_op op, struct term a, unsigned from, unsigned bits);
struct term __skep_compare_real(unsigned predicate, struct term a, struct term b, unsigned bits);

/* ---- labels_build.c ---- */

/* Forgets which pointers were compared. */
void __skep_pointers_reset(void);

/* ---- labels_memory.c ---- */

void __skep_labels_map(void);
/* Bytes of memory that are inputs: those of a step, from `offset` of what it was given. */
void __skep_labels_input(const void *start, size_t size, uint32_t step, uint32_t offset);
/* Removes the labels of the memory there. */
void __skep_labels_forget(const void *start, size_t size);
void __skep_labels_copy(const void *to, const void *from, size_t size);
/* Memory with labels there must stay as it is: a model hands it to code that has none. */
void __skep_labels_fix(const void *start, size_t size);
/* The pointer leads to a block that the step made. */
void __skep_labels_pointer(const void *place, const void *pointer, uint32_t step);
/* The pointer leads so many bytes behind `base`, as step `step` says. */
void __skep_labels_place(const void *place, uint64_t base, uint32_t offset, uint32_t step);
/* A pointer into such a block, as an expression; a constant if it is none. */
struct term __skep_pointer_term(uint64_t pointer);
/* True if none of the bytes has a label. */
bool __skep_labels_none(const void *start, size_t size);
void __skep_labels_reset(void);

/* ---- labels_tables.c ---- */

/* A load of `size` bytes at an address with a label: from a table, if it is one. */
bool __skep_table_load(uintptr_t address, uint32_t label, uint32_t size, struct term *loaded);
void __skep_tables_init(void);
void __skep_tables_reset(void);

/* ---- labels_trace.c ---- */

void __skep_met(enum sk_met_kind kind, uint32_t id, uint32_t label, uint64_t value);
/* Something must stay as it is: an address, or a value that no label follows. */
void __skep_met_fixed(enum sk_met_kind kind, struct term term);
void __skep_full(enum sk_full what);
void __skep_symbolic_attach(void);
void __skep_symbolic_init(void); /* once the unit is there */
void __skep_trace_begin(bool wanted);
void __skep_trace_step(uint32_t step);
void __skep_trace_end(void);

#else

static inline void __skep_labels_input(const void *start, size_t size, uint32_t step, uint32_t offset)
{
	(void)start, (void)size, (void)step, (void)offset;
}
static inline void __skep_labels_forget(const void *start, size_t size)
{
	(void)start, (void)size;
}
static inline void __skep_labels_copy(const void *to, const void *from, size_t size)
{
	(void)to, (void)from, (void)size;
}
static inline void __skep_labels_pointer(const void *place, const void *pointer, uint32_t step)
{
	(void)place, (void)pointer, (void)step;
}
static inline void __skep_labels_place(const void *place, uint64_t base, uint32_t offset, uint32_t step)
{
	(void)place, (void)base, (void)offset, (void)step;
}
static inline void __skep_symbolic_attach(void)
{
}
static inline void __skep_symbolic_init(void)
{
}
static inline void __skep_trace_begin(bool wanted)
{
	(void)wanted;
}
static inline void __skep_trace_step(uint32_t step)
{
	(void)step;
}
static inline void __skep_trace_end(void)
{
}

#endif
#endif
