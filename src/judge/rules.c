/* rules: see rules.h. */
#include "judge/rules.h"

#include <string.h>

#define KIND(kind) (UINT32_C(1) << (kind))
#define UNSET (KIND(SK_UNSET_DECISION) | KIND(SK_UNSET_RESULT) | KIND(SK_UNSET_USE))
#define HANGS KIND(31) /* not a fault kind: the outcome */

static const struct rule table[] = {
	{ "promoted", 0, NULL, PROMOTED, 0, VERDICT_BUG, "What happens here was promoted to a bug by the user." },
	{ "never-came-back", 0, NULL, NEVER_CAME_BACK, 0, VERDICT_UNCLEAR,
	  "But no call of this function ever came back: the tests may lack something that it needs." },
	{ "not-seen-again", 0, NULL, NOT_SEEN_AGAIN, 0, VERDICT_UNCLEAR,
	  "But it did not happen when the test was run again." },
	{ "not-seen-outside", 0, NULL, NOT_SEEN_OUTSIDE, 0, VERDICT_UNCLEAR,
	  "But compiled and run as a program of its own the test ends well." },
	{ "in-contract", 0, NULL, IN_CONTRACT, 0, VERDICT_UNCLEAR,
	  "It happens inside a contract; either the contract does not say what it needs, or the unit gave it junk." },
	{ "leak-of-program", KIND(SK_LEAK), NULL, AS_PROGRAM, 0, VERDICT_UNCLEAR,
	  "The test calls main(). A program that ends may leave its memory to the system." },
	{ "program-hang", HANGS, NULL, AS_PROGRAM, 0, VERDICT_UNCLEAR,
	  "The program does not come to an end; it may be meant to go on for ever." },
	{ "program-abort", KIND(SK_ABORT), NULL, AS_PROGRAM, 0, VERDICT_UNCLEAR, "The program aborts on purpose." },
	{ "program-memory", KIND(SK_OUT_OF_MEMORY) | KIND(SK_SIGNAL) | KIND(SK_LOST), NULL, AS_PROGRAM, 0,
	  VERDICT_UNCLEAR, "The program needs more than a test may use, or ends itself by a signal." },
	{ "program-sign-shift", KIND(SK_UBSAN), "invalid-shift", AS_PROGRAM | SIGN_SHIFT, 0, VERDICT_UNCLEAR,
	  "Bits are shifted into or past the sign. C does not define that, and common compilers all do the same." },
	{ "program-null-and-nothing", KIND(SK_UBSAN) | KIND(SK_UNSET_USE), "nullptr-with-zero-offset", AS_PROGRAM, 0,
	  VERDICT_UNCLEAR,
	  "Zero is added to a null pointer. Older C does not define that; all common compilers give a null pointer." },
	{ "program-input", 0, NULL, AS_PROGRAM, 0, VERDICT_BUG, "Any input is legal for a program." },
	{ "context-call", 0, NULL, CONTEXT_CALL, 0, VERDICT_UNCLEAR,
	  "The test calls a neighbour of the unit, whose own needs were not looked into." },
	{ "part-of-program", 0, NULL, PART_OF_PROGRAM, 0, VERDICT_UNCLEAR,
	  "The unit is a part of a program: its callers may promise what the test does not keep." },
	{ "set-variables", 0, NULL, SET_VARIABLES, 0, VERDICT_UNCLEAR,
	  "The test sets variables of the unit itself, perhaps to what the unit never sets them to." },
	{ "last-resort", 0, NULL, LAST_RESORT_CALL, 0, VERDICT_UNCLEAR,
	  "The test calls a static function directly, perhaps in a way that the unit never does." },
	{ "broken-contract", KIND(SK_CONTRACT), NULL, 0, 0, VERDICT_BUG, "The contract does not hold after the call." },
	{ "own-number",
	  KIND(SK_ASAN) | KIND(SK_SEGV) | KIND(SK_BUS) | KIND(SK_UBSAN) | KIND(SK_FPE) | KIND(SK_LEAK) | UNSET | HANGS,
	  NULL, OWN_NUMBER, 0, VERDICT_UNCLEAR,
	  "It happens with a number that the test passed and the function does not look at: its caller may have to." },
	{ "own-element", KIND(SK_ASAN) | KIND(SK_SEGV) | KIND(SK_BUS) | KIND(SK_UBSAN), NULL, OWN_ELEMENT, 0,
	  VERDICT_UNCLEAR,
	  "A number that the test passed, perhaps in an array, leads outside; the caller may have to keep to a range." },
	{ "null-and-nothing", KIND(SK_UBSAN) | KIND(SK_UNSET_USE), "nullptr-with-zero-offset", 0, 0, VERDICT_UNCLEAR,
	  "Zero is added to a null pointer. Older C does not define that; all common compilers give a null pointer." },
	{ "null-after-failure", 0, NULL, NULL_ADDRESS | FAILED_BEFORE, 0, VERDICT_UNCLEAR,
	  "An earlier call on the object may have failed, by what it gave, and the test did not look." },
	{ "no-enumerator", 0, NULL, NO_ENUMERATOR, 0, VERDICT_UNCLEAR,
	  "The test passed a number for an enum that is none of its enumerators." },
	{ "law-of-junk", KIND(SK_LAW), NULL, TEST_MADE_OBJECT, 0, VERDICT_UNCLEAR,
	  "But the test filled the struct itself, perhaps with what the unit never makes." },
	{ "const-notes", KIND(SK_LAW), NULL, UNIT_MEMORY, 0, VERDICT_UNCLEAR,
	  "But the object is the unit's own, which may keep notes in it." },
	{ "compare-by-part", KIND(SK_LAW), NULL, COMPARES_PART, 0, VERDICT_UNCLEAR,
	  "But the order may be one by a part of what makes things equal." },
	{ "law-after-internal", KIND(SK_LAW), NULL, INTERNAL_CALL, 0, VERDICT_UNCLEAR,
	  "The test called a function that is internal to the unit, which may leave what users never see." },
	{ "broken-law", KIND(SK_LAW), NULL, 0, 0, VERDICT_BUG, "Its name and type promise otherwise." },
	{ "unset-by-test", UNSET, NULL, RAW_MEMORY, 0, VERDICT_UNCLEAR,
	  "What it does depends on memory that nobody set; the test may have had to set it." },
	{ "unset-in-test-object", UNSET, NULL, JUNK_OBJECT, 0, VERDICT_UNCLEAR,
	  "A struct that the test filled itself, and that no call set up, may lead to memory that nobody set." },
	{ "unset-arguments", UNSET, NULL, MORE_ARGUMENTS, 0, VERDICT_UNCLEAR,
	  "A function that takes any number of arguments may want others than the test passes." },
	{ "not-set-up", UNSET, NULL, NOT_SET_UP, 0, VERDICT_UNCLEAR,
	  "What it does depends on memory that nobody set; the test left out a call that would have set it." },
	{ "unset-in-another-kind", UNSET, NULL, OTHER_KIND, 0, VERDICT_UNCLEAR,
	  "The call does not look which kind of object it got; it may be for another." },
	{ "unset-in-another-family", UNSET, NULL, OTHER_FAMILY, 0, VERDICT_UNCLEAR,
	  "By its name the call is for objects that another function makes." },
	{ "unset-after-descriptor", UNSET, NULL, MADE_UP_DESCRIPTOR, 0, VERDICT_UNCLEAR,
	  "The test passed a number for the descriptor of an open file; no such file may be open." },
	{ "unset-without-effect", KIND(SK_UNSET_DECISION), NULL, WITHOUT_EFFECT, 0, VERDICT_UNCLEAR,
	  "What is decided here depends on memory that nobody set, but no result of the test does." },
	{ "unset-pointer", KIND(SK_UNSET_USE), "an offset", 0, 0, VERDICT_UNCLEAR,
	  "A number is added to a pointer that nobody set; nothing is read or written there." },
	{ "unset-decision", KIND(SK_UNSET_DECISION), NULL, 0, 0, VERDICT_BUG,
	  "What is decided here depends on memory that nobody set." },
	{ "unset-result", KIND(SK_UNSET_RESULT), NULL, 0, 0, VERDICT_BUG,
	  "What the call gives depends on memory that nobody set." },
	{ "unset-sign-shift", KIND(SK_UNSET_USE), "invalid-shift", SIGN_SHIFT, 0, VERDICT_UNCLEAR,
	  "Memory that nobody set is shifted into the sign of a number; whether that is used is not known." },
	{ "unset-use", KIND(SK_UNSET_USE), NULL, 0, 0, VERDICT_BUG,
	  "It goes wrong or not as memory that nobody set happens to be." },
	{ "out-of-memory", KIND(SK_OUT_OF_MEMORY), NULL, 0, 0, VERDICT_MISUSE,
	  "The test asked for more memory than it may have." },
	{ "refused-memory", 0, NULL, NULL_ADDRESS | REFUSED, 0, VERDICT_UNCLEAR,
	  "The unit asked for more memory than a test may have, and did not get it; elsewhere it may." },
	{ "own-format", 0, NULL, FORMAT_ASKS, 0, VERDICT_MISUSE,
	  "The test itself passed a format that asks for arguments, and no argument follows." },
	{ "passed-null", 0, NULL, NULL_ADDRESS | TEST_PASSED_NULL, 0, VERDICT_MISUSE,
	  "The test itself passed the null pointer." },
	{ "null-in-test-object", 0, NULL, NULL_ADDRESS | TEST_MADE_OBJECT, 0, VERDICT_MISUSE,
	  "The null pointer may come from a struct that the test filled itself." },
	{ "closing-twice", 0, NULL, CLOSING | FREED_MEMORY, 0, VERDICT_MISUSE,
	  "A call took over what the test destroyed at its end." },
	{ "closing-bad-free", KIND(SK_BAD_FREE), NULL, CLOSING, 0, VERDICT_MISUSE,
	  "A call took over what the test destroyed at its end." },
	{ "own-free", KIND(SK_ASAN) | KIND(SK_BAD_FREE) | KIND(SK_SEGV), NULL, OWN_FREE, 0, VERDICT_MISUSE,
	  "The test itself called free() with it, and may not have had to." },
	{ "replaced-in-array", KIND(SK_ASAN) | KIND(SK_BAD_FREE) | KIND(SK_SEGV), NULL, IN_ARRAY, 0, VERDICT_UNCLEAR,
	  "A call got the object in an array of pointers, and may have put another in its place." },
	{ "kept-destroyed", 0, NULL, FREED_MEMORY | KEPT_DESTROYED, 0, VERDICT_MISUSE,
	  "The test destroyed what a call had given and kept." },
	{ "passed-freed", 0, NULL, FREED_MEMORY | TEST_PASSED_FREED, 0, VERDICT_MISUSE,
	  "The test itself passed a pointer to memory that an earlier call had freed." },
	{ "given-and-freed", 0, NULL, FREED_MEMORY | GIVEN_AND_FREED, 0, VERDICT_UNCLEAR,
	  "The call that gave the test the pointer freed the memory, perhaps because it failed; the test did not look." },
	{ "past-text", KIND(SK_ASAN), NULL, TEST_MEMORY | LED_BY_TEXT, 0, VERDICT_BUG,
	  "It reads past the end of a string, led by what stands in it." },
	{ "test-memory", KIND(SK_ASAN) | KIND(SK_SEGV) | KIND(SK_BUS), NULL, TEST_MEMORY, 0, VERDICT_MISUSE,
	  "The memory is a buffer or variable of the test, which may be too small for the call." },
	{ "test-free", KIND(SK_BAD_FREE) | KIND(SK_ASAN), "free", TEST_MEMORY, 0, VERDICT_MISUSE,
	  "The unit frees memory that the test did not get from the heap." },
	{ "beyond-buffer",
	  KIND(SK_ASAN) | KIND(SK_SEGV) | KIND(SK_BUS) | KIND(SK_UBSAN) | KIND(SK_OUT_OF_MEMORY) | HANGS, NULL,
	  BEYOND_BUFFER, 0, VERDICT_MISUSE,
	  "The test itself passed a length that is more than the buffer it belongs to has." },
	{ "result-to-free", KIND(SK_LEAK), NULL, RETURNED_TO_TEST, 0, VERDICT_MISUSE,
	  "The caller must free the result." },
	{ "held-by-test", KIND(SK_LEAK), NULL, TEST_MEMORY, 0, VERDICT_MISUSE,
	  "The test still holds the memory; the call that ends its life is not known." },
	{ "own-index", 0, NULL, INDEX_FROM_TEST, 0, VERDICT_UNCLEAR,
	  "The access is as far outside as a number that the test passed; the unit may not promise to check it." },
	{ "own-assertion", KIND(SK_ASSERT), NULL, IN_CALLED_FUNCTION, 0, VERDICT_MISUSE,
	  "The called function itself asserts what its arguments must be." },
	{ "asserted-null", KIND(SK_ASSERT), "NULL", TEST_PASSED_NULL, 0, VERDICT_MISUSE,
	  "The test itself passed a null pointer, and the assertion forbids one." },
	{ "asserted-null-too", KIND(SK_ASSERT), NULL, TEST_PASSED_NULL | SETUP_ASSERTION, 0, VERDICT_MISUSE,
	  "The test itself passed a null pointer, and the assertion demands that something is there." },
	{ "passed-on-assertion", KIND(SK_ASSERT), NULL, PASSED_ON, 0, VERDICT_UNCLEAR,
	  "A function of the API asserts what its arguments must be, and the called one passed on what it got." },
	{ "phase-assertion", KIND(SK_ASSERT), NULL, USED_BEFORE, 0, VERDICT_UNCLEAR,
	  "The assertion demands a certain phase; what the test did before may have ended it." },
	{ "failed-maker",
	  KIND(SK_ASSERT) | KIND(SK_ABORT) | KIND(SK_ASAN) | KIND(SK_BAD_FREE) | KIND(SK_SEGV) | KIND(SK_BUS) |
	          KIND(SK_UBSAN) | KIND(SK_FPE) | KIND(SK_STACK_OVERFLOW) | HANGS,
	  NULL, FAILED_MAKER, 0, VERDICT_UNCLEAR,
	  "The call that should have made the object gave a negative number: it may have failed, and the test did not look." },
	{ "internal-function",
	  KIND(SK_ASSERT) | KIND(SK_ABORT) | KIND(SK_ASAN) | KIND(SK_BAD_FREE) | KIND(SK_SEGV) | KIND(SK_BUS) |
	          KIND(SK_UBSAN) | KIND(SK_FPE) | KIND(SK_STACK_OVERFLOW) | HANGS,
	  NULL, INTERNAL_CALL, 0, VERDICT_UNCLEAR,
	  "The test called a function that is internal to the unit: its callers may promise what the test does not keep." },
	{ "setup-assertion", KIND(SK_ASSERT), NULL, SETUP_ASSERTION, 0, VERDICT_UNCLEAR,
	  "The assertion demands that something was set up before; the test may have left that out." },
	{ "test-object-assertion", KIND(SK_ASSERT), NULL, JUNK_OBJECT, 0, VERDICT_UNCLEAR,
	  "A struct that the test filled itself, and that no call set up, may hold values that the unit never makes." },
	{ "made-up-callback-assertion", KIND(SK_ASSERT), NULL, TEST_CALLBACK, 0, VERDICT_UNCLEAR,
	  "A callback that the test made up may not behave as the unit must expect." },
	{ "missing-arguments-assertion", KIND(SK_ASSERT), NULL, MORE_ARGUMENTS, 0, VERDICT_UNCLEAR,
	  "A function that takes any number of arguments may want others than the test passes." },
	{ "after-finish",
	  KIND(SK_ASSERT) | KIND(SK_ABORT) | KIND(SK_ASAN) | KIND(SK_BAD_FREE) | KIND(SK_SEGV) | KIND(SK_BUS) |
	          KIND(SK_UBSAN) | HANGS,
	  NULL, AFTER_FINISH, 0, VERDICT_UNCLEAR, "By its name an earlier call was to be the last for the object." },
	{ "other-family",
	  KIND(SK_ASSERT) | KIND(SK_ABORT) | KIND(SK_ASAN) | KIND(SK_BAD_FREE) | KIND(SK_SEGV) | KIND(SK_BUS) |
	          KIND(SK_UBSAN) | KIND(SK_LEAK) | HANGS,
	  NULL, OTHER_FAMILY, 0, VERDICT_UNCLEAR, "By its name the call is for objects that another function makes." },
	{ "deep-assertion", KIND(SK_ASSERT), NULL, 0, 0, VERDICT_BUG, "An assertion inside the unit does not hold." },
	{ "own-abort", KIND(SK_ABORT), NULL, IN_CALLED_FUNCTION, 0, VERDICT_UNCLEAR,
	  "The called function aborts on purpose." },
	{ "missing-arguments",
	  KIND(SK_SEGV) | KIND(SK_BUS) | KIND(SK_ASAN) | KIND(SK_UBSAN) | KIND(SK_BAD_FREE) | KIND(SK_STACK_OVERFLOW),
	  NULL, MORE_ARGUMENTS, 0, VERDICT_UNCLEAR,
	  "A function that takes any number of arguments may want others than the test passes." },
	{ "test-object", KIND(SK_SEGV) | KIND(SK_ASAN) | KIND(SK_STACK_OVERFLOW) | KIND(SK_UBSAN), NULL,
	  TEST_MADE_OBJECT, 0, VERDICT_UNCLEAR,
	  "A struct that the test filled itself may hold values that the unit never makes." },
	{ "untyped-object",
	  KIND(SK_LEAK) | KIND(SK_ASAN) | KIND(SK_BAD_FREE) | KIND(SK_SEGV) | KIND(SK_UBSAN) | KIND(SK_STACK_OVERFLOW) |
	          HANGS,
	  NULL, UNTYPED_OBJECT, 0, VERDICT_UNCLEAR,
	  "The test passed a void * that the unit takes for a struct of its own; C does not tell which." },
	{ "made-up-callback",
	  KIND(SK_LEAK) | KIND(SK_ASAN) | KIND(SK_BAD_FREE) | KIND(SK_SEGV) | KIND(SK_UBSAN) | HANGS, NULL,
	  TEST_CALLBACK, 0, VERDICT_UNCLEAR,
	  "A callback that the test made up may not behave as the unit must expect." },
	{ "set-up-twice", KIND(SK_LEAK), NULL, SET_UP_TWICE, 0, VERDICT_UNCLEAR,
	  "The test had an object set up again, or a pointer overwritten, and may have had to end what was there first." },
	{ "unended-object", KIND(SK_LEAK), NULL, UNENDED_OBJECT, 0, VERDICT_UNCLEAR,
	  "A struct of the test may have held the memory, and no call is known that ends such a thing." },
	{ "linked-leak", KIND(SK_LEAK), NULL, LINKED_HANDLES, 0, VERDICT_UNCLEAR,
	  "The test handed one object to another; which of them owns what is not known." },
	{ "linked-freed", KIND(SK_ASAN) | KIND(SK_BAD_FREE), NULL, FREED_MEMORY | LINKED_HANDLES, 0, VERDICT_UNCLEAR,
	  "The test handed one object to another; which of them owns what is not known." },
	{ "linked-loop", HANGS | KIND(SK_STACK_OVERFLOW), NULL, LINKED_HANDLES, 0, VERDICT_UNCLEAR,
	  "The test handed one object to another, and may have made a circle of them." },
	{ "other-kind", KIND(SK_SEGV) | KIND(SK_BUS) | KIND(SK_ASAN) | KIND(SK_BAD_FREE) | HANGS, NULL, OTHER_KIND, 0,
	  VERDICT_UNCLEAR, "The call does not look which kind of object it got; it may be for another." },
	{ "null-in-another-kind", 0, NULL, NULL_ADDRESS | OTHER_KIND, 0, VERDICT_UNCLEAR,
	  "The call does not look which kind of object it got; it may be for another." },
	{ "pointer-in-another-kind", KIND(SK_UBSAN), "pointer", OTHER_KIND, 0, VERDICT_UNCLEAR,
	  "The call does not look which kind of object it got; it may be for another." },
	{ "after-descriptor", KIND(SK_LEAK) | KIND(SK_BAD_FREE) | KIND(SK_ASAN) | HANGS, NULL, MADE_UP_DESCRIPTOR, 0,
	  VERDICT_UNCLEAR, "The test passed a number for the descriptor of an open file; no such file may be open." },
	{ "null-after-descriptor", 0, NULL, NULL_ADDRESS | MADE_UP_DESCRIPTOR, 0, VERDICT_UNCLEAR,
	  "The test passed a number for the descriptor of an open file; no such file may be open." },
	{ "word-tail", KIND(SK_ASAN), NULL, UNIT_MEMORY | WORD_TAIL, 0, VERDICT_UNCLEAR,
	  "It reads past the end of the memory, but no further than the aligned word goes; some code does so on purpose." },
	{ "bad-free", KIND(SK_ASAN), "bad-free", 0, 0, VERDICT_BUG, "The unit frees what is not allocated." },
	{ "foreign-free", KIND(SK_ASAN), "double-free", UNIT_MEMORY | FOREIGN_BLOCK, 0, VERDICT_UNCLEAR,
	  "The unit did not make what is freed twice: mostly it is a file of the test that more than one call closes." },
	{ "foreign-block", KIND(SK_ASAN), NULL, UNIT_MEMORY | FOREIGN_BLOCK, 0, VERDICT_UNCLEAR,
	  "It comes across a block that no call of the test made, perhaps from far outside of a buffer of the test." },
	{ "unit-memory", KIND(SK_ASAN), NULL, UNIT_MEMORY, 0, VERDICT_BUG, "The memory belongs to the unit." },
	{ "freed-memory", KIND(SK_ASAN) | KIND(SK_BAD_FREE), NULL, FREED_MEMORY, 0, VERDICT_BUG,
	  "The unit uses memory that it freed itself." },
	{ "stack-memory", KIND(SK_ASAN), NULL, STACK_MEMORY, 0, VERDICT_BUG,
	  "The memory is a local variable of the unit." },
	{ "wild-free", KIND(SK_BAD_FREE) | KIND(SK_ASAN), "free", 0, 0, VERDICT_BUG,
	  "The unit frees or uses what is not allocated." },
	{ "peer-objects", 0, NULL, NULL_ADDRESS | PEER_OBJECTS, 0, VERDICT_UNCLEAR,
	  "The test brought two objects of one type together; one may have had to be part of the other before." },
	{ "earlier-null", 0, NULL, NULL_ADDRESS | EARLIER_NULL, 0, VERDICT_UNCLEAR,
	  "The test itself passed a null pointer to an earlier call, which may have kept it." },
	{ "null-not-set-up", 0, NULL, NULL_ADDRESS | NOT_SET_UP, 0, VERDICT_UNCLEAR,
	  "The test left out a call that would have set what is null." },
	{ "null-dereference", 0, NULL, NULL_ADDRESS, 0, VERDICT_BUG, "No argument of the call was null." },
	{ "large-overflow", KIND(SK_UBSAN), "overflow", LARGE_NUMBER, 0, VERDICT_UNCLEAR,
	  "The arithmetic overflows with a very large number that the test passed." },
	{ "sign-shift", KIND(SK_UBSAN), "invalid-shift", SIGN_SHIFT, 0, VERDICT_UNCLEAR,
	  "Bits are shifted into or past the sign. C does not define that, and common compilers all do the same." },
	{ "undefined-behaviour", KIND(SK_UBSAN), NULL, 0, 0, VERDICT_BUG,
	  "The unit runs into undefined behaviour of C." },
	{ "division", KIND(SK_FPE), NULL, 0, 0, VERDICT_BUG, "The unit divides by zero." },
	{ "endless-recursion", KIND(SK_STACK_OVERFLOW), NULL, 0, LARGE_NUMBER, VERDICT_BUG,
	  "The unit recurses without end." },
	{ "outer-freed", KIND(SK_LEAK), NULL, OUTER_FREED, 0, VERDICT_UNCLEAR,
	  "The test freed a block that may hold pointers; what they led to may have been its own to end, too." },
	{ "leak", KIND(SK_LEAK), NULL, 0, 0, VERDICT_BUG,
	  "Everything the test made was destroyed, yet nobody points to this memory." },
	{ "never-returns", HANGS, NULL, NEVER_RETURNS, 0, VERDICT_UNCLEAR,
	  "The function is declared never to return, and may have to work for ever." },
	{ "long-loop", HANGS, NULL, LARGE_NUMBER, 0, VERDICT_UNCLEAR,
	  "The test passed a very large number; the loop may end some day." },
	{ "growing-work", HANGS, NULL, GROWING_WORK, 0, VERDICT_UNCLEAR,
	  "With a smaller number it ends, the sooner the smaller the number: so much work may have been asked for." },
	{ "hang", HANGS, NULL, 0, TEST_MADE_OBJECT, VERDICT_BUG, "The call does not come to an end." },
	{ "unclear", 0, NULL, 0, 0, VERDICT_UNCLEAR, "Nothing known tells whether the test or the unit is wrong." },
};

