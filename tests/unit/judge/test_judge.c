/* Tests of the judge: sequences run in the real checked target, and the judge decides.
 * tests/units/judge/cases.tests has the expected verdict beside each sequence. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "exec_world.h"
#include "judge/judge.h"
#include "judge/rules.h"
#include "model/text.h"

#define CASES "tests/units/judge/cases"
#define LAWS "tests/units/judge/laws"
#define NATURAL "tests/units/judge/natural"
#define MISFIT "tests/units/judge/misfit"
#define APART "tests/units/judge/apart"
#define SERVED "tests/units/judge/served/part"
#define OWNERS "tests/units/judge/owners.c"

struct court {
	struct world world;
	struct judge *judge;
	struct seq_file cases;
	char *text;
};

/* Targets are built once; models and judges are fresh. */
static char *cache;

static struct court *court_of(const char *path, const char *contracts)
{
	struct court *court = calloc(1, sizeof *court);
	struct build_options build = { .cache_dir = cache };
	struct exec_options options = { 0 };
	assert_ok(world_open_with(&court->world, path, contracts));
	assert_ok(target_build(court->world.unit, BUILD_CHECKED, &build, &court->world.targets[BUILD_CHECKED]));
	assert_ok(judge_new(court->world.unit, court->world.targets[BUILD_CHECKED], &options, &court->judge));
	return court;
}

static int open_with_tests(void **state, struct court *court, const char *tests)
{
	*state = court;
	assert_ok(file_read(tests, &court->text, NULL));
	assert_ok(world_parse(&court->world, court->text, &court->cases));
	return 0;
}

static int open_cases(void **state)
{
	return open_with_tests(state, court_of(CASES ".c", CASES "_contracts.c"), CASES ".tests");
}

/* With -j 2 the runs that are compared are made in two processes. */
static int open_hastened(void **state)
{
	struct court *court = court_of(CASES ".c", CASES "_contracts.c");
	assert_ok(judge_hasten(court->judge));
	return open_with_tests(state, court, CASES ".tests");
}

static int open_laws(void **state)
{
	return open_with_tests(state, court_of(LAWS ".c", NULL), LAWS ".tests");
}

static int open_natural(void **state)
{
	return open_with_tests(state, court_of(NATURAL ".c", NULL), NATURAL ".tests");
}

static int open_misfit(void **state)
{
	return open_with_tests(state, court_of(MISFIT ".c", NULL), MISFIT ".tests");
}

static int open_apart(void **state)
{
	return open_with_tests(state, court_of(APART ".c", NULL), APART ".tests");
}

static int open_served(void **state)
{
	return open_with_tests(state, court_of(SERVED ".c", NULL), SERVED ".tests");
}

/* A fresh model and a fresh judge for each test: what one learns, no other knows. */
static int open_owners(void **state)
{
	*state = court_of(OWNERS, NULL);
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

/* The line above a test. */
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
	else if (sscanf(line, "# expect %31s %63s instead of %63s", expected.verdict, expected.rule,
	                expected.instead_of) < 2)
		fail_msg("no expectation above test %s", name);
	free(head);
	return expected;
}

/* The verdict on a sequence; *rule is "" if nothing is wrong. A test that is fine may show something unclear. */
static enum verdict verdict_on(struct court *court, const struct seq *seq, const char **rule,
                               const struct finding **finding)
{
	const struct seq *closed;
	enum verdict verdict;
	assert_ok(judge_sequence(court->judge, court->world.arena, seq, &closed, &verdict, finding));
	assert_true(seq_is_valid(closed, court->world.unit->model));
	assert_true((verdict == VERDICT_FINE) == !*finding || verdict == VERDICT_FINE);
	*rule = *finding ? (*finding)->rule : verdict == VERDICT_FINE ? "" : "none";
	if (verdict == VERDICT_FINE && *finding && (*finding)->verdict != VERDICT_UNCLEAR)
		*rule = ""; /* it taught something */
	return verdict;
}

static void assert_cases(struct court *court)
{
	int wrong = 0;
	for (size_t i = 0; i < court->cases.n; i++) {
		const struct named_seq *test = &court->cases.at[i];
		struct expectation expected = expectation_of(court, test->name);
		const struct finding *finding;
		const char *rule;
		enum verdict verdict = verdict_on(court, test->seq, &rule, &finding);
		if (strcmp(verdict_word(verdict), expected.verdict) == 0 && strcmp(rule, expected.rule) == 0)
			continue;
		print_error("%s: expected %s %s, got %s %s (%s)\n", test->name, expected.verdict, expected.rule,
		            verdict_word(verdict), rule, finding ? finding->summary : "nothing found");
		wrong++;
	}
	assert_int_equal(wrong, 0);
}

