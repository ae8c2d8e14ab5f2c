/* labels: the results of a symbolic run in shared memory.
 *
 * In the symbolic build every value has a label: 0 if it is concrete, else the number of a node in
 * a table of expressions. Nodes are made in the order of computation, so operands have smaller
 * numbers; equal nodes are made once, and simple ones are folded. Beside the table is the trace:
 * all decisions in their order, each with the label of the value that decided it. The engine reads
 * both in place after the run. The code under test may overwrite any of it, so the reader checks
 * every number (exec/trace.c).
 *
 * All values are bit patterns of at most 64 bits, zero above `bits`; floats are the bits of their
 * IEEE form (32 or 64). Longer values are divided or made concrete. */
#ifndef SKEP_RT_LABELS_H
#define SKEP_RT_LABELS_H

#include <stdint.h>

#define SK_SYMBOLIC_MAGIC 0x6c626c73u
#define SK_MAX_NODES (1u << 18)
#define SK_MAX_MET (1u << 18)
#define SK_MAX_TABLES 4096u
#define SK_TABLE_BYTES (1u << 20)
#define SK_MAX_UNMODELLED 64u
#define SK_UNMODELLED_NAME 56u
#define SK_MAX_TABLE_ENTRIES 4096u /* entries of one table that is read at a symbolic index */

enum sk_node_op {
	SK_NODE_NONE,
	/* Byte `left_value` of the input of step `extra`: of a literal or a block; of a callback or
	 * stub, of the data of its struct sk_behaviour (result, later, write); of a place, of its
	 * offset. 8 bits. right_value: the byte in this run. */
	SK_NODE_INPUT,
	/* The pointer that step `extra` gives (to a block), plus `left_value` bytes. 64 bits.
	 * right_value: the pointer in this run. */
	SK_NODE_POINTER,
	SK_NODE_ADD,
	SK_NODE_SUB,
	SK_NODE_MUL,
	SK_NODE_UDIV,
	SK_NODE_SDIV,
	SK_NODE_UREM,
	SK_NODE_SREM,
	/* A shift by the width or more gives 0 (SK_NODE_ASHR: copies of the sign). A division that
	 * C leaves undefined has no value. */
	SK_NODE_SHL,
	SK_NODE_LSHR,
	SK_NODE_ASHR,
	SK_NODE_AND,
	SK_NODE_OR,
	SK_NODE_XOR,
	/* 1 bit; `extra`: bits of the operands */
	SK_NODE_EQ,
	SK_NODE_NE,
	SK_NODE_ULT,
	SK_NODE_ULE,
	SK_NODE_SLT,
	SK_NODE_SLE,
	/* extends left, which has `extra` bits, to `bits` */
	SK_NODE_ZEXT,
	SK_NODE_SEXT,
	SK_NODE_EXTRACT,   /* `bits` bits of left from bit `right_value` on; extra: bits of left */
	SK_NODE_CONCAT,    /* left above right; extra: bits of right */
	SK_NODE_ITE,       /* if label `extra` (1 bit, never 0) then left, else right */
	/* Entry `left` of table `extra`; an index outside of the table has no value. */
	SK_NODE_TABLE,
	/* floats, 32 or 64 bits */
	SK_NODE_FADD,
	SK_NODE_FSUB,
	SK_NODE_FMUL,
	SK_NODE_FDIV,
	SK_NODE_FREM,
	SK_NODE_FNEG,
	SK_NODE_FABS,
	SK_NODE_FSQRT,
	SK_NODE_FFLOOR,
	SK_NODE_FCEIL,
	SK_NODE_FTRUNC,
	SK_NODE_FRINT,
	/* 1 bit; right_value is never a value: `flags` is LLVM's predicate (1 oeq .. 14 une); extra: bits of
	 * operands */
	SK_NODE_FCMP,
	/* converts left, which has `extra` bits, to `bits`; an integer that does not fit has no
	 * value */
	SK_NODE_F_TO_S,
	SK_NODE_F_TO_U,
	SK_NODE_S_TO_F,
	SK_NODE_U_TO_F,
	SK_NODE_F_TO_F,
	SK_NODE_N_OPS
};

struct sk_node {
	uint8_t op; /* enum sk_node_op */
	uint8_t flags;
	uint16_t bits; /* of the value: 1..64 */
	uint32_t left, right; /* labels; 0: the operand is the constant in left_value or right_value */
	uint32_t extra;
	uint64_t left_value, right_value; /* values of the operands in this run, with or without a label */
};

enum sk_met_kind {
	SK_MET_STEP, /* step number `id` begins; label 0 */
	SK_MET_CONDITION, /* condition mark `id`; value: outcome 0 or 1; label 0: not symbolic */
	SK_MET_SWITCH, /* switch mark `id`; value: of the controlling expression; label 0: not symbolic */
	/* The others are only recorded with a label: values that must stay the same for the run to
	 * take the same way. */
	SK_MET_HIDDEN, /* a branch without a mark, of a C library model or of the compiler; `id` names the
	                  place; value: outcome 0 or 1 */
	SK_MET_ADDRESS, /* an address or a size that had to be concrete; its value in this run */
	SK_MET_CONCRETE, /* a value that went to code without labels; its value in this run */
	SK_MET_N_KINDS
};

struct sk_met {
	uint32_t kind : 4; /* enum sk_met_kind */
	uint32_t id : 28;
	uint32_t label;
	uint64_t value;
};

struct sk_table {
	uint32_t offset; /* into table_bytes */
	uint32_t n; /* entries */
	uint32_t entry_size; /* 1, 2, 4 or 8 */
	uint32_t unused;
};

/* A function without a model that got labelled data. */
struct sk_unmodelled {
	uint32_t count;
	uint32_t unused;
	char name[SK_UNMODELLED_NAME]; /* ends with a zero */
};

enum sk_full { SK_FULL_NODES = 1, SK_FULL_TRACE = 2, SK_FULL_TABLES = 4 };

struct sk_symbolic {
	uint32_t magic;
	uint32_t full; /* enum sk_full: from then on values are concrete, and the trace ends */
	uint32_t n_nodes; /* nodes in use; node 0 is never used */
	uint32_t n_met;
	uint32_t n_tables;
	uint32_t n_table_bytes;
	uint32_t n_unmodelled;
	uint32_t unused[9];
	struct sk_unmodelled unmodelled[SK_MAX_UNMODELLED];
	struct sk_table tables[SK_MAX_TABLES];
	_Alignas(4096) struct sk_node nodes[SK_MAX_NODES];
	_Alignas(4096) struct sk_met met[SK_MAX_MET];
	_Alignas(4096) uint8_t table_bytes[SK_TABLE_BYTES];
};

_Static_assert(sizeof(struct sk_node) == 32, "node layout");
_Static_assert(sizeof(struct sk_met) == 16, "trace layout");

/* The environment variable by which the engine names this memory to a new target. */
#define SK_ENV_SYMBOLIC "SKEP_SYMBOLIC_FD"

#endif
