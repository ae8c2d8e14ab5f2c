/* outputs: see outputs.h. */
#include "emit/report/outputs.h"

#include <stdlib.h>

#include "base/mem.h"
#include "proc/child.h"

#define REPORT "report"

/* Each output, and its name in the folder of results: the file, or the folder that holds it. */
#define OUTPUTS(EACH)                                                                \
	EACH(REPORT, REPORT "/index.html", report_html)                              \
	EACH("summary.json", "summary.json", summary_json)                           \
	EACH("coverage.info", "coverage.info", lcov_info)                            \
	EACH("junit.xml", "junit.xml", junit_xml)                                    \
	EACH("bugs.sarif", "bugs.sarif", sarif_json)

static const struct output {
	const char *path;
	void (*print)(const struct results *results, struct sb *out);
} outputs[] = {
#define AS_OUTPUT(name, path, print) { path, print },
	OUTPUTS(AS_OUTPUT)
};

#define AS_NAME(name, path, print) name,
const char *const output_names[] = { OUTPUTS(AS_NAME) NULL };

static status write_one(const char *folder, const struct output *output, const struct results *results)
{
	struct sb text = { 0 };
	char *path = xprintf("%s/%s", folder, output->path);
	output->print(results, &text);
	status st = file_write(path, sb_text(&text), text.n);
	free(path);
	sb_release(&text);
	return st;
}

status outputs_write(const char *folder, const struct results *results)
{
	char *report = xprintf("%s/" REPORT, folder);
	status st = dir_make(report);
	free(report);
	for (size_t i = 0; i < sizeof outputs / sizeof *outputs && !st; i++)
		st = write_one(folder, &outputs[i], results);
	return st;
}
