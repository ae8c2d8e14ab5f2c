/* faults: what kind of thing went wrong, from the fault alone.
 *
 * A class is what the tables of rules (judge/rules.c) are about: the kind that the target
 * reports, where it matters whose memory was hit, and in a few cases what the message says.
 * How the test came to it is for circumstances to say. */
#ifndef SKEP_JUDGE_FAULTS_H
#define SKEP_JUDGE_FAULTS_H

#include "exec/exec.h"

enum fault_class {
	FAULT_HANG,
	FAULT_CONTRACT,       /* a contract of the user does not hold */
	FAULT_LAW,            /* a built-in contract does not */
	FAULT_LAW_ON_OWN,     /* the same, and the object is the unit's */
	FAULT_NULL_OFFSET,    /* zero is added to a null pointer */
	FAULT_UNSET_OFFSET,   /* memory that nobody set decides ... what is added to a pointer, */
	FAULT_UNSET_NULL,     /* ... whether null is followed, */
	FAULT_UNSET_USE,      /* ... whether there is some other fault, */
	FAULT_UNSET_DECISION, /* ... which way the unit goes, */
	FAULT_UNSET_RESULT,   /* ... or what a call gives */
	FAULT_OUT_OF_MEMORY,
	FAULT_ASSERTION,
	FAULT_ABORT,
	FAULT_DIVISION,
	FAULT_RECURSION,
	FAULT_LEAK,
	FAULT_HELD_LEAK,      /* the test still holds the memory */
	FAULT_TEST_MEMORY,    /* a bad access to memory of the test */
	FAULT_TEST_FREE,      /* the unit frees memory of the test */
	FAULT_BAD_FREE,       /* it frees something that is no block */
	FAULT_UNIT_MEMORY,    /* a bad access to its own memory */
	FAULT_FREED_MEMORY,   /* an access to memory that was freed */
	FAULT_STACK_MEMORY,
	FAULT_WILD_FREE,      /* a free, or an access after it, of memory that nobody knows */
	FAULT_NULL_POINTER, /* null is followed */
	FAULT_UNDEFINED,      /* other undefined behaviour */
	FAULT_WILD,           /* a bad access to memory that nobody knows */
	FAULT_OTHER,
	N_FAULT_CLASSES
};

enum fault_class fault_class_of(const struct sk_fault *fault, enum sk_outcome outcome);
/* "heap overflow", "null dereference", ...: what a person calls the fault. */
const char *fault_name(const struct sk_fault *fault, enum sk_outcome outcome);
/* Bits are shifted into or past the sign, by a number of bits that the type has: C does not define it, and common
 * compilers all do the same. */
bool fault_shifts_sign(const struct sk_fault *fault);

#endif
