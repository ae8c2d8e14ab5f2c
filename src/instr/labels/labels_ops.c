/* labels_ops: operations on values that do not touch memory. */
#include "instr/labels/labelling.h"

#define MAX_OPERANDS 3

static bool has_label_bits(struct labels *labels, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
		type = LLVMGetElementType(type);
	return label_bits(labels, type);
}

static LLVMTypeRef element_type(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

static LLVMValueRef of_vectors(struct labels *labels, LLVMValueRef instruction, const LLVMValueRef *values,
                               const LLVMValueRef *known, unsigned n_operands, scalar_op *scalar)
{
	LLVMBuilderRef builder = labels->module->builder;
	LLVMValueRef result = no_label(labels, LLVMTypeOf(instruction));
	for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(instruction)); i++) {
		LLVMValueRef one[MAX_OPERANDS], of_one[MAX_OPERANDS], at = number32(labels, i);
		for (unsigned k = 0; k < n_operands; k++) {
			bool is_vector = LLVMGetTypeKind(LLVMTypeOf(values[k])) == LLVMVectorTypeKind;
			one[k] = is_vector ? LLVMBuildExtractElement(builder, values[k], at, "") : values[k];
			of_one[k] = is_vector ? LLVMBuildExtractElement(builder, known[k], at, "") : known[k];
		}
		result = LLVMBuildInsertElement(builder, result, scalar(labels, instruction, one, of_one), at, "");
	}
	return result;
}

LLVMValueRef label_elements(struct labels *labels, LLVMValueRef instruction, unsigned n_operands, scalar_op *scalar)
{
	LLVMValueRef values[MAX_OPERANDS], known[MAX_OPERANDS];
	LLVMValueRef none = no_label(labels, LLVMTypeOf(instruction));
	bool any = false, all_can = has_label_bits(labels, instruction);
	for (unsigned k = 0; k < n_operands; k++) {
		values[k] = LLVMGetOperand(instruction, k);
		known[k] = label_of(labels, values[k]);
		any |= !is_no_label(known[k]);
		all_can &= has_label_bits(labels, values[k]);
	}
	if (!any)
		return none;
	if (!all_can) {
		fix_operands(labels, instruction);
		return none;
	}
	if (LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMVectorTypeKind)
		return of_vectors(labels, instruction, values, known, n_operands, scalar);
	return scalar(labels, instruction, values, known);
}

/* ---- arithmetic ---- */

static const struct {
	LLVMOpcode from;
	uint8_t to;
} binary_ops[] = {
	{ LLVMAdd, SK_NODE_ADD },   { LLVMSub, SK_NODE_SUB },   { LLVMMul, SK_NODE_MUL },   { LLVMUDiv, SK_NODE_UDIV },
	{ LLVMSDiv, SK_NODE_SDIV }, { LLVMURem, SK_NODE_UREM }, { LLVMSRem, SK_NODE_SREM }, { LLVMShl, SK_NODE_SHL },
	{ LLVMLShr, SK_NODE_LSHR }, { LLVMAShr, SK_NODE_ASHR }, { LLVMAnd, SK_NODE_AND },   { LLVMOr, SK_NODE_OR },
	{ LLVMXor, SK_NODE_XOR },   { LLVMFAdd, SK_NODE_FADD }, { LLVMFSub, SK_NODE_FSUB }, { LLVMFMul, SK_NODE_FMUL },
	{ LLVMFDiv, SK_NODE_FDIV }, { LLVMFRem, SK_NODE_FREM },
};

static unsigned binary_op(LLVMOpcode opcode)
{
	for (size_t i = 0; i < sizeof binary_ops / sizeof *binary_ops; i++)
		if (binary_ops[i].from == opcode)
			return binary_ops[i].to;
	return SK_NODE_NONE;
}

static LLVMValueRef emit_binary(struct labels *labels, unsigned op, const LLVMValueRef *values,
                                const LLVMValueRef *known)
{
	unsigned bits = label_bits(labels, LLVMTypeOf(values[0]));
	return LABEL_CALL(labels, "binary", describe_op(labels, op, bits, bits, 0), known[0], known[1],
	                  raw_value(labels, values[0]), raw_value(labels, values[1]));
}

static LLVMValueRef scalar_binary(struct labels *labels, LLVMValueRef instruction, const LLVMValueRef *values,
                                  const LLVMValueRef *known)
{
	return emit_binary(labels, binary_op(LLVMGetInstructionOpcode(instruction)), values, known);
}

