/* project_index: see project_index.h. The page has the style of the reports it leads to. */
#include "emit/report/project_index.h"

#include <jansson.h>
#include <stdlib.h>

#include "base/version.h"
#include "emit/escape.h"
#include "emit/report/goals.h"
#include "emit/json_text.h"
#include "emit/report/report.h"

enum { SUMMARY_FORMAT = 1 };

void target_row_fill(struct target_row *row, const struct results *results)
{
	struct verdict_counts verdicts = count_verdicts(results);
	row->has_results = true;
	row->branches = cover_count(results->suite.cover, CRITERION_BRANCH);
	row->tests = results->suite.n_tests;
	row->bugs = verdicts.bugs;
	row->misuses = verdicts.misuses;
	row->unclear = verdicts.unclear;
}

static struct target_row sum_up(const struct project_results *results)
{
	struct target_row sum = { 0 };
	for (size_t i = 0; i < results->n_rows; i++) {
		const struct target_row *row = &results->rows[i];
		sum.n_files += row->n_files;
		sum.branches.covered += row->branches.covered;
		sum.branches.total += row->branches.total;
		sum.tests += row->tests;
		sum.bugs += row->bugs;
		sum.misuses += row->misuses;
		sum.unclear += row->unclear;
	}
	return sum;
}

/* ---- the page ---- */

static void add_head(const struct project_results *results, struct sb *out)
{
	sb_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	            "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
	show_plural(out, results->n_rows, "target", "targets");
	sb_add(out, ": tests and coverage</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n");
	sb_add(out, report_css);
	sb_add(out, "</style>\n</head>\n<body>\n<main id=\"main\" tabindex=\"-1\">\n");
}

static void add_header(const struct project_results *results, struct sb *out)
{
	struct target_row sum = sum_up(results);
	sb_add(out, "<header>\n<p class=\"kicker\">");
	escape_text(out, results->project->database);
	sb_add(out, "</p>\n<h1>");
	show_plural(out, results->n_rows, "target", "targets");
	sb_add(out, "</h1>\n<p class=\"verdict\">");
	show_plural(out, sum.tests, "test covers", "tests cover");
	sb_add(out, " ");
	show_number(out, sum.branches.covered);
	sb_add(out, " of ");
	show_number(out, sum.branches.total);
	sb_add(out, " branches. ");
	if (sum.bugs)
		show_plural(out, sum.bugs, "bug found.", "bugs found.");
	else
		sb_add(out, "No bug found.");
	sb_add(out, "</p>\n</header>\n");
}

static void add_number(struct sb *out, uint64_t number)
{
	sb_add(out, "<td class=\"num\">");
	show_number(out, number);
	sb_add(out, "</td>");
}

static void add_counts(const struct target_row *row, struct sb *out)
{
	if (!row->has_results) {
		sb_add(out, "<td colspan=\"3\">");
		escape_text(out, row->message);
		sb_add(out, "</td>");
		return;
	}
	sb_addf(out, "<td class=\"num\">%u of %u", row->branches.covered, row->branches.total);
	report_bar(out, row->branches);
	sb_add(out, "</td>");
	add_number(out, row->tests);
	add_number(out, row->bugs);
}

static void add_row(const struct target_row *row, struct sb *out)
{
	sb_add(out, "<tr><th scope=\"row\">");
	if (row->has_results) {
		sb_add(out, "<a href=\"");
		escape_url(out, row->name);
		sb_add(out, "/report/index.html\">");
	}
	escape_text(out, row->name);
	sb_add(out, row->has_results ? "</a></th>" : " <small class=\"missed\">failed</small></th>");
	add_number(out, row->n_files);
	add_counts(row, out);
	sb_add(out, "</tr>\n");
}

