/* rules: the table that turns a fault and its circumstances into a verdict.
 *
 * The rules are data in one place (rules.c), tried in order; the first that fits
 * decides. Two that are about what users of the unit would not do come before all but
 * misuses and the user's own word. Each has a name, so that a verdict can be explained and tested. */
#ifndef SKEP_JUDGE_RULES_H
#define SKEP_JUDGE_RULES_H

#include "judge/judge.h"

/* What is known about a fault beyond the fault itself. */
enum circumstance {
	NULL_ADDRESS = 1 << 0,        /* near address zero */
	TEST_PASSED_NULL = 1 << 1,    /* the faulting call had a null argument */
	TEST_MADE_OBJECT = 1 << 2,    /* ... or a struct that the test filled itself */
	TEST_MEMORY = 1 << 3,         /* the memory is a block or variable of the test */
	UNIT_MEMORY = 1 << 4,         /* the memory belongs to the unit: heap, globals */
	STACK_MEMORY = 1 << 5,
	FREED_MEMORY = 1 << 6,
	TEST_PASSED_FREED = 1 << 7,   /* an argument points into the freed block */
	INDEX_FROM_TEST = 1 << 8,     /* the distance from the block is a number the test passed */
	IN_CALLED_FUNCTION = 1 << 9,  /* the innermost frame is the function that the test called */
	CLOSING = 1 << 10,            /* in a call that was appended to destroy what the test made */
	RETURNED_TO_TEST = 1 << 11,   /* the leaked block was the result of a call */
	LARGE_NUMBER = 1 << 12,       /* the call had a number over 100,000; for a hang over 1,000, or an earlier
	                                 call that had to do with what it got had one */
	LINKED_HANDLES = 1 << 13,     /* a call may have made one object hold another */
	TEST_CALLBACK = 1 << 14,      /* the unit calls functions that the test made up */
	IN_CONTRACT = 1 << 15,        /* while a contract of the user was asked */
	FORMAT_ASKS = 1 << 16,        /* a format that the test passed asks for arguments; it passes none */
	MORE_ARGUMENTS = 1 << 17,     /* the call may want more arguments than tests pass: "..." without a format */
	RAW_MEMORY = 1 << 18,         /* the call got plain memory of the unit, or others may have had to fill some */
	OWN_NUMBER = 1 << 19,         /* the called function does not look at a number that the test passed, and
	                                 with a small one it does not fail */
	INTERNAL_CALL = 1 << 21,      /* the called function is not for users, or an earlier call that had to do
	                                 with what it got was of such a one */
	SETUP_ASSERTION = 1 << 22,    /* the assertion is about something being there: no comparison */
	LED_BY_TEXT = 1 << 23,        /* what stands in a string leads past its end; one as long does not */
	SET_VARIABLES = 1 << 24,      /* the test gave variables of the unit values itself */
	COMPARES_PART = 1 << 25,      /* a comparison takes for the same what an equality tells apart */
	BEYOND_BUFFER = 1 << 26,      /* a length that the test passed is more than its buffer has */
	OUTER_FREED = 1 << 27, /* free() ended a block that may hold pointers, and perhaps not what they lead to */
	UNTYPED_OBJECT = 1 << 20, /* a call got a void * that it takes for a struct */
	WORD_TAIL = 1 << 29, /* an aligned word is read that begins inside the block and ends outside */
	NOT_SET_UP = 1 << 30, /* a function is there to set the object up; if it is called, all is well */
	GIVEN_AND_FREED = UINT64_C(1) << 31, /* an earlier call left the pointer in a variable of the test, and
	                                        freed the memory */
	OTHER_KIND = UINT64_C(1) << 32, /* a call that failed took an object without a look at it, and objects of
	                                   its type are of several kinds */
	PASSED_ON = UINT64_C(1) << 33, /* a function of the API asserts something about its arguments; another one,
	                                  which the test called, passed them on */
	USED_BEFORE = UINT64_C(1) << 34, /* an assertion demands a phase, and the object was used before */
	FAILED_MAKER = UINT64_C(1) << 35, /* the call that should have made the object gave a negative number */
	EARLIER_NULL = UINT64_C(1) << 36, /* an earlier call got null and did not look at it */
	WITHOUT_EFFECT = UINT64_C(1) << 37, /* no call gives another result, whatever is decided */
	OWN_ELEMENT =
	        UINT64_C(1) << 38, /* numbers of the test, mostly in arrays, are to blame; plain ones do no harm */
	JUNK_OBJECT = UINT64_C(1) << 40, /* the call got a struct that the test filled and no call set up */
	OTHER_FAMILY = UINT64_C(1) << 41, /* a call took an object that was made for other functions, by their names */
	MADE_UP_DESCRIPTOR = UINT64_C(1) << 42, /* a number was passed as the descriptor of an open file */
	NO_ENUMERATOR = UINT64_C(1) << 43, /* a number was passed for an enum that is none of its enumerators */
	AFTER_FINISH = UINT64_C(1) << 44, /* an earlier call was the last for an object, by its name */
	SIGN_SHIFT = UINT64_C(1) << 45, /* a shift by a number that is fine moves bits out of a signed type */
	GROWING_WORK = UINT64_C(1) << 46, /* with a smaller number it ends, the sooner the smaller it is */
	FAILED_BEFORE =
	        UINT64_C(1)
	        << 47, /* an earlier call on the object gave a negative number, or an enumerator named like a failure */
	SET_UP_TWICE = UINT64_C(1) << 48, /* a call sets up an object that was made or set up before */
	UNENDED_OBJECT =
	        UINT64_C(1) << 49, /* a call may have put memory into a struct of the test that nothing ended */
	OWN_FREE = UINT64_C(1) << 50, /* it happens in free(), called by the test */
	FOREIGN_BLOCK = UINT64_C(1) << 51, /* the block that was hit or missed was not made by a call of the test */
	PROMOTED = UINT64_C(1) << 53, /* the user says that what happens here is a bug */
	NEVER_CAME_BACK = UINT64_C(1) << 54, /* known at the end: all calls of the function that fails failed */
	NOT_SEEN_AGAIN = UINT64_C(1) << 55, /* the same: run once more, the test does not fail so */
	NOT_SEEN_OUTSIDE = UINT64_C(1) << 57, /* the same: as a program of its own the test ends well */
	KEPT_DESTROYED = UINT64_C(1) << 58, /* the test destroyed what a call had given and, as was learned, kept */
	STOOD_IN = UINT64_C(1) << 59, /* something that is not part of the unit was called or used */
	PART_OF_PROGRAM = UINT64_C(1) << 63, /* the unit is a file among neighbours, and no memory was overrun */
	AS_PROGRAM = UINT64_C(1) << 62, /* the test runs the program, or calls its main() and leaks */
	CONTEXT_CALL = UINT64_C(1) << 60, /* the call that fails is one of the context, not of the unit */
	LAST_RESORT_CALL = UINT64_C(1) << 61, /* a static function was called that no function for users leads to */
	REFUSED = UINT64_C(1) << 56, /* an allocation failed before because of the limit for tests */
	NEVER_RETURNS = UINT64_C(1) << 52, /* the called function is declared never to return */
	IN_ARRAY = UINT64_C(1) << 39, /* an earlier call got what this one gets in an array of pointers */
	PEER_OBJECTS = 1 << 28, /* two objects of one type came together, in the call or on the way to it */
};

struct rule {
	const char *name;
	uint32_t kinds; /* bit set of 1 << enum sk_fault_kind; 0: any */
	const char *message; /* the fault's message must contain this; NULL: any */
	uint64_t all, none; /* circumstances that must and must not hold */
	enum verdict verdict;
	const char *why; /* a sentence for the report */
};

/* Never NULL: the last rule fits everything. */
const struct rule *rule_for(const struct sk_fault *fault, enum sk_outcome outcome, uint64_t circumstances);
/* "heap overflow", "null dereference", ...: what a person calls the fault. */
const char *fault_name(const struct sk_fault *fault, enum sk_outcome outcome);
/* All rules, for the tests. */
const struct rule *rules(size_t *n);

#endif
