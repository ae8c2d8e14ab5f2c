/* skep swarm: tests of an outside generator, with features left out, perhaps aimed at lines.
 *
 * swarm() is the command as a whole. Features take the place of operations, and lines the place of goals
 * (outside/subject.h), so results are printed as those of skep gen. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "cli/aims.h"
#include "cli/fail_on.h"
#include "cli/kept_campaign.h"
#include "cli/out_folder.h"
#include "emit/outside_files.h"
#include "emit/report/outputs.h"
#include "engine/influence.h"
#include "outside/outside.h"
#include "proc/child.h"

#define FIRST_LOOK 300u          /* undirected tests before tests are aimed, since programs are slow */
#define SHORTENING_SHARE 0.25    /* of the time, for shortening the inputs of findings */

static int swarm_main(int argc, char **argv);

const struct command command_swarm = {
	"swarm", "[options] FILE", "run tests of an outside generator with features left out",
	"FILE names the features of a generator, the command that makes a test, the command that runs it, and where\n"
	"coverage comes from (docs/swarm.md). Results go to skep-swarm (see --out): tests/ that cover new lines,\n"
	"failing/ with inputs that crash, hang or give another output, report/index.html, summary.json.",
	swarm_main
};

struct swarm_settings {
	double seconds;
	uint64_t executions, seed, workers, undirected;
	const char *out, *fail_on;
	bool go_on, quiet, verbose, json;
	struct aims aims;
	char *command;
};

/* Data that the stages share. */
struct swarming {
	const struct swarm_settings *settings;
	struct generator generator;
	struct coverage coverage;
	struct unit *unit;
	struct kept_campaign kept;
	struct outside *outside;
	struct regress_results regress;
	struct results results;
	struct arena *arena;
	char *stage;
};

static const char *const result_names[] = { "tests", "failing", "campaign.sqlite", NULL };
static const struct out_kind results_kind = { .names = result_names, .outputs = output_names, .mark = "summary.json" };
static const char *const forgotten[] = { "tests", "failing", "campaign.sqlite", NULL };

/* ---- the campaign ---- */

static void show_progress(void *context, const struct campaign_progress *progress)
{
	(void)context;
	unsigned seconds = (unsigned)progress->seconds;
	log_progress("  %u:%02u  %.1f tests/s   lines %u/%u   findings %u   %s", seconds / 60, seconds % 60,
	             (double)progress->executions / progress->seconds, progress->goals.covered, progress->goals.total,
	             progress->bugs, progress->doing);
}

static const uint32_t *dominators_of(const struct swarming *s)
{
	return s->coverage.dominators ? s->coverage.dominators : subject_dominators(s->unit->marks, s->arena);
}

/* Makes the lines targets; *is_over: no line has code. */
static status aim(struct swarming *s, struct aims *aims, bool *is_over)
{
	*is_over = false;
	if (!aims_ways(aims))
		return NULL;
	TRY(aims_find(aims, s->unit->marks, s->generator.folder, s->generator.name));
	*is_over = aims->targets.n == 0;
	if (*is_over && !s->settings->quiet)
		printf("the change touches no code of %s: nothing to test\n", s->generator.name);
	aims->random.dominators = dominators_of(s);
	return NULL;
}

static void announce(const struct swarming *s, const struct aims *aims)
{
	struct influence_size size = influence_size(s->unit->model, s->unit->marks, OUTSIDE_CELLS);
	log_note("%s: %zu features; %zu functions, %zu lines", s->generator.name, s->generator.features.n,
	         s->unit->marks->functions.n, s->unit->marks->statements.n);
	if (aims->targets.n)
		log_note("%zu target%s", aims->targets.n, aims->targets.n == 1 ? "" : "s");
	if (size.n_goals < s->unit->marks->first_path_probe)
		log_warn(
		        "features times lines are many: helping and hindering features are counted for the first %u goals of %u",
		        size.n_goals, s->unit->marks->first_path_probe);
}

static status run_campaign(struct swarming *s, struct aims *aims)
{
	const struct swarm_settings *settings = s->settings;
	struct campaign_options campaign = { .seed = settings->seed };
	kept_begin(&s->kept, settings->out, s->unit, &campaign);
	aims->random.first_look = s->kept.executions >= settings->undirected ? 1 : settings->undirected;
	struct outside_options options = { .seed = settings->seed,
		                           .executions = settings->executions,
		                           .seconds = settings->seconds,
		                           .workers = (uint32_t)settings->workers,
		                           .targets = aims->targets.n ? &aims->random : NULL,
		                           .journal = s->kept.journal,
		                           .earlier = s->kept.executions,
		                           .progress = settings->quiet ? NULL : show_progress };
	status st = outside_run(&s->coverage, &options, &s->outside);
	log_progress_end();
	if (!st)
		st = outside_shorten(s->outside, settings->executions ? 0 : SHORTENING_SHARE * settings->seconds);
	return st;
}

