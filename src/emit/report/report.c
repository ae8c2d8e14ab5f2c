/* report: report/index.html, the page as a whole and its headline. See report.h. */
#include "emit/report/report.h"

#include <math.h>

#include "base/version.h"
#include "emit/report/outputs.h"

#define PAGE_BYTES 2000000u

bool report_has_room(const struct report *report, unsigned percent)
{
	return report->out->n < (uint64_t)PAGE_BYTES * percent / 100;
}

unsigned report_percent(struct count count)
{
	if (count.total == 0)
		return 0;
	unsigned rounded = (unsigned)((200ull * count.covered + count.total) / (2ull * count.total));
	if (rounded == 100 && count.covered < count.total)
		return 99;
	return rounded == 0 && count.covered > 0 ? 1 : rounded;
}

void report_bar(struct sb *out, struct count count)
{
	sb_addf(out, "<span class=\"bar%s\" aria-hidden=\"true\">", count.covered == count.total ? " full" : "");
	if (count.covered)
		sb_addf(out, "<i style=\"width:%u%%\"></i>", report_percent(count));
	sb_add(out, "</span>");
}

void report_link(struct report *report, const struct place *place)
{
	if (place->line <= report->sources[place->file].n_lines)
		sb_addf(report->out, "<a href=\"#L%u-%u\">", place->file, place->line);
	else
		sb_addf(report->out, "<a href=\"#F%u\">", place->file);
}

void report_place(struct report *report, const struct place *place)
{
	report_link(report, place);
	escape_text(report->out, path_base(report->marks->files.at[place->file]));
	sb_addf(report->out, ":%u</a>", place->line);
}

static void add_head(struct report *report)
{
	struct sb *out = report->out;
	sb_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	            "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
	escape_text(out, report->results->unit->name);
	sb_add(out, ": tests and coverage</title>\n"
	            "<link rel=\"icon\" href=\"data:,\">\n<style>\n");
	sb_add(out, report_css);
	sb_add(out, "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the results</a>\n");
}

static void add_navigation(struct report *report)
{
	static const char *const sections[][2] = {
		{ "targets", "Targets" }, { "failures", "Failures" },   { "time", "Over time" },
		{ "workers", "Workers" }, { "functions", "Functions" }, { "uncovered", "Not covered" },
		{ "tests", "Tests" },     { "source", "Source" },
	};
	struct sb *out = report->out;
	sb_add(out, "<nav aria-label=\"Sections\"><div><a class=\"unit\" href=\"#main\">");
	escape_text(out, report->results->unit->name);
	sb_add(out, "</a><ul>");
	for (size_t i = report->results->regress ? 0 : 1; i < sizeof sections / sizeof sections[0]; i++)
		if (!str_equal(sections[i][0], "workers") || report_has_workers(report->results))
			sb_addf(out, "<li><a href=\"#%s\">%s</a></li>", sections[i][0], sections[i][1]);
	sb_add(out, "</ul><button type=\"button\" id=\"keys\" aria-haspopup=\"dialog\">"
	            "<kbd>?</kbd> Keys</button></div></nav>\n");
}

/* Adds "12 tests cover 43 of 44 branches. 1 bug found." */
static void add_verdict(struct report *report)
{
	static const char *const goals[] = { "functions", "statements", "branches", "condition and decision outcomes",
		                             "MC/DC conditions" };
	const struct results *results = report->results;
	struct count count = cover_count(report->cover, results->asked.criterion);
	struct verdict_counts verdicts = count_verdicts(results);
	struct sb *out = report->out;
	sb_add(out, "<p class=\"verdict\">");
	show_plural(out, results->suite.n_tests, "test covers", "tests cover");
	sb_add(out, " ");
	show_number(out, count.covered);
	sb_add(out, " of ");
	show_number(out, count.total);
	sb_addf(out, " %s. ", goals[results->asked.criterion]);
	if (verdicts.bugs) {
		sb_add(out, "<a href=\"#failures\" class=\"found\">");
		show_plural(out, verdicts.bugs, "bug", "bugs");
		sb_add(out, " found.</a>");
	} else {
		sb_add(out, "No bug found.");
	}
	sb_add(out, "</p>\n");
}

