/* labels_values: labels, their shapes, and the values that they belong to. */
#include "instr/labels/labelling.h"
#include "labels_ops.h"

unsigned label_bits(struct labels *labels, LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(type) <= 64 ? LLVMGetIntTypeWidth(type) : 0;
	case LLVMPointerTypeKind:
		return LLVMPointerSize(labels->module->layout) == 8 && !LLVMGetPointerAddressSpace(type) ? 64 : 0;
	case LLVMFloatTypeKind:
		return 32;
	case LLVMDoubleTypeKind:
		return 64;
	default:
		return 0;
	}
}

LLVMTypeRef label_type(struct labels *labels, LLVMTypeRef type)
{
	LLVMTypeRef number = labels->module->i32;
	switch (LLVMGetTypeKind(type)) {
	case LLVMVectorTypeKind:
		return LLVMVectorType(number, LLVMGetVectorSize(type));
	case LLVMArrayTypeKind:
		return LLVMArrayType2(label_type(labels, LLVMGetElementType(type)), LLVMGetArrayLength2(type));
	case LLVMStructTypeKind: {
		VEC(LLVMTypeRef) members = { 0 };
		unsigned n = LLVMCountStructElementTypes(type);
		for (unsigned i = 0; i < n; i++)
			vec_push(&members, label_type(labels, LLVMStructGetTypeAtIndex(type, i)));
		LLVMTypeRef result = LLVMStructTypeInContext(labels->module->context, members.at, n, false);
		vec_release(&members);
		return result;
	}
	default:
		return number;
	}
}

LLVMValueRef no_label(struct labels *labels, LLVMTypeRef type)
{
	return LLVMConstNull(label_type(labels, type));
}

bool is_no_label(LLVMValueRef label)
{
	return LLVMIsConstant(label) && LLVMIsNull(label);
}

LLVMValueRef label_of(struct labels *labels, LLVMValueRef value)
{
	uint64_t *at = LLVMIsConstant(value) ? NULL : map_get(&labels->label_of, (uintptr_t)value);
	return at ? (LLVMValueRef)(uintptr_t)*at : no_label(labels, LLVMTypeOf(value));
}

void set_label(struct labels *labels, LLVMValueRef value, LLVMValueRef label)
{
	*map_put(&labels->label_of, (uintptr_t)value, NULL) = (uintptr_t)label;
}

LLVMValueRef raw_value(struct labels *labels, LLVMValueRef value)
{
	struct module *module = labels->module;
	LLVMTypeRef type = LLVMTypeOf(value);
	switch (LLVMGetTypeKind(type)) {
	case LLVMPointerTypeKind:
		return LLVMBuildPtrToInt(module->builder, value, module->i64, "");
	case LLVMFloatTypeKind:
		value = LLVMBuildBitCast(module->builder, value, module->i32, "");
		return LLVMBuildZExt(module->builder, value, module->i64, "");
	case LLVMDoubleTypeKind:
		return LLVMBuildBitCast(module->builder, value, module->i64, "");
	default:
		return LLVMBuildIntCast2(module->builder, value, module->i64, false, "");
	}
}

LLVMValueRef exact_label(struct labels *labels, LLVMValueRef value, LLVMValueRef label)
{
	if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind || is_no_label(label))
		return label;
	return LABEL_CALL(labels, "exact", label, raw_value(labels, value));
}

LLVMValueRef number32(struct labels *labels, uint32_t number)
{
	return LLVMConstInt(labels->module->i32, number, false);
}

LLVMValueRef number64(struct labels *labels, uint64_t number)
{
	return LLVMConstInt(labels->module->i64, number, false);
}

LLVMValueRef label_call(struct labels *labels, const char *name, LLVMValueRef *args, unsigned n)
{
	return module_call(labels->module, name, args, n);
}

LLVMValueRef describe_op(struct labels *labels, unsigned op, unsigned bits, unsigned from, unsigned extra)
{
	return number32(labels, WHAT(op, bits, from, extra));
}

void build_behind(struct labels *labels, LLVMValueRef instruction)
{
	module_build_before(labels->module, LLVMGetNextInstruction(instruction));
}

/* ---- scalars in values ---- */

struct taking {
	struct labels *labels;
	struct leaves *leaves;
	bool with_values;
};

static void take_apart(struct taking *taking, LLVMTypeRef type, LLVMValueRef value, LLVMValueRef label,
                       uint64_t offset);

