/* module: the unit as one LLVM module, and the passes over it. Private to instr/.
 *
 * Passes are listed in the order in which build.c runs them. Each sees the module as the one before
 * left it; none depends on the names of values. */
#ifndef SKEP_INSTR_MODULE_H
#define SKEP_INSTR_MODULE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

#include "base/status.h"
#include "base/str.h"
#include "base/vec.h"
#include "instr/compile.h"
#include "instr/instr.h"

struct module {
	LLVMContextRef context;
	LLVMModuleRef ir;
	LLVMBuilderRef builder;
	enum build_kind kind;
	LLVMTargetMachineRef machine;
	LLVMTargetDataRef layout;
	LLVMTypeRef i1, i8, i32, i64, real, pointer, nothing;
	struct sb said; /* LLVM's complaints */
	VEC(char *) neighbours; /* names defined by sources of the context (context.c) */
	unsigned n_mains; /* how many main() of sources were renamed */
};

#define EACH_FUNCTION(module, f) (LLVMValueRef f = LLVMGetFirstFunction((module)->ir); f; f = LLVMGetNextFunction(f))
#define EACH_GLOBAL(module, g) (LLVMValueRef g = LLVMGetFirstGlobal((module)->ir); g; g = LLVMGetNextGlobal(g))
#define EACH_BLOCK(f, b) (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
#define EACH_INSTRUCTION(b, i) (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))

/* ---- module.c: load, link, optimise, emit ---- */

MUST_USE status module_new(enum build_kind kind, struct module **module);
void module_free(struct module *module);
/* Links the bitcode of one source into the module. */
MUST_USE status module_add_source(struct module *module, const char *bitcode, const struct source *source);
/* Links in a source whose main() keeps its name. `name` is the source, for messages. */
MUST_USE status module_add_program(struct module *module, const char *bitcode, const char *name);
/* Links rt/inlined/inline.c into the module, whose functions exist from then on. */
MUST_USE status module_add_helpers(struct module *module, const char *bitcode);
/* Removes attributes that instrumented functions do not keep: that they touch no memory, and for
 * labels also that a call is the last action of its caller. */
void module_forget_promises(struct module *module);
/* Makes the driver the only visible part: the unit cannot replace a C library function that the
 * runtime uses, and it is optimised as a whole. */
void module_internalise(struct module *module);
/* Gives every function a frame pointer, skep's own functions, too, because faults are traced by
 * them. */
void module_keep_frames(struct module *module);
MUST_USE status module_verify(struct module *module);
/* Runs passes, named as for `opt -passes`; "asan" also checks uses after scope. */
MUST_USE status module_optimise(struct module *module, const char *passes);
MUST_USE status module_emit(struct module *module, const char *object);

const char *value_name(LLVMValueRef value);
/* The function's name starts with __skep_ or llvm., so it is not the unit's. */
bool is_foreign_name(const char *name);
/* The function that an instruction calls directly, or NULL. */
LLVMValueRef called_function(LLVMValueRef instruction);
LLVMValueRef module_constant(struct module *module, uint32_t number);
/* Places the builder before the instruction, with its place in the source. */
void module_build_before(struct module *module, LLVMValueRef instruction);
/* Places the builder where the block's own code begins. */
void module_build_at_start(struct module *module, LLVMBasicBlockRef block);
/* Builds a call of a function of the module where the builder stands. */
LLVMValueRef module_call(struct module *module, const char *name, LLVMValueRef *args, unsigned n);
/* The function, which is declared if the module does not have it. */
LLVMValueRef module_declare(struct module *module, const char *name, LLVMTypeRef type);

/* ---- reroute.c: reroutes calls into the C library ---- */

/* Returns true if the unit can start threads. */
bool reroute_calls(struct module *module, enum build_kind kind);
/* Makes sanitizers' checks call functions of the runtime (rt/redefine.h). For use after sanitizing. */
void reroute_reports(struct module *module);

/* ---- fresh.c: local variables without a value ---- */

/* For the checked build, before the optimiser: values that the compiler stores in local variables
 * without a value are asked of the runtime instead. */
void fresh_place(struct module *module);
/* The compiler emitted the instruction to initialise a variable without a value. */
bool is_auto_init(struct module *module, LLVMValueRef instruction);

/* ---- context.c: sources that are linked with the unit ---- */

/* Prepares a source of the context before it is linked: if the unit or an earlier source has the
 * same definition, that one counts. Notes the source's names. Its main(), if any, has its new name,
 * and tests do not call it. */
