/* module: the unit as one LLVM module, and the passes over it. Private to instr/.
 *
 * Passes are listed in the order build.c runs them. Each sees the module as the
 * one before left it; none depends on how values are named. */
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
	struct sb said; /* what LLVM complained about */
	VEC(char *) neighbours; /* names that sources of the context define (context.c) */
	unsigned n_mains; /* of sources, renamed */
};

#define EACH_FUNCTION(module, f) (LLVMValueRef f = LLVMGetFirstFunction((module)->ir); f; f = LLVMGetNextFunction(f))
#define EACH_GLOBAL(module, g) (LLVMValueRef g = LLVMGetFirstGlobal((module)->ir); g; g = LLVMGetNextGlobal(g))
#define EACH_BLOCK(f, b) (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
#define EACH_INSTRUCTION(b, i) (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))

/* ---- module.c: load, link, optimise, emit ---- */

MUST_USE status module_new(enum build_kind kind, struct module **module);
void module_free(struct module *module);
/* Links the bitcode of one source in. */
MUST_USE status module_add_source(struct module *module, const char *bitcode, const struct source *source);
/* Links in a source whose main() stays what it is. `name` is the source, for messages. */
MUST_USE status module_add_program(struct module *module, const char *bitcode, const char *name);
/* Links rt/inlined/inline.c in; its functions exist from then on. */
MUST_USE status module_add_helpers(struct module *module, const char *bitcode);
/* Removes promises of functions that instrumented ones do not keep: that they
 * touch no memory. For labels, too, that a call is the last thing that its caller does. */
void module_forget_promises(struct module *module);
/* Nothing but the driver is visible from outside: the unit cannot take the place
 * of a C library function that the runtime uses, and optimises as a whole. */
void module_internalise(struct module *module);
/* Every function keeps a frame pointer, ours too: faults are traced by them. */
void module_keep_frames(struct module *module);
MUST_USE status module_verify(struct module *module);
/* Runs passes, named as `opt -passes` takes them; "asan" looks at scopes, too. */
MUST_USE status module_optimise(struct module *module, const char *passes);
MUST_USE status module_emit(struct module *module, const char *object);

const char *value_name(LLVMValueRef value);
/* The function's name starts with __skep_ or llvm. : not the unit's. */
bool is_foreign_name(const char *name);
/* The function an instruction calls directly, or NULL. */
LLVMValueRef called_function(LLVMValueRef instruction);
LLVMValueRef module_constant(struct module *module, uint32_t number);
/* The builder stands before the instruction, with its place in the source. */
void module_build_before(struct module *module, LLVMValueRef instruction);
/* The builder stands where the block begins to do something. */
void module_build_at_start(struct module *module, LLVMBasicBlockRef block);
/* A call, built where the builder stands, of a function of the module. */
LLVMValueRef module_call(struct module *module, const char *name, LLVMValueRef *args, unsigned n);
/* The function, declared if it is not there yet. */
LLVMValueRef module_declare(struct module *module, const char *name, LLVMTypeRef type);

/* ---- reroute.c: calls into the C library that go elsewhere ---- */

/* True if the unit can start threads. */
bool reroute_calls(struct module *module, enum build_kind kind);
/* After sanitizing: checks call our functions (rt/redefine.h). */
void reroute_reports(struct module *module);

/* ---- fresh.c: local variables that nobody set ---- */

/* Checked build: what the compiler stores in local variables without a value is
 * asked of the runtime instead. Before the optimiser. */
void fresh_place(struct module *module);
/* The compiler emitted the instruction to give a variable that nobody set a first value. */
bool is_auto_init(struct module *module, LLVMValueRef instruction);

/* ---- context.c: sources that are linked with the unit ---- */

/* A source of the context, before it is linked: what the unit or a source before it defines, too,
 * counts. Its names are noted. Its main(), if it has one, under its new name, is no test's. */
void context_weaken(struct module *module, LLVMModuleRef ir, LLVMValueRef main);
/* After the last source: what nothing leads to goes, so that nobody misses what only that uses. */
MUST_USE status context_prune(struct module *module);
/* The function is one of the context, whatever its linkage. */
bool context_has(LLVMValueRef function);
void context_release(struct module *module);

