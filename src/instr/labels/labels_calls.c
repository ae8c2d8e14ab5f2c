/* labels_calls: labels of arguments and results.
 *
 * Both pass through arrays, with a slot for each scalar, in the order of the parameters; a scalar
 * without a slot is fixed. A function that only direct calls of the unit reach takes the labels in
 * the array. Any other function (its address is taken, or it is called as another type) is "open":
 * it uses the labels only if they were left for it. A caller does so with the labels of a result.
 * See rt/inlined/labels_inline.c. */
#include <string.h>

#include "instr/labels/labelling.h"
#include "labels_ops.h"

static LLVMTypeRef by_value_type(LLVMAttributeRef attribute)
{
	return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static unsigned by_value_kind(void)
{
	return LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
}

static bool is_open(struct labels *labels, LLVMValueRef function)
{
	return map_get(&labels->open, (uintptr_t)function);
}

/* ---- parameters ---- */

static LLVMValueRef take_leaf(struct labels *labels, const struct leaf *leaf, uint32_t slot)
{
	unsigned bits = label_bits(labels, leaf->type);
	if (!bits || slot >= LABEL_SLOTS)
		return number32(labels, 0);
	LLVMValueRef label = LABEL_CALL(labels, "argument", number32(labels, slot));
	if (labels->entered)
		label = LABEL_CALL(labels, "believe", labels->entered, label, raw_value(labels, leaf->value),
		                   number32(labels, bits));
	return label;
}

static void take_parameter(struct labels *labels, LLVMValueRef parameter, uint32_t *slot)
{
	LLVMTypeRef type = LLVMTypeOf(parameter);
	struct leaves leaves = { 0 };
	VEC(LLVMValueRef) parts = { 0 };
	leaves_find(labels, type, parameter, NULL, &leaves);
	for (size_t i = 0; i < leaves.at.n; i++)
		vec_push(&parts, take_leaf(labels, &leaves.at.at[i], (*slot)++));
	set_label(labels, parameter, leaves_join(labels, type, parts.at, parts.n));
	vec_release(&parts);
	vec_release(&leaves.at);
}

/* Copies the labels of a struct that the caller copied. */
static void take_copy(struct labels *labels, LLVMValueRef parameter, LLVMTypeRef type, uint32_t slot)
{
	LLVMValueRef known = labels->entered ? labels->entered : number32(labels, 1);
	if (slot < LABEL_SLOTS)
		LABEL_CALL(labels, "take_copy", number32(labels, slot), known, raw_value(labels, parameter),
		           number64(labels, LLVMABISizeOfType(labels->module->layout, type)));
}

static LLVMTypeRef saved_type(struct labels *labels)
{
	/* struct variable_arguments of rt/symbolic/labels_slow.h: two numbers, then three for each argument */
	return LLVMArrayType2(labels->module->i32, 2 + 3 * MAX_VARIABLE);
}

void label_parameters(struct labels *labels)
{
	LLVMValueRef function = labels->function;
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
	bool variadic = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function));
	uint32_t slot = 0;
	labels->entered = labels->saved = NULL;
	module_build_before(labels->module, LLVMGetFirstInstruction(entry));
	if (variadic)
		labels->saved = LLVMBuildAlloca(labels->module->builder, saved_type(labels), "");
	if (is_open(labels, function))
		labels->entered = LABEL_CALL(labels, "entered", raw_value(labels, function));
	for (unsigned i = 0; i < LLVMCountParams(function); i++) {
		LLVMTypeRef copied = by_value_type(LLVMGetEnumAttributeAtIndex(function, i + 1, by_value_kind()));
		if (copied)
			take_copy(labels, LLVMGetParam(function, i), copied, slot++);
		else
			take_parameter(labels, LLVMGetParam(function, i), &slot);
	}
	if (variadic)
		LABEL_CALL(labels, "variable_save", labels->saved,
		           labels->entered ? labels->entered : number32(labels, 1));
}

/* ---- arguments ---- */

static LLVMValueRef passed_label(struct labels *labels, const struct leaf *leaf, bool open)
{
	return open ? exact_label(labels, leaf->value, leaf->label) : leaf->label;
}

static void pass_value(struct labels *labels, LLVMValueRef value, bool open, uint32_t *slot)
{
	struct leaves leaves = { 0 };
	leaves_find(labels, LLVMTypeOf(value), value, label_of(labels, value), &leaves);
	for (size_t i = 0; i < leaves.at.n; i++, (*slot)++) {
		const struct leaf *leaf = &leaves.at.at[i];
		if (!label_bits(labels, leaf->type))
			continue;
		if (*slot < LABEL_SLOTS)
			LABEL_CALL(labels, "pass", number32(labels, *slot), passed_label(labels, leaf, open));
		else
			LABEL_CALL(labels, "fixed", number32(labels, SK_MET_CONCRETE), leaf->label,
			           raw_value(labels, leaf->value));
	}
	vec_release(&leaves.at);
}

