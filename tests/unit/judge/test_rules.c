/* Tests of the tables of rules alone: no unit runs. test_judge has real faults. */
#include "test.h"

#include <string.h>

#include "judge/rules.h"

#define N_KINDS (SK_LAW + 1)

static struct circumstances set_of(const enum circumstance *these, size_t n)
{
	struct circumstances set = { 0 };
	for (size_t i = 0; i < n; i++)
		if (these[i])
			circumstances_add(&set, these[i]);
	return set;
}

static const struct rule *rule_among(enum fault_class class, const enum circumstance *these, size_t n)
{
	const struct circumstances set = set_of(these, n);
	return rule_for(class, &set);
}
#define RULE(class, ...)                                                                             \
	rule_among(class, (const enum circumstance[]){ __VA_ARGS__ },                                \
	           sizeof((const enum circumstance[]){ __VA_ARGS__ }) / sizeof(enum circumstance))

/* In exactly the circumstances that the excuse asks for, and perhaps another. */
static const struct rule *rule_where(enum fault_class class, const struct rule *excuse, enum circumstance other)
{
	struct circumstances set = set_of(excuse->all, MOST_ASKED_FOR);
	if (other)
		circumstances_add(&set, other);
	return rule_for(class, &set);
}

static struct sk_fault fault_of(uint32_t kind, const char *message)
{
	struct sk_fault fault = { .kind = kind };
	snprintf(fault.message, sizeof fault.message, "%s", message ? message : "");
	return fault;
}

static bool has_class(const struct rule *rule, uint32_t class)
{
	return rule->classes >> class & 1;
}

/* The excuse decides for some class in exactly the circumstances that it asks for. */
static bool decides_something(const struct rule *rule)
{
	for (uint32_t class = 0; class < N_FAULT_CLASSES; class ++)
		if (rule_where(class, rule, NO_CIRCUMSTANCE) == rule)
			return true;
	return false;
}

/* A rule that an earlier one always forestalls would be dead text. */
static void test_no_rule_is_dead(void **state)
{
	(void)state;
	size_t n;
	const struct rule *all = excuses(&n);
	for (size_t i = 0; i < n; i++)
		if (!decides_something(&all[i]))
			fail_msg("the rule '%s' never decides", all[i].name);
}

/* A class in an excuse that another row always decides would be dead text, too. */
static void test_no_class_is_listed_in_vain(void **state)
{
	(void)state;
	size_t n;
	const struct rule *all = excuses(&n);
	for (size_t i = 0; i < n; i++)
		for (uint32_t class = 0; class < N_FAULT_CLASSES; class ++)
			if (has_class(&all[i], class) && all[i].strength == OVER_ALL &&
			    rule_where(class, &all[i], NO_CIRCUMSTANCE) != &all[i])
				fail_msg("the rule '%s' lists class %u in vain", all[i].name, class);
}

static void assert_reads_well(const struct rule *rule)
{
	assert_true(rule->verdict != VERDICT_FINE);
	assert_true(strlen(rule->why) > 10 && rule->why[strlen(rule->why) - 1] == '.');
}

/* "unclear" is the name of all rules that know nothing. */
static void test_excuses_are_told_apart(void **state)
{
	(void)state;
	size_t n;
	const struct rule *all = excuses(&n);
	for (size_t i = 0; i < n; i++) {
		assert_true(all[i].all[0] && all[i].classes);
		assert_reads_well(&all[i]);
		for (size_t k = 0; k < i; k++)
			assert_true(strcmp(all[i].name, all[k].name) != 0 || strcmp(all[i].name, "unclear") == 0);
		for (uint32_t class = 0; class < N_FAULT_CLASSES; class ++)
			assert_true(strcmp(all[i].name, default_rule(class)->name) != 0 ||
			            strcmp(all[i].name, "unclear") == 0);
	}
}

/* Each class has a default for itself alone, and some fault is of the class. */
static void test_every_class_has_a_default(void **state)
{
	(void)state;
	static const char *const messages[] = { "", "nullptr-with-zero-offset", "adding an offset", "bad-free",
		                                "free of memory that was not allocated" };
	bool seen[N_FAULT_CLASSES] = { [FAULT_HANG] = true };
	for (uint32_t kind = 0; kind < N_KINDS; kind++)
		for (uint32_t owner = 0; owner <= SK_OWNER_WILD; owner++)
			for (size_t m = 0; m < sizeof messages / sizeof *messages; m++) {
				struct sk_fault fault = fault_of(kind, messages[m]);
				fault.owner = owner;
				assert_int_equal(fault_class_of(&fault, SK_HANG), FAULT_HANG);
				seen[fault_class_of(&fault, SK_FAULT)] = true;
			}
	for (uint32_t class = 0; class < N_FAULT_CLASSES; class ++) {
		assert_true(seen[class]);
		assert_int_equal(default_rule(class)->classes, 1u << class);
		assert_int_equal(default_rule(class)->all[0], NO_CIRCUMSTANCE);
		assert_reads_well(default_rule(class));
		assert_ptr_equal(RULE(class, 0), default_rule(class));
	}
}

