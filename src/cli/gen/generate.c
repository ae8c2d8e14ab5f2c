/* generate: see generate.h. */
#include "cli/gen/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/str.h"
#include "campaign/reasons.h"
#include "cli/fail_on.h"
#include "cli/gen/console.h"
#include "cli/kept_campaign.h"
#include "cli/machines/shared_gen.h"
#include "cli/out_folder.h"
#include "cover/dominators.h"
#include "emit/findings/failing.h"
#include "emit/report/outputs.h"
#include "emit/suite/suite.h"
#include "emit/upkeep/kept.h"
#include "model/text.h"
#include "proc/beside.h"
#include "proc/child.h"

#define AHEAD ".skep-ahead" /* a folder beside the results, while the search runs */
#define NICE 10

/* Builds objects for the check of the suite while the search runs. */
struct building_ahead {
	struct beside *beside;   /* NULL: not started */
	char *folder;
};

/* Data that the stages share; freed by generation_release(). */
struct generation {
	struct unit *unit;
	struct target *targets[N_BUILDS];
	struct engine_setup engines;
	struct campaign_options options;
	struct campaign *campaign;
	struct kept_campaign kept;
	struct shared_gen *shared; /* NULL: the campaign is kept in a file */
	struct {
		bool *callable;
		bool *aim;       /* per function mark: its goals count; NULL: all count */
	} chosen;
	struct suite_options suite_options;
	struct suite *suite;     /* NULL: not begun, or finished */
	struct compilers compilers; /* objections to the unit */
	struct cover cover;      /* of the suite */
	unsigned fail_on;
	struct arena *arena;
	struct results results;
	double begin;            /* when the user started the command */
	struct timetable times;
	struct building_ahead ahead;
	char *stage;             /* the folder where results are written first */
	bool is_in_place;        /* results are at their place */
};

/* Ends the building. Objects that are built stay in the cache. */
static void end_building_ahead(struct generation *generation)
{
	beside_stop(generation->ahead.beside);
	generation->ahead.beside = NULL;
	if (generation->ahead.folder)
		dir_remove(generation->ahead.folder);
	free(generation->ahead.folder);
	generation->ahead.folder = NULL;
}

static void generation_release(struct generation *generation)
{
	end_building_ahead(generation);
	suite_free(generation->suite);
	kept_release(&generation->kept, generation->campaign && campaign_stats(generation->campaign).executions);
	campaign_free(generation->campaign);
	if (generation->shared)
		shared_gen_release(generation->shared);
	free(generation->shared);
	engine_setup_release(&generation->engines);
	for (int i = 0; i < N_BUILDS; i++)
		target_free(generation->targets[i]);
	unit_free(generation->unit);
	compilers_release(&generation->compilers);
	cover_release(&generation->cover);
	free(generation->chosen.callable);
	free(generation->chosen.aim);
	if (generation->stage)
		dir_remove(generation->stage);
	free(generation->stage);
	arena_free(generation->arena);
}

/* ---- the user's choices ---- */

static status read_choices(const struct gen_settings *settings, struct campaign_options *options,
                           struct suite_options *suite)
{
	options->criterion = criterion_by_name(settings->criterion ? settings->criterion : "branch");
	if (options->criterion == N_CRITERIA)
		return fail(TROUBLE_USAGE, "--criterion is function, statement, branch, condition or mcdc, not '%s'",
		            settings->criterion);
	suite->format = suite_format_by_name(settings->format ? settings->format : "plain");
	if (suite->format == N_FORMATS)
		return fail(TROUBLE_USAGE, "--format is plain, bare, cmocka, check or unity, not '%s'",
		            settings->format);
	if (!str_equal(settings->functions.state, "no") && !str_equal(settings->functions.state, "auto") &&
	    !str_equal(settings->functions.state, "all"))
		return fail(TROUBLE_USAGE, "--state is no, auto or all, not '%s'", settings->functions.state);
	if (!str_equal(settings->functions.failures, "no") && !str_equal(settings->functions.failures, "yes"))
		return fail(TROUBLE_USAGE, "--failures is yes or no, not '%s'", settings->functions.failures);
	if (!str_equal(settings->compilers, "all") && !str_equal(settings->compilers, "one"))
		return fail(TROUBLE_USAGE, "--compilers is all or one, not '%s'", settings->compilers);
	suite->one_compiler = str_equal(settings->compilers, "one");
	if (settings->workers < 1 || settings->workers > 64)
		return fail(TROUBLE_USAGE, "-j takes 1 to 64 workers");
	return NULL;
}

