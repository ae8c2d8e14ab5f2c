/* skep gen: from sources to a suite of tests, failing tests and a report.
 *
 * generate() is the program as a whole: read the unit, build its targets, spend
 * the budget, write what came of it. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/str.h"
#include "campaign/campaign.h"
#include "campaign/reasons.h"
#include "cli/engine_setup.h"
#include "cli/fail_on.h"
#include "cli/gen.h"
#include "cli/kept_campaign.h"
#include "cli/out_folder.h"
#include "cli/over_targets.h"
#include "cli/unit_input.h"
#include "cover/dominators.h"
#include "emit/escape.h"
#include "emit/findings/failing.h"
#include "emit/report/outputs.h"
#include "emit/stand_ins.h"
#include "emit/suite/suite.h"
#include "model/text.h"
#include "proc/cache_folder.h"
#include "proc/child.h"

#define STAND_INS_NAMED 8 /* names in a line of the console */
#define WRITING_SHARE 0.25 /* of the time for the search: what shortening tests, mutants and findings each may take */

static int gen_main(int argc, char **argv);

const struct command command_gen = {
	"gen", "[options] SOURCE... [-- CFLAGS]", "write a suite of tests, failing tests for bugs, and a report",
	"Results go to skep-out (see --out): tests/, failing/, misuse/, report/index.html, bugs.sarif, summary.json.",
	gen_main
};

struct gen_settings {
	struct unit_input input;
	double seconds;
	uint64_t executions, seed, workers, plateau;
	const char *out, *criterion, *format, *fail_on, *state;
	text_list only, skip, promoted;
	bool statics, go_on;
	struct engine_settings engines;
	char *command, *short_command; /* that gives these results again */
	bool is_one_of_several;        /* targets: the summary of all is printed instead of this one's */
	const struct gen_extension *extension; /* NULL: skep gen itself */
};

/* The command line as it was given. */
struct given {
	const struct option_spec *specs;
	size_t n_specs;
	int argc;
	char **argv;
};

/* Everything between the stages; freed by generation_release(). */
struct generation {
	struct unit *unit;
	struct target *targets[N_BUILDS];
	struct engine_setup engines;
	struct campaign *campaign;
	struct kept_campaign kept;
	bool *callable;
	bool *aim;               /* per function mark: its goals count; NULL: all do */
	struct arena *arena;
	struct results results;
	char *stage;             /* where results are written first */
	bool is_in_place;        /* results are where the user wants them */
};

static void generation_release(struct generation *generation)
{
	kept_release(&generation->kept, generation->campaign);
	campaign_free(generation->campaign);
	engine_setup_release(&generation->engines);
	for (int i = 0; i < N_BUILDS; i++)
		target_free(generation->targets[i]);
	unit_free(generation->unit);
	if (generation->results.cover)
		cover_release((struct cover *)generation->results.cover);
	free(generation->callable);
	free(generation->aim);
	if (generation->stage)
		dir_remove(generation->stage);
	free(generation->stage);
	arena_free(generation->arena);
}

/* ---- what may be called ---- */

static bool is_listed(const text_list *list, const char *name)
{
	for (size_t i = 0; i < list->n; i++)
		if (str_equal(list->at[i], name))
			return true;
	return false;
}

static status check_names(const struct model *model, const text_list *list, const char *option)
{
	for (size_t i = 0; i < list->n; i++)
		if (model_find_function(model, list->at[i]) == NONE)
			return fail(TROUBLE_USAGE,
			            "--%s %s: the unit has no function of that name; skep model lists them", option,
			            list->at[i]);
	return NULL;
}

/* The goals of a neighbour do not count, so nothing would be left to test. */
static status check_own(const struct model *model, const text_list *only)
{
	for (size_t i = 0; i < only->n; i++) {
		uint32_t f = model_find_function(model, only->at[i]);
		if (f != NONE && model->functions.at[f].is_context)
			return fail(TROUBLE_USAGE,
			            "--only %s: it is a function of the context, which is not tested; name %s "
			            "as a source to test it",
			            only->at[i], model->functions.at[f].file);
	}
	return NULL;
}

static status check_no_contradiction(const struct gen_settings *settings)
{
	for (size_t i = 0; i < settings->only.n; i++)
		if (is_listed(&settings->skip, settings->only.at[i]))
			return fail(TROUBLE_USAGE, "%s is named by --only and by --skip; leave out one of them",
			            settings->only.at[i]);
	return NULL;
}

/* ring.c:33 is a place if the unit has a file of that name, whatever folder it is in. */
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

/* A place that is misspelt would promote nothing, and nobody would notice. */
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

/* Which variables of the unit tests may set. */
static bool is_input(const struct gen_settings *settings, const struct function *setter)
{
	if (setter->why_not || setter->switched_off || str_equal(settings->state, "no"))
		return false;
	return !setter->left_alone || str_equal(settings->state, "all");
}

