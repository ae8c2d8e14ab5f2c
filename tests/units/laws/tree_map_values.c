/* tree_map_values: see tree_map_values.h. */
#include "tree_map_values.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../containers/alloc.h"

static int value_of(const struct tree_map *map, int key)
{
	int value = 0;
	tree_map_get(map, key, &value);
	return value;
}

struct tree_map *tree_map_copy(const struct tree_map *map)
{
	struct tree_map *copy = tree_map_new();
	int key;
	for (bool more = tree_map_first_key(map, &key); more; more = tree_map_higher_key(map, key, &key))
		tree_map_put(copy, key, value_of(map, key));
	return copy;
}

static int compare_numbers(int a, int b)
{
	return (a > b) - (a < b);
}

int tree_map_compare(const struct tree_map *a, const struct tree_map *b)
{
	int x, y, order = (tree_map_size(a) > tree_map_size(b)) - (tree_map_size(a) < tree_map_size(b));
	bool more = tree_map_first_key(a, &x) && tree_map_first_key(b, &y);
	while (order == 0 && more) {
		order = compare_numbers(x, y);
		if (order == 0)
			order = compare_numbers(value_of(a, x), value_of(b, y));
		more = tree_map_higher_key(a, x, &x) && tree_map_higher_key(b, y, &y);
	}
	return order;
}

unsigned tree_map_hash(const struct tree_map *map)
{
	unsigned hash = (unsigned)tree_map_size(map);
	int key;
	for (bool more = tree_map_first_key(map, &key); more; more = tree_map_higher_key(map, key, &key))
		hash = (hash * 31 + (unsigned)key) * 31 + (unsigned)value_of(map, key);
	return hash;
}

char *tree_map_print(const struct tree_map *map)
{
	char *text = alloc_zeroed(tree_map_size(map) + 1, 25);
	size_t used = 0;
	int key;
	for (bool more = tree_map_first_key(map, &key); more; more = tree_map_higher_key(map, key, &key))
		used += (size_t)sprintf(text + used, "%d:%d ", key, value_of(map, key));
	return text;
}

/* The number that the text begins with and the sign behind it; NULL if it does not. */
static const char *read_number(const char *text, char sign, int *number)
{
	char *end;
	long value = strtol(text, &end, 10);
	if (end == text || *end != sign || value < INT_MIN || value > INT_MAX)
		return NULL;
	*number = (int)value;
	return end + 1;
}

struct tree_map *tree_map_parse(const char *text)
{
	struct tree_map *map = tree_map_new();
	while (*text) {
		int key, value;
		text = read_number(text, ':', &key);
		text = text ? read_number(text, ' ', &value) : NULL;
		if (!text) {
			tree_map_free(map);
			return NULL;
		}
		tree_map_put(map, key, value);
	}
	return map;
}
