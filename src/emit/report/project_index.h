/* project_index: the pages over the results of several targets of a project.
 *
 * Each target has results of its own in OUT/NAME; OUT/index.html and OUT/summary.json list them. */
#ifndef SKEP_EMIT_PROJECT_INDEX_H
#define SKEP_EMIT_PROJECT_INDEX_H

#include "base/str.h"
#include "cover/cover.h"
#include "emit/results.h"
#include "front/project/project.h"

/* The results of one target. */
struct target_row {
	const char *name;          /* of the unit, and of its folder in the output folder */
	size_t n_files;            /* that are tested */
	int code;                  /* exit code, as if it had been run alone */
	const char *message;       /* what went wrong; NULL: nothing did */
	bool has_results;          /* the folder is there, and what follows counts */
	struct count branches;
	uint32_t tests, bugs, misuses, unclear;
};

struct project_results {
	const struct project *project;
	const char *command;       /* as the user could repeat it */
	const struct target_row *rows;
	size_t n_rows;
};

/* Fills in what results say. */
void target_row_fill(struct target_row *row, const struct results *results);

void project_index_html(const struct project_results *results, struct sb *out);  /* index.html */
void project_summary_json(const struct project_results *results, struct sb *out); /* summary.json: docs/summary.md */

#endif
