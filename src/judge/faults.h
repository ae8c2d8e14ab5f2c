/* faults: the class of a fault, from the fault alone.
 *
 * The tables of rules (judge/rules.c) have rows for classes. A class is the kind that the target
 * reports, where it matters together with the owner of the memory, and in a few cases with words of
 * the message. How the test led to the fault is a matter of circumstances. */
#ifndef SKEP_JUDGE_FAULTS_H
#define SKEP_JUDGE_FAULTS_H

#include "exec/exec.h"

enum fault_class {
	FAULT_HANG,
	FAULT_CONTRACT,       /* a contract of the user does not hold */
	FAULT_LAW,            /* a built-in contract does not hold */
	FAULT_LAW_ON_OWN,     /* a built-in contract does not hold, and the object belongs to the unit */
	FAULT_NULL_OFFSET,    /* zero is added to a null pointer */
	FAULT_UNSET_OFFSET,   /* memory that nobody set decides ... the number that is added to a pointer, */
	FAULT_UNSET_NULL,     /* ... whether null is followed, */
	FAULT_UNSET_USE,      /* ... whether there is some other fault, */
	FAULT_UNSET_DECISION, /* ... which way the unit goes, */
	FAULT_UNSET_RESULT,   /* ... or the result of a call */
	FAULT_OUT_OF_MEMORY,
	FAULT_ASSERTION,
	FAULT_ABORT,
	FAULT_DIVISION,
	FAULT_RECURSION,
	FAULT_LEAK,
	FAULT_HELD_LEAK,      /* the test still holds the memory */
	FAULT_TEST_MEMORY,    /* a bad access to memory of the test */
	FAULT_TEST_FREE,      /* the unit frees memory of the test */
	FAULT_BAD_FREE,       /* the unit frees a pointer that is no block */
	FAULT_UNIT_MEMORY,    /* a bad access to memory of the unit */
	FAULT_FREED_MEMORY,   /* an access to memory that was freed */
	FAULT_STACK_MEMORY,
	FAULT_WILD_FREE,      /* a free of unknown memory, or an access after it */
	FAULT_NULL_POINTER, /* the unit follows a null pointer */
	FAULT_UNDEFINED,      /* other undefined behaviour */
	FAULT_WILD,           /* a bad access to unknown memory */
	FAULT_OTHER,
	N_FAULT_CLASSES
};

enum fault_class fault_class_of(const struct sk_fault *fault, enum sk_outcome outcome);
/* The fault's name for people: "heap overflow", "null dereference", ... */
const char *fault_name(const struct sk_fault *fault, enum sk_outcome outcome);
/* The fault is a shift of bits into or past the sign by a number of bits that the type has. C does not define the
 * result, and common compilers all give the same. */
bool fault_shifts_sign(const struct sk_fault *fault);

#endif
