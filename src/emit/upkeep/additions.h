/* additions: new tests put into the files of a kept suite. */
#ifndef SKEP_EMIT_UPKEEP_ADDITIONS_H
#define SKEP_EMIT_UPKEEP_ADDITIONS_H

#include "emit/upkeep/refresh.h"

struct addition {
	const char *file, *name;
	const char *from;            /* the text of the file with the test */
	const char *steps, *place;   /* the steps as they are kept; "ini.c:121" */
};

/* Writes each test into the kept files if it compiles and holds there, notes it and keeps its steps. `makefile`
 * is the makefile of the texts. */
MUST_USE status additions_put(struct refresh *refresh, const struct addition *tests, size_t n, const char *makefile);

#endif
