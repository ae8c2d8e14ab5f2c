/* front_cache: units as they were read, kept on disk. Private to front/.
 *
 * An entry is a file. Its name comes from the request (sources, flags, folder) and the reader (this
 * build of skep, this clang). An entry appears as a whole, so any number of skeps can share it. It
 * is used only if it is whole and every file that it was read from is unchanged (manifest.h);
 * otherwise it is replaced. */
#ifndef SKEP_FRONT_FRONT_CACHE_H
#define SKEP_FRONT_FRONT_CACHE_H

#include "front/front.h"
#include "front/manifest.h"

/* The path of the entry for these sources, in the arena. */
MUST_USE status front_cache_entry(const char *folder, const struct source_list *sources, struct arena *arena,
                                  const char **entry);
/* The unit in the entry, which the caller frees; NULL: it has to be read from the sources. */
struct unit *front_cache_load(const char *entry, const struct source_list *sources);
/* Writes the entry. If it cannot be written, nothing fails. */
void front_cache_store(const char *entry, struct unit *unit, struct manifest *manifest);

#endif