status gen_check_choices(const struct gen_settings *settings)
{
	struct campaign_options options = { 0 };
	struct suite_options suite = { 0 };
	unsigned fail_on;
	TRY(read_choices(settings, &options, &suite));
	return fail_on_parse(settings->fail_on, &fail_on);
}

static const char *const result_names[] = { "tests",  "failing",         "error-paths", "unclear",
	                                    "misuse", "campaign.sqlite", "upkeep",      NULL };
static const struct out_kind results_kind = { .names = result_names, .outputs = output_names, .mark = "summary.json" };

/* Results of an earlier run that this run may not replace. */
static const char *const forgotten[] = { "failing", "error-paths", "unclear", "misuse", "campaign.sqlite", NULL };

static status choose(const struct gen_settings *settings, struct generation *generation)
{
	struct campaign_options *options = &generation->options;
	TRY(out_folder_check(settings->out, generation->stage, &results_kind));
	TRY(read_choices(settings, options, &generation->suite_options));
	TRY(fail_on_parse(settings->fail_on, &generation->fail_on));
	options->judging.promoted = settings->promoted.at;
	options->judging.n_promoted = settings->promoted.n;
	if (settings->store.url) {
		generation->shared = xcalloc(1, sizeof *generation->shared);
		TRY(shared_gen_connect(generation->shared, settings));
	}
	return engines_choose(&settings->engines, &generation->engines, options);
}

/* ---- the unit ---- */

/* True if the unit has the file of a place like ring.c:33, in any folder. */
static bool has_file_of(const struct marks *marks, const char *place)
{
	const char *colon = strrchr(place, ':');
	char *name = xprintf("/%.*s", colon ? (int)(colon - place) : 0, place);
	bool found = false;
	for (size_t i = 0; colon && i < marks->files.n && !found; i++) {
		char *path = xprintf("/%s", marks->files.at[i]);
		found = str_ends(path, name);
		free(path);
	}
	free(name);
	return found && strspn(colon + 1, "0123456789") == strlen(colon + 1) && colon[1];
}

/* Fails for a place that the unit does not have: a misspelt place would promote nothing, and nobody would notice. */
static status check_places(const struct unit *unit, const text_list *places)
{
	for (size_t i = 0; i < places->n; i++)
		if (model_find_function(unit->model, places->at[i]) == NONE && !has_file_of(unit->marks, places->at[i]))
			return fail(TROUBLE_USAGE,
			            "--promote %s: the unit has no such function, and no such FILE:LINE; "
			            "the comment of a misuse names its place",
			            places->at[i]);
	return NULL;
}

/* *is_over: the command that extends skep gen has nothing to do. */
static status read_unit(struct gen_settings *settings, struct generation *generation, bool *is_over)
{
	const struct gen_extension *extension = settings->extension;
	TRY(unit_input_read(&settings->input, &generation->unit));
	if (extension)
		TRY(extension->begin(extension->context, generation->unit, &settings->input, is_over));
	if (*is_over)
		return NULL;
	TRY(out_name_check(settings->out, arena_printf(generation->arena, "%s.model", generation->unit->name),
	                   &results_kind));
	if (settings->go_on && generation->shared)
		TRY(shared_gen_take_up(generation->shared, settings, generation->unit));
	else if (settings->go_on)
		TRY(kept_take_up(&generation->kept, settings->out, &settings->input, generation->unit));
	if (generation->shared)
		shared_gen_keep(generation->shared, settings, generation->unit);
	return check_places(generation->unit, &settings->promoted);
}

static status choose_functions(const struct gen_settings *settings, struct generation *generation)
{
	TRY(callable_choose(&settings->functions, generation->unit->model, &generation->chosen.callable));
	callable_own_named(generation->unit->marks, &settings->functions.only);
	console_unit(&settings->input, generation->unit, generation->chosen.callable);
	return NULL;
}

static status build_targets(const struct gen_settings *settings, struct generation *generation)
{
	struct model *model = generation->unit->model;
	struct engine_setup *engines = &generation->engines;
	engines->build = unit_input_build_options(&settings->input);
	TRY(targets_build(generation->unit, &engines->build, generation->targets));
	callable_leave_foreign(model, generation->chosen.callable);
	callable_add_reserve(&settings->functions, model, generation->chosen.callable);
	console_stand_ins(&settings->input, model);
	engines->unit = generation->unit;
	return NULL;
}

/* ---- beside the search ---- */

struct ahead {
	const struct unit *unit;
	const struct target *fast;
	const char *tests_dir;
	bool one_compiler;
};