static bool is_callable(const struct gen_settings *settings, const struct function *function)
{
	if (function->sets)
		return is_input(settings, function);
	if (function->why_not || function->switched_off)
		return false;
	if (settings->only.n) /* makers and destroyers are needed for what is wanted */
		return is_listed(&settings->only, function->name) ||
		       (!function->is_static && (function->is_maker || function->is_destroyer));
	return !function->is_static || settings->statics || function->is_last_resort;
}

/* Inline functions of headers count if the user asks for them. */
static void own_named(struct marks *marks, const text_list *only)
{
	for (size_t i = 0; i < marks->functions.n; i++)
		if (is_listed(only, marks->functions.at[i].name))
			marks->functions.at[i].is_apart = false;
}

/* A static function of the unit that a test could call. */
static bool is_for_reserve(const struct function *f)
{
	return f->is_static && !f->is_context && !f->sets && !f->why_not && !f->switched_off;
}

static bool any_is_callable(const struct model *model, const bool *callable)
{
	for (size_t i = 0; i < model->functions.n; i++)
		if (callable[i] && !model->functions.at[i].is_context && !model->functions.at[i].sets)
			return true;
	return false;
}

static status choose_functions(const struct gen_settings *settings, struct model *model, bool **callable)
{
	size_t n = 0;
	TRY(check_names(model, &settings->only, "only"));
	TRY(check_own(model, &settings->only));
	TRY(check_names(model, &settings->skip, "skip"));
	TRY(check_no_contradiction(settings));
	*callable = xcalloc(model->functions.n + 1, sizeof **callable);
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *function = &model->functions.at[i];
		function->switched_off = function->switched_off || is_listed(&settings->skip, function->name);
		function->is_last_resort = function->is_last_resort && !settings->statics;
		(*callable)[i] = is_callable(settings, function);
		n += ((*callable)[i] && !function->sets && !function->is_context) ||
		     (is_for_reserve(function) && !settings->only.n && !settings->skip.n);
	}
	return n ? NULL : fail(TROUBLE_INPUT, NO_FUNCTION);
}

/* ---- the campaign ---- */

static void show_progress(void *context, const struct campaign_progress *progress)
{
	(void)context;
	unsigned seconds = (unsigned)progress->seconds;
	double rate = progress->seconds > 0 ? (double)progress->executions / progress->seconds : 0;
	if (isatty(STDERR_FILENO)) {
		log_progress("  %u:%02u  %'.0f tests/s   goals %u/%u   bugs %u   %s", seconds / 60, seconds % 60, rate,
		             progress->goals.covered, progress->goals.total, progress->bugs, progress->doing);
		return;
	}
	static unsigned last;
	if (seconds < last) /* another unit */
		last = 0;
	if (seconds >= last + 10) {
		last = seconds;
		log_note("  %u:%02u  %.0f tests/s   goals %u/%u   bugs %u   %s", seconds / 60, seconds % 60, rate,
		         progress->goals.covered, progress->goals.total, progress->bugs, progress->doing);
	}
}

static status read_choices(const struct gen_settings *settings, struct campaign_options *options,
                           struct suite_options *suite)
{
	options->criterion = criterion_by_name(settings->criterion ? settings->criterion : "branch");
	if (options->criterion == N_CRITERIA)
		return fail(TROUBLE_USAGE, "--criterion is function, statement, branch, condition or mcdc, not '%s'",
		            settings->criterion);
	suite->format = suite_format_by_name(settings->format ? settings->format : "plain");
	if (suite->format == N_FORMATS)
		return fail(TROUBLE_USAGE, "--format is plain, cmocka, check or unity, not '%s'", settings->format);
	if (!str_equal(settings->state, "no") && !str_equal(settings->state, "auto") &&
	    !str_equal(settings->state, "all"))
		return fail(TROUBLE_USAGE, "--state is no, auto or all, not '%s'", settings->state);
	if (settings->workers < 1 || settings->workers > 64)
		return fail(TROUBLE_USAGE, "-j takes 1 to 64 workers");
	return NULL;
}

/* Of a part of a program, static functions are called directly where functions for users do
 * not get: what would lead there may not be part of the unit, or need a state that nobody sets
 * up. A unit that stands by itself is tested as its users see it. */
static void add_reserve(const struct gen_settings *settings, struct model *model, bool *callable)
{
	bool is_part = model->missing.n || model->n_context || !any_is_callable(model, callable);
	if (settings->statics || settings->only.n || !is_part)
		return;
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *f = &model->functions.at[i];
		if (is_for_reserve(f) && !callable[i])
			callable[i] = f->is_reserve = f->is_last_resort = true;
	}
}

/* A variable that some library defines, and not the target, is the library's own. */
static void leave_foreign_variables(const struct model *model, bool *callable)
{
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *setter = &model->functions.at[i];
		bool is_ours = !setter->is_elsewhere;
		for (size_t k = 0; k < model->missing_variables.n && !is_ours; k++)
			is_ours = str_equal(model->missing_variables.at[k].name, setter->sets);
		callable[i] = callable[i] && is_ours;
	}
}

