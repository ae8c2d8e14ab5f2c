/* report_tables: coverage per file and per function. */
#include "emit/report/report.h"

static const enum criterion columns[] = { CRITERION_BRANCH, CRITERION_STATEMENT, CRITERION_MCDC };
#define N_COLUMNS (sizeof columns / sizeof columns[0])

static void add_heading(struct sb *out, const char *label, bool is_number)
{
	sb_addf(out, "<th scope=\"col\"%s><button type=\"button\">%s</button></th>", is_number ? " class=\"num\"" : "",
	        label);
}

static void add_count_headings(struct sb *out)
{
	add_heading(out, "Branches", true);
	add_heading(out, "Statements", true);
	add_heading(out, "MC/DC", true);
}

/* Adds a count. data-v is the value by which the script sorts: the share, then the size. */
static void add_count(struct sb *out, struct count count)
{
	if (count.total == 0) {
		sb_add(out, "<td class=\"num\" data-v=\"101\"><span class=\"none\">none</span></td>");
		return;
	}
	sb_addf(out, "<td class=\"num\" data-v=\"%.4f\"><span class=\"share\">%s%u/%u</span>",
	        100.0 * count.covered / count.total,
	        count.covered == count.total ? "<span class=\"ok\" aria-hidden=\"true\">\xe2\x9c\x93</span> " : "",
	        count.covered, count.total);
	report_bar(out, count);
	sb_add(out, "</td>");
}

static void add_function(struct report *report, uint32_t i)
{
	const struct function_mark *mark = &report->marks->functions.at[i];
	struct sb *out = report->out;
	bool entered = cover_has(report->cover, marks_function_probe(report->marks, i));
	sb_add(out, "<tr><th scope=\"row\">");
	report_link(report, &mark->place);
	sb_add(out, "<code>");
	escape_text(out, mark->name);
	sb_addf(out, "</code></a>%s%s</th><td data-v=\"%08u.%08u\" class=\"where\">",
	        mark->is_apart    ? " <small>not counted</small>"
	        : mark->is_static ? " <small>static</small>"
	                          : "",
	        entered ? "" : " <small class=\"missed\">\xe2\x9c\x97 never entered</small>", mark->place.file,
	        mark->place.line);
	escape_text(out, path_base(report->marks->files.at[mark->place.file]));
	sb_addf(out, ":%u</td>", mark->place.line);
	for (size_t c = 0; c < N_COLUMNS; c++)
		add_count(out, cover_count_in(report->cover, columns[c], i));
	sb_add(out, "</tr>\n");
}

struct file_counts {
	uint32_t functions;
	struct count counts[N_COLUMNS];
};

static struct file_counts count_file(struct report *report, uint32_t file, bool apart)
{
	struct file_counts sum = { 0 };
	for (uint32_t i = 0; i < report->marks->functions.n; i++) {
		const struct function_mark *mark = &report->marks->functions.at[i];
		if (mark->place.file != file || mark->is_apart != apart)
			continue;
		sum.functions++;
		for (size_t c = 0; c < N_COLUMNS; c++) {
			struct count count = cover_count_in(report->cover, columns[c], i);
			sum.counts[c].covered += count.covered;
			sum.counts[c].total += count.total;
		}
	}
	return sum;
}

static void add_file(struct report *report, uint32_t file, bool apart)
{
	struct file_counts sum = count_file(report, file, apart);
	struct sb *out = report->out;
	if (sum.functions == 0)
		return;
	sb_addf(out, "<tr><th scope=\"row\"><a href=\"#F%u\"><code>", file);
	escape_text(out, report->marks->files.at[file]);
	sb_addf(out, "</code></a></th><td class=\"num\" data-v=\"%u\">%u</td>", sum.functions, sum.functions);
	for (size_t c = 0; c < N_COLUMNS; c++)
		add_count(out, sum.counts[c]);
	sb_add(out, "</tr>\n");
}

static void add_file_table(struct report *report, const char *title, bool apart)
{
	struct sb *out = report->out;
	sb_addf(out,
	        "<h3>%s</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\">"
	        "<table class=\"sortable\"><thead><tr>",
	        title, title);
	add_heading(out, "File", false);
	add_heading(out, "Functions", true);
	add_count_headings(out);
	sb_add(out, "</tr></thead><tbody>\n");
	for (uint32_t i = 0; i < report->marks->files.n; i++)
		add_file(report, i, apart);
	sb_add(out, "</tbody></table></div>\n");
}

static void add_files(struct report *report)
{
	if (report->marks->files.n < 2)
		return;
	add_file_table(report, "Files", false);
	if (cover_count_apart(report->cover, CRITERION_FUNCTION).total)
		add_file_table(report, "Not counted: functions of headers and linked sources", true);
	sb_add(report->out, "<h3>Functions</h3>\n");
}

void report_tables(struct report *report)
{
	struct sb *out = report->out;
	sb_addf(out,
	        "<section id=\"functions\" aria-labelledby=\"functions-title\"><h2 id=\"functions-title\">%s</h2>\n",
	        report->marks->files.n < 2 ? "Functions" : "Files and functions");
	add_files(report);
	sb_add(out, "<p class=\"filter script\"><label for=\"filter\">Filter</label> "
	            "<input type=\"search\" id=\"filter\" autocomplete=\"off\" spellcheck=\"false\" "
	            "placeholder=\"function or file\"> <kbd>/</kbd> "
	            "<span id=\"shown\" role=\"status\"></span></p>\n"
	            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Functions\">"
	            "<table class=\"sortable\" id=\"function-table\"><thead><tr>");
	add_heading(out, "Function", false);
	add_heading(out, "Place", false);
	add_count_headings(out);
	sb_add(out, "</tr></thead><tbody>\n");
	uint32_t n_left = 0;
	for (uint32_t i = 0; i < report->marks->functions.n; i++)
		if (report_has_room(report, ROOM_FUNCTIONS))
			add_function(report, i);
		else
			n_left++;
	sb_add(out, "</tbody></table></div>");
	if (n_left)
		sb_addf(out, "<p class=\"quiet\">%u more functions are in <code>summary.json</code>.</p>", n_left);
	sb_add(out, "</section>\n");
}