static status build_ahead(void *context)
{
	const struct ahead *ahead = context;
	nice(NICE); /* the search comes first */
	return build_objects_ahead(ahead->unit, ahead->tests_dir, ahead->fast, ahead->one_compiler);
}

/* Begins to build objects. A single source is compiled quickly, and its tests may include it. Runs with a
 * budget in executions are meant to be the same every time, and are short. */
static void begin_building_ahead(const struct gen_settings *settings, struct generation *generation)
{
	if (generation->unit->given.at.n < 2 || gen_seconds(settings) <= 0 || settings->input.no_cache)
		return;
	generation->ahead.folder = path_beside(settings->out, AHEAD);
	dir_remove(generation->ahead.folder); /* of a run that was killed, perhaps with other sources */
	char *tests_dir = xprintf("%s/tests", generation->ahead.folder);
	struct ahead ahead = { generation->unit, generation->targets[BUILD_FAST], tests_dir,
		               generation->suite_options.one_compiler };
	status_free(beside_start(build_ahead, &ahead, &generation->ahead.beside)); /* otherwise they are built later */
	free(tests_dir);
}

/* ---- the search ---- */

/* Tells that the counts of swarm tests are bounded, if they are. */
static void say_bound(const struct unit *unit)
{
	struct influence_size size = influence_size(unit->model, unit->marks, INFLUENCE_CELLS);
	if (size.n_goals < unit->marks->first_path_probe)
		log_note(
		        "functions times goals are many: helping and hindering functions are counted for the first %u goals "
		        "of %u",
		        size.n_goals, unit->marks->first_path_probe);
}

/* Searches with other machines. Leaves in the options how to take over the results. */
static status search_with_others(const struct gen_settings *settings, struct generation *generation)
{
	struct campaign_options *options = &generation->options;
	struct workplace place = { .url = settings->store.url,
		                   .unit = generation->unit,
		                   .targets = generation->targets,
		                   .callable = options->callable,
		                   .aim = options->aim,
		                   .engines = &settings->engines,
		                   .criterion = options->criterion,
		                   .promoted = &settings->promoted,
		                   .build = generation->engines.build,
		                   .is_exact = settings->budget.executions > 0 };
	struct cover cover;
	cover_init(&cover, generation->unit->marks);
	struct count goals = cover_count_aimed(&cover, options->criterion, options->aim);
	cover_release(&cover);
	TRY(shared_gen_open(generation->shared, settings, goals.total));
	return shared_gen_search(generation->shared, settings, &place, options->budget.seconds, options);
}

static status run_campaign(const struct gen_settings *settings, struct generation *generation)
{
	struct campaign_options *options = &generation->options;
	options->budget.executions = settings->budget.executions;
	options->budget.enough = settings->budget.enough;
	options->seed = settings->seed;
	options->workers = (uint32_t)settings->workers;
	options->callable = generation->chosen.callable;
	options->budget.plateau_seconds = settings->budget.executions ? 0 : (double)settings->budget.plateau;
	options->progress = console_progress;
	options->context = &generation->times;
	if (!generation->shared)
		kept_begin(&generation->kept, settings->out, generation->unit, options);
	options->aim = generation->chosen.aim = engines_aim(&settings->functions.only, generation->unit->marks,
	                                                    generation->targets[BUILD_FAST]);
	if (settings->extension)
		TRY(settings->extension->aim(settings->extension->context, generation->unit,
		                             generation->targets[BUILD_FAST], &generation->engines, options,
		                             generation->kept.taken_up));
	options->budget.seconds = gen_seconds(settings);
	if (!generation->shared) /* otherwise each share has its own */
		TRY(engines_begin(&generation->engines, options));
	timetable_begin(&generation->times, gen_seconds(settings), generation->targets[BUILD_FAST]->build_seconds);
	options->budget.seconds = generation->times.search -
	                          (generation->times.search > 0 ? generation->times.begin : 0);
	status st = generation->shared ? search_with_others(settings, generation) : NULL;
	if (!st)
		st = campaign_run(generation->unit, generation->targets[BUILD_FAST], generation->targets[BUILD_CHECKED],
		                  options, &generation->campaign);
	if (!st && campaign_stop_reason(generation->campaign) == STOP_INTERRUPTED)
		timetable_interrupted(&generation->times);
	else
		timetable_search_over(&generation->times);
	log_progress_end();
	if (!st) {
		console_campaign(generation->campaign);
		say_bound(generation->unit);
	}
	return st;
}

