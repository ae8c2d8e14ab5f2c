/* constructors: puts functions that run before main() where the loader looks for them.
 *
 * LLVM's C API cannot ask for .init_array, and without that the code generator puts constructors
 * into .ctors, which loaders no longer run. So each constructor gets an entry of its own in the
 * right section, instead of LLVM's list. Destructors never run, because a target does not end by
 * returning from main(). */
#include <llvm-c/Core.h>

#include "instr/module.h"

#define LIST "llvm.global_ctors"
#define USUAL_PRIORITY 65535u

static void place(struct module *module, LLVMValueRef function, unsigned priority)
{
	LLVMValueRef entry = LLVMAddGlobal(module->ir, LLVMTypeOf(function), "__skep_constructor");
	char *section = priority == USUAL_PRIORITY ? xstrdup(".init_array") : xprintf(".init_array.%05u", priority);
	LLVMSetInitializer(entry, function);
	LLVMSetLinkage(entry, LLVMInternalLinkage);
	LLVMSetSection(entry, section);
	LLVMSetAlignment(entry, sizeof(void *));
	free(section);
}

void constructors_place(struct module *module)
{
	LLVMValueRef list = LLVMGetNamedGlobal(module->ir, LIST);
	LLVMValueRef entries = list ? LLVMGetInitializer(list) : NULL;
	if (!entries)
		return;
	int n = LLVMIsAConstantArray(entries) ? LLVMGetNumOperands(entries) : 0;
	for (int i = 0; i < n; i++) {
		LLVMValueRef entry = LLVMGetOperand(entries, (unsigned)i);
		place(module, LLVMGetOperand(entry, 1), (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(entry, 0)));
	}
	LLVMDeleteGlobal(list);
}
