/* comparison: from a condition's outcome back to the comparison behind it.
 *
 * `if (!(x > 3))` arrives as a chain of conversions between truth values. Each link keeps or
 * negates the truth of the value before it, so the walk goes along the chain to a value that
 * decides: a comparison of two values, or a value that is compared with zero. */
#include "instr/module.h"
#include "protocol.h"

/* A value whose truth (not zero) decides, and whether the chain negated it. */
struct truth {
	LLVMValueRef value;
	bool negated;
};

static bool is_zero(LLVMValueRef value)
{
	return LLVMIsAConstantInt(value) && LLVMIsNull(value);
}

static bool is_integer(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind;
}

static unsigned width_of(LLVMValueRef value)
{
	return LLVMGetIntTypeWidth(LLVMTypeOf(value));
}

static bool step_cast(struct truth *truth)
{
	LLVMValueRef inner = LLVMGetOperand(truth->value, 0);
	if (!is_integer(inner))
		return false;
	/* _Bool is stored as a byte of 0 or 1, so it can be narrowed; other narrowing loses bits. */
	if (LLVMGetInstructionOpcode(truth->value) == LLVMTrunc && width_of(truth->value) != 1)
		return false;
	truth->value = inner;
	return true;
}

static bool step_xor(struct truth *truth)
{
	LLVMValueRef right = LLVMGetOperand(truth->value, 1);
	if (width_of(truth->value) != 1 || !LLVMIsAConstantInt(right) || is_zero(right))
		return false;
	truth->value = LLVMGetOperand(truth->value, 0);
	truth->negated = !truth->negated;
	return true;
}

static bool step_icmp(struct truth *truth)
{
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(truth->value);
	LLVMValueRef left = LLVMGetOperand(truth->value, 0);
	if (!is_zero(LLVMGetOperand(truth->value, 1)) || (predicate != LLVMIntNE && predicate != LLVMIntEQ))
		return false;
	truth->negated ^= predicate == LLVMIntEQ;
	truth->value = left;
	return true;
}

/* Goes through __builtin_expect and __builtin_expect_with_probability. */
static bool step_call(struct truth *truth)
{
	LLVMValueRef f = called_function(truth->value);
	if (!f || !str_starts(value_name(f), "llvm.expect."))
		return false;
	truth->value = LLVMGetOperand(truth->value, 0);
	return true;
}

static bool step_back(struct truth *truth)
{
	if (!LLVMIsAInstruction(truth->value))
		return false;
	switch (LLVMGetInstructionOpcode(truth->value)) {
	case LLVMZExt:
	case LLVMSExt:
	case LLVMTrunc:
		return step_cast(truth);
	case LLVMXor:
		return step_xor(truth);
	case LLVMICmp:
		return step_icmp(truth);
	case LLVMCall:
		return step_call(truth);
	default:
		return false;
	}
}

/* ---- the end of the chain ---- */

/* Only the runtime's own versions of strcmp() and the like record a distance. */
static bool is_text_comparison(LLVMValueRef value)
{
	static const char *const names[] = { "__skep_strcmp",      "__skep_strncmp", "__skep_strcasecmp",
		                             "__skep_strncasecmp", "__skep_memcmp",  "__skep_bcmp" };
	LLVMValueRef f = LLVMIsAInstruction(value) ? called_function(value) : NULL;
	for (size_t i = 0; f && i < sizeof names / sizeof *names; i++)
		if (str_equal(value_name(f), names[i]))
			return is_integer(value) && width_of(value) == 32;
	return false;
}

static unsigned negate_int(unsigned predicate)
{
	static const unsigned char opposite[] = {
		[LLVMIntEQ] = LLVMIntNE,   [LLVMIntNE] = LLVMIntEQ,   [LLVMIntUGT] = LLVMIntULE,
		[LLVMIntULE] = LLVMIntUGT, [LLVMIntUGE] = LLVMIntULT, [LLVMIntULT] = LLVMIntUGE,
		[LLVMIntSGT] = LLVMIntSLE, [LLVMIntSLE] = LLVMIntSGT, [LLVMIntSGE] = LLVMIntSLT,
		[LLVMIntSLT] = LLVMIntSGE,
	};
	return opposite[predicate];
}

/* The sixteen predicates in order: the opposite of each is its complement. */
static unsigned negate_real(unsigned predicate)
{
	return predicate ^ LLVMRealPredicateTrue;
}

static struct comparison of_ints(struct module *module, unsigned predicate, LLVMValueRef left, LLVMValueRef right)
{
	struct comparison result = { .predicate = predicate, .left = left, .right = right };
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(left));
	if (is_text_comparison(left) && is_zero(right)) {
		result.kind = COMPARE_TEXT;
	} else if (kind == LLVMPointerTypeKind || (kind == LLVMIntegerTypeKind && width_of(left) <= 64)) {
		result.kind = COMPARE_INT;
		result.bits = (unsigned)LLVMSizeOfTypeInBits(module->layout, LLVMTypeOf(left));
		result.bits |= kind == LLVMPointerTypeKind ? SK_POINTER_BITS : 0;
	}
	return result;
}

static struct comparison of_reals(LLVMValueRef value, bool negated)
{
	unsigned predicate = LLVMGetFCmpPredicate(value);
	struct comparison result = { .predicate = negated ? negate_real(predicate) : predicate,
		                     .left = LLVMGetOperand(value, 0),
		                     .right = LLVMGetOperand(value, 1) };
	if (LLVMGetTypeKind(LLVMTypeOf(result.left)) != LLVMVectorTypeKind)
		result.kind = COMPARE_REAL;
	return result;
}

LLVMValueRef truth_behind(LLVMValueRef value, bool *negated)
{
	struct truth truth = { .value = value };
	while (step_back(&truth))
		;
	*negated = truth.negated;
	return truth.value;
}

struct comparison comparison_behind(struct module *module, LLVMValueRef outcome)
{
	bool negated;
	LLVMValueRef value = truth_behind(outcome, &negated);
	if (LLVMIsAICmpInst(value)) {
		unsigned predicate = LLVMGetICmpPredicate(value);
		return of_ints(module, negated ? negate_int(predicate) : predicate, LLVMGetOperand(value, 0),
		               LLVMGetOperand(value, 1));
	}
	if (LLVMIsAFCmpInst(value))
		return of_reals(value, negated);
	if (!LLVMIsConstant(value) && is_integer(value) && width_of(value) > 1)
		return of_ints(module, negated ? LLVMIntEQ : LLVMIntNE, value, LLVMConstNull(LLVMTypeOf(value)));
	return (struct comparison){ .kind = COMPARE_UNKNOWN };
}
