/* context_cache: the context that was found, kept until something changes. Private to front/.
 *
 * Finding it parses every source of it; whether anything changed since is seen by hashes. */
#ifndef SKEP_FRONT_CONTEXT_CACHE_H
#define SKEP_FRONT_CONTEXT_CACHE_H

#include "front/manifest.h"

struct context_record {
	struct manifest manifest;       /* of all sources that were parsed */
	VEC(const char *) files;        /* of the context, absolute, in their order */
	uint64_t n_left;
};

/* The path of the entry for what was asked, which `key` stands for; in the arena. */
const char *context_cache_entry(const char *folder, uint64_t key, struct arena *arena);
/* Reads an entry into a record whose manifest has an arena; false: there is none, or it does
 * not hold any more. */
bool context_cache_load(const char *entry, struct context_record *record);
/* A record that cannot be kept costs time, and nothing else. */
void context_cache_store(const char *entry, struct context_record *record);
void context_record_release(struct context_record *record);

#endif
