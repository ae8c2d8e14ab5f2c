/* words: names of faults for people. */
#include "exec/exec.h"

const char *fault_kind_word(uint32_t kind)
{
	static const char *const words[] = {
		[SK_NO_FAULT] = "no fault",
		[SK_SEGV] = "bad address",
		[SK_BUS] = "bus error",
		[SK_FPE] = "arithmetic error",
		[SK_ILL] = "illegal instruction",
		[SK_ABORT] = "abort",
		[SK_ASSERT] = "failed assertion",
		[SK_STACK_OVERFLOW] = "stack overflow",
		[SK_SIGNAL] = "signal",
		[SK_OUT_OF_MEMORY] = "out of memory",
		[SK_ASAN] = "memory error",
		[SK_UBSAN] = "undefined behaviour",
		[SK_BAD_FREE] = "bad free",
		[SK_LEAK] = "memory leak",
		[SK_LOST] = "vanished worker",
		[SK_CONTRACT] = "broken contract",
		[SK_UNSET_DECISION] = "decision on unset memory",
		[SK_UNSET_RESULT] = "result from unset memory",
		[SK_UNSET_USE] = "use of unset memory",
		[SK_LAW] = "broken built-in contract",
	};
	return kind < sizeof words / sizeof *words ? words[kind] : "unknown fault";
}
