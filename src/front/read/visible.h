/* visible: what a text declares for whatever stands behind it.
 *
 * A written test may say only what its file begins with: a function that no header there
 * declares, a struct whose definition is elsewhere or a macro that means something else would
 * not compile, or worse. Instead of asking a compiler afterwards, the beginning of the file is
 * parsed, with the flags of the source that it is for. */
#ifndef SKEP_FRONT_VISIBLE_H
#define SKEP_FRONT_VISIBLE_H

#include "base/map.h"
#include "base/status.h"
#include "base/vec.h"
#include "front/front.h"

/* The kind of a name at file scope. A tag has its keyword before it: "struct ring". */
enum sees {
	SEES_FUNCTION = 1,
	SEES_VARIABLE = 2,
	SEES_TYPE = 4,        /* typedef or tag */
	SEES_COMPLETE = 8,    /* a type whose size is known */
	SEES_NUMBER = 16,     /* enumerator */
	SEES_MACRO = 32,      /* also one that was undefined again */
	SEES_OWN_MACRO = 64,  /* one of the user's code or flags, not of the C library or the compiler */
	SEES_STATIC = 128,    /* a function or variable that is in this text alone */
	SEES_LIBRARY = 256,   /* no macro, and a header of the C library says so */
};

struct visible {
	struct strmap names;           /* -> enum sees, or'ed */
	VEC(const char *) in_order;    /* the same names */
	VEC(uint32_t) errors;          /* lines of the text that do not compile, or include what does not; 0:
	                                  nobody knows which */
	bool defines;                  /* functions or variables for other files */
	struct arena *arena;
};

/* Parses the text as a file beside the source, with its flags. One that cannot be parsed at
 * all is an error at line 0. The caller frees it. */
struct visible *visible_read(const struct source *source, const char *text);
void visible_free(struct visible *visible);

/* Reads each text once: the answer lives as long as the unit. `source` may be the number of
 * sources: the file of contracts. */
const struct visible *visible_in_unit(const struct unit *unit, uint32_t source, const char *text);

struct visible_cache *visible_cache_new(void);
void visible_cache_free(struct visible_cache *cache);

/* The kind of the name there; 0: it is not visible. */
unsigned visible_as(const struct visible *visible, const char *name);
/* Some line of the first `n` does not compile, or nobody knows which. */
bool visible_fails_before(const struct visible *visible, uint32_t n);
bool visible_fails_at(const struct visible *visible, uint32_t line);

/* For each function of the unit whether compilers know what one of that name does, and need not
 * call it. The caller frees it. */
bool *known_to_compilers(const struct unit *unit);

#endif