LLVMValueRef label_binary(struct labels *labels, unsigned op, LLVMValueRef left, LLVMValueRef right)
{
	LLVMValueRef values[] = { left, right }, known[] = { label_of(labels, left), label_of(labels, right) };
	if (is_no_label(known[0]) && is_no_label(known[1]))
		return no_label(labels, LLVMTypeOf(left));
	return emit_binary(labels, op, values, known);
}

static LLVMValueRef emit_unary(struct labels *labels, unsigned op, LLVMValueRef value, LLVMValueRef known,
                               unsigned bits)
{
	unsigned from = label_bits(labels, LLVMTypeOf(value));
	return LABEL_CALL(labels, "unary", describe_op(labels, op, bits, from, 0), known, raw_value(labels, value));
}

LLVMValueRef label_unary(struct labels *labels, unsigned op, LLVMValueRef value, LLVMTypeRef to)
{
	LLVMValueRef known = label_of(labels, value);
	if (is_no_label(known))
		return no_label(labels, to);
	return emit_unary(labels, op, value, known, label_bits(labels, to));
}

static LLVMValueRef scalar_negation(struct labels *labels, LLVMValueRef instruction, const LLVMValueRef *values,
                                    const LLVMValueRef *known)
{
	return emit_unary(labels, SK_NODE_FNEG, values[0], known[0],
	                  label_bits(labels, element_type(LLVMTypeOf(instruction))));
}

/* ---- comparisons ---- */

static const struct {
	uint8_t op;
	bool swapped;
} int_predicates[] = {
	[LLVMIntEQ] = { SK_NODE_EQ, false },   [LLVMIntNE] = { SK_NODE_NE, false },
	[LLVMIntUGT] = { SK_NODE_ULT, true },  [LLVMIntUGE] = { SK_NODE_ULE, true },
	[LLVMIntULT] = { SK_NODE_ULT, false }, [LLVMIntULE] = { SK_NODE_ULE, false },
	[LLVMIntSGT] = { SK_NODE_SLT, true },  [LLVMIntSGE] = { SK_NODE_SLE, true },
	[LLVMIntSLT] = { SK_NODE_SLT, false }, [LLVMIntSLE] = { SK_NODE_SLE, false },
};

/* C widens the operands of comparisons. If the other operand is a constant that fits, it is
 * compared with the value before widening, so the wide value needs no label. */
struct narrowed {
	LLVMValueRef values[2], known[2];
	bool is_unsigned; /* widened with zeroes, so it is never negative */
};

static bool narrow_comparison(struct labels *labels, const LLVMValueRef *values, struct narrowed *narrow)
{
	unsigned wide = LLVMIsAConstantInt(values[0]) ? 1 : 0;
	LLVMValueRef constant = LLVMIsAConstantInt(values[!wide]);
	narrow->is_unsigned = LLVMIsAZExtInst(values[wide]);
	if (!constant || !(narrow->is_unsigned || LLVMIsASExtInst(values[wide])))
		return false;
	LLVMValueRef inner = LLVMGetOperand(values[wide], 0);
	LLVMTypeRef type = LLVMTypeOf(inner);
	uint64_t value = LLVMConstIntGetZExtValue(constant);
	LLVMValueRef cut = LLVMConstInt(type, value, false);
	if (narrow->is_unsigned ? LLVMConstIntGetZExtValue(cut) != value
	                        : LLVMConstIntGetSExtValue(cut) != LLVMConstIntGetSExtValue(constant))
		return false;
	narrow->values[wide] = inner;
	narrow->known[wide] = label_of(labels, inner);
	narrow->values[!wide] = cut;
	narrow->known[!wide] = number32(labels, 0);
	return true;
}

static unsigned without_sign(unsigned op)
{
	return op == SK_NODE_SLT ? SK_NODE_ULT : op == SK_NODE_SLE ? SK_NODE_ULE : op;
}