static void test_cases(void **state)
{
	struct court *court = *state;
	assert_true(court->cases.n > 15);
	assert_cases(court);
}

/* A brief look may miss that a test depends on unset memory. Else bugs are found, and only bugs are told as such. */
static void test_brief_looks(void **state)
{
	struct court *court = *state;
	for (size_t i = 0; i < court->cases.n; i++) {
		const struct named_seq *test = &court->cases.at[i];
		struct expectation expected = expectation_of(court, test->name);
		const struct finding *finding;
		const struct seq *closed;
		enum verdict verdict;
		assert_ok(judge_glance(court->judge, court->world.arena, test->seq, &closed, &verdict, &finding));
		bool is_bug = verdict == VERDICT_BUG,
		     is_missed = verdict == VERDICT_FINE && strstr(expected.rule, "unset");
		if (is_missed || is_bug == (strcmp(expected.verdict, "bug") == 0))
			continue;
		fail_msg("%s: expected %s %s, got %s", test->name, expected.verdict, expected.rule,
		         verdict_word(verdict));
	}
}

static void test_the_cases_apart(void **state)
{
	struct court *court = *state;
	assert_int_equal(court->cases.n, 3);
	assert_cases(court);
}

/* One file of a library whose build file installs another header. */
static void test_what_serves_other_files(void **state)
{
	struct court *court = *state;
	assert_int_equal(court->cases.n, 1);
	assert_cases(court);
}

/* Some expectation in the text is to be decided by the rule, or nearly is. */
static void find_rule(const char *text, const char *rule, bool *decides, bool *steps_back)
{
	char *verdict = xprintf(" %s ", rule), *alone = xprintf(" %s\n", rule),
	     *instead = xprintf("instead of %s\n", rule);
	for (const char *line = strstr(text, "# expect "); line; line = strstr(line + 1, "# expect ")) {
		size_t n = strcspn(line, "\n") + 1;
		char *copy = xprintf("%.*s", (int)n, line);
		bool nearly = strstr(copy, instead);
		*steps_back = *steps_back || nearly;
		*decides = *decides || strstr(copy, verdict) || (!nearly && strstr(copy, alone));
		free(copy);
	}
	free(verdict);
	free(alone);
	free(instead);
}

/* In test_variables.c, tests/cli/context.sh and below: the test itself does not show what they are about. */
static bool has_tests_of_its_own(const char *rule)
{
	static const char *const names[] = { "set-variables",   "last-resort",    "promoted",
		                             "never-came-back", "not-seen-again", "not-seen-outside",
		                             "kept-destroyed",  "context-call",   "part-of-program" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(rule, names[i]) == 0)
			return true;
	return strncmp(rule, "program-", 8) == 0; /* tests/cli/program.sh */
}

/* The cases of all units, as text. */
struct texts {
	char *at[5];
};

static void assert_has_cases(const struct texts *texts, const char *rule)
{
	/* See test_out_of_memory; and a wild free is mostly one of memory whose owner is known. */
	bool decides = strcmp(rule, "out-of-memory") == 0 || strcmp(rule, "wild-free") == 0;
	bool steps_back = strcmp(rule, "unclear") == 0; /* it takes what is left */
	for (size_t i = 0; i < sizeof texts->at / sizeof *texts->at; i++)
		find_rule(texts->at[i], rule, &decides, &steps_back);
	if (!decides || !steps_back)
		fail_msg("no case is one that the rule '%s' %s", rule, decides ? "nearly decides" : "decides");
}

