/* Tests of the outputs besides the tests: report, summary, lcov and JUnit, from results made by
 * hand.
 *
 * `test_outputs --write DIR [FUNCTIONS]` writes all four into DIR for the browser test
 * (tests/browser), for the ring or for a file with so many functions. */
#include "test.h"

#include <jansson.h>
#include <math.h>

#include "emit/escape.h"
#include "emit/report/goals.h"
#include "emit/report/outputs.h"
#include "fake_results.h"

static char *folder;
static struct fake fake;

static int set_up(void **state)
{
	(void)state;
	status st = temp_make("test", &folder);
	if (!st)
		st = fake_ring(&fake, folder);
	status_free(st);
	return st ? -1 : 0;
}

static int tear_down(void **state)
{
	(void)state;
	fake_release(&fake);
	temp_remove(folder);
	return 0;
}

static char *output(void (*print)(const struct results *results, struct sb *out))
{
	struct sb out = { 0 };
	print(&fake.results, &out);
	return sb_take(&out);
}

static size_t occurrences(const char *text, const char *piece)
{
	size_t n = 0;
	for (; (text = strstr(text, piece)); text += strlen(piece))
		n++;
	return n;
}

static void expect_has(const char *text, const char *piece)
{
	if (!strstr(text, piece))
		fail_msg("'%s' is missing in:\n%.3000s", piece, text);
}

static void expect_lacks(const char *text, const char *piece)
{
	const char *at = strstr(text, piece);
	if (at)
		fail_msg("'%s' must not be there: %.200s", piece, at);
}

/* ---- escaping ---- */

static void expect_escaped(const char *bytes, size_t n, const char *wanted)
{
	struct sb out = { 0 };
	escape_markup(&out, bytes, n);
	assert_string_equal(sb_text(&out), wanted);
	sb_release(&out);
}

#define ESCAPED(bytes, wanted) expect_escaped(bytes, sizeof(bytes) - 1, wanted)
#define BAD "\xef\xbf\xbd"

