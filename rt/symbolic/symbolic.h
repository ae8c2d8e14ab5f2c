/* symbolic: shared by the runtime's files in the symbolic build.
 *
 * labels_nodes.c keeps the table of expressions, labels_simplify.c and labels_compare.c choose the
 * node of an operation, labels_build.c makes operations of several nodes, labels_memory.c keeps the
 * labels of memory, labels_tables.c looks up tables, labels_trace.c records decisions.
 * labels_inline.c is the part inside the unit; it calls these files only if a label is not zero. In
 * the other builds these functions are empty. */
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

/* A value of this run with the label of its expression; label 0: a constant. */
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

/* Always at the same address, so no pointer has to be loaded. */
static struct sk_symbolic *const __skep_symbolic = SYMBOLIC_ADDRESS;

static inline const struct sk_node *node_of(uint32_t label)
{
	return &__skep_symbolic->nodes[label];
}

static inline uint64_t label_value(uint32_t label)
{
	return __skep_known[label].value;
}

/* The kind of an extension, with its number of bits. */
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

/* All of a node except for its operands, as one number, which fits into a register. */
static inline uint64_t node_shape(unsigned op, unsigned flags, unsigned bits, uint32_t extra)
{
	return op | flags << 8 | bits << 16 | (uint64_t)extra << 32;
}

/* The node as a term; it is made if no node is equal; a constant if there is no room. */
struct term __skep_node(uint64_t shape, struct term left, struct term right, uint64_t value);
/* The value of an operation; false if it has none. */
bool __skep_compute(uint64_t shape, uint64_t left, uint64_t right, uint64_t *value);
void __skep_nodes_reset(void);
void __skep_nodes_stop(void); /* ends the making of nodes in this run */

/* ---- labels_simplify.c: operations on terms; values have no bits above their width ---- */

struct term __skep_binary_term(enum sk_node_op op, struct term a, struct term b, unsigned bits);
struct term __skep_compare_term(enum sk_node_op op, struct term a, struct term b, unsigned bits_of_operands);
struct term __skep_not(struct term a);
struct term __skep_zext(struct term a, unsigned from, unsigned to);
struct term __skep_sext(struct term a, unsigned from, unsigned to);
struct term __skep_extract(struct term a, unsigned from, unsigned offset, unsigned bits);
struct term __skep_concat(struct term high, unsigned high_bits, struct term low, unsigned low_bits);
struct term __skep_if(struct term condition, struct term a, struct term b, unsigned bits);
/* Conversions and functions of one operand, also for floats. */
struct term __skep_unary_term(enum sk_node_op op, struct term a, unsigned from, unsigned bits);
struct term __skep_compare_real(unsigned predicate, struct term a, struct term b, unsigned bits);

/* ---- labels_build.c ---- */

/* Forgets which pointers were compared. */
void __skep_pointers_reset(void);

/* ---- labels_memory.c ---- */

void __skep_labels_map(void);
/* These bytes of memory are inputs: bytes of the step's input from `offset` on. */
void __skep_labels_input(const void *start, size_t size, uint32_t step, uint32_t offset);
/* Removes the labels of this memory. */
void __skep_labels_forget(const void *start, size_t size);
void __skep_labels_copy(const void *to, const void *from, size_t size);
/* Makes labels in this memory concrete: a model passes it to code without labels. */
void __skep_labels_fix(const void *start, size_t size);
/* The pointer leads to a block that the step made. */
void __skep_labels_pointer(const void *place, const void *pointer, uint32_t step);
/* The pointer leads to `offset` bytes behind `base`, by decision of this step. */
void __skep_labels_place(const void *place, uint64_t base, uint32_t offset, uint32_t step);
/* A pointer into such a block as an expression; a constant if it leads into none. */
struct term __skep_pointer_term(uint64_t pointer);
/* None of the bytes has a label. */
bool __skep_labels_none(const void *start, size_t size);
void __skep_labels_reset(void);

/* ---- labels_tables.c ---- */

/* A load of `size` bytes at an address with a label: true if it is a lookup in a table. */
bool __skep_table_load(uintptr_t address, uint32_t label, uint32_t size, struct term *loaded);
void __skep_tables_init(void);
void __skep_tables_reset(void);

/* ---- labels_trace.c ---- */

void __skep_met(enum sk_met_kind kind, uint32_t id, uint32_t label, uint64_t value);
/* Records that an address, or a value that no label follows, must stay the same. */
void __skep_met_fixed(enum sk_met_kind kind, struct term term);
void __skep_full(enum sk_full what);
void __skep_symbolic_attach(void);
void __skep_symbolic_init(void); /* for use when the unit is loaded */
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