/* Each rule decides some case, and some other case that is nearly one for it. */
static void test_every_rule_has_its_cases(void **state)
{
	struct court *court = *state;
	size_t n;
	const struct rule *all = excuses(&n);
	struct texts texts = { { xstrdup(court->text) } };
	assert_ok(file_read(LAWS ".tests", &texts.at[1], NULL));
	assert_ok(file_read(NATURAL ".tests", &texts.at[2], NULL));
	assert_ok(file_read(MISFIT ".tests", &texts.at[3], NULL));
	assert_ok(file_read(APART ".tests", &texts.at[4], NULL));
	for (size_t r = 0; r < n; r++)
		if (!has_tests_of_its_own(all[r].name))
			assert_has_cases(&texts, all[r].name);
	for (uint32_t class = 0; class < N_FAULT_CLASSES; class ++)
		assert_has_cases(&texts, default_rule(class)->name);
	for (size_t i = 0; i < sizeof texts.at / sizeof *texts.at; i++)
		free(texts.at[i]);
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

/* A fault in a promoted place is a bug; elsewhere it is not. */
static void test_promoted(void **state)
{
	struct court *court = *state;
	static const char *const places[] = { "length_of", "cases.c:1", "elsewhere.c:7" };
	struct seq_file file;
	const struct finding *finding;
	const char *rule;
	assert_ok(world_parse(&court->world,
	                      "test null\n  length_of(null)\nend\n"
	                      "test small\n  buffer = char[4] \"\"\n  fill_eight(buffer)\nend\n",
	                      &file));
	judge_promote(court->judge, places, 3);
	assert_int_equal(verdict_on(court, file.at[0].seq, &rule, &finding), VERDICT_BUG);
	assert_string_equal(rule, "promoted");
	assert_int_equal(verdict_on(court, file.at[1].seq, &rule, &finding), VERDICT_MISUSE);
	char *line = xprintf("judge/cases.c:%u", finding->frames[0].line);
	judge_promote(court->judge, (const char *const *)&line, 1);
	assert_int_equal(verdict_on(court, file.at[1].seq, &rule, &finding), VERDICT_BUG);
	assert_int_equal(verdict_on(court, file.at[0].seq, &rule, &finding), VERDICT_MISUSE);
	judge_promote(court->judge, NULL, 0);
	free(line);
}

/* A bug is tried once more at the end, and becomes what its own test shows. Here the user's word is taken back. */
static void test_bugs_are_tried_again(void **state)
{
	struct court *court = *state;
	static const char *const place = "length_of";
	struct seq_file file;
	const struct finding *finding;
	const char *rule;
	assert_ok(world_parse(&court->world, "test null\n  length_of(null)\nend\n", &file));
	judge_promote(court->judge, &place, 1);
	assert_int_equal(verdict_on(court, file.at[0].seq, &rule, &finding), VERDICT_BUG);
	judge_promote(court->judge, NULL, 0);
	uint64_t key = finding->key;
	assert_ok(judge_confirm(court->judge));
	assert_int_equal(finding->verdict, VERDICT_MISUSE);
	assert_string_equal(finding->rule, "passed-null");
	assert_non_null(strstr(finding->evidence, "passed the null pointer"));
	assert_int_not_equal(finding->key, key);
}

/* The evidence names the argument, and what it costs depends on what is done. */
static void test_evidence(void **state)
{
	struct court *court = *state;
	static const struct {
		const char *text, *says;
		enum severity severity;
	} cases[] = {
		{ "length_of(null)", "an argument of length_of.", SEVERITY_MEDIUM },
		{ "buffer = char[4] \"\"\n  fill_eight(buffer)", "an argument of fill_eight.", SEVERITY_HIGH },
		{ "fill_own(3)", "The memory belongs to the unit.", SEVERITY_HIGH },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct seq_file file;
		const struct finding *finding;
		const char *rule;
		char *whole = xprintf("test t\n  %s\nend\n", cases[i].text);
		assert_ok(world_parse(&court->world, whole, &file));
		assert_int_not_equal(verdict_on(court, file.at[0].seq, &rule, &finding), VERDICT_FINE);
		assert_non_null(strstr(finding->evidence, cases[i].says));
		assert_string_equal(severity_word(finding->severity), severity_word(cases[i].severity));
		free(whole);
	}
}

/* A finding that is described by another test gets the values of that test's run, if the fault is
 * the same. */
static void test_told_anew(void **state)
{
	struct court *court = *state;
	struct seq_file file;
	const struct finding *finding, *told;
	const char *rule;
	assert_ok(world_parse(&court->world,
	                      "test first\n  buffer = char[6] \"\"\n  fill_eight(buffer)\nend\n"
	                      "test shorter\n  small = char[2] \"\"\n  fill_eight(small)\nend\n"
	                      "test fine\n  buffer = char[8] \"\"\n  fill_eight(buffer)\nend\n"
	                      "test other\n  fill_own(3)\nend\n",
	                      &file));
	assert_int_equal(verdict_on(court, file.at[0].seq, &rule, &finding), VERDICT_MISUSE);
	uint32_t count = finding->count;
	uint64_t size = finding->fault.region_size;
	assert_ok(judge_tell(court->judge, court->world.arena, finding, file.at[1].seq, file.at[1].seq->n, &told));
	assert_non_null(told);
	assert_int_equal(told->fault.region_size, 2);
	assert_true(seq_equal(told->seq, file.at[1].seq));
	assert_int_equal(told->step, file.at[1].seq->n - 1);
	assert_int_equal(told->verdict, VERDICT_MISUSE);
	assert_int_equal(told->count, count);
	assert_int_equal(finding->fault.region_size, size);
	assert_int_equal(finding->count, count);
	for (int i = 2; i < 4; i++) {
		const struct seq *seq = file.at[i].seq;
		assert_ok(judge_tell(court->judge, court->world.arena, finding, seq, seq->n, &told));
		assert_null(told);
	}
}

static size_t n_bugs(const struct court *court, bool of_laws)
{
	const struct finding *const *findings;
	size_t n = judge_findings(court->judge, &findings), bugs = 0;
	for (size_t i = 0; i < n; i++)
		bugs += findings[i]->verdict == VERDICT_BUG && (findings[i]->fault.kind == SK_LAW) == of_laws;
	return bugs;
}

/* After test_cases: whatever was tried in between, what is told is of the test itself. */
static void test_findings_name_their_step(void **state)
{
	struct court *court = *state;
	const struct finding *const *findings;
	size_t n = judge_findings(court->judge, &findings), looked_at = 0;
	const struct model *model = court->world.unit->model;
	for (size_t i = 0; i < n; i++) {
		const struct finding *finding = findings[i];
		const struct step *step = finding->step < finding->seq->n ? finding->seq->steps[finding->step] : NULL;
		const char *outer = finding->n_frames ? finding->frames[finding->n_frames - 1].function : "";
		if (!step || step->kind != STEP_CALL || finding->fault.kind == SK_LEAK ||
		    finding->fault.kind == SK_STACK_OVERFLOW || /* not all of its frames are kept */
		    model_find_function(model, outer) == NONE)
			continue;
		looked_at++;
		assert_string_equal(model->functions.at[step->index].name, outer);
	}
	assert_true(looked_at > 20);
}

/* After test_cases. */
static void test_bugs_show_again(void **state)
{
	struct court *court = *state;
	size_t bugs = n_bugs(court, false);
	assert_true(bugs > 5);
	assert_ok(judge_confirm(court->judge));
	assert_int_equal(n_bugs(court, false), bugs);
}

/* After test_cases: with built-in contracts off, what only they saw does not show. */
static void test_only_what_shows_again_is_a_bug(void **state)
{
	struct court *court = *state;
	size_t broken = n_bugs(court, true);
	assert_true(broken > 0);
	assert_ok(judge_confirm(court->judge));
	assert_int_equal(n_bugs(court, true), broken);
	judge_laws_off(court->judge, UINT32_MAX);
	assert_ok(judge_confirm(court->judge));
	assert_int_equal(n_bugs(court, true), 0);
}

/* ---- what misuse teaches ---- */

/* Judges the only test of a text. */
static enum verdict judge_text(struct court *court, const char *text, const struct seq **closed)
{
	struct seq_file file;
	const struct finding *finding;
	enum verdict verdict;
	char *whole = xprintf("test t\n%s\nend\n", text);
	assert_ok(world_parse(&court->world, whole, &file));
	assert_ok(judge_sequence(court->judge, court->world.arena, file.at[0].seq, closed, &verdict, &finding));
	free(whole);
	return verdict;
}

static struct function *function_of(struct court *court, const char *name)
{
	uint32_t f = model_find_function(court->world.unit->model, name);
	assert_int_not_equal(f, NONE);
	return &court->world.unit->model->functions.at[f];
}

/* The last step is a call of the function; "free" stands for free(). */
static void assert_ends_with(struct court *court, const struct seq *seq, const char *name)
{
	const struct step *last = seq->steps[seq->n - 1];
	if (strcmp(name, "free") == 0) {
		assert_int_equal(last->kind, STEP_FREE);
		return;
	}
	assert_int_equal(last->kind, STEP_CALL);
	assert_string_equal(court->world.unit->model->functions.at[last->index].name, name);
}

static void assert_learned(struct court *court, const char *line)
{
	const char *const *lines;
	size_t n = judge_learned(court->judge, &lines);
	assert_int_equal(n, line != NULL);
	if (line)
		assert_string_equal(lines[0], line);
	assert_int_equal(judge_learned(court->judge, &lines), 0); /* told once */
}

static char *model_text_of(struct court *court)
{
	struct sb text = { 0 };
	model_print(court->world.unit->model, "skep", &text);
	return sb_take(&text);
}

static void test_learns_not_null(void **state)
{
	struct court *court = *state;
	const struct seq *closed;
	assert_int_not_equal(function_of(court, "erase")->params[0].null, NULL_FORBIDDEN);
	assert_int_equal(judge_text(court, "erase(null)", &closed), VERDICT_MISUSE);
	assert_int_equal(function_of(court, "erase")->params[0].null, NULL_FORBIDDEN);
	assert_learned(court, "erase: eight is not null (crashed with null)");
	char *text = model_text_of(court);
	assert_non_null(strstr(text, "not null (learned: crashed with null)"));
	free(text);
}

/* Which of two nulls was it? Not to be learned from such a call. */
static void test_learns_nothing_from_two_suspects(void **state)
{
	struct court *court = *state;
	const struct seq *closed;
	assert_int_equal(judge_text(court, "copy(null, null)", &closed), VERDICT_MISUSE);
	assert_learned(court, NULL);
	assert_int_equal(judge_text(court, "to = char[8] \"\"\n copy(to, null)", &closed), VERDICT_MISUSE);
	assert_learned(court, "copy: from is not null (crashed with null)");
	assert_int_equal(judge_text(court, "copy(null, null)", &closed), VERDICT_MISUSE);
	assert_learned(court, NULL); /* what is known explains it */
	assert_int_equal(judge_text(court, "from = char[] \"a\"\n copy(null, from)", &closed), VERDICT_MISUSE);
	assert_learned(court, "copy: to is not null (crashed with null)");
}

static void test_users_word_wins(void **state)
{
	struct court *court = *state;
	const struct seq *closed;
	assert_ok(model_correct(court->world.unit->model, "erase(eight)  eight: may be null\n", "user.model"));
	assert_int_equal(judge_text(court, "erase(null)", &closed), VERDICT_MISUSE);
	assert_int_equal(function_of(court, "erase")->params[0].null, NULL_ALLOWED);
	assert_learned(court, NULL);
}

/* Both ways round: the older object ends first at the end, or the younger. */
static void test_learns_taken(void **state)
{
	static const char *const tests[] = {
		"plant = plant_new()\n seed = seed_new(1)\n plant_set_seed(plant, seed)",
		"seed = seed_new(1)\n plant = plant_new()\n plant_set_seed(plant, seed)",
		"plant = plant_new()\n seed = seed_new(2)\n seed_kind(seed)\n plant_set_seed(plant, seed)",
	};
	struct court *court = *state;
	const struct seq *closed;
	for (size_t i = 0; i < 3; i++) {
		assert_false(function_of(court, "plant_set_seed")->params[1].taken);
		assert_int_equal(judge_text(court, tests[i], &closed), VERDICT_FINE);
		assert_ends_with(court, closed, "plant_free");
		assert_learned(court,
		               i < 2 ? NULL : "plant_set_seed: seed is taken over (destroying it afterwards crashed)");
	}
	assert_true(function_of(court, "plant_set_seed")->params[1].taken);
	assert_false(function_of(court, "plant_likes")->params[1].taken);
	assert_int_equal(
	        judge_text(court, "plant = plant_new()\n seed = seed_new(1)\n plant_likes(plant, seed)", &closed),
	        VERDICT_FINE);
	assert_int_equal(closed->n, 6); /* two handles, the literal, the call, two ends */
}

static void test_learns_destroyed(void **state)
{
	struct court *court = *state;
	const struct seq *closed;
	for (int i = 0; i < 3; i++) {
		assert_false(function_of(court, "seed_eat")->params[0].destroyed);
		assert_int_equal(judge_text(court, "seed = seed_new(1)\n seed_eat(seed)\n seed_kind(seed)", &closed),
		                 VERDICT_MISUSE);
		assert_learned(court, i < 2 ? NULL : "seed_eat: seed is destroyed (using it afterwards crashed)");
	}
	assert_true(function_of(court, "seed_eat")->is_destroyer);
	assert_int_equal(judge_text(court, "seed = seed_new(1)\n seed_eat(seed)", &closed), VERDICT_FINE);
	assert_ends_with(court, closed, "seed_eat");
}

/* An object that is left in a variable has to be ended: by free(), or by its destroyer. */
static void test_learns_left(void **state)
{
	struct court *court = *state;
	const struct seq *closed;
	for (int i = 0; i < 3; i++) {
		assert_false(function_of(court, "plant_describe")->params[1].left_to_free);
		assert_int_equal(judge_text(court,
		                            "plant = plant_new()\n text = null char *\n plant_describe(plant, &text)",
		                            &closed),
		                 VERDICT_FINE);
		assert_int_equal(closed->n, 5);
		assert_learned(court,
		               i < 2 ? NULL
		                     : "plant_describe: the object that it leaves in text must be ended (it leaked)");
	}
	char *text = model_text_of(court);
	assert_non_null(strstr(text, "freed by the caller"));
	free(text);
	/* the test itself loses the first one */
	assert_int_equal(judge_text(court,
	                            "plant = plant_new()\n text = null char *\n plant_describe(plant, &text)\n"
	                            "plant_describe(plant, &text)",
	                            &closed),
	                 VERDICT_UNCLEAR);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(
		        judge_text(court, "plant = plant_new()\n seed = null struct seed *\n plant_drop(plant, &seed)",
		                   &closed),
		        VERDICT_FINE);
		assert_learned(court,
		               i < 2 ? NULL
		                     : "plant_drop: the object that it leaves in seed must be ended (it leaked)");
	}
	assert_true(function_of(court, "plant_drop")->is_maker);
	assert_false(function_of(court, "plant_drop")->params[1].left_to_free);
}

