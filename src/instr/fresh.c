/* fresh: what local variables hold before they are set, chosen at run time.
 *
 * Clang stores a pattern in every local variable that has no value
 * (-ftrivial-auto-var-init) and annotates what it emits for that. Here each of
 * those becomes a memset() with the byte that the runtime says, so that the judge
 * can run a test with two of them, and see whether anything depends on it. */
#include <string.h>

#include "instr/module.h"

#define NOTE "auto-init"

/* The instruction was emitted to give a variable a first value. */
static bool is_auto_init(struct module *module, LLVMValueRef instruction)
{
	LLVMValueRef parts[8];
	unsigned kind = LLVMGetMDKindIDInContext(module->context, "annotation", 10), length;
	LLVMValueRef note = LLVMHasMetadata(instruction) ? LLVMGetMetadata(instruction, kind) : NULL;
	int n = note ? LLVMGetMDNodeNumOperands(note) : 0;
	if (n < 1 || n > 8)
		return false;
	LLVMGetMDNodeOperands(note, parts);
	for (int i = 0; i < n; i++) {
		const char *text = LLVMGetMDString(parts[i], &length);
		if (text && length == sizeof NOTE - 1 && memcmp(text, NOTE, length) == 0)
			return true;
	}
	return false;
}

/* Where it writes and how much; false if it writes nothing. */
static bool written(struct module *module, LLVMValueRef instruction, LLVMValueRef *to, LLVMValueRef *size)
{
	if (LLVMIsAStoreInst(instruction)) {
		*to = LLVMGetOperand(instruction, 1);
		*size = LLVMConstInt(module->i64,
		                     LLVMABISizeOfType(module->layout, LLVMTypeOf(LLVMGetOperand(instruction, 0))),
		                     false);
		return true;
	}
	LLVMValueRef called = called_function(instruction);
	if (!called ||
	    !(str_starts(value_name(called), "llvm.memset") || str_starts(value_name(called), "llvm.memcpy")))
		return false;
	*to = LLVMGetOperand(instruction, 0);
	*size = LLVMGetOperand(instruction, 2);
	return true;
}

static void replace(struct module *module, LLVMValueRef instruction, LLVMValueRef byte)
{
	LLVMValueRef to, size;
	if (!written(module, instruction, &to, &size))
		return;
	module_build_before(module, instruction);
	LLVMValueRef value = LLVMBuildLoad2(module->builder, module->i8, byte, "");
	unsigned kind = LLVMGetMDKindIDInContext(module->context, "nosanitize", 10);
	LLVMSetMetadata(value, kind,
	                LLVMMetadataAsValue(module->context, LLVMMDNodeInContext2(module->context, NULL, 0)));
	LLVMBuildMemSet(module->builder, to, value, size, 1);
	LLVMInstructionEraseFromParent(instruction);
}

static void place_in_block(struct module *module, LLVMBasicBlockRef block, LLVMValueRef byte)
{
	LLVMValueRef next;
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
		next = LLVMGetNextInstruction(i);
		if (is_auto_init(module, i))
			replace(module, i, byte);
	}
}

void fresh_place(struct module *module)
{
	LLVMValueRef byte = LLVMAddGlobal(module->ir, module->i8, "__skep_fresh");
	for
		EACH_FUNCTION(module, f)
	for
		EACH_BLOCK(f, b)
	place_in_block(module, b, byte);
}
