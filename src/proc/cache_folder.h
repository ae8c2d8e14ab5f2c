/* cache_folder: the folder for results that skep may need again. Everything in it can be made anew,
 * so a cache that cannot be used only costs time. */
#ifndef SKEP_PROC_CACHE_FOLDER_H
#define SKEP_PROC_CACHE_FOLDER_H

#include <stdint.h>

#include "base/mem.h"
#include "base/status.h"

/* `given`, or else $XDG_CACHE_HOME/skep or ~/.cache/skep, which is made if it does not exist. NULL
 * if nothing can be kept, with a warning the first time. In the arena. */
const char *cache_folder(struct arena *arena, const char *given);

/* Adds the content of a file to the hash. */
MUST_USE status hash_file(const char *path, uint64_t *hash);
/* Adds the running program to the hash, because another version of skep may work differently. */
MUST_USE status hash_program(uint64_t *hash);

#endif
