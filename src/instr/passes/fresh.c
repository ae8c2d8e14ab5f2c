/* fresh: values of local variables before they are set, chosen at run time.
 *
 * Clang stores a pattern in every local variable without a value (-ftrivial-auto-var-init), and
 * annotates the instructions for it. This pass replaces them by stores of a number that the runtime
 * provides or, for other types, by calls of the runtime. So the judge can run a test with two such
 * values, and see whether its behaviour depends on them. */
#include <string.h>

#include "instr/module.h"

#define NOTE "auto-init"

bool is_auto_init(struct module *module, LLVMValueRef instruction)
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

/* The destination and the size that the instruction writes; false if it writes nothing. */
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

/* The runtime's values for variables. */
struct freshness {
	LLVMValueRef bytes; /* its first bytes serve numbers of any size */
	LLVMValueRef make;  /* serves all other types */
	LLVMTypeRef make_type;
};

static void no_checks(struct module *module, LLVMValueRef instruction)
{
	unsigned kind = LLVMGetMDKindIDInContext(module->context, "nosanitize", 10);
	LLVMSetMetadata(instruction, kind,
	                LLVMMetadataAsValue(module->context, LLVMMDNodeInContext2(module->context, NULL, 0)));
}

static bool is_size_of_number(LLVMValueRef size)
{
	unsigned long long n = LLVMIsAConstantInt(size) ? LLVMConstIntGetZExtValue(size) : 0;
	return n == 1 || n == 2 || n == 4 || n == 8;
}

/* A number is loaded and stored in place, because a call would keep the variable out of a register. */
static void replace(struct module *module, LLVMValueRef instruction, const struct freshness *from)
{
	LLVMValueRef to, size;
	if (!written(module, instruction, &to, &size))
		return;
	module_build_before(module, instruction);
	if (is_size_of_number(size)) {
		LLVMTypeRef type = LLVMIntTypeInContext(module->context, 8 * (unsigned)LLVMConstIntGetZExtValue(size));
		LLVMValueRef value = LLVMBuildLoad2(module->builder, type, from->bytes, "");
		LLVMSetAlignment(value, 1);
		no_checks(module, value);
		LLVMValueRef store = LLVMBuildStore(module->builder, value, to);
		LLVMSetAlignment(store, 1);
		no_checks(module, store);
	} else {
		LLVMValueRef args[] = { to, LLVMBuildIntCast2(module->builder, size, module->i64, false, "") };
		LLVMBuildCall2(module->builder, from->make_type, from->make, args, 2, "");
	}
	LLVMInstructionEraseFromParent(instruction);
}

static void place_in_block(struct module *module, LLVMBasicBlockRef block, const struct freshness *from)
{
	LLVMValueRef next;
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
		next = LLVMGetNextInstruction(i);
		if (is_auto_init(module, i))
			replace(module, i, from);
	}
}

void fresh_place(struct module *module)
{
	LLVMTypeRef params[] = { module->pointer, module->i64 };
	struct freshness from = { .bytes = LLVMAddGlobal(module->ir, module->i64, "__skep_fresh"),
		                  .make_type = LLVMFunctionType(module->nothing, params, 2, false) };
	from.make = module_declare(module, "__skep_make_fresh", from.make_type);
	for
		EACH_FUNCTION(module, f)
	for
		EACH_BLOCK(f, b)
	place_in_block(module, b, &from);
}
