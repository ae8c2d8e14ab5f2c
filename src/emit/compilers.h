/* compilers: objections of compilers and sanitizers to a unit, as far as the gate has met them.
 *
 * The gate fills this in (emit/suite/gate/gate.c). Files that are written later take it into account. */
#ifndef SKEP_EMIT_COMPILERS_H
#define SKEP_EMIT_COMPILERS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/vec.h"

/* A warning that the test file of a source switches off. */
struct silenced {
	char *warning;               /* "unused-variable" */
	uint32_t source;
};

/* Begins as all zeroes. */
struct compilers {
	bool is_for_clang;           /* gcc cannot compile the unit */
	bool calls_by_other_type;    /* the unit calls functions through pointers of another type */
	bool has_short_objects;      /* the unit has objects of which only the first part is there */
	bool shifts_sign;            /* the unit shifts bits into the sign bit of numbers */
	bool asks_too_much;          /* the unit asks for more memory than there can be, and gets null */
	VEC(struct silenced) silenced;
};

static inline void compilers_release(struct compilers *compilers)
{
	for (size_t i = 0; i < compilers->silenced.n; i++)
		free(compilers->silenced.at[i].warning);
	vec_release(&compilers->silenced);
}

#endif
