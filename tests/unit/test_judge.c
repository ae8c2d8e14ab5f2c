/* Tests of the judge: sequences run in the real checked target, and what is made
 * of them. tests/units/judge/cases.tests says what is expected, beside each. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "exec_world.h"
#include "judge/judge.h"
#include "judge/rules.h"
#include "seq/life.h"

#define UNIT "tests/units/judge/cases.c"
#define CASES "tests/units/judge/cases.tests"

struct court {
	struct world world;
	struct judge *judge;
	struct seq_file cases;
	char *text;
};

static int open_court(void **state)
{
	struct court *court = calloc(1, sizeof *court);
	struct build_options build = { 0 };
	struct exec_options options = { 0 };
	assert_ok(world_open(&court->world, UNIT));
	build.cache_dir = court->world.cache;
	assert_ok(target_build(court->world.unit, &court->world.sources, BUILD_CHECKED, &build,
	                       &court->world.targets[BUILD_CHECKED]));
	assert_ok(judge_new(court->world.unit, court->world.targets[BUILD_CHECKED], &options, &court->judge));
	assert_ok(file_read(CASES, &court->text, NULL));
	assert_ok(world_parse(&court->world, court->text, &court->cases));
	*state = court;
	return 0;
}

static int close_court(void **state)
{
	struct court *court = *state;
	judge_free(court->judge);
	world_close(&court->world);
	free(court->text);
	free(court);
	return 0;
}

/* What the line above a test says. */
struct expectation {
	char verdict[32], rule[64], instead_of[64];
};

static struct expectation expectation_of(const struct court *court, const char *name)
{
	struct expectation expected = { .rule = "" };
	char *head = xprintf("\ntest %s\n", name);
	const char *test = strstr(court->text, head), *line = test;
	assert_non_null(test);
	while (line > court->text && line[-1] != '\n')
		line--;
	if (sscanf(line, "# expect fine instead of %63s", expected.instead_of) == 1)
		strcpy(expected.verdict, "fine");
	else if (sscanf(line, "# expect %31s %63s instead of %63s", expected.verdict, expected.rule, expected.instead_of) < 2)
		fail_msg("no expectation above test %s", name);
	free(head);
	return expected;
}

/* The verdict on a sequence; *rule is "" if nothing is wrong. */
static enum verdict verdict_on(struct court *court, const struct seq *seq, const char **rule, const struct finding **finding)
{
	const struct seq *closed;
	enum verdict verdict;
	assert_ok(judge_sequence(court->judge, court->world.arena, seq, &closed, &verdict, finding));
	assert_true(seq_is_valid(closed, court->world.unit->model));
	assert_true((verdict == VERDICT_FINE) == !*finding || verdict == VERDICT_FINE);
	*rule = verdict == VERDICT_FINE ? "" : *finding ? (*finding)->rule : "none";
	return verdict;
}

static void test_cases(void **state)
{
	struct court *court = *state;
	int wrong = 0;
	for (size_t i = 0; i < court->cases.n; i++) {
		const struct named_seq *test = &court->cases.at[i];
		struct expectation expected = expectation_of(court, test->name);
		const struct finding *finding;
		const char *rule;
		enum verdict verdict = verdict_on(court, test->seq, &rule, &finding);
		if (strcmp(verdict_word(verdict), expected.verdict) == 0 && strcmp(rule, expected.rule) == 0)
			continue;
		print_error("%s: expected %s %s, got %s %s (%s)\n", test->name, expected.verdict, expected.rule, verdict_word(verdict), rule,
		            finding ? finding->summary : "nothing found");
		wrong++;
	}
	assert_int_equal(wrong, 0);
	assert_true(court->cases.n > 50);
}

/* Each rule decides some case, and some other case that is nearly one for it. */
static void test_every_rule_has_its_cases(void **state)
{
	struct court *court = *state;
	size_t n;
	const struct rule *all = rules(&n);
	for (size_t r = 0; r < n; r++) {
		/* See test_out_of_memory; a bad free is mostly one of memory whose owner is known. */
		bool decides = strcmp(all[r].name, "out-of-memory") == 0 || strcmp(all[r].name, "bad-free") == 0;
		bool steps_back = r + 1 == n; /* the last one takes what is left */
		for (size_t i = 0; i < court->cases.n; i++) {
			struct expectation expected = expectation_of(court, court->cases.at[i].name);
			decides = decides || strcmp(expected.rule, all[r].name) == 0;
			steps_back = steps_back || strcmp(expected.instead_of, all[r].name) == 0;
		}
		if (!decides || !steps_back)
			fail_msg("cases.tests has no case that the rule '%s' %s", all[r].name, decides ? "nearly decides" : "decides");
	}
}

/* More open files than the sandbox allows: not the unit's fault. */
static void test_out_of_memory(void **state)
{
	struct court *court = *state;
	struct sb text = { 0 };
	struct seq_file file;
	const struct finding *finding;
	const char *rule;
	sb_add(&text, "test many_files\n");
	for (int i = 0; i < 300; i++)
		sb_addf(&text, "  f%d = file \"a\"\n", i);
	sb_add(&text, "  first_byte(f0)\nend\n");
	assert_ok(world_parse(&court->world, sb_text(&text), &file));
	assert_int_equal(verdict_on(court, file.at[0].seq, &rule, &finding), VERDICT_MISUSE);
	assert_string_equal(rule, "out-of-memory");
	sb_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_every_rule_has_its_cases),
		cmocka_unit_test(test_out_of_memory),
	};
	return cmocka_run_group_tests_name("judge", tests, open_court, close_court);
}
