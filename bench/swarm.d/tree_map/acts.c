/* acts: operations of the container tree_map on two maps, with small numbers as arguments. Each gives a number
 * that tells all that a user can see of it. */
#include "tree_map.h"

#define KEYS 24

static struct tree_map *maps[2];

static struct tree_map *map(unsigned a)
{
	struct tree_map **own = &maps[a / KEYS % 2];
	if (!*own)
		*own = tree_map_new();
	return *own;
}

static int key(unsigned a)
{
	return (int)(a % KEYS);
}

long act_put(unsigned a, unsigned b) { return tree_map_put(map(a), key(a), (int)(b % 10)); }
long act_remove(unsigned a, unsigned b) { return tree_map_remove(map(a), key(b)); }

long act_clear(unsigned a, unsigned b)
{
	(void)b;
	tree_map_clear(map(a));
	return 0;
}

long act_new(unsigned a, unsigned b)
{
	(void)b;
	tree_map_free(map(a));
	maps[a / KEYS % 2] = 0;
	return 0;
}

long act_size(unsigned a, unsigned b) { return (void)b, (long)tree_map_size(map(a)); }
long act_contains_key(unsigned a, unsigned b) { return tree_map_contains_key(map(a), key(b)); }
long act_contains_value(unsigned a, unsigned b) { return tree_map_contains_value(map(a), (int)(b % 10)); }

long act_get(unsigned a, unsigned b)
{
	int value = -1;
	return 2 * tree_map_get(map(a), key(b), &value) + 4 * value;
}

long act_first_key(unsigned a, unsigned b)
{
	int found = -1;
	(void)b;
	return 2 * tree_map_first_key(map(a), &found) + 4 * found;
}

long act_last_key(unsigned a, unsigned b)
{
	int found = -1;
	(void)b;
	return 2 * tree_map_last_key(map(a), &found) + 4 * found;
}

long act_lower_key(unsigned a, unsigned b)
{
	int found = -1;
	return 2 * tree_map_lower_key(map(a), key(b), &found) + 4 * found;
}

long act_higher_key(unsigned a, unsigned b)
{
	int found = -1;
	return 2 * tree_map_higher_key(map(a), key(b), &found) + 4 * found;
}

long act_count_between(unsigned a, unsigned b) { return (long)tree_map_count_between(map(a), key(a), key(b)); }
long act_equal(unsigned a, unsigned b) { return tree_map_equal(map(a), map(b)); }
long act_is_valid(unsigned a, unsigned b) { return (void)b, tree_map_is_valid(map(a)); }
