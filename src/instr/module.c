/* module: links bitcode into one module and emits an object file. See module.h. */
#include "instr/module.h"
#include "proc/libc.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Support.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "base/mem.h"

static void collect_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
	struct module *module = context;
	if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
		return;
	char *text = LLVMGetDiagInfoDescription(info);
	sb_addf(&module->said, "%s%s", module->said.n ? "; " : "", text);
	LLVMDisposeMessage(text);
}

/* Once per process. Some options of passes cannot be part of a pass's name. */
static status start_llvm(void)
{
	static const char *const options[] = { "skep", "-asan-use-after-scope" };
	static bool started;
	if (started)
		return NULL;
	if (LLVMInitializeNativeTarget() || LLVMInitializeNativeAsmPrinter())
		return fail(TROUBLE_SYSTEM, "this LLVM cannot generate code for this machine");
	LLVMParseCommandLineOptions(sizeof options / sizeof *options, options, "");
	started = true;
	return NULL;
}

#define HUGE_MODULE 100000 /* instructions */

static status make_machine(struct module *module, LLVMCodeGenOptLevel level)
{
	TRY(start_llvm());
	char *triple = LLVMGetDefaultTargetTriple(), *message = NULL;
	LLVMTargetRef target;
	status st = NULL;
	if (LLVMGetTargetFromTriple(triple, &target, &message)) {
		st = fail(TROUBLE_SYSTEM, "LLVM does not know this machine: %s", message);
		LLVMDisposeMessage(message);
	} else {
		/* The relocation model is LLVMRelocStatic, because targets are linked at a fixed
		 * address. */
		if (module->machine)
			LLVMDisposeTargetMachine(module->machine);
		module->machine = LLVMCreateTargetMachine(target, triple, "", "", level, LLVMRelocStatic,
		                                          LLVMCodeModelDefault);
	}
	LLVMDisposeMessage(triple);
	return st;
}

static void set_types(struct module *module)
{
	LLVMContextRef context = module->context;
	module->i1 = LLVMInt1TypeInContext(context);
	module->i8 = LLVMInt8TypeInContext(context);
	module->i32 = LLVMInt32TypeInContext(context);
	module->i64 = LLVMInt64TypeInContext(context);
	module->real = LLVMDoubleTypeInContext(context);
	module->pointer = LLVMPointerTypeInContext(context, 0);
	module->nothing = LLVMVoidTypeInContext(context);
}

status module_new(enum build_kind kind, struct module **out)
{
	struct module *module = xcalloc(1, sizeof *module);
	module->context = LLVMContextCreate();
	LLVMContextSetDiagnosticHandler(module->context, collect_diagnostic, module);
	module->builder = LLVMCreateBuilderInContext(module->context);
	set_types(module);
	/* Most of a build's time is code generation. The checked build runs few tests, so it uses
	 * the quick generator; the code is optimised in either case. */
	status st = make_machine(module, kind == BUILD_CHECKED ? LLVMCodeGenLevelNone : LLVMCodeGenLevelDefault);
	module->kind = kind;
	if (st) {
		module_free(module);
		return st;
	}
	module->layout = LLVMCreateTargetDataLayout(module->machine);
	*out = module;
	return NULL;
}

void module_free(struct module *module)
{
	if (!module)
		return;
	if (module->layout)
		LLVMDisposeTargetData(module->layout);
	if (module->machine)
		LLVMDisposeTargetMachine(module->machine);
	LLVMDisposeBuilder(module->builder);
	if (module->ir)
		LLVMDisposeModule(module->ir);
	LLVMContextDispose(module->context);
	sb_release(&module->said);
	context_release(module);
	free(module);
}

/* ---- linking ---- */

static status parse(struct module *module, const char *path, LLVMModuleRef *ir)
{
	LLVMMemoryBufferRef buffer;
	char *message = NULL;
	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
		status st = fail(TROUBLE_SYSTEM, "cannot read %s: %s", path, message);
		LLVMDisposeMessage(message);
		return st;
	}
	bool bad = LLVMParseBitcodeInContext2(module->context, buffer, ir);
	LLVMDisposeMemoryBuffer(buffer);
	return bad ? fail(TROUBLE_SYSTEM, "%s is not LLVM 19 bitcode: %s", path, sb_text(&module->said)) : NULL;
}

/* A C99 `inline` function has a body here and is expected to be defined elsewhere. If no library
 * defines it, this body becomes the definition. */
static void keep_inline_functions(LLVMModuleRef ir)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(ir); f; f = LLVMGetNextFunction(f))
		if (LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage && !symbol_in_libc(value_name(f)))
			LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
}

