/* context_cache: keeps the result of context_find() until a file changes. Private to front/.
 *
 * The search parses every source of the context; hashes show much sooner that nothing has changed. */
#ifndef SKEP_FRONT_CONTEXT_CACHE_H
#define SKEP_FRONT_CONTEXT_CACHE_H

#include "front/manifest.h"

struct context_record {
	struct manifest manifest;       /* of all sources that the search parsed */
	VEC(const char *) files;        /* of the context: absolute paths in their order */
	uint64_t n_left;
};

/* The path of the entry for a request, which `key` is the hash of; in the arena. */
const char *context_cache_entry(const char *folder, uint64_t key, struct arena *arena);
/* Reads an entry into a record whose manifest has an arena. False: there is no entry, or a file has
 * changed. */
bool context_cache_load(const char *entry, struct context_record *record);
/* Writes an entry. A failure only costs time later. */
void context_cache_store(const char *entry, struct context_record *record);
void context_record_release(struct context_record *record);

#endif
