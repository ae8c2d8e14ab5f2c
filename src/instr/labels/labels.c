/* labels: the walk over the unit's functions. See labelling.h. */
#include "instr/labels/labelling.h"

#include <string.h>

/* ---- order ---- */

/* Blocks in an order in which the block of a value comes before the blocks of its uses, except for
 * phis. Blocks that cannot be reached are left out. */
struct order {
	VEC(LLVMBasicBlockRef) at; /* in reverse order */
	VEC(LLVMBasicBlockRef) open;
	struct map seen; /* block -> successors visited so far */
};

static void order_blocks(LLVMValueRef function, struct order *order)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
	vec_push(&order->open, entry);
	*map_put(&order->seen, (uintptr_t)entry, NULL) = 0;
	while (order->open.n) {
		LLVMBasicBlockRef block = vec_last(&order->open);
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
		uint64_t *next = map_get(&order->seen, (uintptr_t)block);
		if (*next == LLVMGetNumSuccessors(end)) {
			vec_push(&order->at, block);
			order->open.n--;
			continue;
		}
		LLVMBasicBlockRef to = LLVMGetSuccessor(end, (unsigned)(*next)++);
		bool added;
		*map_put(&order->seen, (uintptr_t)to, &added) += 0;
		if (added)
			vec_push(&order->open, to);
	}
}

/* ---- instructions ---- */

static void label_phi(struct labels *labels, LLVMValueRef phi)
{
	module_build_before(labels->module, phi);
	LLVMValueRef label = LLVMBuildPhi(labels->module->builder, label_type(labels, LLVMTypeOf(phi)), "");
	set_label(labels, phi, label);
	vec_push(&labels->phis, phi);
}

static void complete_phis(struct labels *labels)
{
	for (size_t i = 0; i < labels->phis.n; i++) {
		LLVMValueRef phi = labels->phis.at[i], label = label_of(labels, phi);
		for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
			LLVMValueRef incoming = label_of(labels, LLVMGetIncomingValue(phi, k));
			LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
			LLVMAddIncoming(label, &incoming, &from, 1);
		}
	}
}

/* A branch on the outcome of a mark tells nothing new beside the mark. */
static bool follows_mark(LLVMValueRef condition)
{
	bool negated;
	return mark_call_of(truth_behind(condition, &negated)).kind == MARK_CONDITION;
}

static void label_branch(struct labels *labels, LLVMValueRef branch)
{
	if (!LLVMIsConditional(branch))
		return;
	LLVMValueRef condition = LLVMGetCondition(branch), label = label_of(labels, condition);
	uint32_t id = labels->n_hidden++;
	if (is_no_label(label) || follows_mark(condition))
		return;
	LABEL_CALL(labels, "hidden", number32(labels, id), label,
	           LLVMBuildZExt(labels->module->builder, condition, labels->module->i32, ""));
}

static void label_switch(struct labels *labels, LLVMValueRef instruction)
{
	LLVMValueRef value = LLVMGetOperand(instruction, 0);
	uint64_t *mark = map_get(&labels->switches, (uintptr_t)instruction);
	if (mark && label_bits(labels, LLVMTypeOf(value)))
		LABEL_CALL(labels, "switch", number32(labels, (uint32_t)*mark), label_of(labels, value),
		           raw_value(labels, value));
	else
		fix_value(labels, value, SK_MET_CONCRETE);
}

static void label_instruction(struct labels *labels, LLVMValueRef instruction)
{
	module_build_before(labels->module, instruction);
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMPHI:
		label_phi(labels, instruction);
		break;
	case LLVMBr:
		label_branch(labels, instruction);
		break;
	case LLVMSwitch:
		label_switch(labels, instruction);
		break;
	case LLVMRet:
		label_return(labels, instruction);
		break;
	case LLVMCall:
		label_call_instruction(labels, instruction);
		break;
	default:
		if (!label_memory(labels, instruction) && !label_operation(labels, instruction))
			fix_operands(labels, instruction);
	}
}

/* ---- functions ---- */

static void find_switches(struct labels *labels)
{
	struct switch_uses uses = { 0 };
	switch_uses_find(labels->function, labels->marks, &uses);
	for (size_t i = 0; i < uses.at.n; i++)
		*map_put(&labels->switches, (uintptr_t)uses.at.at[i].instruction, NULL) = uses.at.at[i].id;
	vec_release(&uses.at);
}

