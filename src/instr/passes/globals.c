/* globals: puts the unit's writable variables into one section.
 *
 * Between tests the runtime restores the section from a snapshot. So every variable that can change
 * goes there, also thread-local variables, which become plain variables (a unit that starts threads
 * gets a process per test instead). Constants stay where they are. The move comes last, because
 * AddressSanitizer does not check variables in named sections. */
#include "instr/module.h"

#define SECTION "skep_data"

/* C code can refer to the ends of a section by names that the linker makes; then the section's
 * content is a list that must stay together. */
static bool is_linker_list(struct module *module, const char *section)
{
	char *start = xprintf("__start_%s", section);
	bool found = LLVMGetNamedGlobal(module->ir, start);
	free(start);
	return found;
}

static bool is_movable(struct module *module, LLVMValueRef global)
{
	const char *section = LLVMGetSection(global);
	if (LLVMIsDeclaration(global) || LLVMIsGlobalConstant(global) || is_foreign_name(value_name(global)))
		return false;
	return !section || !section[0] || !is_linker_list(module, section);
}

static void make_plain(LLVMValueRef global)
{
	if (LLVMGetLinkage(global) == LLVMCommonLinkage)
		LLVMSetLinkage(global, LLVMExternalLinkage);
	LLVMSetThreadLocal(global, false);
}

/* The address of a thread-local variable comes from an intrinsic that accepts no other variable. */
static void drop_thread_address(LLVMValueRef intrinsic)
{
	LLVMUseRef next;
	for (LLVMUseRef use = LLVMGetFirstUse(intrinsic); use; use = next) {
		next = LLVMGetNextUse(use);
		LLVMValueRef call = LLVMGetUser(use), global = LLVMGetOperand(call, 0);
		if (LLVMIsAGlobalVariable(global) && LLVMIsThreadLocal(global))
			continue;
		LLVMReplaceAllUsesWith(call, global);
		LLVMInstructionEraseFromParent(call);
	}
}

void globals_make_plain(struct module *module)
{
	for
		EACH_GLOBAL(module, g)
	if (is_movable(module, g))
		make_plain(g);
	for
		EACH_FUNCTION(module, f)
	if (str_starts(value_name(f), "llvm.threadlocal.address"))
		drop_thread_address(f);
}

void globals_move(struct module *module)
{
	for
		EACH_GLOBAL(module, g)
	if (is_movable(module, g))
		LLVMSetSection(g, SECTION);
}
