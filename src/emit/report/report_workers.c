/* report_workers: the goals that each worker won, and what its work and the exchange cost, if several machines searched.
 *
 * A table of all workers, and for each a page of its own, folded: the outcomes that it won first, by function. Every
 * test was run again before it counted, so the pages show the wins of tests that ran here. */
#include <stdarg.h>
#include <stdlib.h>

#include "base/str.h"
#include "base/vec.h"
#include "emit/report/report.h"
#include "store/shared/overview.h"

/* The section gets no more of the page than that. */
enum { ROOM_WORKERS = 25 };

/* A worker: its wins, its work, or both. A worker may win nothing, and the work may not be known. */
struct row {
	const char *name;
	const struct winner *winner;
	const struct worker_view *work;
};

typedef VEC(struct row) row_list;

static void gather_rows(const struct results_search *search, row_list *rows)
{
	for (size_t i = 0; search->winners && i < search->winners->at.n; i++)
		vec_push(rows,
		         (struct row){ .name = search->winners->at.at[i].who, .winner = &search->winners->at.at[i] });
	for (size_t i = 0; i < search->n_workers; i++) {
		const struct worker_view *work = &search->workers[i];
		size_t k = 0;
		while (k < rows->n && !str_equal(rows->at[k].name, work->name))
			k++;
		if (k == rows->n)
			vec_push(rows, (struct row){ .name = work->name });
		rows->at[k].work = work;
	}
}

/* The heading of a column stands in its cells, too, for screens without room for columns. */
struct column {
	const char *heading, *label;
};

static const struct column columns[] = {
	{ "Tests kept", "tests kept" },
	{ "Goals won first", "goals won" },
	{ "Findings told first", "findings" },
	{ "Tests run", "tests run" },
	{ "At work", "at work" },
	{ "Waiting for the store", "waiting" },
	{ "Processor for the exchange", "exchange" },
};
enum { N_COLUMNS = sizeof columns / sizeof columns[0], COLUMNS_OF_WINS = 3 };

PRINTF_LIKE(3, 4)
static void add_cell(struct sb *out, size_t column, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	sb_addf(out, "<td class=\"num\" data-label=\"%s\">", columns[column].label);
	sb_vaddf(out, format, args);
	sb_add(out, "</td>");
	va_end(args);
}

static void add_row(struct sb *out, size_t i, const struct row *row, bool with_work)
{
	static const struct winner nothing;
	static const struct worker_view no_work;
	const struct winner *winner = row->winner ? row->winner : &nothing;
	const struct worker_view *work = row->work ? row->work : &no_work;
	sb_addf(out, "<tr><th scope=\"row\"><a href=\"#worker-%zu\">", i);
	escape_text(out, row->name);
	sb_add(out, "</a></th>");
	add_cell(out, 0, "%u", winner->tests);
	add_cell(out, 1, "%u", winner->goals);
	add_cell(out, 2, "%u", winner->findings);
	if (with_work) {
		add_cell(out, 3, "%llu", (unsigned long long)work->executions);
		add_cell(out, 4, "%.0f s", work->seconds);
		add_cell(out, 5, "%.2f %%", 100 * work->waiting);
		add_cell(out, 6, "%.2f %%", 100 * work->processor);
	}
	sb_add(out, "</tr>\n");
}

static void add_table(struct sb *out, const row_list *rows, bool with_work)
{
	sb_add(out, "<table class=\"parts\"><thead><tr><th scope=\"col\">Worker</th>");
	for (size_t i = 0; i < (with_work ? N_COLUMNS : COLUMNS_OF_WINS); i++)
		sb_addf(out, "<th scope=\"col\" class=\"num\">%s</th>", columns[i].heading);
	sb_add(out, "</tr></thead><tbody>\n");
	for (size_t i = 0; i < rows->n; i++)
		add_row(out, i, &rows->at[i], with_work);
	sb_add(out, "</tbody></table>\n");
}

/* Functions and regions are won along with the outcomes that lead to them. */
static bool is_outcome(const struct marks *marks, uint32_t probe)
{
	return probe >= marks->first_condition_probe && probe < marks->first_path_probe;
}

