/* report_stand_ins: functions and variables that the unit uses and nobody defines, and their stand-ins. */
#include "emit/report/report.h"
#include "emit/stand_ins.h"

static void add_row(struct report *report, const struct stand_in_view *view)
{
	struct sb *out = report->out;
	sb_add(out, "<tr><th scope=\"row\"><code>");
	escape_text(out, view->declaration ? view->declaration : view->name);
	sb_add(out, "</code></th><td>");
	escape_text(out, view->behaviour);
	sb_add(out, "</td></tr>\n");
}

void report_stand_ins(struct report *report)
{
	const struct model *model = report->results->unit->model;
	struct sb *out = report->out;
	uint32_t n = stand_ins_count(model);
	if (!n)
		return;
	struct arena *arena = arena_new();
	sb_add(out,
	       "<section id=\"stand-ins\" aria-labelledby=\"stand-ins-title\"><h2 id=\"stand-ins-title\">"
	       "Stand-ins</h2>\n<p>The unit uses these functions and variables and does not define "
	       "them. A value that a test chooses for a stand-in is made up, so a fault behind it is not told as a "
	       "bug.</p>\n"
	       "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Stand-ins\"><table>"
	       "<thead><tr><th scope=\"col\">Stand-in</th><th scope=\"col\">What it does</th></tr></thead><tbody>\n");
	for (uint32_t i = 0; i < n; i++) {
		struct stand_in_view view = stand_in_view(model, i, arena);
		add_row(report, &view);
	}
	sb_add(out, "</tbody></table></div></section>\n");
	arena_free(arena);
}