/* What made-up answers may have led to is never a bug, unless the user says so. */
static void test_no_bug_stands_on_made_up_answers(void **state)
{
	(void)state;
	size_t n, n_bugs = 0;
	const struct rule *all = excuses(&n);
	for (size_t i = 0; i < n; i++)
		for (uint32_t class = 0; class < N_FAULT_CLASSES; class ++) {
			n_bugs += rule_where(class, &all[i], NO_CIRCUMSTANCE)->verdict == VERDICT_BUG;
			assert_true(all[i].all[0] == PROMOTED ||
			            rule_where(class, &all[i], STOOD_IN)->verdict != VERDICT_BUG);
		}
	assert_true(n_bugs > 10);
}

static void test_circumstances_have_rows(void **state)
{
	(void)state;
	for (uint32_t c = 1; c < N_CIRCUMSTANCES; c++) {
		const struct circumstance_row *row = &circumstance_rows[c];
		assert_true(strlen(row->name) > 3 && strlen(row->words) > 10);
		assert_true((row->of == OF_NONE) == !row->holds);
		assert_true(!row->holds || !row->is_seen);
	}
}

/* Every circumstance matters to some excuse. */
static void test_every_circumstance_is_asked_for(void **state)
{
	(void)state;
	size_t n;
	const struct rule *all = excuses(&n);
	bool asked[N_CIRCUMSTANCES] = { false };
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < MOST_ASKED_FOR; k++)
			asked[all[i].all[k]] = true;
	for (uint32_t c = 1; c < N_CIRCUMSTANCES; c++)
		if (!asked[c] && c != ALL_THE_SAME) /* which only takes excuses away */
			fail_msg("no rule asks for %s", circumstance_rows[c].name);
}

static void assert_decided(uint32_t class, const struct circumstances *circumstances)
{
	const struct rule *rule = rule_for(class, circumstances);
	assert_non_null(rule);
	assert_true(has_class(rule, class));
	for (size_t i = 0; i < MOST_ASKED_FOR && rule->all[i]; i++)
		assert_true(circumstances_have(circumstances, rule->all[i]));
	assert_ptr_equal(rule_for(class, circumstances), rule);
}

/* Sets hold what was put in, and nothing else: across the words they are made of. */
static void test_sets(void **state)
{
	(void)state;
	assert_true(sizeof(struct circumstances) * 8 >= N_CIRCUMSTANCES);
	for (uint32_t a = 1; a < N_CIRCUMSTANCES; a++) {
		const enum circumstance both[] = { a, N_CIRCUMSTANCES - a };
		struct circumstances set = set_of(both, 2);
		for (uint32_t b = 1; b < N_CIRCUMSTANCES; b++)
			assert_int_equal(circumstances_have(&set, b), b == both[0] || b == both[1]);
		circumstances_restrict(&set, both, 1);
		for (uint32_t b = 1; b < N_CIRCUMSTANCES; b++)
			assert_int_equal(circumstances_have(&set, b), b == a);
	}
}

/* Whatever happened in whatever circumstances, there is a rule, and it is one whose conditions
 * hold: each circumstance alone, with each other, and with all others. */
static void test_everything_is_decided(void **state)
{
	(void)state;
	for (uint32_t class = 0; class < N_FAULT_CLASSES; class ++)
		for (uint32_t a = 1; a < N_CIRCUMSTANCES; a++) {
			struct circumstances others = { 0 };
			for (uint32_t b = 1; b < N_CIRCUMSTANCES; b++)
				if (b != a)
					circumstances_add(&others, b);
			assert_decided(class, &others);
			for (uint32_t b = 1; b <= a; b++) {
				const struct circumstances both = set_of((const enum circumstance[]){ a, b }, 2);
				assert_decided(class, &both);
			}
		}
}

/* As many sets of any size as there is time for are decided. */
static void test_any_set_is_decided(void **state)
{
	(void)state;
	uint64_t random = 88172645463325252u;
	for (uint32_t i = 0; i < 100000; i++) {
		struct circumstances set = { 0 };
		for (uint32_t c = 1; c < N_CIRCUMSTANCES; c++) {
			random ^= random << 13;
			random ^= random >> 7;
			random ^= random << 17;
			if ((random >> 20) % 32 >> i % 5 == 0)
				circumstances_add(&set, c);
		}
		assert_decided(i % N_FAULT_CLASSES, &set);
	}
}

