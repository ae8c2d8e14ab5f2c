/* Tests of the campaign: it can be repeated, several workers do no harm, and it stops for each of
 * its reasons. */
#include "test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/campaign.h"
#include "campaign/estimate.h"
#include "campaign/faults.h"
#include "exec_world.h"

/* Targets are built once and shared; the model is read anew for each campaign,
 * because campaigns teach it. */
static char *cache;

struct trial {
	struct source_list sources;
	struct unit *unit;
	struct target *targets[N_BUILDS];
	bool *callable;
	struct campaign *campaign;
	struct arena *arena;
};

static int make_cache(void **state)
{
	(void)state;
	find_runtime();
	assert_ok(temp_make("cache", &cache));
	return 0;
}

static int remove_cache(void **state)
{
	(void)state;
	temp_remove(cache);
	return 0;
}

static void trial_open(struct trial *trial, const char *path)
{
	struct build_options build = { .cache_dir = cache };
	*trial = (struct trial){ .arena = arena_new() };
	assert_ok(sources_from_args(&trial->sources, &path, 1, NULL, 0));
	assert_ok(front_read(&trial->sources, &trial->unit));
	for (enum build_kind kind = 0; kind < N_BUILDS; kind++)
		assert_ok(target_build(trial->unit, kind, &build, &trial->targets[kind]));
	const struct model *model = trial->unit->model;
	trial->callable = calloc(model->functions.n + 1, sizeof(bool));
	for (size_t f = 0; f < model->functions.n; f++)
		trial->callable[f] = !model->functions.at[f].why_not && !model->functions.at[f].is_static;
}

static void trial_run(struct trial *trial, struct campaign_options options)
{
	options.engines = &(struct engine_choice){ .kind = &engine_random };
	options.n_engines = 1;
	options.callable = trial->callable;
	if (!options.criterion)
		options.criterion = CRITERION_BRANCH;
	assert_ok(campaign_run(trial->unit, trial->targets[BUILD_FAST], trial->targets[BUILD_CHECKED], &options,
	                       &trial->campaign));
}

static void trial_close(struct trial *trial)
{
	campaign_free(trial->campaign);
	for (int i = 0; i < N_BUILDS; i++)
		target_free(trial->targets[i]);
	unit_free(trial->unit);
	sources_release(&trial->sources);
	free(trial->callable);
	arena_free(trial->arena);
}

/* All that decides what is written: the archive and the findings, as text. */
static char *trial_text(struct trial *trial)
{
	struct archived *tests;
	struct sb text = { 0 };
	const struct finding *const *findings;
	size_t n = archive_all(campaign_archive(trial->campaign), trial->arena, &tests);
	for (size_t i = 0; i < n; i++)
		seq_print(tests[i].seq, trial->unit->model, "t", &text);
	n = judge_findings(campaign_judge(trial->campaign), &findings);
	for (size_t i = 0; i < n; i++)
		sb_addf(&text, "%s %s %u\n", verdict_word(findings[i]->verdict), findings[i]->summary,
		        findings[i]->count);
	return sb_take(&text);
}

static char *text_of(const char *path, struct campaign_options options)
{
	struct trial trial;
	trial_open(&trial, path);
	trial_run(&trial, options);
	char *text = trial_text(&trial);
	assert_true(archive_is_valid(campaign_archive(trial.campaign)));
	trial_close(&trial);
	return text;
}

static void check_repeatable(const char *path)
{
	char *first = text_of(path, (struct campaign_options){ .budget.executions = 2000, .seed = 3, .workers = 1 });
	char *again = text_of(path, (struct campaign_options){ .budget.executions = 2000, .seed = 3, .workers = 1 });
	char *other = text_of(path, (struct campaign_options){ .budget.executions = 2000, .seed = 4, .workers = 1 });
	assert_true(strlen(first) > 100);
	assert_string_equal(first, again);
	assert_string_not_equal(first, other);
	free(first);
	free(again);
	free(other);
}

static void test_repeatable(void **state)
{
	(void)state;
	check_repeatable("tests/units/ring/ring.c");
	check_repeatable("tests/units/gen/tree.c"); /* learns a lot */
}

/* Workers hear of each other at marks, so even two of them give the same. */
static void test_two_workers(void **state)
{
	(void)state;
	struct trial trial;
	trial_open(&trial, "tests/units/ring/ring.c");
	trial_run(&trial, (struct campaign_options){ .budget.executions = 3000, .seed = 1, .workers = 2 });
	struct campaign_stats stats = campaign_stats(trial.campaign);
	assert_int_equal(stats.executions, 3000);
	assert_true(stats.workers_started >= 2);
	assert_int_equal(campaign_stop_reason(trial.campaign), STOP_BUDGET);
	assert_true(cover_count(campaign_cover(trial.campaign), CRITERION_BRANCH).covered > 20);
	trial_close(&trial);
	char *first = text_of("tests/units/ring/ring.c",
	                      (struct campaign_options){ .budget.executions = 2000, .seed = 3, .workers = 2 });
	char *again = text_of("tests/units/ring/ring.c",
	                      (struct campaign_options){ .budget.executions = 2000, .seed = 3, .workers = 2 });
	assert_string_equal(first, again);
	free(first);
	free(again);
}

