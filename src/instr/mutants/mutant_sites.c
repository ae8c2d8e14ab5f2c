/* mutant_sites: the places where faults can be put. The tables are the mutation operators.
 *
 * The IR is clang's output without optimising, so that instructions still stand for the
 * programmer's code. Faults are left out if no test could see them, or if they make the program
 * undefined in every test: initial values of variables that were never set, calls that do not
 * return, and free(), whose loss only a leak checker would notice. */
#include "instr/mutants/mutant_sites.h"

#include <string.h>

#include "base/map.h"

static const struct {
	unsigned from, to;
	const char *before, *after;
} comparisons[] = {
	{ LLVMIntEQ, LLVMIntNE, "==", "!=" },     { LLVMIntNE, LLVMIntEQ, "!=", "==" },
	{ LLVMIntSLT, LLVMIntSLE, "<", "<=" },    { LLVMIntSLT, LLVMIntSGE, "<", ">=" },
	{ LLVMIntSLE, LLVMIntSLT, "<=", "<" },    { LLVMIntSLE, LLVMIntSGT, "<=", ">" },
	{ LLVMIntSGT, LLVMIntSGE, ">", ">=" },    { LLVMIntSGT, LLVMIntSLE, ">", "<=" },
	{ LLVMIntSGE, LLVMIntSGT, ">=", ">" },    { LLVMIntSGE, LLVMIntSLT, ">=", "<" },
	{ LLVMIntULT, LLVMIntULE, "<", "<=" },    { LLVMIntULT, LLVMIntUGE, "<", ">=" },
	{ LLVMIntULE, LLVMIntULT, "<=", "<" },    { LLVMIntULE, LLVMIntUGT, "<=", ">" },
	{ LLVMIntUGT, LLVMIntUGE, ">", ">=" },    { LLVMIntUGT, LLVMIntULE, ">", "<=" },
	{ LLVMIntUGE, LLVMIntUGT, ">=", ">" },    { LLVMIntUGE, LLVMIntULT, ">=", "<" },
	{ LLVMRealOEQ, LLVMRealUNE, "==", "!=" }, { LLVMRealUNE, LLVMRealOEQ, "!=", "==" },
	{ LLVMRealOLT, LLVMRealOLE, "<", "<=" },  { LLVMRealOLT, LLVMRealOGE, "<", ">=" },
	{ LLVMRealOLE, LLVMRealOLT, "<=", "<" },  { LLVMRealOLE, LLVMRealOGT, "<=", ">" },
	{ LLVMRealOGT, LLVMRealOGE, ">", ">=" },  { LLVMRealOGT, LLVMRealOLE, ">", "<=" },
	{ LLVMRealOGE, LLVMRealOGT, ">=", ">" },  { LLVMRealOGE, LLVMRealOLT, ">=", "<" },
};

/* No fault traps where the original does not, so there is no new division. */
static const struct {
	LLVMOpcode from, to;
	const char *before, *after;
} operators[] = {
	{ LLVMAdd, LLVMSub, "+", "-" },    { LLVMSub, LLVMAdd, "-", "+" },    { LLVMMul, LLVMAdd, "*", "+" },
	{ LLVMSDiv, LLVMMul, "/", "*" },   { LLVMUDiv, LLVMMul, "/", "*" },   { LLVMSRem, LLVMMul, "%", "*" },
	{ LLVMURem, LLVMMul, "%", "*" },   { LLVMAnd, LLVMOr, "&", "|" },     { LLVMOr, LLVMAnd, "|", "&" },
	{ LLVMXor, LLVMOr, "^", "|" },     { LLVMShl, LLVMLShr, "<<", ">>" }, { LLVMLShr, LLVMShl, ">>", "<<" },
	{ LLVMAShr, LLVMShl, ">>", "<<" }, { LLVMFAdd, LLVMFSub, "+", "-" },  { LLVMFSub, LLVMFAdd, "-", "+" },
	{ LLVMFMul, LLVMFAdd, "*", "+" },  { LLVMFDiv, LLVMFMul, "/", "*" },
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct search {
	struct module *module;
	const struct unit *unit;
	struct site_list *sites;
	uint32_t function;
	uint32_t n_before;        /* sites that were found in earlier functions */
};

static struct site *add_site(struct search *search, enum fault fault, LLVMValueRef instruction)
{
	struct site site = { .fault = fault, .instruction = instruction, .function = search->function };
	site.line = LLVMGetDebugLocLine(instruction);
	site.column = LLVMGetDebugLocColumn(instruction);
	uint64_t place[2] = { search->function, search->sites->at.n - search->n_before };
	site.rank = hash_bytes(place, sizeof place, 0);
	vec_push(&search->sites->at, site);
	return &vec_last(&search->sites->at);
}

/* ---- what an instruction offers ---- */

static void look_at_comparison(struct search *search, LLVMValueRef i, unsigned predicate)
{
	for (size_t k = 0; k < COUNT(comparisons); k++) {
		if (comparisons[k].from != predicate)
			continue;
		struct site *site = add_site(search, FAULT_COMPARISON, i);
		site->instead = comparisons[k].to;
		site->before = comparisons[k].before;
		site->after = comparisons[k].after;
	}
}

static bool is_number(LLVMValueRef value)
{
	return LLVMIsAConstantInt(value) != NULL;
}

static bool is_all_ones(LLVMValueRef value)
{
	return is_number(value) && LLVMConstIntGetSExtValue(value) == -1;
}

/* p - q subtracts addresses and divides by the size of the elements; only the subtraction is in the
 * source. */
static bool divides_addresses(LLVMValueRef i)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
	LLVMValueRef difference = LLVMGetOperand(i, 0);
	return opcode == LLVMSDiv && LLVMIsAInstruction(difference) &&
	       LLVMGetInstructionOpcode(difference) == LLVMSub && LLVMIsAPtrToIntInst(LLVMGetOperand(difference, 0));
}

