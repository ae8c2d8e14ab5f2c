/* visible: the names that a text declares for the text behind it.
 *
 * A written test may use only names that the beginning of its file declares. A function that no
 * header there declares, a struct whose definition is elsewhere, or a macro with another meaning
 * would not compile, or worse. So the beginning of the file is parsed, with the flags of the source
 * that it is for, instead of asking a compiler afterwards. */
#ifndef SKEP_FRONT_VISIBLE_H
#define SKEP_FRONT_VISIBLE_H

#include "base/map.h"
#include "base/status.h"
#include "base/vec.h"
#include "front/front.h"

/* The kind of a name at file scope. The name of a tag has its keyword before it: "struct ring". */
enum sees {
	SEES_FUNCTION = 1,
	SEES_VARIABLE = 2,
	SEES_TYPE = 4,        /* typedef or tag */
	SEES_COMPLETE = 8,    /* a type whose size is known */
	SEES_NUMBER = 16,     /* enumerator */
	SEES_MACRO = 32,      /* a macro, even if it was undefined again */
	SEES_OWN_MACRO = 64,  /* a macro of the user's code or flags, not of the C library or the compiler */
	SEES_STATIC = 128,    /* a function or variable that only this text has */
	SEES_LIBRARY = 256,   /* not a macro, and a header of the C library declares it */
};

struct visible {
	struct strmap names;           /* -> enum sees, or'ed */
	VEC(const char *) in_order;    /* the same names */
	VEC(uint32_t) errors;          /* lines of the text that do not compile, or that include a file that
	                                  does not; 0: the line is not known */
	bool defines;                  /* the text defines functions or variables for other files */
	struct arena *arena;
};

/* Parses the text as a file beside the source, with its flags; the caller frees the result. A text
 * that cannot be parsed at all has an error at line 0. */
struct visible *visible_read(const struct source *source, const char *text);
void visible_free(struct visible *visible);

/* Like visible_read(), but reads each text once; the result lives as long as the unit. If `source`
 * is the number of sources, the file of contracts is meant. */
const struct visible *visible_in_unit(const struct unit *unit, uint32_t source, const char *text);

struct visible_cache *visible_cache_new(void);
void visible_cache_free(struct visible_cache *cache);

/* The kinds of the name in the text; 0: it is not visible. */
unsigned visible_as(const struct visible *visible, const char *name);
/* One of the first `n` lines does not compile, or the line of an error is not known. */
bool visible_fails_before(const struct visible *visible, uint32_t n);
bool visible_fails_at(const struct visible *visible, uint32_t line);

/* For each function of the unit: compilers know a function of this name, and may compute its calls.
 * The caller frees the array. */
bool *known_to_compilers(const struct unit *unit);

#endif
