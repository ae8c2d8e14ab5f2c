/* project_index: the pages over the results of several targets of a project.
 *
 * Each target has results of its own in OUT/NAME. OUT/index.html and OUT/summary.json list them. */
#ifndef SKEP_EMIT_PROJECT_INDEX_H
#define SKEP_EMIT_PROJECT_INDEX_H

#include "base/str.h"
#include "cover/cover.h"
#include "emit/results.h"
#include "front/project/project.h"

/* The results of one target. */
struct target_row {
	const char *name;          /* of the unit, and of its folder in the output folder */
	size_t n_files;            /* files of the target that are tested */
	int code;                  /* exit code, as if the target had been run alone */
	const char *message;       /* the error message; NULL: there was no error */
	bool has_results;          /* the folder exists, and the following fields count */
	struct count branches;
	uint32_t tests, bugs, misuses, unclear;
};

struct project_results {
	const struct project *project;
	const char *command;       /* that repeats the run */
	const struct target_row *rows;
	size_t n_rows;
};

/* Fills in the row from the results of its target. */
void target_row_fill(struct target_row *row, const struct results *results);

void project_index_html(const struct project_results *results, struct sb *out);  /* index.html */
void project_summary_json(const struct project_results *results, struct sb *out); /* summary.json: docs/summary.md */

#endif