static bool is_narrow(LLVMValueRef value, unsigned bits)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= bits;
}

/* Excluded are the zero of `-x`, which is 0 - x, and shifts that would become too wide. */
static bool constant_may_grow(LLVMValueRef i, unsigned operand)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
	LLVMValueRef value = LLVMGetOperand(i, operand);
	if (!is_number(value) || !is_narrow(value, 64))
		return false;
	bool shifts = opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
	bool divides = opcode == LLVMSDiv || opcode == LLVMUDiv || opcode == LLVMSRem || opcode == LLVMURem;
	if (operand == 0)
		return !shifts && !divides && LLVMConstIntGetZExtValue(value) != 0;
	if (shifts)
		return LLVMConstIntGetZExtValue(value) + 1 < LLVMGetIntTypeWidth(LLVMTypeOf(value));
	return !divides || !is_all_ones(value);
}

static void look_at_operator(struct search *search, LLVMValueRef i)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
	size_t k = 0;
	while (k < COUNT(operators) && operators[k].from != opcode)
		k++;
	bool complements = opcode == LLVMXor && is_all_ones(LLVMGetOperand(i, 1));
	if (k == COUNT(operators) || is_narrow(i, 1) || complements || divides_addresses(i))
		return;
	struct site *site = add_site(search, FAULT_OPERATOR, i);
	site->instead = operators[k].to;
	site->before = operators[k].before;
	site->after = operators[k].after;
	for (unsigned operand = 0; operand < 2; operand++)
		if (constant_may_grow(i, operand))
			add_site(search, FAULT_CONSTANT, i)->operand = operand;
}

/* The local variable that an address leads into, or NULL. */
static LLVMValueRef local_behind(LLVMValueRef address)
{
	while (LLVMIsAGetElementPtrInst(address))
		address = LLVMGetOperand(address, 0);
	return LLVMIsAAllocaInst(address);
}

/* A local variable without its first store would have no value at all. */
static void look_at_store(struct search *search, LLVMValueRef i)
{
	LLVMValueRef value = LLVMGetOperand(i, 0);
	if (LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
		return;
	if (is_number(value) && is_narrow(value, 64))
		add_site(search, FAULT_CONSTANT, i)->operand = 0;
	if (!local_behind(LLVMGetOperand(i, 1)))
		add_site(search, FAULT_NO_STORE, i);
}

static bool has_attribute(LLVMValueRef call, LLVMValueRef called, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	return LLVMGetCallSiteEnumAttribute(call, index, kind) || LLVMGetEnumAttributeAtIndex(called, index, kind);
}

static void look_at_call(struct search *search, LLVMValueRef i)
{
	LLVMValueRef called = called_function(i);
	const char *name = called ? value_name(called) : "";
	if (str_starts(name, "llvm.mem") && LLVMGetNumArgOperands(i) == 4) {
		if (!local_behind(LLVMGetOperand(i, 0)))
			add_site(search, FAULT_NO_COPY, i);
		return;
	}
	if (!called || is_foreign_name(name) || str_equal(name, "free") || has_attribute(i, called, "noreturn"))
		return;
	if (!LLVMGetFirstUse(i) && LLVMGetCalledFunctionType(i) == LLVMGlobalGetValueType(called))
		add_site(search, FAULT_NO_CALL, i)->before = name;
}

/* Faults of comparisons already invert these branches, and those of `&&` and `||` depend on phis
 * whose parts have faults. */
static void look_at_branch(struct search *search, LLVMValueRef i)
{
	if (!LLVMIsConditional(i))
		return;
	LLVMValueRef condition = LLVMGetCondition(i);
	if (!LLVMIsAICmpInst(condition) && !LLVMIsAFCmpInst(condition) && !LLVMIsAPHINode(condition) &&
	    !LLVMIsConstant(condition))
		add_site(search, FAULT_NEGATED, i);
}

/* A struct in registers is not a number. */
static bool returns_scalar(const struct search *search)
{
	const struct model *model = search->unit->model;
	uint32_t f = model_find_function(model, search->unit->marks->functions.at[search->function].name);
	if (f == NONE)
		return false;
	enum type_kind kind = model_canonical(model, model->functions.at[f].result)->kind;
	return kind != TYPE_STRUCT && kind != TYPE_UNION;
}

static void look_at_return(struct search *search, LLVMValueRef i)
{
	if (!LLVMGetNumOperands(i) || !returns_scalar(search))
		return;
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0)));
	bool is_real = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
	if (kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || is_real)
		add_site(search, FAULT_RESULT, i);
}

