/* rules: see rules.h. */
#include "judge/rules.h"

#define CLASS(class) (UINT32_C(1) << FAULT_##class)

/* The circumstances that an excuse asks for. */
#define WHEN(...) { __VA_ARGS__ }

#define NOTHING_KNOWN "Nothing known tells whether the test or the unit is wrong."

#define DEFAULT(class, name, verdict, why) [FAULT_##class] = { name, CLASS(class), WHEN(0), OVER_ALL, verdict, why }

/* The verdict on a fault if no excuse fits. */
static const struct rule defaults[N_FAULT_CLASSES] = {
	DEFAULT(HANG, "hang", VERDICT_BUG, "The call does not come to an end."),
	DEFAULT(CONTRACT, "broken-contract", VERDICT_BUG, "The contract does not hold after the call."),
	DEFAULT(LAW, "broken-law", VERDICT_BUG, "The name and type of the function promise otherwise."),
	DEFAULT(LAW_ON_OWN, "const-notes", VERDICT_UNCLEAR,
	        "But the object is the unit's own, which may keep notes in it."),
	DEFAULT(NULL_OFFSET, "null-and-nothing", VERDICT_UNCLEAR,
	        "Zero is added to a null pointer. Older C does not define that; all common compilers give a null pointer."),
	DEFAULT(UNSET_OFFSET, "unset-pointer", VERDICT_UNCLEAR,
	        "A number is added to a pointer that nobody set; nothing is read or written there."),
	DEFAULT(UNSET_NULL, "unset-use", VERDICT_BUG, "Whether it goes wrong depends on memory that nobody set."),
	DEFAULT(UNSET_USE, "unset-use", VERDICT_BUG, "Whether it goes wrong depends on memory that nobody set."),
	DEFAULT(UNSET_DECISION, "unset-decision", VERDICT_BUG, "A decision here depends on memory that nobody set."),
	DEFAULT(UNSET_RESULT, "unset-result", VERDICT_BUG, "The result of the call depends on memory that nobody set."),
	DEFAULT(OUT_OF_MEMORY, "out-of-memory", VERDICT_MISUSE, "The test asked for more memory than it may have."),
	DEFAULT(ASSERTION, "deep-assertion", VERDICT_BUG, "An assertion inside the unit does not hold."),
	DEFAULT(ABORT, "unclear", VERDICT_UNCLEAR, NOTHING_KNOWN),
	DEFAULT(DIVISION, "division", VERDICT_BUG, "The unit divides by zero."),
	DEFAULT(RECURSION, "endless-recursion", VERDICT_BUG, "The unit recurses without end."),
	DEFAULT(LEAK, "leak", VERDICT_BUG,
	        "Everything the test made was destroyed, yet nothing points to this memory."),
	DEFAULT(HELD_LEAK, "held-by-test", VERDICT_MISUSE,
	        "The test still holds the memory; the call that ends its life is not known."),
	DEFAULT(TEST_MEMORY, "test-memory", VERDICT_MISUSE,
	        "The memory is a buffer or variable of the test, which may be too small for the call."),
	DEFAULT(TEST_FREE, "test-free", VERDICT_MISUSE,
	        "The unit frees memory that the test did not get from the heap."),
	DEFAULT(BAD_FREE, "bad-free", VERDICT_BUG, "The unit frees memory that is not allocated."),
	DEFAULT(UNIT_MEMORY, "unit-memory", VERDICT_BUG, "The memory belongs to the unit."),
	DEFAULT(FREED_MEMORY, "freed-memory", VERDICT_BUG, "The unit uses memory that it freed itself."),
	DEFAULT(STACK_MEMORY, "stack-memory", VERDICT_BUG, "The memory is a local variable of the unit."),
	DEFAULT(WILD_FREE, "wild-free", VERDICT_BUG, "The unit frees or uses memory that is not allocated."),
	DEFAULT(NULL_POINTER, "null-dereference", VERDICT_BUG, "No argument of the call was null."),
	DEFAULT(UNDEFINED, "undefined-behaviour", VERDICT_BUG, "The unit runs into undefined behaviour of C."),
	DEFAULT(WILD, "unclear", VERDICT_UNCLEAR, NOTHING_KNOWN),
	DEFAULT(OTHER, "unclear", VERDICT_UNCLEAR, NOTHING_KNOWN),
};

