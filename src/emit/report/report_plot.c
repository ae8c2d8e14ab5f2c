/* report_plot: coverage over time as an inline SVG; over executions, if those were
 * the budget.
 *
 * A step curve: coverage holds until the next goal is won. Most goals fall in
 * the first moments, so time is logarithmic where a linear axis would show only
 * a corner. */
#include <math.h>

#include "emit/report/report.h"

enum { WIDTH = 720, HEIGHT = 284, LEFT = 56, RIGHT = 96, TOP = 36, BOTTOM = 58 };

struct plot {
	const struct campaign_point *points;
	size_t n;
	bool by_clock;         /* the time axis has seconds; otherwise executions */
	double start, end;     /* on the time axis; start > 0 if logarithmic */
	double top;            /* goals at the upper edge */
	bool logarithmic;
	uint32_t total;
	uint32_t final;
};

static double time_of(const struct plot *plot, size_t i)
{
	return plot->by_clock ? plot->points[i].seconds : (double)plot->points[i].executions;
}

static double x_of(const struct plot *plot, double time)
{
	double share;
	if (time < plot->start)
		time = plot->start;
	if (time > plot->end)
		time = plot->end;
	if (plot->logarithmic)
		share = log(time / plot->start) / log(plot->end / plot->start);
	else
		share = time / plot->end;
	return LEFT + share * (WIDTH - LEFT - RIGHT);
}

static double y_of(const struct plot *plot, double goals)
{
	return HEIGHT - BOTTOM - goals / plot->top * (HEIGHT - TOP - BOTTOM);
}

/* Returns 1, 2 or 5 times a power of ten, so that about `wanted` steps fit in `range`. */
static double nice_step(double range, int wanted)
{
	double raw = range / wanted;
	double power = pow(10, floor(log10(raw)));
	double digit = raw / power;
	return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

/* True if most goals were won in the first twentieth of the time. */
static bool wants_logarithm(const struct plot *plot)
{
	uint32_t early = 0;
	for (size_t i = 0; i < plot->n && time_of(plot, i) <= plot->end / 20; i++)
		early = plot->points[i].covered;
	return early * 2 >= plot->final;
}

static struct plot plan(const struct report *report)
{
	const struct results *results = report->results;
	struct plot plot = { .points = results->search.timeline,
		             .n = results->search.n_timeline,
		             .by_clock = results_have_clock(results) };
	plot.total = cover_count(report->cover, results->asked.criterion).total;
	plot.final = plot.points[plot.n - 1].covered;
	plot.top = plot.total > plot.final ? plot.total : plot.final;
	if (plot.top < 1)
		plot.top = 1;
	double end = plot.by_clock ? results->search.stats.seconds : (double)results->search.stats.executions;
	plot.end = fmax(end, time_of(&plot, plot.n - 1));
	if (!(plot.end > 0.001))
		plot.end = 0.001;
	plot.logarithmic = wants_logarithm(&plot);
	if (plot.logarithmic) {
		double first = fmax(time_of(&plot, 0), plot.end / 10000);
		plot.start = fmin(pow(10, floor(log10(first))), plot.end / 10);
	}
	return plot;
}

static const char *time_unit(const struct plot *plot)
{
	return plot->by_clock ? "seconds" : "executions";
}

static void add_time_tick(struct sb *out, const struct plot *plot, double time)
{
	double x = x_of(plot, time);
	sb_addf(out,
	        "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>", x,
	        TOP, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 22, time);
}

static void add_time_axis(struct sb *out, const struct plot *plot)
{
	if (plot->logarithmic) {
		for (double t = pow(10, ceil(log10(plot->start) - 1e-9)); t <= plot->end * 1.0001; t *= 10)
			add_time_tick(out, plot, t);
	} else {
		double step = nice_step(plot->end, 6);
		for (int i = 0; i * step <= plot->end * 1.0001; i++)
			add_time_tick(out, plot, i * step);
	}
	sb_addf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s%s</text>", (LEFT + WIDTH - RIGHT) / 2,
	        HEIGHT - 6, time_unit(plot), plot->logarithmic ? ", logarithmic" : "");
}

static void add_goal_axis(struct sb *out, const struct plot *plot)
{
	double step = fmax(1, nice_step(plot->top, 5));
	for (int i = 0; i * step <= plot->top; i++) {
		double y = y_of(plot, i * step);
		sb_addf(out,
		        "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>",
		        LEFT, y, WIDTH - RIGHT, LEFT - 8, y + 4, i * step);
	}
	sb_add(out, "<text x=\"0\" y=\"16\">goals covered</text>");
}