/* ---- results ---- */

static void fill_results(struct swarming *s, const struct aims *aims)
{
	const struct swarm_settings *settings = s->settings;
	struct results *results = &s->results;
	results->unit = s->unit;
	results->suite.cover = outside_cover(s->outside);
	results->asked.criterion = CRITERION_STATEMENT;
	results->asked.command = settings->command;
	results->asked.out_dir = settings->out;
	results->asked.seed = settings->seed;
	results->asked.budget_executions = settings->executions;
	results->asked.budget_seconds = settings->executions ? 0 : settings->seconds;
	results->search.timeline = outside_timeline(s->outside, &results->search.n_timeline);
	results->search.stats = outside_stats(s->outside);
	results->search.stop_reason = outside_stop_reason(s->outside);
	results->search.influences = influences_read(outside_counts(s->outside),
	                                             influence_size(s->unit->model, s->unit->marks, OUTSIDE_CELLS));
	results->search.dominators = dominators_of(s);
	static const char made_nothing[] = "configurations that made nothing";
	results->search.counts = ARENA_NEW(s->arena, struct engine_count);
	*results->search.counts = (struct engine_count){ made_nothing, (double)outside_barren(s->outside) };
	results->search.n_counts = 1;
	if (!aims->targets.n)
		return;
	s->regress = regress_read(aims->targets.at, (uint32_t)aims->targets.n, s->unit->marks,
	                          outside_counts(s->outside), s->arena);
	results->regress = &s->regress;
}

static status write_results(struct swarming *s)
{
	TRY(outside_write_files(s->outside, &s->generator, s->stage, s->arena, &s->results));
	TRY(outputs_write(s->stage, &s->results));
	bool kept = kept_write(&s->kept, s->stage);
	TRY(put_in_place(s->stage, s->settings->out, &results_kind, forgotten));
	if (kept)
		kept_end(&s->kept);
	return NULL;
}

static void show_end(const struct swarming *s)
{
	const struct results *results = &s->results;
	const char *out = s->settings->out;
	struct count lines = cover_count(results->suite.cover, CRITERION_STATEMENT);
	unsigned seconds = (unsigned)results->search.stats.seconds;
	log_note("stopped after %u:%02u and %llu tests: %s\n", seconds / 60, seconds % 60,
	         (unsigned long long)results->search.stats.executions,
	         results->search.stop_reason == STOP_INTERRUPTED ? "interrupted" : "the budget is spent");
	if (s->settings->quiet || s->settings->json)
		return;
	printf("  %-4u tests     %s/tests\n", results->suite.n_tests, out);
	for (uint32_t i = 0; i < results->findings.n_failures; i++)
		printf("  bug            %s/%s       %s\n", out, results->findings.failures[i].file,
		       results->findings.failures[i].finding->summary);
	if (outside_barren(s->outside))
		printf("  %-4llu configurations made nothing\n", (unsigned long long)outside_barren(s->outside));
	printf("  report         %s/report/index.html\n\n  lines %u of %u\n", out, lines.covered, lines.total);
	if (results->regress)
		aims_show(results->regress, NULL);
}

static status print_summary(const struct results *results)
{
	struct sb text = { 0 };
	summary_json(results, &text);
	fputs(sb_text(&text), stdout);
	sb_release(&text);
	return NULL;
}

/* ---- the command ---- */

static status check(const struct swarm_settings *settings, const struct operands *operands)
{
	if (operands->before.n != 1 || operands->after.n)
		return fail(TROUBLE_USAGE,
		            "skep swarm takes one file that describes a generator; docs/swarm.md tells how");
	if (settings->workers < 1 || settings->workers > 64)
		return fail(TROUBLE_USAGE, "-j takes 1 to 64 workers");
	if (settings->seconds <= 0 && !settings->executions)
		return fail(TROUBLE_USAGE, "skep swarm needs a limit: --time or --executions");
	return aims_check(&settings->aims);
}

static status take_up(struct swarming *s)
{
	struct unit_input none = { 0 };
	return s->settings->go_on ? kept_take_up(&s->kept, s->settings->out, &none, s->unit) : NULL;
}

