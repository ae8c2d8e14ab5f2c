/* mutant_apply: puts faults into IR, each behind the question whether it is awake.
 *
 * Every fault is a select between two values, so the control flow stays the same: a store that is
 * left out writes the old value, a call that is left out calls a function that does nothing, a copy
 * that is left out copies no bytes. */
#include "instr/mutants/mutant_sites.h"

#include <string.h>

#include "base/map.h"
#include "instr/mutants/mutants.h"

#define AWAKE "__skep_mutant"
#define FUEL "__skep_use_fuel"

struct applier {
	struct module *module;
	LLVMValueRef awake;      /* the variable with the number of the mutant that is awake */
	uint32_t number;         /* of the fault that is being applied */
};

static LLVMValueRef is_awake(const struct applier *a)
{
	struct module *m = a->module;
	LLVMValueRef number = LLVMBuildLoad2(m->builder, m->i32, a->awake, "");
	return LLVMBuildICmp(m->builder, LLVMIntEQ, number, module_constant(m, a->number), "");
}

/* ---- the value of an instruction ---- */

/* Puts the select directly behind the instruction, so a later fault at the same instruction comes
 * before the earlier ones. */
static void replace_value(const struct applier *a, LLVMValueRef i,
                          LLVMValueRef (*other)(struct module *, const struct site *), const struct site *site)
{
	module_build_before(a->module, LLVMGetNextInstruction(i));
	LLVMValueRef value = other(a->module, site);
	LLVMValueRef chosen = LLVMBuildSelect(a->module->builder, is_awake(a), value, i, "");
	LLVMReplaceAllUsesWith(i, chosen);
	LLVMSetOperand(chosen, 2, i); /* that use was replaced, too */
}

static LLVMValueRef other_comparison(struct module *m, const struct site *site)
{
	LLVMValueRef left = LLVMGetOperand(site->instruction, 0), right = LLVMGetOperand(site->instruction, 1);
	if (LLVMIsAICmpInst(site->instruction))
		return LLVMBuildICmp(m->builder, (LLVMIntPredicate)site->instead, left, right, "");
	return LLVMBuildFCmp(m->builder, (LLVMRealPredicate)site->instead, left, right, "");
}

static LLVMValueRef other_operator(struct module *m, const struct site *site)
{
	return LLVMBuildBinOp(m->builder, (LLVMOpcode)site->instead, LLVMGetOperand(site->instruction, 0),
	                      LLVMGetOperand(site->instruction, 1), "");
}

/* ---- an operand of an instruction ---- */

static void replace_operand(const struct applier *a, LLVMValueRef i, unsigned operand, LLVMValueRef value)
{
	LLVMValueRef now = LLVMGetOperand(i, operand);
	LLVMSetOperand(i, operand, LLVMBuildSelect(a->module->builder, is_awake(a), value, now, ""));
}

LLVMValueRef other_number(LLVMValueRef constant)
{
	LLVMTypeRef type = LLVMTypeOf(constant);
	unsigned long long number = LLVMConstIntGetZExtValue(constant);
	bool is_flag = LLVMGetIntTypeWidth(type) <= 8 && number <= 1;
	return LLVMConstInt(type, is_flag ? !number : number + 1, false);
}

/* The operand may be a select already, whose last arm has the constant. */
static LLVMValueRef constant_behind(LLVMValueRef value)
{
	while (LLVMIsASelectInst(value))
		value = LLVMGetOperand(value, 2);
	return value;
}

static LLVMValueRef other_result(struct module *m, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	switch (LLVMGetTypeKind(type)) {
	case LLVMPointerTypeKind:
		return LLVMConstNull(type);
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(type) == 1
		               ? LLVMBuildNot(m->builder, value, "")
		               : LLVMBuildAdd(m->builder, value, LLVMConstInt(type, 1, false), "");
	default:
		return LLVMBuildFAdd(m->builder, value, LLVMConstReal(type, 1), "");
	}
}

