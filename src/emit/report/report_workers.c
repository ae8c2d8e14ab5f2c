/* report_workers: who won what, where several machines searched.
 *
 * A table of all workers, and for each a page of its own, folded: the outcomes that it won first, by function. Every
 * test was run again before it counted, so the pages say what whoever wrote the results saw. */
#include "emit/report/report.h"

/* The section gets no more of the page than that. */
enum { ROOM_WORKERS = 25 };

static void add_row(struct sb *out, size_t i, const struct winner *winner)
{
	sb_addf(out, "<tr><th scope=\"row\"><a href=\"#worker-%zu\">", i);
	escape_text(out, winner->who);
	sb_addf(out, "</a></th><td class=\"num\">%u</td><td class=\"num\">%u</td><td class=\"num\">%u</td></tr>\n",
	        winner->tests, winner->goals, winner->findings);
}

static void add_table(struct sb *out, const struct winners *winners)
{
	sb_add(out,
	       "<table class=\"parts\"><thead><tr><th scope=\"col\">Worker</th>"
	       "<th scope=\"col\" class=\"num\">Tests kept</th><th scope=\"col\" class=\"num\">Goals won first</th>"
	       "<th scope=\"col\" class=\"num\">Findings told first</th></tr></thead><tbody>\n");
	for (size_t i = 0; i < winners->at.n; i++)
		add_row(out, i, &winners->at.at[i]);
	sb_add(out, "</tbody></table>\n");
}

/* Functions and regions are won along with the outcomes that lead to them. */
static bool is_outcome(const struct marks *marks, uint32_t probe)
{
	return probe >= marks->first_condition_probe && probe < marks->first_path_probe;
}

static void add_outcome(struct report *report, uint32_t probe)
{
	const struct marks *marks = report->marks;
	sb_add(report->out, "<li>");
	if (probe < marks->first_case_probe) {
		uint32_t offset = probe - marks->first_condition_probe;
		report_place(report, &marks->conditions.at[offset / 2].place);
		sb_add(report->out, " <code>");
		escape_text(report->out, marks->conditions.at[offset / 2].text);
		sb_addf(report->out, "</code> %s</li>\n", offset % 2 ? "true" : "false");
	} else {
		const struct case_mark *mark = &marks->cases.at[probe - marks->first_case_probe];
		report_place(report, &mark->place);
		sb_addf(report->out, " %s</li>\n", mark->is_default ? "default" : "case");
	}
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
		add_outcome(report, probe);
		any = true;
	}
	if (any)
		sb_add(out, "</ul>\n");
}

static void add_page(struct report *report, size_t i, const struct winner *winner)
{
	struct sb *out = report->out;
	sb_addf(out, "<details id=\"worker-%zu\"><summary>", i);
	escape_text(out, winner->who);
	sb_add(out, " <span class=\"meta\">");
	show_plural(out, winner->goals, "goal won first", "goals won first");
	sb_add(out, "</span></summary>\n");
	for (uint32_t f = 0; f < report->marks->functions.n; f++)
		add_function(report, winner, f);
	if (!report_has_room(report, ROOM_WORKERS))
		sb_add(out, "<p class=\"quiet\">More was won; the page would become too long.</p>\n");
	sb_add(out, "</details>\n");
}

void report_workers(struct report *report)
{
	const struct winners *winners = report->results->search.winners;
	if (!winners || !winners->at.n)
		return;
	sb_add(report->out, "<section id=\"workers\" aria-labelledby=\"workers-title\">"
	                    "<h2 id=\"workers-title\">Workers</h2>\n");
	add_table(report->out, winners);
	for (size_t i = 0; i < winners->at.n; i++)
		add_page(report, i, &winners->at.at[i]);
	sb_add(report->out, "</section>\n");
}
