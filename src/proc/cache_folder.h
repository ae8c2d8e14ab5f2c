/* cache_folder: where skep keeps what it may need again. Everything in it can be
 * made anew, so a cache that cannot be used costs time and nothing else. */
#ifndef SKEP_PROC_CACHE_FOLDER_H
#define SKEP_PROC_CACHE_FOLDER_H

#include <stdint.h>

#include "base/mem.h"
#include "base/status.h"

/* `given`, or else $XDG_CACHE_HOME/skep or ~/.cache/skep; made if it is not there.
 * NULL if nothing can be kept: the first time with a warning. In the arena. */
const char *cache_folder(struct arena *arena, const char *given);

/* Adds the content of a file to the hash. */
MUST_USE status hash_file(const char *path, uint64_t *hash);
/* Adds the running program: another skep may do things in another way. */
MUST_USE status hash_program(uint64_t *hash);

#endif
