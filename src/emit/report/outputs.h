/* outputs: the files besides the tests, each printed from struct results. */
#ifndef SKEP_EMIT_OUTPUTS_H
#define SKEP_EMIT_OUTPUTS_H

#include "base/status.h"
#include "base/str.h"
#include "emit/results.h"

void report_html(const struct results *results, struct sb *out);   /* report/index.html: one file, no network */
void summary_json(const struct results *results, struct sb *out);  /* summary.json: docs/summary.md */
void lcov_info(const struct results *results, struct sb *out);     /* coverage.info */
void junit_xml(const struct results *results, struct sb *out);     /* junit.xml */
void sarif_json(const struct results *results, struct sb *out);    /* bugs.sarif: SARIF 2.1.0 */

/* The names of these files in the folder of results; ends with NULL. */
extern const char *const output_names[];

/* Writes all these files into the folder. */
MUST_USE status outputs_write(const char *folder, const struct results *results);

#endif
