/* exchange_format: tests in the format of Test-Comp: metadata.xml, and testcase-N.xml with the
 * values in the order of the calls. */
#ifndef SKEP_EMIT_PROGRAMS_EXCHANGE_FORMAT_H
#define SKEP_EMIT_PROGRAMS_EXCHANGE_FORMAT_H

#include "emit/programs/program_suite.h"

struct task {
	const char *file, *property_file; /* as given */
	bool wants_error;                 /* the property is a call of reach_error() */
};

/* Writes OUT/test-suite for the tests and failures of the results. *n is the number of test cases. */
MUST_USE status exchange_format_write(const struct program_suite *suite, const struct task *task,
                                      const struct results *results, size_t *n);

#endif