static void look_at_two(const char *path, uint64_t executions, uint32_t workers, uint32_t *covered, size_t *bugs)
{
	struct trial trial;
	const struct finding *const *findings;
	trial_open(&trial, path);
	trial_run(&trial, (struct campaign_options){ .budget.executions = executions, .seed = 1, .workers = workers });
	*covered = cover_count(campaign_cover(trial.campaign), CRITERION_BRANCH).covered;
	assert_int_equal(campaign_stats(trial.campaign).executions, executions);
	*bugs = 0;
	for (size_t i = 0, n = judge_findings(campaign_judge(trial.campaign), &findings); i < n; i++)
		*bugs += findings[i]->verdict == VERDICT_BUG;
	trial_close(&trial);
}

/* The first of two does what it does alone in half of the budget; the rest is the other's. */
static void test_workers_share(void **state)
{
	(void)state;
	uint32_t alone, both;
	size_t bugs_alone, bugs_both;
	look_at_two("tests/units/containers/tree_map.c", 60, 1, &alone, &bugs_alone);
	look_at_two("tests/units/containers/tree_map.c", 120, 2, &both, &bugs_both);
	assert_true(both > alone);
	look_at_two("tests/units/judge/cases.c", 500, 1, &alone, &bugs_alone);
	look_at_two("tests/units/judge/cases.c", 1000, 2, &both, &bugs_both);
	assert_true(bugs_alone > 0 && bugs_both > bugs_alone);
	look_at_two("tests/units/ring/ring.c", 1, 2, &both, &bugs_both); /* not enough for two */
}

/* ---- why it stops ---- */

static void check_stop(const char *path, struct campaign_options options, enum stop_reason reason,
                       struct campaign_stats *stats)
{
	struct trial trial;
	trial_open(&trial, path);
	trial_run(&trial, options);
	assert_int_equal(campaign_stop_reason(trial.campaign), reason);
	*stats = campaign_stats(trial.campaign);
	trial_close(&trial);
}

static void test_stops_at_the_budget(void **state)
{
	(void)state;
	struct campaign_stats stats;
	for (uint64_t budget = 1; budget <= 1000; budget = 10 * budget + 3) {
		check_stop("tests/units/ring/ring.c",
		           (struct campaign_options){ .budget.executions = budget, .seed = 1 }, STOP_BUDGET, &stats);
		assert_int_equal(stats.executions, budget);
	}
	check_stop("tests/units/ring/ring.c", (struct campaign_options){ .budget.seconds = 0.3, .seed = 1 },
	           STOP_BUDGET, &stats);
	assert_true(stats.executions > 0);
	assert_true(stats.seconds >= 0.3);
}

/* Covered goals are not the end: what was asked for goes to findings. Only where no limit was
 * given does the campaign end by itself. */
static void test_goes_on_when_all_is_covered(void **state)
{
	(void)state;
	struct campaign_stats stats;
	check_stop("tests/units/gen/tiny.c", (struct campaign_options){ .budget.executions = 20000, .seed = 1 },
	           STOP_ALL_COVERED, &stats);
	assert_int_equal(stats.executions, 20000);
	check_stop("tests/units/gen/tiny.c",
	           (struct campaign_options){ .budget.executions = 1000000, .seed = 1, .budget.end = END_AT_ONCE },
	           STOP_ALL_COVERED, &stats);
	assert_true(stats.executions < 100000);
	check_stop("tests/units/gen/tiny.c", (struct campaign_options){ .seed = 1 }, STOP_ALL_COVERED, &stats);
	check_stop("tests/units/gen/tiny.c",
	           (struct campaign_options){ .budget.seconds = 600, .budget.plateau_seconds = 1, .seed = 1 },
	           STOP_ALL_COVERED, &stats);
	/* With functions that are called as words of the text form are, in which workers share tests. */
	check_stop("tests/units/gen/keywords.c",
	           (struct campaign_options){ .budget.executions = 20000, .seed = 1, .workers = 2 }, STOP_ALL_COVERED,
	           &stats);
}