/* `__attribute__((error))` fails the build if a call remains after optimising. The driver and the
 * probes would make calls remain, so the attribute is removed. */
static void allow_calls(LLVMModuleRef ir)
{
	static const char *const names[] = { "dontcall-error", "dontcall-warn" };
	for (LLVMValueRef f = LLVMGetFirstFunction(ir); f; f = LLVMGetNextFunction(f))
		for (size_t i = 0; i < sizeof names / sizeof *names; i++)
			LLVMRemoveStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, names[i],
			                                 (unsigned)strlen(names[i]));
}

/* Renames main(), because the target has a main() of its own, and several sources may have one. Its
 * uses are renamed, too. */
static LLVMValueRef rename_main(struct module *module, LLVMModuleRef ir)
{
	LLVMValueRef f = LLVMGetNamedFunction(ir, "main");
	if (!f || LLVMIsDeclaration(f))
		return NULL;
	struct arena *arena = arena_new();
	const char *name = model_main_name(arena, ++module->n_mains);
	LLVMSetValueName2(f, name, strlen(name));
	arena_free(arena);
	return f;
}

enum part { PART_UNIT, PART_CONTEXT, PART_PROGRAM };

static status add_part(struct module *module, const char *bitcode, const char *name, enum part part)
{
	LLVMModuleRef ir;
	TRY(parse(module, bitcode, &ir));
	keep_inline_functions(ir);
	allow_calls(ir);
	LLVMValueRef main = part != PART_PROGRAM ? rename_main(module, ir) : NULL;
	if (part == PART_CONTEXT)
		context_weaken(module, ir, main);
	if (!module->ir) {
		module->ir = ir;
		return NULL;
	}
	if (LLVMLinkModules2(module->ir, ir))
		return fail(TROUBLE_COMPILE,
		            "%s does not link with the sources before it: %s; give only sources of one program", name,
		            sb_text(&module->said));
	return NULL;
}

status module_add_source(struct module *module, const char *bitcode, const struct source *source)
{
	return add_part(module, bitcode, source->path, source->is_context ? PART_CONTEXT : PART_UNIT);
}

status module_add_program(struct module *module, const char *bitcode, const char *name)
{
	return add_part(module, bitcode, name, PART_PROGRAM);
}

/* AddressSanitizer must not instrument probes. */
static void exempt_from_sanitizers(struct module *module, LLVMValueRef function)
{
	unsigned kind = LLVMGetMDKindIDInContext(module->context, "nosanitize", 10);
	LLVMValueRef empty = LLVMMetadataAsValue(module->context, LLVMMDNodeInContext2(module->context, NULL, 0));
	for
		EACH_BLOCK(function, b)
	        for
		        EACH_INSTRUCTION(b, i)
	        if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
		        LLVMSetMetadata(i, kind, empty);
}

status module_add_helpers(struct module *module, const char *bitcode)
{
	LLVMModuleRef ir;
	TRY(parse(module, bitcode, &ir));
	VEC(char *) names = { 0 };
	for (LLVMValueRef f = LLVMGetFirstFunction(ir); f; f = LLVMGetNextFunction(f)) {
		exempt_from_sanitizers(module, f);
		if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMExternalLinkage)
			vec_push(&names, xstrdup(value_name(f)));
	}
	bool bad = LLVMLinkModules2(module->ir, ir);
	for (size_t i = 0; i < names.n; i++) {
		if (!bad)
			LLVMSetLinkage(LLVMGetNamedFunction(module->ir, names.at[i]), LLVMInternalLinkage);
		free(names.at[i]);
	}
	vec_release(&names);
	return bad ? fail(TROUBLE_SYSTEM, "cannot link the runtime's helpers (%s): %s", bitcode, sb_text(&module->said))
	           : NULL;
}

static bool may_hide(LLVMValueRef value)
{
	LLVMLinkage linkage = LLVMGetLinkage(value);
	return !LLVMIsDeclaration(value) && !str_starts(value_name(value), "__skep_call_") &&
	       !str_starts(value_name(value), "__skep_cb_") && !str_starts(value_name(value), "llvm.") &&
	       linkage != LLVMAppendingLinkage && linkage != LLVMAvailableExternallyLinkage &&
	       linkage != LLVMPrivateLinkage;
}

static void hide(LLVMValueRef value)
{
	LLVMSetVisibility(value, LLVMDefaultVisibility); /* local symbols have no other visibility */
	LLVMSetLinkage(value, LLVMInternalLinkage);
}

static void forget_in_call(struct module *module, LLVMValueRef call, unsigned memory)
{
	LLVMRemoveCallSiteEnumAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, memory);
	if (module->kind == BUILD_SYMBOLIC && LLVMIsACallInst(call) &&
	    LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail)
		LLVMSetTailCallKind(call, LLVMTailCallKindTail);
}