static void add_budget(struct report *report)
{
	const struct results *results = report->results;
	if (results->search.stop_reason != STOP_BUDGET ||
	    (results->asked.budget_seconds <= 0 && !results->asked.budget_executions))
		return;
	sb_add(report->out, " (");
	if (results->asked.budget_seconds > 0)
		show_seconds(report->out, results->asked.budget_seconds);
	if (results->asked.budget_seconds > 0 && results->asked.budget_executions)
		sb_add(report->out, " or ");
	if (results->asked.budget_executions)
		show_plural(report->out, results->asked.budget_executions, "execution", "executions");
	sb_add(report->out, ")");
}

static void add_chance(struct report *report)
{
	double chance = report->results->search.stats.chance_minute * 100;
	if (!results_have_clock(report->results) || report->results->search.stop_reason == STOP_ALL_COVERED ||
	    report->results->search.stop_reason == STOP_NOTHING_TO_DO || !isfinite(chance))
		return;
	sb_add(report->out, " The chance that another minute would cover something new is about ");
	if (chance < 1)
		sb_add(report->out, "1 % or less.");
	else
		sb_addf(report->out, "%.0f %%.", chance > 99 ? 99 : chance);
}

static void add_stop(struct report *report)
{
	const struct campaign_stats *stats = &report->results->search.stats;
	struct sb *out = report->out;
	sb_add(out, "<p class=\"stop\">Stopped after ");
	if (results_have_clock(report->results)) {
		show_seconds(out, stats->seconds);
		sb_add(out, " and ");
	}
	show_plural(out, stats->executions, "execution", "executions");
	sb_addf(out, ": %s", stop_sentence(report->results->search.stop_reason));
	add_budget(report);
	sb_add(out, ".");
	add_chance(report);
	sb_add(out, "</p>\n");
}

static void add_share(struct report *report, const char *label, struct count count, bool chosen)
{
	struct sb *out = report->out;
	sb_addf(out, "<div class=\"card%s\"><dt>%s</dt><dd>", chosen ? " chosen" : "", label);
	if (count.total == 0) {
		sb_add(out, "<b>none</b></dd></div>\n");
		return;
	}
	sb_add(out, "<b>");
	show_number(out, count.covered);
	sb_add(out, "</b> <span>of ");
	show_number(out, count.total);
	sb_addf(out, "</span> <em>%u %%</em>", report_percent(count));
	report_bar(out, count);
	sb_add(out, "</dd></div>\n");
}

static void add_amount(struct report *report, const char *label, uint64_t amount, const char *class, const char *detail)
{
	sb_addf(report->out, "<div class=\"card%s\"><dt>%s</dt><dd><b>", class, label);
	show_number(report->out, amount);
	sb_addf(report->out, "</b> <span>%s</span></dd></div>\n", detail);
}

static void add_test_cards(struct report *report)
{
	const struct results *results = report->results;
	struct verdict_counts verdicts = count_verdicts(results);
	uint64_t checks = 0;
	for (uint32_t i = 0; i < results->suite.n_tests; i++)
		checks += results->suite.tests[i].n_checks;
	struct sb detail = { 0 };
	sb_add(&detail, "with ");
	show_plural(&detail, checks, "check", "checks");
	add_amount(report, "Tests", results->suite.n_tests, "", sb_text(&detail));
	sb_clear(&detail);
	if (verdicts.error_paths)
		sb_addf(&detail, "%u in error paths%s", verdicts.error_paths, verdicts.unclear ? ", " : "");
	if (verdicts.unclear)
		sb_addf(&detail, "%s%u unclear", verdicts.error_paths ? "" : "and ", verdicts.unclear);
	add_amount(report, "Bugs", verdicts.bugs, verdicts.bugs ? " alarm" : "", sb_text(&detail));
	sb_release(&detail);
}

