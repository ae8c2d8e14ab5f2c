/* callable: the functions of the unit that tests may call. */
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
	const char *state;           /* the variables that tests set: "no", "auto", "all" */
	const char *failures;        /* tests may make calls into the C library fail: "no", "yes" */
};

/* Sets *callable, an entry per function, which the caller frees. Names that the unit does not have, and a
 * choice that leaves no function, are failures. */
MUST_USE status callable_choose(const struct function_choice *choice, struct model *model, bool **callable);
/* Makes the goals of inline functions in headers count, if the user names the functions. */
void callable_own_named(struct marks *marks, const text_list *only);

/* The next two functions need facts that building finds. */

/* Takes the variables out that a library defines and the target does not: they are the library's own. */
void callable_leave_foreign(const struct model *model, bool *callable);
/* Adds static functions of a part of a program where functions for users do not get: their callers may not be
 * part of the unit, or may need a state that nobody sets up. Adds variables that callable functions set, too. A
 * unit that stands by itself is tested as its users see it. */
void callable_add_reserve(const struct function_choice *choice, struct model *model, bool *callable);

#endif