const struct rule *rules(size_t *n)
{
	*n = sizeof table / sizeof *table;
	return table;
}

static bool fits(const struct rule *rule, const struct sk_fault *fault, enum sk_outcome outcome, uint64_t circumstances)
{
	uint32_t kind = outcome == SK_HANG ? HANGS : KIND(fault->kind);
	if (rule->kinds && !(rule->kinds & kind))
		return false;
	if (rule->message && !strstr(fault->message, rule->message))
		return false;
	return (circumstances & rule->all) == rule->all && !(circumstances & rule->none);
}

/* Instead of any that says bug, unless the user insists. */
static const struct rule stand_in = { "stand-in",
	                              0,
	                              NULL,
	                              STOOD_IN,
	                              PROMOTED,
	                              VERDICT_UNCLEAR,
	                              "But the unit used what it does not define, and stand-ins made up the answers." };

/* A rule about what users of the unit would not do. It says why something is no bug;
 * a misuse stays one, and teaches. */
static bool is_instead(const struct rule *rule)
{
	return rule->all & (SET_VARIABLES | LAST_RESORT_CALL | CONTEXT_CALL | PART_OF_PROGRAM);
}

const struct rule *rule_for(const struct sk_fault *fault, enum sk_outcome outcome, uint64_t circumstances)
{
	const struct rule *rule = table;
	while (is_instead(rule) || !fits(rule, fault, outcome, circumstances))
		rule++;
	for (const struct rule *other = table;
	     rule->verdict != VERDICT_MISUSE && !(rule->all & PROMOTED) && other < rule; other++)
		if (is_instead(other) && fits(other, fault, outcome, circumstances))
			return other;
	return rule->verdict == VERDICT_BUG && fits(&stand_in, fault, outcome, circumstances) ? &stand_in : rule;
}

/* What the sanitizers call a fault, and what a person does. */
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