#define MAX_ANNOUNCED 6u /* files of the context that are named */

/* "; with 3 files of target 'app': state.c, util.c, intern.c" */
static void add_context(const struct unit_input *input, struct sb *text)
{
	const struct source_list *sources = &input->sources;
	size_t n = 0;
	if (!input->found.n_sources)
		return;
	sb_addf(text, "; with %zu file%s", input->found.n_sources, input->found.n_sources == 1 ? "" : "s");
	if (input->found.target)
		sb_addf(text, " for target '%s'", input->found.target);
	for (size_t i = 0; i < sources->at.n; i++)
		if (sources->at.at[i].is_context && n++ < MAX_ANNOUNCED)
			sb_addf(text, "%s %s", n == 1 ? ":" : ",", path_base(sources->at.at[i].path));
	if (n > MAX_ANNOUNCED)
		sb_addf(text, " and %zu more", n - MAX_ANNOUNCED);
}

/* What tests may do that users of the unit cannot. */
static void announce_liberties(size_t n_last, size_t n_variables)
{
	if (n_last)
		log_note("  %zu static function%s that nothing else leads to %s called directly", n_last,
		         n_last == 1 ? "" : "s", n_last == 1 ? "is" : "are");
	if (n_variables)
		log_note("  tests may set %zu variable%s that no callable function sets (--state no: they do not)",
		         n_variables, n_variables == 1 ? "" : "s");
}

static void announce(const struct unit_input *input, const struct unit *unit, const bool *callable)
{
	struct sb text = { 0 };
	size_t n = 0, n_context = 0, n_variables = 0, n_last = 0;
	for (size_t i = 0; i < unit->model->functions.n; i++) {
		const struct function *f = &unit->model->functions.at[i];
		n += callable[i] && !f->is_context && !f->sets;
		n_context += callable[i] && f->is_context;
		n_last += callable[i] && f->is_last_resort;
		n_variables += callable[i] && f->sets;
	}
	struct cover cover;
	cover_init(&cover, unit->marks);
	sb_addf(&text, "%s: %u functions, %u conditions, %u branches; %zu callable", unit->name,
	        cover_count(&cover, CRITERION_FUNCTION).total, cover_count(&cover, CRITERION_MCDC).total,
	        cover_count(&cover, CRITERION_BRANCH).total, n);
	cover_release(&cover);
	add_context(input, &text);
	log_note("%s", sb_text(&text));
	announce_liberties(n_last, n_variables);
	if (n_context)
		log_verbose("%zu functions of the context help to make what they take", n_context);
	if (input->found.n_left)
		log_note("the context has more sources than --context allows: %zu name%s undefined",
		         input->found.n_left, input->found.n_left == 1 ? " stays" : "s stay");
	sb_release(&text);
}

/* What is used and not defined, and how to change that; a line, or none. */
static void announce_stand_ins(const struct unit_input *input, const struct model *model)
{
	struct sb made_up = { 0 }, known = { 0 };
	stand_ins_names(model, false, STAND_INS_NAMED, &made_up);
	stand_ins_names(model, true, STAND_INS_NAMED, &known);
	bool searched = input->database && !(input->context && str_equal(input->context, "no")) && !input->found.n_left;
	if (made_up.n && searched)
		log_note("stand-ins: %s (defined nowhere in %s%s)", sb_text(&made_up), input->database,
		         str_ends(input->database, ".json") ? "" : "/compile_commands.json");
	else if (made_up.n)
		log_note("stand-ins: %s (not defined in these sources: --with FILE links their definitions)",
		         sb_text(&made_up));
	if (known.n)
		log_note("stand-ins that behave as their names tell: %s", sb_text(&known));
	sb_release(&made_up);
	sb_release(&known);
}

static status run_campaign(const struct gen_settings *settings, struct generation *generation,
                           struct campaign_options *options)
{
	options->seconds = settings->executions ? 0 : settings->seconds;
	options->executions = settings->executions;
	options->seed = settings->seed;
	options->workers = (uint32_t)settings->workers;
	options->callable = generation->callable;
	options->plateau_seconds = settings->executions ? 0 : (double)settings->plateau;
	options->progress = show_progress;
	kept_begin(&generation->kept, settings->out, generation->unit, options);
	options->aim = generation->aim = engines_aim(&settings->only, generation->unit->marks,
	                                             generation->targets[BUILD_FAST]);
	if (settings->extension)
		TRY(settings->extension->aim(settings->extension->context, generation->unit,
		                             generation->targets[BUILD_FAST], &generation->engines, options));
	TRY(engines_begin(&generation->engines, options));
	status st = campaign_run(generation->unit, generation->targets[BUILD_FAST], generation->targets[BUILD_CHECKED],
	                         options, &generation->campaign);
	log_progress_end();
	return st;
}

/* ---- what is written ---- */

