/* report_uncovered: the goals that no test covers, by function, with the reason. */
#include "emit/effects.h"
#include "emit/report/report.h"

static void add_macro_place(struct report *report, const struct place *place)
{
	if (place->macro_file == NONE || place->macro_file >= report->marks->files.n)
		return;
	sb_add(report->out, " <small>in a macro of ");
	escape_text(report->out, path_base(report->marks->files.at[place->macro_file]));
	sb_addf(report->out, ":%u</small>", place->macro_line);
}

/* Adds the operations that help and hinder; hovering shows the numbers. */
static void add_effects(struct report *report, uint32_t probe)
{
	struct effects effects = effects_of(report->results, probe);
	struct sb text = { 0 };
	effects_print(&effects, &text);
	if (text.n) {
		sb_addf(report->out, "<br><span class=\"effects\" title=\"%llu of %llu swarm tests hit it\">",
		        (unsigned long long)effects.hits, (unsigned long long)effects.tests);
		escape_text(report->out, text.text);
		sb_add(report->out, "</span>");
	}
	sb_release(&text);
}

static void add_goal(struct report *report, size_t i)
{
	const struct goal *goal = &report->goals.at[i];
	struct sb *out = report->out;
	sb_addf(out, "<li id=\"g%zu\"><p>", i);
	report_place(report, goal->place);
	sb_add(out, " <code>");
	escape_text(out, goal_text(&report->goals, report->results, goal));
	sb_addf(out, "</code> <span class=\"missed\">\xe2\x9c\x97 %s</span>", goal_wanted(goal));
	add_macro_place(report, goal->place);
	sb_add(out, "</p><p class=\"why\">");
	escape_text(out, goal_explanation(goal));
	add_effects(report, goal_probe(report->marks, goal));
	sb_add(out, "</p></li>\n");
}

/* Adds the goals [from, to) of one function. If the function was never entered, that is one fact, so its goals
 * are folded. */
static void add_group(struct report *report, size_t from, size_t to)
{
	struct sb *out = report->out;
	const struct function_mark *mark = &report->marks->functions.at[report->goals.at[from].function];
	bool never_entered = report->goals.at[from].state == GOAL_NEVER_ENTERED;
	sb_addf(out, "<details%s><summary><code>", never_entered ? "" : " open");
	escape_text(out, mark->name);
	sb_add(out, "</code> <span class=\"meta\">");
	if (never_entered)
		sb_add(out, "never entered \xc2\xb7 ");
	show_plural(out, to - from, "goal", "goals");
	sb_add(out, "</span>");
	if (never_entered && report->goals.at[from].reason) {
		sb_add(out, "<span class=\"why\">");
		escape_text(out, report->goals.at[from].reason);
		sb_add(out, "</span>");
	}
	sb_add(out, "</summary><ul>\n");
	for (size_t i = from; i < to && report_has_room(report, ROOM_UNCOVERED); i++) {
		add_goal(report, i);
		report->n_listed = i + 1;
	}
	sb_add(out, "</ul></details>\n");
}

void report_uncovered(struct report *report)
{
	const struct goals *goals = &report->goals;
	struct sb *out = report->out;
	sb_add(out, "<section id=\"uncovered\" aria-labelledby=\"uncovered-title\">"
	            "<h2 id=\"uncovered-title\">Not covered</h2>\n");
	if (goals->n == 0)
		sb_add(out, "<p class=\"quiet\">\xe2\x9c\x93 Nothing is left.</p>\n");
	for (size_t from = 0, to; from < goals->n; from = to) {
		for (to = from + 1; to < goals->n && goals->at[to].function == goals->at[from].function;)
			to++;
		if (report_has_room(report, ROOM_UNCOVERED))
			add_group(report, from, to);
	}
	if (report->n_listed < goals->n)
		sb_addf(out,
		        "<p class=\"quiet\">%zu more goals are not covered; <code>skep why</code> tells of all.</p>\n",
		        goals->n - report->n_listed);
	sb_add(out, "</section>\n");
}