void context_weaken(struct module *module, LLVMModuleRef ir, LLVMValueRef main);
/* After the last source: removes definitions that nothing refers to, so that no stand-ins are made
 * for their needs. */
MUST_USE status context_prune(struct module *module);
/* The function belongs to the context, whatever its linkage. */
bool context_has(LLVMValueRef function);
void context_release(struct module *module);

/* ---- known.c: missing functions with a known behaviour ---- */

/* Defines missing functions that have a body (model/known.h). For use before reroute_calls(),
 * because these bodies call the C library like the unit does. */
MUST_USE status known_define(struct module *module, struct model *model, const struct workshop *shop);

/* ---- missing.c: functions and variables that the unit uses and nobody defines ---- */

/* The value is declared and used, and by its name it belongs to neither the C library nor the
 * linker. */
bool missing_is_candidate(LLVMValueRef value, enum build_kind kind);
/* Defines missing functions (numbered in model->missing, where numbers never change) and missing
 * variables. */
MUST_USE status missing_define(struct module *module, struct model *model, const struct workshop *shop);
/* The declared type of a function that is not defined; if the sources do not declare it, a type of
 * the same shape. 0: there is none. */
type_id missing_type(struct module *module, const struct model *model, LLVMValueRef f);
/* The number of a missing function, which is added if it is new. */
uint32_t missing_number(struct model *model, const char *name, type_id type);
/* The number of a missing variable, which is added if it is new. */
uint32_t missing_variable(struct model *model, const char *name, uint64_t size);

/* ---- globals.c ---- */

/* Makes writable variables plain, so that the runtime can restore them between tests. */
void globals_make_plain(struct module *module);
/* Moves them to their section. For use after the optimiser and the sanitizers. */
void globals_move(struct module *module);

/* constructors.c: puts constructors where the loader finds them. For use after the optimiser, just
 * before module_emit(). */
void constructors_place(struct module *module);

/* ---- mark_calls.c: marks in IR ---- */

enum mark_kind { MARK_NONE, MARK_CONDITION, MARK_REGION, MARK_FUNCTION, MARK_SWITCH };

struct mark_call {
	enum mark_kind kind;
	uint32_t id;
	LLVMValueRef call;
};

/* The mark that the instruction is; its kind is MARK_NONE if it is none. */
struct mark_call mark_call_of(LLVMValueRef instruction);

/* A switch of the source, and its instruction. */
struct switch_use {
	uint32_t id;
	LLVMValueRef instruction;
};

struct switch_uses {
	VEC(struct switch_use) at;
};

/* The switches of a function, without those that the compiler removed. */
void switch_uses_find(LLVMValueRef function, const struct marks *marks, struct switch_uses *uses);
/* The case mark that a number of the switch instruction belongs to, or NONE. */
uint32_t switch_case_of(const struct marks *marks, uint32_t of_switch, LLVMValueRef number);
/* The range is too large for the compiler to list, so it is tested behind the default edge. */
bool case_is_large_range(const struct case_mark *mark);

/* ---- flow.c ---- */

/* A graph per function mark, in the arena. */
const struct flow_graph *flow_read(struct module *module, const struct marks *marks, struct arena *arena);

/* ---- probes.c, endless.c, switches.c, comparison.c ---- */

/* Replaces every mark by its probe. */
void probes_place(struct module *module, const struct marks *marks);
void switch_probes_place(struct module *module, const struct marks *marks, const struct switch_uses *uses);
/* Makes loops without conditions burn fuel. For use before marks are replaced. */
void endless_place(struct module *module, LLVMValueRef function);

enum comparison_kind { COMPARE_UNKNOWN, COMPARE_INT, COMPARE_REAL, COMPARE_TEXT };

/* The comparison that makes a condition true, `left predicate right`, as far as IR shows it. */
struct comparison {
	enum comparison_kind kind;
	unsigned predicate;         /* LLVM's number; of COMPARE_TEXT, the predicate for its result and zero */
	LLVMValueRef left, right;   /* COMPARE_TEXT: left is the result of the call */
	unsigned bits;              /* COMPARE_INT; with SK_POINTER_BITS */
};

/* The value whose truth (not zero) decides the truth of `value`; *negated if it is the opposite. */
LLVMValueRef truth_behind(LLVMValueRef value, bool *negated);
struct comparison comparison_behind(struct module *module, LLVMValueRef outcome);

#endif