static void show_learned(struct campaign *campaign)
{
	const char *const *lines;
	size_t n = judge_learned(campaign_judge(campaign), &lines);
	for (size_t i = 0; i < n; i++)
		log_verbose("learned: %s", lines[i]);
	struct arena *arena = arena_new();
	n = judge_laws(campaign_judge(campaign), arena, &lines);
	for (size_t i = 0; i < n; i++)
		log_verbose("%s", lines[i]);
	arena_free(arena);
}

static void show_statistic(void *context, const char *name, double value)
{
	(void)context;
	log_verbose("  %s: %.0f", name, value);
}

static void show_statistics(struct campaign *campaign)
{
	struct campaign_stats stats = campaign_stats(campaign);
	struct exec_stats checked = judge_stats(campaign_judge(campaign));
	log_verbose("checked runs %llu, faults %llu, workers %llu", (unsigned long long)checked.tests,
	            (unsigned long long)checked.faults, (unsigned long long)checked.workers_started);
	log_verbose("tests %llu, judged %llu, illegal %llu, faults %llu, hangs %llu, exits %llu, workers %llu",
	            (unsigned long long)stats.executions, (unsigned long long)stats.judged,
	            (unsigned long long)stats.illegal, (unsigned long long)stats.faults,
	            (unsigned long long)stats.hangs, (unsigned long long)stats.exits,
	            (unsigned long long)stats.workers_started);
	log_verbose("seconds: %.1f in all, %.1f waiting for targets, %.1f judging, %.1f proposing", stats.seconds,
	            stats.waiting_seconds, stats.judging_seconds, stats.proposing_seconds);
	campaign_engine_statistics(campaign, show_statistic, NULL);
}

static status write_model(const char *out, const struct generation *generation)
{
	struct sb text = { 0 };
	char *path = xprintf("%s/%s.model", out, generation->unit->name);
	model_print(generation->unit->model, generation->results.command, &text);
	status st = file_write(path, sb_text(&text), text.n);
	free(path);
	sb_release(&text);
	return st;
}

static status write_outputs(const char *out, struct generation *generation)
{
	char *report = xprintf("%s/report", out);
	status st = dir_make(report);
	free(report);
	if (st)
		return st;
	TRY(output_write(out, "report/index.html", report_html, &generation->results));
	TRY(output_write(out, "summary.json", summary_json, &generation->results));
	TRY(output_write(out, "coverage.info", lcov_info, &generation->results));
	TRY(output_write(out, "junit.xml", junit_xml, &generation->results));
	TRY(output_write(out, "bugs.sarif", sarif_json, &generation->results));
	return write_model(out, generation);
}

static void add_count(void *context, const char *name, double value)
{
	struct generation *generation = context;
	struct results *results = &generation->results;
	struct engine_count *counts = ARENA_ARRAY(generation->arena, struct engine_count, results->n_counts + 1);
	if (results->n_counts)
		memcpy(counts, results->counts, results->n_counts * sizeof *counts);
	counts[results->n_counts] = (struct engine_count){ arena_strdup(generation->arena, name), value };
	results->counts = counts;
	results->n_counts++;
}

static void fill_results(const struct gen_settings *settings, struct generation *generation, enum criterion criterion)
{
	struct results *results = &generation->results;
	results->unit = generation->unit;
	results->criterion = criterion;
	results->command = settings->command;
	results->out_dir = settings->out;
	results->seed = settings->seed;
	results->budget_executions = settings->executions;
	results->budget_seconds = settings->executions ? 0 : settings->seconds;
	results->timeline = campaign_timeline(generation->campaign, &results->n_timeline);
	results->stats = campaign_stats(generation->campaign);
	campaign_engine_statistics(generation->campaign, add_count, generation);
	results->n_laws = judge_laws(campaign_judge(generation->campaign), generation->arena, &results->laws);
	results->influences = influences_read(
	        campaign_counts(generation->campaign),
	        influence_size(generation->unit->model, generation->unit->marks, INFLUENCE_CELLS));
	results->dominators = dominators_find(generation->unit->marks, generation->targets[BUILD_FAST]->flow,
	                                      generation->targets[BUILD_FAST]->n_flow, generation->arena);
	results->stop_reason = campaign_stop_reason(generation->campaign);
	if (settings->extension)
		settings->extension->tell(settings->extension->context, generation->campaign, generation->arena,
		                          results);
	results->why_not = reasons_find(generation->campaign, generation->unit->marks, generation->targets[BUILD_FAST],
	                                generation->arena);
}

static void add_list(struct sb *text, const char *option, const text_list *list)
{
	if (list->n)
		sb_addf(text, " --%s ", option);
	for (size_t i = 0; i < list->n; i++)
		sb_addf(text, "%s%s", i ? "," : "", list->at[i]);
}

/* Where results go, and how much is said, makes no other results. */
static const char *const not_repeated[] = { "out", "no-cache", "json", "quiet", "verbose", "seed", NULL };

static const char *name_of(const struct gen_settings *settings)
{
	return settings->extension ? settings->extension->command->name : "gen";
}

