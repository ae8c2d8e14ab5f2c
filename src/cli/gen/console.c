/* console: see console.h. */
#include "cli/gen/console.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/log.h"
#include "base/str.h"
#include "base/timetable.h"
#include "emit/report/goals.h"
#include "emit/stand_ins.h"
#include "model/failing.h"

#define STAND_INS_NAMED 8 /* names in a line of the console */
#define MAX_ANNOUNCED 6u  /* files of the context that are named */

/* Writes "0:12 of 1:00", or "0:12" if there is no limit. */
static void clock_text(const struct timetable *times, unsigned seconds, char *text, size_t size)
{
	unsigned whole = (unsigned)(times->end - times->begin + 0.5);
	if (times->end > 0)
		snprintf(text, size, "%u:%02u of %u:%02u", seconds / 60, seconds % 60, whole / 60, whole % 60);
	else
		snprintf(text, size, "%u:%02u", seconds / 60, seconds % 60);
}

void console_progress(void *context, const struct campaign_progress *progress)
{
	static unsigned last;
	unsigned seconds = (unsigned)progress->seconds;
	double rate = progress->seconds > 0 ? (double)progress->executions / progress->seconds : 0;
	char clock[40];
	clock_text(context, seconds, clock, sizeof clock);
	if (isatty(STDERR_FILENO)) {
		log_progress("  %s  %'.0f tests/s   goals %u/%u   bugs %u   %s", clock, rate, progress->goals.covered,
		             progress->goals.total, progress->bugs, progress->doing);
		return;
	}
	if (seconds < last) /* another unit */
		last = 0;
	if (seconds >= last + 10) {
		last = seconds;
		log_note("  %s  %.0f tests/s   goals %u/%u   bugs %u   %s", clock, rate, progress->goals.covered,
		         progress->goals.total, progress->bugs, progress->doing);
	}
}

/* Adds "; with 3 files of target 'app': state.c, util.c, intern.c". */
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

/* Tells the liberties of tests: actions that users of the unit cannot take. */
static void announce_liberties(size_t n_last, size_t n_variables, const char *failing)
{
	if (*failing)
		log_note("  tests may make calls into the C library fail: %s (--failures no: they do not)", failing);
	if (n_last)
		log_note("  %zu static function%s that nothing else leads to %s called directly", n_last,
		         n_last == 1 ? "" : "s", n_last == 1 ? "is" : "are");
	if (n_variables)
		log_note("  tests may set %zu variable%s that no callable function sets (--state no: they do not)",
		         n_variables, n_variables == 1 ? "" : "s");
}

void console_unit(const struct unit_input *input, const struct unit *unit, const bool *callable)
{
	struct sb text = { 0 }, failing = { 0 };
	size_t n = 0, n_context = 0, n_variables = 0, n_last = 0;
	for (size_t i = 0; i < unit->model->functions.n; i++) {
		const struct function *f = &unit->model->functions.at[i];
		n += callable[i] && !f->is_context && !f->sets && !f->n_named;
		n_context += callable[i] && f->is_context && !f->n_named;
		n_last += callable[i] && f->is_last_resort && !f->n_named;
		n_variables += callable[i] && f->sets && !f->fails && !f->holder && !f->is_library;
		if (callable[i] && f->fails)
			sb_addf(&failing, "%s%s", failing.n ? ", " : "", failing_kinds[failing_kind_of(f)].word);
	}
	struct cover cover;
	cover_init(&cover, unit->marks);
	sb_addf(&text, "%s: %u functions, %u conditions, %u branches; %zu callable", unit->name,
	        cover_count(&cover, CRITERION_FUNCTION).total, cover_count(&cover, CRITERION_MCDC).total,
	        cover_count(&cover, CRITERION_BRANCH).total, n);
	cover_release(&cover);
	add_context(input, &text);
	log_note("%s", sb_text(&text));
	announce_liberties(n_last, n_variables, sb_text(&failing));
	sb_release(&failing);
	if (n_context)
		log_verbose("%zu functions of the context help to make what they take", n_context);
	if (input->found.n_left)
		log_note("the context has more sources than --context allows: %zu name%s undefined",
		         input->found.n_left, input->found.n_left == 1 ? " stays" : "s stay");
	sb_release(&text);
}

void console_stand_ins(const struct unit_input *input, const struct model *model)
{
	struct sb made_up = { 0 }, known = { 0 };
	stand_ins_names(model, false, STAND_INS_NAMED, &made_up);
	stand_ins_names(model, true, STAND_INS_NAMED, &known);
	bool searched = input->database && !(input->context && str_equal(input->context, "no")) && !input->found.n_left;
	/* Neighbours that the unit does not lead to are not linked, even if other neighbours name them. */
	if (made_up.n && searched)
		log_note("stand-ins: %s (no source of %s%s that the unit leads to defines them)", sb_text(&made_up),
		         input->database, str_ends(input->database, ".json") ? "" : "/compile_commands.json");
	else if (made_up.n)
		log_note("stand-ins: %s (not defined in these sources: --with FILE links their definitions)",
		         sb_text(&made_up));
	if (known.n)
		log_note("stand-ins that behave as their names tell: %s", sb_text(&known));
	sb_release(&made_up);
	sb_release(&known);
}

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

