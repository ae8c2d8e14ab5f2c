/* callable: which functions of the unit tests may call. */
#ifndef SKEP_CLI_CALLABLE_H
#define SKEP_CLI_CALLABLE_H

#include "base/status.h"
#include "cli/options.h"
#include "model/marks.h"
#include "model/model.h"

/* The user's wish. */
struct function_choice {
	text_list only, skip;        /* names */
	bool statics;                /* static functions are called, too */
	const char *state;           /* which variables tests set: "no", "auto", "all" */
	const char *failures;        /* calls into the C library fail where tests want it: "no", "yes" */
};

/* One entry per function in *callable, for free(). Names that the unit does not have, and a choice
 * that leaves no function, are failures. */
MUST_USE status callable_choose(const struct function_choice *choice, struct model *model, bool **callable);
/* The goals of inline functions of headers count if the user names the functions. */
void callable_own_named(struct marks *marks, const text_list *only);

/* These two need the facts that building found. */

/* A variable that some library defines, and not the target, is the library's own. */
void callable_leave_foreign(const struct model *model, bool *callable);
/* Static functions of a part of a program are called directly where functions for users do not
 * get: their callers may not be part of the unit, or need a state that nobody sets up. Variables that
 * callable functions set may be set by tests, too. A unit that stands by itself is tested as its users
 * see it. */
void callable_add_reserve(const struct function_choice *choice, struct model *model, bool *callable);

#endif