/* x = f(x), although sometimes it gives back what it got. */
static void test_learns_replaced(void **state)
{
	struct court *court = *state;
	const struct seq *closed;
	for (int i = 0; i < 3; i++) {
		assert_int_equal(
		        judge_text(court, "seed = seed_new(1)\n seed_turn(seed, 1)\n seed_kind(seed)", &closed),
		        VERDICT_FINE);
		assert_false(function_of(court, "seed_turn")->is_maker);
		assert_int_equal(judge_text(court, "seed = seed_new(1)\n other = seed_turn(seed, 2)", &closed),
		                 VERDICT_FINE);
		assert_int_equal(closed->n, 5); /* one end */
		assert_learned(
		        court,
		        i < 2 ? NULL
		              : "seed_turn: seed is replaced by the result (it was freed, and another object given)");
	}
	assert_true(function_of(court, "seed_turn")->is_maker && function_of(court, "seed_turn")->params[0].destroyed);
	/* it does not end anything */
	assert_int_equal(judge_text(court, "seed = seed_new(1)\n other = seed_turn(seed, 1)", &closed), VERDICT_FINE);
	assert_ends_with(court, closed, "seed_free");
}

static void test_learns_maker(void **state)
{
	struct court *court = *state;
	const struct seq *closed;
	for (int i = 0; i < 3; i++) {
		assert_false(function_of(court, "seed_like")->is_maker);
		assert_int_equal(judge_text(court, "seed = seed_new(1)\n other = seed_like(seed)", &closed),
		                 VERDICT_FINE);
		assert_int_equal(closed->n, 5);
		assert_learned(court, i < 2 ? NULL : "seed_like: gives a new object (it leaked)");
	}
	assert_true(function_of(court, "seed_like")->is_maker);
}

