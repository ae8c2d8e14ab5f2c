/* junit: junit.xml, the form in which CI services show tests.
 *
 * A test case per test of the suite, all passed: the suite is checked before it is written. There is a failed
 * test case per bug and a skipped test case per unclear finding. Misuse says nothing about the unit and is left
 * out. */
#include <stdlib.h>
#include <string.h>

#include "emit/escape.h"
#include "emit/report/goals.h"
#include "emit/report/outputs.h"

static void add_attribute(struct sb *out, const char *name, const char *value)
{
	sb_addf(out, " %s=\"", name);
	escape_text(out, value);
	sb_add(out, "\"");
}

static void add_test(struct sb *out, const struct results *results, const struct suite_test *test)
{
	sb_add(out, "    <testcase");
	add_attribute(out, "classname", results->unit->name);
	add_attribute(out, "name", test->name);
	add_attribute(out, "file", test->file);
	sb_addf(out, " line=\"%u\" assertions=\"%u\"/>\n", test->line, test->n_checks);
}

static void add_details(struct sb *out, const struct finding *finding)
{
	escape_text(out, finding->evidence);
	for (uint32_t i = 0; i < finding->n_frames; i++) {
		sb_add(out, "\n  ");
		escape_text(out, finding->frames[i].function);
		sb_add(out, "  ");
		escape_text(out, finding->frames[i].file);
		sb_addf(out, ":%u", finding->frames[i].line);
	}
}

/* Adds "bug_001" for "failing/bug_001.c". */
static void add_case_name(struct sb *out, const struct suite_failure *failure)
{
	const char *name = failure->file ? path_base(failure->file) : failure->finding->summary;
	char *copy = xstrdup(name);
	if (failure->file && str_ends(copy, ".c"))
		copy[strlen(copy) - 2] = 0;
	add_attribute(out, "name", copy);
	free(copy);
}

static void add_failure(struct sb *out, const struct results *results, const struct suite_failure *failure)
{
	const struct finding *finding = failure->finding;
	const char *element = finding->verdict == VERDICT_BUG ? "failure" : "skipped";
	sb_add(out, "    <testcase");
	add_attribute(out, "classname", results->unit->name);
	add_case_name(out, failure);
	if (failure->file)
		add_attribute(out, "file", failure->file);
	sb_addf(out, ">\n      <%s", element);
	if (finding->verdict == VERDICT_BUG)
		add_attribute(out, "type", finding->kind);
	add_attribute(out, "message", finding->summary);
	sb_add(out, ">");
	add_details(out, finding);
	sb_addf(out, "</%s>\n    </testcase>\n", element);
}

void junit_xml(const struct results *results, struct sb *out)
{
	struct verdict_counts counts = count_verdicts(results);
	uint32_t total = results->suite.n_tests + counts.bugs + counts.error_paths + counts.unclear;
	sb_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	sb_addf(out, "<testsuites name=\"skep\" tests=\"%u\" failures=\"%u\" errors=\"0\">\n  <testsuite", total,
	        counts.bugs);
	add_attribute(out, "name", results->unit->name);
	sb_addf(out, " tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"%u\">\n", total, counts.bugs,
	        counts.error_paths + counts.unclear);
	for (uint32_t i = 0; i < results->suite.n_tests; i++)
		add_test(out, results, &results->suite.tests[i]);
	for (uint32_t i = 0; i < results->findings.n_failures; i++)
		if (results->findings.failures[i].finding->verdict != VERDICT_MISUSE)
			add_failure(out, results, &results->findings.failures[i]);
	sb_add(out, "  </testsuite>\n</testsuites>\n");
}