#define ALL (CLASS(OTHER) | (CLASS(OTHER) - 1))
#define UNSET                                                                                                 \
	(CLASS(UNSET_OFFSET) | CLASS(UNSET_NULL) | CLASS(UNSET_USE) | CLASS(UNSET_DECISION) | CLASS(UNSET_RESULT))
#define TEST_ACCESSES (CLASS(TEST_MEMORY) | CLASS(TEST_FREE))
/* Bad accesses to memory that is not the test's, and frees of it; null pointers are not among them. */
#define ACCESSES                                                                                              \
	(CLASS(BAD_FREE) | CLASS(UNIT_MEMORY) | CLASS(FREED_MEMORY) | CLASS(STACK_MEMORY) | CLASS(WILD_FREE) | \
	 CLASS(WILD))
#define MEMORY (ACCESSES | CLASS(NULL_POINTER) | CLASS(UNDEFINED))
#define CRASHES                                                                                               \
	(MEMORY | CLASS(DIVISION) | CLASS(RECURSION) | CLASS(ASSERTION) | CLASS(ABORT) | CLASS(HANG))

_Static_assert(FAULT_OTHER == N_FAULT_CLASSES - 1, "ALL ends with the last class");

/* The excuses, which overrule the default. Their order is the policy: first decisions of the user; then facts from the
 * end of a campaign; calls that users of the unit would not make; numbers that are to blame; contracts and unset
 * memory; deeds of the test that are misuse; at last, deeds that may be wrong. */
