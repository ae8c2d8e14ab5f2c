/* skep program: from the sources of a program to a suite of commands.
 *
 * explore() is the command as a whole: read the unit, build its targets, spend the budget, write the results. */
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
#include "cli/kept_campaign.h"
#include "cli/out_folder.h"
#include "cli/program/isolation.h"
#include "cli/program/session.h"
#include "cli/program/stages.h"
#include "cli/unit_input.h"
#include "emit/programs/corpus.h"
#include "emit/programs/exchange_format.h"
#include "emit/programs/program_suite.h"
#include "emit/report/outputs.h"
#include "engine/program/program.h"
#include "proc/child.h"

static int program_main(int argc, char **argv);

const struct command command_program = {
	"program", "[options] SOURCE... [-- CFLAGS] -- [ARGV]", "write a suite of command lines for a program",
	"ARGV is its command line. Words with a marker are inputs: @@ any text, @file or @NAME a file,\n"
	"@stdin standard input. Without markers everything is an input, and skep finds out what the\n"
	"program reads. With one \"--\", ARGV follows it. Results go to skep-out (see --out).",
	program_main
};

#define SHARE_OF_WRITING 0.3
#define LEAST_WRITING 5.0     /* seconds */
#define RUN_MILLISECONDS 500u /* of a run that only waits */

struct program_settings {
	double seconds, per_seed;
	uint64_t executions, per_seed_executions, workers, plateau;
	const char *out, *criterion, *fail_on, *corpus, *ranking, *explored;
	bool no_reduction, go_on;
	struct engine_settings engines;
	char *command;
};

/* Data that the stages share. */
struct exploration {
	struct program_session session;
	struct target *targets[N_BUILDS];
	struct engine_setup engines;
	struct program_options program;
	struct campaign *campaign;
	struct kept_campaign kept;
	struct exec_options exec;
	double spent_seconds;        /* in stages before the last */
	uint64_t spent_executions;
	bool *callable, *aim;
	struct arena *arena;
	struct results results;
	char *stage;
};

static void exploration_release(struct exploration *e)
{
	kept_release(&e->kept, e->campaign && campaign_stats(e->campaign).executions);
	campaign_free(e->campaign);
	engine_setup_release(&e->engines);
	for (int i = 0; i < N_BUILDS; i++)
		target_free(e->targets[i]);
	free(e->callable);
	free(e->aim);
	if (e->stage)
		dir_remove(e->stage);
	free(e->stage);
	program_session_release(&e->session);
	arena_free(e->arena);
}

static void show_progress(void *context, const struct campaign_progress *progress)
{
	(void)context;
	unsigned seconds = (unsigned)progress->seconds;
	double rate = progress->seconds > 0 ? (double)progress->executions / progress->seconds : 0;
	if (isatty(STDERR_FILENO))
		log_progress("  %u:%02u  %'.0f runs/s   goals %u/%u   bugs %u   %s", seconds / 60, seconds % 60, rate,
		             progress->goals.covered, progress->goals.total, progress->bugs, progress->doing);
}

/* Makes the symbolic engine begin with the same tests as the cheap engine. */
static void find_starts(struct exploration *e)
{
	size_t n = e->program.n_seeds + 1;
	const struct seq **starts = ARENA_ARRAY(e->arena, const struct seq *, n);
	struct invocation plain;
	shape_start(&e->session.shape, &plain);
	for (size_t i = 0; i + 1 < n; i++)
		starts[i] = invocation_seq(&e->program.seeds[i], e->session.unit->model, e->arena);
	starts[n - 1] = invocation_seq(&plain, e->session.unit->model, e->arena);
	invocation_release(&plain);
	e->engines.symbolic.starts = starts;
	e->engines.symbolic.n_starts = n;
}

static void announce(const struct exploration *e)
{
	struct cover cover;
	cover_init(&cover, e->session.unit->marks);
	log_note("%s: %u functions, %u branches; %s", e->session.shape.program,
	         cover_count(&cover, CRITERION_FUNCTION).total, cover_count(&cover, CRITERION_BRANCH).total,
	         e->session.shape.is_free ? "arguments, standard input and files are found out" : "inputs as marked");
	cover_release(&cover);
}

