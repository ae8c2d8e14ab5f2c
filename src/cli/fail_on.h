/* fail_on: which findings make skep exit with 1, for continuous integration. */
#ifndef SKEP_CLI_FAIL_ON_H
#define SKEP_CLI_FAIL_ON_H

#include "base/status.h"
#include "emit/results.h"

/* Each includes those before it. */
enum fail_on { FAIL_ON_NEVER, FAIL_ON_BUG, FAIL_ON_UNCLEAR, FAIL_ON_MISUSE };

#define FAIL_ON_HELP "exit with 1 if one was found: bug, unclear (or bug), misuse (or any), never (default)"

/* NULL is the default: never. */
MUST_USE status fail_on_parse(const char *name, enum fail_on *fail_on);
/* TROUBLE_FOUND if there are findings that the user asked to fail on. */
MUST_USE status fail_on_check(enum fail_on fail_on, const struct results *results);

#endif
