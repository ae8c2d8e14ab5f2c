/* labelling: the pass of the symbolic build. Private to instr/.
 *
 * Every value of the unit gets a second value beside it, its label. The label of an integer of at
 * most 64 bits, a pointer, a float or a double is a number of 32 bits; the label of a vector,
 * struct or array has the same shape with such numbers in it. Other types (wider integers, long
 * double) have no labels: a value that is stored into them is noted as concrete.
 *
 * The label of a pointer may be the label of another value, if the two differ by the same number in
 * every run: a step along an array, or from a struct to its member, makes no new expression. Where
 * the exact value of the pointer matters, the difference is added: exact_label(). In memory, and
 * where unknown code may be in between, labels are exact.
 *
 * Instructions are visited so that values come before their uses. For each instruction, a call of a
 * helper (rt/inlined/labels_inline.c) computes its label from those of the operands; if all of
 * these are known to be zero, no call is emitted.
 *
 * labels.c has the walk, labels_values.c labels and shapes, labels_ops.c operations,
 * labels_memory.c loads and stores, labels_calls.c calls, labels_known.c functions with a known
 * meaning. */
#ifndef SKEP_INSTR_LABELLING_H
#define SKEP_INSTR_LABELLING_H

#include "base/map.h"
#include "instr/module.h"
#include "labels.h"

#define LABEL_SLOTS 64u /* as in rt/inlined/labels_inline.c */

struct labels {
	struct module *module;
	const struct marks *marks;
	struct map label_of;             /* value -> label, within the current function */
	struct map names;                /* function -> its name as a constant */
	struct map open;                 /* functions that unknown code may call */
	struct map switches;             /* switch instruction -> mark + 1, within the current function */
	LLVMValueRef function;
	LLVMValueRef entered;            /* of open functions: their arguments have labels */
	LLVMValueRef saved;              /* of variadic functions: memory for labels of the arguments */
	VEC(LLVMValueRef) phis;
	uint32_t n_hidden;
};

/* ---- labels_values.c ---- */

LLVMTypeRef label_type(struct labels *labels, LLVMTypeRef type);
/* The bits of a scalar type that can have a label; 0: it cannot. */
unsigned label_bits(struct labels *labels, LLVMTypeRef type);
LLVMValueRef no_label(struct labels *labels, LLVMTypeRef type);
bool is_no_label(LLVMValueRef label);
LLVMValueRef label_of(struct labels *labels, LLVMValueRef value);
void set_label(struct labels *labels, LLVMValueRef value, LLVMValueRef label);
/* The exact label of a scalar value; `label` is the result of label_of(). */
LLVMValueRef exact_label(struct labels *labels, LLVMValueRef value, LLVMValueRef label);
/* The scalar as 64 bits. */
LLVMValueRef raw_value(struct labels *labels, LLVMValueRef value);
LLVMValueRef number32(struct labels *labels, uint32_t number);
LLVMValueRef number64(struct labels *labels, uint64_t number);
LLVMValueRef label_call(struct labels *labels, const char *name, LLVMValueRef *args, unsigned n);
#define LABEL_CALL(labels, name, ...)                                          \
	label_call(labels, "__skep_label_" name, (LLVMValueRef[]){ __VA_ARGS__ }, \
	           sizeof((LLVMValueRef[]){ __VA_ARGS__ }) / sizeof(LLVMValueRef))
/* An operation as one number, see rt/symbolic/labels_slow.h. */
LLVMValueRef describe_op(struct labels *labels, unsigned op, unsigned bits, unsigned from, unsigned extra);

/* A scalar inside of a value of any type. */
struct leaf {
	LLVMValueRef value, label;
	LLVMTypeRef type;
	uint64_t offset; /* in memory */
};
struct leaves {
	VEC(struct leaf) at;
};
/* Finds the scalars of a value and its label, in order, and takes them apart where the builder
 * stands. Without a value, it finds only types and offsets. */
void leaves_find(struct labels *labels, LLVMTypeRef type, LLVMValueRef value, LLVMValueRef label,
                 struct leaves *leaves);
/* The label of the type, composed of the labels of its scalars. */
LLVMValueRef leaves_join(struct labels *labels, LLVMTypeRef type, const LLVMValueRef *at, size_t n);
/* Notes that the value must stay as it is, because its label is lost here. */
void fix_value(struct labels *labels, LLVMValueRef value, enum sk_met_kind kind);
void fix_operands(struct labels *labels, LLVMValueRef instruction);
/* Places the builder behind the instruction. */
void build_behind(struct labels *labels, LLVMValueRef instruction);

/* ---- labels_ops.c ---- */

/* Labels an operation without side effects; false if the operation is not known. */
bool label_operation(struct labels *labels, LLVMValueRef instruction);
/* The value of one bit that was widened to `value`, or `value` itself. */
LLVMValueRef truth_in(LLVMValueRef value);
LLVMValueRef label_binary(struct labels *labels, unsigned op, LLVMValueRef left, LLVMValueRef right);
LLVMValueRef label_unary(struct labels *labels, unsigned op, LLVMValueRef value, LLVMTypeRef to);
/* Applies `scalar` to each element of the operands, or to the operands if they are scalars. */
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

/* True if the call needs no other treatment. */
bool label_known_call(struct labels *labels, LLVMValueRef call, LLVMValueRef function);
/* The arguments of the call may change without any other effect. */
bool is_harmless_function(const char *name);
/* The function gives or takes memory, or belongs to the runtime. */
bool is_allocation(const char *name);
/* The function's last argument is a va_list. */
bool takes_list(const char *name);

/* ---- labels.c ---- */

/* The unit's functions, found before helpers are added. */
struct unit_functions {
	VEC(LLVMValueRef) at;
};
void unit_functions_find(struct module *module, struct unit_functions *functions);
/* Places all labels. For use after the helpers are linked in. */
void labels_place(struct module *module, const struct marks *marks, const struct unit_functions *functions);

#endif
