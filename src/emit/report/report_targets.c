/* report_targets: lines at which tests were aimed, and how often tests hit them. */
#include "cover/lines.h"
#include "emit/effects.h"
#include "emit/regress.h"
#include "emit/report/report.h"

static void add_share(struct sb *out, double share)
{
	sb_addf(out, "<td class=\"amount\">%.2f %%</td>", 100 * share);
}

static void add_place(struct report *report, const struct regress_target *target)
{
	struct place place = *lines_place(report->marks, target->probe);
	place.line = target->line;
	report_place(report, &place);
	if (target->last > target->line)
		sb_addf(report->out, "\xe2\x80\x93%u", target->last);
}

static void add_effects(struct report *report, uint32_t probe)
{
	struct effects effects = effects_of(report->results, probe);
	struct sb text = { 0 };
	effects_print(&effects, &text);
	sb_add(report->out, "<td>");
	escape_text(report->out, sb_text(&text));
	sb_add(report->out, "</td>");
	sb_release(&text);
}

static void add_row(struct report *report, uint32_t i)
{
	const struct regress_results *all = report->results->regress;
	struct regress_share own = regress_share_of(all, i);
	struct sb *out = report->out;
	sb_add(out, "<tr><td>");
	add_place(report, &all->targets[i]);
	sb_add(out, "</td>");
	add_share(out, own.undirected);
	add_share(out, own.directed);
	if (own.ratio >= 0)
		sb_addf(out, "<td class=\"amount\">%.1f</td>", own.ratio);
	else
		sb_add(out, "<td class=\"amount\">\xe2\x80\x93</td>");
	sb_addf(out, "<td>%s%s%s</td>", own.best ? pursuit_strategy_name(way_strategy(own.best)) : "",
	        own.best ? ", " : "", own.best ? pursuit_merging_name(way_merging(own.best)) : "");
	add_effects(report, all->targets[i].probe);
	sb_add(out, "</tr>\n");
}

void report_targets(struct report *report)
{
	const struct regress_results *all = report->results->regress;
	struct sb *out = report->out;
	if (!all)
		return;
	sb_add(out,
	       "<section id=\"targets\" aria-labelledby=\"targets-title\"><h2 id=\"targets-title\">Targets</h2>\n"
	       "<p>How many tests hit the lines that were changed or named, without and with an aim.</p>\n"
	       "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Targets\"><table><thead><tr><th>line</th><th class=\"amount\">undirected</th>"
	       "<th class=\"amount\">directed</th><th class=\"amount\">times</th><th>best way to aim</th>"
	       "<th>features</th></tr></thead><tbody>\n");
	for (uint32_t i = 0; i < all->n; i++)
		add_row(report, i);
	sb_add(out, "</tbody></table></div></section>\n");
}