static void label_function(struct labels *labels, LLVMValueRef function)
{
	struct order order = { 0 };
	VEC(LLVMValueRef) instructions = { 0 };
	labels->function = function;
	vec_clear(&labels->phis);
	order_blocks(function, &order);
	for (size_t i = order.at.n; i-- > 0;)
		for
			EACH_INSTRUCTION(order.at.at[i], instruction)
	vec_push(&instructions, instruction);
	find_switches(labels);
	label_parameters(labels);
	for (size_t i = 0; i < instructions.n; i++)
		label_instruction(labels, instructions.at[i]);
	complete_phis(labels);
	vec_release(&instructions);
	vec_release(&order.at);
	vec_release(&order.open);
	map_release(&order.seen);
	map_release(&labels->label_of);
	map_release(&labels->switches);
	memset(&labels->label_of, 0, sizeof labels->label_of);
	memset(&labels->switches, 0, sizeof labels->switches);
}

/* The loader calls the function, before there is memory for labels. */
static bool is_resolver(struct module *module, LLVMValueRef f)
{
	for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(module->ir); i; i = LLVMGetNextGlobalIFunc(i))
		if (LLVMGetGlobalIFuncResolver(i) == f)
			return true;
	return false;
}

void unit_functions_find(struct module *module, struct unit_functions *functions)
{
	for
		EACH_FUNCTION(module, f)
	if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) != LLVMAvailableExternallyLinkage && !is_resolver(module, f))
		vec_push(&functions->at, f);
}

/* The function's address is used in another way than for direct calls with its own type. */
static bool is_reached_otherwise(LLVMValueRef function)
{
	LLVMLinkage linkage = LLVMGetLinkage(function);
	if (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage)
		return true;
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (called_function(user) != function ||
		    LLVMGetCalledFunctionType(user) != LLVMGlobalGetValueType(function))
			return true;
		for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
			if (LLVMGetArgOperand(user, i) == function)
				return true;
	}
	return false;
}

/* ---- variables ---- */

static LLVMValueRef describe_global(struct module *module, LLVMValueRef global, LLVMTypeRef type)
{
	LLVMValueRef members[] = {
		global,
		LLVMConstInt(module->i64, LLVMABISizeOfType(module->layout, LLVMGlobalGetValueType(global)), false),
		LLVMConstInt(module->i64, (unsigned)LLVMIsGlobalConstant(global), false)
	};
	return LLVMConstNamedStruct(type, members, 3);
}

/* Makes the list in which rt/symbolic/labels_tables.c looks up tables. */
static void list_globals(struct module *module)
{
	LLVMTypeRef members[] = { module->pointer, module->i64, module->i64 };
	LLVMTypeRef type = LLVMStructCreateNamed(module->context, "__skep_global");
	LLVMStructSetBody(type, members, 3, false);
	VEC(LLVMValueRef) entries = { 0 };
	for
		EACH_GLOBAL(module, g)
	if (!LLVMIsDeclaration(g) && !is_foreign_name(value_name(g)) && !LLVMIsThreadLocal(g) &&
	    LLVMGetLinkage(g) != LLVMAppendingLinkage && LLVMGetLinkage(g) != LLVMAvailableExternallyLinkage)
		vec_push(&entries, describe_global(module, g, type));
	LLVMValueRef count = LLVMAddGlobal(module->ir, module->i64, "__skep_n_globals");
	LLVMSetInitializer(count, LLVMConstInt(module->i64, entries.n, false));
	LLVMSetGlobalConstant(count, true);
	LLVMValueRef list = LLVMAddGlobal(module->ir, LLVMArrayType2(type, entries.n), "__skep_globals");
	LLVMSetInitializer(list, LLVMConstArray2(type, entries.at, entries.n));
	LLVMSetGlobalConstant(list, true);
	vec_release(&entries);
}

void labels_place(struct module *module, const struct marks *marks, const struct unit_functions *functions)
{
	struct labels labels = { .module = module, .marks = marks };
	list_globals(module);
	for (size_t i = 0; i < functions->at.n; i++)
		if (is_reached_otherwise(functions->at.at[i]))
			map_put(&labels.open, (uintptr_t)functions->at.at[i], NULL);
	for (size_t i = 0; i < functions->at.n; i++)
		label_function(&labels, functions->at.at[i]);
	map_release(&labels.names);
	map_release(&labels.open);
	vec_release(&labels.phis);
}
