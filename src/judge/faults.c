/* faults: see faults.h. */
#include "judge/faults.h"

#include <stdlib.h>
#include <string.h>

#define KIND(kind) (UINT32_C(1) << (kind))
#define OWNER(owner) (UINT32_C(1) << (owner))
#define OF_UNIT (OWNER(SK_OWNER_UNIT_HEAP) | OWNER(SK_OWNER_GLOBAL))
#define BY_NULL OWNER(SK_OWNER_NULL)

/* How a class is recognised. The first row that fits decides. A field that is 0 or NULL is not
 * compared. */
static const struct {
	enum fault_class class;
	uint32_t kinds, owners;
	const char *message; /* a part of the fault's message */
} signs[] = {
	{ FAULT_CONTRACT, KIND(SK_CONTRACT), 0, NULL },
	{ FAULT_LAW_ON_OWN, KIND(SK_LAW), OF_UNIT, NULL },
	{ FAULT_LAW, KIND(SK_LAW), 0, NULL },
	{ FAULT_NULL_OFFSET, KIND(SK_UBSAN) | KIND(SK_UNSET_USE), 0, "nullptr-with-zero-offset" },
	{ FAULT_UNSET_OFFSET, KIND(SK_UNSET_USE), 0, "an offset" },
	{ FAULT_UNSET_NULL, KIND(SK_UNSET_USE), BY_NULL, NULL },
	{ FAULT_UNSET_USE, KIND(SK_UNSET_USE), 0, NULL },
	{ FAULT_UNSET_DECISION, KIND(SK_UNSET_DECISION), 0, NULL },
	{ FAULT_UNSET_RESULT, KIND(SK_UNSET_RESULT), 0, NULL },
	{ FAULT_OUT_OF_MEMORY, KIND(SK_OUT_OF_MEMORY), 0, NULL },
	{ FAULT_ASSERTION, KIND(SK_ASSERT), 0, NULL },
	{ FAULT_ABORT, KIND(SK_ABORT), 0, NULL },
	{ FAULT_DIVISION, KIND(SK_FPE), 0, NULL },
	{ FAULT_RECURSION, KIND(SK_STACK_OVERFLOW), 0, NULL },
	{ FAULT_HELD_LEAK, KIND(SK_LEAK), OWNER(SK_OWNER_TEST), NULL },
	{ FAULT_LEAK, KIND(SK_LEAK), 0, NULL },
	{ FAULT_UNDEFINED, KIND(SK_ASAN), 0, "param-overlap" },
	{ FAULT_TEST_MEMORY, KIND(SK_ASAN) | KIND(SK_SEGV) | KIND(SK_BUS), OWNER(SK_OWNER_TEST), NULL },
	{ FAULT_TEST_FREE, KIND(SK_BAD_FREE), OWNER(SK_OWNER_TEST), "free" },
	/* A misaligned access is undefined behaviour, too: it is reported before the memory is
	 * looked at. */
	{ FAULT_FREED_MEMORY, KIND(SK_ASAN) | KIND(SK_BAD_FREE) | KIND(SK_UBSAN), OWNER(SK_OWNER_FREED), NULL },
	{ FAULT_BAD_FREE, KIND(SK_ASAN), 0, "bad-free" },
	{ FAULT_UNIT_MEMORY, KIND(SK_ASAN), OF_UNIT, NULL },
	{ FAULT_STACK_MEMORY, KIND(SK_ASAN), OWNER(SK_OWNER_STACK), NULL },
	{ FAULT_WILD_FREE, KIND(SK_ASAN) | KIND(SK_BAD_FREE), 0, "free" },
	{ FAULT_NULL_POINTER, 0, BY_NULL, NULL },
	{ FAULT_NULL_POINTER, KIND(SK_UBSAN), 0, "null" },
	{ FAULT_UNDEFINED, KIND(SK_UBSAN), 0, NULL },
	{ FAULT_WILD, KIND(SK_ASAN) | KIND(SK_BAD_FREE) | KIND(SK_SEGV) | KIND(SK_BUS), 0, NULL },
	{ FAULT_OTHER, 0, 0, NULL },
};

