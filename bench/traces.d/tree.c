/* Puts numbers into a red-black tree and takes some out, some times over. */
#include <string.h>

#include "tree_map.h"

long run_tree(const char *data, unsigned size, unsigned times)
{
	long n = 0;
	while (times-- > 0) {
		struct tree_map *map = tree_map_new();
		for (unsigned i = 0; i + sizeof(int) <= size; i += sizeof(int)) {
			int key;
			memcpy(&key, data + i, sizeof key);
			n += tree_map_put(map, key, (int)i);
		}
		for (unsigned i = 0; i + sizeof(int) <= size; i += 2 * sizeof(int)) {
			int key;
			memcpy(&key, data + i, sizeof key);
			n += tree_map_remove(map, key);
		}
		tree_map_free(map);
	}
	return n;
}
