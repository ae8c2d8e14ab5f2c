/* expressions: a trace as the solver sees it: every node looked at with suspicion,
 * and for every label the set of origins (input bytes, pointers) it hangs on.
 *
 * Sets are made once for a trace and shared: a set is a number, equal sets have the
 * same one, and the union of two sets is looked up before it is computed. */
#ifndef SKEP_SOLVE_EXPRESSIONS_H
#define SKEP_SOLVE_EXPRESSIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "exec/trace.h"

/* Where a value comes from: a byte that a step is given, or a pointer it gives. */
struct origin {
	uint32_t step, offset;
	bool is_pointer;
};

struct origin_set {
	const uint32_t *at; /* numbers of origins, ascending */
	uint32_t n;
	bool has_pointer;
};

/* A table of the trace, its entries widened. */
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
	struct map set_numbers;      /* hash of content -> number */
	struct map unions;           /* two numbers -> number */
	uint64_t n_members;          /* of all sets together */
	uint32_t everything;         /* set that stands for all when there are too many; 0: not yet */
	uint32_t *set_of;            /* per label */
	/* For walks over labels: a label was seen if its stamp is the current one. */
	uint32_t *stamps, *slots;
	uint32_t stamp;
};

/* Takes in a trace; nothing is done if it is the one that is in already. */
void expressions_load(struct expressions *expressions, const struct trace *trace);
/* As expressions_load, without sets: for one look at one label. */
void expressions_peek(struct expressions *expressions, const struct trace *trace);
void expressions_release(struct expressions *expressions);

/* A copy of the node; an unsound one (the code under test can write anything there)
 * comes back as SK_NODE_NONE, a value that never is. */
struct sk_node expressions_node(const struct expressions *expressions, uint32_t label);

/* The bits that a node wants of its left, right and (ITE) extra operand; 0: any. */
unsigned node_left_bits(const struct sk_node *node);
unsigned node_right_bits(const struct sk_node *node);

/* Does the label hang on a pointer? */
bool expressions_has_pointer(const struct expressions *expressions, uint32_t label);

const struct value_table *expressions_table(struct expressions *expressions, uint32_t number);

#endif