static void add_cards(struct report *report)
{
	static const struct {
		const char *label;
		enum criterion criterion;
	} shown[] = { { "Branches", CRITERION_BRANCH },
		      { "MC/DC", CRITERION_MCDC },
		      { "Functions", CRITERION_FUNCTION },
		      { "Statements", CRITERION_STATEMENT } };
	const struct results *results = report->results;
	sb_add(report->out, "<dl class=\"cards\">\n");
	for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
		add_share(report, shown[i].label, cover_count(report->cover, shown[i].criterion),
		          shown[i].criterion == results->asked.criterion);
	sb_add(report->out, "</dl>\n<dl class=\"cards\">\n");
	add_test_cards(report);
	if (results->suite.mutants)
		add_share(report, "Mutants killed",
		          (struct count){ results->suite.mutants_killed, results->suite.mutants }, false);
	sb_add(report->out, "</dl>\n");
}

/* Adds the number of sources from `first` on, with the names of a few. */
static void add_sources(const struct model *model, size_t first, size_t n, struct sb *out)
{
	for (size_t i = 0; i < n; i++) {
		if (i == 4 && n > 5) {
			sb_addf(out, " and %zu more sources", n - i);
			break;
		}
		sb_add(out, i ? ", " : "");
		escape_text(out, model->sources.at[first + i]);
	}
}

static void add_header(struct report *report)
{
	const struct model *model = report->results->unit->model;
	size_t n_own = model->sources.n - model->n_context;
	struct sb *out = report->out;
	sb_add(out, "<header>\n<p class=\"kicker\">");
	add_sources(model, 0, n_own, out);
	sb_add(out, "</p>\n<h1>");
	escape_text(out, report->results->unit->name);
	sb_add(out, "</h1>\n");
	if (model->n_context) {
		sb_add(out, "<p>Linked with its neighbours, whose goals do not count: ");
		add_sources(model, n_own, model->n_context, out);
		sb_add(out, ".</p>\n");
	}
	add_verdict(report);
	add_stop(report);
	add_cards(report);
	sb_add(out, "</header>\n");
}

/* Adds the list of keys, and the place where the script shows explanations. */
static void add_help(struct sb *out)
{
	static const char *const keys[][2] = {
		{ "<kbd>j</kbd> <kbd>k</kbd>", "next and previous goal that is not covered" },
		{ "<kbd>/</kbd>", "filter the functions" },
		{ "<kbd>Esc</kbd>", "close an explanation, empty the filter" },
		{ "<kbd>?</kbd>", "show these keys" },
	};
	sb_add(out, "<dialog id=\"help\" aria-labelledby=\"help-title\"><h2 id=\"help-title\">Keys</h2><dl>");
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		sb_addf(out, "<div><dt>%s</dt><dd>%s</dd></div>", keys[i][0], keys[i][1]);
	sb_add(out, "</dl><form method=\"dialog\"><button>Close</button></form></dialog>\n"
	            "<div id=\"tip\" role=\"tooltip\" hidden></div>\n");
}

static void add_footer(struct report *report)
{
	struct sb *out = report->out;
	sb_add(out, "<footer><p>Written by skep " SKEP_VERSION " with seed ");
	sb_addf(out, "%llu. To repeat:</p><pre tabindex=\"0\">", (unsigned long long)report->results->asked.seed);
	escape_text(out, report->results->asked.command);
	sb_add(out, "</pre></footer>\n");
}

void report_html(const struct results *results, struct sb *out)
{
	struct report report = {
		.results = results, .marks = results->suite.cover->marks, .cover = results->suite.cover, .out = out
	};
	goals_init(&report.goals, results);
	report_load_sources(&report);
	add_head(&report);
	add_navigation(&report);
	sb_add(out, "<main id=\"main\" tabindex=\"-1\">\n");
	add_header(&report);
	report_targets(&report);
	report_failures(&report);
	report_plot(&report);
	report_workers(&report);
	report_tables(&report);
	report_uncovered(&report);
	report_tests(&report);
	report_stand_ins(&report);
	report_source(&report);
	sb_add(out, "</main>\n");
	add_footer(&report);
	add_help(out);
	sb_add(out, "<script>\n");
	sb_add(out, report_js);
	sb_add(out, "</script>\n</body>\n</html>\n");
	report_release_sources(&report);
	goals_release(&report.goals);
}
