/* context: the neighbours of a unit, found by the names that the unit uses.
 *
 * A file of a project calls functions that other files define, and takes objects that other files
 * make. context_find() follows the names in the unit's functions to the sources that define them,
 * then the names in those definitions, and adds these sources to the list as its context. Only
 * definitions that the unit reaches are followed: if one function of a source is used, the
 * neighbours of that function are added, not the neighbours of the whole source. */
#ifndef SKEP_FRONT_CONTEXT_H
#define SKEP_FRONT_CONTEXT_H

#include "front/project/database.h"
#include "front/front.h"

/* Where definitions may be found. */
struct context_pool {
	const struct database *database;   /* NULL: none */
	const char *const *with;           /* files, folders and patterns that the user names; a file that */
	size_t n_with;                     /* is named itself is linked in any case */
	const char *const *flags;          /* the user's flags, for sources that are in no database */
	size_t n_flags;
	size_t limit;                      /* most sources in the context */
	const char *cache;                 /* folder in which the result is kept; NULL: it is not kept */
};

/* The result of the search, beside the sources themselves. */
struct context_found {
	size_t n_sources;
	size_t n_left;          /* names that a source beyond the limit seems to define */
	const char *target;     /* the unit's link target in the database; NULL: not known. In the list's arena */
};

/* Adds the context to a list of sources under test. Of several definitions of a name, the one in the same link
 * target is taken, else the one with the nearest path. A neighbour that does not compile is left out, with a
 * warning if the user named it. If a name in `with` matches no C source, the function fails. */
MUST_USE status context_find(struct source_list *list, const struct context_pool *pool, struct context_found *found);

#endif
