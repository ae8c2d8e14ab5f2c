/* lru: a cache of a fixed number of entries; when it is full, the entry that was
 * not used for the longest time goes. */
#ifndef LRU_H
#define LRU_H

#include <stdbool.h>
#include <stddef.h>

struct lru;

/* Called with each entry that has to go to make room. */
typedef void lru_evicted(int key, int value, void *user);

#define LRU_MAX_CAPACITY 65536

/* NULL if the capacity is 0 or above LRU_MAX_CAPACITY, or without memory. */
struct lru *lru_new(size_t capacity);
void lru_free(struct lru *lru);
void lru_on_evict(struct lru *lru, lru_evicted *evicted, void *user);

size_t lru_count(const struct lru *lru);
/* Adds or replaces an entry and makes it the newest. Returns true if it is new. */
bool lru_put(struct lru *lru, int key, int value);
/* Makes the entry the newest; false if there is none, and *value is left alone. */
bool lru_get(struct lru *lru, int key, int *value);
/* As lru_get(), without using the entry. */
bool lru_peek(const struct lru *lru, int key, int *value);
bool lru_remove(struct lru *lru, int key);
/* The key of the entry that would go next; false if the cache is empty. */
bool lru_oldest(const struct lru *lru, int *key);

#endif