static const struct rule table[] = {
	{ "promoted", ALL, WHEN(PROMOTED), OVER_ALL, VERDICT_BUG,
	  "The user said that a fault in this place is a bug." },
	{ "never-came-back", ALL, WHEN(NEVER_CAME_BACK), OVER_ALL, VERDICT_UNCLEAR,
	  "But no call of this function ever came back: the tests may lack something that the function needs." },
	{ "not-seen-again", ALL, WHEN(NOT_SEEN_AGAIN), OVER_ALL, VERDICT_UNCLEAR,
	  "But it did not happen when the test was run again." },
	{ "not-seen-outside", ALL, WHEN(NOT_SEEN_OUTSIDE), OVER_ALL, VERDICT_UNCLEAR,
	  "But as a program of its own, the test ends well." },
	{ "in-contract", ALL, WHEN(IN_CONTRACT), OVER_ALL, VERDICT_UNCLEAR,
	  "It happens inside a contract: the contract may lack a condition, or the unit passed it junk." },
	{ "context-call", ALL, WHEN(CONTEXT_CALL), OVER_ALL_BUT_MISUSE, VERDICT_UNCLEAR,
	  "The test calls a neighbour of the unit, whose requirements are not known." },
	{ "part-of-program", ALL, WHEN(PART_OF_PROGRAM), OVER_ALL_BUT_MISUSE, VERDICT_UNCLEAR,
	  "The unit is a part of a program: its callers may promise what the test does not keep." },
	{ "set-variables", ALL, WHEN(SET_VARIABLES), OVER_ALL_BUT_MISUSE, VERDICT_UNCLEAR,
	  "The test sets variables of the unit itself, perhaps to values that the unit never gives them." },
	{ "last-resort", ALL, WHEN(LAST_RESORT_CALL), OVER_ALL_BUT_MISUSE, VERDICT_UNCLEAR,
	  "The test calls a static function directly, perhaps in a way that the unit never does." },
	{ "stand-in", ALL, WHEN(STOOD_IN), OVER_BUGS, VERDICT_UNCLEAR,
	  "But the unit used functions or variables that it does not define, and stand-ins made up their answers." },
	{ "after-failure", ALL, WHEN(REFUSED), OVER_BUGS, VERDICT_ERROR_PATH,
	  "A call of the unit into the C library failed before, as allocations do when memory runs out." },
	{ "program-leak", CLASS(LEAK) | CLASS(HELD_LEAK), WHEN(RUNS_PROGRAM), OVER_ALL, VERDICT_UNCLEAR,
	  "A program that ends may leave its memory to the system." },
	{ "program-hang", CLASS(HANG), WHEN(RUNS_PROGRAM), OVER_ALL, VERDICT_UNCLEAR,
	  "The program does not come to an end; it may be meant to go on for ever." },
	{ "program-abort", CLASS(ABORT), WHEN(RUNS_PROGRAM), OVER_ALL, VERDICT_UNCLEAR,
	  "The program aborts on purpose." },
	{ "program-memory", CLASS(OUT_OF_MEMORY) | CLASS(OTHER), WHEN(RUNS_PROGRAM), OVER_ALL, VERDICT_UNCLEAR,
	  "The program needs more than a test may use, or ends itself by a signal." },
	{ "program-sign-shift", CLASS(UNDEFINED), WHEN(RUNS_PROGRAM, USUAL_ARITHMETIC), OVER_ALL, VERDICT_UNCLEAR,
	  "Bits are shifted into or past the sign. C does not define that, and common compilers all do the same." },
	{ "program-null-base", CLASS(NULL_POINTER), WHEN(RUNS_PROGRAM, USUAL_ARITHMETIC), OVER_ALL, VERDICT_UNCLEAR,
	  "A number is added to a null pointer, as some libraries align addresses. C does not define that, and common "
	  "compilers all give the number; nothing is read or written there." },
	{ "program-null-and-nothing", CLASS(NULL_OFFSET), WHEN(RUNS_PROGRAM), OVER_ALL, VERDICT_UNCLEAR,
	  "Zero is added to a null pointer. Older C does not define that; all common compilers give a null pointer." },
	{ "program-input",
	  ALL & ~(CLASS(HANG) | CLASS(ABORT) | CLASS(OUT_OF_MEMORY) | CLASS(OTHER) | CLASS(NULL_OFFSET) | CLASS(LEAK) |
	          CLASS(HELD_LEAK)),
	  WHEN(RUNS_PROGRAM), OVER_ALL, VERDICT_BUG, "Any input is legal for a program." },
	{ "own-number", MEMORY | CLASS(DIVISION) | CLASS(LEAK) | UNSET | CLASS(HANG), WHEN(OWN_NUMBER), OVER_ALL,
	  VERDICT_UNCLEAR,
	  "It happens with a number that the test passed and the function does not check: its caller may have to." },
	{ "own-element", MEMORY, WHEN(OWN_ELEMENT), OVER_ALL, VERDICT_UNCLEAR,
	  "A number that the test passed, perhaps in an array, leads outside or to a place that is not aligned; the "
	  "caller may have to keep the number in a range." },
	{ "null-after-failure", CLASS(NULL_POINTER) | CLASS(UNSET_NULL), WHEN(FAILED_BEFORE), OVER_ALL, VERDICT_UNCLEAR,
	  "By its result, an earlier call on the object may have failed, and the test did not check." },
	{ "no-enumerator", ALL & ~(CLASS(CONTRACT) | CLASS(NULL_OFFSET)), WHEN(NO_ENUMERATOR), OVER_ALL,
	  VERDICT_UNCLEAR, "The test passed a number for an enum that has no such enumerator." },
	{ "law-of-junk", CLASS(LAW) | CLASS(LAW_ON_OWN), WHEN(TEST_MADE_OBJECT), OVER_ALL, VERDICT_UNCLEAR,
	  "But the test filled the struct itself, perhaps with values that the unit never makes." },
	{ "compare-by-part", CLASS(LAW), WHEN(COMPARES_PART), OVER_ALL, VERDICT_UNCLEAR,
	  "But the comparison may look at only a part of what the equality looks at." },
	{ "law-after-internal", CLASS(LAW), WHEN(INTERNAL_CALL), OVER_ALL, VERDICT_UNCLEAR,
	  "The test called a function that is internal to the unit, which may leave a state that users never see." },
	{ "unset-by-test", UNSET, WHEN(RAW_MEMORY), OVER_ALL, VERDICT_UNCLEAR,
	  "The behaviour depends on memory that nobody set; the test may have had to set it." },
	{ "unset-in-test-object", UNSET, WHEN(JUNK_OBJECT), OVER_ALL, VERDICT_UNCLEAR,
	  "A struct that the test filled itself, and that no call set up, may lead to memory that nobody set." },
	{ "unset-arguments", UNSET, WHEN(MORE_ARGUMENTS), OVER_ALL, VERDICT_UNCLEAR,
	  "A function that takes any number of arguments may want other arguments than the test passes." },
	{ "not-set-up", UNSET, WHEN(NOT_SET_UP), OVER_ALL, VERDICT_UNCLEAR,
	  "The behaviour depends on memory that nobody set; the test left out a call that would have set it." },
	{ "unset-in-another-kind", UNSET, WHEN(OTHER_KIND), OVER_ALL, VERDICT_UNCLEAR,
	  "The call does not check the kind of its object; it may be meant for another kind." },
	{ "unset-in-another-family", UNSET, WHEN(OTHER_FAMILY), OVER_ALL, VERDICT_UNCLEAR,
	  "By its name, the called function is for objects that another function makes." },
	{ "unset-after-descriptor", UNSET, WHEN(MADE_UP_DESCRIPTOR), OVER_ALL, VERDICT_UNCLEAR,
	  "The test passed a number for the descriptor of an open file; no such file may be open." },
	{ "unset-without-effect", CLASS(UNSET_DECISION), WHEN(WITHOUT_EFFECT), OVER_ALL, VERDICT_UNCLEAR,
	  "A decision here depends on memory that nobody set, but no result of the test does." },
	{ "unset-sign-shift", CLASS(UNSET_USE) | CLASS(UNSET_NULL), WHEN(USUAL_ARITHMETIC), OVER_ALL, VERDICT_UNCLEAR,
	  "Memory that nobody set is shifted into the sign of a number; nothing shows that the number is used." },
	{ "own-format", CRASHES | CLASS(LEAK) | TEST_ACCESSES | CLASS(OTHER), WHEN(FORMAT_ASKS), OVER_ALL,
	  VERDICT_MISUSE, "The test itself passed a format that asks for arguments, and no argument follows." },
	{ "passed-null", CLASS(NULL_POINTER), WHEN(TEST_PASSED_NULL), OVER_ALL, VERDICT_MISUSE,
	  "The test itself passed the null pointer." },
	{ "null-in-test-object", CLASS(NULL_POINTER), WHEN(TEST_MADE_OBJECT), OVER_ALL, VERDICT_MISUSE,
	  "The null pointer may come from a struct that the test filled itself." },
	{ "closing-twice", CLASS(FREED_MEMORY), WHEN(CLOSING), OVER_ALL, VERDICT_MISUSE,
	  "A call took over an object that the test destroyed at its end." },
	{ "closing-bad-free", CLASS(TEST_FREE), WHEN(CLOSING), OVER_ALL, VERDICT_MISUSE,
	  "A call took over an object that the test destroyed at its end." },
	{ "own-free", ACCESSES | CLASS(NULL_POINTER) | TEST_ACCESSES, WHEN(OWN_FREE), OVER_ALL, VERDICT_MISUSE,
	  "The test itself called free() with this pointer, which may be wrong." },
	{ "replaced-in-array", ACCESSES | TEST_ACCESSES, WHEN(IN_ARRAY), OVER_ALL, VERDICT_UNCLEAR,
	  "A call got the object in an array of pointers, and may have put another object in its place." },
	{ "kept-destroyed", CLASS(FREED_MEMORY), WHEN(KEPT_DESTROYED), OVER_ALL, VERDICT_MISUSE,
	  "The test destroyed a result that the call had kept for itself." },
	{ "passed-freed", CLASS(FREED_MEMORY), WHEN(TEST_PASSED_FREED), OVER_ALL, VERDICT_MISUSE,
	  "The test itself passed a pointer to memory that an earlier call had freed." },
	{ "given-and-freed", CLASS(FREED_MEMORY), WHEN(GIVEN_AND_FREED), OVER_ALL, VERDICT_UNCLEAR,
	  "The call that gave the test the pointer freed the memory, perhaps because it failed; the test did not check." },
	{ "past-text", CLASS(TEST_MEMORY), WHEN(LED_BY_TEXT), OVER_ALL, VERDICT_BUG,
	  "The unit goes past the end of a text or buffer of the test, although it can know where the end is." },
	{ "beyond-buffer", MEMORY | CLASS(HANG), WHEN(BEYOND_BUFFER), OVER_ALL, VERDICT_MISUSE,
	  "The test itself passed a length that is larger than the buffer." },
	{ "result-to-free", CLASS(LEAK) | CLASS(HELD_LEAK), WHEN(RETURNED_TO_TEST), OVER_ALL, VERDICT_MISUSE,
	  "The caller must free the result." },
	{ "own-index", CRASHES | CLASS(LEAK) | CLASS(OTHER), WHEN(INDEX_FROM_TEST), OVER_ALL, VERDICT_UNCLEAR,
	  "A number that the test passed is the distance of the access from its block; the unit may not promise to check it." },
	{ "own-assertion", CLASS(ASSERTION), WHEN(IN_CALLED_FUNCTION), OVER_ALL, VERDICT_MISUSE,
	  "The called function itself asserts what its arguments must be." },
	{ "asserted-null", CLASS(ASSERTION), WHEN(TEST_PASSED_NULL, ASSERTS_NULL), OVER_ALL, VERDICT_MISUSE,
	  "The test itself passed a null pointer, and the assertion forbids one." },
	{ "asserted-null-too", CLASS(ASSERTION), WHEN(TEST_PASSED_NULL, SETUP_ASSERTION), OVER_ALL, VERDICT_MISUSE,
	  "The test itself passed a null pointer, and the assertion demands that a pointer is set." },
	{ "passed-on-assertion", CLASS(ASSERTION), WHEN(PASSED_ON), OVER_ALL, VERDICT_UNCLEAR,
	  "A function of the API asserts what its arguments must be, and the called function passed its own arguments on." },
	{ "phase-assertion", CLASS(ASSERTION), WHEN(USED_BEFORE), OVER_ALL, VERDICT_UNCLEAR,
	  "The assertion demands a certain phase, which an earlier call of the test may have ended." },
	{ "failed-maker", CRASHES, WHEN(FAILED_MAKER), OVER_ALL, VERDICT_UNCLEAR,
	  "The call that should have made the object gave a negative number: it may have failed, and the test did not check." },
	{ "failed-setup", CRASHES, WHEN(FAILED_SETUP), OVER_ALL, VERDICT_UNCLEAR,
	  "By its result, the call that should have set the object up failed, and the test did not check." },
	{ "half-checked", CLASS(UNIT_MEMORY) | CLASS(STACK_MEMORY) | CLASS(WILD) | CLASS(UNDEFINED),
	  WHEN(HALF_CHECKED, INTERNAL_CALL), OVER_ALL, VERDICT_BUG,
	  "The function refuses a number that is too large, and goes outside of its memory with a negative one." },
	{ "internal-function", CRASHES, WHEN(INTERNAL_CALL), OVER_ALL, VERDICT_UNCLEAR,
	  "The test called a function that is internal to the unit: its callers may promise what the test does not keep." },
	{ "setup-assertion", CLASS(ASSERTION), WHEN(SETUP_ASSERTION), OVER_ALL, VERDICT_UNCLEAR,
	  "The assertion demands that something was set up before; the test may have left that out." },
	{ "test-object-assertion", CLASS(ASSERTION), WHEN(JUNK_OBJECT), OVER_ALL, VERDICT_UNCLEAR,
	  "A struct that the test filled itself, and that no call set up, may hold values that the unit never makes." },
	{ "made-up-callback-assertion", CLASS(ASSERTION), WHEN(TEST_CALLBACK), OVER_ALL, VERDICT_UNCLEAR,
	  "A callback that the test made up may not behave as the unit must expect." },
	{ "missing-arguments-assertion", CLASS(ASSERTION), WHEN(MORE_ARGUMENTS), OVER_ALL, VERDICT_UNCLEAR,
	  "A function that takes any number of arguments may want other arguments than the test passes." },
	{ "after-finish", CRASHES & ~(CLASS(DIVISION) | CLASS(RECURSION)), WHEN(AFTER_FINISH), OVER_ALL,
	  VERDICT_UNCLEAR,
	  "By its name, an earlier call should have been the last for the object, or for the whole module." },
	{ "other-family", (CRASHES & ~(CLASS(DIVISION) | CLASS(RECURSION))) | CLASS(LEAK), WHEN(OTHER_FAMILY), OVER_ALL,
	  VERDICT_UNCLEAR, "By its name, the called function is for objects that another function makes." },
	{ "own-abort", CLASS(ABORT), WHEN(IN_CALLED_FUNCTION), OVER_ALL, VERDICT_UNCLEAR,
	  "The called function aborts on purpose." },
	{ "missing-arguments", MEMORY | CLASS(RECURSION), WHEN(MORE_ARGUMENTS), OVER_ALL, VERDICT_UNCLEAR,
	  "A function that takes any number of arguments may want other arguments than the test passes." },
	{ "test-object", ACCESSES | CLASS(UNDEFINED) | CLASS(RECURSION), WHEN(TEST_MADE_OBJECT), OVER_ALL,
	  VERDICT_UNCLEAR, "A struct that the test filled itself may hold values that the unit never makes." },
	{ "untyped-object", MEMORY | CLASS(RECURSION) | CLASS(LEAK) | CLASS(HANG), WHEN(UNTYPED_OBJECT), OVER_ALL,
	  VERDICT_UNCLEAR,
	  "The test passed a void * that the unit takes for a struct of its own; C does not tell which struct." },
	{ "made-up-callback", MEMORY | CLASS(LEAK) | CLASS(HANG), WHEN(TEST_CALLBACK), OVER_ALL, VERDICT_UNCLEAR,
	  "A callback that the test made up may not behave as the unit must expect." },
	{ "set-up-twice", CLASS(LEAK), WHEN(SET_UP_TWICE), OVER_ALL, VERDICT_UNCLEAR,
	  "The test had an object set up again, or a pointer overwritten, and may have had to end the earlier content first." },
	{ "unended-object", CLASS(LEAK), WHEN(UNENDED_OBJECT), OVER_ALL, VERDICT_UNCLEAR,
	  "A struct of the test may have held the memory, and no call is known that ends such a struct." },
	{ "linked-leak", CLASS(LEAK), WHEN(LINKED_HANDLES), OVER_ALL, VERDICT_UNCLEAR,
	  "The test handed one object to another; it is not known whether one owns the other." },
	{ "linked-freed", CLASS(FREED_MEMORY), WHEN(LINKED_HANDLES), OVER_ALL, VERDICT_UNCLEAR,
	  "The test handed one object to another; it is not known whether one owns the other." },
	{ "handed-over-twice", CLASS(FREED_MEMORY) | CLASS(BAD_FREE), WHEN(HANDED_OVER_TWICE), OVER_ALL,
	  VERDICT_UNCLEAR,
	  "The test handed one object over twice; the unit may keep it, and end it once for each time." },
	{ "linked-loop", CLASS(HANG) | CLASS(RECURSION), WHEN(LINKED_HANDLES), OVER_ALL, VERDICT_UNCLEAR,
	  "The test handed one object to another, and may have made a circle of them." },
	{ "other-kind", ACCESSES | CLASS(HANG), WHEN(OTHER_KIND), OVER_ALL, VERDICT_UNCLEAR,
	  "The call does not check the kind of its object; it may be meant for another kind." },
	{ "null-in-another-kind", CLASS(NULL_POINTER), WHEN(OTHER_KIND), OVER_ALL, VERDICT_UNCLEAR,
	  "The call does not check the kind of its object; it may be meant for another kind." },
	{ "pointer-in-another-kind", CLASS(UNDEFINED), WHEN(OTHER_KIND, ABOUT_POINTER), OVER_ALL, VERDICT_UNCLEAR,
	  "The call does not check the kind of its object; it may be meant for another kind." },
	{ "after-descriptor", ACCESSES | CLASS(LEAK) | CLASS(HANG), WHEN(MADE_UP_DESCRIPTOR), OVER_ALL, VERDICT_UNCLEAR,
	  "The test passed a number for the descriptor of an open file; no such file may be open." },
	{ "null-after-descriptor", CLASS(NULL_POINTER), WHEN(MADE_UP_DESCRIPTOR), OVER_ALL, VERDICT_UNCLEAR,
	  "The test passed a number for the descriptor of an open file; no such file may be open." },
	{ "word-tail", CLASS(UNIT_MEMORY), WHEN(WORD_TAIL), OVER_ALL, VERDICT_UNCLEAR,
	  "The unit reads past the end of the memory, but only to the end of an aligned word; some code does so on purpose." },
	{ "foreign-free", CLASS(UNIT_MEMORY), WHEN(FOREIGN_BLOCK, FREED_TWICE), OVER_ALL, VERDICT_UNCLEAR,
	  "The unit did not allocate the block that is freed twice: mostly it is a file of the test that two calls close." },
	{ "foreign-block", CLASS(UNIT_MEMORY), WHEN(FOREIGN_BLOCK), OVER_ALL, VERDICT_UNCLEAR,
	  "The access hits a block that no call of the test made, perhaps from far outside of a buffer of the test." },
	{ "one-block-twice", CLASS(UNDEFINED), WHEN(ONE_BLOCK_TWICE, OVERLAPS), OVER_ALL, VERDICT_UNCLEAR,
	  "The test passed one block of memory in two arguments, and the unit copies from one to the other." },
	{ "result-as-buffer", CLASS(UNIT_MEMORY), WHEN(RESULT_AS_BUFFER), OVER_ALL, VERDICT_UNCLEAR,
	  "The test passed memory that another call gave, and it may be too small for this one." },
	{ "object-twice", CRASHES | CLASS(LEAK), WHEN(OBJECT_TWICE), OVER_ALL, VERDICT_UNCLEAR,
	  "The test passed one object in two arguments of a call, which may want two objects." },
	{ "peer-objects", CLASS(NULL_POINTER), WHEN(PEER_OBJECTS), OVER_ALL, VERDICT_UNCLEAR,
	  "The test brought two objects of one type together; one may have had to become part of the other first." },
	{ "earlier-null", CLASS(NULL_POINTER), WHEN(EARLIER_NULL), OVER_ALL, VERDICT_UNCLEAR,
	  "The test itself passed a null pointer to an earlier call, which may have kept it." },
	{ "null-not-set-up", CLASS(NULL_POINTER), WHEN(NOT_SET_UP), OVER_ALL, VERDICT_UNCLEAR,
	  "The test left out a call that would have set the pointer that is null." },
	{ "module-not-set-up", CRASHES & ~CLASS(NULL_POINTER), WHEN(NOT_SET_UP), OVER_ALL, VERDICT_UNCLEAR,
	  "The test left out a call that would have set the module up." },
	{ "large-overflow", CLASS(UNDEFINED), WHEN(LARGE_NUMBER, OVERFLOWS), OVER_ALL, VERDICT_UNCLEAR,
	  "The arithmetic overflows with a very large number that the test passed." },
	{ "sign-shift", CLASS(UNDEFINED), WHEN(USUAL_ARITHMETIC), OVER_ALL, VERDICT_UNCLEAR,
	  "Bits are shifted into or past the sign. C does not define that, and common compilers all do the same." },
	{ "outer-freed", CLASS(LEAK), WHEN(OUTER_FREED), OVER_ALL, VERDICT_UNCLEAR,
	  "The test freed a block that may hold pointers; the test may have had to free the memory behind them, too." },
	{ "never-returns", CLASS(HANG), WHEN(NEVER_RETURNS), OVER_ALL, VERDICT_UNCLEAR,
	  "The function is declared never to return, and may have to work for ever." },
	{ "long-loop", CLASS(HANG), WHEN(LARGE_NUMBER), OVER_ALL, VERDICT_UNCLEAR,
	  "The test passed a very large number; the loop may end some day." },
	{ "growing-work", CLASS(HANG), WHEN(GROWING_WORK), OVER_ALL, VERDICT_UNCLEAR,
	  "With smaller numbers the call ends, and the sooner the smaller they are: the test may simply ask for much work." },
	{ "unclear", CLASS(RECURSION), WHEN(LARGE_NUMBER), OVER_ALL, VERDICT_UNCLEAR, NOTHING_KNOWN },
	{ "unclear", CLASS(HANG), WHEN(TEST_MADE_OBJECT), OVER_ALL, VERDICT_UNCLEAR, NOTHING_KNOWN },
};

