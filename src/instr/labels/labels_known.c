/* labels_known: calls with a known meaning: LLVM's intrinsics, and functions of the C library that
 * are operations rather than code.
 *
 * Tables have their names (a prefix for intrinsics, whose names contain types) and their effect on
 * labels. */
#include "instr/labels/labelling.h"
#include "labels_ops.h"

enum effect {
	EFFECT_NOTHING,  /* no labels in, and none out */
	EFFECT_KEEP,     /* the result is the first argument, with its label */
	EFFECT_UNARY,
	EFFECT_BINARY,
	EFFECT_COPY,
	EFFECT_FILL,
	EFFECT_OVERFLOW, /* {result, overflow}: two operations */
	EFFECT_FUNNEL,
	EFFECT_FUSED,    /* first * second + third */
	EFFECT_LIST,     /* va_start */
	EFFECT_LIST_COPY,
};

struct known_call {
	const char *name;
	enum effect effect;
	uint8_t op, second;
};

static const struct known_call intrinsics[] = {
	{ "llvm.memcpy.", EFFECT_COPY, 0, 0 },
	{ "llvm.memmove.", EFFECT_COPY, 0, 0 },
	{ "llvm.memset.", EFFECT_FILL, 0, 0 },
	{ "llvm.umin.", EFFECT_BINARY, BUILT_MINIMUM_U, 0 },
	{ "llvm.umax.", EFFECT_BINARY, BUILT_MAXIMUM_U, 0 },
	{ "llvm.smin.", EFFECT_BINARY, BUILT_MINIMUM_S, 0 },
	{ "llvm.smax.", EFFECT_BINARY, BUILT_MAXIMUM_S, 0 },
	{ "llvm.abs.", EFFECT_UNARY, BUILT_ABSOLUTE, 0 },
	{ "llvm.bswap.", EFFECT_UNARY, BUILT_SWAP_BYTES, 0 },
	{ "llvm.ctpop.", EFFECT_UNARY, BUILT_COUNT_ONES, 0 },
	{ "llvm.ctlz.", EFFECT_UNARY, BUILT_LEADING_ZEROS, 0 },
	{ "llvm.cttz.", EFFECT_UNARY, BUILT_TRAILING_ZEROS, 0 },
	{ "llvm.uadd.with.overflow.", EFFECT_OVERFLOW, SK_NODE_ADD, BUILT_OVERFLOW_ADD_U },
	{ "llvm.sadd.with.overflow.", EFFECT_OVERFLOW, SK_NODE_ADD, BUILT_OVERFLOW_ADD_S },
	{ "llvm.usub.with.overflow.", EFFECT_OVERFLOW, SK_NODE_SUB, BUILT_OVERFLOW_SUB_U },
	{ "llvm.ssub.with.overflow.", EFFECT_OVERFLOW, SK_NODE_SUB, BUILT_OVERFLOW_SUB_S },
	{ "llvm.umul.with.overflow.", EFFECT_OVERFLOW, SK_NODE_MUL, BUILT_OVERFLOW_MUL_U },
	{ "llvm.smul.with.overflow.", EFFECT_OVERFLOW, SK_NODE_MUL, BUILT_OVERFLOW_MUL_S },
	{ "llvm.uadd.sat.", EFFECT_BINARY, BUILT_SATURATE_ADD_U, 0 },
	{ "llvm.usub.sat.", EFFECT_BINARY, BUILT_SATURATE_SUB_U, 0 },
	{ "llvm.fshl.", EFFECT_FUNNEL, 0, 0 },
	{ "llvm.fshr.", EFFECT_FUNNEL, 1, 0 },
	{ "llvm.fabs.", EFFECT_UNARY, SK_NODE_FABS, 0 },
	{ "llvm.sqrt.", EFFECT_UNARY, SK_NODE_FSQRT, 0 },
	{ "llvm.floor.", EFFECT_UNARY, SK_NODE_FFLOOR, 0 },
	{ "llvm.ceil.", EFFECT_UNARY, SK_NODE_FCEIL, 0 },
	{ "llvm.trunc.", EFFECT_UNARY, SK_NODE_FTRUNC, 0 },
	{ "llvm.rint.", EFFECT_UNARY, SK_NODE_FRINT, 0 },
	{ "llvm.nearbyint.", EFFECT_UNARY, SK_NODE_FRINT, 0 },
	{ "llvm.roundeven.", EFFECT_UNARY, SK_NODE_FRINT, 0 },
	{ "llvm.copysign.", EFFECT_BINARY, BUILT_COPY_SIGN, 0 },
	{ "llvm.minnum.", EFFECT_BINARY, BUILT_MINIMUM_F, 0 },
	{ "llvm.maxnum.", EFFECT_BINARY, BUILT_MAXIMUM_F, 0 },
#if defined(__x86_64__) /* on other machines it is rounded once, not twice */
	{ "llvm.fmuladd.", EFFECT_FUSED, 0, 0 },
#endif
	{ "llvm.expect.", EFFECT_KEEP, 0, 0 },
	{ "llvm.ssa.copy", EFFECT_KEEP, 0, 0 },
	{ "llvm.launder.", EFFECT_KEEP, 0, 0 },
	{ "llvm.va_start", EFFECT_LIST, 0, 0 },
	{ "llvm.va_copy", EFFECT_LIST_COPY, 0, 0 },
	{ "llvm.va_end", EFFECT_NOTHING, 0, 0 },
	{ "llvm.lifetime.", EFFECT_NOTHING, 0, 0 },
	{ "llvm.dbg.", EFFECT_NOTHING, 0, 0 },
	{ "llvm.assume", EFFECT_NOTHING, 0, 0 },
	{ "llvm.stacksave", EFFECT_NOTHING, 0, 0 },
	{ "llvm.stackrestore", EFFECT_NOTHING, 0, 0 },
	{ "llvm.prefetch", EFFECT_NOTHING, 0, 0 },
	{ "llvm.trap", EFFECT_NOTHING, 0, 0 },
	{ "llvm.is.constant.", EFFECT_NOTHING, 0, 0 },
	{ "llvm.objectsize.", EFFECT_NOTHING, 0, 0 },
	{ "llvm.experimental.noalias.scope", EFFECT_NOTHING, 0, 0 },
};