/* What the test did itself is never told as a bug of the unit. */
static void test_own_doing_is_no_bug(void **state)
{
	(void)state;
	static const struct {
		enum fault_class class;
		enum circumstance circumstances[2];
	} own[] = {
		{ FAULT_NULL_POINTER, { TEST_PASSED_NULL } },
		{ FAULT_NULL_POINTER, { TEST_PASSED_NULL, IN_CALLED_FUNCTION } },
		{ FAULT_NULL_POINTER, { TEST_MADE_OBJECT } },
		{ FAULT_TEST_MEMORY, { 0 } },
		{ FAULT_FREED_MEMORY, { TEST_PASSED_FREED } },
		{ FAULT_FREED_MEMORY, { CLOSING } },
		{ FAULT_TEST_FREE, { 0 } },
		{ FAULT_ASSERTION, { IN_CALLED_FUNCTION } },
		{ FAULT_LEAK, { RETURNED_TO_TEST } },
		{ FAULT_HELD_LEAK, { 0 } },
		{ FAULT_OUT_OF_MEMORY, { 0 } },
		{ FAULT_NULL_POINTER, { FORMAT_ASKS } },
	};
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		assert_int_equal(rule_among(own[i].class, own[i].circumstances, 2)->verdict, VERDICT_MISUSE);
}

static void test_units_doing_is_a_bug(void **state)
{
	(void)state;
	static const enum fault_class bugs[] = {
		FAULT_NULL_POINTER, FAULT_UNIT_MEMORY, FAULT_FREED_MEMORY, FAULT_STACK_MEMORY,
		FAULT_WILD_FREE,    FAULT_UNDEFINED,   FAULT_DIVISION,     FAULT_ASSERTION,
		FAULT_RECURSION,    FAULT_LEAK,        FAULT_CONTRACT,     FAULT_HANG,
	};
	for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++)
		assert_int_equal(RULE(bugs[i], 0)->verdict, VERDICT_BUG);
	assert_int_equal(RULE(FAULT_DIVISION, IN_CALLED_FUNCTION)->verdict, VERDICT_BUG);
	assert_int_equal(RULE(FAULT_CONTRACT, TEST_PASSED_NULL, TEST_MADE_OBJECT, LARGE_NUMBER)->verdict, VERDICT_BUG);
}

/* What users would not do excuses everything but misuse, and not against the user's word. */
static void test_strength(void **state)
{
	(void)state;
	assert_string_equal(RULE(FAULT_LEAK, SET_VARIABLES)->name, "set-variables");
	assert_string_equal(RULE(FAULT_LEAK, SET_VARIABLES, OUTER_FREED)->name, "set-variables");
	assert_string_equal(RULE(FAULT_LEAK, SET_VARIABLES, RETURNED_TO_TEST)->name, "result-to-free");
	assert_string_equal(RULE(FAULT_LEAK, SET_VARIABLES, PROMOTED)->name, "promoted");
	assert_string_equal(RULE(FAULT_LEAK, SET_VARIABLES, NOT_SEEN_AGAIN)->name, "not-seen-again");
	assert_string_equal(RULE(FAULT_LEAK, SET_VARIABLES, STOOD_IN)->name, "set-variables");
	assert_string_equal(RULE(FAULT_LEAK, STOOD_IN)->name, "stand-in");
	assert_string_equal(RULE(FAULT_LEAK, STOOD_IN, OUTER_FREED)->name, "outer-freed");
	assert_string_equal(RULE(FAULT_LEAK, STOOD_IN, PROMOTED)->name, "promoted");
	assert_int_equal(RULE(FAULT_UNIT_MEMORY, TEST_MADE_OBJECT)->verdict, VERDICT_UNCLEAR);
	assert_int_equal(RULE(FAULT_UNIT_MEMORY, TEST_MADE_OBJECT, ALL_THE_SAME)->verdict, VERDICT_BUG);
}

