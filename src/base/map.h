/* map: hash tables from a 64-bit key or a string to a 64-bit value.
 *
 * There is no iteration, so results cannot depend on an order. */
#ifndef SKEP_BASE_MAP_H
#define SKEP_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map_slot {
	uint64_t key, value;
	bool used;
};

/* Zero-initialise both kinds of map. */
struct map {
	struct map_slot *slots;
	size_t n, cap;
};

struct strmap_slot {
	char *key; /* owned; NULL: the slot is free */
	uint64_t value;
};

struct strmap {
	struct strmap_slot *slots;
	size_t n, cap;
};

/* The place of the value for the key; a missing key is added with the value 0, and *added (which
 * may be NULL) is set. The pointer is valid until the next map_put(). */
uint64_t *map_put(struct map *map, uint64_t key, bool *added);
/* The place of the value; NULL: the map does not have the key. */
uint64_t *map_get(const struct map *map, uint64_t key);
void map_release(struct map *map);

uint64_t *strmap_put(struct strmap *map, const char *key, bool *added);
uint64_t *strmap_get(const struct strmap *map, const char *key);
void strmap_release(struct strmap *map);

/* An XXH3 hash, equal in all runs and on all machines. */
uint64_t hash_bytes(const void *bytes, size_t size, uint64_t seed);
uint64_t hash_text(const char *text, uint64_t seed);

#endif