static const struct known_call functions[] = {
	{ "memcpy", EFFECT_COPY, 0, 0 },
	{ "memmove", EFFECT_COPY, 0, 0 },
	{ "memset", EFFECT_FILL, 0, 0 },
	{ "__memcpy_chk", EFFECT_COPY, 0, 0 },
	{ "__memmove_chk", EFFECT_COPY, 0, 0 },
	{ "__memset_chk", EFFECT_FILL, 0, 0 },
	{ "sqrt", EFFECT_UNARY, SK_NODE_FSQRT, 0 },
	{ "sqrtf", EFFECT_UNARY, SK_NODE_FSQRT, 0 },
	{ "fmod", EFFECT_BINARY, SK_NODE_FREM, 0 },
	{ "fmodf", EFFECT_BINARY, SK_NODE_FREM, 0 },
};

static const struct known_call *find(LLVMValueRef function)
{
	const char *name = value_name(function);
	if (str_starts(name, "llvm.")) {
		for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
			if (str_starts(name, intrinsics[i].name))
				return &intrinsics[i];
		return NULL;
	}
	for (size_t i = 0; LLVMIsDeclaration(function) && i < sizeof functions / sizeof *functions; i++)
		if (str_equal(name, functions[i].name))
			return &functions[i];
	return NULL;
}

static bool is_among(const char *name, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_equal(name, names[i]))
			return true;
	return false;
}

#define IS_AMONG(name, names) is_among(name, names, sizeof(names) / sizeof *(names))

bool is_harmless_function(const char *name)
{
	static const char *const names[] = {
		"printf",         "fprintf",       "vprintf", "vfprintf", "puts",   "fputs",        "putchar",
		"putc",           "fputc",         "fwrite",  "perror",   "fflush", "__printf_chk", "__fprintf_chk",
		"__vfprintf_chk", "putc_unlocked", "memcmp",  "_setjmp",  "setjmp", "__sigsetjmp",  "putchar_unlocked"
	};
	return IS_AMONG(name, names);
}

bool is_allocation(const char *name)
{
	static const char *const names[] = { "malloc",          "calloc",
		                             "realloc",         "free",
		                             "reallocarray",    "memalign",
		                             "posix_memalign",  "valloc",
		                             "aligned_alloc",   "stub",
		                             "callback",        "labels_fix",
		                             "retire",          "malloc_usable_size",
		                             "labels_copy",     "labels_forget",
		                             "slow_reads_list", "print_plain",
		                             "strtok_rest" };
	return IS_AMONG(name, names);
}

bool takes_list(const char *name)
{
	static const char *const names[] = { "vsprintf",  "vsnprintf",       "__vsprintf_chk", "__vsnprintf_chk",
		                             "vasprintf", "__vasprintf_chk", "vsscanf",        "vdprintf" };
	return IS_AMONG(name, names);
}

/* ---- effects ---- */

static LLVMValueRef argument(LLVMValueRef call, unsigned i)
{
	return LLVMGetArgOperand(call, i);
}

static const struct known_call *current(LLVMValueRef call)
{
	return find(LLVMGetCalledValue(call));
}

static LLVMValueRef scalar_unary(struct labels *labels, LLVMValueRef call, const LLVMValueRef *values,
                                 const LLVMValueRef *known)
{
	unsigned bits = label_bits(labels, LLVMTypeOf(values[0]));
	return LABEL_CALL(labels, "unary", describe_op(labels, current(call)->op, bits, bits, 0), known[0],
	                  raw_value(labels, values[0]));
}

