/* known: functions that no source defines and everybody knows.
 *
 * strlcpy() is not in every C library, and xmalloc() is in none, but name and prototype together
 * tell their behaviour. Each is a row of a table (known.c) with a body in C. This text is compiled
 * into targets and printed into test files, so both behave alike. It uses no name from a header,
 * and nothing that a macro could change. */
#ifndef SKEP_MODEL_KNOWN_H
#define SKEP_MODEL_KNOWN_H

#include "base/str.h"
#include "model/model.h"

/* Declares the function that known_body() calls to end the program. */
#define KNOWN_EXIT "stand_in_exit"
extern const char known_exit_declaration[];

struct known {
	const char *as;     /* the function that it behaves like: "malloc" */
	const char *body;   /* its statements, with parameters arg1, arg2, ...; NULL: it ends the program */
	bool ends_on_failure; /* if it can give no memory, it ends the program; else it returns null */
	bool in_context;    /* arg1 is a struct that the memory belongs to, perhaps until the struct ends, so
	                       the further life of the memory is only half known */
};

/* True if a function with this name and type is known. */
bool known_function(const struct model *model, const char *name, type_id type, struct known *known);
/* Appends the statements, each line indented by four spaces. */
void known_body(const struct known *known, struct sb *out);
/* The statements call KNOWN_EXIT. */
bool known_exits(const struct known *known);

#endif