static bool has_won(const struct winner *winner, size_t before, uint32_t probe)
{
	for (size_t i = 0; i < before; i++)
		if (winner->probes.at[i] == probe)
			return true;
	return false;
}

/* Adds the outcome of the k-th probe that the worker won; if it won both outcomes of a condition, both at the first. */
static void add_outcome(struct report *report, const struct winner *winner, size_t k)
{
	const struct marks *marks = report->marks;
	uint32_t probe = winner->probes.at[k];
	if (probe >= marks->first_case_probe) {
		const struct case_mark *mark = &marks->cases.at[probe - marks->first_case_probe];
		sb_add(report->out, "<li>");
		report_place(report, &mark->place);
		sb_addf(report->out, " %s</li>\n", mark->is_default ? "default" : "case");
		return;
	}
	uint32_t offset = probe - marks->first_condition_probe, other = marks->first_condition_probe + (offset ^ 1);
	if (has_won(winner, k, other))
		return;
	static const char *const values[] = { "false", "true" };
	sb_add(report->out, "<li>");
	report_place(report, &marks->conditions.at[offset / 2].place);
	sb_add(report->out, " <code>");
	escape_text(report->out, marks->conditions.at[offset / 2].text);
	sb_addf(report->out, "</code> %s%s%s</li>\n", values[offset % 2],
	        has_won(winner, winner->probes.n, other) ? ", " : "",
	        has_won(winner, winner->probes.n, other) ? values[(offset ^ 1) % 2] : "");
}

/* The outcomes of one function, with its name in front; nothing if there are none. */
static void add_function(struct report *report, const struct winner *winner, uint32_t function)
{
	struct sb *out = report->out;
	bool any = false;
	for (size_t k = 0; k < winner->probes.n && report_has_room(report, ROOM_WORKERS); k++) {
		uint32_t probe = winner->probes.at[k];
		if (!is_outcome(report->marks, probe) || marks_function_of(report->marks, probe) != function)
			continue;
		if (!any) {
			sb_add(out, "<p><code>");
			escape_text(out, report->marks->functions.at[function].name);
			sb_add(out, "</code></p><ul>\n");
		}
		add_outcome(report, winner, k);
		any = true;
	}
	if (any)
		sb_add(out, "</ul>\n");
}

static void add_wins(struct report *report, const struct winner *winner)
{
	for (uint32_t f = 0; f < report->marks->functions.n; f++)
		add_function(report, winner, f);
	if (!report_has_room(report, ROOM_WORKERS))
		sb_add(report->out, "<p class=\"quiet\">More was won; the page would become too long.</p>\n");
}

static void add_page(struct report *report, size_t i, const struct row *row)
{
	struct sb *out = report->out;
	sb_addf(out, "<details id=\"worker-%zu\"><summary>", i);
	escape_text(out, row->name);
	sb_add(out, " <span class=\"meta\">");
	show_plural(out, row->winner ? row->winner->goals : 0, "goal won first", "goals won first");
	sb_add(out, "</span></summary>\n");
	if (row->work)
		sb_addf(out,
		        "<p>%llu tests run in %.0f s; %.1f messages and %.0f bytes a second. Waiting for the store took %.2f %% of "
		        "the time, and writing and reading %.2f %% of a processor.</p>\n",
		        (unsigned long long)row->work->executions, row->work->seconds, row->work->messages,
		        row->work->bytes, 100 * row->work->waiting, 100 * row->work->processor);
	if (row->winner)
		add_wins(report, row->winner);
	sb_add(out, "</details>\n");
}

bool report_has_workers(const struct results *results)
{
	return (results->search.winners && results->search.winners->at.n) || results->search.n_workers;
}

void report_workers(struct report *report)
{
	row_list rows = { 0 };
	gather_rows(&report->results->search, &rows);
	if (rows.n) {
		sb_add(report->out, "<section id=\"workers\" aria-labelledby=\"workers-title\">"
		                    "<h2 id=\"workers-title\">Workers</h2>\n");
		add_table(report->out, &rows, report->results->search.n_workers > 0);
		for (size_t i = 0; i < rows.n; i++)
			add_page(report, i, &rows.at[i]);
		sb_add(report->out, "</section>\n");
	}
	vec_release(&rows);
}
