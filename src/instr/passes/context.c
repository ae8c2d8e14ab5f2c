/* context: keeps those parts of linked sources that the unit refers to.
 *
 * Neighbours come as whole files, of which the unit needs a few functions. The others would only
 * need stand-ins for their own calls. */
#include <string.h>

#include "instr/module.h"

#define MARK "skep-context" /* an attribute of the context's functions */

bool context_has(LLVMValueRef function)
{
	return LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, MARK,
	                                     (unsigned)strlen(MARK));
}

static bool is_definition_for_others(LLVMValueRef value)
{
	LLVMLinkage linkage = LLVMGetLinkage(value);
	return !LLVMIsDeclaration(value) && !is_foreign_name(value_name(value)) &&
	       (linkage == LLVMExternalLinkage || linkage == LLVMCommonLinkage);
}

/* Makes the value weak, not linkonce yet: the linker drops linkonce values without a reference, and
 * a later source may refer to it. */
static void weaken(struct module *module, LLVMValueRef value)
{
	if (!is_definition_for_others(value))
		return;
	LLVMSetLinkage(value, LLVMWeakODRLinkage);
	vec_push(&module->neighbours, xstrdup(value_name(value)));
}

void context_weaken(struct module *module, LLVMModuleRef ir, LLVMValueRef main)
{
	if (main && !LLVMGetFirstUse(main))
		LLVMDeleteFunction(main);
	else if (main)
		LLVMSetLinkage(main, LLVMInternalLinkage);
	for (LLVMValueRef f = LLVMGetFirstFunction(ir); f; f = LLVMGetNextFunction(f)) {
		if (!LLVMIsDeclaration(f))
			LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
			                        LLVMCreateStringAttribute(module->context, MARK, strlen(MARK), "", 0));
		weaken(module, f);
	}
	for (LLVMValueRef g = LLVMGetFirstGlobal(ir); g; g = LLVMGetNextGlobal(g))
		weaken(module, g);
}

static void make_dispensable(LLVMValueRef value)
{
	if (value && LLVMGetLinkage(value) == LLVMWeakODRLinkage)
		LLVMSetLinkage(value, LLVMLinkOnceODRLinkage);
}

status context_prune(struct module *module)
{
	if (!module->neighbours.n)
		return NULL;
	for (size_t i = 0; i < module->neighbours.n; i++) {
		make_dispensable(LLVMGetNamedFunction(module->ir, module->neighbours.at[i]));
		make_dispensable(LLVMGetNamedGlobal(module->ir, module->neighbours.at[i]));
	}
	return module_optimise(module, "globaldce");
}

void context_release(struct module *module)
{
	for (size_t i = 0; i < module->neighbours.n; i++)
		free(module->neighbours.at[i]);
	vec_release(&module->neighbours);
}
