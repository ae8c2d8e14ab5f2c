/* tree_map: a map from int to int in a red-black tree. */
#ifndef TREE_MAP_H
#define TREE_MAP_H

#include <stdbool.h>
#include <stddef.h>

struct tree_map;

struct tree_map *tree_map_new(void);
/* NULL is fine. */
void tree_map_free(struct tree_map *map);

/* True if the key is new; if not, its value is replaced. */
bool tree_map_put(struct tree_map *map, int key, int value);
/* False if there is no such key. */
bool tree_map_remove(struct tree_map *map, int key);
void tree_map_clear(struct tree_map *map);

size_t tree_map_size(const struct tree_map *map);
bool tree_map_contains_key(const struct tree_map *map, int key);
bool tree_map_contains_value(const struct tree_map *map, int value);
/* The value of a key; false if there is no such key. */
bool tree_map_get(const struct tree_map *map, int key, int *value);

/* The smallest and the largest key; false if the map is empty. */
bool tree_map_first_key(const struct tree_map *map, int *key);
bool tree_map_last_key(const struct tree_map *map, int *key);
/* The next key below and above this one; false if there is none. */
bool tree_map_lower_key(const struct tree_map *map, int key, int *lower);
bool tree_map_higher_key(const struct tree_map *map, int key, int *higher);
/* The number of keys from low to high, both included. */
size_t tree_map_count_between(const struct tree_map *map, int low, int high);
/* True if both have the same keys with the same values. */
bool tree_map_equal(const struct tree_map *a, const struct tree_map *b);

/* 1 if the tree is a red-black tree with its keys in order, else 0. */
int tree_map_is_valid(const struct tree_map *map);

#endif