static void add_count(void *context, const char *name, double value)
{
	struct generation *generation = context;
	struct results *results = &generation->results;
	struct engine_count *counts = ARENA_ARRAY(generation->arena, struct engine_count, results->search.n_counts + 1);
	if (results->search.n_counts)
		memcpy(counts, results->search.counts, results->search.n_counts * sizeof *counts);
	counts[results->search.n_counts] = (struct engine_count){ arena_strdup(generation->arena, name), value };
	results->search.counts = counts;
	results->search.n_counts++;
}

static void add_parts(struct generation *generation)
{
	size_t n = campaign_engines(generation->campaign);
	struct engine_part *parts = ARENA_ARRAY(generation->arena, struct engine_part, n + 1);
	for (size_t i = 0; i < n; i++)
		parts[i] = campaign_engine_part(generation->campaign, i);
	generation->results.search.parts = parts;
	generation->results.search.n_parts = n;
}

static void tell_of_search(const struct gen_settings *settings, struct generation *generation)
{
	struct results *results = &generation->results;
	results->unit = generation->unit;
	results->asked.criterion = generation->options.criterion;
	results->asked.command = settings->command;
	results->asked.out_dir = settings->out;
	results->asked.seed = settings->seed;
	results->asked.budget_executions = settings->budget.executions;
	results->asked.budget_seconds = gen_seconds(settings);
	results->search.timeline = campaign_timeline(generation->campaign, &results->search.n_timeline);
	results->search.winners = campaign_winners(generation->campaign);
	if (generation->shared && results_have_clock(results))
		shared_gen_workers(generation->shared, &results->search.workers, &results->search.n_workers);
	results->search.stats = campaign_stats(generation->campaign);
	campaign_engine_statistics(generation->campaign, add_count, generation);
	add_parts(generation);
	results->search.n_laws = judge_laws(campaign_judge(generation->campaign), generation->arena,
	                                    &results->search.laws);
	results->search.influences = influences_read(
	        campaign_counts(generation->campaign),
	        influence_size(generation->unit->model, generation->unit->marks, INFLUENCE_CELLS));
	results->search.dominators = dominators_find(generation->unit->marks, generation->targets[BUILD_FAST]->flow,
	                                             generation->targets[BUILD_FAST]->n_flow, generation->arena);
	results->search.stop_reason = campaign_stop_reason(generation->campaign);
	if (settings->extension)
		settings->extension->tell(settings->extension->context, generation->campaign, generation->arena,
		                          results);
	results->search.why_not = reasons_find(generation->campaign, generation->unit, generation->targets[BUILD_FAST],
	                                       generation->arena);
}

/* ---- the suite and the findings ---- */

static status open_suite(const struct gen_settings *settings, struct generation *generation)
{
	struct suite_input input = { .unit = generation->unit,
		                     .campaign = generation->campaign,
		                     .fast = generation->targets[BUILD_FAST],
		                     .arena = generation->arena,
		                     .compilers = &generation->compilers,
		                     .cover = &generation->cover };
	struct suite_options *options = &generation->suite_options;
	options->out_dir = generation->stage;
	options->command = settings->short_command;
	options->criterion = generation->options.criterion;
	options->times = &generation->times;
	options->max_tests = settings->max_tests;
	interrupt_forget(); /* ctrl-C ended the search; writing goes on */
	if (settings->workers > 1) /* the others are gone, and processors idle; a failure only costs time */
		status_free(judge_hasten(campaign_judge(generation->campaign)));
	return suite_open(&input, options, &generation->suite);
}

/* Frees the suite, and the files that were built for it. */
static void close_suite(struct generation *generation)
{
	suite_free(generation->suite);
	generation->suite = NULL;
}

static struct failing *begin_findings(const struct gen_settings *settings, struct generation *generation)
{
	struct failing_options options = { .out_dir = generation->stage,
		                           .replace = !generation->engines.no_replacement,
		                           .times = &generation->times };
	if (settings->extension) {
		options.concerns = settings->extension->concerns;
		options.context = settings->extension->context;
	}
	return failing_new(generation->unit, &generation->compilers, generation->campaign, &options, generation->arena);
}

/* ---- the folder of results ---- */

static status write_model(const char *out, const struct generation *generation)
{
	struct sb text = { 0 };
	char *path = xprintf("%s/%s.model", out, generation->unit->name);
	model_print(generation->unit->model, generation->results.asked.command, &text);
	status st = file_write(path, sb_text(&text), text.n);
	free(path);
	sb_release(&text);
	return st;
}

