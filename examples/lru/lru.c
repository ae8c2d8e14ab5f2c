/* lru: see lru.h. Entries live in one array; they are linked twice, in a chain
 * per hash bucket and in a ring from newest to oldest through entry 0. */
#include "lru.h"

#include <stdint.h>
#include <stdlib.h>

struct entry {
	int key, value;
	uint32_t newer, older; /* ring; 0: the head */
	uint32_t chain;        /* next in the bucket, or next free; 0: none */
};

struct lru {
	struct entry *entries; /* entries[0] is the head of the ring */
	uint32_t *buckets;
	uint32_t n_buckets; /* a power of two */
	uint32_t free;
	size_t n;
	lru_evicted *evicted;
	void *user;
};

static uint32_t power_of_two_from(size_t n)
{
	uint32_t power = 1;
	while (power < n)
		power *= 2;
	return power;
}

struct lru *lru_new(size_t capacity)
{
	if (capacity == 0 || capacity > LRU_MAX_CAPACITY)
		return NULL;
	struct lru *lru = calloc(1, sizeof *lru);
	if (!lru)
		return NULL;
	lru->n_buckets = power_of_two_from(capacity);
	lru->entries = calloc(capacity + 1, sizeof *lru->entries);
	lru->buckets = calloc(lru->n_buckets, sizeof *lru->buckets);
	if (!lru->entries || !lru->buckets) {
		lru_free(lru);
		return NULL;
	}
	for (uint32_t i = 1; i < capacity; i++)
		lru->entries[i].chain = i + 1;
	lru->free = 1;
	return lru;
}

void lru_free(struct lru *lru)
{
	if (!lru)
		return;
	free(lru->entries);
	free(lru->buckets);
	free(lru);
}

void lru_on_evict(struct lru *lru, lru_evicted *evicted, void *user)
{
	lru->evicted = evicted;
	lru->user = user;
}

size_t lru_count(const struct lru *lru)
{
	return lru->n;
}

static uint32_t bucket_of(const struct lru *lru, int key)
{
	return ((uint32_t)key * 2654435769u >> 8) & (lru->n_buckets - 1);
}

/* The link to the entry of a key, or to the 0 at the end of its chain. */
static uint32_t *find(const struct lru *lru, int key)
{
	uint32_t *link = &lru->buckets[bucket_of(lru, key)];
	while (*link && lru->entries[*link].key != key)
		link = &lru->entries[*link].chain;
	return link;
}

static void leave_ring(struct lru *lru, uint32_t i)
{
	struct entry *entry = &lru->entries[i];
	lru->entries[entry->newer].older = entry->older;
	lru->entries[entry->older].newer = entry->newer;
}

static void become_newest(struct lru *lru, uint32_t i)
{
	struct entry *head = &lru->entries[0];
	lru->entries[i].newer = 0;
	lru->entries[i].older = head->older;
	lru->entries[head->older].newer = i;
	head->older = i;
}

static void take_out(struct lru *lru, uint32_t *link)
{
	uint32_t i = *link;
	*link = lru->entries[i].chain;
	leave_ring(lru, i);
	lru->entries[i].chain = lru->free;
	lru->free = i;
	lru->n--;
}

static void evict_oldest(struct lru *lru)
{
	struct entry gone = lru->entries[lru->entries[0].newer];
	take_out(lru, find(lru, gone.key));
	if (lru->evicted)
		lru->evicted(gone.key, gone.value, lru->user);
}

bool lru_put(struct lru *lru, int key, int value)
{
	uint32_t found = *find(lru, key);
	if (found) {
		lru->entries[found].value = value;
		leave_ring(lru, found);
		become_newest(lru, found);
		return false;
	}
	if (!lru->free)
		evict_oldest(lru);
	uint32_t i = lru->free;
	uint32_t *bucket = &lru->buckets[bucket_of(lru, key)];
	lru->free = lru->entries[i].chain;
	lru->entries[i].key = key;
	lru->entries[i].value = value;
	lru->entries[i].chain = *bucket;
	*bucket = i;
	become_newest(lru, i);
	lru->n++;
	return true;
}

bool lru_peek(const struct lru *lru, int key, int *value)
{
	uint32_t found = *find(lru, key);
	if (!found)
		return false;
	*value = lru->entries[found].value;
	return true;
}

bool lru_get(struct lru *lru, int key, int *value)
{
	uint32_t found = *find(lru, key);
	if (!found)
		return false;
	*value = lru->entries[found].value;
	leave_ring(lru, found);
	become_newest(lru, found);
	return true;
}

bool lru_remove(struct lru *lru, int key)
{
	uint32_t *link = find(lru, key);
	if (!*link)
		return false;
	take_out(lru, link);
	return true;
}

bool lru_oldest(const struct lru *lru, int *key)
{
	if (lru->n == 0)
		return false;
	*key = lru->entries[lru->entries[0].newer].key;
	return true;
}
