/* expressions: a trace for the solver: every node checked, and for every label the set of origins
 * (input bytes, pointers) that it depends on.
 *
 * Sets are made once for a trace and shared. A set is a number, equal sets have equal numbers, and
 * a union of two sets is looked up before it is computed. */
#ifndef SKEP_SOLVE_EXPRESSIONS_H
#define SKEP_SOLVE_EXPRESSIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "exec/trace.h"

/* The origin of a value: a byte of a step's input, or the pointer that the step gives. */
struct origin {
	uint32_t step, offset;
	bool is_pointer;
};

struct origin_set {
	const uint32_t *at; /* numbers of origins, ascending */
	uint32_t n;
	bool has_pointer;
};

/* A table of the trace with its entries widened to 64 bits. */
struct value_table {
	const uint64_t *at; /* NULL: not read yet */
	uint32_t n;
};

struct expressions {
	struct arena *arena;
	const struct trace *trace;
	uint64_t fingerprint;        /* of the trace */
	struct value_table *tables;
	VEC(struct origin) origins;
	struct map origin_numbers;   /* hash of an origin -> its number */
	VEC(struct origin_set) sets; /* [0] is empty */
	struct map set_numbers;      /* hash of a set's content -> its number */
	struct map unions;           /* numbers of two sets -> number of their union */
	uint64_t n_members;          /* members of all sets together */
	uint32_t everything;         /* the set that stands for all origins when there are too many; 0: not made
	                                yet */
	uint32_t *set_of;            /* for each label */
	/* For walks over labels: a label was visited if its stamp is the current one. */
	uint32_t *stamps, *slots;
	uint32_t stamp;
};

/* Loads a trace; does nothing if this trace is loaded already. */
void expressions_load(struct expressions *expressions, const struct trace *trace);
/* Like expressions_load(), without sets, for one question about one label. */
void expressions_peek(struct expressions *expressions, const struct trace *trace);
void expressions_release(struct expressions *expressions);

/* A copy of the node. An unsound node (the code under test can write anything there) is returned as
 * SK_NODE_NONE, which has no value. */
struct sk_node expressions_node(const struct expressions *expressions, uint32_t label);

/* The width of a node's left and right operand; 0: any. */
unsigned node_left_bits(const struct sk_node *node);
unsigned node_right_bits(const struct sk_node *node);

/* The label depends on a pointer. */
bool expressions_has_pointer(const struct expressions *expressions, uint32_t label);

const struct value_table *expressions_table(struct expressions *expressions, uint32_t number);

#endif