/* In short, for the head of the tests; the report and the summary have all of it. */
static char *short_command(const struct gen_settings *settings)
{
	struct sb text = { 0 };
	sb_addf(&text, "skep %s", name_of(settings));
	for (size_t i = 0; i < settings->input.operands.before.n; i++)
		sb_addf(&text, " %s", path_base(settings->input.operands.before.at[i]));
	if (settings->input.database && !settings->input.operands.before.n)
		sb_addf(&text, " -p %s", path_base(settings->input.database));
	if (settings->extension)
		settings->extension->name(settings->extension->context, &text);
	add_list(&text, "target", &settings->input.targets);
	if (settings->input.contracts)
		sb_addf(&text, " --contracts %s", path_base(settings->input.contracts));
	if (settings->executions)
		sb_addf(&text, " --executions %llu", (unsigned long long)settings->executions);
	add_list(&text, "only", &settings->only);
	add_list(&text, "skip", &settings->skip);
	add_list(&text, "promote", &settings->promoted);
	sb_addf(&text, " --seed %llu", (unsigned long long)settings->seed);
	if (settings->go_on)
		sb_add(&text, " --continue");
	return sb_take(&text);
}

static char *whole_command(const struct gen_settings *settings, const struct given *given)
{
	struct sb text = { 0 };
	char *seed = xprintf(" --seed %llu", (unsigned long long)settings->seed);
	sb_addf(&text, "skep %s", name_of(settings));
	options_again(given->specs, given->n_specs, given->argc, given->argv, not_repeated, seed, &text);
	free(seed);
	return sb_take(&text);
}

/* The command that repeats one of several targets, which has a share of the budget. */
static char *target_command(const struct gen_settings *settings, const struct given *given, const char *target)
{
	static const char *const without[] = { "out",  "no-cache", "json",       "quiet",  "verbose",
		                               "seed", "time",     "executions", "target", NULL };
	struct sb text = { 0 }, also = { 0 };
	sb_add(&also, " --target ");
	escape_shell(&also, target);
	if (settings->executions)
		sb_addf(&also, " --executions %llu", (unsigned long long)settings->executions);
	else
		sb_addf(&also, " -t %.0f", settings->seconds);
	sb_addf(&also, " --seed %llu", (unsigned long long)settings->seed);
	sb_addf(&text, "skep %s", name_of(settings));
	options_again(given->specs, given->n_specs, given->argc, given->argv, without, sb_text(&also), &text);
	sb_release(&also);
	return sb_take(&text);
}

static const char *stop_text(enum stop_reason reason)
{
	static const char *const texts[] = { [STOP_BUDGET] = "the budget is spent",
		                             [STOP_ALL_COVERED] = "every goal is covered",
		                             [STOP_PLATEAU] = "nothing new came for a while",
		                             [STOP_INTERRUPTED] = "interrupted",
		                             [STOP_NOTHING_TO_DO] = "nothing left to try" };
	return texts[reason];
}

static void show_tests(const struct gen_settings *settings, const struct results *results)
{
	const char *first = results->n_tests ? results->tests[0].file : "tests";
	bool several = false;
	for (uint32_t i = 0; i < results->n_tests; i++)
		several |= !str_equal(results->tests[i].file, first);
	printf("  %-4u tests     %s/%s       cd %s/tests && make check\n", results->n_tests, settings->out,
	       several ? "tests/test_*.c" : first, settings->out);
}

/* More than one goal in fifty is worth a word. */
static void show_losses(const struct results *results)
{
	if (50 * (uint64_t)results->n_lost <= results->n_found)
		return;
	log_note("%u of %u goals that the search covered are not in the suite:", results->n_lost, results->n_found);
	for (uint32_t i = 0; i < results->n_losses; i++)
		log_note("  %u: %s", results->losses[i].n, results->losses[i].text);
}

/* What is left of a search that covered something must not be nothing. */
static status check_any_tests(const struct generation *generation)
{
	const struct results *results = &generation->results;
	uint32_t most = 0;
	if (results->n_tests || !results->n_found)
		return NULL;
	for (uint32_t i = 1; i < results->n_losses; i++)
		if (results->losses[i].n > results->losses[most].n)
			most = i;
	return fail(TROUBLE_TARGET,
	            "not one test of %s could be written, though the search covered %u goals; for most of them: %s (-v "
	            "shows more)",
	            generation->unit->name, results->n_found, results->losses[most].text);
}

