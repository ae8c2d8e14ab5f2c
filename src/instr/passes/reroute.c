/* reroute: applies the table rt/reroute.h to the unit's calls into the C library.
 *
 * It runs before the optimiser, which knows functions like malloc() by name and would remove or
 * replace calls to them. Names that the unit defines itself are not touched. */
#include <string.h>

#include "instr/module.h"

enum action { ACTION_HEAP, ACTION_REROUTE, ACTION_RETIRE, ACTION_THREADS, ACTION_MODEL };

#define HEAP(name) { #name, ACTION_HEAP },
#define REROUTE(name) { #name, ACTION_REROUTE },
#define RETIRE(name) { #name, ACTION_RETIRE },
#define THREADS(name) { #name, ACTION_THREADS },
#define MODEL(name) { #name, ACTION_MODEL },
static const struct {
	const char *name;
	enum action action;
} rows[] = {
#include "reroute.h"
};
#undef HEAP
#undef REROUTE
#undef RETIRE
#undef THREADS
#undef MODEL

/* Inline bodies from headers do not make a C library function the unit's own. */
static bool is_from_library(LLVMValueRef f)
{
	return LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage;
}

static void replace(struct module *module, LLVMValueRef f, const char *prefix, const char *name)
{
	char *instead = xprintf("%s%s", prefix, name);
	LLVMReplaceAllUsesWith(f, module_declare(module, instead, LLVMGlobalGetValueType(f)));
	LLVMDeleteFunction(f);
	free(instead);
}

/* Calls through pointers are not seen; they are rare for these functions. */
static void retire_before_calls(struct module *module, LLVMValueRef f)
{
	LLVMValueRef retire = module_declare(module, "__skep_retire",
	                                     LLVMFunctionType(module->nothing, NULL, 0, false));
	for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (called_function(user) != f)
			continue;
		module_build_before(module, user);
		LLVMBuildCall2(module->builder, LLVMGlobalGetValueType(retire), retire, NULL, 0, "");
	}
}

#define REDEFINE(theirs, ours) { #theirs, #ours },
#define PRECEDE(theirs, ours) { #theirs, #ours },
static const struct {
	const char *theirs, *ours;
} reports[] = {
#include "redefine.h"
};
#undef REDEFINE
#undef PRECEDE

void reroute_reports(struct module *module)
{
	for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
		LLVMValueRef f = LLVMGetNamedFunction(module->ir, reports[i].theirs);
		if (f)
			LLVMSetValueName2(f, reports[i].ours, strlen(reports[i].ours));
	}
}

bool reroute_calls(struct module *module, enum build_kind kind)
{
	bool threads = false;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		LLVMValueRef f = LLVMGetNamedFunction(module->ir, rows[i].name);
		if (!f || !is_from_library(f) || !LLVMGetFirstUse(f))
			continue;
		switch (rows[i].action) {
		case ACTION_HEAP: /* in the checked build the heap belongs to AddressSanitizer */
			if (kind != BUILD_CHECKED)
				replace(module, f, "__skep_", rows[i].name);
			break;
		case ACTION_MODEL:
			if (kind == BUILD_SYMBOLIC)
				replace(module, f, "__skep_model_", rows[i].name);
			break;
		case ACTION_REROUTE:
			replace(module, f, "__skep_", rows[i].name);
			break;
		case ACTION_RETIRE:
			retire_before_calls(module, f);
			break;
		case ACTION_THREADS:
			threads = true;
			break;
		}
	}
	return threads;
}