static bool is_pointer(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

static LLVMValueRef scalar_int_comparison(struct labels *labels, LLVMValueRef instruction, const LLVMValueRef *values,
                                          const LLVMValueRef *known)
{
	unsigned predicate = LLVMGetICmpPredicate(instruction), op = int_predicates[predicate].op;
	unsigned first = int_predicates[predicate].swapped;
	struct narrowed narrow;
	if (narrow_comparison(labels, values, &narrow)) {
		values = narrow.values;
		known = narrow.known;
		op = narrow.is_unsigned ? without_sign(op) : op;
	}
	unsigned bits = label_bits(labels, LLVMTypeOf(values[0]));
	LLVMValueRef args[] = { describe_op(labels, op, 1, bits, 0), known[first], known[!first],
		                raw_value(labels, values[first]), raw_value(labels, values[!first]) };
	return label_call(labels, is_pointer(values[0]) ? "__skep_label_order" : "__skep_label_binary", args, 5);
}

LLVMValueRef truth_in(LLVMValueRef value)
{
	LLVMValueRef inner = LLVMIsAZExtInst(value) ? LLVMGetOperand(value, 0) : NULL;
	bool is_truth = inner && LLVMGetTypeKind(LLVMTypeOf(inner)) == LLVMIntegerTypeKind &&
	                LLVMGetIntTypeWidth(LLVMTypeOf(inner)) == 1;
	return is_truth ? inner : value;
}

/* The truth value that became a mark's outcome and is now a truth value again. */
static LLVMValueRef truth_of_mark(LLVMValueRef instruction)
{
	LLVMValueRef left = LLVMGetOperand(instruction, 0);
	if (LLVMGetICmpPredicate(instruction) != LLVMIntNE || !LLVMIsAConstantInt(LLVMGetOperand(instruction, 1)) ||
	    !LLVMIsNull(LLVMGetOperand(instruction, 1)) || mark_call_of(left).kind != MARK_CONDITION)
		return NULL;
	LLVMValueRef outcome = LLVMGetOperand(left, 1), truth = truth_in(outcome);
	return truth == outcome ? NULL : truth;
}

static bool compares_pointers(struct labels *labels, LLVMValueRef instruction)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, 0));
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(instruction);
	return (predicate == LLVMIntEQ || predicate == LLVMIntNE) && LLVMGetTypeKind(type) == LLVMPointerTypeKind &&
	       label_bits(labels, type);
}

/* Pointers without labels may lead to memory that the test made. */
static LLVMValueRef of_pointers(struct labels *labels, LLVMValueRef instruction)
{
	LLVMValueRef left = LLVMGetOperand(instruction, 0), right = LLVMGetOperand(instruction, 1);
	unsigned op = int_predicates[LLVMGetICmpPredicate(instruction)].op;
	return LABEL_CALL(labels, "pointers", describe_op(labels, op, 1, 64, 0), label_of(labels, left),
	                  label_of(labels, right), raw_value(labels, left), raw_value(labels, right));
}

static LLVMValueRef of_int_comparison(struct labels *labels, LLVMValueRef instruction)
{
	LLVMValueRef truth = truth_of_mark(instruction);
	if (truth)
		return label_of(labels, truth);
	if (compares_pointers(labels, instruction))
		return of_pointers(labels, instruction);
	return label_elements(labels, instruction, 2, scalar_int_comparison);
}

static LLVMValueRef scalar_real_comparison(struct labels *labels, LLVMValueRef instruction, const LLVMValueRef *values,
                                           const LLVMValueRef *known)
{
	unsigned bits = label_bits(labels, LLVMTypeOf(values[0]));
	return LABEL_CALL(labels, "binary",
	                  describe_op(labels, SK_NODE_FCMP, 1, bits, LLVMGetFCmpPredicate(instruction)), known[0],
	                  known[1], raw_value(labels, values[0]), raw_value(labels, values[1]));
}

/* ---- conversions ---- */

/* Operation for a conversion between integers; pointers count as integers of 64 bits. */
static unsigned resize_op(LLVMOpcode opcode, unsigned from, unsigned to)
{
	if (from > to)
		return SK_NODE_EXTRACT;
	return opcode == LLVMSExt ? SK_NODE_SEXT : SK_NODE_ZEXT;
}

static unsigned conversion_op(LLVMOpcode opcode, unsigned from, unsigned to)
{
	switch (opcode) {
	case LLVMFPToSI:
		return SK_NODE_F_TO_S;
	case LLVMFPToUI:
		return SK_NODE_F_TO_U;
	case LLVMSIToFP:
		return SK_NODE_S_TO_F;
	case LLVMUIToFP:
		return SK_NODE_U_TO_F;
	case LLVMFPExt:
	case LLVMFPTrunc:
		return SK_NODE_F_TO_F;
	default:
		return resize_op(opcode, from, to);
	}
}