static void look_at(struct search *search, LLVMValueRef i)
{
	if (!LLVMGetDebugLocLine(i) || is_auto_init(search->module, i))
		return;
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMICmp:
		look_at_comparison(search, i, LLVMGetICmpPredicate(i));
		break;
	case LLVMFCmp:
		look_at_comparison(search, i, LLVMGetFCmpPredicate(i));
		break;
	case LLVMStore:
		look_at_store(search, i);
		break;
	case LLVMCall:
		look_at_call(search, i);
		break;
	case LLVMBr:
		look_at_branch(search, i);
		break;
	case LLVMRet:
		look_at_return(search, i);
		break;
	default:
		look_at_operator(search, i);
	}
}

/* ---- which functions ---- */

/* The name in the module is "name", or "name.7" if a static function met another of its name. */
static bool is_named(const char *in_module, const char *name)
{
	size_t n = strlen(name);
	return strncmp(in_module, name, n) == 0 && (!in_module[n] || in_module[n] == '.');
}

uint32_t function_mark_of(const struct marks *marks, LLVMValueRef function)
{
	unsigned length = 0;
	const char *path = LLVMGetDebugLocFilename(function, &length);
	uint32_t best = NONE;
	if (LLVMIsDeclaration(function) || !path)
		return NONE;
	char *file = xprintf("%.*s", (int)length, path);
	for (uint32_t i = 0; i < marks->functions.n; i++) {
		const struct function_mark *mark = &marks->functions.at[i];
		if (!is_named(value_name(function), mark->name) ||
		    !str_equal(path_base(file), path_base(marks->files.at[mark->place.file])))
			continue;
		if (best == NONE || mark->place.line == LLVMGetDebugLocLine(function))
			best = i;
	}
	free(file);
	return best;
}

void sites_find(struct module *module, const struct unit *unit, struct site_list *sites)
{
	for
		EACH_FUNCTION(module, f)
		{
			struct search search = {
				.module = module, .unit = unit, .sites = sites, .n_before = (uint32_t)sites->at.n
			};
			search.function = function_mark_of(unit->marks, f);
			if (search.function == NONE || unit->marks->functions.at[search.function].is_apart)
				continue;
		for
			EACH_BLOCK(f, b)
			for
				EACH_INSTRUCTION(b, i)
			look_at(&search, i);
		}
}

/* ---- which of them ---- */

struct turn {
	uint64_t rank;
	uint32_t function;
};

static int by_rank(const void *a, const void *b)
{
	const struct turn *x = a, *y = b;
	return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* The order in which functions give one site each. It is not the order of the source, whose first
 * functions would get all mutants if there are more functions than mutants. */
static struct turn *make_turns(size_t n_functions)
{
	struct turn *turns = xcalloc(n_functions + 1, sizeof *turns);
	for (uint32_t f = 0; f < n_functions; f++)
		turns[f] = (struct turn){ hash_bytes(&f, sizeof f, 0), f };
	qsort(turns, n_functions, sizeof *turns, by_rank);
	return turns;
}

/* The site of the function with the lowest rank among those not chosen yet, or NULL. */
static struct site *next_of(struct site_list *sites, uint32_t function)
{
	struct site *best = NULL;
	for (size_t i = 0; i < sites->at.n; i++) {
		struct site *site = &sites->at.at[i];
		if (site->function == function && !site->chosen && (!best || site->rank < best->rank))
			best = site;
	}
	return best;
}

void sites_choose(struct site_list *sites, size_t n_functions, size_t limit)
{
	struct turn *turns = make_turns(n_functions);
	size_t n = 0, kept = 0;
	for (bool more = true; more && n < limit;) {
		more = false;
		for (size_t i = 0; i < n_functions && n < limit; i++) {
			struct site *site = next_of(sites, turns[i].function);
			if (!site)
				continue;
			site->chosen = more = true;
			n++;
		}
	}
	for (size_t i = 0; i < sites->at.n; i++)
		if (sites->at.at[i].chosen)
			sites->at.at[kept++] = sites->at.at[i];
	sites->at.n = kept;
	free(turns);
}
