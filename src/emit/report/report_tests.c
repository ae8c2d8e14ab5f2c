/* report_tests: the failures and the tests of the suite. */
#include "emit/report/report.h"

#include <stdlib.h>
#include <string.h>

#include "emit/findings/finding_text.h"
#include "seq/text/text.h"

/* Adds the steps, folded: the written file is what counts. */
static void add_steps(struct report *report, const struct seq *seq, const char *name, unsigned room)
{
	if (!seq || !report_has_room(report, room))
		return;
	struct sb text = { 0 };
	seq_print(seq, report->results->unit->model, name, &text);
	sb_add(report->out, "<details><summary>Steps</summary><pre tabindex=\"0\">");
	escape_text(report->out, sb_text(&text));
	sb_add(report->out, "</pre></details>");
	sb_release(&text);
}

/* Adds a C program in colour. */
static void add_program(struct sb *out, const char *text)
{
	struct code_state state = { 0 };
	sb_add(out, "<pre class=\"program\" tabindex=\"0\"><code>");
	for (size_t n; *text; text += n + (text[n] == '\n')) {
		n = strcspn(text, "\n");
		unsigned char *classes = xcalloc(n + 1, 1);
		code_classes(&state, text, n, classes);
		for (size_t at = 0, end; at < n; at = end) {
			for (end = at + 1; end < n && classes[end] == classes[at];)
				end++;
			report_run(out, text + at, end - at, classes[at]);
		}
		sb_add_char(out, '\n');
		free(classes);
	}
	sb_add(out, "</code></pre>");
}

/* Returns the text behind the comment at its head, which the page tells in its own words. */
static const char *behind_head(const char *text)
{
	const char *end = str_starts(text, "/*") ? strstr(text, "*/") : NULL;
	return end ? end + 2 + strspn(end + 2, "\n") : text;
}

/* Returns the file of the unit that a frame names, or NONE. */
static uint32_t frame_file(const struct report *report, const struct frame *frame)
{
	for (uint32_t i = 0; i < report->marks->files.n; i++)
		if (frame->file && str_equal(path_base(report->marks->files.at[i]), path_base(frame->file)))
			return i;
	return NONE;
}

static void add_frame(struct report *report, const struct frame *frame)
{
	struct sb *out = report->out;
	uint32_t file = frame_file(report, frame);
	sb_add(out, "<li><code>");
	escape_text(out, frame->function);
	sb_add(out, "</code> ");
	if (file != NONE && frame->line) {
		report_place(report, &(struct place){ .file = file, .line = frame->line });
	} else {
		escape_text(out, frame->file);
		if (frame->line)
			sb_addf(out, ":%u", frame->line);
	}
	sb_add(out, "</li>");
}

static void add_frames(struct report *report, const char *title, const struct frame *frames, uint32_t n)
{
	struct sb *out = report->out;
	if (n == 0)
		return;
	sb_addf(out, "<p class=\"frames-title\">%s</p><ol class=\"frames\">", title);
	for (uint32_t i = 0; i < n; i++)
		add_frame(report, &frames[i]);
	sb_add(out, "</ol>");
}

static const char *verdict_title(enum verdict verdict)
{
	switch (verdict) {
	case VERDICT_BUG:
		return "\xe2\x9c\x97 Bug";
	case VERDICT_ERROR_PATH:
		return "Error path";
	case VERDICT_MISUSE:
		return "Misuse";
	case VERDICT_UNCLEAR:
		return "? Unclear";
	default:
		return "Fine";
	}
}

/* Adds the block of memory, and the place in it. */
static void add_memory(const struct finding *finding, struct sb *out)
{
	struct sb sentence = { 0 };
	finding_memory(finding, &sentence);
	if (sentence.n) {
		sb_add(out, "<p>");
		escape_text(out, sb_text(&sentence));
		sb_add(out, "</p>\n");
	}
	sb_release(&sentence);
}