/* A function that seemed to be a maker only gives an object that belongs to another. */
static void test_learns_borrowed(void **state)
{
	static const char destroys[] = "plant = plant_new()\n seed = plant_obtain_seed(plant)\n seed_free(seed)\n"
	                               " plant_seed_kind(plant)";
	struct court *court = *state;
	const struct seq *closed;
	assert_int_equal(judge_text(court, destroys, &closed), VERDICT_UNCLEAR); /* as long as nobody knows better */
	for (int i = 0; i < 3; i++) {
		assert_true(function_of(court, "plant_obtain_seed")->is_maker);
		assert_int_equal(judge_text(court, "plant = plant_new()\n seed = plant_obtain_seed(plant)", &closed),
		                 VERDICT_FINE);
		assert_int_equal(closed->n, 3); /* the plant alone is ended */
		assert_learned(court,
		               i < 2 ? NULL
		                     : "plant_obtain_seed: keeps the object that it gives (destroying it crashed)");
	}
	assert_false(function_of(court, "plant_obtain_seed")->is_maker);
	assert_int_equal(judge_text(court, destroys, &closed), VERDICT_MISUSE);
}

/* The user's own words are never overruled. */
static void test_told_makers_stay(void **state)
{
	struct court *court = *state;
	const struct seq *closed;
	((struct function *)function_of(court, "plant_obtain_seed"))->maker_told = true;
	for (int i = 0; i < 4; i++) {
		assert_int_not_equal(
		        judge_text(court, "plant = plant_new()\n seed = plant_obtain_seed(plant)", &closed),
		        VERDICT_FINE);
		assert_learned(court, NULL);
	}
}