const struct rule *excuses(size_t *n)
{
	*n = sizeof table / sizeof *table;
	return table;
}

const struct rule *default_rule(enum fault_class class)
{
	return &defaults[class];
}

static bool fits(const struct rule *rule, enum fault_class class, const struct circumstances *circumstances)
{
	bool all = rule->classes >> class & 1;
	for (size_t i = 0; i < MOST_ASKED_FOR && all && rule->all[i]; i++)
		all = circumstances_have(circumstances, rule->all[i]);
	return all;
}

static bool is_stronger(const struct rule *rule, enum verdict verdict)
{
	return rule->strength == OVER_BUGS ? verdict == VERDICT_BUG : verdict != VERDICT_MISUSE;
}

/* Finds the rule that would decide among those of full strength, then looks for a weaker rule
 * before it that may overrule that verdict. */
const struct rule *rule_for(enum fault_class class, const struct circumstances *circumstances)
{
	const struct rule *end = table + sizeof table / sizeof *table, *rule = table;
	struct circumstances left = *circumstances;
	if (circumstances_have(&left, ALL_THE_SAME)) { /* then these two explain nothing */
		circumstances_remove(&left, TEST_MADE_OBJECT);
		circumstances_remove(&left, TEST_CALLBACK);
	}
	while (rule < end && (rule->strength != OVER_ALL || !fits(rule, class, &left)))
		rule++;
	enum verdict verdict = rule < end ? rule->verdict : defaults[class].verdict;
	for (const struct rule *other = table; other < rule; other++)
		if (other->strength != OVER_ALL && is_stronger(other, verdict) && fits(other, class, &left))
			return other;
	return rule < end ? rule : &defaults[class];
}
