/* probes: turns every mark into a call of a helper of rt/inlined/inline.c.
 *
 * A condition sets its probe, burns fuel, and shows the runtime the compared values if they are
 * wanted. A condition of a decision with paths also adds to a number in the function's frame, which
 * is the number of the path at the decision's end. */
#include "base/map.h"
#include "instr/module.h"

/* The path number of one decision in the current function. */
struct path {
	LLVMValueRef place;
	uint32_t first; /* the condition where the decision begins: the lowest that was compiled */
};

struct placing {
	struct module *module;
	const struct marks *marks;
	LLVMValueRef function;
	struct map path_of; /* decision -> index into paths */
	VEC(struct path) paths;
	VEC(struct mark_call) calls;
};

#define CALL(placing, name, ...)                                               \
	do {                                                                   \
		LLVMValueRef args_[] = { __VA_ARGS__ };                        \
		module_call((placing)->module, name, args_, sizeof args_ / sizeof *args_); \
	} while (0)

static LLVMValueRef number(const struct placing *placing, uint32_t value)
{
	return module_constant(placing->module, value);
}

/* ---- the compared values ---- */

static LLVMValueRef raw_bits(struct module *module, LLVMValueRef value)
{
	if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
		return LLVMBuildPtrToInt(module->builder, value, module->i64, "");
	return LLVMBuildZExt(module->builder, value, module->i64, "");
}

static LLVMValueRef as_double(struct module *module, LLVMValueRef value)
{
	return LLVMBuildFPCast(module->builder, value, module->real, "");
}

/* Packs number, predicate and width into one constant, which rt/inlined/inline.c unpacks. */
static LLVMValueRef describe(const struct placing *placing, uint32_t condition, const struct comparison *seen)
{
	uint64_t packed = condition | (uint64_t)seen->predicate << 32 | (uint64_t)seen->bits << 40;
	return LLVMConstInt(placing->module->i64, packed, false);
}

static void place_probe(struct placing *placing, uint32_t condition, LLVMValueRef outcome)
{
	struct module *module = placing->module;
	struct comparison seen = comparison_behind(module, outcome);
	LLVMValueRef probe = number(placing, marks_condition_probe(placing->marks, condition, false));
	LLVMValueRef what = describe(placing, condition, &seen);
	switch (seen.kind) {
	case COMPARE_INT:
		CALL(placing, "__skep_at_int", probe, outcome, what, raw_bits(module, seen.left),
		     raw_bits(module, seen.right));
		break;
	case COMPARE_REAL:
		CALL(placing, "__skep_at_real", probe, outcome, what, as_double(module, seen.left),
		     as_double(module, seen.right));
		break;
	case COMPARE_TEXT:
		CALL(placing, "__skep_at_text", probe, outcome, what, seen.left);
		break;
	case COMPARE_UNKNOWN:
		CALL(placing, "__skep_at_bool", probe, outcome, what);
		break;
	}
}

/* ---- paths ---- */

static LLVMValueRef make_path_place(struct placing *placing)
{
	struct module *module = placing->module;
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(placing->function);
	module_build_before(module, LLVMGetFirstInstruction(entry));
	return LLVMBuildAlloca(module->builder, module->i32, "");
}

static void find_path(struct placing *placing, uint32_t condition)
{
	uint32_t decision = placing->marks->conditions.at[condition].decision;
	bool added;
	if (!placing->marks->decisions.at[decision].n_paths)
		return;
	uint64_t *at = map_put(&placing->path_of, decision, &added);
	if (added) {
		*at = placing->paths.n;
		vec_push(&placing->paths, (struct path){ make_path_place(placing), condition });
	}
	struct path *path = &placing->paths.at[*at];
	if (condition < path->first)
		path->first = condition;
}

static void place_path(struct placing *placing, uint32_t id, LLVMValueRef outcome)
{
	const struct condition *condition = &placing->marks->conditions.at[id];
	uint64_t *at = map_get(&placing->path_of, condition->decision);
	if (!at)
		return;
	const struct path *path = &placing->paths.at[*at];
	CALL(placing, "__skep_at_path", path->place, outcome,
	     number(placing, placing->marks->decisions.at[condition->decision].first_probe),
	     number(placing, path->first == id), number(placing, condition->weight[0]),
	     number(placing, condition->weight[1]), number(placing, condition->next[0] >= NEXT_FALSE),
	     number(placing, condition->next[1] >= NEXT_FALSE));
}

/* ---- marks ---- */

static void place_condition(struct placing *placing, const struct mark_call *mark)
{
	LLVMValueRef outcome = LLVMGetOperand(mark->call, 1);
	place_path(placing, mark->id, outcome);
	place_probe(placing, mark->id, outcome);
	LLVMReplaceAllUsesWith(mark->call, outcome);
}

static void place_mark(struct placing *placing, const struct mark_call *mark)
{
	module_build_before(placing->module, mark->call);
	switch (mark->kind) {
	case MARK_CONDITION:
		place_condition(placing, mark);
		break;
	case MARK_REGION:
		CALL(placing, "__skep_at_region", number(placing, marks_region_probe(placing->marks, mark->id)));
		break;
	case MARK_FUNCTION:
		CALL(placing, "__skep_at_function", number(placing, marks_function_probe(placing->marks, mark->id)));
		break;
	case MARK_SWITCH: /* switches.c places its probes on the edges */
	case MARK_NONE:
		break;
	}
	LLVMInstructionEraseFromParent(mark->call);
}

/* A function with probes is no longer small; inlining it into every caller would multiply the
 * probes. */
static void stop_forced_inlining(LLVMValueRef function)
{
	static const char name[] = "alwaysinline";
	LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
	                               LLVMGetEnumAttributeKindForName(name, sizeof name - 1));
}

static void place_in_function(struct placing *placing)
{
	struct switch_uses uses = { 0 };
	vec_clear(&placing->calls);
	for
		EACH_BLOCK(placing->function, b)
		{
		for
			EACH_INSTRUCTION(b, i)
			{
				struct mark_call mark = mark_call_of(i);
				if (mark.kind != MARK_NONE)
					vec_push(&placing->calls, mark);
			}
		}
	if (!placing->calls.n) {
		if (context_has(placing->function))
			endless_place(placing->module, placing->function);
		return;
	}
	stop_forced_inlining(placing->function);
	endless_place(placing->module, placing->function);
	switch_uses_find(placing->function, placing->marks, &uses);
	switch_probes_place(placing->module, placing->marks, &uses);
	vec_release(&uses.at);
	for (size_t i = 0; i < placing->calls.n; i++)
		if (placing->calls.at[i].kind == MARK_CONDITION)
			find_path(placing, placing->calls.at[i].id);
	for (size_t i = 0; i < placing->calls.n; i++)
		place_mark(placing, &placing->calls.at[i]);
	map_release(&placing->path_of);
	vec_clear(&placing->paths);
}

void probes_place(struct module *module, const struct marks *marks)
{
	struct placing placing = { .module = module, .marks = marks };
	for
		EACH_FUNCTION(module, f)
		{
			placing.function = f;
			place_in_function(&placing);
		}
	vec_release(&placing.paths);
	vec_release(&placing.calls);
}