static status run_campaign(const struct program_settings *settings, struct exploration *e,
                           struct campaign_options *options)
{
	static const text_list all = { 0 };
	find_starts(e);
	options->exec = e->exec;
	e->callable = xcalloc(e->session.unit->model->functions.n + 1, sizeof *e->callable);
	options->budget.seconds = settings->executions ? 0 : settings->seconds;
	options->budget.executions = settings->executions;
	options->seed = e->session.seed;
	options->workers = (uint32_t)settings->workers;
	options->callable = e->callable;
	options->budget.plateau_seconds = settings->executions ? 0 : (double)settings->plateau;
	options->progress = show_progress;
	options->aim = e->aim = engines_aim(&all, e->session.unit->marks, e->targets[BUILD_FAST]);
	if (!settings->explored)
		kept_begin(&e->kept, settings->out, e->session.unit, options);
	TRY(engines_begin(&e->engines, options));
	struct stages stages = { .unit = e->session.unit,
		                 .targets = e->targets,
		                 .shape = &e->session.shape,
		                 .engines = &e->engines,
		                 .program = &e->program,
		                 .options = options,
		                 .ranking = ranking_by_name(settings->ranking),
		                 .no_reduction = settings->no_reduction,
		                 .per_seed = settings->per_seed,
		                 .per_seed_executions = settings->per_seed_executions,
		                 .explored = settings->explored,
		                 .executions_before = e->kept.executions,
		                 .arena = e->arena };
	status st = stages_run(&stages, &e->campaign);
	e->spent_seconds = stages.spent_seconds;
	e->spent_executions = stages.spent_executions;
	return st;
}

/* ---- results ---- */

static void show_statistic(void *context, const char *name, double value)
{
	(void)context;
	log_verbose("  %s: %.0f", name, value);
}

static void fill_results(const struct program_settings *settings, struct exploration *e, enum criterion criterion)
{
	struct results *results = &e->results;
	results->unit = e->session.unit;
	results->asked.criterion = criterion;
	results->asked.command = settings->command;
	results->asked.out_dir = settings->out;
	results->asked.seed = e->session.seed;
	results->asked.budget_executions = settings->executions;
	results->asked.budget_seconds = settings->executions ? 0 : settings->seconds;
	results->search.timeline = campaign_timeline(e->campaign, &results->search.n_timeline);
	results->search.stats = campaign_stats(e->campaign);
	results->search.stats.seconds += e->spent_seconds;
	results->search.stats.executions += e->spent_executions;
	results->search.stop_reason = campaign_stop_reason(e->campaign);
	results->search.why_not = reasons_find(e->campaign, e->session.unit, e->targets[BUILD_FAST], e->arena);
}

static void show_end(const struct program_settings *settings, const struct exploration *e)
{
	const struct results *results = &e->results;
	log_note("stopped after %.0f s and %llu runs", results->search.stats.seconds,
	         (unsigned long long)results->search.stats.executions);
	if (e->session.input.unit.quiet || e->session.input.unit.json)
		return;
	printf("  %-4u tests     %s/tests       cd %s/tests && make check\n", results->suite.n_tests, settings->out,
	       settings->out);
	for (uint32_t i = 0; i < results->findings.n_failures; i++)
		printf("  %-14s %s/%s       %s\n", verdict_word(results->findings.failures[i].finding->verdict),
		       settings->out, results->findings.failures[i].file,
		       results->findings.failures[i].finding->summary);
	printf("  report         %s/report/index.html\n\n ", settings->out);
	for (enum criterion criterion = CRITERION_FUNCTION; criterion < N_CRITERIA; criterion++) {
		struct count count = cover_count(results->suite.cover, criterion);
		printf(" %s %u of %u  ", criterion_name(criterion), count.covered, count.total);
	}
	printf("\n");
}

static const char *const result_names[] = { "tests", "failing", "unclear", "test-suite", "campaign.sqlite", NULL };
static const struct out_kind results_kind = { .names = result_names, .outputs = output_names, .mark = "summary.json" };
static const char *const forgotten[] = { "failing", "unclear", "test-suite", "campaign.sqlite", NULL };

