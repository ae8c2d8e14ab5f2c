/* map: see map.h. Open addressing, linear probing, at most half full. */
#define XXH_INLINE_ALL
#include "base/map.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/mem.h"

uint64_t hash_bytes(const void *bytes, size_t size, uint64_t seed)
{
	return XXH3_64bits_withSeed(bytes, size, seed);
}

uint64_t hash_text(const char *text, uint64_t seed)
{
	return hash_bytes(text, strlen(text), seed);
}

static uint64_t mix(uint64_t key)
{
	key = (key ^ (key >> 32)) * 0x9e3779b97f4a7c15u;
	return key ^ (key >> 29);
}

static struct map_slot *find(const struct map *map, uint64_t key)
{
	size_t i = mix(key) & (map->cap - 1);
	while (map->slots[i].used && map->slots[i].key != key)
		i = (i + 1) & (map->cap - 1);
	return &map->slots[i];
}

static void grow(struct map *map)
{
	struct map old = *map;
	map->cap = old.cap ? 2 * old.cap : 16;
	map->slots = xcalloc(map->cap, sizeof *map->slots);
	for (size_t i = 0; i < old.cap; i++)
		if (old.slots[i].used)
			*find(map, old.slots[i].key) = old.slots[i];
	free(old.slots);
}

uint64_t *map_put(struct map *map, uint64_t key, bool *added)
{
	if (2 * (map->n + 1) > map->cap)
		grow(map);
	struct map_slot *slot = find(map, key);
	if (added)
		*added = !slot->used;
	if (!slot->used) {
		*slot = (struct map_slot){ .key = key, .used = true };
		map->n++;
	}
	return &slot->value;
}

uint64_t *map_get(const struct map *map, uint64_t key)
{
	if (!map->cap)
		return NULL;
	struct map_slot *slot = find(map, key);
	return slot->used ? &slot->value : NULL;
}

void map_release(struct map *map)
{
	free(map->slots);
	*map = (struct map){ 0 };
}

static struct strmap_slot *find_text(const struct strmap *map, const char *key)
{
	size_t i = hash_text(key, 0) & (map->cap - 1);
	while (map->slots[i].key && strcmp(map->slots[i].key, key) != 0)
		i = (i + 1) & (map->cap - 1);
	return &map->slots[i];
}

static void grow_text(struct strmap *map)
{
	struct strmap old = *map;
	map->cap = old.cap ? 2 * old.cap : 16;
	map->slots = xcalloc(map->cap, sizeof *map->slots);
	for (size_t i = 0; i < old.cap; i++)
		if (old.slots[i].key)
			*find_text(map, old.slots[i].key) = old.slots[i];
	free(old.slots);
}

uint64_t *strmap_put(struct strmap *map, const char *key, bool *added)
{
	if (2 * (map->n + 1) > map->cap)
		grow_text(map);
	struct strmap_slot *slot = find_text(map, key);
	if (added)
		*added = !slot->key;
	if (!slot->key) {
		*slot = (struct strmap_slot){ .key = xstrdup(key) };
		map->n++;
	}
	return &slot->value;
}

uint64_t *strmap_get(const struct strmap *map, const char *key)
{
	if (!map->cap)
		return NULL;
	struct strmap_slot *slot = find_text(map, key);
	return slot->key ? &slot->value : NULL;
}

void strmap_release(struct strmap *map)
{
	for (size_t i = 0; i < map->cap; i++)
		free(map->slots[i].key);
	free(map->slots);
	*map = (struct strmap){ 0 };
}