static void markup_is_escaped(void **state)
{
	(void)state;
	ESCAPED("<a href=\"x\">&'", "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
	ESCAPED("tab\tand\nline", "tab\tand\nline");
}

static void good_utf8_stays(void **state)
{
	(void)state;
	ESCAPED("\xc3\xa4 \xe2\x82\xac \xf0\x9f\x90\x9d", "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x90\x9d");
}

static void bad_utf8_is_replaced(void **state)
{
	(void)state;
	ESCAPED("a\xff"
	        "b",
	        "a" BAD "b");
	ESCAPED("\xc3(", BAD "(");                    /* cut short by another character */
	ESCAPED("\xe2\x82", BAD BAD);                 /* cut short by the end */
	ESCAPED("\xc0\xaf", BAD BAD);                 /* overlong */
	ESCAPED("\xed\xa0\x80", BAD BAD BAD);         /* surrogate */
	ESCAPED("\xf4\x90\x80\x80", BAD BAD BAD BAD); /* beyond Unicode */
	ESCAPED("\x80\x00<", BAD BAD "&lt;");
}

static void controls_are_replaced(void **state)
{
	(void)state;
	ESCAPED("\x1b[31m\x7f", BAD "[31m" BAD);
	ESCAPED("x\xe2\x80\xaey", "x" BAD "y"); /* right-to-left override */
	ESCAPED("\xef\xbf\xbf", BAD);           /* not allowed in XML */
}

static void urls_are_encoded(void **state)
{
	(void)state;
	struct sb out = { 0 };
	escape_url(&out, "tests/test_a b#\"c.c");
	assert_string_equal(sb_text(&out), "tests/test_a%20b%23%22c.c");
	sb_release(&out);
}

static void numbers_read_well(void **state)
{
	(void)state;
	struct sb out = { 0 };
	show_number(&out, 0);
	sb_add(&out, " ");
	show_number(&out, 1000);
	sb_add(&out, " ");
	show_number(&out, UINT64_MAX);
	sb_add(&out, " ");
	show_plural(&out, 1, "bug", "bugs");
	sb_add(&out, " ");
	show_plural(&out, 1234567, "bug", "bugs");
	assert_string_equal(sb_text(&out), "0 1,000 18,446,744,073,709,551,615 1 bug 1,234,567 bugs");
	sb_clear(&out);
	show_seconds(&out, 0.417);
	sb_add(&out, "|");
	show_seconds(&out, 9.4);
	sb_add(&out, "|");
	show_seconds(&out, 59.6);
	sb_add(&out, "|");
	show_seconds(&out, 125);
	assert_string_equal(sb_text(&out), "0.42 s|9.4 s|60 s|2:05 min");
	sb_release(&out);
}

/* ---- goals ---- */

static void uncovered_goals_are_listed_in_order(void **state)
{
	(void)state;
	static const char *const wanted[] = {
		"cap > 1000 never true",   "case 1 never taken",       "r->count == 0xBEEF never true",
		"ring_dump never entered", "i < r->count never false", "i < r->count never true",
	};
	struct goals goals;
	goals_init(&goals, &fake.results);
	assert_int_equal(goals.n, sizeof wanted / sizeof wanted[0]);
	for (size_t i = 0; i < goals.n; i++) {
		char *text = xprintf("%s %s", goal_text(&goals, &fake.results, &goals.at[i]),
		                     goal_wanted(&goals.at[i]));
		assert_string_equal(text, wanted[i]);
		free(text);
	}
	assert_int_equal(goals.at[0].state, GOAL_OTHER_WAY_ONLY);
	assert_int_equal(goals.at[4].state, GOAL_NEVER_ENTERED);
	assert_null(goals.at[1].reason);
	goals_release(&goals);
}

static void stricter_criteria_list_more(void **state)
{
	(void)state;
	struct goals goals;
	fake.results.asked.criterion = CRITERION_MCDC;
	/* Both outcomes of `cap > 1000`, but with `cap <= 0` never seen true alone. */
	goals_init(&goals, &fake.results);
	size_t n_before = goals.n;
	goals_release(&goals);
	uint32_t probe = marks_condition_probe(fake.marks, 1, true);
	fake.cover.probes[probe / 64] |= 1ull << (probe % 64);
	goals_init(&goals, &fake.results);
	assert_int_equal(goals.n, n_before); /* one branch less, one condition not shown to matter */
	assert_int_equal(goals.at[0].kind, GOAL_MCDC);
	goals_release(&goals);
}

static void model_says_why_a_function_is_not_called(void **state)
{
	(void)state;
	struct goals goals;
	vec_push(&fake.unit.model->functions, (struct function){ .name = "ring_dump", .why_not = "needs a FILE" });
	goals_init(&goals, &fake.results);
	assert_string_equal(goals.at[3].reason, "not called: FILE * for writing is switched off (--files)");
	assert_string_equal(goals.at[4].reason, "needs a FILE");
	goals_release(&goals);
}

/* ---- the report ---- */

static void report_tells_the_numbers(void **state)
{
	(void)state;
	char *html = output(report_html);
	expect_has(html, "4 tests cover ");
	expect_has(html, "<title>ring: tests and coverage</title>");
	expect_has(html, "1 bug found.");
	expect_has(html, "Stopped after 15 s and 4,561,234 executions: nothing new had been covered");
	expect_has(html, "is about 3 %.");
	expect_has(html, "<b>31</b> <span>of 34</span> <em>91 %</em>");
	expect_has(html, "href=\"../failing/bug_001.c\"");
	expect_has(html, "href=\"../tests/test_ring.c\"");
	expect_has(html, "with seed 7");
	expect_has(html, "ring = ring_new(");
	assert_int_equal(occurrences(html, "<summary>Steps</summary>"), 1);
	expect_has(html, "<pre class=\"program\" tabindex=\"0\"><code><span class=\"d\">#include ");
	expect_has(html, "<span class=\"k\">return</span> 0; <span class=\"c\">/* fails here */</span>");
	expect_lacks(html, "Told already");
	free(html);
}

static void report_needs_no_network(void **state)
{
	(void)state;
	char *html = output(report_html);
	expect_lacks(html, "http:");
	expect_lacks(html, "https:");
	expect_lacks(html, "@import");
	expect_lacks(html, " src=\"");
	expect_lacks(html, "url(");
	free(html);
}

static void report_escapes_what_it_shows(void **state)
{
	(void)state;
	char *html = output(report_html);
	assert_int_equal(occurrences(html, "<script"), 1); /* its own */
	expect_has(html, "&lt;script&gt;document.title = &#39;string&#39;&lt;/script&gt;");
	expect_has(html, "&lt;script&gt;document.title = &#39;comment&#39;&lt;/script&gt; " BAD BAD "( " BAD);
	expect_lacks(html, "<img");
	expect_lacks(html, "\xff");
	expect_lacks(html, "\r");
	free(html);
}

static void report_marks_conditions(void **state)
{
	(void)state;
	char *html = output(report_html);
	/* cap <= 0 was true and false; cap > 1000 was never true, and so is goal 0. */
	expect_has(html,
	           "cap &lt;= 0<span class=\"m\"><b class=\"yes\" title=\"true: 1 test, no_ring_of_size_zero\">T</b>"
	           "<b class=\"yes\" title=\"false: 3 tests, first push_into_full_ring\">F</b></span>");
	expect_has(html,
	           "<button type=\"button\" class=\"no\" data-g=\"0\" aria-label=\"true: not covered\">T</button>");
	expect_has(html, ">MC/DC 1/2</button>");
	expect_has(html, "data-tip=\"Not yet shown to change this decision by itself: cap &gt; 1000\"");
	free(html);
}

static void report_marks_macros_behind_their_name(void **state)
{
	(void)state;
	struct place *place = &fake.marks->conditions.at[2].place; /* FULL(r), as if it had no extent */
	place->end_column = place->column;
	char *html = output(report_html);
	expect_has(html, "(FULL<span class=\"m\"><b class=\"yes\" title=\"true: 1 test, push_into_full_ring\">T</b>");
	free(html);
}

static void report_shades_what_never_ran(void **state)
{
	(void)state;
	char *html = output(report_html);
	expect_has(html, "<div class=\"l\" id=\"L0-17\" data-n=\"17\" data-h=\"3\">");
	expect_has(html, "<div class=\"l out\" id=\"L0-37\" data-n=\"37\" data-h=\"\xe2\x9c\x97\">");
	expect_has(html, "<div class=\"l out\" id=\"L0-45\"");
	expect_has(html, "<div class=\"l\" id=\"L0-1\" data-n=\"1\">");
	free(html);
}

static void report_links_lead_somewhere(void **state)
{
	(void)state;
	char *html = output(report_html);
	for (const char *at = html; (at = strstr(at, "href=\"#"));) {
		at += strlen("href=\"#");
		char *id = xprintf("id=\"%.*s\"", (int)strcspn(at, "\""), at);
		expect_has(html, id);
		free(id);
	}
	free(html);
}

static void report_says_that_a_source_is_missing(void **state)
{
	(void)state;
	assert_int_equal(remove(fake.path), 0);
	char *html = output(report_html);
	expect_has(html, "The file could not be read when this report was written");
	expect_lacks(html, "\"#L0-"); /* links go to the file instead */
	expect_has(html, "4 tests cover ");
	free(html);
}

static void report_survives_a_source_that_changed(void **state)
{
	(void)state;
	assert_ok(file_write(fake.path, "int x;\nif (", 11));
	char *html = output(report_html);
	expect_has(html, "id=\"L0-2\"");
	expect_lacks(html, "id=\"L0-3\"");
	free(html);
}

static void report_of_an_empty_run(void **state)
{
	(void)state;
	fake.results.suite.n_tests = fake.results.findings.n_failures = 0;
	fake.results.search.n_timeline = 0;
	fake.results.search.why_not = NULL;
	fake.results.suite.mutants = 0;
	fake.results.search.stats = (struct campaign_stats){ .chance_minute = NAN };
	memset(fake.cover.probes, 0, fake.cover.n_words * sizeof *fake.cover.probes);
	char *html = output(report_html);
	expect_has(html, "0 tests cover 0 of ");
	expect_has(html, "The suite has no test.");
	expect_has(html, "No bug found.");
	expect_has(html, "in a macro of ring.c:5");
	expect_lacks(html, "Mutants");
	expect_lacks(html, "nan");
	free(html);
}

static char *report_of(uint32_t functions)
{
	tear_down(NULL);
	assert_ok(temp_make("test", &folder));
	assert_ok(fake_large(&fake, folder, functions));
	char *html = output(report_html);
	if (strlen(html) > 2000000)
		fail_msg("%u lines became %zu bytes", 10 * functions, strlen(html));
	return html;
}

static void report_shows_all_of_a_file(void **state)
{
	(void)state;
	char *html = report_of(300);
	expect_has(html, "id=\"L0-3000\"");
	expect_has(html, "<a href=\"#F1\"><code>absent.c</code></a>");
	expect_has(html, "<code>value_00299</code></a>");
	expect_lacks(html, "The unit is large");
	free(html);
}

/* Of 80,000 lines it tells what is left out. */
static void report_stays_small(void **state)
{
	(void)state;
	char *html = report_of(8000);
	expect_has(html, "The unit is large: only what is not covered is shown");
	expect_has(html, "more functions are in <code>summary.json</code>");
	expect_has(html, "more goals are not covered; <code>skep why</code> tells of all");
	free(html);
}

/* ---- the plot ---- */

static void plot_copes_with_any_timeline(void **state)
{
	(void)state;
	static const struct campaign_point one[] = { { 0, 1, 1 } }, zero[] = { { 0, 0, 0 }, { 0, 0, 0 } },
	                                   slow[] = { { 1, 1, 1 }, { 30, 2, 5 }, { 3000, 3, 9 } };
	static const struct {
		const struct campaign_point *points;
		size_t n;
		double seconds;
	} cases[] = { { one, 1, 0 }, { zero, 2, 0 }, { slow, 3, 3600 }, { slow, 3, 0 } };
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		fake.results.search.timeline = cases[i].points;
		fake.results.search.n_timeline = cases[i].n;
		fake.results.search.stats.seconds = cases[i].seconds;
		char *html = output(report_html);
		expect_has(html, "<svg");
		expect_has(html, "goals covered</text>");
		expect_lacks(html, "nan");
		expect_lacks(html, "inf\"");
		free(html);
	}
}