static status write_task(const struct program_settings *settings, const struct exploration *e,
                         const struct program_suite *suite)
{
	struct task task = { e->session.input.unit.operands.before.at[0], e->session.input.property,
		             e->session.property == TASK_ERROR_CALL };
	size_t n;
	TRY(exchange_format_write(suite, &task, &e->results, &n));
	log_note("%zu test case%s in %s/test-suite", n, n == 1 ? "" : "s", settings->out);
	return NULL;
}

/* Returns the time for shortening: a share of the time for the search, but a few seconds at least. */
static double writing_seconds(const struct program_settings *settings)
{
	double share = SHARE_OF_WRITING * settings->seconds;
	return share > LEAST_WRITING ? share : LEAST_WRITING;
}

static status write_results(const struct program_settings *settings, struct exploration *e, enum criterion criterion)
{
	struct program_suite suite = { .unit = e->session.unit,
		                       .fast = e->targets[BUILD_FAST],
		                       .exec = e->exec,
		                       .until = settings->executions ? 0 : now_seconds() + writing_seconds(settings),
		                       .campaign = e->campaign,
		                       .shape = &e->session.shape,
		                       .out_dir = e->stage,
		                       .command = settings->command };
	fill_results(settings, e, criterion);
	interrupt_forget(); /* ctrl-C ended the search; writing goes on */
	TRY(program_suite_write(&suite, e->arena, &e->results));
	TRY(program_findings_write(&suite, e->arena, &e->results));
	TRY(outputs_write(e->stage, &e->results));
	if (e->session.adapter == ADAPTER_TASK)
		TRY(write_task(settings, e, &suite));
	if (settings->corpus) {
		size_t n;
		TRY(corpus_write(&e->session.corpus, settings->corpus, campaign_archive(e->campaign), &n));
		log_note("%zu inputs in %s", n, settings->corpus);
	}
	bool kept = kept_write(&e->kept, e->stage);
	TRY(put_in_place(e->stage, settings->out, &results_kind, forgotten));
	if (kept)
		kept_end(&e->kept);
	return NULL;
}

static status explore(struct program_settings *settings, struct exploration *e)
{
	struct campaign_options options = { 0 };
	struct build_options build = unit_input_build_options(&e->session.input.unit);
	unsigned fail_on;
	TRY(out_folder_check(settings->out, e->stage, &results_kind));
	TRY(fail_on_parse(settings->fail_on, &fail_on));
	options.criterion = criterion_by_name(settings->criterion ? settings->criterion : "branch");
	if (options.criterion == N_CRITERIA)
		return fail(TROUBLE_USAGE, "--criterion is function, statement, branch, condition or mcdc, not '%s'",
		            settings->criterion);
	if (ranking_by_name(settings->ranking) == N_RANKINGS)
		return fail(TROUBLE_USAGE, "--rank is bt, ba, fpf, sp or random, not '%s'", settings->ranking);
	const char *engine = settings->engines.engine;
	if (engine && (str_equal(engine, "search") || str_equal(engine, "avm")))
		return fail(TROUBLE_USAGE,
		            "--engine %s makes calls of functions; for a program it is auto, program or "
		            "symbolic",
		            engine);
	if (engine && str_equal(engine, "random"))
		settings->engines.engine = engine_program.name; /* the help lists the engines of all commands */
	e->engines.light = (struct engine_choice){ &engine_program, &e->program };
	TRY(engines_choose(&settings->engines, &e->engines, &options));
	char *folder = xprintf("%s/tests", e->stage);
	status st = program_session_read(&e->session, folder);
	free(folder);
	TRY(st);
	e->program = (struct program_options){ &e->session.shape, e->session.corpus.seeds.at,
		                               e->session.corpus.seeds.n };
	announce(e);
	if (settings->go_on)
		TRY(kept_take_up(&e->kept, settings->out, &e->session.input.unit, e->session.unit));
	TRY(targets_build(e->session.unit, &build, e->targets));
	e->exec.milliseconds = RUN_MILLISECONDS;
	TRY(isolation_find(e->targets[BUILD_FAST], e->session.unit, &e->session.shape, &e->session.corpus.seeds,
	                   &e->exec));
	e->engines.unit = e->session.unit;
	e->engines.build = build;
	TRY(run_campaign(settings, e, &options));
	if (!e->campaign)
		return NULL; /* the seeds were explored, and the results are written */
	campaign_engine_statistics(e->campaign, show_statistic, NULL);
	TRY(write_results(settings, e, options.criterion));
	show_end(settings, e);
	return fail_on_check(fail_on, &e->results);
}