static LLVMTypeRef copied_argument(LLVMValueRef call, unsigned i)
{
	return by_value_type(LLVMGetCallSiteEnumAttribute(call, i + 1, by_value_kind()));
}

static void pass_named(struct labels *labels, LLVMValueRef call, unsigned n, bool open)
{
	uint32_t slot = 0;
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef value = LLVMGetArgOperand(call, i);
		if (!copied_argument(call, i)) {
			pass_value(labels, value, open, &slot);
		} else {
			if (slot < LABEL_SLOTS)
				LABEL_CALL(labels, "pass_copy", number32(labels, slot), raw_value(labels, value));
			slot++;
		}
	}
}

/* The places of arguments in this machine's calling convention (System V, AMD64): six registers for
 * integers, eight for floats, then the stack. */
struct convention {
	unsigned n_general, n_real;
	unsigned on_stack; /* bytes of the arguments behind the named ones */
};

static uint32_t next_place(struct labels *labels, struct convention *at, LLVMValueRef value, LLVMTypeRef copied)
{
	LLVMTypeRef type = copied ? copied : LLVMTypeOf(value);
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	bool is_real = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMVectorTypeKind;
	bool is_general = kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind;
	if (!copied && is_general && at->n_general < 6)
		return 8 * at->n_general++;
	if (!copied && is_real && at->n_real < 8)
		return 48 + 16 * at->n_real++;
	uint32_t place = 176 + at->on_stack;
	at->on_stack += (unsigned)((LLVMABISizeOfType(labels->module->layout, type) + 7) & ~7ull);
	return place;
}

static void pass_variable(struct labels *labels, LLVMValueRef call, unsigned n_named)
{
	struct convention at = { 0 };
	uint32_t n = 0;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		LLVMValueRef value = LLVMGetArgOperand(call, i);
		LLVMTypeRef copied = copied_argument(call, i);
		if (i == n_named)
			at.on_stack = 0;
		uint32_t place = next_place(labels, &at, value, copied);
		unsigned bits = copied ? 0 : label_bits(labels, LLVMTypeOf(value));
		if (i < n_named || is_no_label(label_of(labels, value)))
			continue;
		if (bits < 8 || n == MAX_VARIABLE) {
			fix_value(labels, value, SK_MET_CONCRETE);
			continue;
		}
		LABEL_CALL(labels, "variable", number32(labels, n), number32(labels, place), number32(labels, bits / 8),
		           exact_label(labels, value, label_of(labels, value)));
		n++;
	}
	LABEL_CALL(labels, "variable_count", number32(labels, n), number32(labels, at.on_stack));
}

/* ---- results ---- */

void label_return(struct labels *labels, LLVMValueRef instruction)
{
	LLVMValueRef value = LLVMGetNumOperands(instruction) ? LLVMGetOperand(instruction, 0) : NULL;
	bool open = is_open(labels, labels->function);
	struct leaves leaves = { 0 };
	if (!value)
		return;
	module_build_before(labels->module, instruction);
	leaves_find(labels, LLVMTypeOf(value), value, label_of(labels, value), &leaves);
	for (uint32_t i = 0; i < leaves.at.n; i++) {
		const struct leaf *leaf = &leaves.at.at[i];
		if (i < LABEL_SLOTS && label_bits(labels, leaf->type))
			LABEL_CALL(labels, "return", number32(labels, i), passed_label(labels, leaf, open));
	}
	vec_release(&leaves.at);
	if (open)
		LABEL_CALL(labels, "return_by", raw_value(labels, labels->function));
}

static void take_result(struct labels *labels, LLVMValueRef call, LLVMValueRef called)
{
	LLVMTypeRef type = LLVMTypeOf(call);
	struct leaves leaves = { 0 };
	VEC(LLVMValueRef) parts = { 0 };
	if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
		return;
	build_behind(labels, call);
	LLVMValueRef known = called ? LABEL_CALL(labels, "returned", raw_value(labels, called)) : NULL;
	leaves_find(labels, type, call, NULL, &leaves);
	for (uint32_t i = 0; i < leaves.at.n; i++) {
		const struct leaf *leaf = &leaves.at.at[i];
		unsigned bits = label_bits(labels, leaf->type);
		LLVMValueRef label = number32(labels, 0);
		if (bits && i < LABEL_SLOTS)
			label = LABEL_CALL(labels, "result", number32(labels, i));
		if (bits && i < LABEL_SLOTS && known)
			label = LABEL_CALL(labels, "believe", known, label, raw_value(labels, leaf->value),
			                   number32(labels, bits));
		vec_push(&parts, label);
	}
	set_label(labels, call, leaves_join(labels, type, parts.at, parts.n));
	vec_release(&parts);
	vec_release(&leaves.at);
}