static LLVMValueRef member(struct taking *taking, LLVMValueRef whole, unsigned i)
{
	return whole ? LLVMBuildExtractValue(taking->labels->module->builder, whole, i, "") : NULL;
}

static LLVMValueRef element(struct taking *taking, LLVMValueRef whole, unsigned i)
{
	return whole ? LLVMBuildExtractElement(taking->labels->module->builder, whole, number32(taking->labels, i), "")
	             : NULL;
}

static void take_vector(struct taking *taking, LLVMTypeRef type, LLVMValueRef value, LLVMValueRef label,
                        uint64_t offset)
{
	LLVMTypeRef inner = LLVMGetElementType(type);
	uint64_t bits = LLVMSizeOfTypeInBits(taking->labels->module->layout, inner);
	for (unsigned i = 0; i < LLVMGetVectorSize(type); i++)
		take_apart(taking, inner, element(taking, value, i), element(taking, label, i), offset + i * bits / 8);
}

static void take_apart(struct taking *taking, LLVMTypeRef type, LLVMValueRef value, LLVMValueRef label, uint64_t offset)
{
	LLVMTargetDataRef layout = taking->labels->module->layout;
	switch (LLVMGetTypeKind(type)) {
	case LLVMVectorTypeKind:
		take_vector(taking, type, value, label, offset);
		break;
	case LLVMArrayTypeKind: {
		LLVMTypeRef inner = LLVMGetElementType(type);
		uint64_t size = LLVMABISizeOfType(layout, inner);
		for (unsigned i = 0; i < LLVMGetArrayLength2(type); i++)
			take_apart(taking, inner, member(taking, value, i), member(taking, label, i),
			           offset + i * size);
		break;
	}
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
			take_apart(taking, LLVMStructGetTypeAtIndex(type, i), member(taking, value, i),
			           member(taking, label, i), offset + LLVMOffsetOfElement(layout, type, i));
		break;
	default:
		vec_push(&taking->leaves->at, (struct leaf){ value, label, type, offset });
	}
}

void leaves_find(struct labels *labels, LLVMTypeRef type, LLVMValueRef value, LLVMValueRef label, struct leaves *leaves)
{
	struct taking taking = { .labels = labels, .leaves = leaves };
	vec_clear(&leaves->at);
	take_apart(&taking, type, value, label, 0);
}

static LLVMValueRef put_together(struct labels *labels, LLVMTypeRef type, const LLVMValueRef **at)
{
	LLVMBuilderRef builder = labels->module->builder;
	LLVMValueRef whole = LLVMGetUndef(label_type(labels, type));
	switch (LLVMGetTypeKind(type)) {
	case LLVMVectorTypeKind:
		for (unsigned i = 0; i < LLVMGetVectorSize(type); i++)
			whole = LLVMBuildInsertElement(builder, whole, *(*at)++, number32(labels, i), "");
		return whole;
	case LLVMArrayTypeKind:
		for (unsigned i = 0; i < LLVMGetArrayLength2(type); i++)
			whole = LLVMBuildInsertValue(builder, whole, put_together(labels, LLVMGetElementType(type), at),
			                             i, "");
		return whole;
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
			whole = LLVMBuildInsertValue(
			        builder, whole, put_together(labels, LLVMStructGetTypeAtIndex(type, i), at), i, "");
		return whole;
	default:
		return *(*at)++;
	}
}

LLVMValueRef leaves_join(struct labels *labels, LLVMTypeRef type, const LLVMValueRef *at, size_t n)
{
	bool none = true;
	for (size_t i = 0; i < n; i++)
		none &= is_no_label(at[i]);
	return none ? no_label(labels, type) : put_together(labels, type, &at);
}

/* ---- values whose labels are lost ---- */

void fix_value(struct labels *labels, LLVMValueRef value, enum sk_met_kind kind)
{
	LLVMValueRef label = label_of(labels, value);
	struct leaves leaves = { 0 };
	if (is_no_label(label))
		return;
	leaves_find(labels, LLVMTypeOf(value), value, label, &leaves);
	for (size_t i = 0; i < leaves.at.n; i++)
		if (label_bits(labels, leaves.at.at[i].type))
			LABEL_CALL(labels, "fixed", number32(labels, kind), leaves.at.at[i].label,
			           raw_value(labels, leaves.at.at[i].value));
	vec_release(&leaves.at);
}

void fix_operands(struct labels *labels, LLVMValueRef instruction)
{
	for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
		fix_value(labels, LLVMGetOperand(instruction, (unsigned)i), SK_MET_CONCRETE);
}