static char *command_text(const struct option_spec *specs, size_t n, int argc, char **argv)
{
	static const char *const left_out[] = { "out", "no-cache", "json", "quiet", "verbose", NULL };
	struct sb text = { 0 };
	sb_add(&text, "skep program");
	options_again(specs, n, argc, argv, left_out, "", &text);
	return sb_take(&text);
}

static status program_command(int argc, char **argv)
{
	struct program_settings settings = {
		.seconds = 60, .workers = 1, .out = "skep-out", .plateau = 20, .ranking = "fpf"
	};
	struct exploration exploration = { .arena = arena_new() };
	struct program_input *input = &exploration.session.input;
	const struct option_spec specs[] = {
		{ 't', "time", OPTION_SECONDS, &settings.seconds, "TIME",
		  "search this long (default 60s; 0: until nothing is left to find)" },
		{ 0, "executions", OPTION_NUMBER, &settings.executions, "N",
		  "search for N runs, whatever the clock says" },
		{ 0, "continue", OPTION_FLAG, &settings.go_on, NULL,
		  "go on where the last search with this --out ended" },
		{ 0, "corpus", OPTION_TEXT, &settings.corpus, "DIR", "write all inputs that covered something there" },
		{ 'j', "jobs", OPTION_NUMBER, &settings.workers, "N", "workers side by side (default 1)" },
		{ 'o', "out", OPTION_TEXT, &settings.out, "DIR", "where results go (default skep-out)" },
		{ 0, "test-comp", OPTION_TEXT, &input->property, "PROPERTY.prp",
		  "the source is a task of Test-Comp: write OUT/test-suite, too" },
		PROGRAM_OPTIONS(input),
		{ 0, "rank", OPTION_TEXT, &settings.ranking, "NAME",
		  "order of tests to explore: bt, ba, fpf (default), sp, random" },
		{ 0, "no-reduction", OPTION_FLAG, &settings.no_reduction, NULL, "explore tests as they are" },
		{ 0, "per-seed", OPTION_SECONDS, &settings.per_seed, "TIME",
		  "explore each seed so long, and nothing else" },
		{ 0, "per-seed-executions", OPTION_NUMBER, &settings.per_seed_executions, "N", "the same in runs" },
		{ 0, "explored", OPTION_TEXT, &settings.explored, "FILE",
		  "of --per-seed: write the branches that each seed led to, and no suite" },
		{ 0, "criterion", OPTION_TEXT, &settings.criterion, "NAME",
		  "function, statement, branch (default), condition, mcdc" },
		{ 0, "fail-on", OPTION_TEXT, &settings.fail_on, "CLASS", FAIL_ON_HELP },
		{ 0, "plateau", OPTION_NUMBER, &settings.plateau, "SECONDS",
		  "stop after so long without a new goal (default 20, 0 never)" },
		ENGINE_OPTIONS(&settings.engines),
		UNIT_OPTIONS(&input->unit),
	};
	status st = NULL;
	bool help;
	TRY_OUT(options_parse(&command_program, specs, sizeof specs / sizeof *specs, argc, argv, &input->unit.operands,
	                      &help));
	if (help)
		goto out;
	program_split_operands(input);
	settings.command = command_text(specs, sizeof specs / sizeof *specs, argc, argv);
	exploration.stage = path_beside(settings.out, STAGE);
	TRY_OUT(explore(&settings, &exploration));
out:
	exploration_release(&exploration);
	free(settings.command);
	return st;
}

static int program_main(int argc, char **argv)
{
	return command_end(program_command(argc, argv));
}
