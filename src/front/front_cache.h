/* front_cache: units as they were read, kept on disk. Private to front/.
 *
 * An entry is one file, named by what was asked (sources, flags, folder) and by
 * who read it (this build of skep, this clang). It appears as a whole, so any
 * number of skeps can share it; it is used only if it is whole and every file
 * it was read from still says the same (manifest.h), and is replaced if not. */
#ifndef SKEP_FRONT_FRONT_CACHE_H
#define SKEP_FRONT_FRONT_CACHE_H

#include "front/front.h"
#include "front/manifest.h"

/* The entry's path, in the arena. */
MUST_USE status front_cache_entry(const char *folder, const struct source_list *sources, struct arena *arena,
                                  const char **entry);
/* The tables and texts of the unit; NULL: they have to be read from the sources. */
struct unit *front_cache_load(const char *entry, const struct source_list *sources);
/* A cache that cannot be written is no failure. */
void front_cache_store(const char *entry, struct unit *unit, struct manifest *manifest);

#endif