/* ---- calls ---- */

static bool has_body_here(LLVMValueRef function)
{
	return !LLVMIsDeclaration(function) && LLVMGetLinkage(function) != LLVMAvailableExternallyLinkage;
}

static void call_inside(struct labels *labels, LLVMValueRef call, LLVMValueRef function)
{
	LLVMTypeRef type = LLVMGetCalledFunctionType(call);
	LLVMValueRef called = LLVMGetCalledValue(call);
	unsigned n_named = LLVMCountParamTypes(type);
	bool open = !function || is_open(labels, function);
	module_build_before(labels->module, call);
	if (!function)
		fix_value(labels, called, SK_MET_ADDRESS);
	pass_named(labels, call, n_named < LLVMGetNumArgOperands(call) ? n_named : LLVMGetNumArgOperands(call), open);
	if (LLVMIsFunctionVarArg(type))
		pass_variable(labels, call, n_named);
	if (open)
		LABEL_CALL(labels, "pass_to", raw_value(labels, called));
	if (!LLVMIsATerminatorInst(call))
		take_result(labels, call, open ? called : NULL);
}

/* The name by which the unit called it. */
static const char *plain_name(LLVMValueRef function)
{
	const char *name = value_name(function);
	return str_starts(name, "__skep_") ? name + strlen("__skep_") : name;
}

static LLVMValueRef name_constant(struct labels *labels, LLVMValueRef function)
{
	bool added;
	uint64_t *at = map_put(&labels->names, (uintptr_t)function, &added);
	if (added)
		*at = (uintptr_t)LLVMBuildGlobalStringPtr(labels->module->builder, plain_name(function), "__skep_name");
	return (LLVMValueRef)(uintptr_t)*at;
}

/* Fixes sizes of requested memory, because no other expression depends on them. */
static void fix_sizes(struct labels *labels, LLVMValueRef call)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetArgOperand(call, i))) != LLVMPointerTypeKind)
			fix_value(labels, LLVMGetArgOperand(call, i), SK_MET_ADDRESS);
}

static void hand_out(struct labels *labels, LLVMValueRef function, LLVMValueRef value)
{
	LLVMValueRef label = label_of(labels, value), name = name_constant(labels, function);
	struct leaves leaves = { 0 };
	if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
		LABEL_CALL(labels, "reads", name, raw_value(labels, value));
	if (is_no_label(label))
		return;
	leaves_find(labels, LLVMTypeOf(value), value, label, &leaves);
	for (size_t k = 0; k < leaves.at.n; k++)
		if (label_bits(labels, leaves.at.at[k].type))
			LABEL_CALL(labels, "unmodelled", name, leaves.at.at[k].label,
			           raw_value(labels, leaves.at.at[k].value));
	vec_release(&leaves.at);
}

/* A call of code that has no labels. */
static void call_outside(struct labels *labels, LLVMValueRef call, LLVMValueRef function)
{
	unsigned n = LLVMGetNumArgOperands(call);
	module_build_before(labels->module, call);
	if (!function) {
		fix_operands(labels, call);
		return;
	}
	if (is_allocation(plain_name(function))) {
		fix_sizes(labels, call);
		return;
	}
	if (is_harmless_function(plain_name(function)))
		return;
	for (unsigned i = 0; i < n; i++)
		hand_out(labels, function, LLVMGetArgOperand(call, i));
	if (takes_list(plain_name(function)))
		LABEL_CALL(labels, "reads_list", name_constant(labels, function),
		           raw_value(labels, LLVMGetArgOperand(call, n - 1)));
}

/* Passes a condition's label through its mark. */
static bool call_of_mark(struct labels *labels, LLVMValueRef call)
{
	struct mark_call mark = mark_call_of(call);
	if (mark.kind == MARK_CONDITION) {
		LLVMValueRef outcome = LLVMGetOperand(call, 1), truth = truth_in(outcome);
		module_build_before(labels->module, call);
		LABEL_CALL(labels, "condition", number32(labels, mark.id), label_of(labels, truth), outcome,
		           number32(labels, truth != outcome));
		set_label(labels, call, label_of(labels, outcome));
	}
	return mark.kind != MARK_NONE;
}

void label_call_instruction(struct labels *labels, LLVMValueRef call)
{
	LLVMValueRef called = LLVMGetCalledValue(call);
	LLVMValueRef function = LLVMIsAFunction(called);
	if (LLVMIsACallInst(call) && call_of_mark(labels, call))
		return;
	if (function && label_known_call(labels, call, function))
		return;
	if (LLVMIsAInlineAsm(called) || (function && !has_body_here(function)))
		call_outside(labels, call, function);
	else
		call_inside(labels, call, function);
}
