/* labelling: the pass of the symbolic build. Private to instr/.
 *
 * Every value of the unit gets a second one beside it, its label: a number of 32 bits
 * for an integer of at most 64 bits, a pointer, a float or a double; for vectors,
 * structs and arrays the same shape with numbers in it. Other types (wider integers,
 * long double) have no labels: what is stored into one is noted as concrete.
 *
 * The label of a pointer may be that of a value which differs from it by the same in every
 * run: walking along an array, or from a struct to its member, makes no expression. Where
 * it matters what exactly the pointer is, the difference is added: exact_label(). In
 * memory, and where unknown code may be in between, labels are exact.
 *
 * Instructions are visited in an order in which values come before their uses. For
 * each, a call of a helper (rt/inlined/labels_inline.c) computes the label from those of the
 * operands; where all of them are known to be zero, nothing is emitted.
 *
 * labels.c walks, labels_values.c knows labels and shapes, labels_ops.c operations,
 * labels_memory.c loads and stores, labels_calls.c calls, labels_known.c functions
 * that need more than that. */
#ifndef SKEP_INSTR_LABELLING_H
#define SKEP_INSTR_LABELLING_H

#include "base/map.h"
#include "instr/module.h"
#include "labels.h"

#define LABEL_SLOTS 64u /* as in rt/inlined/labels_inline.c */

struct labels {
	struct module *module;
	const struct marks *marks;
	struct map label_of;             /* value -> label, of the function at hand */
	struct map names;                /* function -> its name as a constant */
	struct map open;                 /* functions that unknown code may call */
	struct map switches;             /* switch instruction -> mark + 1, of the function at hand */
	LLVMValueRef function;
	LLVMValueRef entered;            /* open functions: whether arguments have labels */
	LLVMValueRef saved;              /* variable arguments: where their labels are kept */
	VEC(LLVMValueRef) phis;
	uint32_t n_hidden;
};

/* ---- labels_values.c ---- */

LLVMTypeRef label_type(struct labels *labels, LLVMTypeRef type);
/* Bits of a scalar that can have a label; 0 if it cannot. */
unsigned label_bits(struct labels *labels, LLVMTypeRef type);
LLVMValueRef no_label(struct labels *labels, LLVMTypeRef type);
bool is_no_label(LLVMValueRef label);
LLVMValueRef label_of(struct labels *labels, LLVMValueRef value);
void set_label(struct labels *labels, LLVMValueRef value, LLVMValueRef label);
/* The label of this very value, which is a scalar; `label` is what label_of() says. */
LLVMValueRef exact_label(struct labels *labels, LLVMValueRef value, LLVMValueRef label);
/* A scalar as 64 bits. */
LLVMValueRef raw_value(struct labels *labels, LLVMValueRef value);
LLVMValueRef number32(struct labels *labels, uint32_t number);
LLVMValueRef number64(struct labels *labels, uint64_t number);
LLVMValueRef label_call(struct labels *labels, const char *name, LLVMValueRef *args, unsigned n);
#define LABEL_CALL(labels, name, ...)                                          \
	label_call(labels, "__skep_label_" name, (LLVMValueRef[]){ __VA_ARGS__ }, \
	           sizeof((LLVMValueRef[]){ __VA_ARGS__ }) / sizeof(LLVMValueRef))
/* rt/symbolic/labels_slow.h: an operation as one number. */
LLVMValueRef describe_op(struct labels *labels, unsigned op, unsigned bits, unsigned from, unsigned extra);

/* The scalars in a value of any type, in order. */
struct leaf {
	LLVMValueRef value, label;
	LLVMTypeRef type;
	uint64_t offset; /* in memory */
};
struct leaves {
	VEC(struct leaf) at;
};
/* Those of a value and its label, taken apart where the builder stands; without a
 * value only types and offsets. */
void leaves_find(struct labels *labels, LLVMTypeRef type, LLVMValueRef value, LLVMValueRef label,
                 struct leaves *leaves);
/* A label of the type, put together from those of its scalars. */
LLVMValueRef leaves_join(struct labels *labels, LLVMTypeRef type, const LLVMValueRef *at, size_t n);
/* Notes that the value, whose label is lost here, must stay as it is. */
void fix_value(struct labels *labels, LLVMValueRef value, enum sk_met_kind kind);
void fix_operands(struct labels *labels, LLVMValueRef instruction);
/* The builder stands behind the instruction. */
void build_behind(struct labels *labels, LLVMValueRef instruction);

/* ---- labels_ops.c ---- */

/* An operation without side effects; false if it is none that is known. */
bool label_operation(struct labels *labels, LLVMValueRef instruction);
/* The value that was widened from one bit, or the value itself. */
LLVMValueRef truth_in(LLVMValueRef value);
LLVMValueRef label_binary(struct labels *labels, unsigned op, LLVMValueRef left, LLVMValueRef right);
LLVMValueRef label_unary(struct labels *labels, unsigned op, LLVMValueRef value, LLVMTypeRef to);
/* Applies `scalar` to each element of the operands (or to the operands). */
typedef LLVMValueRef scalar_op(struct labels *labels, LLVMValueRef instruction, const LLVMValueRef *values,
                               const LLVMValueRef *known);
LLVMValueRef label_elements(struct labels *labels, LLVMValueRef instruction, unsigned n_operands, scalar_op *scalar);

/* ---- labels_memory.c ---- */

bool label_memory(struct labels *labels, LLVMValueRef instruction);
void label_copy(struct labels *labels, LLVMValueRef to, LLVMValueRef from, LLVMValueRef size);
void label_fill(struct labels *labels, LLVMValueRef to, LLVMValueRef byte, LLVMValueRef size);

/* ---- labels_calls.c ---- */

void label_call_instruction(struct labels *labels, LLVMValueRef call);
void label_parameters(struct labels *labels);
void label_return(struct labels *labels, LLVMValueRef instruction);

/* ---- labels_known.c: intrinsics and functions of the C library ---- */

/* True if the call needs nothing more. */
bool label_known_call(struct labels *labels, LLVMValueRef call, LLVMValueRef function);
/* The arguments of the call may change without changing anything else. */
bool is_harmless_function(const char *name);
/* It gives or takes memory, or is the runtime's own business. */
bool is_allocation(const char *name);
/* Its last argument is a list of arguments. */
bool takes_list(const char *name);

/* ---- labels.c ---- */

/* The unit's functions as they are now; those of helpers come later. */
struct unit_functions {
	VEC(LLVMValueRef) at;
};
void unit_functions_find(struct module *module, struct unit_functions *functions);
/* After the helpers are linked in. */
void labels_place(struct module *module, const struct marks *marks, const struct unit_functions *functions);

#endif