/* A result that leaks only sometimes does not belong to the caller if clean tests leave it alone. */
static void test_clean_tests_are_doubts(void **state)
{
	struct court *court = *state;
	const struct seq *closed;
	for (int i = 0; i < 4; i++)
		assert_int_equal(judge_text(court, "plant = plant_new()\n seed = plant_get_seed(plant, 1)", &closed),
		                 VERDICT_FINE);
	for (int i = 0; i < 5; i++) {
		assert_false(function_of(court, "plant_get_seed")->is_maker);
		assert_int_equal(judge_text(court,
		                            "plant = plant_new()\n plant_let_be(plant)\n"
		                            " seed = plant_get_seed(plant, 1)",
		                            &closed),
		                 VERDICT_FINE);
		assert_int_equal(closed->n, 6); /* it is ended in the test at hand */
		assert_learned(court, i < 4 ? NULL : "plant_get_seed: gives a new object (it leaked)");
	}
}

/* A test that is as long as tests can be cannot end all that it made, and leaks by itself:
 * neither a finding nor a lesson. */
static void test_no_room_to_end_it(void **state)
{
	struct court *court = *state;
	const struct finding *const *findings;
	const struct seq *closed;
	struct sb text = { 0 };
	for (uint32_t i = 0; i < SEQ_MAX_STEPS / 2 - 4; i++)
		sb_addf(&text, "  seed%u = seed_new(%u)\n", i, i);
	assert_int_equal(judge_text(court, sb_text(&text), &closed), VERDICT_UNCLEAR);
	assert_int_equal(closed->n, SEQ_MAX_STEPS);
	assert_int_equal(judge_findings(court->judge, &findings), 0);
	assert_learned(court, NULL);
	sb_release(&text);
}

