/* cache: finished targets on disk, found again by what they were made of.
 * Private to instr/.
 *
 * An entry is a folder with the executable and the facts. It appears under its
 * name as a whole (rename), so any number of skeps can share the cache; one that
 * is damaged is removed and built anew. */
#ifndef SKEP_INSTR_CACHE_H
#define SKEP_INSTR_CACHE_H

#include "instr/compile.h"
#include "instr/instr.h"

struct cache {
	struct arena *arena;
	const char *folder;   /* NULL: nothing is kept */
	const char *entry;    /* where this target is or will be */
};

/* Opens the cache for one target. That it cannot be written is a warning. */
MUST_USE status cache_open(struct cache *cache, struct arena *arena, const struct unit *unit, enum build_kind kind,
                           const struct build_options *options, const char *runtime);
/* Fills target from the cache; false if it is not there, or damaged and now gone. */
bool cache_take(const struct cache *cache, struct target *target, struct unit *unit);
/* A folder of its own to put the executable ("target") into. */
MUST_USE status cache_stage(const struct cache *cache, struct target *target, const char **folder);
/* The executable is there: puts what the build learned beside it. */
MUST_USE status cache_write_facts(const char *staged, struct target *target, struct unit *unit);
/* Fills target from a staged folder that another process filled; false if what it
 * learned does not go with what the unit knows by now. */
bool cache_read_staged(const char *staged, struct target *target, struct unit *unit);
/* Makes what is staged an entry. */
MUST_USE status cache_keep(const struct cache *cache, const char *staged, struct target *target);
/* The build failed. */
void cache_drop(const struct cache *cache, const char *staged, struct target *target);

#endif
