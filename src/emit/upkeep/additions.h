/* additions: new tests put into the files of a kept suite. */
#ifndef SKEP_EMIT_UPKEEP_ADDITIONS_H
#define SKEP_EMIT_UPKEEP_ADDITIONS_H

#include "emit/upkeep/refresh.h"

struct addition {
	const char *file, *name;
	const char *from;            /* the text of a file that it stands in */
	const char *steps, *place;   /* as kept; "ini.c:121" */
};

/* Tests that build and hold in the kept files are written there, noted and kept. `makefile` is the one that the
 * texts were written for. */
MUST_USE status additions_put(struct refresh *refresh, const struct addition *tests, size_t n, const char *makefile);

#endif