/* One branch of the ring needs malloc to fail, which it does not. */
static void test_stops_at_a_plateau(void **state)
{
	(void)state;
	struct campaign_stats stats;
	check_stop(
	        "tests/units/ring/ring.c",
	        (struct campaign_options){ .budget.executions = 1000000, .seed = 1, .budget.plateau_executions = 1000 },
	        STOP_PLATEAU, &stats);
	assert_true(stats.executions > 1000 && stats.executions < 1000000);
	check_stop(
	        "tests/units/ring/ring.c",
	        (struct campaign_options){ .budget.executions = 100000000, .seed = 1, .budget.plateau_seconds = 0.2 },
	        STOP_PLATEAU, &stats);
}

static void interrupt_now(void *context, const struct campaign_progress *progress)
{
	bool *done = context;
	assert_true(progress->goals.total > 0);
	if (!*done)
		raise(SIGINT);
	*done = true;
}

static void test_stops_when_interrupted(void **state)
{
	(void)state;
	struct trial trial;
	bool done = false;
	trial_open(&trial, "tests/units/ring/ring.c");
	interrupt_catch();
	trial_run(&trial,
	          (struct campaign_options){
	                  .budget.executions = 100000000, .seed = 1, .progress = interrupt_now, .context = &done });
	assert_int_equal(campaign_stop_reason(trial.campaign), STOP_INTERRUPTED);
	interrupt_forget();
	struct archived *tests; /* what was found until then is there */
	assert_true(archive_all(campaign_archive(trial.campaign), trial.arena, &tests) > 0);
	trial_close(&trial);
}

static void test_stops_with_nothing_to_call(void **state)
{
	(void)state;
	struct trial trial;
	trial_open(&trial, "tests/units/gen/tiny.c");
	trial.callable[0] = false;
	trial_run(&trial, (struct campaign_options){ .budget.executions = 1000, .seed = 1 });
	assert_int_equal(campaign_stop_reason(trial.campaign), STOP_NOTHING_TO_DO);
	trial_close(&trial);
}

/* ---- what it tells ---- */

static void test_timeline_and_estimate(void **state)
{
	(void)state;
	struct trial trial;
	size_t n;
	trial_open(&trial, "tests/units/ring/ring.c");
	trial_run(&trial, (struct campaign_options){ .budget.executions = 3000, .seed = 1 });
	const struct campaign_point *points = campaign_timeline(trial.campaign, &n);
	assert_true(n > 2);
	assert_int_equal(points[0].covered, 0);
	for (size_t i = 1; i < n; i++) {
		assert_true(points[i].covered > points[i - 1].covered || i + 1 == n);
		assert_true(points[i].executions >= points[i - 1].executions &&
		            points[i].seconds >= points[i - 1].seconds);
	}
	assert_int_equal(points[n - 1].covered, cover_count(campaign_cover(trial.campaign), CRITERION_BRANCH).covered);
	struct campaign_stats stats = campaign_stats(trial.campaign);
	assert_true(stats.chance_next >= 0 && stats.chance_next <= 1);
	assert_true(stats.chance_minute >= stats.chance_next && stats.chance_minute <= 1);
	assert_true(stats.judged > 0 && stats.judged < 3000);
	trial_close(&trial);
}

/* Whatever the engines build upon, goals that come tell of more to come. */
static void test_outlook(void **state)
{
	(void)state;
	const struct campaign_point early[] = { { 0, 0, 0 }, { 1, 10, 5 }, { 2, 20, 7 }, { 60, 1000, 7 } };
	const struct campaign_point late[] = {
		{ 0, 0, 0 }, { 1, 10, 5 }, { 40, 700, 6 }, { 50, 800, 9 }, { 60, 1000, 9 }
	};
	struct outlook outlook = estimate_outlook(0, 1000, 0, 60, early, 4);
	assert_true(outlook.next == 0 && outlook.minute == 0);
	/* Two in the last half; about as many in twice the time, but none for ten seconds. */
	outlook = estimate_outlook(0, 1000, 0, 60, late, 5);
	assert_true(outlook.next == 0);
	assert_float_equal(outlook.minute, 60.0 / 70, 0.0001);
	outlook = estimate_outlook(0, 1000, 0, 50, late, 4); /* three quarters of them a moment ago */
	assert_true(outlook.minute > 0.8 && outlook.minute < 1);
	outlook = estimate_outlook(0, 100000, 0, 6000, late, 5); /* long ago */
	assert_true(outlook.minute == 0);
	outlook = estimate_outlook(1, 1000, 0, 60, early, 4); /* no goal for all but a minute */
	assert_float_equal(outlook.next, 0.001, 1e-9);
	assert_float_equal(outlook.minute, 60.0 / 118, 0.0001);
	outlook = estimate_outlook(1, 10000, 0, 600, late, 5); /* a thousand tests more at one in ten thousand */
	assert_float_equal(outlook.minute, 1 - 0.9048, 0.0001);
	const struct campaign_point second_part[] = { { 600, 0, 9 }, { 640, 500, 10 }, { 660, 1000, 10 } };
	outlook = estimate_outlook(0, 1000, 600, 60, second_part,
	                           3); /* one in the last half minute, and that 20 seconds ago */
	assert_float_equal(outlook.minute, 60.0 / 80, 0.0001);
	outlook = estimate_outlook(7, 0, 0, 0, early, 1);
	assert_true(outlook.next == 0 && outlook.minute == 0);
}