void console_campaign(struct campaign *campaign)
{
	show_learned(campaign);
	show_statistics(campaign);
}

static const char *stop_text(enum stop_reason reason)
{
	static const char *const texts[] = {
		[STOP_BUDGET] = "the budget is spent",           [STOP_ALL_COVERED] = "every goal is covered",
		[STOP_PLATEAU] = "nothing new came for a while", [STOP_INTERRUPTED] = "interrupted",
		[STOP_NOTHING_TO_DO] = "nothing left to try",    [STOP_ENOUGH] = "enough is covered"
	};
	return texts[reason];
}

static void show_tests(const struct gen_settings *settings, const struct results *results)
{
	const char *first = results->suite.n_tests ? results->suite.tests[0].file : "tests";
	bool several = false;
	for (uint32_t i = 0; i < results->suite.n_tests; i++)
		several |= !str_equal(results->suite.tests[i].file, first);
	printf("  %-4u tests     %s/%s       cd %s/tests && make check\n", results->suite.n_tests, settings->out,
	       several ? "tests/test_*.c" : first, settings->out);
}

/* Tells the goals that the suite lost, if they are more than one in fifty. */
static void show_losses(const struct results *results)
{
	if (50 * (uint64_t)results->suite.n_lost <= results->suite.n_found)
		return;
	log_note("%u of %u goals that the search covered are not in the suite:", results->suite.n_lost,
	         results->suite.n_found);
	for (uint32_t i = 0; i < results->suite.n_losses; i++)
		log_note("  %u: %s", results->suite.losses[i].n, results->suite.losses[i].text);
}

/* Tells "took 0:58 of 1:00, and 0:07 to build". With a limit that is no time, nothing is told. */
static void show_time(double limit, const struct time_spent *spent)
{
	struct timetable times = { .end = limit };
	char clock[40], built[40];
	if (limit <= 0)
		return;
	clock_text(&times, (unsigned)spent->all, clock, sizeof clock);
	clock_text(&(struct timetable){ 0 }, (unsigned)spent->building, built, sizeof built);
	log_note("took %s, and %s to build", clock, built);
}

void console_end(const struct gen_settings *settings, const struct results *results)
{
	struct verdict_counts counts = count_verdicts(results);
	unsigned seconds = (unsigned)results->search.stats.seconds;
	double chance = results->search.stats.chance_minute;
	char outlook[80] = "";
	if (isfinite(chance))
		snprintf(outlook, sizeof outlook, " (another minute finds something new with probability %.2f)",
		         chance);
	log_note("stopped after %u:%02u and %llu tests: %s%s", seconds / 60, seconds % 60,
	         (unsigned long long)results->search.stats.executions, stop_text(results->search.stop_reason), outlook);
	show_time(gen_seconds(settings), &results->spent);
	log_note("%s", "");
	show_losses(results);
	if (settings->input.quiet || settings->input.json)
		return;
	if (!settings_counts_only(settings))
		show_tests(settings, results);
	for (uint32_t i = 0; i < results->findings.n_failures; i++)
		if (results->findings.failures[i].finding->verdict == VERDICT_BUG)
			printf("  bug            %s/%s       %s\n", settings->out, results->findings.failures[i].file,
			       results->findings.failures[i].finding->summary);
	if (counts.error_paths)
		printf("  %-4u in error paths  %s/error-paths   (after a call that failed because a test wanted it)\n",
		       counts.error_paths, settings->out);
	if (counts.unclear)
		printf("  %-4u unclear   %s/unclear\n", counts.unclear, settings->out);
	if (counts.misuses)
		printf("  %-4u misuses   %s/misuse\n", counts.misuses, settings->out);
	if (results->findings.not_written)
		printf("  %-4u more      not written: less serious, or the time was up\n",
		       results->findings.not_written);
	printf("  report         %s/report/index.html\n\n ", settings->out);
	for (enum criterion criterion = CRITERION_FUNCTION; criterion < N_CRITERIA; criterion++) {
		struct count count = cover_count(results->suite.cover, criterion);
		printf(" %s %u of %u  ", criterion_name(criterion), count.covered, count.total);
	}
	if (results->suite.mutants)
		printf(" mutants killed %u of %u", results->suite.mutants_killed, results->suite.mutants);
	printf("\n");
	struct count functions = cover_count_apart(results->suite.cover, CRITERION_FUNCTION),
	             branches = cover_count_apart(results->suite.cover, CRITERION_BRANCH);
	if (functions.total)
		printf("  not counted: function %u of %u   branch %u of %u   of headers and linked sources\n",
		       functions.covered, functions.total, branches.covered, branches.total);
	if (settings->extension)
		settings->extension->show(results);
}
