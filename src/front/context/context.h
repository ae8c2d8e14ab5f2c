/* context: the neighbours of a unit, found by what it uses.
 *
 * A file of a project calls functions that other files define, and takes objects that other
 * files make. context_find() follows what the unit's functions name to the sources that
 * define it, and what those definitions name in turn, and adds the sources to the list as
 * its context. Only what can be reached from the unit is followed: a source of which one
 * function is used brings the neighbours of that function, not all of its own. */
#ifndef SKEP_FRONT_CONTEXT_H
#define SKEP_FRONT_CONTEXT_H

#include "front/project/database.h"
#include "front/front.h"

/* Where definitions may be found. */
struct context_pool {
	const struct database *database;   /* NULL: none */
	const char *const *with;           /* files, folders and patterns that the user names; files that */
	size_t n_with;                     /* are named one by one are linked in any case */
	const char *const *flags;          /* for those that no database has; those of the user */
	size_t n_flags;
	size_t limit;                      /* so many sources at most */
	const char *cache;                 /* folder to keep what was found in; NULL: it is not kept */
};

/* The outcome of the search, beside the sources themselves. */
struct context_found {
	size_t n_sources;
	size_t n_left;          /* names that a source beyond the limit seems to define */
	const char *target;     /* of the unit, as the database knows it; NULL: not known. In the list's arena */
};

/* Adds the context to a list of sources under test. Of several definitions of a name the one
 * of the same link target counts, else the nearest by path. A neighbour that does not compile
 * is left out, with a warning if the user named it. A name in `with` that matches no C source is a failure. */
MUST_USE status context_find(struct source_list *list, const struct context_pool *pool, struct context_found *found);

#endif
