/* stand_ins: functions and variables that the unit uses and nobody defines, as users are told of them. */
#ifndef SKEP_EMIT_STAND_INS_H
#define SKEP_EMIT_STAND_INS_H

#include "base/str.h"
#include "model/model.h"

enum stand_in_kind {
	STAND_IN_MADE_UP,  /* returns the value that a test chooses, or zero */
	STAND_IN_KNOWN,    /* behaves as its name and type tell */
	STAND_IN_ENDS,     /* never returns */
	STAND_IN_VARIABLE, /* zeroes */
};

/* Returns the number of stand-ins: functions first, then variables. */
uint32_t stand_ins_count(const struct model *model);

struct stand_in_view {
	enum stand_in_kind kind;
	const char *name;
	const char *declaration;   /* "long clock_ms(void)"; NULL: its type is not known */
	const char *behaviour;     /* "behaves as malloc()" */
};

/* Returns the view of stand-in i. Its texts are in the arena. */
struct stand_in_view stand_in_view(const struct model *model, uint32_t i, struct arena *arena);

/* Appends names, at most `limit`, as "clock_ms, user_of and 12 more": of stand-ins whose behaviour is known, or
 * of all others. Appends nothing if there are none. */
void stand_ins_names(const struct model *model, bool known, uint32_t limit, struct sb *out);

#endif