static status swarm(struct swarming *s, struct aims *aims, const char *path)
{
	unsigned fail_on;
	bool is_over;
	TRY(fail_on_parse(s->settings->fail_on, &fail_on));
	TRY(generator_read(path, &s->generator));
	TRY(out_folder_check(s->settings->out, s->stage, &results_kind));
	TRY(coverage_open(&s->generator, &s->unit, &s->coverage));
	TRY(aim(s, aims, &is_over));
	if (is_over)
		return NULL;
	announce(s, aims);
	TRY(take_up(s));
	TRY(run_campaign(s, aims));
	fill_results(s, aims);
	TRY(write_results(s));
	show_end(s);
	if (s->settings->json)
		TRY(print_summary(&s->results));
	return fail_on_check(fail_on, &s->results);
}

/* True if the campaign has tests that covered something, or failed, and are worth keeping when it breaks off. */
static bool has_tests(const struct outside *outside)
{
	size_t n_tests = 0, n_findings = 0;
	if (!outside)
		return false;
	outside_tests(outside, &n_tests);
	outside_findings(outside, &n_findings);
	return n_tests || n_findings;
}

static void swarming_release(struct swarming *s)
{
	kept_release(&s->kept, has_tests(s->outside));
	outside_free(s->outside);
	coverage_close(&s->coverage);
	unit_free(s->unit);
	generator_release(&s->generator);
	dir_remove(s->stage);
	free(s->stage);
	arena_free(s->arena);
}

static status swarm_command(int argc, char **argv)
{
	struct swarm_settings settings = {
		.seconds = 60, .seed = 1, .workers = 1, .out = "skep-swarm", .undirected = FIRST_LOOK
	};
	const struct option_spec specs[] = {
		{ 't', "time", OPTION_SECONDS, &settings.seconds, "TIME", "run tests this long (default 60s)" },
		{ 0, "executions", OPTION_NUMBER, &settings.executions, "N", "run N tests, whatever the clock says" },
		{ 0, "seed", OPTION_NUMBER, &settings.seed, "N", "of the random numbers (default 1)" },
		{ 'j', "jobs", OPTION_NUMBER, &settings.workers, "N", "tests side by side (default 1)" },
		{ 'o', "out", OPTION_TEXT, &settings.out, "DIR", "where results go (default skep-swarm)" },
		AIM_OPTIONS(&settings.aims),
		{ 0, "undirected", OPTION_NUMBER, &settings.undirected, "N",
		  "swarm tests without an aim before tests are aimed (default 300)" },
		{ 0, "fail-on", OPTION_TEXT, &settings.fail_on, "CLASS", FAIL_ON_HELP },
		{ 0, "continue", OPTION_FLAG, &settings.go_on, NULL,
		  "take up the campaign that an earlier run kept in --out, or was killed in" },
		{ 0, "json", OPTION_FLAG, &settings.json, NULL, "print the result as JSON" },
		{ 'q', "quiet", OPTION_FLAG, &settings.quiet, NULL, "say only what went wrong" },
		{ 'v', "verbose", OPTION_FLAG, &settings.verbose, NULL, "say more" },
	};
	static const char *const not_repeated[] = { "out", "json", "quiet", "verbose", "seed", NULL };
	struct operands operands = { 0 };
	struct sb command = { 0 };
	status st = NULL;
	bool help;
	TRY_OUT(options_parse(&command_swarm, specs, sizeof specs / sizeof *specs, argc, argv, &operands, &help));
	if (help)
		goto out;
	TRY_OUT(check(&settings, &operands));
	unit_input_begin(&(struct unit_input){ .quiet = settings.quiet, .verbose = settings.verbose });
	char *seed = xprintf(" --seed %llu", (unsigned long long)settings.seed);
	sb_add(&command, "skep swarm");
	options_again(specs, sizeof specs / sizeof *specs, argc, argv, not_repeated, seed, &command);
	free(seed);
	settings.command = command.text;
	struct swarming swarming = { .settings = &settings,
		                     .arena = arena_new(),
		                     .stage = path_beside(settings.out, STAGE) };
	st = swarm(&swarming, &settings.aims, operands.before.at[0]);
	swarming_release(&swarming);
out:
	sb_release(&command);
	aims_release(&settings.aims);
	operands_release(&operands);
	return st;
}

static int swarm_main(int argc, char **argv)
{
	return command_end(swarm_command(argc, argv));
}