static void add_failure(struct report *report, const struct suite_failure *failure)
{
	const struct finding *finding = failure->finding;
	struct sb *out = report->out;
	sb_addf(out, "<article class=\"failure %s\"><h3><span class=\"badge\">%s</span> ",
	        verdict_word(finding->verdict), verdict_title(finding->verdict));
	escape_text(out, finding->summary);
	sb_add(out, "</h3>");
	add_memory(finding, out);
	if (finding->evidence && *finding->evidence) {
		sb_add(out, "<p>");
		escape_text(out, finding->evidence);
		sb_add(out, "</p>");
	}
	if (finding->fault.kind != SK_LEAK) /* a leak's place is where the memory was allocated */
		add_frames(report, "Where", finding->frames, finding->n_frames);
	add_frames(report, "Memory allocated by", finding->alloc_frames, finding->n_alloc_frames);
	sb_add(out, "<p class=\"meta\">");
	escape_text(out, finding->kind);
	sb_addf(out, " \xc2\xb7 severity %s", severity_word(finding->severity));
	if (finding->count > 1) {
		sb_add(out, " \xc2\xb7 seen ");
		show_plural(out, finding->count, "time", "times");
	}
	if (failure->file) {
		sb_add(out, " \xc2\xb7 failing test: <a href=\"../");
		escape_url(out, failure->file);
		sb_add(out, "\"><code>");
		escape_text(out, failure->file);
		sb_add(out, "</code></a>");
	}
	sb_add(out, "</p>");
	if (failure->text && finding->verdict == VERDICT_BUG)
		add_program(out, behind_head(failure->text));
	else
		add_steps(report, finding->seq, "failure", ROOM_FAILURES);
	sb_add(out, "</article>\n");
}

static void add_failures_of(struct report *report, enum verdict verdict)
{
	for (uint32_t i = 0; i < report->results->findings.n_failures; i++)
		if (report->results->findings.failures[i].finding->verdict == verdict)
			add_failure(report, &report->results->findings.failures[i]);
}

/* Returns the first finding of the same verdict that the same rule decided. */
static uint32_t first_of_cause(const struct results *results, uint32_t i)
{
	const struct finding *finding = results->findings.failures[i].finding;
	for (uint32_t k = 0; k < i; k++) {
		const struct finding *other = results->findings.failures[k].finding;
		if (other->verdict == finding->verdict && str_equal(other->rule, finding->rule))
			return k;
	}
	return i;
}

/* Adds the first sentence of the evidence, which is the rule's: why nobody can tell. */
static void add_cause(const struct finding *finding, struct sb *out)
{
	const char *evidence = finding->evidence ? finding->evidence : "", *end = strstr(evidence, ". ");
	if (*evidence)
		escape_markup(out, evidence, end ? (size_t)(end - evidence) + 1 : strlen(evidence));
	else
		escape_text(out, finding->rule);
}

/* Adds the unclear findings, grouped by reason: a reader looks at all findings of one reason, or at none. */
static void add_unclear(struct report *report)
{
	const struct results *results = report->results;
	struct sb *out = report->out;
	for (uint32_t i = 0; i < results->findings.n_failures; i++) {
		uint32_t n = 0;
		if (results->findings.failures[i].finding->verdict != VERDICT_UNCLEAR ||
		    first_of_cause(results, i) != i)
			continue;
		for (uint32_t k = i; k < results->findings.n_failures; k++)
			n += results->findings.failures[k].finding->verdict == VERDICT_UNCLEAR &&
			     first_of_cause(results, k) == i;
		sb_add(out, "<details class=\"misuses unclear-cause\"><summary>");
		show_plural(out, n, "unclear finding", "unclear findings");
		sb_add(out, ": ");
		add_cause(results->findings.failures[i].finding, out);
		sb_add(out, "</summary>\n");
		for (uint32_t k = i; k < results->findings.n_failures; k++)
			if (results->findings.failures[k].finding->verdict == VERDICT_UNCLEAR &&
			    first_of_cause(results, k) == i)
				add_failure(report, &results->findings.failures[k]);
		sb_add(out, "</details>\n");
	}
}

/* Adds the built-in contracts that were checked, which follow from names and types. */
static void add_laws(struct report *report)
{
	const struct results *results = report->results;
	struct sb *out = report->out;
	if (!results->search.n_laws)
		return;
	sb_add(out, "<details class=\"laws\"><summary>");
	show_plural(out, (uint32_t)results->search.n_laws, "built-in contract was", "built-in contracts were");
	sb_add(out, " looked at</summary>\n<ul>\n");
	for (size_t i = 0; i < results->search.n_laws; i++) {
		sb_add(out, "<li>");
		escape_text(out, results->search.laws[i]);
		sb_add(out, "</li>\n");
	}
	sb_add(out, "</ul></details>\n");
}