static void test_classes(void **state)
{
	(void)state;
	static const struct {
		struct sk_fault fault;
		enum fault_class class;
	} cases[] = {
		{ { .kind = SK_ASAN, .owner = SK_OWNER_TEST, .message = "bad-free" }, FAULT_TEST_MEMORY },
		{ { .kind = SK_ASAN, .owner = SK_OWNER_UNIT_HEAP, .message = "bad-free" }, FAULT_BAD_FREE },
		{ { .kind = SK_ASAN, .owner = SK_OWNER_GLOBAL }, FAULT_UNIT_MEMORY },
		{ { .kind = SK_ASAN, .owner = SK_OWNER_FREED, .message = "heap-use-after-free" }, FAULT_FREED_MEMORY },
		{ { .kind = SK_UBSAN, .owner = SK_OWNER_FREED, .message = "misaligned-pointer-use" },
		  FAULT_FREED_MEMORY },
		{ { .kind = SK_ASAN, .message = "double-free" }, FAULT_WILD_FREE },
		{ { .kind = SK_BAD_FREE, .message = "block freed twice" }, FAULT_WILD_FREE },
		{ { .kind = SK_UBSAN, .message = "null-pointer-use" }, FAULT_NULL_POINTER },
		{ { .kind = SK_UBSAN, .message = "nullptr-with-zero-offset" }, FAULT_NULL_OFFSET },
		{ { .kind = SK_SEGV, .owner = SK_OWNER_NULL }, FAULT_NULL_POINTER },
		{ { .kind = SK_SEGV, .owner = SK_OWNER_WILD }, FAULT_WILD },
		{ { .kind = SK_UNSET_USE, .owner = SK_OWNER_NULL }, FAULT_UNSET_NULL },
		{ { .kind = SK_LAW, .owner = SK_OWNER_UNIT_HEAP }, FAULT_LAW_ON_OWN },
		{ { .kind = SK_ILL }, FAULT_OTHER },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(fault_class_of(&cases[i].fault, SK_FAULT), cases[i].class);
}

static void test_severity(void **state)
{
	(void)state;
	static const struct {
		struct sk_fault fault;
		enum severity severity;
	} cases[] = {
		{ { .kind = SK_ASAN, .is_write = 1, .owner = SK_OWNER_UNIT_HEAP }, SEVERITY_HIGH },
		{ { .kind = SK_ASAN, .is_write = 0, .owner = SK_OWNER_UNIT_HEAP }, SEVERITY_MEDIUM },
		{ { .kind = SK_ASAN, .is_write = 2, .message = "attempting double-free" }, SEVERITY_HIGH },
		{ { .kind = SK_SEGV, .is_write = 1, .owner = SK_OWNER_NULL }, SEVERITY_MEDIUM },
		{ { .kind = SK_LEAK }, SEVERITY_LOW },
		{ { .kind = SK_UBSAN, .message = "signed-integer-overflow" }, SEVERITY_LOW },
		{ { .kind = SK_UBSAN, .message = "integer-divide-by-zero" }, SEVERITY_MEDIUM },
		{ { .kind = SK_UBSAN, .message = "null-pointer-use" }, SEVERITY_MEDIUM },
		{ { .kind = SK_UNSET_DECISION }, SEVERITY_MEDIUM },
		{ { .kind = SK_CONTRACT }, SEVERITY_MEDIUM },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(severity_of(&cases[i].fault, SK_FAULT), cases[i].severity);
	assert_int_equal(severity_of(&(struct sk_fault){ 0 }, SK_HANG), SEVERITY_MEDIUM);
}

static void test_fault_names(void **state)
{
	(void)state;
	static const struct {
		const char *message, *name;
	} asan[] = {
		{ "heap-buffer-overflow", "heap overflow" }, { "heap-use-after-free", "use after free" },
		{ "attempting double-free", "double free" }, { "global-buffer-overflow", "overflow of a global" },
		{ "something new", "memory error" },
	};
	for (size_t i = 0; i < sizeof asan / sizeof *asan; i++) {
		struct sk_fault fault = fault_of(SK_ASAN, asan[i].message);
		assert_string_equal(fault_name(&fault, SK_FAULT), asan[i].name);
	}
	for (uint32_t kind = 0; kind < N_KINDS; kind++) {
		struct sk_fault fault = fault_of(kind, "");
		assert_true(strlen(fault_name(&fault, SK_FAULT)) > 3);
		assert_string_equal(fault_name(&fault, SK_HANG), "hang");
	}
	struct sk_fault null = { .kind = SK_SEGV, .owner = SK_OWNER_NULL },
	                wild = { .kind = SK_SEGV, .owner = SK_OWNER_WILD };
	assert_string_equal(fault_name(&null, SK_FAULT), "null dereference");
	assert_string_equal(fault_name(&wild, SK_FAULT), "bad address");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_rule_is_dead),
		cmocka_unit_test(test_no_class_is_listed_in_vain),
		cmocka_unit_test(test_excuses_are_told_apart),
		cmocka_unit_test(test_every_class_has_a_default),
		cmocka_unit_test(test_circumstances_have_rows),
		cmocka_unit_test(test_every_circumstance_is_asked_for),
		cmocka_unit_test(test_no_bug_stands_on_made_up_answers),
		cmocka_unit_test(test_sets),
		cmocka_unit_test(test_everything_is_decided),
		cmocka_unit_test(test_any_set_is_decided),
		cmocka_unit_test(test_own_doing_is_no_bug),
		cmocka_unit_test(test_units_doing_is_a_bug),
		cmocka_unit_test(test_strength),
		cmocka_unit_test(test_classes),
		cmocka_unit_test(test_severity),
		cmocka_unit_test(test_fault_names),
	};
	return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