static void show_end(const struct gen_settings *settings, const struct generation *generation)
{
	const struct results *results = &generation->results;
	uint32_t bugs = 0, unclear = 0, misuses = 0;
	for (uint32_t i = 0; i < results->n_failures; i++) {
		bugs += results->failures[i].finding->verdict == VERDICT_BUG;
		unclear += results->failures[i].finding->verdict == VERDICT_UNCLEAR;
		misuses += results->failures[i].finding->verdict == VERDICT_MISUSE;
	}
	unsigned seconds = (unsigned)results->stats.seconds;
	log_note(
	        "stopped after %u:%02u and %llu tests: %s (another minute finds something new with probability %.2f)\n",
	        seconds / 60, seconds % 60, (unsigned long long)results->stats.executions,
	        stop_text(results->stop_reason), results->stats.chance_minute);
	show_losses(results);
	if (settings->input.quiet || settings->input.json)
		return;
	show_tests(settings, results);
	for (uint32_t i = 0; i < results->n_failures; i++)
		if (results->failures[i].finding->verdict == VERDICT_BUG)
			printf("  bug            %s/%s       %s\n", settings->out, results->failures[i].file,
			       results->failures[i].finding->summary);
	if (unclear)
		printf("  %-4u unclear   %s/unclear\n", unclear, settings->out);
	if (misuses)
		printf("  %-4u misuses   %s/misuse\n", misuses, settings->out);
	if (results->not_written)
		printf("  %-4u more      not written: what is written looks more serious\n", results->not_written);
	printf("  report         %s/report/index.html\n\n ", settings->out);
	for (enum criterion criterion = CRITERION_FUNCTION; criterion < N_CRITERIA; criterion++) {
		struct count count = cover_count(results->cover, criterion);
		printf(" %s %u of %u  ", criterion_name(criterion), count.covered, count.total);
	}
	if (results->mutants)
		printf(" mutants killed %u of %u", results->mutants_killed, results->mutants);
	printf("\n");
	struct count functions = cover_count_apart(results->cover, CRITERION_FUNCTION),
	             branches = cover_count_apart(results->cover, CRITERION_BRANCH);
	if (functions.total)
		printf("  not counted: function %u of %u   branch %u of %u   of headers and linked sources\n",
		       functions.covered, functions.total, branches.covered, branches.total);
	if (settings->extension)
		settings->extension->show(results);
}

static status print_summary(const struct results *results)
{
	struct sb text = { 0 };
	summary_json(results, &text);
	fputs(sb_text(&text), stdout);
	sb_release(&text);
	return NULL;
}

static const char *const result_names[] = { "tests",           "report",    "failing",
	                                    "unclear",         "misuse",    "summary.json",
	                                    "coverage.info",   "junit.xml", "bugs.sarif",
	                                    "campaign.sqlite", NULL };
static const struct out_kind results_kind = { .names = result_names, .mark = "summary.json" };

/* What an earlier run may have left that this one has no use for. */
static const char *const forgotten[] = { "failing", "unclear", "misuse", "campaign.sqlite", NULL };

static status begin_extension(const struct gen_settings *settings, struct unit *unit, bool *is_over)
{
	*is_over = false;
	if (!settings->extension)
		return NULL;
	return settings->extension->begin(settings->extension->context, unit, &settings->input, is_over);
}

/* *is_over: there was nothing to do. */
static status generate(struct gen_settings *settings, struct generation *generation, bool *is_over)
{
	struct campaign_options options = { 0 };
	struct suite_options suite = { .out_dir = generation->stage };
	struct failing_options failing = { .out_dir = generation->stage };
	struct build_options build = unit_input_build_options(&settings->input);
	enum fail_on fail_on;
	TRY(out_folder_check(settings->out, generation->stage, &results_kind));
	TRY(read_choices(settings, &options, &suite));
	TRY(fail_on_parse(settings->fail_on, &fail_on));
	options.promoted = settings->promoted.at;
	options.n_promoted = settings->promoted.n;
	TRY(engines_choose(&settings->engines, &generation->engines, &options));
	TRY(unit_input_read(&settings->input, &generation->unit));
	TRY(begin_extension(settings, generation->unit, is_over));
	if (*is_over)
		return NULL;
	TRY(out_name_check(settings->out, arena_printf(generation->arena, "%s.model", generation->unit->name),
	                   &results_kind));
	if (settings->go_on)
		TRY(kept_take_up(&generation->kept, settings->out, &settings->input, generation->unit));
	TRY(check_places(generation->unit, &settings->promoted));
	TRY(choose_functions(settings, generation->unit->model, &generation->callable));
	own_named(generation->unit->marks, &settings->only);
	announce(&settings->input, generation->unit, generation->callable);
	TRY(targets_build(generation->unit, &settings->input.sources, &build, generation->targets));
	leave_foreign_variables(generation->unit->model, generation->callable);
	add_reserve(settings, generation->unit->model, generation->callable);
	announce_stand_ins(&settings->input, generation->unit->model);
	generation->engines.unit = generation->unit;
	generation->engines.sources = &settings->input.sources;
	generation->engines.build = build;
	TRY(run_campaign(settings, generation, &options));
	show_learned(generation->campaign);
	show_statistics(generation->campaign);
	suite.command = settings->short_command;
	suite.criterion = options.criterion;
	suite.seconds = failing.seconds = settings->executions ? 0 : settings->seconds * WRITING_SHARE;
	fill_results(settings, generation, options.criterion);
	interrupt_forget(); /* ctrl-C ended the search; writing goes on */
	if (settings->workers > 1) /* the others are gone, and their processors idle; if not, it takes longer */
		status_free(judge_hasten(campaign_judge(generation->campaign)));
	TRY(suite_write(generation->unit, &settings->input.sources, generation->campaign,
	                generation->targets[BUILD_FAST], &suite, generation->arena, &generation->results));
	failing.replace = !generation->engines.no_replacement;
	TRY(failing_write(generation->unit, &settings->input.sources, generation->campaign, &failing, generation->arena,
	                  &generation->results));
	TRY(write_outputs(generation->stage, generation));
	bool kept = kept_write(&generation->kept, generation->stage);
	TRY(put_in_place(generation->stage, settings->out, &results_kind, forgotten));
	generation->is_in_place = true;
	if (kept)
		kept_end(&generation->kept);
	log_progress_end();
	show_end(settings, generation);
	if (settings->input.json && !settings->is_one_of_several)
		TRY(print_summary(&generation->results));
	TRY(check_any_tests(generation));
	return fail_on_check(fail_on, &generation->results);
}