static void test_learns_result_to_free(void **state)
{
	struct court *court = *state;
	const struct seq *closed;
	assert_int_equal(judge_text(court, "plant = plant_new()\n plant_label(plant)", &closed), VERDICT_FINE);
	assert_int_equal(closed->n, 4);
	assert_int_equal(closed->steps[2]->kind, STEP_FREE);
	assert_ends_with(court, closed, "plant_free");
	assert_true(function_of(court, "plant_label")->result_freed);
	assert_learned(court, "plant_label: the result must be freed (it leaked)");
	char *text = model_text_of(court);
	assert_non_null(strstr(text, "free"));
	free(text);
}

/* ---- findings ---- */

static uint64_t key_of(struct court *court, const char *text)
{
	struct seq_file file;
	uint64_t key;
	char *whole = xprintf("test t\n%s\nend\n", text);
	assert_ok(world_parse(&court->world, whole, &file));
	assert_ok(judge_key(court->judge, court->world.arena, file.at[0].seq, &key));
	free(whole);
	return key;
}

/* A bug that is reached in another way has the same key; asking for a key files nothing. */
static void test_keys(void **state)
{
	struct court *court = *state;
	const struct finding *const *findings;
	size_t before = judge_findings(court->judge, &findings);
	uint64_t overrun = key_of(court, "fill_own(3)");
	assert_true(overrun != 0);
	assert_int_equal(key_of(court, "value_of(1)\n fill_own(3)"), overrun);
	assert_true(key_of(court, "forget(3)") != overrun);
	assert_int_equal(key_of(court, "fill_own(2)"), 0);
	assert_int_equal(key_of(court, "step_to(5, 0)"), key_of(court, "step_to(7, 0)"));
	assert_int_equal(judge_findings(court->judge, &findings), before);
}

static void test_findings_are_counted(void **state)
{
	struct court *court = *state;
	const struct finding *const *findings, *finding = NULL;
	const struct seq *closed;
	judge_text(court, "value_of(1)\n value_of(2)\n value_of(3)", &closed);
	size_t n = judge_findings(court->judge, &findings);
	for (size_t i = 0; i < n; i++)
		if (strncmp(findings[i]->summary, "undefined behaviour in value_of", 31) == 0 ||
		    strncmp(findings[i]->summary, "null dereference in value_of", 28) == 0)
			finding = findings[i];
	assert_non_null(finding);
	assert_int_equal(finding->verdict, VERDICT_BUG);
	uint32_t count = finding->count;
	judge_text(court, "value_of(3)", &closed);
	assert_int_equal(judge_findings(court->judge, &findings), n); /* the same bug */
	assert_int_equal(finding->count, count + 1);
	assert_int_equal(finding->seq->n, 2); /* the shortest test for it is kept */
	assert_int_equal(finding->step, 1);
	assert_true(finding->n_frames >= 1);
	assert_string_equal(finding->frames[0].function, "value_of");
}

