/* reducing: the work of skep reduce on seeds of programs and on sequences of calls. Private to cli/program. */
#ifndef SKEP_CLI_PROGRAM_REDUCING_H
#define SKEP_CLI_PROGRAM_REDUCING_H

#include "cli/unit_input.h"
#include "reduce/seed_runs.h"

struct reduce_settings {
	const char *keep, *command, *out;
	const char *tests;           /* a file of sequences of calls; NULL: seeds of a program */
	uint64_t tries;
	double seconds;              /* for each; 0: no limit */
};

/* A line of the table, of test or seed `number`. */
struct reduced {
	size_t number;
	struct seed_run before, after;
	uint64_t size_before, size_after; /* bytes, or calls */
	uint64_t tries;
};

/* Prints the line. Returns the percentage by which the path got shorter. */
double reduced_print(const struct reduced *reduced);
void reduced_summary(double *rates, size_t n);

/* reduce_calls.c: reduces the sequences of settings->tests. */
MUST_USE status reduce_calls(const struct reduce_settings *settings, struct unit_input *input);
/* Runs the user's command in a folder; *keeps: it exited with 0. */
MUST_USE status reduce_ask(const char *command, const char *folder, bool *keeps);

#endif