static LLVMValueRef do_nothing(struct module *m, LLVMTypeRef type)
{
	LLVMValueRef f = LLVMAddFunction(m->ir, "__skep_nothing", type);
	LLVMTypeRef result = LLVMGetReturnType(type);
	LLVMSetLinkage(f, LLVMInternalLinkage);
	LLVMPositionBuilderAtEnd(m->builder, LLVMAppendBasicBlockInContext(m->context, f, ""));
	LLVMSetCurrentDebugLocation2(m->builder, NULL);
	if (result == m->nothing)
		LLVMBuildRetVoid(m->builder);
	else
		LLVMBuildRet(m->builder, LLVMConstNull(result));
	return f;
}

static void leave_call_out(const struct applier *a, LLVMValueRef call)
{
	LLVMValueRef nothing = do_nothing(a->module, LLVMGetCalledFunctionType(call));
	module_build_before(a->module, call);
	replace_operand(a, call, (unsigned)LLVMGetNumOperands(call) - 1, nothing);
}

static void leave_store_out(const struct applier *a, LLVMValueRef store)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
	LLVMValueRef before = LLVMBuildLoad2(a->module->builder, type, LLVMGetOperand(store, 1), "");
	LLVMSetAlignment(before, LLVMGetAlignment(store));
	replace_operand(a, store, 0, before);
}

/* ---- all of them ---- */

static void apply(const struct applier *a, const struct site *site)
{
	struct module *m = a->module;
	LLVMValueRef i = site->instruction, value;
	module_build_before(m, i);
	switch (site->fault) {
	case FAULT_COMPARISON:
		replace_value(a, i, other_comparison, site);
		break;
	case FAULT_OPERATOR:
		replace_value(a, i, other_operator, site);
		break;
	case FAULT_CONSTANT:
		replace_operand(a, i, site->operand, other_number(constant_behind(LLVMGetOperand(i, site->operand))));
		break;
	case FAULT_NEGATED:
		value = LLVMGetCondition(i);
		LLVMSetCondition(i, LLVMBuildXor(m->builder, value, is_awake(a), ""));
		break;
	case FAULT_RESULT:
		value = other_result(m, LLVMGetOperand(i, 0));
		replace_operand(a, i, 0, value);
		break;
	case FAULT_NO_STORE:
		leave_store_out(a, i);
		break;
	case FAULT_NO_CALL:
		leave_call_out(a, i);
		break;
	case FAULT_NO_COPY:
		replace_operand(a, i, 2, LLVMConstNull(LLVMTypeOf(LLVMGetOperand(i, 2))));
		break;
	}
}

void sites_apply(struct module *module, const struct site_list *sites)
{
	struct applier a = { .module = module, .awake = LLVMAddGlobal(module->ir, module->i32, AWAKE) };
	for (size_t i = 0; i < sites->at.n; i++) {
		a.number = (uint32_t)i + 1;
		apply(&a, &sites->at.at[i]);
	}
}

/* ---- fuel ---- */

static void use_fuel_at(struct module *module, LLVMBasicBlockRef block, LLVMValueRef fuel)
{
	module_build_at_start(module, block);
	LLVMBuildCall2(module->builder, LLVMGlobalGetValueType(fuel), fuel, NULL, 0, "");
}

/* Every loop has an edge that leads back in the order of the blocks, so these edges use fuel. */
static void use_fuel_in(struct module *module, LLVMValueRef function, LLVMValueRef fuel)
{
	struct map passed = { 0 }; /* blocks so far -> whether they use fuel */
	LLVMBasicBlockRef entry = LLVMGetFirstBasicBlock(function);
	for
		EACH_BLOCK(function, b)
		{
			LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
			map_put(&passed, (uintptr_t)b, NULL);
			for (unsigned s = 0; end && s < LLVMGetNumSuccessors(end); s++) {
				LLVMBasicBlockRef to = LLVMGetSuccessor(end, s);
				uint64_t *uses = map_get(&passed, (uintptr_t)to);
				if (uses && !*uses)
					use_fuel_at(module, to, fuel);
				if (uses)
					*uses = 1;
			}
		}
	map_release(&passed);
	use_fuel_at(module, entry, fuel);
}

void fuel_place(struct module *module, const struct marks *marks)
{
	LLVMValueRef fuel = module_declare(module, FUEL, LLVMFunctionType(module->nothing, NULL, 0, false));
	for
		EACH_FUNCTION(module, f)
	if (function_mark_of(marks, f) != NONE)
		use_fuel_in(module, f, fuel);
}
