/* known: functions that nobody defines and everybody knows.
 *
 * strlcpy() is not in every C library, and xmalloc() is in no C library; but name and
 * prototype together say what they do. Each is a row of a table (known.c) with a body
 * in C. The same text is compiled into targets and printed into test files, so tests
 * see one behaviour everywhere. The text names nothing that a header declares and
 * nothing that a macro could change. */
#ifndef SKEP_MODEL_KNOWN_H
#define SKEP_MODEL_KNOWN_H

#include "base/str.h"
#include "model/model.h"

/* The function that known_body() calls to end the program; known_exit_declaration declares it. */
#define KNOWN_EXIT "stand_in_exit"
extern const char known_exit_declaration[];

struct known {
	const char *as;     /* what it behaves like: "malloc" */
	const char *body;   /* its statements, on parameters arg1, arg2, ...; NULL: it ends the program */
	bool ends_on_failure; /* it gives memory or ends the program; else null */
	bool in_context;    /* arg1 is a struct that the memory belongs to, perhaps until that ends: what the
	                       unit does with the memory is only half known */
};

/* True if the function of that name and type is a known one. */
bool known_function(const struct model *model, const char *name, type_id type, struct known *known);
/* Appends the statements, each line indented by four spaces. */
void known_body(const struct known *known, struct sb *out);
/* The statements call KNOWN_EXIT. */
bool known_exits(const struct known *known);

#endif
