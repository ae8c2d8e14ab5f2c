/* skep gen: from sources to a suite of tests, failing tests and a report.
 *
 * This file has the options, and the choice between one unit and the targets of a project. The stages that a
 * unit goes through are in gen/generate.c. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "cli/config/config.h"
#include "cli/gen/generate.h"
#include "cli/fail_on.h"
#include "cli/kept_campaign.h"
#include "cli/machines/shared_gen.h"
#include "cli/over_targets.h"
#include "proc/cache_folder.h"

#define DEFAULT_SECONDS 60
#define PLATEAU 20 /* seconds without a new goal that end a search without a time limit */

static int gen_main(int argc, char **argv);

const struct command command_gen = {
	"gen", "[options] SOURCE... [-- CFLAGS]", "write a suite of tests, failing tests for bugs, and a report",
	"Results go to skep-out (see --out): tests/, failing/, misuse/, report/index.html, bugs.sarif, summary.json.",
	gen_main
};

/* The campaign of a unit, opened in a shared store before the unit's turn comes. */
struct opened {
	int64_t id;
	uint64_t executions;
};

struct project_context {
	const struct gen_settings *settings;
	const struct given *given;
	const struct project *project;
	struct opened *opened;       /* per unit; NULL: no shared store */
	struct beside *holder;
};

/* Opens the campaign of a unit early: workers go where most is won, whichever unit has its turn here. The unit
 * is the same as when its turn comes. */
static status open_early(void *context, const struct project_unit *unit, const struct share *share)
{
	struct project_context *project = context;
	struct gen_settings settings = *project->settings;
	struct opened *opened = &project->opened[unit - project->project->units.at];
	struct unit *read = NULL;
	settings.budget.seconds = share->seconds;
	settings.budget.executions = opened->executions = share->executions;
	settings.is_one_of_several = true;
	sources_copy(&settings.input.sources, &unit->sources);
	status st = unit_input_read(&settings.input, &read);
	if (!st)
		st = shared_gen_open_early(&settings, read, &opened->id);
	unit_free(read);
	sources_release(&settings.input.sources);
	return st;
}

/* Holds all campaigns from the first turn on. */
static status hold_all(struct project_context *project)
{
	size_t n = project->project->units.n;
	int64_t *ids = xcalloc(n, sizeof *ids);
	for (size_t i = 0; i < n; i++)
		ids[i] = project->opened[i].id;
	status st = project->holder ? NULL : shared_gen_hold(project->settings->store.url, ids, n, &project->holder);
	free(ids);
	return st;
}

static void use_opened(const struct project_context *project, const struct project_unit *unit,
                       struct gen_settings *settings)
{
	const struct opened *opened = &project->opened[unit - project->project->units.at];
	settings->store.opened = opened->id;
	if (opened->executions)
		settings->budget.executions = opened->executions;
}

/* True if the target has a campaign to continue. A target that never got results has none. */
static bool can_go_on(const struct gen_settings *settings)
{
	return settings->go_on && (settings->store.url || kept_is_there(settings->out));
}