/* ---- summary ---- */

static json_t *summary(void)
{
	char *text = output(summary_json);
	json_error_t error;
	json_t *root = json_loads(text, 0, &error);
	if (!root)
		fail_msg("summary.json, line %d: %s", error.line, error.text);
	free(text);
	return root;
}

static const json_t *at(const json_t *root, const char *key, size_t i)
{
	return json_array_get(json_object_get(root, key), i);
}

static const char *text_at(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static void summary_has_all_parts(void **state)
{
	(void)state;
	json_t *root = summary();
	json_t *branch = json_object_get(json_object_get(root, "coverage"), "branch");
	assert_int_equal(json_integer_value(json_object_get(branch, "total")), 13);
	assert_int_equal(json_integer_value(json_object_get(branch, "covered")), 8);
	assert_string_equal(text_at(root, "seed"), "7");
	assert_string_equal(text_at(root, "criterion"), "branch");
	assert_string_equal(text_at(json_object_get(root, "stop"), "reason"), "plateau");
	assert_string_equal(text_at(at(root, "tests", 1), "name"), "no_ring_of_size_zero");
	assert_string_equal(text_at(at(root, "failures", 0), "verdict"), "bug");
	assert_string_equal(text_at(at(root, "failures", 2), "summary"), "ring_state does not end <in time> " BAD BAD);
	assert_int_equal(json_array_size(json_object_get(root, "functions")), 4);
	assert_int_equal(json_array_size(json_object_get(root, "uncovered")), 6);
	assert_string_equal(text_at(at(root, "uncovered", 1), "state"), "other outcome only");
	for (size_t i = 0; i < json_array_size(json_object_get(root, "uncovered")); i++)
		assert_true(*text_at(at(root, "uncovered", i), "reason"));
	assert_true(json_is_null(json_object_get(at(root, "uncovered", 1), "outcome")));
	assert_true(json_is_true(json_object_get(at(root, "uncovered", 0), "outcome")));
	json_decref(root);
}

static void summary_keeps_large_seeds(void **state)
{
	(void)state;
	fake.results.asked.seed = UINT64_MAX;
	json_t *root = summary();
	assert_string_equal(text_at(root, "seed"), "18446744073709551615");
	json_decref(root);
}

/* Every key of the summary stands in its manual, in backquotes. */
static void expect_documented(const json_t *value, const char *manual)
{
	const char *key;
	json_t *child;
	json_object_foreach((json_t *)value, key, child)
	{
		char *quoted = xprintf("`%s`", key);
		expect_has(manual, quoted);
		free(quoted);
		expect_documented(child, manual);
	}
	for (size_t i = 0; i < json_array_size(value); i++)
		expect_documented(json_array_get(value, i), manual);
}

static void summary_is_documented(void **state)
{
	(void)state;
	char *manual = NULL;
	assert_ok(file_read("docs/summary.md", &manual, NULL));
	json_t *root = summary();
	expect_documented(root, manual);
	json_decref(root);
	free(manual);
}

/* ---- lcov and JUnit ---- */

static void lcov_counts_lines_and_branches(void **state)
{
	(void)state;
	char *info = output(lcov_info);
	expect_has(info, "TN:skep\nSF:/");
	expect_has(info, "FN:13,ring_new\n");
	expect_has(info, "FNDA:4,ring_new\n");
	expect_has(info, "FNDA:0,ring_dump\n");
	expect_has(info, "FNF:4\nFNH:3\n");
	/* Two conditions on line 15, then a switch, then a condition never reached. */
	expect_has(info, "BRDA:15,0,0,1\nBRDA:15,0,1,3\nBRDA:15,1,0,0\nBRDA:15,1,1,3\n");
	expect_has(info, "BRDA:33,0,0,1\nBRDA:33,0,1,0\nBRDA:33,0,2,1\n");
	expect_has(info, "BRDA:45,0,0,-\nBRDA:45,0,1,-\n");
	expect_has(info, "BRF:13\nBRH:8\n");
	expect_has(info, "DA:17,3\n");
	expect_has(info, "DA:37,0\n");
	assert_int_equal(occurrences(info, "\nDA:"), 16);
	expect_has(info, "LF:16\nLH:13\nend_of_record\n");
	free(info);
}

static void junit_tells_tests_and_bugs(void **state)
{
	(void)state;
	char *xml = output(junit_xml);
	expect_has(xml, "<testsuite name=\"ring\" tests=\"6\" failures=\"1\" errors=\"0\" skipped=\"1\">");
	expect_has(
	        xml,
	        "<testcase classname=\"ring\" name=\"push_into_full_ring\" file=\"tests/test_ring.c\" line=\"11\" assertions=\"4\"/>");
	expect_has(xml, "name=\"bug_001\" file=\"failing/bug_001.c\">");
	expect_has(xml, "<failure type=\"heap overflow\" message=\"heap overflow in ring_push, ring.c:27\">");
	expect_has(xml, "a &lt; b &amp;&amp; c &gt; &quot;d&quot;.\n  ring_push  ring.c:27</failure>");
	expect_has(xml, "<skipped message=\"ring_state does not end &lt;in time&gt; " BAD BAD "\"></skipped>");
	expect_lacks(xml, "misuse");
	free(xml);
}

/* ---- SARIF ---- */

static void sarif_has_a_result_per_finding(void **state)
{
	(void)state;
	char *text = output(sarif_json);
	json_error_t error;
	json_t *root = json_loads(text, 0, &error);
	if (!root)
		fail_msg("bugs.sarif, line %d: %s", error.line, error.text);
	const json_t *run = at(root, "runs", 0), *bug = at(run, "results", 0);
	assert_string_equal(text_at(root, "version"), "2.1.0");
	assert_int_equal(json_array_size(json_object_get(run, "results")), 3);
	assert_string_equal(text_at(bug, "level"), "error");
	assert_string_equal(text_at(bug, "ruleId"), "heap-overflow");
	assert_string_equal(text_at(at(run, "results", 1), "level"), "note");
	assert_string_equal(text_at(at(run, "results", 2), "level"), "warning");
	assert_string_equal(text_at(json_object_get(bug, "message"), "text"),
	                    "Heap overflow in ring_push, ring.c:27. Class: bug. ring_push writes 4 bytes just past the "
	                    "4-byte block that ring_new allocated. Every argument is legal: a < b && c > \"d\". "
	                    "Seen in the test failing/bug_001.c.");
	assert_int_equal(json_array_size(json_object_get(bug, "stacks")), 2);
	assert_int_equal(json_array_size(json_object_get(bug, "codeFlows")), 1);
	assert_null(json_object_get(at(run, "results", 2), "codeFlows"));
	json_decref(root);
	free(text);
}

static void sarif_without_findings(void **state)
{
	(void)state;
	fake.results.findings.n_failures = 0;
	char *text = output(sarif_json);
	expect_has(text, "\"results\": []");
	expect_has(text, "\"rules\": []");
	free(text);
}

/* ---- for the browser test ---- */

static status write_one(const char *dir, const char *name, void (*print)(const struct results *results, struct sb *out))
{
	char *path = xprintf("%s/%s", dir, name), *text = output(print);
	status st = file_write(path, text, strlen(text));
	free(path);
	free(text);
	return st;
}

static status write_outputs(const char *dir, const char *functions)
{
	char *report = xprintf("%s/report", dir);
	status st = functions ? fake_large(&fake, dir, (uint32_t)atoi(functions)) : fake_ring(&fake, dir);
	if (!st)
		st = dir_make(report);
	if (!st)
		st = write_one(dir, "report/index.html", report_html);
	if (!st)
		st = write_one(dir, "summary.json", summary_json);
	if (!st)
		st = write_one(dir, "coverage.info", lcov_info);
	if (!st)
		st = write_one(dir, "junit.xml", junit_xml);
	free(report);
	fake_release(&fake);
	return st;
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(int argc, char **argv)
{
	if (argc >= 3 && str_equal(argv[1], "--write")) {
		status st = write_outputs(argv[2], argc > 3 ? argv[3] : NULL);
		if (st)
			fprintf(stderr, "%s\n", st->message);
		return st ? 1 : 0;
	}
	const struct CMUnitTest tests[] = {
		TEST(markup_is_escaped),
		TEST(good_utf8_stays),
		TEST(bad_utf8_is_replaced),
		TEST(controls_are_replaced),
		TEST(urls_are_encoded),
		TEST(numbers_read_well),
		TEST(uncovered_goals_are_listed_in_order),
		TEST(stricter_criteria_list_more),
		TEST(model_says_why_a_function_is_not_called),
		TEST(report_tells_the_numbers),
		TEST(report_needs_no_network),
		TEST(report_escapes_what_it_shows),
		TEST(report_marks_conditions),
		TEST(report_marks_macros_behind_their_name),
		TEST(report_shades_what_never_ran),
		TEST(report_links_lead_somewhere),
		TEST(report_says_that_a_source_is_missing),
		TEST(report_survives_a_source_that_changed),
		TEST(report_of_an_empty_run),
		TEST(report_shows_all_of_a_file),
		TEST(report_stays_small),
		TEST(plot_copes_with_any_timeline),
		TEST(summary_has_all_parts),
		TEST(summary_keeps_large_seeds),
		TEST(summary_is_documented),
		TEST(lcov_counts_lines_and_branches),
		TEST(junit_tells_tests_and_bugs),
		TEST(sarif_has_a_result_per_finding),
		TEST(sarif_without_findings),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
