/* map: hash tables from a 64-bit key or a string to a 64-bit value.
 *
 * Iteration order is never offered: results must not depend on it. */
#ifndef SKEP_BASE_MAP_H
#define SKEP_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map_slot {
	uint64_t key, value;
	bool used;
};

/* Zero-initialise both kinds. */
struct map {
	struct map_slot *slots;
	size_t n, cap;
};

struct strmap_slot {
	char *key; /* owned; NULL: free */
	uint64_t value;
};

struct strmap {
	struct strmap_slot *slots;
	size_t n, cap;
};

/* The place of the value for key, added as 0 if it was not there. The pointer
 * holds until the next map_put. *added (may be NULL) tells which. */
uint64_t *map_put(struct map *map, uint64_t key, bool *added);
/* NULL if the key is not there. */
uint64_t *map_get(const struct map *map, uint64_t key);
void map_release(struct map *map);

uint64_t *strmap_put(struct strmap *map, const char *key, bool *added);
uint64_t *strmap_get(const struct strmap *map, const char *key);
void strmap_release(struct strmap *map);

/* XXH3; stable across runs and machines. */
uint64_t hash_bytes(const void *bytes, size_t size, uint64_t seed);
uint64_t hash_text(const char *text, uint64_t seed);

#endif