static LLVMValueRef scalar_binary(struct labels *labels, LLVMValueRef call, const LLVMValueRef *values,
                                  const LLVMValueRef *known)
{
	unsigned bits = label_bits(labels, LLVMTypeOf(values[0]));
	return LABEL_CALL(labels, "binary", describe_op(labels, current(call)->op, bits, bits, 0), known[0], known[1],
	                  raw_value(labels, values[0]), raw_value(labels, values[1]));
}

static LLVMValueRef scalar_funnel(struct labels *labels, LLVMValueRef call, const LLVMValueRef *values,
                                  const LLVMValueRef *known)
{
	unsigned bits = label_bits(labels, LLVMTypeOf(values[0]));
	return LABEL_CALL(labels, "funnel", describe_op(labels, 0, bits, bits, current(call)->op), known[0], known[1],
	                  known[2], raw_value(labels, values[0]), raw_value(labels, values[1]),
	                  raw_value(labels, values[2]));
}

static LLVMValueRef scalar_fused(struct labels *labels, LLVMValueRef call, const LLVMValueRef *values,
                                 const LLVMValueRef *known)
{
	(void)call;
	unsigned bits = label_bits(labels, LLVMTypeOf(values[0]));
	LLVMValueRef product = LLVMBuildFMul(labels->module->builder, values[0], values[1], "");
	LLVMValueRef of_product = LABEL_CALL(labels, "binary", describe_op(labels, SK_NODE_FMUL, bits, bits, 0),
	                                     known[0], known[1], raw_value(labels, values[0]),
	                                     raw_value(labels, values[1]));
	return LABEL_CALL(labels, "binary", describe_op(labels, SK_NODE_FADD, bits, bits, 0), of_product, known[2],
	                  raw_value(labels, product), raw_value(labels, values[2]));
}

static LLVMValueRef of_overflow(struct labels *labels, LLVMValueRef call, const struct known_call *entry)
{
	LLVMValueRef left = argument(call, 0), right = argument(call, 1);
	if (!label_bits(labels, LLVMTypeOf(left))) {
		fix_operands(labels, call);
		return no_label(labels, LLVMTypeOf(call));
	}
	LLVMValueRef parts[] = { label_binary(labels, entry->op, left, right),
		                 label_binary(labels, entry->second, left, right) };
	return leaves_join(labels, LLVMTypeOf(call), parts, 2);
}

/* A function that returns its destination keeps the label of that pointer. */
static void keep_first(struct labels *labels, LLVMValueRef call)
{
	if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
		set_label(labels, call, label_of(labels, argument(call, 0)));
}

static void apply_to_memory(struct labels *labels, LLVMValueRef call, enum effect effect)
{
	build_behind(labels, call);
	switch (effect) {
	case EFFECT_COPY:
		label_copy(labels, argument(call, 0), argument(call, 1), argument(call, 2));
		keep_first(labels, call);
		break;
	case EFFECT_FILL:
		label_fill(labels, argument(call, 0), argument(call, 1), argument(call, 2));
		keep_first(labels, call);
		break;
	case EFFECT_LIST: {
		LLVMTypeRef params[] = { labels->module->pointer, labels->module->pointer };
		LLVMValueRef args[] = { argument(call, 0), labels->saved };
		LLVMValueRef start = module_declare(labels->module, "__skep_variable_start",
		                                    LLVMFunctionType(labels->module->nothing, params, 2, false));
		if (labels->saved)
			LLVMBuildCall2(labels->module->builder, LLVMGlobalGetValueType(start), start, args, 2, "");
		break;
	}
	default: /* a va_list has 24 bytes */
		label_copy(labels, argument(call, 0), argument(call, 1), number64(labels, 24));
	}
}

bool label_known_call(struct labels *labels, LLVMValueRef call, LLVMValueRef function)
{
	const struct known_call *entry = find(function);
	if (!entry)
		return false;
	module_build_before(labels->module, call);
	switch (entry->effect) {
	case EFFECT_NOTHING:
		break;
	case EFFECT_KEEP:
		set_label(labels, call, label_of(labels, argument(call, 0)));
		break;
	case EFFECT_UNARY:
		set_label(labels, call, label_elements(labels, call, 1, scalar_unary));
		break;
	case EFFECT_BINARY:
		set_label(labels, call, label_elements(labels, call, 2, scalar_binary));
		break;
	case EFFECT_FUNNEL:
		set_label(labels, call, label_elements(labels, call, 3, scalar_funnel));
		break;
	case EFFECT_FUSED:
		set_label(labels, call, label_elements(labels, call, 3, scalar_fused));
		break;
	case EFFECT_OVERFLOW:
		set_label(labels, call, of_overflow(labels, call, entry));
		break;
	default:
		apply_to_memory(labels, call, entry->effect);
	}
	return true;
}
