/* severity: see severity.h. */
#include "judge/severity.h"

#include <string.h>

#define KIND(kind) (UINT32_C(1) << (kind))

/* Rows are tried in order; a fault that fits none is of medium severity. */
static const struct {
	uint32_t kinds;
	const char *message; /* a part of the fault's message; NULL: any message */
	bool writes;
	enum severity severity;
} table[] = {
	{ KIND(SK_ASAN) | KIND(SK_SEGV) | KIND(SK_BUS) | KIND(SK_UNSET_USE), NULL, true, SEVERITY_HIGH },
	{ KIND(SK_BAD_FREE), NULL, false, SEVERITY_HIGH },
	{ KIND(SK_ASAN) | KIND(SK_UNSET_USE), "double-free", false, SEVERITY_HIGH },
	{ KIND(SK_ASAN) | KIND(SK_UNSET_USE), "bad-free", false, SEVERITY_HIGH },
	{ KIND(SK_LEAK) | KIND(SK_OUT_OF_MEMORY), NULL, false, SEVERITY_LOW },
	{ KIND(SK_UBSAN), "divide-by-zero", false, SEVERITY_MEDIUM },
	{ KIND(SK_UBSAN), "unreachable", false, SEVERITY_MEDIUM },
	{ KIND(SK_UBSAN), "out-of-bounds", false, SEVERITY_MEDIUM },
	{ KIND(SK_UBSAN), "missing-return", false, SEVERITY_MEDIUM },
	{ KIND(SK_UBSAN), "null", false, SEVERITY_MEDIUM }, /* a bad access follows in most cases */
	{ KIND(SK_UBSAN), NULL, false, SEVERITY_LOW },
};

/* An access near address zero damages nothing: the program ends. */
static bool damages(const struct sk_fault *fault)
{
	return fault->is_write == 1 && fault->owner != SK_OWNER_NULL;
}

enum severity severity_of(const struct sk_fault *fault, enum sk_outcome outcome)
{
	for (size_t i = 0; outcome != SK_HANG && i < sizeof table / sizeof *table; i++)
		if ((table[i].kinds & KIND(fault->kind)) && (!table[i].writes || damages(fault)) &&
		    (!table[i].message || strstr(fault->message, table[i].message)))
			return table[i].severity;
	return SEVERITY_MEDIUM;
}

const char *severity_word(enum severity severity)
{
	static const char *const words[] = { "low", "medium", "high" };
	return words[severity];
}