static LLVMValueRef scalar_conversion(struct labels *labels, LLVMValueRef instruction, const LLVMValueRef *values,
                                      const LLVMValueRef *known)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
	unsigned from = label_bits(labels, LLVMTypeOf(values[0]));
	unsigned to = label_bits(labels, element_type(LLVMTypeOf(instruction)));
	bool keeps = opcode == LLVMZExt || opcode == LLVMSExt || opcode == LLVMTrunc || opcode == LLVMPtrToInt ||
	             opcode == LLVMIntToPtr;
	LLVMValueRef label = exact_label(labels, values[0], known[0]);
	if (from == to && keeps)
		return label;
	return emit_unary(labels, conversion_op(opcode, from, to), values[0], label, to);
}

/* A bitcast keeps the bits, so the label stays unless the value is divided in another way. */
static LLVMValueRef of_bitcast(struct labels *labels, LLVMValueRef instruction)
{
	LLVMValueRef value = LLVMGetOperand(instruction, 0), label = label_of(labels, value);
	LLVMTypeRef from = LLVMTypeOf(value), to = LLVMTypeOf(instruction);
	bool same_shape = label_type(labels, from) == label_type(labels, to);
	if (same_shape && has_label_bits(labels, value) && has_label_bits(labels, instruction))
		return label;
	fix_operands(labels, instruction);
	return no_label(labels, to);
}

/* ---- addresses ---- */

static LLVMValueRef move_by(struct labels *labels, LLVMValueRef address, LLVMValueRef index, uint64_t scale)
{
	LLVMValueRef label = label_of(labels, index);
	unsigned bits = label_bits(labels, LLVMTypeOf(index));
	if (is_no_label(label))
		return address;
	if (bits != 64)
		label = emit_unary(labels, bits < 64 ? SK_NODE_SEXT : SK_NODE_EXTRACT, index, label, 64);
	index = LLVMBuildIntCast2(labels->module->builder, index, labels->module->i64, true, "");
	return LABEL_CALL(labels, "moved", address, label, index, number64(labels, scale));
}

/* An offset that is the same in every run needs no label: see labelling.h. */
static LLVMValueRef of_gep(struct labels *labels, LLVMValueRef gep)
{
	LLVMValueRef address = label_of(labels, LLVMGetOperand(gep, 0));
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	if (LLVMGetTypeKind(LLVMTypeOf(gep)) == LLVMVectorTypeKind) {
		fix_operands(labels, gep);
		return no_label(labels, LLVMTypeOf(gep));
	}
	for (int i = 1; i < LLVMGetNumOperands(gep); i++) {
		LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
		if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
			continue;
		}
		if (i > 1)
			type = LLVMGetElementType(type);
		address = move_by(labels, address, index, LLVMABISizeOfType(labels->module->layout, type));
	}
	return address;
}

/* ---- choices, parts and wholes ---- */

static LLVMValueRef of_select(struct labels *labels, LLVMValueRef select)
{
	struct module *module = labels->module;
	LLVMValueRef condition = LLVMGetOperand(select, 0), left = LLVMGetOperand(select, 1);
	LLVMValueRef right = LLVMGetOperand(select, 2), known = label_of(labels, condition);
	LLVMValueRef of_left = label_of(labels, left), of_right = label_of(labels, right);
	LLVMTypeRef type = LLVMTypeOf(select);
	unsigned bits = label_bits(labels, type);
	if (is_no_label(known))
		return is_no_label(of_left) && is_no_label(of_right)
		               ? of_left
		               : LLVMBuildSelect(module->builder, condition, of_left, of_right, "");
	if (bits && LLVMGetTypeKind(type) != LLVMPointerTypeKind)
		return LABEL_CALL(labels, "select", number32(labels, bits), known,
		                  LLVMBuildZExt(module->builder, condition, module->i32, ""), of_left, of_right,
		                  raw_value(labels, left), raw_value(labels, right));
	/* A choice between two pointers, or between two larger values, counts like a branch. */
	fix_value(labels, condition, SK_MET_CONCRETE);
	return LLVMBuildSelect(module->builder, condition, of_left, of_right, "");
}

static LLVMValueRef of_extract_value(struct labels *labels, LLVMValueRef instruction)
{
	LLVMValueRef label = label_of(labels, LLVMGetOperand(instruction, 0));
	const unsigned *indices = LLVMGetIndices(instruction);
	if (is_no_label(label))
		return no_label(labels, LLVMTypeOf(instruction));
	for (unsigned i = 0; i < LLVMGetNumIndices(instruction); i++)
		label = LLVMBuildExtractValue(labels->module->builder, label, indices[i], "");
	return label;
}

