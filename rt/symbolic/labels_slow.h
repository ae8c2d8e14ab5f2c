/* labels_slow: the functions that instrumented code calls if a label is not zero.
 *
 * labels_inline.c has the checks in the unit; these functions do the work. They leave the caller's
 * registers alone, so that code around a call that is rarely made is as good as without the call.
 * Values come as 64 bits, zero above their width. An operation is described by one number, see
 * WHAT(). */
#ifndef SKEP_RT_LABELS_SLOW_H
#define SKEP_RT_LABELS_SLOW_H

#include <stdint.h>

#include "labels_ops.h"

/* For the unit these calls are cold, because its checks rarely find labels; for the runtime "cold"
 * would mean small instead of fast code. */
#if defined(SKEP_SYMBOLIC)
#define SLOW_PATH __attribute__((noinline, preserve_most))
#define PURE_PATH __attribute__((noinline, preserve_most, const))
#else
#define SLOW_PATH __attribute__((noinline, cold, preserve_most))
/* The label depends only on the arguments, so a call whose result is not used can be removed. */
#define PURE_PATH __attribute__((noinline, cold, preserve_most, const))
#endif

/* Not zero while the test wants a trace and there is room for it. */
extern uint32_t __skep_tracing;

/* For 1, 2, 4 and 8 bytes, and for any number up to 8. */
SLOW_PATH uint32_t __skep_slow_load1(uintptr_t address, uint32_t address_label);
SLOW_PATH uint32_t __skep_slow_load2(uintptr_t address, uint32_t address_label);
SLOW_PATH uint32_t __skep_slow_load4(uintptr_t address, uint32_t address_label);
SLOW_PATH uint32_t __skep_slow_load8(uintptr_t address, uint32_t address_label);
SLOW_PATH uint32_t __skep_slow_load(uintptr_t address, uint32_t address_label, uint32_t size);
SLOW_PATH void __skep_slow_store1(uintptr_t address, uint32_t address_label, uint32_t label);
SLOW_PATH void __skep_slow_store2(uintptr_t address, uint32_t address_label, uint32_t label);
SLOW_PATH void __skep_slow_store4(uintptr_t address, uint32_t address_label, uint32_t label);
SLOW_PATH void __skep_slow_store8(uintptr_t address, uint32_t address_label, uint32_t label);
SLOW_PATH void __skep_slow_store(uintptr_t address, uint32_t address_label, uint32_t size, uint32_t label);
SLOW_PATH void __skep_slow_copy(uintptr_t to, uint32_t to_label, uintptr_t from, uint32_t from_label, uint64_t size,
                                uint32_t size_label);
SLOW_PATH void __skep_slow_fill(uintptr_t to, uint32_t to_label, uint32_t label, uint64_t size, uint32_t size_label);

/* Frequent operations have functions of their own; `bits` are those of the operands. */
#define BINARY_PATHS(X)                                                                                              \
	X(add, SK_NODE_ADD) X(sub, SK_NODE_SUB) X(mul, SK_NODE_MUL) X(shl, SK_NODE_SHL) X(lshr, SK_NODE_LSHR)        \
	X(ashr, SK_NODE_ASHR) X(and, SK_NODE_AND) X(or, SK_NODE_OR) X(xor, SK_NODE_XOR) X(eq, SK_NODE_EQ)            \
	X(ne, SK_NODE_NE) X(ult, SK_NODE_ULT) X(ule, SK_NODE_ULE) X(slt, SK_NODE_SLT) X(sle, SK_NODE_SLE)
#define UNARY_PATHS(X) X(zext, SK_NODE_ZEXT) X(sext, SK_NODE_SEXT) X(extract, SK_NODE_EXTRACT)
#define DECLARE_BINARY(name, op)                                                                                 \
	PURE_PATH uint32_t __skep_slow_##name(uint32_t bits, uint32_t left, uint32_t right, uint64_t left_value, \
	                                      uint64_t right_value);
#define DECLARE_UNARY(name, op) \
	PURE_PATH uint32_t __skep_slow_##name(uint32_t bits, uint32_t from, uint32_t label, uint64_t value);
BINARY_PATHS(DECLARE_BINARY)
UNARY_PATHS(DECLARE_UNARY)

/* For any operation, including comparisons. */
PURE_PATH uint32_t __skep_slow_binary(uint32_t what, uint32_t left, uint32_t right, uint64_t left_value,
                                      uint64_t right_value);
/* For equality or inequality of two pointers; `what` as for a comparison. */
PURE_PATH uint32_t __skep_slow_pointers(uint32_t what, uint32_t left, uint32_t right, uint64_t left_value,
                                        uint64_t right_value);
PURE_PATH uint32_t __skep_slow_unary(uint32_t what, uint32_t label, uint64_t value);
/* The label of a pointer may be that of a value that differs from it by the same number in every
 * run. slow_moved: the label after a move by index * scale; slow_exact: the label of the pointer's
 * own value. */
PURE_PATH uint32_t __skep_slow_moved(uint32_t base, uint32_t index, uint64_t index_value, uint64_t scale);
PURE_PATH uint32_t __skep_slow_exact(uint32_t label, uint64_t value);
/* left < right and left <= right, for pointers */
PURE_PATH uint32_t __skep_slow_before(uint32_t left, uint32_t right, uint64_t left_value, uint64_t right_value);
PURE_PATH uint32_t __skep_slow_up_to(uint32_t left, uint32_t right, uint64_t left_value, uint64_t right_value);
PURE_PATH uint32_t __skep_slow_select(uint32_t bits, uint32_t condition, uint32_t outcome, uint32_t left,
                                      uint32_t right, uint64_t left_value, uint64_t right_value);
PURE_PATH uint32_t __skep_slow_funnel(uint32_t what, uint32_t high, uint32_t low, uint32_t by, uint64_t high_value,
                                      uint64_t low_value, uint64_t by_value);

/* A condition with a mark, which is always recorded. */
SLOW_PATH void __skep_slow_condition(uint32_t id, uint32_t label, uint32_t outcome);
SLOW_PATH void __skep_slow_switch(uint32_t id, uint32_t label, uint64_t value);
SLOW_PATH void __skep_slow_hidden(uint32_t id, uint32_t label, uint32_t outcome);
SLOW_PATH void __skep_slow_fixed(uint32_t kind, uint32_t label, uint64_t value);
/* The label if its value may be this one, else 0. */
SLOW_PATH uint32_t __skep_slow_believe(uint32_t label, uint64_t value, uint32_t bits);
SLOW_PATH void __skep_slow_unmodelled(const char *name, uint32_t label, uint64_t value);

SLOW_PATH void __skep_slow_reads(const char *name, uintptr_t address);
SLOW_PATH void __skep_slow_reads_list(const char *name, uintptr_t list);

/* Labels of the arguments behind the last named parameter, as the caller left them. */
struct variable_argument {
	uint32_t offset;   /* in the save area of registers; from 176 on, on the stack */
	uint32_t size;
	uint32_t label;
};
struct variable_arguments {
	uint32_t n;
	uint32_t on_stack; /* bytes */
	struct variable_argument at[MAX_VARIABLE];
};
void __skep_variable_start(void *list, const struct variable_arguments *arguments);

/* The unit's variables, in which tables are looked up. */
struct sk_global {
	const void *start;
	uint64_t size;
	uint64_t is_constant;
};
extern const struct sk_global __skep_globals[];
extern const uint64_t __skep_n_globals;

#endif