/* One unit; *share and *row, if there are any, tell what came of it. */
static status gen_unit(struct gen_settings *settings, struct share *share, struct target_row *row)
{
	struct generation generation = { .arena = arena_new(), .stage = path_beside(settings->out, STAGE) };
	bool is_over = false;
	status st = generate(settings, &generation, &is_over);
	if (generation.campaign && share) {
		share->spent_seconds = campaign_stats(generation.campaign).seconds;
		share->spent_executions = campaign_stats(generation.campaign).executions;
		share->interrupted = campaign_stop_reason(generation.campaign) == STOP_INTERRUPTED;
	}
	if (row && generation.is_in_place)
		target_row_fill(row, &generation.results);
	generation_release(&generation);
	return st;
}

/* ---- several targets ---- */

struct project_context {
	const struct gen_settings *settings;
	const struct given *given;
};

/* A target that never got results has nothing to take up. */
static bool can_go_on(const struct gen_settings *settings)
{
	return settings->go_on && kept_is_there(settings->out);
}

/* Its command names it alone, if that gives the same unit. */
static status gen_target(void *context, struct project_unit *unit, const char *out, struct share *share,
                         struct target_row *row)
{
	const struct project_context *project = context;
	struct gen_settings settings = *project->settings;
	settings.out = out;
	settings.seconds = share->seconds;
	settings.executions = share->executions;
	settings.is_one_of_several = true;
	settings.go_on = can_go_on(&settings);
	settings.input.sources = unit->sources;
	text_list target = { 0 };
	if (unit->target && !unit->is_partial) {
		vec_push(&target, unit->target);
		settings.input.targets = target;
		settings.short_command = short_command(&settings);
		settings.command = target_command(&settings, project->given, unit->target);
	}
	status st = gen_unit(&settings, share, row);
	unit->sources = settings.input.sources;
	if (target.n) {
		free(settings.short_command);
		free(settings.command);
	}
	vec_release(&target);
	return st;
}

/* What these options name is in one unit only. */
static status check_for_several(const struct gen_settings *settings, const struct project *project)
{
	const char *option = settings->only.n             ? "--only"
	                     : settings->skip.n           ? "--skip"
	                     : settings->promoted.n       ? "--promote"
	                     : settings->input.model_file ? "--model"
	                     : settings->input.contracts  ? "--contracts"
	                                                  : NULL;
	if (!option)
		return NULL;
	struct sb names = { 0 };
	for (size_t i = 0; i < project->units.n; i++)
		sb_addf(&names, "%s%s", i ? ", " : "", project->units.at[i].name);
	status st = fail(TROUBLE_USAGE, "%s is about one unit; choose it with --target: %s", option, sb_text(&names));
	sb_release(&names);
	return st;
}

/* Before each target says the same. */
static status check_choices(const struct gen_settings *settings)
{
	struct campaign_options options = { 0 };
	struct suite_options suite = { 0 };
	enum fail_on fail_on;
	TRY(read_choices(settings, &options, &suite));
	return fail_on_parse(settings->fail_on, &fail_on);
}

/* What is left of the only unit when it is read; the next who reads it finds it in the cache. */
static status settle_unit(const struct unit_input *input, struct project *project)
{
	struct arena *arena = arena_new();
	struct unit *unit = NULL;
	status st = project_unit_read(project, &project->units.at[0],
	                              input->no_cache ? NULL : cache_folder(arena, NULL), &unit);
	unit_free(unit);
	arena_free(arena);
	return st;
}

static status gen_units(struct gen_settings *settings, const struct given *given, struct project *project)
{
	struct project_context context = { settings, given };
	struct over_targets over = { .project = project,
		                     .input = &settings->input,
		                     .out = settings->out,
		                     .command = settings->command,
		                     .seconds = settings->executions ? 0 : settings->seconds,
		                     .executions = settings->executions,
		                     .run = gen_target,
		                     .context = &context };
	if (project->units.n > 1) {
		TRY(check_for_several(settings, project));
		TRY(check_choices(settings));
		return run_over_targets(&over);
	}
	TRY(settle_unit(&settings->input, project));
	settings->input.sources = project->units.at[0].sources;
	project->units.at[0].sources = (struct source_list){ 0 };
	return gen_unit(settings, NULL, NULL);
}

