/* switches: puts probes on the edges of a switch.
 *
 * A case counts as taken when the switch jumps to it; falling into it does not count. So its probe
 * is on the edge, in a block of its own. Ranges that are too large to be listed are tested by code
 * behind the default edge; there the probe is chosen by the value. */
#include "instr/module.h"

struct edges {
	struct module *module;
	const struct marks *marks;
	const struct switch_use *use;
	LLVMBasicBlockRef from;
};

static LLVMTypeRef value_type(const struct edges *edges)
{
	return LLVMTypeOf(LLVMGetOperand(edges->use->instruction, 0));
}

/* Replaces the k-th occurrence of `old` as a predecessor by fresh[k]. Values that come from one
 * switch through several edges are equal, so the order does not matter. */
static LLVMValueRef rebuild_phi(struct edges *edges, LLVMValueRef phi, const LLVMBasicBlockRef *fresh, size_t n)
{
	module_build_before(edges->module, phi);
	LLVMValueRef copy = LLVMBuildPhi(edges->module->builder, LLVMTypeOf(phi), "");
	size_t used = 0;
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef value = LLVMGetIncomingValue(phi, i);
		LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
		if (block == edges->from && used < n)
			block = fresh[used++];
		LLVMAddIncoming(copy, &value, &block, 1);
	}
	LLVMReplaceAllUsesWith(phi, copy);
	return copy;
}

static void fix_phis(struct edges *edges, LLVMBasicBlockRef to, const LLVMBasicBlockRef *fresh, size_t n)
{
	LLVMValueRef next;
	for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i); i = next) {
		next = LLVMGetNextInstruction(i);
		rebuild_phi(edges, i, fresh, n);
		LLVMInstructionEraseFromParent(i);
	}
}

/* Builds value - low <= high - low, in the switch's own width. */
static LLVMValueRef build_in_range(struct edges *edges, const struct case_mark *mark)
{
	LLVMBuilderRef builder = edges->module->builder;
	LLVMValueRef value = LLVMGetOperand(edges->use->instruction, 0);
	LLVMValueRef low = LLVMConstInt(value_type(edges), (uint64_t)mark->low, true);
	LLVMValueRef span = LLVMConstInt(value_type(edges), (uint64_t)mark->high - (uint64_t)mark->low, false);
	return LLVMBuildICmp(builder, LLVMIntULE, LLVMBuildSub(builder, value, low, ""), span, "");
}

static LLVMValueRef default_probe(struct edges *edges)
{
	const struct switch_mark *mark = &edges->marks->switches.at[edges->use->id];
	uint32_t last = mark->first_case + mark->n_cases - 1;
	LLVMValueRef probe = module_constant(edges->module, marks_case_probe(edges->marks, last));
	for (uint32_t i = mark->first_case; i < last; i++)
		if (case_is_large_range(&edges->marks->cases.at[i]))
			probe = LLVMBuildSelect(
			        edges->module->builder, build_in_range(edges, &edges->marks->cases.at[i]),
			        module_constant(edges->module, marks_case_probe(edges->marks, i)), probe, "");
	return probe;
}

static LLVMValueRef edge_probe(struct edges *edges, unsigned successor)
{
	if (!successor)
		return default_probe(edges);
	LLVMValueRef number = LLVMGetOperand(edges->use->instruction, 2 * successor);
	return module_constant(edges->module,
	                       marks_case_probe(edges->marks, switch_case_of(edges->marks, edges->use->id, number)));
}

static LLVMBasicBlockRef place_edge(struct edges *edges, unsigned successor)
{
	struct module *module = edges->module;
	LLVMBasicBlockRef to = LLVMGetSuccessor(edges->use->instruction, successor);
	LLVMBasicBlockRef fresh = LLVMInsertBasicBlockInContext(module->context, to, "");
	module_build_before(module, edges->use->instruction); /* gives the code the switch's place in the source */
	LLVMMetadataRef place = LLVMGetCurrentDebugLocation2(module->builder);
	LLVMPositionBuilderAtEnd(module->builder, fresh);
	LLVMSetCurrentDebugLocation2(module->builder, place);
	LLVMValueRef probe = edge_probe(edges, successor);
	module_call(module, "__skep_at_case", &probe, 1);
	LLVMBuildBr(module->builder, to);
	LLVMSetSuccessor(edges->use->instruction, successor, fresh);
	return fresh;
}

/* Numbers above the signed range show that the switch is unsigned. */
static bool is_unsigned(const struct edges *edges)
{
	const struct switch_mark *mark = &edges->marks->switches.at[edges->use->id];
	unsigned bits = LLVMGetIntTypeWidth(value_type(edges));
	for (uint32_t i = mark->first_case; i < mark->first_case + mark->n_cases; i++)
		if (bits < 64 && edges->marks->cases.at[i].high >> (bits - 1) > 0)
			return true;
	return false;
}

static void place_look(struct edges *edges)
{
	struct module *module = edges->module;
	const struct switch_mark *mark = &edges->marks->switches.at[edges->use->id];
	LLVMValueRef value = LLVMGetOperand(edges->use->instruction, 0);
	module_build_before(module, edges->use->instruction);
	value = LLVMBuildIntCast2(module->builder, value, module->i64, !is_unsigned(edges), "");
	LLVMValueRef args[] = { module_constant(module, mark->first_case), module_constant(module, mark->n_cases),
		                value };
	module_call(module, "__skep_at_switch", args, 3);
}

static void place_switch(struct edges *edges)
{
	LLVMValueRef instruction = edges->use->instruction;
	unsigned n = LLVMGetNumSuccessors(instruction);
	VEC(LLVMBasicBlockRef) targets = { 0 }, fresh = { 0 }, same = { 0 };
	place_look(edges);
	for (unsigned i = 0; i < n; i++) {
		vec_push(&targets, LLVMGetSuccessor(instruction, i));
		vec_push(&fresh, place_edge(edges, i));
	}
	for (unsigned i = 0; i < n; i++) {
		if (!targets.at[i])
			continue;
		vec_clear(&same);
		LLVMBasicBlockRef to = targets.at[i];
		for (unsigned k = i; LLVMIsAPHINode(LLVMGetFirstInstruction(to)) && k < n; k++) {
			if (targets.at[k] != to)
				continue;
			vec_push(&same, fresh.at[k]);
			targets.at[k] = NULL;
		}
		if (same.n)
			fix_phis(edges, to, same.at, same.n);
	}
	vec_release(&targets);
	vec_release(&fresh);
	vec_release(&same);
}

void switch_probes_place(struct module *module, const struct marks *marks, const struct switch_uses *uses)
{
	for (size_t i = 0; i < uses->at.n; i++) {
		const struct switch_use *use = &uses->at.at[i];
		struct edges edges = { .module = module, .marks = marks, .use = use };
		edges.from = LLVMGetInstructionParent(use->instruction);
		place_switch(&edges);
	}
}