/* Every archived test is legal, leaves nothing behind, and covers what it says. */
static void test_archive_is_clean(void **state)
{
	(void)state;
	struct trial trial;
	struct archived *tests;
	trial_open(&trial, "tests/units/gen/tree.c");
	trial_run(&trial, (struct campaign_options){ .budget.executions = 3000, .seed = 1 });
	size_t n = archive_all(campaign_archive(trial.campaign), trial.arena, &tests);
	assert_true(n > 5);
	struct executor *executor;
	struct exec_options options = { 0 };
	assert_ok(executor_new(trial.targets[BUILD_CHECKED], trial.unit, &options, &executor));
	for (size_t i = 0; i < n; i++) {
		const struct run *run;
		size_t got;
		assert_true(seq_is_valid(tests[i].seq, trial.unit->model));
		assert_int_equal(executor_submit(executor, &tests[i].seq, 1, WANT_VALUES | WANT_LEAKS), 1);
		assert_ok(executor_collect(executor, &run, &got));
		assert_int_equal(run->outcome, SK_NORMAL);
		assert_null(run->fault);
		for (uint32_t w = 0; w < campaign_cover(trial.campaign)->n_words; w++)
			assert_int_equal(tests[i].probes[w] & ~run->probes[w], 0);
	}
	executor_free(executor);
	trial_close(&trial);
}

/* The first few of a kind are judged, then ever fewer. */
static void test_faults_are_judged_less_and_less(void **state)
{
	(void)state;
	struct fault_table table = { 0 };
	struct sk_fault fault = { .kind = SK_SEGV, .n_frames = 1, .frames = { 7 } },
	                other = { .kind = SK_SEGV, .n_frames = 1, .frames = { 8 } };
	struct run run = { .outcome = SK_FAULT, .fault = &fault }, another = { .outcome = SK_FAULT, .fault = &other };
	struct run ended = { .outcome = SK_EXIT };
	struct seq seq = { 0 };
	unsigned first = 0, judged = 0;
	for (int i = 0; i < 1000; i++) {
		bool is_new = fault_is_new(&table, &run, &seq);
		first += is_new && i < 4;
		judged += is_new;
	}
	assert_true(first >= 2);
	assert_true(judged > first && judged < 30);
	assert_true(fault_is_new(&table, &another, &seq));
	assert_false(fault_is_new(&table, &ended, &seq));
	fault_table_release(&table);
}

/* Wherever a loop was stopped, it is the same hang of the same function. */
static void test_hangs_are_told_apart_by_function(void **state)
{
	(void)state;
	struct fault_table table = { 0 };
	const struct step f = { .kind = STEP_CALL, .index = 1 }, g = { .kind = STEP_CALL, .index = 2 };
	const struct step *steps[] = { &f, &g };
	struct seq seq = { .n = 2, .steps = steps };
	unsigned judged = 0;
	for (uint64_t i = 0; i < 64; i++) {
		struct sk_fault fault = { .step = 0, .n_frames = 1, .frames = { i } };
		judged += fault_is_new(&table, &(struct run){ .outcome = SK_HANG, .fault = &fault }, &seq);
	}
	assert_true(judged < 10);
	struct sk_fault other = { .step = 1, .n_frames = 1, .frames = { 5 } };
	assert_true(fault_is_new(&table, &(struct run){ .outcome = SK_HANG, .fault = &other }, &seq));
	fault_table_release(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_repeatable),
		cmocka_unit_test(test_two_workers),
		cmocka_unit_test(test_workers_share),
		cmocka_unit_test(test_stops_at_the_budget),
		cmocka_unit_test(test_goes_on_when_all_is_covered),
		cmocka_unit_test(test_stops_at_a_plateau),
		cmocka_unit_test(test_stops_when_interrupted),
		cmocka_unit_test(test_stops_with_nothing_to_call),
		cmocka_unit_test(test_timeline_and_estimate),
		cmocka_unit_test(test_outlook),
		cmocka_unit_test(test_archive_is_clean),
		cmocka_unit_test(test_faults_are_judged_less_and_less),
		cmocka_unit_test(test_hangs_are_told_apart_by_function),
	};
	return cmocka_run_group_tests_name("campaign", tests, make_cache, remove_cache);
}