enum fault_class fault_class_of(const struct sk_fault *fault, enum sk_outcome outcome)
{
	size_t i = 0;
	if (outcome == SK_HANG)
		return FAULT_HANG;
	while ((signs[i].kinds && !(signs[i].kinds & KIND(fault->kind))) ||
	       (signs[i].owners && !(signs[i].owners & OWNER(fault->owner))) ||
	       (signs[i].message && !strstr(fault->message, signs[i].message)))
		i++;
	return signs[i].class;
}

/* The name that sanitizers give a fault, and its name for people. */
static const struct {
	const char *theirs, *ours;
} names[] = {
	{ "heap-buffer-overflow", "heap overflow" },
	{ "stack-buffer-overflow", "overflow of a local buffer" },
	{ "stack-buffer-underflow", "underflow of a local buffer" },
	{ "global-buffer-overflow", "overflow of a global" },
	{ "heap-use-after-free", "use after free" },
	{ "stack-use-after-scope", "use of a local variable out of its scope" },
	{ "stack-use-after-return", "use of a local variable after return" },
	{ "double-free", "double free" },
	{ "bad-free", "free of what is not allocated" },
	{ "alloc-dealloc", "mismatched free" },
	{ "param-overlap", "overlapping copy" },
	{ "negative-size-param", "negative size" },
	{ "use-after-poison", "use of poisoned memory" },
	{ "null-pointer-use", "null dereference" },
	{ "nullptr-with-offset", "arithmetic on a null pointer" },
	{ "nullptr-with-zero-offset", "zero added to a null pointer" },
	{ "pointer-overflow", "pointer overflow" },
	{ "misaligned-pointer-use", "misaligned pointer" },
	{ "signed-integer-overflow", "integer overflow" },
	{ "integer-divide-by-zero", "division by zero" },
	{ "invalid-shift", "invalid shift" },
	{ "out-of-bounds-index", "index out of bounds" },
	{ "float-cast-overflow", "number too large for an integer" },
	{ "invalid-value", "invalid value of a bool or enum" },
	{ "invalid-null", "null where it is forbidden" },
	{ "missing-return", "missing return" },
	{ "unreachable-call", "unreachable code reached" },
};

static const char *plain_name(const char *message, const char *otherwise)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strstr(message, names[i].theirs))
			return names[i].ours;
	return otherwise;
}

const char *fault_name(const struct sk_fault *fault, enum sk_outcome outcome)
{
	if (outcome == SK_HANG)
		return "hang";
	switch ((enum sk_fault_kind)fault->kind) {
	case SK_SEGV:
	case SK_BUS:
		return fault->owner == SK_OWNER_NULL ? "null dereference" : "bad address";
	case SK_FPE:
		return "division by zero";
	case SK_ASSERT:
		return "failed assertion";
	case SK_ABORT:
		return "abort";
	case SK_STACK_OVERFLOW:
		return "endless recursion";
	case SK_OUT_OF_MEMORY:
		return "out of memory";
	case SK_ASAN:
		return plain_name(fault->message, "memory error");
	case SK_UBSAN:
		return plain_name(fault->message, "undefined behaviour");
	case SK_BAD_FREE:
		return "bad free";
	case SK_LEAK:
		return "leak";
	case SK_CONTRACT:
	case SK_LAW:
		return "broken contract";
	case SK_UNSET_DECISION:
		return "uninitialised value in a decision";
	case SK_UNSET_USE:
		return "use of an uninitialised value";
	case SK_UNSET_RESULT:
		return "inconsistent result";
	default:
		return "crash";
	}
}

/* "-2 shifted by 2 in type 'int'" */
bool fault_shifts_sign(const struct sk_fault *fault)
{
	const char *by = strstr(fault->message, "shifted by ");
	if (!by || !strstr(fault->message, "invalid-shift") || (fault->kind != SK_UBSAN && fault->kind != SK_UNSET_USE))
		return false;
	long bits = strtol(by + strlen("shifted by "), NULL, 10);
	return bits >= 0 && bits < (strstr(by, "long") || strstr(by, "64") ? 64 : 32);
}