/* Makes the tests of one target. Its command names that target alone, if that gives the same unit. */
static status gen_target(void *context, struct project_unit *unit, const char *out, struct share *share,
                         struct target_row *row)
{
	struct project_context *project = context;
	struct gen_settings settings = *project->settings;
	if (project->opened)
		TRY(hold_all(project));
	settings.out = out;
	settings.budget.seconds = share->seconds;
	settings.budget.executions = share->executions;
	if (project->opened)
		use_opened(project, unit, &settings);
	settings.is_one_of_several = true;
	settings.go_on = can_go_on(&settings);
	settings.input.sources = unit->sources;
	text_list target = { 0 };
	if (unit->target && !unit->is_partial) {
		vec_push(&target, unit->target);
		settings.input.targets = target;
		settings.short_command = gen_short_command(&settings);
		settings.command = gen_target_command(&settings, project->given, unit->target);
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

/* Fails for options that name things of one unit. */
static status check_for_several(const struct gen_settings *settings, const struct project *project)
{
	const char *option = settings->functions.only.n   ? "--only"
	                     : settings->functions.skip.n ? "--skip"
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

/* Reads the only unit to find its sources. The next reading takes it from the cache. */
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
	struct project_context context = { .settings = settings, .given = given, .project = project };
	struct over_targets over = { .project = project,
		                     .input = &settings->input,
		                     .out = settings->out,
		                     .command = settings->command,
		                     .seconds = gen_seconds(settings),
		                     .executions = settings->budget.executions,
		                     .run = gen_target,
		                     .context = &context };
	if (project->units.n > 1) {
		TRY(check_for_several(settings, project));
		TRY(gen_check_choices(settings));
		if (settings->store.url) {
			context.opened = xcalloc(project->units.n, sizeof *context.opened);
			over.announce = open_early;
		}
		status st = run_over_targets(&over);
		beside_cancel(context.holder);
		free(context.opened);
		return st;
	}
	TRY(settle_unit(&settings->input, project));
	settings->input.sources = project->units.at[0].sources;
	project->units.at[0].sources = (struct source_list){ 0 };
	return gen_unit(settings, NULL, NULL);
}

/* Makes the tests of the whole project, or of the targets that the user names. */
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

static status check_extension(const struct gen_settings *settings)
{
	if (!settings->extension)
		return NULL;
	TRY(settings->extension->check(settings->extension->context));
	if (settings->budget.seconds <= 0 && !settings->budget.executions)
		return fail(TROUBLE_USAGE, "skep %s needs a limit: --time or --executions", gen_name(settings));
	return NULL;
}

#define NOT_GIVEN (-1.0)
#define NO_NUMBER UINT64_MAX

/* Sets the limits. A user who gives a time gets all of it. A user who gives none is in a hurry, or wants
 * everything there is to find. */
static void settle_budget(struct gen_budget *budget)
{
	if (budget->plateau == NO_NUMBER)
		budget->plateau = budget->seconds > 0 ? 0 : PLATEAU;
	if (budget->seconds < 0)
		budget->seconds = DEFAULT_SECONDS;
}

struct gen_settings gen_defaults(const struct gen_extension *extension)
{
	return (struct gen_settings){ .budget = { .seconds = NOT_GIVEN, .plateau = extension ? 0 : NO_NUMBER },
		                      .functions = { .state = "auto", .failures = "yes" },
		                      .seed = 1,
		                      .workers = 1,
		                      .out = extension ? extension->out : "skep-out",
		                      .compilers = "all",
		                      .extension = extension };
}

static void add_specs(spec_list *specs, const struct option_spec *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		vec_push(specs, rows[i]);
}

/* Adds the options for the place of the campaign and its limits. */
static void add_campaign_options(struct gen_settings *settings, spec_list *specs)
{
	const struct option_spec rows[] = {
		{ 't', "time", OPTION_SECONDS, &settings->budget.seconds, "TIME",
		  "for search and writing together (default 60s; 0: until nothing is left to find)" },
		{ 0, "executions", OPTION_NUMBER, &settings->budget.executions, "N",
		  "search for N tests, whatever the clock says" },
		{ 0, "seed", OPTION_NUMBER, &settings->seed, "N", "of the random numbers (default 1)" },
		{ 'j', "jobs", OPTION_NUMBER, &settings->workers, "N", "workers side by side (default 1)" },
		{ 0, "store", OPTION_TEXT, &settings->store.url, "URL",
		  "keep the campaign at postgresql://HOST/DATABASE, where skep work can join it" },
		{ 0, "campaign", OPTION_TEXT, &settings->store.campaign, "NAME",
		  "of --store: what the campaign is called (default: as the unit)" },
		{ 'o', "out", OPTION_TEXT, &settings->out, "DIR", "where results go (default skep-out)" },
	};
	add_specs(specs, rows, sizeof rows / sizeof *rows);
}

static void add_choice_options(struct gen_settings *settings, spec_list *specs)
{
	const struct option_spec rows[] = {
		{ 0, "criterion", OPTION_TEXT, &settings->criterion, "NAME",
		  "function, statement, branch (default), condition, mcdc" },
		{ 0, "only", OPTION_LIST, &settings->functions.only, "F,G",
		  "test these functions (and what makes their arguments)" },
		{ 0, "skip", OPTION_LIST, &settings->functions.skip, "F,G", "never call these functions" },
		{ 0, "static", OPTION_FLAG, &settings->functions.statics, NULL, "call static functions too" },
		{ 0, "failures", OPTION_TEXT, &settings->functions.failures, "WHICH",
		  "calls into the C library that fail because a test wants it: yes (default), no" },
		{ 0, "state", OPTION_TEXT, &settings->functions.state, "WHICH",
		  "variables of the unit that tests set: no, auto (default: those nothing callable sets), all" },
		{ 0, "max-tests", OPTION_NUMBER, &settings->max_tests, "N",
		  "no more tests than that: those that reach most stay" },
		{ 0, "format", OPTION_TEXT, &settings->format, "NAME",
		  "plain (default), bare (plain without processes), cmocka, check or unity" },
		{ 0, "compilers", OPTION_TEXT, &settings->compilers, "WHICH",
		  "the tests must pass with: all (default: gcc and clang, -O0 and -O2), one (gcc -O2, and sooner done)" },
		{ 0, "promote", OPTION_LIST, &settings->promoted, "PLACE,...",
		  "what happens there is a bug: functions, or FILE:LINE, as told of a misuse" },
		{ 0, "fail-on", OPTION_TEXT, &settings->fail_on, "CLASS", FAIL_ON_HELP },
		{ 0, "continue", OPTION_FLAG, &settings->go_on, NULL,
		  "take up the campaign that an earlier run kept in --out or --store, or was killed in" },
		{ 0, "plateau", OPTION_NUMBER, &settings->budget.plateau, "SECONDS",
		  "stop after so long without a new goal, 0 never (default: never if --time is given, else 20)" },
	};
	add_specs(specs, rows, sizeof rows / sizeof *rows);
}

/* Lists the options. The extension's options come first. */
void gen_options(struct gen_settings *settings, spec_list *specs)
{
	const struct option_spec rows[] = { ENGINE_OPTIONS(&settings->engines), UNIT_OPTIONS(&settings->input) };
	if (settings->extension)
		add_specs(specs, settings->extension->options, settings->extension->n_options);
	add_campaign_options(settings, specs);
	add_choice_options(settings, specs);
	add_specs(specs, rows, sizeof rows / sizeof *rows);
}

/* Options that decide the work of a share. The others are about results, or about who works. */
static const char *const for_workers[] = { "criterion",  "only",     "skip",    "static",      "failures",
	                                   "state",      "promote",  "engine",  "search",      "search-set",
	                                   "random-set", "strategy", "without", "solver-time", NULL };

static status check_store(struct gen_settings *settings, const struct given *given)
{
	if (!settings->store.url && settings->store.campaign)
		return fail(TROUBLE_USAGE, "--campaign names a campaign of a store: give --store URL, too");
	if (settings->store.url && settings->extension)
		return fail(TROUBLE_USAGE, "--store is for skep gen; skep %s has a campaign of its own",
		            gen_name(settings));
	options_words(given, for_workers, &settings->store.words);
	return NULL;
}

/* Reads the command line. The words of skep.toml come first, so that the user's words win. */
static status read_words(const struct gen_extension *extension, const spec_list *specs, struct arena *arena, int *argc,
                         char ***argv, struct operands *operands, bool *help)
{
	TRY(config_join(CONFIG_FILE, specs->at, specs->n, arena, argc, argv));
	return options_parse(extension ? extension->command : &command_gen, specs->at, specs->n, *argc, *argv, operands,
	                     help);
}

static status gen_one_or_all(struct gen_settings *settings, const struct given *given)
{
	settings->short_command = gen_short_command(settings);
	settings->command = gen_whole_command(settings, given);
	if (settings->input.database && !settings->input.operands.before.n)
		return gen_project(settings, given);
	return gen_unit(settings, NULL, NULL);
}

status gen_with(const struct gen_extension *extension, int argc, char **argv)
{
	struct gen_settings settings = gen_defaults(extension);
	spec_list specs = { 0 };
	struct arena *arena = arena_new();
	status st = NULL;
	bool help;
	gen_options(&settings, &specs);
	TRY_OUT(read_words(extension, &specs, arena, &argc, &argv, &settings.input.operands, &help));
	if (help)
		goto out;
	settle_budget(&settings.budget);
	TRY_OUT(check_extension(&settings));
	struct given given = { specs.at, specs.n, argc, argv };
	TRY_OUT(check_store(&settings, &given));
	TRY_OUT(gen_one_or_all(&settings, &given));
out:
	unit_input_release(&settings.input);
	sb_release(&settings.store.words);
	free(settings.command);
	free(settings.short_command);
	vec_release(&specs);
	arena_free(arena);
	return st;
}

static int gen_main(int argc, char **argv)
{
	return command_end(gen_with(NULL, argc, argv));
}
