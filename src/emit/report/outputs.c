/* outputs: see outputs.h. */
#include "emit/report/outputs.h"

#include <stdlib.h>

#include "base/mem.h"
#include "proc/child.h"

static const struct output {
	const char *name;
	void (*print)(const struct results *results, struct sb *out);
} outputs[] = {
	{ "report/index.html", report_html }, { "summary.json", summary_json }, { "coverage.info", lcov_info },
	{ "junit.xml", junit_xml },           { "bugs.sarif", sarif_json },
};

const char *const output_names[] = { "report", "summary.json", "coverage.info", "junit.xml", "bugs.sarif", NULL };

static status write_one(const char *folder, const struct output *output, const struct results *results)
{
	struct sb text = { 0 };
	char *path = xprintf("%s/%s", folder, output->name);
	output->print(results, &text);
	status st = file_write(path, sb_text(&text), text.n);
	free(path);
	sb_release(&text);
	return st;
}

status outputs_write(const char *folder, const struct results *results)
{
	char *report = xprintf("%s/report", folder);
	status st = dir_make(report);
	free(report);
	for (size_t i = 0; i < sizeof outputs / sizeof *outputs && !st; i++)
		st = write_one(folder, &outputs[i], results);
	return st;
}
