/* labels_memory: loads, stores and all other instructions that touch memory.
 *
 * Labels of memory are handled behind the access itself, so an access that faults does so in the
 * unit's own code, as in the other builds. */
#include "instr/labels/labelling.h"

static LLVMValueRef place_at(struct labels *labels, LLVMValueRef address, uint64_t offset)
{
	LLVMValueRef place = raw_value(labels, address);
	return offset ? LLVMBuildAdd(labels->module->builder, place, number64(labels, offset), "") : place;
}

static unsigned stored_size(struct labels *labels, LLVMTypeRef type)
{
	return (unsigned)LLVMStoreSizeOfType(labels->module->layout, type);
}

/* Fixes labelled bytes that become bytes without labels. It has no name in debug information, so it
 * is not among the unit's calls. */
static void lose_memory(struct labels *labels, LLVMValueRef address, uint64_t offset, LLVMTypeRef type)
{
	unsigned size = stored_size(labels, type);
	for (unsigned done = 0; done < size; done += 8) {
		unsigned n = size - done < 8 ? size - done : 8;
		LLVMValueRef label = LABEL_CALL(labels, "load", place_at(labels, address, offset + done),
		                                number32(labels, 0), number32(labels, n));
		LABEL_CALL(labels, "fixed", number32(labels, SK_MET_CONCRETE), label, number64(labels, 0));
	}
}

/* A load through a pointer with a label. Each part has an address of its own, but the pointer is
 * looked at once. */
static LLVMValueRef load_leaf(struct labels *labels, LLVMValueRef load, const struct leaf *leaf, bool first)
{
	LLVMValueRef address = LLVMGetOperand(load, 0);
	LLVMValueRef known = first ? label_of(labels, address) : number32(labels, 0);
	unsigned bits = label_bits(labels, leaf->type), size = stored_size(labels, leaf->type);
	if (!bits) {
		lose_memory(labels, address, leaf->offset, leaf->type);
		return number32(labels, 0);
	}
	LLVMValueRef label = LABEL_CALL(labels, "load", place_at(labels, address, leaf->offset), known,
	                                number32(labels, size));
	if (bits < 8 * size)
		label = LABEL_CALL(labels, "unary", describe_op(labels, SK_NODE_EXTRACT, bits, 8 * size, 0), label,
		                   raw_value(labels, leaf->value));
	return label;
}

static void label_load(struct labels *labels, LLVMValueRef load)
{
	LLVMTypeRef type = LLVMTypeOf(load);
	struct leaves leaves = { 0 };
	VEC(LLVMValueRef) parts = { 0 };
	build_behind(labels, load);
	leaves_find(labels, type, load, NULL, &leaves);
	for (size_t i = 0; i < leaves.at.n; i++)
		vec_push(&parts, load_leaf(labels, load, &leaves.at.at[i], i == 0));
	set_label(labels, load, leaves_join(labels, type, parts.at, parts.n));
	vec_release(&parts);
	vec_release(&leaves.at);
}

static void label_store(struct labels *labels, LLVMValueRef store)
{
	LLVMValueRef value = LLVMGetOperand(store, 0), address = LLVMGetOperand(store, 1);
	LLVMTypeRef type = LLVMTypeOf(value);
	struct leaves leaves = { 0 };
	build_behind(labels, store);
	leaves_find(labels, type, value, label_of(labels, value), &leaves);
	for (size_t i = 0; i < leaves.at.n; i++) {
		const struct leaf *leaf = &leaves.at.at[i];
		unsigned size = stored_size(labels, leaf->type);
		LLVMValueRef known = i ? number32(labels, 0) : label_of(labels, address);
		LLVMValueRef place = place_at(labels, address, leaf->offset);
		if (size <= 8)
			LABEL_CALL(labels, "store", place, known, number32(labels, size),
			           label_bits(labels, leaf->type) ? exact_label(labels, leaf->value, leaf->label)
			                                          : number32(labels, 0));
		else
			LABEL_CALL(labels, "fill", place, known, number32(labels, 0), number64(labels, size),
			           number32(labels, 0));
	}
	vec_release(&leaves.at);
}

/* A read, change and write in one instruction gives a concrete value. */
static void label_atomic(struct labels *labels, LLVMValueRef instruction)
{
	LLVMValueRef address = LLVMGetOperand(instruction, 0);
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, 1));
	module_build_before(labels->module, instruction);
	fix_operands(labels, instruction);
	if (label_bits(labels, type))
		lose_memory(labels, address, 0, type);
	build_behind(labels, instruction);
	LABEL_CALL(labels, "fill", place_at(labels, address, 0), number32(labels, 0), number32(labels, 0),
	           number64(labels, stored_size(labels, type)), number32(labels, 0));
}

void label_copy(struct labels *labels, LLVMValueRef to, LLVMValueRef from, LLVMValueRef size)
{
	LABEL_CALL(labels, "copy", raw_value(labels, to), label_of(labels, to), raw_value(labels, from),
	           label_of(labels, from), raw_value(labels, size), label_of(labels, size));
}

void label_fill(struct labels *labels, LLVMValueRef to, LLVMValueRef byte, LLVMValueRef size)
{
	LLVMTypeRef i8 = labels->module->i8;
	LLVMValueRef known = label_of(labels, byte);
	if (LLVMTypeOf(byte) != i8)
		known = label_unary(labels, SK_NODE_EXTRACT, byte, i8);
	LABEL_CALL(labels, "fill", raw_value(labels, to), label_of(labels, to), known, raw_value(labels, size),
	           label_of(labels, size));
}

bool label_memory(struct labels *labels, LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMLoad:
		label_load(labels, instruction);
		return true;
	case LLVMStore:
		label_store(labels, instruction);
		return true;
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		label_atomic(labels, instruction);
		return true;
	case LLVMAlloca:
		fix_value(labels, LLVMGetOperand(instruction, 0), SK_MET_ADDRESS);
		return true;
	default:
		return false;
	}
}