/* Adds the mutants that no test noticed. */
static void add_survivors(struct report *report)
{
	const struct results *results = report->results;
	struct sb *out = report->out;
	if (!results->suite.n_survivors)
		return;
	sb_add(out, "<details class=\"laws\"><summary>");
	show_plural(out, (uint32_t)results->suite.n_survivors, "change", "changes");
	sb_add(out, " of the unit that no test notices (mutants that survive)</summary>\n<ul>\n");
	for (size_t i = 0; i < results->suite.n_survivors; i++) {
		const struct survivor *survivor = &results->suite.survivors[i];
		sb_add(out, "<li><code>");
		escape_text(out, path_base(survivor->file));
		sb_addf(out, ":%u</code> ", survivor->line);
		escape_text(out, survivor->function);
		sb_add(out, ": ");
		escape_text(out, survivor->change);
		sb_add(out, "</li>\n");
	}
	sb_add(out, "</ul></details>\n");
}

void report_failures(struct report *report)
{
	struct verdict_counts counts = count_verdicts(report->results);
	struct sb *out = report->out;
	sb_add(out,
	       "<section id=\"failures\" aria-labelledby=\"failures-title\"><h2 id=\"failures-title\">Failures</h2>\n");
	if (!counts.bugs && !counts.unclear && !counts.error_paths)
		sb_add(out, "<p class=\"quiet\">\xe2\x9c\x93 No bug found.</p>\n");
	add_failures_of(report, VERDICT_BUG);
	add_failures_of(report, VERDICT_ERROR_PATH);
	add_unclear(report);
	if (counts.misuses) {
		sb_add(out, "<details class=\"misuses\"><summary>");
		show_plural(out, counts.misuses, "use", "uses");
		sb_add(out, " of the API judged to be a mistake of the caller, not of the unit</summary>\n");
		add_failures_of(report, VERDICT_MISUSE);
		sb_add(out, "</details>\n");
	}
	add_laws(report);
	sb_add(out, "</section>\n");
}

static void add_test(struct report *report, const struct suite_test *test)
{
	struct sb *out = report->out;
	sb_add(out, "<li><h3><code>");
	escape_text(out, test->name);
	sb_add(out, "</code></h3>");
	if (test->comment && *test->comment) {
		sb_add(out, "<p>");
		escape_text(out, test->comment);
		sb_add(out, "</p>");
	}
	sb_add(out, "<p class=\"meta\">adds ");
	show_plural(out, test->added_goals, "goal", "goals");
	sb_add(out, " \xc2\xb7 ");
	show_plural(out, test->n_checks, "check", "checks");
	if (test->line)
		sb_addf(out, " \xc2\xb7 line %u", test->line);
	if (!str_equal(test->file, report->results->suite.tests[0].file)) {
		sb_add(out, " of ");
		escape_text(out, path_base(test->file));
	}
	sb_add(out, "</p>");
	add_steps(report, test->seq, test->name, ROOM_TESTS);
	sb_add(out, "</li>\n");
}

/* True for the first test of its file. Tests stand in the order of the suite, which may differ from the order
 * of files. */
static bool is_first_of_file(const struct results *results, uint32_t test)
{
	for (uint32_t i = 0; i < test; i++)
		if (str_equal(results->suite.tests[i].file, results->suite.tests[test].file))
			return false;
	return true;
}

static void add_file_link(struct sb *out, const char *file)
{
	sb_add(out, "<a href=\"../");
	escape_url(out, file);
	sb_add(out, "\"><code>");
	escape_text(out, file);
	sb_add(out, "</code></a>");
}

void report_tests(struct report *report)
{
	const struct results *results = report->results;
	struct sb *out = report->out;
	sb_add(out, "<section id=\"tests\" aria-labelledby=\"tests-title\"><h2 id=\"tests-title\">Tests</h2>\n");
	if (results->suite.n_tests == 0) {
		sb_add(out, "<p class=\"quiet\">The suite has no test.</p></section>\n");
		return;
	}
	sb_add(out, "<p>In ");
	for (uint32_t i = 0; i < results->suite.n_tests; i++)
		if (is_first_of_file(results, i)) {
			sb_add(out, i ? ", " : "");
			add_file_link(out, results->suite.tests[i].file);
		}
	sb_add(out,
	       ", in this order; each adds goals that no earlier one has, or notices a change of the unit that no other does.</p>\n<ol class=\"tests\">\n");
	for (uint32_t i = 0; i < results->suite.n_tests && report_has_room(report, ROOM_TESTS + 5); i++)
		add_test(report, &results->suite.tests[i]);
	sb_add(out, "</ol>\n");
	add_survivors(report);
	sb_add(out, "</section>\n");
}