static status write_outputs(struct generation *generation)
{
	generation->results.spent = (struct time_spent){ generation->times.begin - generation->begin,
		                                         now_seconds() - generation->times.begin };
	TRY(outputs_write(generation->stage, &generation->results));
	TRY(kept_suite_write(generation->stage, &generation->results));
	return write_model(generation->stage, generation);
}

static status tell_written(const struct gen_settings *settings, const struct generation *generation)
{
	const struct gen_extension *extension = settings->extension;
	if (!extension || !extension->written)
		return NULL;
	return extension->written(extension->context, generation->stage, &generation->results);
}

static status put_results_in_place(const struct gen_settings *settings, struct generation *generation)
{
	bool kept = kept_write(&generation->kept, generation->stage);
	TRY(put_in_place(generation->stage, settings->out, &results_kind, forgotten));
	generation->is_in_place = true;
	if (kept)
		kept_end(&generation->kept);
	return NULL;
}

static void print_summary(const struct results *results)
{
	struct sb text = { 0 };
	summary_json(results, &text);
	fputs(sb_text(&text), stdout);
	sb_release(&text);
}

/* Fails if the search covered something and the suite is empty. */
static status check_any_tests(const struct generation *generation)
{
	const struct results *results = &generation->results;
	uint32_t most = 0;
	if (results->suite.n_tests || !results->suite.n_found)
		return NULL;
	for (uint32_t i = 1; i < results->suite.n_losses; i++)
		if (results->suite.losses[i].n > results->suite.losses[most].n)
			most = i;
	return fail(TROUBLE_TARGET,
	            "not one test of %s could be written, though the search covered %u goals; for most of them: %s (-v "
	            "shows more)",
	            generation->unit->name, results->suite.n_found, results->suite.losses[most].text);
}

/* Tells the user about the results, and the caller by the exit code. */
static status tell_results(const struct gen_settings *settings, const struct generation *generation)
{
	log_progress_end();
	console_end(settings, &generation->results);
	if (settings->input.json && !settings->is_one_of_several)
		print_summary(&generation->results);
	TRY(check_any_tests(generation));
	return fail_on_check(generation->fail_on, &generation->results);
}

static status make_tests(struct suite *suite)
{
	TRY(suite_draft(suite));
	TRY(suite_look(suite));
	TRY(suite_try_mutants(suite));
	TRY(suite_choose(suite));
	return suite_gate(suite);
}

static status write_findings(const struct gen_settings *settings, struct generation *generation)
{
	struct failing *failing = begin_findings(settings, generation);
	TRY(failing_settle(failing));
	TRY(failing_confirm(failing));
	TRY(failing_shorten(failing));
	failing_join(failing);
	return failing_write(failing, &generation->results);
}

/* The stages of skep gen. */
static status generate(struct gen_settings *settings, struct generation *generation, bool *is_over)
{
	TRY(choose(settings, generation));
	TRY(read_unit(settings, generation, is_over));
	if (*is_over)
		return NULL;
	TRY(choose_functions(settings, generation));
	TRY(build_targets(settings, generation));
	begin_building_ahead(settings, generation);
	TRY(run_campaign(settings, generation));
	end_building_ahead(generation);
	tell_of_search(settings, generation);

	TRY(open_suite(settings, generation));
	if (!settings_counts_only(settings))
		TRY(make_tests(generation->suite));
	TRY(suite_finish(generation->suite, &generation->results));
	close_suite(generation);
	if (settings_counts_only(settings)) /* nothing is missing from a suite that nobody wanted */
		generation->results.suite.n_found = generation->results.suite.n_lost = 0;
	else
		TRY(write_findings(settings, generation));

	TRY(write_outputs(generation));
	TRY(tell_written(settings, generation));
	TRY(put_results_in_place(settings, generation));
	return tell_results(settings, generation);
}

status gen_unit(struct gen_settings *settings, struct share *share, struct target_row *row)
{
	struct generation generation = { .arena = arena_new(),
		                         .begin = now_seconds(),
		                         .stage = path_beside(settings->out, STAGE) };
	bool is_over = false;
	status st = generate(settings, &generation, &is_over);
	if (generation.campaign && share) {
		share->spent_seconds = now_seconds() - generation.times.begin;
		share->spent_executions = campaign_stats(generation.campaign).executions;
		share->interrupted = campaign_stop_reason(generation.campaign) == STOP_INTERRUPTED;
	}
	if (row && generation.is_in_place)
		target_row_fill(row, &generation.results);
	generation_release(&generation);
	return st;
}