/* Draws the curve, without points that fall on the same half pixel as the last drawn point. */
static void add_curve(struct sb *out, const struct plot *plot)
{
	struct sb path = { 0 };
	double last_x = x_of(plot, time_of(plot, 0)), drawn_y = y_of(plot, plot->points[0].covered);
	sb_addf(&path, "M%.1f %.1f", last_x, drawn_y);
	for (size_t i = 1; i < plot->n; i++) {
		double x = x_of(plot, time_of(plot, i)), y = y_of(plot, plot->points[i].covered);
		if (i + 1 < plot->n && fabs(x - last_x) < 0.5 && fabs(y - drawn_y) < 0.5)
			continue;
		sb_addf(&path, "H%.1fV%.1f", x, y);
		last_x = x;
		drawn_y = y;
	}
	sb_addf(&path, "H%.1f", x_of(plot, plot->end));
	sb_addf(out, "<path class=\"area\" d=\"%sV%dH%.1fZ\"/><path class=\"curve\" d=\"%s\"/>", sb_text(&path),
	        HEIGHT - BOTTOM, x_of(plot, time_of(plot, 0)), sb_text(&path));
	sb_release(&path);
}

/* Labels the last point and the line at the total, so that the labels do not overlap. */
static void add_labels(struct sb *out, const struct plot *plot)
{
	double x = x_of(plot, plot->end), y = y_of(plot, plot->final), total_y = y_of(plot, plot->total);
	double label_y = y + 4;
	sb_addf(out, "<path class=\"total\" d=\"M%d %.1fH%d\"/>", LEFT, total_y, WIDTH - RIGHT);
	if (plot->total != plot->final) {
		sb_addf(out, "<text x=\"%d\" y=\"%.1f\">of %u</text>", WIDTH - RIGHT + 10, total_y + 4, plot->total);
		label_y = fmax(label_y, total_y + 20);
	}
	sb_addf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/><text class=\"last\" x=\"%d\" y=\"%.1f\">%u%s</text>", x,
	        y, WIDTH - RIGHT + 10, label_y, plot->final, plot->total == plot->final ? " = all" : "");
}

/* Adds how much of the budget each engine spent, and its yield. */
static void add_parts(struct report *report)
{
	struct sb *out = report->out;
	const struct results *results = report->results;
	if (results->search.n_parts < 2)
		return;
	sb_add(out,
	       "<table class=\"parts\"><thead><tr><th scope=\"col\">Engine</th><th scope=\"col\" class=\"num\">Tests</th>"
	       "<th scope=\"col\" class=\"num\">Part of the budget</th><th scope=\"col\" class=\"num\">Goals won first</th>"
	       "<th scope=\"col\" class=\"num\">Won by no other</th></tr></thead><tbody>\n");
	for (size_t i = 0; i < results->search.n_parts; i++) {
		const struct engine_part *part = &results->search.parts[i];
		sb_addf(out, "<tr><th scope=\"row\">%s</th><td class=\"num\" data-label=\"tests\">", part->name);
		show_number(out, part->tests);
		sb_addf(out, "</td><td class=\"num\" data-label=\"of the budget\">%.0f %%</td>", 100 * part->share);
		sb_add(out, "<td class=\"num\" data-label=\"goals won first\">");
		show_number(out, part->won);
		sb_addf(out, "</td><td class=\"num\" data-label=\"by no other\">%u</td></tr>\n", part->alone);
	}
	sb_add(out, "</tbody></table>\n");
}

void report_plot(struct report *report)
{
	struct sb *out = report->out;
	sb_add(out,
	       "<section id=\"time\" aria-labelledby=\"time-title\"><h2 id=\"time-title\">Coverage over time</h2>\n");
	if (report->results->search.n_timeline == 0) {
		sb_add(out, "<p class=\"quiet\">Nothing was covered, so there is nothing to plot.</p></section>\n");
		return;
	}
	struct plot plot = plan(report);
	sb_addf(out,
	        "<svg viewBox=\"0 0 %d %d\" role=\"img\" "
	        "aria-label=\"%s goals covered over time: %u of %u after %.*f %s\">\n",
	        WIDTH, HEIGHT, criterion_name(report->results->asked.criterion), plot.final, plot.total, plot.by_clock,
	        plot.end, time_unit(&plot));
	add_time_axis(out, &plot);
	add_goal_axis(out, &plot);
	add_curve(out, &plot);
	add_labels(out, &plot);
	sb_add(out, "\n</svg>\n");
	add_parts(report);
	sb_add(out, "</section>\n");
}
