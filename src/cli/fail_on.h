/* fail_on: the findings for which skep exits with 1, for continuous integration. */
#ifndef SKEP_CLI_FAIL_ON_H
#define SKEP_CLI_FAIL_ON_H

#include "base/status.h"
#include "emit/results.h"

/* Classes of findings, a bit each; 0: never. */
enum fail_on { FAIL_ON_NEVER = 0, FAIL_ON_BUG = 1, FAIL_ON_ERROR_PATH = 2, FAIL_ON_UNCLEAR = 4, FAIL_ON_MISUSE = 8 };

#define FAIL_ON_HELP                                                                                          \
	"exit with 1 if one was found: bug, unclear (or bug), misuse (or both), error-path (after a failed call), never (default)"

/* Parses a list with commas between classes; NULL is the default: never. */
MUST_USE status fail_on_parse(const char *names, unsigned *fail_on);
/* Fails with TROUBLE_FOUND if there are findings of these classes. */
MUST_USE status fail_on_check(unsigned fail_on, const struct results *results);

#endif