static LLVMValueRef insert_at(struct labels *labels, LLVMValueRef whole, LLVMValueRef part, const unsigned *indices,
                              unsigned n)
{
	LLVMBuilderRef builder = labels->module->builder;
	if (n > 1)
		part = insert_at(labels, LLVMBuildExtractValue(builder, whole, indices[0], ""), part, indices + 1,
		                 n - 1);
	return LLVMBuildInsertValue(builder, whole, part, indices[0], "");
}

static LLVMValueRef of_insert_value(struct labels *labels, LLVMValueRef instruction)
{
	LLVMValueRef whole = label_of(labels, LLVMGetOperand(instruction, 0));
	LLVMValueRef part = label_of(labels, LLVMGetOperand(instruction, 1));
	if (is_no_label(whole) && is_no_label(part))
		return whole;
	return insert_at(labels, whole, part, LLVMGetIndices(instruction), LLVMGetNumIndices(instruction));
}

static LLVMValueRef of_vector_part(struct labels *labels, LLVMValueRef instruction, LLVMOpcode opcode)
{
	LLVMBuilderRef builder = labels->module->builder;
	LLVMValueRef first = label_of(labels, LLVMGetOperand(instruction, 0));
	LLVMValueRef second = LLVMGetOperand(instruction, 1);
	if (opcode == LLVMExtractElement) {
		fix_value(labels, second, SK_MET_CONCRETE);
		return is_no_label(first) ? no_label(labels, LLVMTypeOf(instruction))
		                          : LLVMBuildExtractElement(builder, first, second, "");
	}
	LLVMValueRef of_second = label_of(labels, second);
	if (opcode == LLVMInsertElement)
		fix_value(labels, LLVMGetOperand(instruction, 2), SK_MET_CONCRETE);
	if (is_no_label(first) && is_no_label(of_second))
		return no_label(labels, LLVMTypeOf(instruction));
	if (opcode == LLVMInsertElement)
		return LLVMBuildInsertElement(builder, first, of_second, LLVMGetOperand(instruction, 2), "");
	VEC(LLVMValueRef) mask = { 0 };
	for (unsigned i = 0; i < LLVMGetNumMaskElements(instruction); i++) {
		int from = LLVMGetMaskValue(instruction, i);
		vec_push(&mask, from < 0 ? LLVMGetUndef(labels->module->i32) : number32(labels, (uint32_t)from));
	}
	LLVMValueRef shuffled = LLVMBuildShuffleVector(builder, first, of_second,
	                                               LLVMConstVector(mask.at, (unsigned)mask.n), "");
	vec_release(&mask);
	return shuffled;
}

/* ---- all ---- */

static LLVMValueRef operation_label(struct labels *labels, LLVMValueRef instruction)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
	switch (opcode) {
	case LLVMFNeg:
		return label_elements(labels, instruction, 1, scalar_negation);
	case LLVMICmp:
		return of_int_comparison(labels, instruction);
	case LLVMFCmp:
		return label_elements(labels, instruction, 2, scalar_real_comparison);
	case LLVMZExt:
	case LLVMSExt:
	case LLVMTrunc:
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMFPToSI:
	case LLVMFPToUI:
	case LLVMSIToFP:
	case LLVMUIToFP:
	case LLVMFPExt:
	case LLVMFPTrunc:
		return label_elements(labels, instruction, 1, scalar_conversion);
	case LLVMBitCast:
		return of_bitcast(labels, instruction);
	case LLVMFreeze:
		return label_of(labels, LLVMGetOperand(instruction, 0));
	case LLVMGetElementPtr:
		return of_gep(labels, instruction);
	case LLVMSelect:
		return of_select(labels, instruction);
	case LLVMExtractValue:
		return of_extract_value(labels, instruction);
	case LLVMInsertValue:
		return of_insert_value(labels, instruction);
	case LLVMExtractElement:
	case LLVMInsertElement:
	case LLVMShuffleVector:
		return of_vector_part(labels, instruction, opcode);
	default:
		return binary_op(opcode) ? label_elements(labels, instruction, 2, scalar_binary) : NULL;
	}
}

bool label_operation(struct labels *labels, LLVMValueRef instruction)
{
	LLVMValueRef label = operation_label(labels, instruction);
	if (label)
		set_label(labels, instruction, label);
	return label;
}