/* Judges the text so often; the verdict on the last finding at the end of the campaign. */
static enum verdict settled(struct court *court, const char *bad, unsigned times, const char *good)
{
	struct court *fresh = court_of(CASES ".c", NULL);
	const struct finding *const *findings;
	const struct seq *closed;
	(void)court;
	for (unsigned i = 0; i < times; i++)
		assert_int_equal(judge_text(fresh, bad, &closed), VERDICT_BUG);
	if (good)
		assert_int_equal(judge_text(fresh, good, &closed), VERDICT_FINE);
	judge_settle(fresh->judge);
	assert_int_equal(judge_findings(fresh->judge, &findings), 1);
	enum verdict verdict = findings[0]->verdict;
	assert_true((strcmp(findings[0]->rule, "never-came-back") == 0) == (verdict == VERDICT_UNCLEAR));
	void *state = fresh;
	close_court(&state);
	return verdict;
}

/* A function that no test could call is not believed to be wrong; but one call that came back
 * is enough, a few failures are not, and what C does not define may happen each time. */
static void test_calls_that_never_came_back(void **state)
{
	assert_int_equal(settled(*state, "fill_own(3)", 5, NULL), VERDICT_UNCLEAR);
	assert_int_equal(settled(*state, "fill_own(3)", 5, "fill_own(4)"), VERDICT_BUG);
	assert_int_equal(settled(*state, "fill_own(3)", 2, NULL), VERDICT_BUG);
	assert_int_equal(settled(*state, "value_of(3)", 5, "fill_own(4)"), VERDICT_BUG);
}

int main(void)
{
	const struct CMUnitTest cases[] = {
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_findings_name_their_step),
		cmocka_unit_test(test_bugs_show_again),
		cmocka_unit_test(test_every_rule_has_its_cases),
		cmocka_unit_test(test_out_of_memory),
		cmocka_unit_test(test_promoted),
		cmocka_unit_test(test_bugs_are_tried_again),
		cmocka_unit_test(test_evidence),
		cmocka_unit_test(test_told_anew),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_findings_are_counted),
		cmocka_unit_test(test_calls_that_never_came_back),
	};
	const struct CMUnitTest plain[] = { cmocka_unit_test(test_cases) };
	const struct CMUnitTest brief[] = { cmocka_unit_test(test_brief_looks) };
	const struct CMUnitTest apart[] = { cmocka_unit_test(test_the_cases_apart) };
	const struct CMUnitTest served[] = { cmocka_unit_test(test_what_serves_other_files) };
	const struct CMUnitTest laws[] = { cmocka_unit_test(test_cases),
		                           cmocka_unit_test(test_only_what_shows_again_is_a_bug) };
#define OWNER_TEST(test) cmocka_unit_test_setup_teardown(test, open_owners, close_court)
	const struct CMUnitTest lessons[] = {
		OWNER_TEST(test_learns_left),           OWNER_TEST(test_learns_replaced),
		OWNER_TEST(test_learns_not_null),       OWNER_TEST(test_learns_nothing_from_two_suspects),
		OWNER_TEST(test_users_word_wins),       OWNER_TEST(test_learns_taken),
		OWNER_TEST(test_learns_destroyed),      OWNER_TEST(test_learns_maker),
		OWNER_TEST(test_learns_borrowed),       OWNER_TEST(test_told_makers_stay),
		OWNER_TEST(test_learns_result_to_free), OWNER_TEST(test_clean_tests_are_doubts),
		OWNER_TEST(test_no_room_to_end_it),
	};
	status st = temp_make("cache", &cache);
	if (st)
		return 1;
	int bad = cmocka_run_group_tests_name("judge", cases, open_cases, close_court);
	bad += cmocka_run_group_tests_name("hastened", plain, open_hastened, close_court);
	bad += cmocka_run_group_tests_name("brief", brief, open_cases, close_court);
	bad += cmocka_run_group_tests_name("natural", plain, open_natural, close_court);
	bad += cmocka_run_group_tests_name("misfit", plain, open_misfit, close_court);
	bad += cmocka_run_group_tests_name("apart", apart, open_apart, close_court);
	bad += cmocka_run_group_tests_name("served", served, open_served, close_court);
	bad += cmocka_run_group_tests_name("laws", laws, open_laws, close_court);
	bad += cmocka_run_group_tests_name("lessons", lessons, NULL, NULL);
	temp_remove(cache);
	return bad;
}