/* ---- known.c: missing functions that everybody knows ---- */

/* Defines those that have a body (model/known.h). Before reroute_calls(): the bodies call
 * the C library as the unit does. */
MUST_USE status known_define(struct module *module, struct model *model, const struct workshop *shop);

/* ---- missing.c: what the unit uses and nobody defines ---- */

/* The value is declared, used, and by its name not the C library's or the linker's. */
bool missing_is_candidate(LLVMValueRef value, enum build_kind kind);
/* Defines missing functions (numbered in model->missing, which keeps the numbers
 * it has) and missing variables. */
MUST_USE status missing_define(struct module *module, struct model *model, const struct workshop *shop);
/* The type of a function that is not defined, as it is declared; one that the sources do not
 * declare has a type of the same shape. 0: none. */
type_id missing_type(struct module *module, const struct model *model, LLVMValueRef f);
/* The number of a missing function, added if new. */
uint32_t missing_number(struct model *model, const char *name, type_id type);
/* The number of a missing variable, added if new. */
uint32_t missing_variable(struct model *model, const char *name, uint64_t size);

/* ---- globals.c ---- */

/* Writable variables to where the runtime can put them back between tests. */
void globals_make_plain(struct module *module);
/* After the optimiser and the sanitizers. */
void globals_move(struct module *module);

/* constructors.c: puts constructors where the loader finds them; just before
 * module_emit(), after the optimiser. */
void constructors_place(struct module *module);

/* ---- mark_calls.c: marks as they appear in IR ---- */

enum mark_kind { MARK_NONE, MARK_CONDITION, MARK_REGION, MARK_FUNCTION, MARK_SWITCH };

struct mark_call {
	enum mark_kind kind;
	uint32_t id;
	LLVMValueRef call;
};

/* The mark that an instruction is, or MARK_NONE. */
struct mark_call mark_call_of(LLVMValueRef instruction);

/* A switch of the source and the instruction it became. */
struct switch_use {
	uint32_t id;
	LLVMValueRef instruction;
};

struct switch_uses {
	VEC(struct switch_use) at;
};

/* The switches of a function; one that the compiler folded away is left out. */
void switch_uses_find(LLVMValueRef function, const struct marks *marks, struct switch_uses *uses);
/* The case mark that `number` (of the switch instruction) belongs to, or NONE. */
uint32_t switch_case_of(const struct marks *marks, uint32_t of_switch, LLVMValueRef number);
/* A range too large for the compiler to list: tested behind the default edge. */
bool case_is_large_range(const struct case_mark *mark);

/* ---- flow.c ---- */

/* One graph per function mark, in the arena. */
const struct flow_graph *flow_read(struct module *module, const struct marks *marks, struct arena *arena);

/* ---- probes.c, endless.c, switches.c, comparison.c ---- */

/* Replaces every mark by its probe. */
void probes_place(struct module *module, const struct marks *marks);
void switch_probes_place(struct module *module, const struct marks *marks, const struct switch_uses *uses);
/* Before the marks are replaced: loops without conditions burn fuel. */
void endless_place(struct module *module, LLVMValueRef function);

enum comparison_kind { COMPARE_UNKNOWN, COMPARE_INT, COMPARE_REAL, COMPARE_TEXT };

/* The comparison that makes a condition true: `left predicate right`, as far as IR shows it. */
struct comparison {
	enum comparison_kind kind;
	unsigned predicate;         /* LLVM's number; for COMPARE_TEXT against zero */
	LLVMValueRef left, right;   /* COMPARE_TEXT: left is the result of the call */
	unsigned bits;              /* COMPARE_INT; with SK_POINTER_BITS */
};

/* The value whose truth (not zero) decides the truth of `value`, or its opposite. */
LLVMValueRef truth_behind(LLVMValueRef value, bool *negated);
struct comparison comparison_behind(struct module *module, LLVMValueRef outcome);

#endif
