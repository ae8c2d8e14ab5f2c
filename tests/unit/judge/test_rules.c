/* Tests of the table of rules alone: no unit runs. What the rules make of real
 * faults is in test_judge. */
#include "test.h"

#include <string.h>

#include "judge/rules.h"

#define N_KINDS (SK_LAW + 1)

static struct sk_fault fault_of(uint32_t kind, const char *message)
{
	struct sk_fault fault = { .kind = kind };
	snprintf(fault.message, sizeof fault.message, "%s", message ? message : "");
	return fault;
}

static bool has_kind(const struct rule *rule, uint32_t kind)
{
	return !rule->kinds || (rule->kinds & UINT32_C(1) << kind);
}

/* The rule decides some fault in exactly the circumstances that it asks for. */
static bool decides_something(const struct rule *rule)
{
	for (uint32_t kind = 0; kind < N_KINDS; kind++) {
		struct sk_fault fault = fault_of(kind, rule->message);
		if (has_kind(rule, kind) && rule_for(&fault, SK_FAULT, rule->all) == rule)
			return true;
	}
	struct sk_fault hang = fault_of(SK_NO_FAULT, rule->message);
	return rule_for(&hang, SK_HANG, rule->all) == rule;
}

/* A rule that an earlier one always forestalls would be dead text. */
static void test_no_rule_is_dead(void **state)
{
	(void)state;
	size_t n;
	const struct rule *all = rules(&n);
	for (size_t i = 0; i < n; i++)
		if (!decides_something(&all[i]))
			fail_msg("the rule '%s' never decides", all[i].name);
}

static void test_rules_are_told_apart(void **state)
{
	(void)state;
	size_t n;
	const struct rule *all = rules(&n);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(all[i].all & all[i].none, 0);
		assert_true(all[i].verdict != VERDICT_FINE);
		assert_true(strlen(all[i].why) > 10 && all[i].why[strlen(all[i].why) - 1] == '.');
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(all[i].name, all[k].name);
	}
}

/* What made-up answers may have led to is never a bug, unless the user says so. */
static void test_no_bug_stands_on_made_up_answers(void **state)
{
	(void)state;
	size_t n, n_bugs = 0;
	const struct rule *all = rules(&n);
	for (size_t i = 0; i < n; i++)
		for (uint32_t kind = 0; kind < N_KINDS; kind++) {
			struct sk_fault fault = fault_of(kind, all[i].message);
			n_bugs += rule_for(&fault, SK_FAULT, all[i].all)->verdict == VERDICT_BUG;
			assert_true((all[i].all & PROMOTED) ||
			            rule_for(&fault, SK_FAULT, all[i].all | STOOD_IN)->verdict != VERDICT_BUG);
		}
	assert_true(n_bugs > 10);
}

/* Whatever happened in whatever circumstances, there is a rule, and it is one
 * whose conditions hold. */
static void test_everything_is_decided(void **state)
{
	(void)state;
	static const char *const messages[] = { "", "heap-use-after-free", "double-free", "signed integer overflow" };
	for (uint32_t kind = 0; kind < N_KINDS; kind++)
		for (uint32_t circumstances = 0; circumstances < 1 << 18; circumstances += 7) {
			struct sk_fault fault = fault_of(kind, messages[circumstances % 4]);
			const struct rule *rule = rule_for(&fault, SK_FAULT, circumstances);
			assert_non_null(rule);
			assert_true(has_kind(rule, kind));
			assert_int_equal(circumstances & rule->all, rule->all);
			assert_int_equal(circumstances & rule->none, 0);
			assert_true(!rule->message || strstr(fault.message, rule->message));
			assert_ptr_equal(rule_for(&fault, SK_FAULT, circumstances), rule);
		}
}

/* What the test did itself is never told as a bug of the unit. */
static void test_own_doing_is_no_bug(void **state)
{
	(void)state;
	static const struct {
		uint32_t kind, circumstances;
	} own[] = {
		{ SK_SEGV, NULL_ADDRESS | TEST_PASSED_NULL },
		{ SK_UBSAN, NULL_ADDRESS | TEST_PASSED_NULL | IN_CALLED_FUNCTION },
		{ SK_SEGV, NULL_ADDRESS | TEST_MADE_OBJECT },
		{ SK_ASAN, TEST_MEMORY },
		{ SK_ASAN, FREED_MEMORY | TEST_PASSED_FREED },
		{ SK_ASAN, FREED_MEMORY | CLOSING },
		{ SK_BAD_FREE, TEST_MEMORY },
		{ SK_ASSERT, IN_CALLED_FUNCTION },
		{ SK_LEAK, RETURNED_TO_TEST },
		{ SK_LEAK, TEST_MEMORY },
		{ SK_OUT_OF_MEMORY, UNIT_MEMORY },
		{ SK_SEGV, NULL_ADDRESS | FORMAT_ASKS },
	};
	for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
		struct sk_fault fault = fault_of(own[i].kind, "bad-free");
		assert_int_equal(rule_for(&fault, SK_FAULT, own[i].circumstances)->verdict, VERDICT_MISUSE);
	}
}

static void test_units_doing_is_a_bug(void **state)
{
	(void)state;
	static const struct {
		uint32_t kind, circumstances;
	} bugs[] = {
		{ SK_SEGV, NULL_ADDRESS },
		{ SK_ASAN, UNIT_MEMORY },
		{ SK_ASAN, FREED_MEMORY },
		{ SK_ASAN, STACK_MEMORY },
		{ SK_BAD_FREE, 0 },
		{ SK_UBSAN, 0 },
		{ SK_FPE, 0 },
		{ SK_ASSERT, 0 },
		{ SK_STACK_OVERFLOW, 0 },
		{ SK_LEAK, 0 },
		{ SK_FPE, IN_CALLED_FUNCTION },
		{ SK_CONTRACT, 0 },
		{ SK_CONTRACT, TEST_PASSED_NULL | TEST_MADE_OBJECT | LARGE_NUMBER },
	};
	for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++) {
		struct sk_fault fault = fault_of(bugs[i].kind, bugs[i].kind == SK_BAD_FREE ? "block freed twice" : "");
		assert_int_equal(rule_for(&fault, SK_FAULT, bugs[i].circumstances)->verdict, VERDICT_BUG);
	}
	struct sk_fault hang = fault_of(SK_NO_FAULT, "");
	assert_int_equal(rule_for(&hang, SK_HANG, 0)->verdict, VERDICT_BUG);
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
		cmocka_unit_test(test_rules_are_told_apart),
		cmocka_unit_test(test_no_bug_stands_on_made_up_answers),
		cmocka_unit_test(test_everything_is_decided),
		cmocka_unit_test(test_own_doing_is_no_bug),
		cmocka_unit_test(test_units_doing_is_a_bug),
		cmocka_unit_test(test_severity),
		cmocka_unit_test(test_fault_names),
	};
	return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