static void add_targets(const struct project_results *results, struct sb *out)
{
	sb_add(out,
	       "<section id=\"targets\" aria-labelledby=\"targets-title\">\n<h2 id=\"targets-title\">Targets</h2>\n"
	       "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Targets\">"
	       "<table class=\"plain\">\n<thead><tr><th scope=\"col\">Target</th>"
	       "<th scope=\"col\" class=\"num\">Files</th><th scope=\"col\" class=\"num\">Branches</th>"
	       "<th scope=\"col\" class=\"num\">Tests</th><th scope=\"col\" class=\"num\">Bugs</th></tr></thead>\n"
	       "<tbody>\n");
	for (size_t i = 0; i < results->n_rows; i++)
		add_row(&results->rows[i], out);
	sb_add(out, "</tbody>\n</table></div>\n</section>\n");
}

/* True if no target tests the source. Another target may test it though this one does not. */
static bool is_untested(const struct project_left *left)
{
	return left->why != LEFT_ELSEWHERE;
}

static void add_left(const struct project *project, struct sb *out)
{
	size_t n = 0;
	for (size_t i = 0; i < project->left.n; i++)
		n += is_untested(&project->left.at[i]);
	if (!n)
		return;
	sb_add(out, "<section id=\"left\" aria-labelledby=\"left-title\">\n<h2 id=\"left-title\">Not tested</h2>\n"
	            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Not tested\">"
	            "<table class=\"plain\">\n<thead><tr><th scope=\"col\">Source</th>"
	            "<th scope=\"col\">Target</th><th scope=\"col\">Why</th></tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < project->left.n; i++) {
		const struct project_left *left = &project->left.at[i];
		if (!is_untested(left))
			continue;
		sb_add(out, "<tr><td class=\"where\">");
		escape_text(out, left->path);
		sb_add(out, "</td><td>");
		escape_text(out, left->target);
		sb_addf(out, "</td><td>%s</td></tr>\n", left_out_name(left->why));
	}
	sb_add(out, "</tbody>\n</table></div>\n</section>\n");
}

void project_index_html(const struct project_results *results, struct sb *out)
{
	add_head(results, out);
	add_header(results, out);
	add_targets(results, out);
	add_left(results->project, out);
	sb_add(out, "</main>\n<footer><p>Written by skep " SKEP_VERSION ". To repeat:</p><pre tabindex=\"0\">");
	escape_text(out, results->command);
	sb_add(out, "</pre></footer>\n</body>\n</html>\n");
}

/* ---- for programs ---- */

static void set(json_t *object, const char *key, json_t *value)
{
	json_object_set_new(object, key, value);
}

static json_t *row_json(const struct target_row *row)
{
	json_t *object = json_object(), *branches = json_object();
	set(branches, "covered", json_integer(row->branches.covered));
	set(branches, "total", json_integer(row->branches.total));
	set(object, "name", json_text(row->name));
	set(object, "folder", row->has_results ? json_text(row->name) : json_null());
	set(object, "code", json_integer(row->code));
	set(object, "message", json_text(row->message));
	set(object, "files", json_integer((json_int_t)row->n_files));
	set(object, "branch", branches);
	set(object, "tests", json_integer(row->tests));
	set(object, "bugs", json_integer(row->bugs));
	set(object, "misuses", json_integer(row->misuses));
	set(object, "unclear", json_integer(row->unclear));
	return object;
}

static json_t *left_json(const struct project *project)
{
	json_t *array = json_array();
	for (size_t i = 0; i < project->left.n; i++) {
		json_t *object = json_object();
		set(object, "file", json_text(project->left.at[i].path));
		set(object, "target", json_text(project->left.at[i].target));
		set(object, "why", json_string(left_out_name(project->left.at[i].why)));
		json_array_append_new(array, object);
	}
	return array;
}

void project_summary_json(const struct project_results *results, struct sb *out)
{
	json_t *root = json_object(), *targets = json_array();
	for (size_t i = 0; i < results->n_rows; i++)
		json_array_append_new(targets, row_json(&results->rows[i]));
	set(root, "skep", json_string(SKEP_VERSION));
	set(root, "format", json_integer(SUMMARY_FORMAT));
	set(root, "database", json_text(results->project->database));
	set(root, "command", json_text(results->command));
	set(root, "targets", targets);
	set(root, "left_out", left_json(results->project));
	char *dump = json_dumps(root, JSON_INDENT(1));
	sb_addf(out, "%s\n", dump);
	free(dump);
	json_decref(root);
}