void module_forget_promises(struct module *module)
{
	unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6);
	for
		EACH_FUNCTION(module, f)
		{
			if (LLVMIsDeclaration(f))
				continue;
			LLVMRemoveEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, memory);
		for
			EACH_BLOCK(f, block)
		for
			EACH_INSTRUCTION(block, i)
		if (LLVMIsACallInst(i) || LLVMIsAInvokeInst(i))
			forget_in_call(module, i, memory);
		}
}

void module_internalise(struct module *module)
{
	size_t length;
	LLVMGetModuleInlineAsm(module->ir, &length);
	if (length)
		return; /* assembly text may refer to any symbol */
	for
		EACH_FUNCTION(module, f)
	if (may_hide(f))
		hide(f);
	for
		EACH_GLOBAL(module, g)
	if (may_hide(g))
		hide(g);
}

void module_keep_frames(struct module *module)
{
	static const char key[] = "frame-pointer", value[] = "all";
	LLVMAttributeRef all = LLVMCreateStringAttribute(module->context, key, sizeof key - 1, value, sizeof value - 1);
	for
		EACH_FUNCTION(module, f)
	if (!LLVMIsDeclaration(f))
		LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, all);
}

/* ---- output ---- */

status module_verify(struct module *module)
{
	char *message = NULL;
	status st = NULL;
	if (LLVMVerifyModule(module->ir, LLVMReturnStatusAction, &message))
		st = fail(TROUBLE_TARGET, "instrumenting the unit gave code that LLVM rejects: %s", message);
	LLVMDisposeMessage(message);
	return st;
}

status module_optimise(struct module *module, const char *passes)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(module->ir, passes, module->machine, options);
	LLVMDisposePassBuilderOptions(options);
	if (!error)
		return NULL;
	char *message = LLVMGetErrorMessage(error);
	status st = fail(TROUBLE_SYSTEM, "LLVM cannot optimise the unit: %s", message);
	LLVMDisposeErrorMessage(message);
	return st;
}

static bool is_huge(const struct module *module)
{
	size_t n = 0;
	for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
				if (++n > HUGE_MODULE)
					return true;
	return false;
}

status module_emit(struct module *module, const char *object)
{
	char *message = NULL;
	/* A campaign waits for traces; register allocation for so much code would take longer than
	 * it saves. */
	if (module->kind == BUILD_SYMBOLIC && is_huge(module))
		TRY(make_machine(module, LLVMCodeGenLevelNone));
	if (!LLVMTargetMachineEmitToFile(module->machine, module->ir, object, LLVMObjectFile, &message) &&
	    !module->said.n)
		return NULL;
	status st = fail(TROUBLE_TARGET, "LLVM cannot write %s: %s", object,
	                 message ? message : sb_text(&module->said));
	LLVMDisposeMessage(message);
	return st;
}

/* ---- small questions ---- */

const char *value_name(LLVMValueRef value)
{
	size_t length;
	return LLVMGetValueName2(value, &length);
}

bool is_foreign_name(const char *name)
{
	return str_starts(name, "__skep_") || str_starts(name, "llvm.");
}

LLVMValueRef called_function(LLVMValueRef instruction)
{
	if (!LLVMIsACallInst(instruction))
		return NULL;
	LLVMValueRef called = LLVMGetCalledValue(instruction);
	return called && LLVMIsAFunction(called) ? called : NULL;
}

LLVMValueRef module_constant(struct module *module, uint32_t number)
{
	return LLVMConstInt(module->i32, number, false);
}

void module_build_before(struct module *module, LLVMValueRef instruction)
{
	LLVMPositionBuilderBefore(module->builder, instruction);
}

void module_build_at_start(struct module *module, LLVMBasicBlockRef block)
{
	LLVMValueRef i = LLVMGetFirstInstruction(block);
	while (LLVMIsAPHINode(i) || LLVMIsAAllocaInst(i))
		i = LLVMGetNextInstruction(i);
	module_build_before(module, i);
}

LLVMValueRef module_call(struct module *module, const char *name, LLVMValueRef *args, unsigned n)
{
	LLVMValueRef f = LLVMGetNamedFunction(module->ir, name);
	if (!f)
		BUG("the helpers of the runtime lack %s", name);
	return LLVMBuildCall2(module->builder, LLVMGlobalGetValueType(f), f, args, n, "");
}

LLVMValueRef module_declare(struct module *module, const char *name, LLVMTypeRef type)
{
	LLVMValueRef f = LLVMGetNamedFunction(module->ir, name);
	return f ? f : LLVMAddFunction(module->ir, name, type);
}
