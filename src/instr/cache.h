/* cache: finished targets on disk, found by a hash of their input. Private to instr/.
 *
 * An entry is a folder with the executable and the facts. It appears under its name as a whole
 * (rename), so any number of skeps can share the cache. A damaged entry is removed and built anew. */
#ifndef SKEP_INSTR_CACHE_H
#define SKEP_INSTR_CACHE_H

#include "instr/compile.h"
#include "instr/instr.h"

struct cache {
	struct arena *arena;
	const char *folder;   /* NULL: nothing is kept */
	const char *entry;    /* the folder of this target, which may not exist yet */
};

/* Opens the cache for one target. If the cache cannot be written, there is only a warning. */
MUST_USE status cache_open(struct cache *cache, struct arena *arena, const struct unit *unit, enum build_kind kind,
                           const struct build_options *options, const char *runtime);
/* Fills target from the cache; false if there is no entry, or a damaged one, which is removed. */
bool cache_take(const struct cache *cache, struct target *target, struct unit *unit);
/* Gives a new folder for the executable ("target"). */
MUST_USE status cache_stage(const struct cache *cache, struct target *target, const char **folder);
/* Writes the learned facts beside the executable, which must exist. */
MUST_USE status cache_write_facts(const char *staged, struct target *target, struct unit *unit);
/* Fills target from a staged folder that another process filled; false if its facts contradict
 * those that the unit has by now. */
bool cache_read_staged(const char *staged, struct target *target, struct unit *unit);
/* Makes the staged folder an entry. */
MUST_USE status cache_keep(const struct cache *cache, const char *staged, struct target *target);
/* Removes the staged folder after a failure. */
void cache_drop(const struct cache *cache, const char *staged, struct target *target);

#endif