/* The whole project, or the targets that the user names. */
static status gen_project(struct gen_settings *settings, const struct given *given)
{
	struct project_wish wish = unit_input_wish(&settings->input);
	struct project *project = NULL;
	unit_input_begin(&settings->input);
	TRY(project_read(settings->input.database, &wish, &project));
	project_announce(project);
	status st = gen_units(settings, given, project);
	project_free(project);
	return st;
}

typedef VEC(struct option_spec) spec_list;

/* The options of the extension come first. */
static void join_specs(const struct gen_extension *extension, const struct option_spec *own, size_t n, spec_list *all)
{
	for (size_t i = 0; extension && i < extension->n_options; i++)
		vec_push(all, extension->options[i]);
	for (size_t i = 0; i < n; i++)
		vec_push(all, own[i]);
}

static status check_extension(const struct gen_settings *settings)
{
	if (!settings->extension)
		return NULL;
	TRY(settings->extension->check(settings->extension->context));
	if (settings->seconds <= 0 && !settings->executions)
		return fail(TROUBLE_USAGE, "skep %s needs a limit: --time or --executions", name_of(settings));
	return NULL;
}

status gen_with(const struct gen_extension *extension, int argc, char **argv)
{
	struct gen_settings settings = { .seconds = 60, .seed = 1, .workers = 1, .out = "skep-out", .plateau = 20 };
	settings.state = "auto";
	settings.extension = extension;
	if (extension) {
		settings.out = extension->out;
		settings.plateau = 0;
	}
	spec_list specs = { 0 };
	const struct option_spec own_specs[] = {
		{ 't', "time", OPTION_SECONDS, &settings.seconds, "TIME",
		  "search this long (default 60s; 0: until nothing is left to find); writing takes its own time" },
		{ 0, "executions", OPTION_NUMBER, &settings.executions, "N",
		  "search for N tests, whatever the clock says" },
		{ 0, "seed", OPTION_NUMBER, &settings.seed, "N", "of the random numbers (default 1)" },
		{ 'j', "jobs", OPTION_NUMBER, &settings.workers, "N", "workers side by side (default 1)" },
		{ 'o', "out", OPTION_TEXT, &settings.out, "DIR", "where results go (default skep-out)" },
		{ 0, "criterion", OPTION_TEXT, &settings.criterion, "NAME",
		  "function, statement, branch (default), condition, mcdc" },
		{ 0, "only", OPTION_LIST, &settings.only, "F,G",
		  "test these functions (and what makes their arguments)" },
		{ 0, "skip", OPTION_LIST, &settings.skip, "F,G", "never call these functions" },
		{ 0, "static", OPTION_FLAG, &settings.statics, NULL, "call static functions too" },
		{ 0, "state", OPTION_TEXT, &settings.state, "WHICH",
		  "variables of the unit that tests set: no, auto (default: those nothing callable sets), all" },
		{ 0, "format", OPTION_TEXT, &settings.format, "NAME", "plain (default), cmocka, check or unity" },
		{ 0, "promote", OPTION_LIST, &settings.promoted, "PLACE,...",
		  "what happens there is a bug: functions, or FILE:LINE, as told of a misuse" },
		{ 0, "fail-on", OPTION_TEXT, &settings.fail_on, "CLASS", FAIL_ON_HELP },
		{ 0, "continue", OPTION_FLAG, &settings.go_on, NULL,
		  "take up the campaign that an earlier run kept in --out, or was killed in" },
		{ 0, "plateau", OPTION_NUMBER, &settings.plateau, "SECONDS",
		  "stop after so long without a new goal (default 20, 0 never)" },
		ENGINE_OPTIONS(&settings.engines),
		UNIT_OPTIONS(&settings.input),
	};
	status st = NULL;
	bool help;
	join_specs(extension, own_specs, sizeof own_specs / sizeof *own_specs, &specs);
	TRY_OUT(options_parse(extension ? extension->command : &command_gen, specs.at, specs.n, argc, argv,
	                      &settings.input.operands, &help));
	if (help)
		goto out;
	TRY_OUT(check_extension(&settings));
	settings.short_command = short_command(&settings);
	struct given given = { specs.at, specs.n, argc, argv };
	settings.command = whole_command(&settings, &given);
	if (settings.input.database && !settings.input.operands.before.n)
		TRY_OUT(gen_project(&settings, &given));
	else
		TRY_OUT(gen_unit(&settings, NULL, NULL));
out:
	unit_input_release(&settings.input);
	free(settings.command);
	free(settings.short_command);
	vec_release(&specs);
	return st;
}

static int gen_main(int argc, char **argv)
{
	return command_end(gen_with(NULL, argc, argv));
}
